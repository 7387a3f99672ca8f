"""Rosters: the players of the teams of a league, in board order.

Where a system plays in teams, the entrants are the teams; their players are registered with the
personal and sporting data of an entrant. The first `boards` of a team are its regular players, the
others its reserves. The board order is fixed by the first published round; later players follow at
the end of it.
"""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.command import Command, PersonGiven
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.entrants import (
    EntrantExists,
    NewEntrant,
    check_rating,
    sporting_data,
)
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_each_once, check_length, known_entrant
from planilla.domain.tournament.refusal import Conflict, NotInThisSystem, Unacceptable
from planilla.domain.tournament.shapes import Team
from planilla.domain.tournament.state import EntrantState, Folds, Tournament, focused
from planilla.domain.tournament.teams import NotInTheTeam, check_captain
from planilla.domain.vocabulary import EntrantId

# Commands


class RegisterPlayers(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Register players of a team in board order, after those that it has; also after the start."""

    team: EntrantId
    players: tuple[NewEntrant, ...]

    def people(self) -> tuple[PersonGiven, ...]:
        """Return the personal data of the players."""
        return tuple(
            PersonGiven(f"$.players[{place}]", new.id, new.person)
            for place, new in enumerate(self.players)
        )


class ArrangeTeam(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Change the board order of a team before its first match, or its captain; None: unchanged."""

    team: EntrantId
    players: tuple[EntrantId, ...] | None = None
    captain: EntrantId | None = None


# Events


class PlayerRegistered(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A player was registered on the last board of a team; the fields are as for an entrant."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    changes_entry: ClassVar[bool] = True
    moves_standings: ClassVar[bool] = False

    team: EntrantId
    entrant: EntrantId
    person: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    k: int = 0
    rating_list: str = ""
    categories: tuple[str, ...] = ()

    def entry(self) -> EntrantId:
        """Return the team whose entry it changes."""
        return self.team

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"team": self.team, "rating": self.rating}


class TeamArranged(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A team has this board order and this captain from now on; an empty captain: none."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    changes_entry: ClassVar[bool] = True
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    players: tuple[EntrantId, ...]
    captain: EntrantId

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"players": self.players, "captain": self.captain}


# Refusals


class PlayerInTeam(Conflict):
    """The player is registered for another team."""

    entrant: EntrantId
    team: EntrantId


class RosterFull(Conflict):
    """The team would have more players than a team may have."""

    team: EntrantId
    players: int
    largest: int


class BoardOrderFixed(Conflict):
    """The board order no longer changes: a round is published."""

    round: int


class BoardOrderIncomplete(Unacceptable):
    """A board order must name every player of the team exactly once."""

    team: EntrantId
    missing: tuple[EntrantId, ...]


# Rules


def register_players(
    state: Tournament, command: RegisterPlayers, _: DecisionContext
) -> tuple[Event, ...]:
    """Register the players who are not registered yet, so that a list may be sent twice."""
    leagues = _leagues(state)
    check_length(command.players)
    team = team_of(state, command.team)
    check_each_once(new.id for new in command.players)
    fresh = [new for new in command.players if not _is_registered(state, team, new)]
    _check_roster(leagues, team, len(team.players) + len(fresh))
    return tuple(
        PlayerRegistered(
            team=team.id,
            entrant=new.id,
            person=new.person.commitment,
            **sporting_data(new),
        )
        for new in fresh
    )


def _leagues(state: Tournament) -> tuple[Tournament, ...]:
    """Return the stages in teams.

    Raises:
        NotInThisSystem: there is none.
    """
    stages = (focused(state, number) for number in range(1, state.stages + 1))
    found = tuple(stage for stage in stages if stage.system.plays_in_teams)
    if not found:
        raise NotInThisSystem(system=state.system_name)
    return found


def team_of(state: Tournament, entrant: EntrantId) -> Team:
    """Return a team, also one without players.

    Raises:
        NoSuchEntrant: no entrant has this id.
    """
    known = known_entrant(state, entrant)
    return next((team for team in state.teams if team.id == entrant), Team(id=known.id, players=()))


def _is_registered(state: Tournament, team: Team, new: NewEntrant) -> bool:
    check_rating(new.id, new.rating)
    if new.id in state.entrants:
        raise EntrantExists(entrant=new.id)
    known = state.players.get(new.id)
    if known is None:
        return False
    if new.id not in team.players:
        other = next(each.id for each in state.teams if new.id in each.players)
        raise PlayerInTeam(entrant=new.id, team=other)
    if sporting_data(known) != sporting_data(new):
        raise EntrantExists(entrant=new.id)
    return True


def _check_roster(leagues: tuple[Tournament, ...], team: Team, players: int) -> None:
    limits = [stage.shape.roster for stage in leagues if stage.shape.roster]
    if limits and players > min(limits):
        raise RosterFull(team=team.id, players=players, largest=min(limits))


def arrange_team(state: Tournament, command: ArrangeTeam, _: DecisionContext) -> tuple[Event, ...]:
    """Set the board order of a team, as long as no round is published, or its captain."""
    leagues = _leagues(state)
    team = team_of(state, command.team)
    arranged = replace(
        team,
        players=team.players if command.players is None else command.players,
        captain=team.captain if command.captain is None else command.captain,
    )
    if arranged == team:
        return ()
    _check_same_players(team, arranged)
    check_captain(arranged)
    begun = max(stage.last_published for stage in leagues)
    if arranged.players != team.players and begun:
        raise BoardOrderFixed(round=begun)
    return (TeamArranged(entrant=team.id, players=arranged.players, captain=arranged.captain),)


def _check_same_players(team: Team, arranged: Team) -> None:
    check_each_once(arranged.players)
    for player in arranged.players:
        if player not in team.players:
            raise NotInTheTeam(team=team.id, entrant=player, players=team.players)
    missing = tuple(player for player in team.players if player not in arranged.players)
    if missing:
        raise BoardOrderIncomplete(team=team.id, missing=missing)


RULES: Rules = {RegisterPlayers: register_players, ArrangeTeam: arrange_team}


# Folds


def _registered(state: Tournament, event: PlayerRegistered, version: int) -> Tournament:
    player = EntrantState(
        id=event.entrant,
        person=event.person,
        data_version=version,
        **sporting_data(event),
    )
    team = team_of(state, event.team)
    team = replace(team, players=(*team.players, event.entrant))
    removed = {each: person for each, person in state.removed.items() if each != event.entrant}
    return replace(
        state,
        teams=_with_team(state, team),
        players={**state.players, event.entrant: player},
        removed=removed,
    )


def _arranged(state: Tournament, event: TeamArranged, _: int) -> Tournament:
    team = Team(id=event.entrant, players=event.players, captain=event.captain)
    return replace(state, teams=_with_team(state, team))


def _with_team(state: Tournament, team: Team) -> tuple[Team, ...]:
    """Return the teams with one in place of that of its id, or after the others."""
    if all(each.id != team.id for each in state.teams):
        return (*state.teams, team)
    return tuple(team if each.id == team.id else each for each in state.teams)


FOLDS: Folds = {PlayerRegistered: _registered, TeamArranged: _arranged}
