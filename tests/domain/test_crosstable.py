"""The narrow waist: rounds in, each entrant's games out."""

import msgspec
import pytest
from hypothesis import given

from dsl.crosstables import crosstable, crosstables
from planilla.domain.crosstable import Crosstable, Game, before_round, games_by_entrant
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

# Round 1: 1 beats 2, 3 wins by forfeit against 4, 5 has the bye, 6 is absent.
TABLE = crosstable(6, "1 2 1-0, 3 4 +/-, 5 U", "2 3 *")


def test_the_games_of_a_round_are_seen_by_both_sides() -> None:
    white, black = TABLE.games[0][0], TABLE.games[1][0]
    assert white == Game(
        round=1, opponent=1, colour=Colour.WHITE, result=GameResult.WHITE_WINS, bye=None
    )
    assert black == Game(
        round=1, opponent=0, colour=Colour.BLACK, result=GameResult.WHITE_WINS, bye=None
    )


def test_a_bye_and_an_absence_have_neither_opponent_nor_colour() -> None:
    assert TABLE.games[4][0] == Game(round=1, bye=ByeKind.PAIRING_ALLOCATED)
    assert TABLE.games[5][0] == Game(round=1)


@pytest.mark.parametrize(
    ("seat", "round_", "played", "is_open", "unplayed"),
    [
        pytest.param(0, 1, True, False, False, id="a game"),
        pytest.param(2, 1, False, False, True, id="a forfeit win"),
        pytest.param(3, 1, False, False, True, id="a forfeit loss"),
        pytest.param(4, 1, False, False, True, id="a bye"),
        pytest.param(5, 1, False, False, True, id="an absence"),
        pytest.param(1, 2, False, True, False, id="a game that goes on"),
    ],
)
def test_a_round_is_played_open_or_unplayed(
    seat: int, round_: int, played: bool, is_open: bool, unplayed: bool
) -> None:
    game = TABLE.games[seat][round_ - 1]
    assert (game.is_played, game.is_open, game.is_unplayed) == (played, is_open, unplayed)


@given(crosstables())
def test_every_round_of_every_entrant_is_exactly_one_of_the_three(table: Crosstable) -> None:
    assert all(
        [game.is_played, game.is_open, game.is_unplayed].count(True) == 1
        for games in table.games
        for game in games
    )


@given(crosstables())
def test_opponents_see_each_other_in_the_same_round(table: Crosstable) -> None:
    for seat, games in enumerate(table.games):
        assert [game.round for game in games] == list(range(1, len(table.rounds) + 1))
        for game in games:
            if game.opponent is not None:
                assert table.games[game.opponent][game.round - 1].opponent == seat


def test_the_size_counts_everybody() -> None:
    assert TABLE.size == 6
    assert Crosstable(entrants=()).size == 0


def test_the_games_are_made_once_and_are_no_part_of_the_value() -> None:
    read, unread = crosstable(2, "1 2 1-0"), crosstable(2, "1 2 1-0")
    assert read.games is read.games
    assert read.games == games_by_entrant(unread)
    assert read == unread
    assert hash(read) == hash(unread)
    assert msgspec.json.encode(read) == msgspec.json.encode(unread)


def test_a_changed_crosstable_has_games_of_its_own() -> None:
    assert len(TABLE.games[0]) == 2
    assert len(before_round(TABLE, 2).games[0]) == 1


def test_before_the_first_round_nothing_was_played() -> None:
    assert before_round(TABLE, 1).rounds == ()
    assert before_round(TABLE, 1).games == ((), (), (), (), (), ())
