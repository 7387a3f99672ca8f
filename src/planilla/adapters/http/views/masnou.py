"""A Masnou hall as people see it: its tables, the last calls, the queue with what to expect."""

from dataclasses import dataclass

from planilla.adapters.http.views.tournament_page import TournamentPage, figure
from planilla.domain.pairing.masnou import PLAYERS_AT_A_TABLE, POINTS_UNIT, points_of
from planilla.domain.tournament.masnou.hall import Hall, MasnouGame, Playoff, Status, Table
from planilla.domain.tournament.masnou.settle import colours, may_call
from planilla.domain.vocabulary import RESULT_NOTATION, Colour, EntrantId, GameResult
from planilla.projections.masnou_waiting import Forecast, Waiting, waiting

MINUTE_S = 60
SHAPES = {Colour.WHITE: "□", Colour.BLACK: "■"}
PLAYING, CALLING, FREE = "playing", "calling", "free"
"""The states of a table."""


@dataclass(frozen=True, kw_only=True)
class TableSide:
    """Somebody at a table, with points and the wins running; `shape` is the colour if known."""

    entrant: str
    name: str
    shape: str
    points: str
    streak: int
    is_called: bool = False


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """A table with its players or called players, White first; `since` in microseconds."""

    number: int
    does: str
    sides: tuple[TableSide, ...]
    since: int
    withdrawing: bool


@dataclass(frozen=True, kw_only=True)
class CallLine:
    """A called player with table, colour and opponent, as far as they are known."""

    entrant: str
    name: str
    table: int
    shape: str
    against: str
    at: int
    is_pending: bool


@dataclass(frozen=True, kw_only=True)
class QueueRow:
    """A place in the queue; who pauses and keeps it has no place among those who are called."""

    entrant: str
    name: str
    place: int | None
    wait: str
    minutes: int
    late: bool


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
    last_wait: str
    notice: str
    running: int
    games: int
    opened_at: int
    ends_at: int
    over: bool

    @property
    def is_settled(self) -> bool:
        """True if no game is running, play-off included."""
        of_playoff = [result for drawn in self.playoff for *_, result in drawn.games]
        return self.over and not self.running and RESULT_NOTATION[GameResult.OPEN] not in of_playoff


def masnou_shown(page: TournamentPage, hall: Hall, now: int) -> MasnouShown:
    """The hall of the page; `now` is the moment that it shows, in microseconds."""
    tables = tuple(_card(page, hall, each) for each in hall.tables.values() if not each.withdrawn)
    queue = _queue(page, hall, now)
    return MasnouShown(
        tables=tuple(sorted(tables, key=lambda card: card.number)),
        calls=calls_of(page, hall),
        queue=queue,
        apart=_apart(page, hall),
        playoff=tuple(_round(page, *each) for each in enumerate(hall.playoff, start=1)),
        last_wait=_next_wait(page, hall, now),
        notice=_notice(page, hall, now),
        running=sum(card.does == PLAYING for card in tables),
        games=sum(member.games for member in hall.members.values()) // PLAYERS_AT_A_TABLE,
        opened_at=hall.opened_at,
        ends_at=hall.ends_at,
        over=hall.over,
    )


def _card(page: TournamentPage, hall: Hall, table: Table) -> TableCard:
    if table.running is not None:
        game = table.games[-1]
        shown = tuple(
            _side(page, hall, entrant, SHAPES[colour])
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
        shapes = dict(zip(colours(hall, table), SHAPES.values(), strict=True))
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
        card = _card(page, hall, table)
        if card.does == PLAYING:
            found.append(_call(card, table.games[-1].newcomer, table.games[-1]))
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
    rows = []
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
            )
        )
    return tuple(rows)


def _wait(page: TournamentPage, hall: Hall, row: Waiting | None) -> str:
    if row is None:
        return page.say("hall-status.paused")
    return page.say("screens.wait.paused") if hall.paused_at else wait_said(page, row.about_s)


def _notice(page: TournamentPage, hall: Hall, now: int) -> str:
    """Return the reason why no calls are made before the end; else an empty string."""
    if hall.over or may_call(hall, now):
        return ""
    return page.say("screens.paused" if hall.paused_at else "screens.no-more-games")


def wait_said(page: TournamentPage, about_s: int) -> str:
    """A wait in whole minutes, begun ones counted; under one it is any moment."""
    if about_s < MINUTE_S:
        return page.say("screens.wait.soon")
    return page.say("screens.wait.about", minutes=-(-about_s // MINUTE_S))


def _next_wait(page: TournamentPage, hall: Hall, now: int) -> str:
    """Return the waiting time of a player who joins the queue now."""
    if hall.paused_at:
        return page.say("screens.wait.paused")
    willing = sum(hall.members[each].status is Status.WAITING for each in hall.queue)
    return wait_said(page, Forecast(hall, now).wait(willing + 1))


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
        (f"hall-status.{each}", tuple(found[each])) for each in INACTIVE_STATUSES if each in found
    )


INACTIVE_STATUSES = (Status.HELD, Status.PAUSED, Status.ABSENT, Status.GONE, Status.EXPELLED)
