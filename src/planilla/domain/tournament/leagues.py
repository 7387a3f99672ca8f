"""The teams of a league and their matches, board by board: for the standings, and for pairing."""

from collections import defaultdict
from functools import lru_cache

from msgspec.structs import replace

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.team_matches import TeamMatches, matches_of
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.teams import GAME, MATCH, Board, Match, TeamCrosstable, TeamRound
from planilla.domain.tournament.crosstables import (
    for_standings,
    rounds_for_pairing,
    rounds_planned,
)
from planilla.domain.tournament.shapes import TeamScore
from planilla.domain.tournament.state import MatchDecision, RoundState, Sides, Tournament
from planilla.domain.vocabulary import GAME_RESULTS, EntrantId, GameRef, GameResult

ROUNDS_KEPT = 64
"""Rounds whose matches are cached."""


def team_crosstable(state: Tournament, rounds: int) -> TeamCrosstable:
    """Return the crosstable of the teams after the first rounds, by their pairing numbers."""
    gone = any(state.entrants[team].has_withdrawn for team in state.order)
    annulled = for_standings(state).annulled if gone else frozenset()
    return _team_crosstable(state, state.rounds[:rounds], annulled)


def matches_played(state: Tournament) -> TeamCrosstable:
    """Return the published matches of the teams, also those that count for nobody."""
    return _team_crosstable(state, state.rounds[: state.last_published], frozenset())


def matches_for_pairing(state: Tournament, number: int) -> TeamMatches:
    """Return the matches of teams before round `number` with the results that its pairing uses."""
    return matches_of(_team_crosstable(state, rounds_for_pairing(state, number), frozenset()))


def _team_crosstable(
    state: Tournament, rounds: tuple[RoundState, ...], annulled: frozenset[Seat]
) -> TeamCrosstable:
    order = state.order
    owners = tuple((player, team.id) for team in state.teams for player in team.players)
    return TeamCrosstable(
        teams=tuple(state.entrants[team].sporting for team in order),
        boards=state.shape.boards,
        rounds=tuple(_counted(_round(played, order, owners), annulled) for played in rounds),
        rounds_planned=rounds_planned(state),
        game_points=state.points or POINT_SYSTEMS[state.point_system],
        primary=GAME if state.shape.score is TeamScore.GAME_POINTS else MATCH,
        predetermined=state.system.has_schedule,
    )


def _counted(played: TeamRound, annulled: frozenset[Seat]) -> TeamRound:
    """Return a round without the matches that count for nobody (seed 004, unplayed games)."""
    if not annulled:
        return played
    matches = tuple(
        match for match in played.matches if annulled.isdisjoint((match.first, match.second))
    )
    return replace(played, matches=matches)


Owners = tuple[tuple[EntrantId, EntrantId], ...]
"""Players and their teams."""


@lru_cache(maxsize=ROUNDS_KEPT)
def _round(played: RoundState, order: tuple[EntrantId, ...], owners: Owners) -> TeamRound:
    """Return the matches of a round; a result changes only its own round, so rounds are cached."""
    seats = {entrant: seat for seat, entrant in enumerate(order)}
    team_of = dict(owners)
    decisions = {each.match: each for each in played.decisions}
    games: defaultdict[int, list[Board]] = defaultdict(list)
    for game, (white, _), result in zip(played.games, played.boards, played.results, strict=True):
        number = GameRef.of(game).match
        first_has_white = team_of.get(white, white) == played.sides[number - 1][0]
        games[number].append(Board(GAME_RESULTS[result], first_has_white))
    return TeamRound(
        matches=tuple(
            _match(sides, seats, games[number], decisions.get(number))
            for number, sides in enumerate(played.sides, start=1)
        ),
        byes=tuple((seats[bye.entrant], bye.kind) for bye in played.byes),
    )


def _match(
    sides: Sides,
    seats: dict[EntrantId, Seat],
    boards: list[Board],
    decision: MatchDecision | None,
) -> Match:
    return Match(
        first=seats[sides[0]],
        second=seats[sides[1]],
        boards=tuple(boards),
        result=None if decision is None else _ruled(decision, sides),
    )


def _ruled(decision: MatchDecision, sides: Sides) -> GameResult:
    """Return the forfeit of a whole match that a ruling gives."""
    if decision.winner is None:
        return GameResult.BOTH_FORFEIT
    if decision.winner == sides[0]:
        return GameResult.WHITE_WINS_BY_FORFEIT
    return GameResult.BLACK_WINS_BY_FORFEIT
