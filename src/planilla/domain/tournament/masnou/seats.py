"""Removal of players from wherever they are in a hall, and their return to the queue."""

from typing import TypeVar

from msgspec.structs import replace

from planilla.domain.tournament.masnou.hall import Hall, MasnouGame, Member, Status, Table
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
