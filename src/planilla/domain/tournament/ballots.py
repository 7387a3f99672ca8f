"""Ballots of an allocation: hand one in, check it, or take it back.

They are for the staff until the result of the allocation publishes them.

Source: seed 000, 2.7 and 2.8.
"""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.allocation import hungarian, team_formation
from planilla.domain.tournament.allocations import undecided, votes_for_players
from planilla.domain.tournament.command import StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import doubles
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import (
    AllocationMethod,
    AllocationRules,
    AllocationState,
    Ballot,
)
from planilla.domain.vocabulary import EntrantId

# Commands


class HandInBallot(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hand in the ballot of an entrant; it replaces an earlier one, and an empty one removes it.

    `values` are votes or ranks in the order of the options, or votes in the order of the players
    with 0 for the own one. `vetoes` are options by number, from 1.
    """

    entrant: EntrantId
    values: tuple[int, ...]
    vetoes: tuple[int, ...] = ()


# Events


class BallotHandedIn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The ballot of an entrant was handed in; without `values` it was taken back."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    values: tuple[int, ...]
    vetoes: tuple[int, ...] = ()

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.values else ".none"


# Refusals


class NotInAllocation(Unacceptable):
    """The entrant does not take part in the allocation."""

    entrant: EntrantId


class BallotLength(Unacceptable):
    """A ballot has one value for each option, or for each player."""

    entrant: EntrantId
    given: int
    expected: int


class VoteOutOfRange(Unacceptable):
    """A vote is too small or too large; `place` is that of its option or player, from 1."""

    entrant: EntrantId
    place: int
    given: int
    least: int
    most: int


class VotesDoNotAddUp(Unacceptable):
    """The votes of a ballot have another sum than the rules give each player."""

    cites = "2.7.1 1, 2.8 A1"

    entrant: EntrantId
    given: int
    expected: int


class VoteForOneself(Unacceptable):
    """A player votes for other players only."""

    cites = "2.8 A2"

    entrant: EntrantId


class RanksDoNotFit(Unacceptable):
    """The ranks of a ballot are not all numbers from the first to the last, each once."""

    cites = "2.7.2 1"

    entrant: EntrantId
    first: int
    last: int
    missing: tuple[int, ...]


class VetoesDoNotFit(Unacceptable):
    """A ballot has more vetoes than are allowed, or of options that do not exist."""

    entrant: EntrantId
    given: int
    most: int


class VetoesLeaveNoTeam(Conflict):
    """With the votes of 0 of this ballot no team can be formed; `possible` could be team mates.

    They gave the entrant a vote, or have no ballot yet.
    """

    cites = "2.8 B2"

    entrant: EntrantId
    team: int
    possible: tuple[EntrantId, ...]


# Rules


def hand_in_ballot(
    state: Tournament, command: HandInBallot, _: DecisionContext
) -> tuple[Event, ...]:
    """Take a ballot that has no fault; ranks are recorded from 0."""
    found = undecided(state)
    if command.entrant not in found.entrants:
        raise NotInAllocation(entrant=command.entrant)
    values = command.values
    if values:
        if found.rules.method.forms_teams:
            _check_team_ballot(found, command)
        else:
            values = _checked_values(found.rules, command)
    ballot = Ballot(entrant=command.entrant, values=values, vetoes=tuple(sorted(command.vetoes)))
    known = found.ballots.get(command.entrant)
    if known == ballot or (known is None and not values):
        return ()
    return (BallotHandedIn(entrant=ballot.entrant, values=values, vetoes=ballot.vetoes),)


def _checked_values(rules: AllocationRules, command: HandInBallot) -> tuple[int, ...]:
    """Return the votes, or the ranks from 0."""
    options = len(rules.options)
    _check_length(command, options)
    known = set(command.vetoes) <= set(range(1, options + 1))
    if not known or len(command.vetoes) > rules.vetoes or doubles(command.vetoes):
        given = len(command.vetoes)
        raise VetoesDoNotFit(entrant=command.entrant, given=given, most=rules.vetoes)
    if rules.method is AllocationMethod.VOTES:
        _check_votes(command, least=0, most=hungarian.VALUE_MAX, expected=rules.votes)
        return command.values
    first = 0 if 0 in command.values else 1
    missing = sorted(set(range(first, first + options)) - set(command.values))
    if missing:
        raise RanksDoNotFit(
            entrant=command.entrant,
            first=first,
            last=first + options - 1,
            missing=tuple(missing),
        )
    return tuple(rank - first for rank in command.values)


def _check_team_ballot(found: AllocationState, command: HandInBallot) -> None:
    """Check the votes (A1, A2), and that the vetoes leave a team (B2)."""
    _check_length(command, len(found.entrants))
    if command.vetoes:
        raise VetoesDoNotFit(entrant=command.entrant, given=len(command.vetoes), most=0)
    own, expected = found.entrants.index(command.entrant), found.rules.votes
    if command.values[own]:
        raise VoteForOneself(entrant=command.entrant)
    most = expected * len(found.entrants)
    least = -most if found.rules.method is AllocationMethod.TEAMS_B else 0
    _check_votes(command, least=least, most=most, expected=expected)
    mine = Ballot(entrant=command.entrant, values=command.values)
    ballots = {**found.ballots, command.entrant: mine}
    known = [at for at, entrant in enumerate(found.entrants) if entrant in ballots]
    asked = votes_for_players(replace(found, ballots=ballots))
    if not team_formation.may_form(asked, known):
        free = team_formation.possible_mates(asked, [at for at in known if at != own])[own]
        raise VetoesLeaveNoTeam(
            entrant=command.entrant,
            team=found.rules.team,
            possible=tuple(each for at, each in enumerate(found.entrants) if free >> at & 1),
        )


def _check_length(command: HandInBallot, expected: int) -> None:
    if len(command.values) != expected:
        given = len(command.values)
        raise BallotLength(entrant=command.entrant, given=given, expected=expected)


def _check_votes(command: HandInBallot, *, least: int, most: int, expected: int) -> None:
    for place, votes in enumerate(command.values, start=1):
        if not least <= votes <= most:
            raise VoteOutOfRange(
                entrant=command.entrant, place=place, given=votes, least=least, most=most
            )
    if sum(command.values) != expected:
        given = sum(command.values)
        raise VotesDoNotAddUp(entrant=command.entrant, given=given, expected=expected)


RULES: Rules = {HandInBallot: hand_in_ballot}


# Folds


def _handed_in(state: Tournament, event: BallotHandedIn, _: int) -> Tournament:
    found = state.allocation
    if found is None:
        return state
    ballots = {each: ballot for each, ballot in found.ballots.items() if each != event.entrant}
    if event.values:
        ballots[event.entrant] = Ballot(
            entrant=event.entrant, values=event.values, vetoes=event.vetoes
        )
    return replace(state, allocation=replace(found, ballots=ballots))


FOLDS: Folds = {BallotHandedIn: _handed_in}
