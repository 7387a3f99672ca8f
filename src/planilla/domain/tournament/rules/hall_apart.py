"""Keeping players of a hall apart, as siblings: neither is ever called to the other's table.

The prohibition holds from the next call on; a game that runs goes on. The play-off knows none.
"""

from planilla.domain.tournament import commands as c
from planilla.domain.tournament.events import Event, HallPairsAllowed, HallPairsForbidden
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.hall.course import Course
from planilla.domain.tournament.hall.settle import settle
from planilla.domain.tournament.refusals import NoSuchProhibition, NoSuchRound
from planilla.domain.tournament.rules.hall import concluded, prohibitions_in_force
from planilla.domain.tournament.rules.prohibitions import check_entrants
from planilla.domain.tournament.state import Tournament


def forbid_pairs(state: Tournament, command: c.ForbidPairs, _: Given) -> tuple[Event, ...]:
    """Let none of some entrants meet another; nothing when that is forbidden already.

    Raises:
        NoSuchRound: a hall has no rounds, so that none can be named.
    """
    check_entrants(state, command)
    for named in (command.first_round, command.last_round):
        if named is not None:
            raise NoSuchRound(round=named, rounds=0)
    known = [set(each.entrants) for each in prohibitions_in_force(state)]
    if set(command.entrants) in known:
        return ()
    return (HallPairsForbidden(entrants=command.entrants, reason=command.reason.commitment),)


def allow_pairs(state: Tournament, command: c.AllowPairs, given: Given) -> tuple[Event, ...]:
    """Lift a prohibition; who waited because of it may be called at once."""
    if command.forbidden not in [each.version for each in prohibitions_in_force(state)]:
        raise NoSuchProhibition(forbidden=command.forbidden)
    allowed = HallPairsAllowed(
        forbidden=command.forbidden, from_round=1, reason=command.reason.commitment
    )
    if state.hall is None:
        return (allowed,)
    course = Course(state.hall, at=given.at)
    course.say(allowed)
    settle(course)
    return concluded(state, course)
