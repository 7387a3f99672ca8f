"""Who sits down next: after each act free tables are filled, until nothing more can be done.

The table that is free for longest comes first; who stayed at a withdrawn table comes before the
queue; the queue is strict. Source: seed 004; `docs/rules/masnou.md` for what it leaves open.
"""

from planilla.domain.pairing.masnou import PLAYERS_AT_A_TABLE, colour_of_stayer
from planilla.domain.tournament import events as e
from planilla.domain.tournament.hall.course import Course
from planilla.domain.tournament.hall.state import STAYED, Hall, Sitter, Status, Table
from planilla.domain.vocabulary import Colour, EntrantId

SECOND = 1_000_000
"""Microseconds."""


def settle(course: Course) -> None:
    """Fill the free tables as far as those who wait reach."""
    while not course.hall.over and (
        _seat_the_held(course) or _call_next(course) or _join_lonely(course)
    ):
        pass


def _seat_the_held(course: Course) -> bool:
    """Who stayed at a withdrawn table sits down where another one stayed (seed 004)."""
    hall = course.hall
    if not hall.held:
        return False
    for number in hall.free:
        table = hall.tables[number]
        if table.wants and len(hall.held) + len(_waiting(hall)) >= table.wants:
            _move(course, hall.held[0], number)
            return True
    return False


def _join_lonely(course: Course) -> bool:
    """Two who stayed at two tables play each other when nobody waits."""
    hall = course.hall
    lonely = [number for number in hall.free if len(hall.tables[number].sitters) == 1]
    waiting = [number for number in lonely if not hall.tables[number].calls]
    if len(waiting) < PLAYERS_AT_A_TABLE:
        return False
    first, second = waiting[:2]
    _move(course, hall.tables[second].sitters[0], first)
    return True


def _move(course: Course, sitter: Sitter, table: int) -> None:
    away = sitter.stayed_at or course.hall.members[sitter.entrant].table
    course.say(e.StayerMoved(entrant=sitter.entrant, from_table=away, to_table=table))
    seat(course, table)


def _call_next(course: Course) -> bool:
    """Call the first of the queue to the table that is free for longest (seed 004)."""
    hall = course.hall
    waiting = _waiting(hall)
    for number in hall.free if waiting else ():
        table = hall.tables[number]
        if 0 < table.wants <= len(waiting):
            _call(course, table, waiting)
            return True
    return False


def _waiting(hall: Hall) -> list[EntrantId]:
    """The queue without those who pause and keep their place."""
    return [each for each in hall.queue if hall.members[each].status is Status.WAITING]


def _call(course: Course, table: Table, waiting: list[EntrantId]) -> None:
    hall = course.hall
    place = _first_allowed(hall, table, waiting)
    limit = hall.rules.call_seconds * SECOND
    course.say(
        e.PlayerCalled(
            call=hall.calls_made + 1,
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


def _first_allowed(hall: Hall, table: Table, waiting: list[EntrantId]) -> int:
    """The place in the queue of who is called: the first, unless the two have just met.

    When everybody who waits has just met the sitter, the first comes all the same.
    """
    if hall.rules.same_opponent:
        return 0
    there = [sitter.entrant for sitter in table.sitters] + [call.entrant for call in table.calls]
    for place, entrant in enumerate(waiting):
        if not any(_just_met(hall, entrant, other) for other in there):
            return place
    return 0


def _just_met(hall: Hall, one: EntrantId, other: EntrantId) -> bool:
    return hall.members[one].opponent == other and hall.members[other].opponent == one


def seat(course: Course, number: int) -> None:
    """Begin the game at a table, if both are there."""
    hall = course.hall
    table = hall.tables[number]
    if hall.rules.call_seconds and len(table.sitters) < PLAYERS_AT_A_TABLE:
        return
    if table.wants:
        return
    white, black = colours(hall, table)
    course.say(
        e.GameSeated(
            game=table.next_game,
            table=number,
            white=white,
            black=black,
            at=course.at,
            offline=course.offline,
        )
    )


def colours(hall: Hall, table: Table) -> tuple[EntrantId, EntrantId]:
    """White and Black at a table where both are there.

    Who stayed has the colour that the rules give them. Of two who stayed, the one of the lower
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
