"""Removal of players from wherever they are in a hall, their return to the queue, who came first.

The reasons why a player came before a waiting one are those of the events themselves.
`projections.masnou_fairness` counts independently, by tickets, whom a call passes.
"""

from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from planilla.domain.tournament.masnou.events import PlayerCalled, QueueMoved, StayerMoved
from planilla.domain.tournament.masnou.hall import (
    PASSED_KEPT,
    Hall,
    MasnouGame,
    Member,
    OvertakeCause,
    Passed,
    Status,
    Table,
)
from planilla.domain.vocabulary import EntrantId

Item = TypeVar("Item")


def with_member(hall: Hall, entrant: EntrantId, member: Member) -> dict[EntrantId, Member]:
    """Return the members with one replaced."""
    members = hall.members.copy()  # much faster than a display with `**`
    members[entrant] = member
    return members


def with_table(hall: Hall, table: Table) -> dict[int, Table]:
    """Return the tables with one replaced, or one more at the end."""
    tables = hall.tables.copy()
    tables[table.number] = table
    return tables


def less(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """Return the items without one of them, in a queue most often the first."""
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def with_games(table: Table, number: int, game: MasnouGame) -> Table:
    """Return the table with its game of that running number replaced."""
    return replace(table, games=(*table.games[: number - 1], game, *table.games[number:]))


def without(hall: Hall, entrant: EntrantId) -> Hall:
    """Return the hall with no such player in the queue, at a table, called to one, or held.

    A running game is not affected.
    """
    status = hall.members[entrant].status if entrant in hall.members else Status.RESTING
    if status is Status.HELD:
        return replace(hall, held=tuple(each for each in hall.held if each.entrant != entrant))
    if status is Status.SITTING or status is Status.CALLED:  # a set would hash each, in Python
        table = hall.tables[hall.members[entrant].table]
        emptied = replace(
            table,
            sitters=tuple(each for each in table.sitters if each.entrant != entrant),
            calls=tuple(each for each in table.calls if each.entrant != entrant),
        )
        return replace(hall, tables=with_table(hall, emptied))
    if entrant in hall.queue:
        return replace(hall, queue=less(hall.queue, entrant))
    return hall


def back_in_front(hall: Hall, entrants: tuple[EntrantId, ...], since: int | None = None) -> Hall:
    """Return the hall with `entrants` first in the queue, in order, waiting from `since` on."""
    members = hall.members.copy()
    for entrant in entrants:
        member = members[entrant]
        waiting_since = member.waiting_since if since is None else since
        members[entrant] = replace(member, status=Status.WAITING, waiting_since=waiting_since)
    return replace(hall, queue=(*entrants, *hall.queue), members=members)


def passed_by_call(hall: Hall, event: PlayerCalled) -> Hall:
    """Record whom a call passes: by rule, in a pause that keeps the place, or after a missed call.

    `hall` is the state before the call.
    """
    table = hall.tables[event.table]
    there = [sitter.entrant for sitter in table.sitters]
    there += [call.entrant for call in table.calls]
    opponent = there[0] if there else None
    for entrant in event.passed:
        may_meet = all(hall.may_meet(entrant, other) for other in there) and bool(there)
        cause = OvertakeCause.NO_REMATCH if may_meet else OvertakeCause.KEPT_APART
        hall = _recorded(hall, (entrant,), _passed(event, cause, opponent))
    ahead = hall.queue[: hall.queue.index(event.entrant)]
    pausing = [each for each in ahead if hall.members[each].status is Status.PAUSED]
    hall = _recorded(hall, pausing, _passed(event, OvertakeCause.PAUSED))
    if hall.skipped is None:
        return hall
    skipped = _recorded(hall, (hall.skipped,), _passed(event, OvertakeCause.MISSED_CALL))
    return replace(skipped, skipped=None)


def _passed(event: PlayerCalled, cause: OvertakeCause, opponent: EntrantId | None = None) -> Passed:
    return Passed(entrant=event.entrant, table=event.table, cause=cause, opponent=opponent)


def passed_in_queue(hall: Hall, event: QueueMoved) -> Hall:
    """Record whom the director moves a player past; one who is moved back is passed by others."""
    cause = OvertakeCause.OVERRIDE
    hall = _recorded(hall, event.passed, Passed(entrant=event.entrant, table=0, cause=cause))
    now = hall.queue.index(event.entrant)
    for other in hall.queue[now + 1 : event.place + 1]:
        hall = _recorded(hall, (event.entrant,), Passed(entrant=other, table=0, cause=cause))
    return hall


def seated_before(hall: Hall, event: StayerMoved) -> Hall:
    """Record that a player of a withdrawn table takes the seat of the first who waits."""
    if hall.members[event.entrant].status is not Status.HELD:
        return hall
    cause = OvertakeCause.HELD
    passed = Passed(entrant=event.entrant, table=event.to_table, cause=cause)
    waiting = [each for each in hall.queue if hall.members[each].status is Status.WAITING]
    return _recorded(hall, waiting[:1], passed)


def _recorded(hall: Hall, entrants: Sequence[EntrantId], passed: Passed) -> Hall:
    if not entrants:
        return hall
    members = hall.members.copy()
    for entrant in entrants:
        member = members[entrant]
        kept = (*member.passed_by, passed)[-PASSED_KEPT:]
        members[entrant] = replace(member, passed_by=kept)
    return replace(hall, members=members)
