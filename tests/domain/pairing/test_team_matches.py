"""Matches of teams as boards of a crosstable: results, both scores, byes and open matches."""

from msgspec.structs import replace

from planilla.domain.crosstable import Entrant
from planilla.domain.pairing.team_matches import matches_of
from planilla.domain.teams import GAME, Board, Match, MatchPoints, TeamCrosstable, TeamRound
from planilla.domain.vocabulary import ByeKind, EntrantId, GameResult

W, D, B, OPEN = (
    GameResult.WHITE_WINS,
    GameResult.DRAW,
    GameResult.BLACK_WINS,
    GameResult.OPEN,
)
FORFEIT = GameResult.BLACK_WINS_BY_FORFEIT


def match(first: int, second: int, *results: GameResult) -> Match:
    """A match in which the first team has White on the odd boards."""
    boards = tuple(Board(result, at % 2 == 0) for at, result in enumerate(results))
    return Match(first=first, second=second, boards=boards)


def table(*rounds: TeamRound, teams: int = 6) -> TeamCrosstable:
    entrants = tuple(Entrant(id=EntrantId(f"t{seat}")) for seat in range(teams))
    return TeamCrosstable(teams=entrants, boards=2, rounds=rounds, rounds_planned=5)


ONE = TeamRound(
    matches=(match(0, 1, W, W), match(2, 3, W, B)),
    byes=((4, ByeKind.PAIRING_ALLOCATED), (5, ByeKind.HALF_POINT)),
)
"""0-1 is drawn (each won with White), 2 beats 3 by 2-0, 4 has the bye, 5 asked for half a point."""


def test_a_match_is_won_by_the_game_points_of_its_boards() -> None:
    found = matches_of(table(ONE))
    (played,) = found.crosstable.rounds
    assert played.boards == ((0, 1), (2, 3))
    assert tuple(played.results) == (D, W)
    assert found.totals == ((0, 1), (0, 1), (0, 2), (0, 0), (0, 1), (0, 1))
    # Game points are in half points: 1-1, 2-0, and 1 for each of both without a match.
    assert found.secondary == (2, 2, 4, 0, 2, 2)


def test_game_points_come_first_where_they_are_the_primary_score() -> None:
    found = matches_of(replace(table(ONE), primary=GAME))
    assert found.totals == ((0, 2), (0, 2), (0, 4), (0, 0), (0, 2), (0, 2))
    assert found.secondary == (1, 1, 2, 0, 1, 1)


def test_the_bye_is_worth_what_was_announced() -> None:
    worth = MatchPoints(pairing_bye=2, bye_games=4)
    found = matches_of(replace(table(ONE), match_points=worth))
    assert (found.totals[4], found.secondary[4]) == ((0, 2), 4)


def test_a_match_without_its_result_counts_as_drawn() -> None:
    found = matches_of(table(TeamRound(matches=(match(0, 1, W, OPEN),)), teams=2))
    assert tuple(found.crosstable.rounds[0].results) == (OPEN,)
    assert found.totals == ((0, 1), (0, 1))
    assert found.secondary == (2, 2)


def test_a_forfeited_match_is_won_without_being_played() -> None:
    lost = replace(match(0, 1), result=FORFEIT)
    found = matches_of(table(TeamRound(matches=(lost,)), teams=3))
    assert tuple(found.crosstable.rounds[0].results) == (FORFEIT,)
    assert found.totals == ((0, 0), (0, 2), (0, 0))
    # A win on both boards is 2 points; who was absent has none.
    assert found.secondary == (0, 4, 0)


def test_a_match_whose_boards_were_all_forfeited_is_won_by_who_came() -> None:
    first = match(0, 1, FORFEIT, GameResult.WHITE_WINS_BY_FORFEIT)
    found = matches_of(table(TeamRound(matches=(first,)), teams=2))
    assert tuple(found.crosstable.rounds[0].results) == (FORFEIT,)
    assert found.totals == ((0, 0), (0, 2))


def test_full_points_and_nothing_by_request_are_worth_a_won_match_and_nothing() -> None:
    asked = TeamRound(byes=((0, ByeKind.FULL_POINT), (1, ByeKind.ZERO_POINT)))
    found = matches_of(table(asked, teams=2))
    assert found.totals == ((0, 2), (0, 0))
    assert found.secondary == (4, 0)


def test_a_match_to_which_nobody_came_is_lost_by_both() -> None:
    nobody = match(0, 1, GameResult.BOTH_FORFEIT, GameResult.BOTH_FORFEIT)
    found = matches_of(table(TeamRound(matches=(nobody,)), teams=2))
    assert tuple(found.crosstable.rounds[0].results) == (GameResult.BOTH_FORFEIT,)
    assert found.totals == ((0, 0), (0, 0))
