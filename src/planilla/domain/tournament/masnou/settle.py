"""The next seats: after each act the free tables are filled, as far as possible.

The table that has been free for longest comes first; a player who stayed at a withdrawn table comes
before the queue; the queue is strict. Source: seed 004; `docs/rules/masnou.md` for what it leaves
open.
"""

from planilla.domain.pairing.masnou import PLAYERS_AT_A_TABLE, colour_of_stayer
from planilla.domain.tournament.masnou.events import GameSeated, PlayerCalled, StayerMoved
from planilla.domain.tournament.masnou.folds import Course
from planilla.domain.tournament.masnou.hall import STAYED, Hall, Sitter, Status, Table
from planilla.domain.vocabulary import Colour, EntrantId

SECOND = 1_000_000
"""Microseconds in a second."""


def settle(course: Course) -> None:
    """Fill the free tables as far as there are waiting players."""
    while may_call(course.hall, course.at) and (
        _seat_the_held(course) or _call_next(course) or _join_lonely(course)
    ):
        pass


def may_call(hall: Hall, at: int) -> bool:
    """Return whether games can begin at a time: no pause, and enough time left for a game."""
    if hall.over or hall.paused_at:
        return False
    return not hall.rules.last_start or at < hall.last_start_at


def _seat_the_held(course: Course) -> bool:
    """Seat a player who stayed at a withdrawn table where another one stayed (seed 004)."""
    hall = course.hall
    if not hall.held:
        return False
    waiting = _waiting(hall)
    for number in hall.free:
        table = hall.tables[number]
        for sitter in hall.held if table.wants else ():
            if _fits(hall, table, sitter.entrant, waiting):
                _move(course, sitter, number)
                return True
    return False


def _fits(hall: Hall, table: Table, held: EntrantId, waiting: list[EntrantId]) -> bool:
    """Return whether a held player has an opponent there, preferably not the last one."""
    there = _at(table)
    if not there:
        others = [*(each.entrant for each in hall.held if each.entrant != held), *waiting]
        return any(hall.may_meet(held, other) for other in others)
    if not hall.may_meet(held, there[0]):
        return False
    fresh = (each for each in waiting if _may_be_called(hall, each, there))
    return not _is_again(hall, held, there) or not any(
        not _is_again(hall, each, there) for each in fresh
    )


def _join_lonely(course: Course) -> bool:
    """Let two players who stayed at two tables play each other when the queue is empty."""
    hall = course.hall
    lonely = [
        (number, hall.tables[number].sitters[0])
        for number in hall.free
        if len(hall.tables[number].sitters) == 1 and not hall.tables[number].calls
    ]
    pairs = [
        (table, sitter, _is_again(hall, sitter.entrant, [there.entrant]))
        for place, (table, there) in enumerate(lonely)
        for _, sitter in lonely[place + 1 :]
        if hall.may_meet(there.entrant, sitter.entrant)
    ]
    if not pairs:
        return False
    table, sitter, _ = min(pairs, key=lambda pair: pair[2])
    _move(course, sitter, table)
    return True


def _move(course: Course, sitter: Sitter, table: int) -> None:
    away = sitter.stayed_at or course.hall.members[sitter.entrant].table
    course.record(StayerMoved(entrant=sitter.entrant, from_table=away, to_table=table))
    seat(course, table)


def _call_next(course: Course) -> bool:
    """Call the first of the queue to the table that has been free for longest (seed 004)."""
    hall = course.hall
    waiting = _waiting(hall)
    for number in hall.free if waiting else ():
        table = hall.tables[number]
        if 0 < table.wants <= len(waiting):
            place = _first_allowed(hall, table, waiting)
            if place is not None:
                _call(course, table, waiting, place)
                return True
    return False


def _waiting(hall: Hall) -> list[EntrantId]:
    """Return the queue without players who pause and keep their place."""
    return [each for each in hall.queue if hall.members[each].status is Status.WAITING]


def _call(course: Course, table: Table, waiting: list[EntrantId], place: int) -> None:
    limit = course.hall.rules.call_seconds * SECOND
    course.record(
        PlayerCalled(
            call=course.hall.calls_made + 1,
            entrant=waiting[place],
            table=table.number,
            at=course.at,
            until=course.at + limit if limit else 0,
            passed=tuple(waiting[:place]),
            offline=course.offline,
        )
    )
    if not limit:
        seat(course, table.number)


def _at(table: Table) -> list[EntrantId]:
    """Return the players who sit at a table or were called to it."""
    sitters = [sitter.entrant for sitter in table.sitters]
    return [*sitters, *(call.entrant for call in table.calls)]


def _first_allowed(hall: Hall, table: Table, waiting: list[EntrantId]) -> int | None:
    """Return the place in the queue of the player to call: the first whom the rules allow.

    A player who may not meet the one at the table is never called. If all others who wait would
    meet the same opponent twice running, the first of them is called nevertheless.
    """
    if hall.rules.same_opponent and not hall.apart:
        return 0
    there = _at(table)
    if not there:
        return _first_with_opponent(hall, waiting)
    allowed = [place for place, each in enumerate(waiting) if _may_be_called(hall, each, there)]
    fresh = (place for place in allowed if not _is_again(hall, waiting[place], there))
    return next(fresh, allowed[0]) if allowed else None


def _first_with_opponent(hall: Hall, waiting: list[EntrantId]) -> int | None:
    """Return the first player who may meet another one who waits: an empty table takes two."""
    for place, entrant in enumerate(waiting):
        if any(other != entrant and hall.may_meet(entrant, other) for other in waiting):
            return place
    return None


def _may_be_called(hall: Hall, entrant: EntrantId, there: list[EntrantId]) -> bool:
    return all(hall.may_meet(entrant, other) for other in there)


def _is_again(hall: Hall, entrant: EntrantId, there: list[EntrantId]) -> bool:
    """Return whether either would have the same opponent twice running, where that is avoided."""
    if hall.rules.same_opponent:
        return False
    met = hall.members[entrant].opponent
    return any(met == other or hall.members[other].opponent == entrant for other in there)


def seat(course: Course, number: int) -> None:
    """Begin the game at a table, if both players are there."""
    hall = course.hall
    table = hall.tables[number]
    if hall.rules.call_seconds and len(table.sitters) < PLAYERS_AT_A_TABLE:
        return
    if table.wants:
        return
    white, black = colours(hall, table)
    course.record(
        GameSeated(
            game=table.next_game,
            table=number,
            white=white,
            black=black,
            at=course.at,
            offline=course.offline,
        )
    )


def colours(hall: Hall, table: Table) -> tuple[EntrantId, EntrantId]:
    """Return White and Black at a table where both players are present.

    A player who stayed has the colour given by the rules. Of two who stayed, the one of the lower
    table has White; of two from the queue, the one who was called first (seed 004 is silent on
    both: `docs/rules/masnou.md`).
    """
    there = [(sitter.order, sitter.stayed_at, sitter.entrant) for sitter in table.sitters]
    there += [(call.number, 0, call.entrant) for call in table.calls]
    first, second = sorted(there)
    stayed = {sitter.entrant: sitter for sitter in table.sitters if sitter.order == STAYED}
    if len(stayed) == 1:
        stayer = stayed[first[2]]
        if colour_of_stayer(hall.rules, stayer.had) is Colour.BLACK:
            return second[2], first[2]
    return first[2], second[2]
