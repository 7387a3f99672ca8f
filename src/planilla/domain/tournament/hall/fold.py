"""What each event does to a hall. Total: what is recorded has happened."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from planilla.domain.tournament import events as e
from planilla.domain.tournament.hall import games
from planilla.domain.tournament.hall.seats import (
    back_in_front,
    less,
    with_member,
    with_table,
    without,
)
from planilla.domain.tournament.hall.state import (
    Call,
    ForbiddenPair,
    Hall,
    Member,
    Sitter,
    Status,
    Table,
)

NEVER_SEEN = Member(status=Status.RESTING)


def opened(event: e.HallOpened) -> Hall:
    """The hall at its opening: tables 1 to n are free, nobody waits yet."""
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


def _formed(hall: Hall, event: e.QueueFormed, _: int) -> Hall:
    waiting = Member(status=Status.WAITING, waiting_since=event.at)
    members = {**hall.members, **dict.fromkeys(event.order, waiting)}
    return replace(hall, queue=event.order, members=members)


def _queued(hall: Hall, event: e.PlayerQueued, _: int) -> Hall:
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
    return replace(hall, queue=queue, members=with_member(hall, entrant, waiting))


def _moved(hall: Hall, event: e.QueueMoved, _: int) -> Hall:
    others = [each for each in hall.queue if each != event.entrant]
    others.insert(event.place, event.entrant)
    return replace(hall, queue=tuple(others))


def _called(hall: Hall, event: e.PlayerCalled, _: int) -> Hall:
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


def _seat_taken(hall: Hall, event: e.SeatTaken, _: int) -> Hall:
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


def _missed(hall: Hall, event: e.CallMissed, _: int) -> Hall:
    call = hall.call(event.call)
    assert call is not None, "a missed call was made"
    member = hall.members[call.entrant]
    out = replace(member, status=Status.RESTING, missed=member.missed + 1, waiting_since=0)
    cleared = without(hall, call.entrant)
    return replace(cleared, members=with_member(cleared, call.entrant, out))


def _call_withdrawn(hall: Hall, event: e.CallWithdrawn, _: int) -> Hall:
    call = hall.call(event.call)
    assert call is not None, "a withdrawn call was made"
    return back_in_front(without(hall, call.entrant), (call.entrant,))


def _left(hall: Hall, event: e.TableLeft, _: int) -> Hall:
    table = hall.tables[event.table]
    sitters = tuple(each for each in table.sitters if each.entrant != event.entrant)
    resting = replace(hall.members[event.entrant], status=Status.RESTING, streak=0)
    return replace(
        hall,
        tables=with_table(hall, replace(table, sitters=sitters)),
        members=with_member(hall, event.entrant, resting),
    )


def _stood_down(hall: Hall, event: e.PlayerStoodDown, _: int) -> Hall:
    keeps = event.away is e.Away.PAUSED and hall.rules.paused == "keeps"
    member = hall.members.get(event.entrant, NEVER_SEEN)
    if keeps and event.entrant in hall.queue:
        kept = replace(member, status=Status.PAUSED)
        return replace(hall, members=with_member(hall, event.entrant, kept))
    cleared = without(hall, event.entrant)
    away = replace(member, status=Status(event.away.value), streak=0, waiting_since=0)
    return replace(cleared, members=with_member(cleared, event.entrant, away))


def _table_added(hall: Hall, event: e.TableAdded, _: int) -> Hall:
    table = hall.tables.get(event.table, Table(number=event.table))
    used = replace(table, withdrawn=False)
    return replace(hall, tables=with_table(hall, used), free=(*hall.free, event.table))


def _withdrawal(hall: Hall, table: int | None, *, asked: bool) -> Hall:
    if table is None:
        return replace(hall, to_withdraw=hall.to_withdraw + (1 if asked else -1))
    changed = replace(hall.tables[table], withdrawing=asked)
    return replace(hall, tables=with_table(hall, changed))


def _table_withdrawn(hall: Hall, event: e.TableWithdrawn, _: int) -> Hall:
    table = hall.tables[event.table]
    gone = replace(table, withdrawn=True, withdrawing=False, sitters=())
    members = hall.members.copy()
    for sitter in table.sitters:
        members[sitter.entrant] = replace(members[sitter.entrant], status=Status.HELD)
    return replace(
        hall,
        tables=with_table(hall, gone),
        members=members,
        held=(*hall.held, *table.sitters),
        to_withdraw=hall.to_withdraw - (0 if table.withdrawing else 1),
        free=tuple(number for number in hall.free if number != table.number),
    )


def _stayer_moved(hall: Hall, event: e.StayerMoved, _: int) -> Hall:
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


def _sitter(hall: Hall, event: e.StayerMoved) -> Sitter:
    sitters: Iterable[Sitter] = (*hall.held, *hall.tables[event.from_table].sitters)
    return next(sitter for sitter in sitters if sitter.entrant == event.entrant)


def _resumed(hall: Hall, event: e.HallResumed, _: int) -> Hall:
    """The pause is no wait: it is taken out of the waits that it has interrupted."""
    members = {
        entrant: replace(member, waiting_since=_without_pause(hall, member, event.at))
        if member.waiting_since
        else member
        for entrant, member in hall.members.items()
    }
    pauses = (*hall.pauses, (hall.paused_at, event.at))
    return replace(hall, members=members, paused_at=0, pauses=pauses)


def _without_pause(hall: Hall, member: Member, until: int) -> int:
    return until - max(0, hall.paused_at - member.waiting_since)


def _forbidden(hall: Hall, event: e.HallPairsForbidden, version: int) -> Hall:
    return replace(
        hall, apart=(*hall.apart, ForbiddenPair(version=version, entrants=event.entrants))
    )


def _allowed(hall: Hall, event: e.HallPairsAllowed, _: int) -> Hall:
    return replace(
        hall, apart=tuple(each for each in hall.apart if each.version != event.forbidden)
    )


FOLDS: dict[type[e.Event], Callable[[Hall, Any, int], Hall]] = {
    e.QueueFormed: _formed,
    e.PlayerQueued: _queued,
    e.QueueMoved: _moved,
    e.PlayerCalled: _called,
    e.SeatTaken: _seat_taken,
    e.CallMissed: _missed,
    e.CallWithdrawn: _call_withdrawn,
    e.GameSeated: games.seated,
    e.GameVoided: games.voided,
    e.TableLeft: _left,
    e.PlayerStoodDown: _stood_down,
    e.TableAdded: _table_added,
    e.TableWithdrawalAsked: lambda hall, event, _: _withdrawal(hall, event.table, asked=True),
    e.TableWithdrawalCancelled: lambda hall, event, _: _withdrawal(hall, event.table, asked=False),
    e.TableWithdrawn: _table_withdrawn,
    e.StayerMoved: _stayer_moved,
    e.HallEndMoved: lambda hall, event, _: replace(hall, ends_at=event.ends_at, over=False),
    e.HallPaused: lambda hall, event, _: replace(hall, paused_at=event.at),
    e.HallResumed: _resumed,
    e.HallPairsForbidden: _forbidden,
    e.HallPairsAllowed: _allowed,
    e.TimeExpired: lambda hall, event, _: replace(hall, over=True, ended_at=event.at),
    e.PlayoffDrawn: games.playoff_drawn,
    e.ResultRecorded: games.recorded,
    e.ResultCorrected: games.result_corrected,
    e.ResultDeleted: games.result_deleted,
    e.ResultWithdrawn: games.result_withdrawn,
}
"""What each event does, given the hall, the event and its version."""


def follow(hall: Hall, event: e.Event, version: int = 0) -> Hall:
    """The hall after an event of `FOLDS`."""
    return FOLDS[type(event)](hall, event, version)
