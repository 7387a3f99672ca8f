"""Accelerated pairings: fictitious points that a part of the field has for pairing.

The organiser sets them before round 1. The top group of Baku and Haley is formed when round 1 is
paired: its last member stays the last one, whoever enters later (C.04.7, 2.3).
"""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.crosstable import PointSystem
from planilla.domain.pairing.swiss.acceleration import TOP_GROUPS
from planilla.domain.pairing.team_matches import points_of_matches
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.teams import MatchPoints
from planilla.domain.tiebreaks import CodeError, Setting, checked
from planilla.domain.tiebreaks.grammar import Flaw
from planilla.domain.tournament.command import StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_each_once, known_entrant
from planilla.domain.tournament.refusal import (
    Conflict,
    NoSuchRound,
    RoundAlreadyPaired,
    Unacceptable,
)
from planilla.domain.tournament.shapes import TeamScore
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import (
    AccelerationMethod,
    AccelerationState,
    GrantedPoints,
    RatingBand,
)
from planilla.domain.vocabulary import EntrantId

# Commands


class SetAcceleration(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Set the acceleration before round 1 is paired.

    `bands` are those of McMahon, `granted` the free points; both in units of the point system.
    """

    needs_rounds: ClassVar[bool] = True

    method: AccelerationMethod
    bands: tuple[RatingBand, ...] = ()
    granted: tuple[GrantedPoints, ...] = ()


# Events


class AccelerationSet(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The pairings are accelerated in this way, from round 1 on."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    may_affect_pairings: ClassVar[bool] = True

    method: AccelerationMethod
    bands: tuple[RatingBand, ...] = ()
    granted: tuple[GrantedPoints, ...] = ()

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.method is AccelerationMethod.NONE else f".{self.method.value}"


class TopGroupFormed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The top group has all entrants down to `entrant`, who stays its last one (C.04.7, 2.3)."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    may_affect_pairings: ClassVar[bool] = True

    entrant: EntrantId
    size: int

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"size": self.size}


# Refusals


class AccelerationNotTaken(Unacceptable):
    """The pairing system of this tournament takes no acceleration."""

    cites = "C.04.7"
    system: str


class AccelerationNotOfTeams(Unacceptable):
    """Teams are accelerated by fictitious match points, so where these are the primary score.

    Start points that count in the standings (McMahon) are none.
    """

    cites = "C.04.7"
    method: AccelerationMethod


class AccelerationNeedsHalves(Unacceptable):
    """A win must be worth two draws and a loss nothing (C.04.7, 1.2)."""

    cites = "C.04.7 1.2"
    points: str


class TiebreakNotAccelerated(Conflict):
    """An announced tie-break is not used with accelerated pairings (C.07, 8.1; seed 000, 3.1.7)."""

    tiebreak: str


class AccelerationIncomplete(Unacceptable):
    """McMahon needs bands, free points need grants, and the other methods take neither."""

    method: AccelerationMethod


# Rules


def set_acceleration(
    state: Tournament, command: SetAcceleration, _: DecisionContext
) -> tuple[Event, ...]:
    """Set the acceleration; the same one again changes nothing."""
    if state.rounds:
        raise RoundAlreadyPaired(round=1)
    event = acceleration_of(state, command)
    now = state.acceleration
    same = (now.method, now.bands, now.granted) == (event.method, event.bands, event.granted)
    return () if same else (event,)


def acceleration_of(state: Tournament, command: SetAcceleration) -> AccelerationSet:
    """Return the acceleration as it is set in a tournament.

    Raises:
        AccelerationNotTaken, AccelerationNotOfTeams, AccelerationNeedsHalves,
        AccelerationIncomplete: it cannot be.
        NoSuchEntrant, EntrantTwice, NoSuchRound: free points are granted to nobody, or never.
        TiebreakNotAccelerated: an announced tie-break is not used with accelerated pairings.
    """
    method = command.method
    wanted = (method is AccelerationMethod.MCMAHON, method is AccelerationMethod.FREE)
    if (bool(command.bands), bool(command.granted)) != wanted:
        raise AccelerationIncomplete(method=method)
    if method is not AccelerationMethod.NONE:
        _check_taken(state, method)
    for grant in command.granted:
        _check_grant(state, grant)
    return AccelerationSet(method=method, bands=command.bands, granted=command.granted)


def _check_taken(state: Tournament, method: AccelerationMethod) -> None:
    if not state.system.takes_acceleration:
        raise AccelerationNotTaken(system=state.system_name)
    is_by_games = state.shape.score is TeamScore.GAME_POINTS
    if state.system.plays_in_teams and (is_by_games or method is AccelerationMethod.MCMAHON):
        raise AccelerationNotOfTeams(method=method)
    points = _points(state)
    in_halves = points.win == 2 * points.draw and points.loss == 0
    if method in {AccelerationMethod.BAKU, AccelerationMethod.HALEY} and not in_halves:
        raise AccelerationNeedsHalves(points=state.point_system)
    for code in state.tiebreaks:
        if not used_when_accelerated(code, state.tiebreak_edition):
            raise TiebreakNotAccelerated(tiebreak=code)


def used_when_accelerated(code: str, edition: str) -> bool:
    """Return whether a tie-break is used with accelerated pairings (C.07, 8.1; seed 000, 3.1.7)."""
    try:
        checked((code,), edition, Setting(accelerated=True))
    except CodeError as error:
        return error.flaw is not Flaw.ACCELERATED
    return True


def _check_grant(state: Tournament, grant: GrantedPoints) -> None:
    check_each_once(grant.entrants)
    for entrant in grant.entrants:
        known_entrant(state, entrant)
    if not 1 <= grant.first_round <= grant.last_round <= state.rounds_asked:
        raise NoSuchRound(round=grant.last_round, rounds=state.rounds_asked)


def top_group_before_pairing(state: Tournament, _: DecisionContext) -> tuple[Event, ...]:
    """Return the top group of round 1; all entrants have pairing numbers."""
    method = state.acceleration.method
    if state.rounds or method not in TOP_GROUPS or not state.order:
        return ()
    formed = top_group(state.order, method)
    return () if formed.entrant == state.acceleration.last else (formed,)


def top_group(order: tuple[EntrantId, ...], method: AccelerationMethod) -> TopGroupFormed:
    """Return the top group of a list."""
    size = min(TOP_GROUPS[method].size(len(order)), len(order))
    return TopGroupFormed(entrant=order[max(size, 1) - 1], size=size)


RULES: Rules = {SetAcceleration: set_acceleration}


# Fictitious points


def fictitious_points(state: Tournament, number: int) -> tuple[tuple[int, ...], ...]:
    """Return the fictitious points by seat in rounds 1 to `number`; empty if nobody has any.

    Source: C.04.7; seed 000, 2.9.1.
    """
    set_up, order = state.acceleration, state.order
    if set_up.method is AccelerationMethod.NONE:
        return ()
    if set_up.method in TOP_GROUPS:
        rows = _of_top_group(state, number)
    elif set_up.method is AccelerationMethod.MCMAHON:
        rows = [(points,) * number for points in mcmahon_points(state)]
    else:
        rows = [_granted_to(entrant, set_up.granted, number) for entrant in order]
    return tuple(rows) if any(any(row) for row in rows) else ()


def mcmahon_points(state: Tournament) -> tuple[int, ...]:
    """Return the points with which each entrant starts, by seat: those of the highest band reached.

    They count in the standings too.
    """
    bands = sorted(state.acceleration.bands, key=lambda band: -band.rating)
    return tuple(
        next((band.points for band in bands if state.entrants[each].rating >= band.rating), 0)
        for each in state.order
    )


def _of_top_group(state: Tournament, number: int) -> list[tuple[int, ...]]:
    points, order, last = _points(state), state.order, state.acceleration.last
    if last not in order:
        last = top_group(order, state.acceleration.method).entrant if order else last
    by_round = TOP_GROUPS[state.acceleration.method].points(state.rounds_asked, points.win)
    in_top = (*by_round, *(0,) * number)[:number]
    size = order.index(last) + 1 if last in order else 0
    return [in_top] * size + [(0,) * number] * (len(order) - size)


def _granted_to(
    entrant: EntrantId, granted: tuple[GrantedPoints, ...], number: int
) -> tuple[int, ...]:
    own = [grant for grant in granted if entrant in grant.entrants]
    return tuple(
        sum(grant.points for grant in own if grant.first_round <= each <= grant.last_round)
        for each in range(1, number + 1)
    )


def _points(state: Tournament) -> PointSystem:
    """Return the points of games, or where teams play those of matches."""
    if state.system.plays_in_teams:
        return points_of_matches(MatchPoints())
    return state.points or POINT_SYSTEMS[state.point_system]


# Folds


def _set(state: Tournament, event: AccelerationSet, _: int) -> Tournament:
    return replace(
        state,
        acceleration=AccelerationState(
            method=event.method, bands=event.bands, granted=event.granted
        ),
    )


FOLDS: Folds = {
    AccelerationSet: _set,
    TopGroupFormed: lambda state, event, _: replace(
        state, acceleration=replace(state.acceleration, last=event.entrant)
    ),
}
