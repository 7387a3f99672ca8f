"""Changes of a hall by each event, and the course of an act, in which each is applied at once."""

from collections.abc import Iterable
from operator import attrgetter

from msgspec.structs import replace

from planilla.domain.tournament.event import Event
from planilla.domain.tournament.masnou.events import (
    Away,
    CallMissed,
    CallWithdrawn,
    HallEndMoved,
    HallOpened,
    HallPairsAllowed,
    HallPairsForbidden,
    HallPaused,
    HallResumed,
    PlayerCalled,
    PlayerQueued,
    PlayerStoodDown,
    QueueFormed,
    QueueMoved,
    SeatTaken,
    StayerMoved,
    TableAdded,
    TableLeft,
    TableWithdrawalAsked,
    TableWithdrawalCancelled,
    TableWithdrawn,
    TimeExpired,
)
from planilla.domain.tournament.masnou.games import (
    GAME_FOLDS,
    RESULT_FOLDS,
    MasnouFold,
    MasnouFolds,
)
from planilla.domain.tournament.masnou.hall import (
    Call,
    ForbiddenPair,
    Hall,
    Member,
    Sitter,
    Status,
    Table,
    hall_of,
)
from planilla.domain.tournament.masnou.seats import (
    back_in_front,
    less,
    passed_by_call,
    passed_in_queue,
    seated_before,
    with_member,
    with_table,
    without,
)
from planilla.domain.tournament.prohibitions import pairs_allowed, pairs_forbidden
from planilla.domain.tournament.state import Fold, Folds, Tournament


class Course:
    """The facts of one act and the hall after them; `at` is when it happened.

    An act made offline happened at `made_at` and is recorded at `now`.
    """

    def __init__(self, hall: Hall, *, at: int, lot: int = 0, made_at: int | None = None) -> None:
        self.hall = hall
        self.now = at
        self.at = at if made_at is None else made_at
        self.lot = lot
        self.offline = made_at is not None
        self.facts: list[Event] = []

    def record(self, fact: Event) -> None:
        """Add a fact."""
        self.facts.append(fact)
        self.hall = follow(self.hall, fact)


NEVER_SEEN = Member(status=Status.RESTING)


def opened(event: HallOpened) -> Hall:
    """Return the hall at its opening: tables 1 to n are free, the queue is empty."""
    numbers = tuple(range(1, event.rules.tables + 1))
    return Hall(
        rules=event.rules,
        opened_at=event.at,
        ends_at=event.ends_at,
        tables={number: Table(number=number) for number in numbers},
        free=numbers,
        apart=tuple(
            ForbiddenPair(version=each.forbidden, entrants=each.entrants) for each in event.apart
        ),
    )


def _formed(hall: Hall, event: QueueFormed, _: int) -> Hall:
    waiting = Member(status=Status.WAITING, waiting_since=event.at)
    members = {**hall.members, **dict.fromkeys(event.order, waiting)}
    return replace(hall, queue=event.order, members=members)


def _queued(hall: Hall, event: PlayerQueued, _: int) -> Hall:
    entrant = event.entrant
    member = hall.members.get(entrant, NEVER_SEEN)
    if member.status is Status.SITTING:
        hall = without(hall, entrant)
    queue = hall.queue
    since = event.at
    if member.status is Status.PAUSED and entrant in queue:  # the pause kept the place
        since = member.waiting_since
    elif event.place is None:
        queue = (*queue, entrant)
    else:
        queue = (*queue[: event.place], entrant, *queue[event.place :])
    waiting = replace(member, status=Status.WAITING, streak=0, waiting_since=since)
    members = with_member(hall, entrant, waiting)
    return replace(hall, queue=queue, members=members, skipped=None)


def _moved(hall: Hall, event: QueueMoved, _: int) -> Hall:
    hall = passed_in_queue(hall, event)
    others = [each for each in hall.queue if each != event.entrant]
    others.insert(event.place, event.entrant)
    return replace(hall, queue=tuple(others))


def _called(hall: Hall, event: PlayerCalled, _: int) -> Hall:
    hall = passed_by_call(hall, event)
    table = hall.tables[event.table]
    call = Call(
        number=event.call,
        entrant=event.entrant,
        table=event.table,
        at=event.at,
        until=event.until,
    )
    member = replace(hall.members[event.entrant], status=Status.CALLED, table=event.table)
    return replace(
        hall,
        queue=less(hall.queue, event.entrant),
        members=with_member(hall, event.entrant, member),
        tables=with_table(hall, replace(table, calls=(*table.calls, call))),
        calls_made=event.call,
    )


def _seat_taken(hall: Hall, event: SeatTaken, _: int) -> Hall:
    call = hall.call(event.call)
    assert call is not None, "a taken seat answers a call"
    table = hall.tables[call.table]
    seated = replace(
        table,
        calls=tuple(each for each in table.calls if each.number != call.number),
        sitters=(*table.sitters, Sitter(entrant=call.entrant, order=call.number)),
    )
    member = replace(hall.members[call.entrant], status=Status.SITTING)
    return replace(
        hall,
        tables=with_table(hall, seated),
        members=with_member(hall, call.entrant, member),
    )


def _missed(hall: Hall, event: CallMissed, _: int) -> Hall:
    call = hall.call(event.call)
    assert call is not None, "a missed call was made"
    member = hall.members[call.entrant]
    out = replace(member, status=Status.RESTING, missed=member.missed + 1, waiting_since=0)
    cleared = without(hall, call.entrant)
    members = with_member(cleared, call.entrant, out)
    return replace(cleared, members=members, skipped=call.entrant)


def _call_withdrawn(hall: Hall, event: CallWithdrawn, _: int) -> Hall:
    call = hall.call(event.call)
    assert call is not None, "a withdrawn call was made"
    return back_in_front(without(hall, call.entrant), (call.entrant,))


def _left(hall: Hall, event: TableLeft, _: int) -> Hall:
    table = hall.tables[event.table]
    sitters = tuple(each for each in table.sitters if each.entrant != event.entrant)
    resting = replace(hall.members[event.entrant], status=Status.RESTING, streak=0)
    return replace(
        hall,
        tables=with_table(hall, replace(table, sitters=sitters)),
        members=with_member(hall, event.entrant, resting),
    )


def _stood_down(hall: Hall, event: PlayerStoodDown, _: int) -> Hall:
    keeps = event.away is Away.PAUSED and hall.rules.paused == "keeps"
    member = hall.members.get(event.entrant, NEVER_SEEN)
    if keeps and event.entrant in hall.queue:
        kept = replace(member, status=Status.PAUSED)
        return replace(hall, members=with_member(hall, event.entrant, kept))
    cleared = without(hall, event.entrant)
    status = Status(event.away.value)
    away = replace(member, status=status, streak=0, waiting_since=0, passed_by=())
    members = with_member(cleared, event.entrant, away)
    return replace(cleared, members=members, skipped=None)


def _table_added(hall: Hall, event: TableAdded, _: int) -> Hall:
    table = hall.tables.get(event.table, Table(number=event.table))
    used = replace(table, withdrawn=False)
    return replace(hall, tables=with_table(hall, used), free=(*hall.free, event.table))


def _withdrawal(hall: Hall, table: int | None, *, asked: bool) -> Hall:
    if table is None:
        return replace(hall, to_withdraw=hall.to_withdraw + (1 if asked else -1))
    changed = replace(hall.tables[table], withdrawing=asked)
    return replace(hall, tables=with_table(hall, changed))


def _table_withdrawn(hall: Hall, event: TableWithdrawn, _: int) -> Hall:
    table = hall.tables[event.table]
    gone = replace(table, withdrawn=True, withdrawing=False, sitters=())
    members = hall.members.copy()
    for sitter in table.sitters:
        members[sitter.entrant] = replace(members[sitter.entrant], status=Status.HELD)
    return replace(
        hall,
        tables=with_table(hall, gone),
        members=members,
        held=(*hall.held, *sorted(table.sitters, key=attrgetter("order"))),
        to_withdraw=hall.to_withdraw - (0 if table.withdrawing else 1),
        free=tuple(number for number in hall.free if number != table.number),
    )


def _stayer_moved(hall: Hall, event: StayerMoved, _: int) -> Hall:
    hall = seated_before(hall, event)
    sitter = _sitter(hall, event)
    cleared = without(hall, event.entrant)
    table = cleared.tables[event.to_table]
    member = replace(cleared.members[event.entrant], status=Status.SITTING, table=event.to_table)
    joined = replace(table, sitters=(*table.sitters, sitter))
    return replace(
        cleared,
        tables=with_table(cleared, joined),
        members=with_member(cleared, event.entrant, member),
    )


def _sitter(hall: Hall, event: StayerMoved) -> Sitter:
    sitters: Iterable[Sitter] = (*hall.held, *hall.tables[event.from_table].sitters)
    return next(sitter for sitter in sitters if sitter.entrant == event.entrant)


def _resumed(hall: Hall, event: HallResumed, _: int) -> Hall:
    """End a pause and subtract it from the waiting times that it interrupted."""
    members = {
        entrant: replace(
            member, waiting_since=event.at - max(0, hall.paused_at - member.waiting_since)
        )
        if member.waiting_since
        else member
        for entrant, member in hall.members.items()
    }
    pauses = (*hall.pauses, (hall.paused_at, event.at))
    return replace(hall, members=members, paused_at=0, pauses=pauses)


def _forbidden(hall: Hall, event: HallPairsForbidden, version: int) -> Hall:
    return replace(
        hall, apart=(*hall.apart, ForbiddenPair(version=version, entrants=event.entrants))
    )


def _allowed(hall: Hall, event: HallPairsAllowed, _: int) -> Hall:
    return replace(
        hall, apart=tuple(each for each in hall.apart if each.version != event.forbidden)
    )


MASNOU_FOLDS: MasnouFolds = {
    QueueFormed: _formed,
    PlayerQueued: _queued,
    QueueMoved: _moved,
    PlayerCalled: _called,
    SeatTaken: _seat_taken,
    CallMissed: _missed,
    CallWithdrawn: _call_withdrawn,
    TableLeft: _left,
    PlayerStoodDown: _stood_down,
    TableAdded: _table_added,
    TableWithdrawalAsked: lambda hall, event, _: _withdrawal(hall, event.table, asked=True),
    TableWithdrawalCancelled: lambda hall, event, _: _withdrawal(hall, event.table, asked=False),
    TableWithdrawn: _table_withdrawn,
    StayerMoved: _stayer_moved,
    HallEndMoved: lambda hall, event, _: replace(hall, ends_at=event.ends_at, over=False),
    HallPaused: lambda hall, event, _: replace(hall, paused_at=event.at),
    HallResumed: _resumed,
    HallPairsForbidden: _forbidden,
    HallPairsAllowed: _allowed,
    TimeExpired: lambda hall, event, _: replace(hall, over=True, ended_at=event.at),
    **GAME_FOLDS,
}
"""The fold of each event: from the hall, the event and its version to the hall."""


def follow(hall: Hall, event: Event, version: int = 0) -> Hall:
    """Return the hall after an event of `MASNOU_FOLDS`."""
    return MASNOU_FOLDS[type(event)](hall, event, version)


def _in_hall(fold: MasnouFold) -> Fold:
    def folded(state: Tournament, event: Event, version: int) -> Tournament:
        return replace(state, memory=fold(hall_of(state), event, version))

    return folded


def _both(first: Fold, second: Fold) -> Fold:
    return lambda state, event, version: second(first(state, event, version), event, version)


_OUTSIDE: Folds = {HallPairsForbidden: pairs_forbidden, HallPairsAllowed: pairs_allowed}

FOLDS: Folds = {
    HallOpened: lambda state, event, _: replace(state, memory=opened(event)),
    **{kind: _in_hall(fold) for kind, fold in MASNOU_FOLDS.items() if kind not in RESULT_FOLDS},
    **_OUTSIDE,
}
FOLDS_WITHOUT_ROUNDS: Folds = {
    **{kind: _in_hall(MASNOU_FOLDS[kind]) for kind in RESULT_FOLDS},
    **{kind: _both(_in_hall(MASNOU_FOLDS[kind]), fold) for kind, fold in _OUTSIDE.items()},
}
"""Changes of an open hall: results belong to its tables, and calls follow its prohibitions."""
