"""Line-ups: the players of a team in a round, handed in before all boards are published.

A line-up is a fact for the staff until the line-ups of the round are published; then all boards of
the matches become games. The side that is named first has White on the odd boards (C.04.6, 7.1).
Without a line-up the first players of the team play, in board order. Where one team has nobody for
a board, its opponent wins it by forfeit, and the id of the team stands for the missing player; a
match for which neither team has anybody is lost by both.
"""

from itertools import zip_longest
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.absences import forfeit_of
from planilla.domain.tournament.command import StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_each_once, paired_round
from planilla.domain.tournament.matches import GamesAdded, MatchDecided
from planilla.domain.tournament.refusal import (
    Conflict,
    NoSuchEntrant,
    NotInThisSystem,
    RoundNotPublished,
    Unacceptable,
)
from planilla.domain.tournament.rosters import team_of
from planilla.domain.tournament.shapes import DecidedBy, Team
from planilla.domain.tournament.state import Folds, RoundState, Tournament
from planilla.domain.tournament.teams import NotInTheTeam
from planilla.domain.tournament.values import PairedGame
from planilla.domain.vocabulary import EntrantId, GameRef

# Commands


class HandInLineUp(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hand in the players of a team for a paired round, in board order; a later one replaces it."""

    needs_rounds: ClassVar[bool] = True

    round: int
    team: EntrantId
    players: tuple[EntrantId, ...]


class PublishLineUps(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Publish the line-ups of a published round: all boards of its matches become games."""

    needs_rounds: ClassVar[bool] = True

    round: int


# Events


class LineUpHandedIn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A team handed in its players for a round, in board order; the staff alone see it."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False

    round: int
    entrant: EntrantId
    players: tuple[EntrantId, ...]

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"players": self.players}


# Refusals


class OutOfBoardOrder(Unacceptable):
    """A line-up does not keep the board order: `before` plays on a higher board than `entrant`."""

    team: EntrantId
    entrant: EntrantId
    before: EntrantId
    players: tuple[EntrantId, ...]


class TooManyInLineUp(Unacceptable):
    """A line-up has more players than a match has boards."""

    players: int
    boards: int


class LineUpsPublished(Conflict):
    """The line-ups of the round are published and no longer change."""

    round: int


class NoMatchInRound(Conflict):
    """The team has no match in this round."""

    round: int
    team: EntrantId


# Rules


def hand_in_line_up(
    state: Tournament, command: HandInLineUp, _: DecisionContext
) -> tuple[Event, ...]:
    """Record the line-up of a team until the line-ups of the round are published."""
    played = _round_of_teams(state, command.round)
    team = team_of(state, command.team)
    if not any(team.id in sides for sides in played.sides):
        raise NoMatchInRound(round=played.number, team=team.id)
    if has_line_ups(played):
        raise LineUpsPublished(round=played.number)
    _check_line_up(state, team, command.players)
    if state.line_ups.get((played.number, team.id)) == command.players:
        return ()
    return (LineUpHandedIn(round=played.number, entrant=team.id, players=command.players),)


def _round_of_teams(state: Tournament, number: int) -> RoundState:
    """Return a paired round.

    Raises:
        NotInThisSystem: the system does not play in teams.
        RoundNotPaired: it does not exist yet.
    """
    if not state.system.plays_in_teams:
        raise NotInThisSystem(system=state.system_name)
    return paired_round(state, number)


def has_line_ups(played: RoundState) -> bool:
    """Return whether the line-ups of a round are published."""
    return bool(played.sides) and not played.matches_without_games


def _check_line_up(state: Tournament, team: Team, players: tuple[EntrantId, ...]) -> None:
    if len(players) > state.shape.boards:
        raise TooManyInLineUp(players=len(players), boards=state.shape.boards)
    check_each_once(players)
    for player in players:
        if state.entry(player) is None:
            raise NoSuchEntrant(entrant=player)
        if player not in team.players:
            raise NotInTheTeam(team=team.id, entrant=player, players=team.players)
    places = [team.players.index(player) for player in players]
    for at in range(1, len(places)):
        if places[at - 1] > places[at]:
            raise OutOfBoardOrder(
                team=team.id, entrant=players[at - 1], before=players[at], players=team.players
            )


def publish_line_ups(
    state: Tournament, command: PublishLineUps, _: DecisionContext
) -> tuple[Event, ...]:
    """Add the games of all boards, and the forfeits of those for which a team has nobody."""
    played = _round_of_teams(state, command.round)
    if not played.is_published:
        raise RoundNotPublished(round=played.number)
    matches = played.matches_without_games
    if not matches:
        return ()
    games: list[PairedGame] = []
    after: list[Event] = []
    for number in matches:
        boards, forfeits = _boards(state, played, number)
        games += boards
        after += forfeits
    added = (GamesAdded(round=played.number, games=tuple(games)),) if games else ()
    return (*added, *after)


def _boards(
    state: Tournament, played: RoundState, number: int
) -> tuple[list[PairedGame], list[Event]]:
    """Return the games of a match, and the results of those without two players."""
    first, second = played.sides[number - 1]
    pairs = zip_longest(line_up(state, played, first), line_up(state, played, second))
    games: list[PairedGame] = []
    forfeits: list[Event] = []
    for board, (one, other) in enumerate(pairs, start=1):
        seated = [(one or first, one is None), (other or second, other is None)]
        (white, no_white), (black, no_black) = seated if board % 2 else reversed(seated)
        ref = GameRef(stage=state.stage, round=played.number, match=number, game=board)
        games.append(PairedGame(game=ref.written, white=white, black=black))
        if no_white or no_black:
            forfeits.append(forfeit_of(ref.written, absent=(no_white, no_black)))
    if games:
        return games, forfeits
    nobody = MatchDecided(round=played.number, match=number, winner=None, by=DecidedBy.NO_SHOW)
    return [], [nobody]


def line_up(state: Tournament, played: RoundState, team: EntrantId) -> tuple[EntrantId, ...]:
    """Return the players of a team in a round, in board order; none of one that has left."""
    if not state.entrants[team].plays(played.number):
        return ()
    handed_in = state.line_ups.get((played.number, team))
    return team_of(state, team).players[: state.shape.boards] if handed_in is None else handed_in


RULES: Rules = {HandInLineUp: hand_in_line_up, PublishLineUps: publish_line_ups}


# Folds


def _handed_in(state: Tournament, event: LineUpHandedIn, _: int) -> Tournament:
    return replace(state, line_ups={**state.line_ups, (event.round, event.entrant): event.players})


FOLDS: Folds = {LineUpHandedIn: _handed_in}
