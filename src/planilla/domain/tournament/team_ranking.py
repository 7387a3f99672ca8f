"""The standings of teams: match points and game points, their tie-breaks, and prizes by board.

The games of a league, match by match, make the crosstable of its teams, whose contest is ranked
like that of individuals.

Source: FIDE C.07 (1 March 2026), 11.1; seed 000, chapter 2.
"""

from collections import defaultdict
from functools import lru_cache

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.teams import GAME, MATCH, Board, Match, TeamCrosstable, TeamRound
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.teams import contest_of_teams
from planilla.domain.tournament.crosstables import for_standings, rounds_planned
from planilla.domain.tournament.shapes import TeamScore
from planilla.domain.tournament.state import MatchDecision, RoundState, Sides, Tournament
from planilla.domain.vocabulary import GAME_RESULTS, EntrantId, GameRef, GameResult

ROUNDS_KEPT = 64
"""Rounds whose matches are cached."""


def contest_of_league(state: Tournament) -> Contest:
    """Return the contest of the teams of a league, with its two tallies."""
    return contest_of_teams(team_crosstable(state, state.last_published))


def team_crosstable(state: Tournament, rounds: int) -> TeamCrosstable:
    """Return the crosstable of the teams after the first rounds, by their pairing numbers."""
    order = state.order
    owners = tuple((player, team.id) for team in state.teams for player in team.players)
    gone = any(state.entrants[team].has_withdrawn for team in order)
    annulled = for_standings(state).annulled if gone else frozenset()
    return TeamCrosstable(
        teams=tuple(state.entrants[team].sporting for team in order),
        boards=state.shape.boards,
        rounds=tuple(
            _counted(_round(played, order, owners), annulled) for played in state.rounds[:rounds]
        ),
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
    return msgspec.structs.replace(played, matches=matches)


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


class BoardScore(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a player on one board: points in units, and the games that count.

    `played` are those over the board; a game won by forfeit counts in `games` and `points` alone.
    """

    player: EntrantId
    points: int
    games: int
    played: int


def board_scores(state: Tournament) -> dict[int, tuple[BoardScore, ...]]:
    """Return the players of a league by board, the most points first, then the fewest games.

    It is the ranking for board prizes; players who are equal in both follow the order of the teams.
    The rule is that of the organiser: the sources have none (UNVERIFIED).
    """
    worth = (state.points or POINT_SYSTEMS[state.point_system]).by_result
    sums: dict[tuple[int, EntrantId], list[int]] = {}
    for played in state.rounds[: state.last_published]:
        for game, pair, code in zip(played.games, played.boards, played.results, strict=True):
            result, board = GAME_RESULTS[code], GameRef.of(game).game
            for player, points in zip(pair, worth[result], strict=True):
                if player in state.players and result is not GameResult.OPEN:
                    total = sums.setdefault((board, player), [0, 0, 0])
                    total[0] += points
                    total[1] += 1
                    total[2] += result.is_played
    places = {player: place for place, player in enumerate(_by_team(state))}
    found: defaultdict[int, list[BoardScore]] = defaultdict(list)
    for (board, player), (points, games, over_board) in sums.items():
        found[board].append(
            BoardScore(player=player, points=points, games=games, played=over_board)
        )
    return {
        board: tuple(
            sorted(scores, key=lambda each: (-each.points, each.games, places[each.player]))
        )
        for board, scores in sorted(found.items())
    }


def _by_team(state: Tournament) -> tuple[EntrantId, ...]:
    """Return all players of rosters, team by team, in board order."""
    teams = {team.id: team.players for team in state.teams}
    return tuple(player for entrant in state.order for player in teams.get(entrant, ()))
