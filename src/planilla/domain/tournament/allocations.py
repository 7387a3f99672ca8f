"""Allocations before a tournament: the entrants get options, or form teams, by their own ballots.

An allocation is opened among the entrants of a stage, ballots are handed in, and it is decided
once. The result may be withdrawn as long as no round is paired; then ballots may be corrected.

The ballots are in `ballots`. Rules: `docs/rules/allocation.md`.

Source: seed 000, 2.7 and 2.8.
"""

from collections.abc import Sequence
from math import comb
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from planilla.domain.allocation import hungarian, team_formation
from planilla.domain.allocation.faults import BallotFault
from planilla.domain.allocation.hungarian import Ballots, Goal
from planilla.domain.allocation.team_formation import TeamBallots, TeamMode
from planilla.domain.chance import GENERATOR, order_by_lot
from planilla.domain.tournament.command import ConfirmFirst, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Questions, Rules
from planilla.domain.tournament.event import (
    Audience,
    DecidedByLot,
    Details,
    Event,
    StagedEvent,
    Topic,
    lot_shown,
)
from planilla.domain.tournament.lookups import doubles
from planilla.domain.tournament.questions import AllocationAsked, FormationAsked, answered
from planilla.domain.tournament.refusal import Conflict, Refusal, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import (
    AllocationMethod,
    AllocationResult,
    AllocationRules,
    AllocationState,
    Ballot,
    GivenOption,
    OfferedOption,
)
from planilla.domain.vocabulary import EntrantId

OPTION_LENGTH_MAX = 100
"""Most characters of the name of an option."""
TEAM_SIZE = 2
"""Players of a team, if nothing else is asked."""

# Commands


class OpenAllocation(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open an allocation among the entrants of the stage; it replaces one without a result.

    `options`, `votes` of each player and `vetoes` allowed to each are for options; `team` is the
    number of players of a team.
    """

    method: AllocationMethod
    options: tuple[OfferedOption, ...] = ()
    votes: int = hungarian.VOTES_USUAL
    vetoes: int = 0
    team: int = TEAM_SIZE


class DecideAllocation(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give the options or form the teams by the ballots, and publish both."""


class WithdrawAllocation(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Withdraw the result of the allocation; without a result, the allocation with its ballots."""

    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS


# Events


class AllocationOpened(StagedEvent, frozen=True, kw_only=True, tag=True):
    """An allocation was opened among `entrants`, in their order; one without a result is replaced.

    `votes` are those of each player, by A1 if they form teams.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    method: AllocationMethod
    entrants: tuple[EntrantId, ...]
    votes: int
    options: tuple[OfferedOption, ...] = ()
    vetoes: int = 0
    team: int = 0

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "method": self.method,
            "n": len(self.entrants),
            "options": len(self.options),
            "team": self.team,
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".teams" if self.method.forms_teams else ""


class PlayersAllocated(AllocationResult, Event, frozen=True, kw_only=True, tag=True):
    """The options were given, or the teams formed, and the ballots published."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    decided_by_lot: ClassVar[DecidedByLot] = DecidedByLot.TEAMS

    in_stage: int | UnsetType = UNSET

    @property
    def drawn_among(self) -> tuple[EntrantId, ...]:
        """The entrants among whom its lot decided."""
        return tuple(each.entrant for each in self.ballots) if self.lot is not None else ()

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "total": self.total,
            "given": sum(each.option is not None for each in self.given),
            "teams": len(self.teams),
            "lot": lot_shown(self.lot),
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        if self.teams:
            return ".teams" if self.lot is None else ".lot"
        return "" if self.is_unique else ".several"


class AllocationWithdrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The result of the allocation was withdrawn; without a result, the allocation itself."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False


# Refusals


class AllocationNotOpen(Conflict):
    """The stage has no allocation."""


class AllocationDecided(Conflict):
    """The allocation has its result; it is withdrawn first."""


class AllocationTooLate(Conflict):
    """A round is paired, so the allocation before it can no longer change."""


class AllocationDoesNotFit(Unacceptable):
    """A number of an allocation is not possible: `least` to `most` are."""

    field: str
    given: int
    least: int
    most: int


class OptionNotPossible(Unacceptable):
    """The name of an option is empty, too long, or that of another option."""

    option: str


class TooManyTeamsPossible(Unacceptable):
    """More teams are possible than can be compared."""

    team: int
    most: int


class VetoesLeaveNoAssignment(Conflict):
    """Some players have too few options in common after their vetoes."""

    entrants: tuple[EntrantId, ...]
    options: tuple[str, ...]
    needed: int
    places: int


class BallotsMissing(Conflict):
    """Everybody must have voted; only ranked lists may be missing."""

    entrants: tuple[EntrantId, ...]


class EntrantsLeftAllocation(Conflict):
    """Entrants of the allocation have left the tournament: it has to be opened again."""

    entrants: tuple[EntrantId, ...]


class TieOfTeamsTooLarge(Conflict):
    """Too many teams are tied to find the largest set of them."""

    cites = "2.8 C3"

    teams: int


# Rules


TEAM_MODES = {AllocationMethod.TEAMS_A: TeamMode.A, AllocationMethod.TEAMS_B: TeamMode.B}


def open_allocation(
    state: Tournament, command: OpenAllocation, _: DecisionContext
) -> tuple[Event, ...]:
    """Open an allocation among the entrants who have not left, by pairing number."""
    known = state.allocation
    _check_unused(state)
    if known is not None and known.result is not None:
        raise AllocationDecided
    entrants = tuple(each for each in state.order if state.entrants[each].out_from is None)
    if command.method.forms_teams:
        opened = _teams_opened(command, entrants)
    else:
        opened = _options_opened(command, entrants)
    return () if known == _state_of(opened) else (opened,)


def _teams_opened(command: OpenAllocation, entrants: tuple[EntrantId, ...]) -> AllocationOpened:
    _check_size("players", len(entrants), 2, team_formation.PLAYERS_MAX)
    _check_size("team", command.team, 2, len(entrants))
    if comb(len(entrants), command.team) > team_formation.TEAMS_MAX:
        raise TooManyTeamsPossible(team=command.team, most=team_formation.TEAMS_MAX)
    mode = TEAM_MODES[command.method]
    return AllocationOpened(
        method=command.method,
        entrants=entrants,
        votes=team_formation.votes_of_each(len(entrants), command.team, mode),
        team=command.team,
    )


def _options_opened(command: OpenAllocation, entrants: tuple[EntrantId, ...]) -> AllocationOpened:
    names = [option.name for option in command.options]
    _check_size("players", len(entrants), 1, hungarian.SIZE_MAX)
    _check_size("options", len(names), 1, hungarian.SIZE_MAX)
    for option in command.options:
        if not 1 <= len(option.name.strip()) <= OPTION_LENGTH_MAX:
            raise OptionNotPossible(option=option.name[:OPTION_LENGTH_MAX])
        _check_size("places", option.places, 1, hungarian.SIZE_MAX)
    _check_size("places", sum(each.places for each in command.options), 1, hungarian.SIZE_MAX)
    for name in doubles(names):
        raise OptionNotPossible(option=name)
    _check_size("vetoes", command.vetoes, 0, len(names) - 1)
    has_votes = command.method is AllocationMethod.VOTES
    if has_votes:
        _check_size("votes", command.votes, 1, hungarian.VALUE_MAX)
    return AllocationOpened(
        method=command.method,
        entrants=entrants,
        votes=command.votes if has_votes else 0,
        options=command.options,
        vetoes=command.vetoes,
    )


def _check_size(field: str, given: int, least: int, most: int) -> None:
    if not least <= given <= most:
        raise AllocationDoesNotFit(field=field, given=given, least=least, most=most)


def _check_unused(state: Tournament) -> None:
    """Check that the tournament has not gone on from the allocation."""
    if state.rounds or state.has_begun:
        raise AllocationTooLate


def undecided(state: Tournament) -> AllocationState:
    """Return the allocation that is open.

    Raises:
        Conflict: there is none, it has its result, or a round is paired.
    """
    _check_unused(state)
    found = state.allocation
    if found is None:
        raise AllocationNotOpen
    if found.result is not None:
        raise AllocationDecided
    return found


def decide_allocation(
    state: Tournament, _: DecideAllocation, context: DecisionContext
) -> tuple[Event, ...]:
    """Give the options with the best total, or form the teams by C1 to C6."""
    found = _complete(state)
    if found.rules.method.forms_teams:
        return (_teams_formed(found, context),)
    return (_options_given(found, context),)


def question_of_allocation(
    state: Tournament, _: DecideAllocation, context: DecisionContext
) -> AllocationAsked | FormationAsked:
    """Return the question of `decide_allocation`.

    Raises:
        Refusal: as `decide_allocation`.
    """
    found = _complete(state)
    if found.rules.method.forms_teams:
        return _formation_asked(found, context)
    return AllocationAsked(ballots=option_ballots(found))


def _complete(state: Tournament) -> AllocationState:
    """Return the open allocation with everybody and their ballots.

    Raises:
        Conflict: entrants have left, or ballots are missing.
    """
    found = undecided(state)
    left = tuple(
        each
        for each in found.entrants
        if each not in state.entrants or state.entrants[each].out_from is not None
    )
    if left:
        raise EntrantsLeftAllocation(entrants=left)
    missing = tuple(each for each in found.entrants if each not in found.ballots)
    if missing and found.rules.method is not AllocationMethod.RANKS:
        raise BallotsMissing(entrants=missing)
    return found


def _options_given(found: AllocationState, context: DecisionContext) -> PlayersAllocated:
    ballots = option_ballots(found)
    reply = answered(AllocationAsked(ballots=ballots), context.prepared)
    if isinstance(reply, BallotFault):
        raise _refused(reply)
    given = (
        GivenOption(entrant=entrant, option=None if option is None else option + 1)
        for entrant, option in zip(found.entrants, reply.assignment, strict=True)
    )
    return PlayersAllocated(
        given=tuple(given),
        total=reply.total,
        is_unique=reply.is_unique,
        ballots=_in_order(found) if hungarian.has_steps(ballots) else (),
    )


def _teams_formed(found: AllocationState, context: DecisionContext) -> PlayersAllocated:
    question = _formation_asked(found, context)
    reply = answered(question, context.prepared)
    if isinstance(reply, BallotFault):
        raise _refused(reply)
    rows, everybody = question.ballots.rows, found.entrants
    return PlayersAllocated(
        teams=tuple(tuple(everybody[at] for at in team) for team in reply.teams),
        without=tuple(everybody[at] for at in reply.without),
        total=sum(rows[a][b] for team in reply.teams for a in team for b in team),
        is_unique=not reply.is_by_lot,
        lot=context.lot if reply.is_by_lot else None,
        generator=GENERATOR if reply.is_by_lot else "",
        ballots=_in_order(found),
    )


def _refused(fault: BallotFault) -> Refusal:
    """Return the refusal of a fault that only the whole of the ballots shows."""
    if fault.code == "tie-too-large":
        return TieOfTeamsTooLarge(teams=fault.fields["teams"])
    return VetoesLeaveNoAssignment(
        entrants=tuple(fault.fields["players"]),
        options=tuple(fault.fields["options"]),
        needed=fault.fields["needed"],
        places=fault.fields["places"],
    )


def _formation_asked(found: AllocationState, context: DecisionContext) -> FormationAsked:
    lots = order_by_lot(context.lot, len(found.entrants))
    return FormationAsked(ballots=votes_for_players(found, lots))


def _in_order(found: AllocationState) -> tuple[Ballot, ...]:
    return tuple(found.ballots[each] for each in found.entrants if each in found.ballots)


def option_ballots(found: AllocationState) -> Ballots:
    """Return the ballots for options; an entrant without one has no preferences."""
    rules = found.rules
    has_votes = rules.method is AllocationMethod.VOTES
    rows = [found.ballots.get(each) for each in found.entrants]
    return Ballots(
        goal=Goal.MAX if has_votes else Goal.MIN,
        players=found.entrants,
        options=tuple(option.name for option in rules.options),
        rows=tuple(() if row is None else row.values for row in rows),
        votes=rules.votes,
        vetoes=frozenset(
            (player, option - 1)
            for player, row in enumerate(rows)
            if row is not None
            for option in row.vetoes
        ),
        places=tuple(option.places for option in rules.options),
    )


def team_ballots(found: AllocationState) -> TeamBallots:
    """Return the ballots for team mates, with the lots that were drawn for the result."""
    result = found.result
    lots: Sequence[int] = ()
    if result is not None and result.lot is not None:
        lots = order_by_lot(result.lot, len(found.entrants), result.generator)
    return votes_for_players(found, tuple(lots))


def votes_for_players(found: AllocationState, lots: tuple[int, ...] = ()) -> TeamBallots:
    """Return the ballots for team mates; an entrant without one gives nobody a vote."""
    nobody = (0,) * len(found.entrants)
    rows = (found.ballots.get(each) for each in found.entrants)
    return TeamBallots(
        mode=TEAM_MODES[found.rules.method],
        team=found.rules.team,
        players=found.entrants,
        rows=tuple(nobody if row is None else row.values for row in rows),
        lots=lots,
    )


def withdraw_allocation(
    state: Tournament, _: WithdrawAllocation, __: DecisionContext
) -> tuple[Event, ...]:
    """Withdraw the result, or the allocation without one."""
    _check_unused(state)
    if state.allocation is None:
        raise AllocationNotOpen
    return (AllocationWithdrawn(),)


QUESTIONS: Questions = {DecideAllocation: question_of_allocation}

RULES: Rules = {
    OpenAllocation: open_allocation,
    DecideAllocation: decide_allocation,
    WithdrawAllocation: withdraw_allocation,
}


# Folds


def _state_of(event: AllocationOpened) -> AllocationState:
    return AllocationState(
        rules=AllocationRules(
            method=event.method,
            options=event.options,
            votes=event.votes,
            vetoes=event.vetoes,
            team=event.team,
        ),
        entrants=event.entrants,
    )


def _opened(state: Tournament, event: AllocationOpened, _: int) -> Tournament:
    return replace(state, allocation=_state_of(event))


def _allocated(state: Tournament, event: PlayersAllocated, _: int) -> Tournament:
    """Keep the result with its ballots, which are public now."""
    found = state.allocation
    if found is None:
        return state
    published = {each.entrant: each for each in event.ballots}
    ballots = published or found.ballots
    return replace(state, allocation=replace(found, ballots=ballots, result=event))


def _withdrawn(state: Tournament, _: AllocationWithdrawn, __: int) -> Tournament:
    """Keep the ballots if a result was withdrawn."""
    found = state.allocation
    if found is None or found.result is None:
        return replace(state, allocation=None)
    return replace(state, allocation=replace(found, result=None))


FOLDS: Folds = {
    AllocationOpened: _opened,
    PlayersAllocated: _allocated,
    AllocationWithdrawn: _withdrawn,
}
