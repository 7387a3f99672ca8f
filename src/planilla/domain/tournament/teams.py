"""Teams: formation of the teams of a table among the entrants.

In a table of teams (Scheveningen, Djaja, Hutton, Hilton, Skalitzka) the entrants are players. They
are grouped in teams of equal size with their players in board order, and numbered team by team. The
teams may be those that an allocation has formed. Their names are kept apart from the log.

Source: seed 000, 2.4 to 2.6 and 2.8; seed 004, "Schevenningen".
"""

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from planilla.domain.pairing.table import NoTable, TableRequest, team_letters
from planilla.domain.tournament.command import Sealed, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_each_once, known_entrant
from planilla.domain.tournament.refusal import (
    Conflict,
    NoSuchStage,
    NotInThisSystem,
    Unacceptable,
)
from planilla.domain.tournament.shapes import Team
from planilla.domain.tournament.state import Folds, Numbering, Tournament, focused
from planilla.domain.tournament.values import NumberingReason
from planilla.domain.vocabulary import EntrantId

# Commands


class NewTeam(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A team to be formed: its players in board order, and a captain and a name, if there are any.

    The name is a free text.
    """

    players: tuple[EntrantId, ...]
    captain: EntrantId = EntrantId("")
    name: Sealed = Sealed()


class FormTeams(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Group all entrants in teams A, B …, before the first round is paired.

    In place of `teams`, those of a decided allocation may be taken: `from_allocation` is the number
    of its stage (0: none).
    """

    needs_rounds: ClassVar[bool] = True

    teams: tuple[NewTeam, ...] = ()
    from_allocation: int = 0

    def free_texts(self) -> dict[str, Sealed]:
        """Return the names of the teams by their place."""
        return {
            f"teams[{place}].name": new.name
            for place, new in enumerate(self.teams)
            if new.name.commitment
        }


class NameTeam(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give a team of a table another name; an empty one: its letters alone."""

    needs_rounds: ClassVar[bool] = True
    allowed_after_end: ClassVar[bool] = True

    team: EntrantId
    name: Sealed


# Events


class TeamsFormed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The entrants were grouped in teams; their numbers go team by team, in board order."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    teams: tuple[Team, ...]

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "teams": len(self.teams),
            "boards": max((len(team.players) for team in self.teams), default=0),
        }


class TeamNamed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A team of a table has a name from now on: `name` is the commitment to it; empty: none."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    reason_is_public: ClassVar[bool] = True

    team: EntrantId
    name: str

    @property
    def text(self) -> str:
        """The commitment to the name, which is shown with its sentence."""
        return self.name

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"team": self.team}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.name else ".removed"


# Refusals


class NoTableForTeams(Unacceptable):
    """The system has no table for so many teams; `possible` are the numbers that it has."""

    system: str
    teams: int
    possible: tuple[int, ...]


class NoTableForBoards(Unacceptable):
    """The system has no table for teams of so many players; `possible` are some that it has.

    Of a system with every even number they are the next smaller and the next larger one.
    """

    system: str
    teams: int
    boards: int
    possible: tuple[int, ...]


class TeamsUnequal(Unacceptable):
    """A team has another number of players than the first one."""

    team: EntrantId
    players: int
    boards: int


class TeamsIncomplete(Conflict):
    """Entrants belong to no team."""

    missing: tuple[EntrantId, ...]


class TeamsFixed(Conflict):
    """The teams no longer change: a round is paired."""

    round: int


class NoTeamsAllocated(Conflict):
    """The stage has no decided allocation that formed teams."""

    cites = "2.8"

    stage: int


class TeamsGivenTwice(Unacceptable):
    """The teams are named, and those of an allocation are asked for."""

    stage: int


class NoSuchTeam(Unacceptable):
    """No team of the table has these letters; `known` are those that exist."""

    team: EntrantId
    known: tuple[EntrantId, ...]


class NotInTheTeam(Unacceptable):
    """The player belongs to no team, or to another one than `team`."""

    team: EntrantId
    entrant: EntrantId
    players: tuple[EntrantId, ...]


# Rules


def form_teams(state: Tournament, command: FormTeams, _: DecisionContext) -> tuple[Event, ...]:
    """Group all entrants in teams of a size of which the system has a table."""
    if not state.system.forms_teams:
        raise NotInThisSystem(system=state.system_name)
    if state.rounds:
        raise TeamsFixed(round=len(state.rounds))
    wanted = _wanted(state, command)
    teams = tuple(
        Team(id=EntrantId(team_letters(number)), players=new.players, captain=new.captain)
        for number, new in enumerate(wanted, start=1)
    )
    _check_equal(teams)
    _check_players(state, teams)
    _check_table(state, teams)
    named = tuple(
        TeamNamed(team=team.id, name=new.name.commitment)
        for team, new in zip(teams, wanted, strict=True)
        if new.name.commitment
    )
    return named if teams == state.teams else (TeamsFormed(teams=teams), *named)


def _wanted(state: Tournament, command: FormTeams) -> tuple[NewTeam, ...]:
    """Return the teams that are named, or those of the allocation (seed 000, 2.8).

    Raises:
        TeamsGivenTwice: both are asked for.
        NoSuchStage: the stage of the allocation does not exist.
        NoTeamsAllocated: it has formed no teams.
    """
    stage = command.from_allocation
    if not stage:
        return command.teams
    if command.teams:
        raise TeamsGivenTwice(stage=stage)
    if not 1 <= stage <= state.stages:
        raise NoSuchStage(stage=stage, stages=state.stages)
    found = focused(state, stage).allocation
    if found is None or found.result is None or not found.result.teams:
        raise NoTeamsAllocated(stage=stage)
    return tuple(NewTeam(players=team) for team in found.result.teams)


def name_team(state: Tournament, command: NameTeam, _: DecisionContext) -> tuple[Event, ...]:
    """Give a team of a table a name, also after the start; a league's team is named as entrant."""
    if not state.system.forms_teams:
        raise NotInThisSystem(system=state.system_name)
    known = tuple(team.id for team in state.teams)
    if not known:
        raise TeamsIncomplete(missing=state.order)
    if command.team not in known:
        raise NoSuchTeam(team=command.team, known=known)
    name = command.name.commitment
    if name == state.team_names.get(command.team, ""):
        return ()
    return (TeamNamed(team=command.team, name=name),)


def have_names(state: Tournament) -> bool:
    """Return whether a team of a table was given a name, in any stage."""
    return any(stage.team_names for stage in (state, *state.later))


def check_formed(state: Tournament) -> None:
    """Refuse a pairing before all entrants belong to a team; nobody at all is refused later.

    Raises:
        TeamsIncomplete: some do not.
    """
    if not state.order:
        return
    grouped = {player for team in state.teams for player in team.players}
    missing = tuple(entrant for entrant in state.order if entrant not in grouped)
    if missing or not grouped:
        raise TeamsIncomplete(missing=missing)
    _check_equal(state.teams)
    _check_table(state, state.teams)


def _check_equal(teams: tuple[Team, ...]) -> None:
    for team in teams:
        if len(team.players) != len(teams[0].players):
            raise TeamsUnequal(
                team=team.id, players=len(team.players), boards=len(teams[0].players)
            )


def _check_players(state: Tournament, teams: tuple[Team, ...]) -> None:
    players = [player for team in teams for player in team.players]
    for player in players:
        known_entrant(state, player)
    check_each_once(players)
    for team in teams:
        check_captain(team)
    missing = tuple(entrant for entrant in state.order if entrant not in set(players))
    if missing:
        raise TeamsIncomplete(missing=missing)


def check_captain(team: Team) -> None:
    """Refuse a captain who is no player of the team.

    Raises:
        NotInTheTeam: the captain plays elsewhere.
    """
    if team.captain and team.captain not in team.players:
        raise NotInTheTeam(team=team.id, entrant=team.captain, players=team.players)


def _check_table(state: Tournament, teams: tuple[Team, ...]) -> None:
    """Refuse a size of which the system has no table.

    Raises:
        NoTableForTeams, NoTableForBoards: with the sizes that exist.
    """
    table = state.system.team_table
    assert table is not None, "a system that forms teams has their table"
    boards = len(teams[0].players) if teams else 0
    request = TableRequest(teams=len(teams), boards=boards)
    try:
        table(request)
    except NoTable as missing:
        system, offered = state.system_name, tuple(int(each) for each in missing.offered)
        if missing.field == "teams":
            raise NoTableForTeams(system=system, teams=len(teams), possible=offered) from missing
        even = tuple(each for each in (boards - 1, boards + 1) if each >= missing.least)
        raise NoTableForBoards(
            system=system, teams=len(teams), boards=boards, possible=offered or even
        ) from missing


RULES: Rules = {FormTeams: form_teams, NameTeam: name_team}


# Folds


def _formed(state: Tournament, event: TeamsFormed, version: int) -> Tournament:
    """Group the entrants in teams without names; in a table of teams their numbers follow."""
    state = replace(state, teams=event.teams, team_names={})
    if not state.system.forms_teams:
        return state
    order = tuple(player for team in event.teams for player in team.players)
    numbering = Numbering(version=version, order=order, reason=NumberingReason.ARBITER)
    return replace(state, numberings=(*state.numberings, numbering))


def _named(state: Tournament, event: TeamNamed, _: int) -> Tournament:
    return replace(state, team_names={**state.team_names, event.team: event.name})


def without_member(state: Tournament, gone: EntrantId) -> Tournament:
    """Return the state without an entrant in the teams; a team goes with its players.

    Their commitments stay among those of removed entries, so that their data can be erased.
    """
    members = {player for team in state.teams if team.id == gone for player in team.players}
    people = state.players.items()
    return replace(
        state,
        teams=tuple(_without(team, gone) for team in state.teams if team.id != gone),
        players={each: known for each, known in people if each not in members},
        removed=state.removed | {each: known.person for each, known in people if each in members},
    )


def _without(team: Team, gone: EntrantId) -> Team:
    return replace(
        team,
        players=tuple(player for player in team.players if player != gone),
        captain=EntrantId("") if team.captain == gone else team.captain,
    )


FOLDS: Folds = {TeamsFormed: _formed, TeamNamed: _named}
