"""Hall of a Masnou: tables, queue and calls, for phones, screens and the tablet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planilla.adapters.http.views.marks import SQUARES
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.pairing.masnou import PLAYERS_AT_A_TABLE, POINTS_UNIT, points_of
from planilla.domain.tournament.masnou import refusals
from planilla.domain.tournament.masnou.hall import (
    Hall,
    MasnouGame,
    Member,
    OvertakeCause,
    Passed,
    Playoff,
    Status,
    Table,
    hall_of,
    playoff_game,
)
from planilla.domain.tournament.masnou.results import running_games
from planilla.domain.tournament.masnou.settle import colours, may_call
from planilla.domain.tournament.subjects import refusals_of
from planilla.domain.vocabulary import RESULT_NOTATION, Colour, EntrantId, GameResult
from planilla.presentation.catalogue import CATALOGUES
from planilla.presentation.figures import figure
from planilla.projections.masnou_waiting import Forecast, Waiting, waiting

MINUTE_S = 60
PLAYING, CALLING, FREE = "playing", "calling", "free"
"""States of a table."""


@dataclass(frozen=True, kw_only=True)
class TableSide:
    """A player at a table, with points and consecutive wins; `shape` is the colour if known."""

    entrant: str
    name: str
    shape: str
    points: str
    streak: int
    is_called: bool = False


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """A table with its players or called players, White first; `since` is in microseconds."""

    number: int
    does: str
    sides: tuple[TableSide, ...]
    since: int
    withdrawing: bool


@dataclass(frozen=True, kw_only=True)
class CallLine:
    """A called player with table, and colour and opponent if known."""

    entrant: str
    name: str
    table: int
    shape: str
    against: str
    at: int
    is_pending: bool


@dataclass(frozen=True, kw_only=True)
class QueueRow:
    """A row of the queue; a paused player keeps the row but has no place.

    A player held at a withdrawn table is before the queue. `before` tells who came first, and why.
    """

    entrant: str
    name: str
    place: int | None
    wait: str
    minutes: int = 0
    late: bool = False
    is_held: bool = False
    before: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PlayoffRound:
    """A round of the knockout: White, Black and the result of each game, and the byes."""

    number: int
    games: tuple[tuple[str, str, str], ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class MasnouShown:
    """The hall at one moment; `calls` are the last ones, the newest first."""

    tables: tuple[TableCard, ...]
    calls: tuple[CallLine, ...]
    queue: tuple[QueueRow, ...]
    apart: tuple[tuple[str, tuple[str, ...]], ...]
    playoff: tuple[PlayoffRound, ...]
    waiting: int
    last_wait: str
    notice: str
    running: int
    games: int
    opened_at: int
    ends_at: int
    last_start_at: int | None
    over: bool

    @property
    def is_settled(self) -> bool:
        """True if no game is running, play-off included."""
        of_playoff = [result for drawn in self.playoff for *_, result in drawn.games]
        return self.over and not self.running and RESULT_NOTATION[GameResult.OPEN] not in of_playoff


def masnou_shown(page: TournamentPage, hall: Hall, now: int) -> MasnouShown:
    """Return the hall of the page; `now` is its moment in microseconds."""
    tables = tuple(_card(page, hall, each) for each in hall.tables.values() if not each.withdrawn)
    queue = _queue(page, hall, now)
    return MasnouShown(
        tables=tuple(sorted(tables, key=lambda card: card.number)),
        calls=calls_of(page, hall),
        queue=queue,
        apart=_apart(page, hall),
        playoff=tuple(_round(page, *each) for each in enumerate(hall.playoff, start=1)),
        waiting=len(hall.queue),
        last_wait=_next_wait(page, hall, now),
        notice=_notice(page, hall, now),
        running=sum(card.does == PLAYING for card in tables),
        games=sum(member.games for member in hall.members.values()) // PLAYERS_AT_A_TABLE,
        opened_at=hall.opened_at,
        ends_at=hall.ends_at,
        last_start_at=last_start(hall, now),
        over=hall.over,
    )


def last_start(hall: Hall, now: int) -> int | None:
    """Return the time from which no game begins; None without one, and once it has come."""
    is_ahead = hall.rules.last_start and not hall.over and now < hall.last_start_at
    return hall.last_start_at if is_ahead else None


def _card(page: TournamentPage, hall: Hall, table: Table) -> TableCard:
    game = table.running_game
    if game is not None:
        shown = tuple(
            _side(page, hall, entrant, SQUARES[colour])
            for entrant, colour in zip(game.players, Colour, strict=True)
        )
        does, since = PLAYING, game.at
    else:
        shown = _coming(page, hall, table)
        does = CALLING if table.calls else FREE
        since = max((call.at for call in table.calls), default=0)
    return TableCard(
        number=table.number,
        does=does,
        sides=shown,
        since=since,
        withdrawing=table.withdrawing,
    )


def _coming(page: TournamentPage, hall: Hall, table: Table) -> tuple[TableSide, ...]:
    """Return the players at a table and those called to it, by colour if both are known."""
    called = {call.entrant for call in table.calls}
    there = (*(sitter.entrant for sitter in table.sitters), *called)
    shapes = dict.fromkeys(there, "")
    if len(there) == PLAYERS_AT_A_TABLE:
        shapes = dict(zip(colours(hall, table), SQUARES.values(), strict=True))
    return tuple(
        _side(page, hall, entrant, shape, is_called=entrant in called)
        for entrant, shape in shapes.items()
    )


def _side(
    page: TournamentPage, hall: Hall, entrant: EntrantId, shape: str, *, is_called: bool = False
) -> TableSide:
    member = hall.members[entrant]
    return TableSide(
        entrant=entrant,
        name=page.name(entrant),
        shape=shape,
        points=figure(points_of(hall.rules, member.wins, member.draws), POINTS_UNIT),
        streak=member.streak,
        is_called=is_called,
    )


def calls_of(page: TournamentPage, hall: Hall) -> tuple[CallLine, ...]:
    """Return the last call of each table, the newest first."""
    found = []
    for table in hall.tables.values():
        card, game = _card(page, hall, table), table.running_game
        if game is not None:
            found.append(_call(card, game.newcomer, game))
        else:
            found += [_call(card, call.entrant, None) for call in table.calls]
    return tuple(sorted(found, key=lambda call: (-call.at, call.table)))


def _call(card: TableCard, entrant: EntrantId, game: MasnouGame | None) -> CallLine:
    mine = next(side for side in card.sides if side.entrant == entrant)
    against = [side.name for side in card.sides if side.entrant != entrant]
    return CallLine(
        entrant=entrant,
        name=mine.name,
        table=card.number,
        shape=mine.shape,
        against="".join(against),
        at=card.since,
        is_pending=game is None,
    )


def _queue(page: TournamentPage, hall: Hall, now: int) -> tuple[QueueRow, ...]:
    expected = {each.entrant: each for each in waiting(hall, now)}
    said = page.say("screens.queue.held")
    rows = [
        QueueRow(
            entrant=each.entrant, name=page.name(each.entrant), place=None, wait=said, is_held=True
        )
        for each in hall.held
    ]
    for entrant in hall.queue:
        row = expected.get(entrant)
        rows.append(
            QueueRow(
                entrant=entrant,
                name=page.name(entrant),
                place=row.place if row else None,
                wait=_wait(page, hall, row),
                minutes=max(1, -(-row.about_s // MINUTE_S)) if row and not hall.paused_at else 0,
                late=row.late and not hall.paused_at if row else False,
                before=before_text(page, hall.members[entrant]),
            )
        )
    return tuple(rows)


def before_text(page: TournamentPage, member: Member) -> tuple[str, ...]:
    """Return a sentence for each player who came before a waiting one, with the rule."""
    return tuple(
        page.say(
            _before_key(passed),
            name=page.name(passed.entrant),
            table=passed.table,
            cause=page.say(f"screens.fairness.cause.{passed.cause.value}"),
            opponent=page.name(passed.opponent) if passed.opponent else "",
        )
        for passed in member.passed_by
    )


def _before_key(passed: Passed) -> str:
    if not passed.table:
        return "screens.before.queue"
    return "screens.before.opponent" if passed.opponent else "screens.before.table"


def _wait(page: TournamentPage, hall: Hall, row: Waiting | None) -> str:
    if row is None:
        return page.say("masnou-status.paused")
    return page.say("screens.wait.paused") if hall.paused_at else wait_text(page, row.about_s)


def _notice(page: TournamentPage, hall: Hall, now: int) -> str:
    """Return the reason why no calls are made before the end; else an empty string."""
    if hall.over or may_call(hall, now):
        return ""
    return page.say("screens.paused" if hall.paused_at else "screens.no-more-games")


def wait_text(page: TournamentPage, about_s: int) -> str:
    """Return a wait in minutes as text, rounded up; below one minute "any moment"."""
    if about_s < MINUTE_S:
        return page.say("screens.wait.soon")
    return page.say("screens.wait.about", minutes=-(-about_s // MINUTE_S))


def _next_wait(page: TournamentPage, hall: Hall, now: int) -> str:
    """Return the waiting time of a player who joins the queue now."""
    if hall.paused_at:
        return page.say("screens.wait.paused")
    willing = sum(hall.members[each].status is Status.WAITING for each in hall.queue)
    return wait_text(page, Forecast(hall, now).wait(willing + 1))


def _round(page: TournamentPage, number: int, drawn: Playoff) -> PlayoffRound:
    return PlayoffRound(
        number=number,
        games=tuple(
            (page.name(game.white), page.name(game.black), RESULT_NOTATION[game.result])
            for game in drawn.games
        ),
        byes=tuple(page.name(each) for each in drawn.byes),
    )


def _apart(page: TournamentPage, hall: Hall) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the players who neither play nor wait, by status."""
    found: dict[Status, list[str]] = {}
    for entrant, member in hall.members.items():
        if member.status in INACTIVE_STATUSES and entrant not in hall.queue:
            found.setdefault(member.status, []).append(page.name(entrant))
    return tuple(
        (f"screens.away.{each}", tuple(found[each])) for each in INACTIVE_STATUSES if each in found
    )


INACTIVE_STATUSES = (Status.PAUSED, Status.ABSENT, Status.GONE, Status.EXPELLED)


MINUTE_US = 60_000_000
TEXT_PREFIX = "tablet."
"""Prefix of the keys of the tablet's texts."""
OTHER_TEXT_KEYS = (
    "links.new",
    *(f"masnou-status.{status.value}" for status in Status),
    *(f"screens.before.{key}" for key in ("title", "table", "opponent", "queue")),
    *(f"screens.fairness.cause.{cause.value}" for cause in OvertakeCause),
)
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
"""Other refusals of acts in a hall."""
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
    """A player in the queue, or away."""

    entrant: str
    name: str
    status: str


@dataclass(frozen=True, kw_only=True)
class Tablet:
    """The initial content of the tablet page, before its script runs."""

    cards: tuple[TabletTable, ...]
    queue: tuple[Listed, ...]
    away: tuple[Listed, ...]
    tables: int
    players: int
    games: int
    running: int
    ends_at: int
    last_start_at: int | None
    over: bool
    paused_at: int
    free: str
    playoff_offered: bool


def tablet_of(page: TournamentPage, hall: Hall, now: int) -> Tablet:
    """Return the page at a moment in microseconds since 1970 (UTC)."""
    running = running_games(hall)
    used = [table for table in hall.tables.values() if not table.withdrawn]
    return Tablet(
        cards=(
            *(_tablet_card(page, hall, table, now) for table in used),
            *_playoff_cards(page, hall),
        ),
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
        last_start_at=last_start(hall, now),
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


def _tablet_card(page: TournamentPage, hall: Hall, table: Table, now: int) -> TabletTable:
    game = None if table.running is None else hall.find(table.running)
    return TabletTable(
        number=table.number,
        round=0,
        game=table.running or "",
        minutes=0 if game is None else max(0, now - game.at) // MINUTE_US,
        white=None if game is None else _seated(page, hall, game.white),
        black=None if game is None else _seated(page, hall, game.black),
        calls=tuple((call.number, page.name(call.entrant), call.entrant) for call in table.calls),
        sitting=tuple(page.name(sitter.entrant) for sitter in table.sitters),
        last=_last(page, table) if hall.over else None,
    )


def _last(page: TournamentPage, table: Table) -> tuple[str, str, str] | None:
    """Return the last game with a result."""
    for game in reversed(table.games):
        if game.result is not GameResult.OPEN:
            return page.name(game.white), RESULT_NOTATION[game.result], page.name(game.black)
    return None


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
        game=playoff_game(number, place),
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
    """Return the announced categories, those of the hall, then the others of the entrants."""
    announced = page.state.regulations
    offered = hall_of(page.state).rules.categories if page.state.memory.has_games else ()
    codes = [] if announced is None else [each.code for each in announced.categories]
    codes += [each for each in offered if each not in codes]
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
