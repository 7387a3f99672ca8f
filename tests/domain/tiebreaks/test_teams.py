"""A team tournament as tie-breaks read it: both scores, what each round was, and the boards."""

import pytest

from dsl.teams import team_table
from planilla.domain.scoring import THREE_ONE_NOUGHT
from planilla.domain.teams import MatchPoints
from planilla.domain.tiebreaks.contest import RoundKind
from planilla.domain.tiebreaks.teams import contest_of_teams


@pytest.mark.parametrize(
    ("said", "match_points", "game_points", "kinds"),
    [
        pytest.param("1=00", (0, 2), (3, 5), (RoundKind.PLAYED,) * 2, id="1½-2½"),
        pytest.param("1=10", (2, 0), (5, 3), (RoundKind.PLAYED,) * 2, id="2½-1½"),
        pytest.param("1==0", (1, 1), (4, 4), (RoundKind.PLAYED,) * 2, id="2-2"),
        pytest.param("++~0", (1, 1), (4, 4), (RoundKind.PLAYED,) * 2, id="one game was played"),
        pytest.param(
            "+++~", (2, 0), (6, 2), (RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS), id="none was"
        ),
        pytest.param(
            "+~~~", (0, 2), (2, 6), (RoundKind.FORFEIT_LOSS, RoundKind.FORFEIT_WIN), id="or none"
        ),
        pytest.param("++~~", (1, 1), (4, 4), (RoundKind.PLAYED,) * 2, id="both were there"),
        pytest.param("xxxx", (0, 0), (0, 0), (RoundKind.FORFEIT_LOSS,) * 2, id="nobody came"),
        pytest.param(
            "+/-", (2, 0), (8, 0), (RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS), id="as a whole"
        ),
        pytest.param("-/-", (0, 0), (0, 0), (RoundKind.FORFEIT_LOSS,) * 2, id="neither came"),
        pytest.param("11*1", (0, 0), (0, 0), (RoundKind.OPEN,) * 2, id="unfinished: nothing yet"),
    ],
)
def test_what_a_match_brings(
    said: str,
    match_points: tuple[int, int],
    game_points: tuple[int, int],
    kinds: tuple[RoundKind, RoundKind],
) -> None:
    contest = contest_of_teams(team_table(2, f"1 2 {said}"))
    assert [each // 2 for each in contest.tallies["MP"].scores] == list(match_points)
    assert tuple(contest.tallies["GP"].scores) == game_points  # both in half points
    assert tuple(row[0] for row in contest.tally.kinds) == kinds
    assert [row[0] for row in contest.tally.opponents] == [1, 0]


@pytest.mark.parametrize(
    ("bye", "match_points", "game_points", "kind"),
    [
        pytest.param(", 1 U", 1, 4, RoundKind.FULL_BYE, id="as a drawn match"),
        pytest.param(", 1 F", 2, 8, RoundKind.FULL_BYE, id="full-point bye"),
        pytest.param(", 1 H", 1, 4, RoundKind.REQUESTED, id="half-point bye"),
        pytest.param(", 1 Z", 0, 0, RoundKind.REQUESTED, id="zero-point bye"),
        pytest.param("", 0, 0, RoundKind.REQUESTED, id="absent"),
    ],
)
def test_what_a_round_without_a_match_brings(
    bye: str, match_points: int, game_points: int, kind: RoundKind
) -> None:
    contest = contest_of_teams(team_table(3, f"2 3 2-2{bye}"))
    assert contest.tallies["MP"].scores[0] == 2 * match_points
    assert contest.tallies["GP"].scores[0] == game_points
    assert contest.tally.kinds[0] == bytes((kind,))


def test_a_bye_is_worth_what_the_event_says() -> None:
    worth = MatchPoints(win=3, draw=1, loss=0, pairing_bye=2, bye_games=5)
    contest = contest_of_teams(team_table(3, "1 2 4-0, 3 U", match_points=worth))
    assert contest.tallies["MP"].scores == [6, 0, 4]  # in half points too
    assert contest.tallies["GP"].scores == [8, 0, 5]


def test_a_bye_is_a_win_on_each_board() -> None:
    boards = contest_of_teams(team_table(3, "1 2 1==0, 3 U", "1 3 ++00, 2 H")).boards
    assert boards is not None
    assert boards.points == [
        [(2, 1, 1, 0), (2, 2, 0, 0)],
        [(0, 1, 1, 2), (1, 1, 1, 1)],
        [(2, 2, 2, 2), (0, 0, 2, 2)],
    ]
    assert boards.played[0] == [b"\1\1\1\1", b"\0\0\1\1"]
    assert boards.blacks[0][0] == b"\0\1\0\1"  # White on boards 1 and 3
    assert boards.blacks[1] == [b"\1\0\1\0", bytes(4)]


def test_a_free_round_of_a_schedule_is_none() -> None:
    byes = contest_of_teams(team_table(3, "1 2 4-0, 3 U", "1 3 4-0", predetermined=True))
    assert [row[0] for row in byes.tally.kinds][2] == RoundKind.FREE
    assert byes.tally.kinds[1][1] == RoundKind.FREE


def test_the_primary_score_comes_first() -> None:
    contest = contest_of_teams(team_table(2, "1 2 3-1", primary="GP"))
    assert list(contest.tallies) == ["GP", "MP"]
    assert (contest.tally.scores, contest.secondary.scores) == ([6, 2], [4, 0])
    assert (contest.named(""), contest.named("MP"), contest.named("XP")) == ("GP", "MP", "GP")


def test_a_whole_match_is_worth_a_win_on_each_board_in_game_points() -> None:
    games = contest_of_teams(team_table(2, "1 2 3-1")).tallies["GP"]
    assert (games.unit, games.win, games.draw, games.loss) == (2, 8, 4, 0)


def test_both_scores_and_the_boards_count_in_the_same_unit() -> None:
    in_halves = MatchPoints(unit=2, win=2, draw=1)
    table = team_table(2, "1 2 1==0", match_points=in_halves, game_points=THREE_ONE_NOUGHT)
    contest = contest_of_teams(table)
    # A match point is 2 halves, and so is a game point: 1 + 1 + 3 for each, and ½ for the draw.
    assert [tally.unit for tally in contest.tallies.values()] == [2, 2]
    assert contest.tallies["MP"].scores == [1, 1]
    assert contest.tallies["GP"].scores == [10, 10]
    assert contest.boards is not None
    assert contest.boards.points[0] == [(6, 2, 2, 0)]


def test_the_second_team_has_black_and_results_are_those_of_the_match() -> None:
    contest = contest_of_teams(team_table(2, "2 1 3-1", strengths=(2000, 1900)))
    assert contest.ratings == (2000, 1900)
    assert contest.tally.blacks == [b"\1", b"\0"]
    assert contest.tally.outcomes == [b"\0", b"\2"]
