"""Teams, their matches, and what a match brings at each board."""

import pytest

from dsl.teams import team_table
from planilla.domain.scoring import STANDARD
from planilla.domain.teams import Match, scored_in
from planilla.domain.vocabulary import GameResult


def match(said: str) -> Match:
    return team_table(2, f"1 2 {said}").rounds[0].matches[0]


@pytest.mark.parametrize(
    ("said", "first", "second"),
    [
        pytest.param("1=0*", (2, 1, 0, 0), (0, 1, 2, 0), id="a win, a draw, a loss, an open game"),
        pytest.param("+~x1", (2, 0, 0, 2), (0, 2, 0, 0), id="forfeits count as they are scored"),
        pytest.param("10", (2, 0, 0, 0), (0, 2, 0, 0), id="boards without a game bring nothing"),
        pytest.param("+/-", (2, 2, 2, 2), (0, 0, 0, 0), id="forfeited as a whole"),
        pytest.param("-/+", (0, 0, 0, 0), (2, 2, 2, 2), id="forfeited by the first team"),
        pytest.param("-/-", (0, 0, 0, 0), (0, 0, 0, 0), id="nobody came"),
    ],
)
def test_each_board_brings_both_teams(
    said: str, first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    assert scored_in(match(said), 4, STANDARD) == (first, second)


def test_a_forfeited_match_with_games_brings_what_they_brought() -> None:
    some_came = Match(
        first=0,
        second=1,
        boards=match("++").boards,
        result=GameResult.WHITE_WINS_BY_FORFEIT,
    )
    assert scored_in(some_came, 4, STANDARD).first == (2, 2, 0, 0)


@pytest.mark.parametrize(
    ("said", "is_open", "is_played"),
    [
        pytest.param("1=0=", False, True, id="complete"),
        pytest.param("1=0*", True, True, id="one board is missing"),
        pytest.param("", True, False, id="not begun"),
        pytest.param("++~~", False, False, id="forfeits alone"),
        pytest.param("-/+", False, False, id="forfeited as a whole"),
    ],
)
def test_a_match_is_open_or_played(said: str, *, is_open: bool, is_played: bool) -> None:
    played = match(said) if said else Match(first=0, second=1)
    assert (played.is_open, played.is_played) == (is_open, is_played)
