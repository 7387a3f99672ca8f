"""The tablet of a Masnou hall: a card for each table, the queue, the absent, and script data.

The page is complete without script; with one it is drawn again from the live rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.pairing.masnou import points_of
from planilla.domain.tournament.masnou import refusals
from planilla.domain.tournament.masnou.hall import Call, Hall, MasnouGame, Member, Status, Table
from planilla.domain.tournament.masnou.results import running_games
from planilla.domain.tournament.masnou.settle import may_call
from planilla.domain.tournament.subjects import refusals_of
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameResult
from planilla.presentation.catalogue import CATALOGUES

MINUTE_US = 60_000_000
TEXT_PREFIX = "tablet."
"""Prefix of the keys of the tablet's texts."""
OTHER_TEXT_KEYS = ("page.new-link", *(f"hall-status.{status.value}" for status in Status))
OTHER_REFUSALS = (
    "no-such-prohibition",
    "nobody-to-forbid",
    "no-such-entrant",
    "no-such-game",
    "no-such-result",
    "results-conflict",
    "no-result-yet",
    "same-result",
    "corrects-another-event",
    "entrant-exists",
    "entrant-is-expelled",
    "already-finished",
    "internal",
)
"""Refusals of acts in a hall that are not the hall's own."""
AWAY_STATUSES = (Status.PAUSED, Status.ABSENT, Status.GONE, Status.RESTING)
LEFT_STATUSES = (Status.GONE, Status.EXPELLED)


@dataclass(frozen=True, kw_only=True)
class TabletPlayer:
    """One side of a table."""

    entrant: str
    name: str
    points: int
    streak: int


@dataclass(frozen=True, kw_only=True)
class TabletTable:
    """A table or a game of the play-off, with its game, open calls or single player.

    `last` is the last finished game of a table after the time: White, the result, Black.
    """

    number: int
    round: int
    game: str
    minutes: int
    white: TabletPlayer | None
    black: TabletPlayer | None
    calls: tuple[tuple[int, str, str], ...]
    sitting: tuple[str, ...]
    last: tuple[str, str, str] | None = None


@dataclass(frozen=True, kw_only=True)
class Listed:
    """Somebody in the queue, or away."""

    entrant: str
    name: str
    status: str


@dataclass(frozen=True, kw_only=True)
class Tablet:
    """Everything that the page shows before a script takes over."""

    cards: tuple[TabletTable, ...]
    queue: tuple[Listed, ...]
    away: tuple[Listed, ...]
    tables: int
    players: int
    games: int
    running: int
    ends_at: int
    over: bool
    paused_at: int
    free: str
    playoff_offered: bool


def tablet_of(page: TournamentPage, hall: Hall, now: int) -> Tablet:
    """The page at a moment in microseconds since 1970 (UTC)."""
    running = running_games(hall)
    used = [table for table in hall.tables.values() if not table.withdrawn]
    return Tablet(
        cards=(*(_card(page, hall, table, now) for table in used), *_playoff_cards(page, hall)),
        queue=tuple(_listed(page, hall, entrant) for entrant in hall.queue),
        away=tuple(
            _listed(page, hall, entrant)
            for entrant, member in hall.members.items()
            if member.status in AWAY_STATUSES and entrant not in hall.queue
        ),
        tables=len(used),
        players=sum(member.status not in LEFT_STATUSES for member in hall.members.values()),
        games=sum(member.games for member in hall.members.values()) // 2,
        running=len(running),
        ends_at=hall.ends_at,
        over=hall.over,
        paused_at=hall.paused_at,
        free=_why_free(hall, now),
        playoff_offered=_may_play_off(hall) and not running,
    )


def _why_free(hall: Hall, now: int) -> str:
    """Return the reason why a table is free, as a key of the catalogue."""
    if hall.paused_at:
        return "tablet.free-paused"
    if not may_call(hall, now):
        return "tablet.no-more-games"
    waiting = sum(hall.members[each].status is Status.WAITING for each in hall.queue)
    return "tablet.free-apart" if waiting > 1 else "tablet.free"


def _card(page: TournamentPage, hall: Hall, table: Table, now: int) -> TabletTable:
    game = None if table.running is None else hall.find(table.running)
    return TabletTable(
        number=table.number,
        round=0,
        game=table.running or "",
        minutes=0 if game is None else max(0, now - game.at) // MINUTE_US,
        white=None if game is None else _seated(page, hall, game.white),
        black=None if game is None else _seated(page, hall, game.black),
        calls=tuple(_called(page, call) for call in table.calls),
        sitting=tuple(page.name(sitter.entrant) for sitter in table.sitters),
        last=_last(page, table) if hall.over else None,
    )


def _last(page: TournamentPage, table: Table) -> tuple[str, str, str] | None:
    """The last game that has a result."""
    for game in reversed(table.games):
        if game.result is not GameResult.OPEN:
            return page.name(game.white), RESULT_NOTATION[game.result], page.name(game.black)
    return None


def _called(page: TournamentPage, call: Call) -> tuple[int, str, str]:
    return call.number, page.name(call.entrant), call.entrant


def _playoff_cards(page: TournamentPage, hall: Hall) -> list[TabletTable]:
    return [
        _playoff_card(page, hall, number, place, game)
        for number, drawn in enumerate(hall.playoff, start=1)
        for place, game in enumerate(drawn.games, start=1)
        if game.is_running
    ]


def _playoff_card(
    page: TournamentPage, hall: Hall, number: int, place: int, game: MasnouGame
) -> TabletTable:
    return TabletTable(
        number=place,
        round=number,
        game=f"P{number}.{place}",
        minutes=0,
        white=_seated(page, hall, game.white),
        black=_seated(page, hall, game.black),
        calls=(),
        sitting=(),
    )


def _seated(page: TournamentPage, hall: Hall, entrant: EntrantId) -> TabletPlayer:
    member = hall.members[entrant]
    return TabletPlayer(
        entrant=entrant,
        name=page.name(entrant),
        points=_points(hall, member),
        streak=member.streak,
    )


def _points(hall: Hall, member: Member) -> int:
    return points_of(hall.rules, member.wins, member.draws)


def _listed(page: TournamentPage, hall: Hall, entrant: EntrantId) -> Listed:
    return Listed(
        entrant=entrant, name=page.name(entrant), status=hall.members[entrant].status.value
    )


def _may_play_off(hall: Hall) -> bool:
    points = [_points(hall, member) for member in hall.members.values()]
    is_tied = bool(points) and points.count(max(points)) > 1
    return hall.over and hall.rules.playoff and not hall.playoff and is_tied


def categories_of(page: TournamentPage) -> list[str]:
    """Return the announced categories, then the others of the entrants."""
    announced = page.state.regulations
    codes = [] if announced is None else [each.code for each in announced.categories]
    entered = {code for each in page.state.entrants.values() for code in each.categories}
    return [*codes, *sorted(entered.difference(codes))]


def known_to_scripts(page: TournamentPage, now: int, version: int) -> Mapping[str, Any]:
    """Return the initial data of the tablet's script: the server's clock, names and texts.

    `now` is in microseconds since 1970 (UTC).
    """
    texts = CATALOGUES[page.language]
    codes = (*refusals_of(refusals), *OTHER_REFUSALS)
    return {
        "tournament": page.id,
        "name": page.state.name,
        "now": now,
        "version": version,
        "finished": page.state.finished,
        "categories": categories_of(page),
        "people": {entrant: page.name(entrant) for entrant in page.state.entrants},
        "words": {
            **{key: text for key, text in texts.items() if key.startswith(TEXT_PREFIX)},
            **{
                key: texts[key]
                for key in (*OTHER_TEXT_KEYS, *(f"refusal.{code}" for code in codes))
            },
        },
    }
