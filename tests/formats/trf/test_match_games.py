"""Matches of two games in a file: a column for each game, and files with one for each match."""

import pytest

from dsl.trf_files import read
from dsl.trf_text import trf
from planilla.application.checking import checked_rounds
from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import scores
from planilla.domain.vocabulary import ByeKind, GameResult
from planilla.formats.trf.document import TrfDocument, TrfRemark
from planilla.formats.trf.match_games import by_rounds, crosstable_of_rounds, hides_games
from planilla.formats.trf.pairing_input import pairing_input, tournament_pairing

DOUBLE, DUTCH = SYSTEMS["swiss-double"], SYSTEMS["swiss-dutch-2026"]
GAMES = [("3w1", "3b="), ("4b1", "4w1"), ("1b0", "1w="), ("2w0", "2b0"), ("U", "H")]
"""1 beat 3 by 1½-½, 2 beat 4 by 2-0 with Black in the first game, and 5 had the bye of 1½."""
MATCHES = [("3w1",), ("4b1",), ("1b0",), ("2w0",), ("U",)]
"""The same with a sign for each match."""
ABSENT = [("3w1", "3b=", "H", "H"), *GAMES[1:]]


def table(document: TrfDocument, rounds: int = 1) -> Crosstable:
    return crosstable_of_rounds(document, rounds, DOUBLE)


def test_the_games_of_a_round_are_columns() -> None:
    found = table(read(trf(GAMES, "XXR 3")))
    assert scores(found) == (3, 4, 1, 0, 3)
    (played,) = found.rounds
    assert played.boards == ((0, 2), (3, 1))
    assert tuple(played.results) == (GameResult.WHITE_WINS, GameResult.BLACK_WINS)
    assert played.byes == ((4, ByeKind.PAIRING_ALLOCATED),)


def test_the_next_round_is_paired_from_all_games() -> None:
    given = pairing_input(read(trf(GAMES, "XXR 3")), None, DOUBLE)
    assert isinstance(given, PairingInput)
    assert (given.round, given.present) == (2, (0, 1, 2, 3, 4))
    assert given.crosstable.rounds_planned == 3


def test_a_bye_of_the_round_to_come_is_in_its_first_column() -> None:
    given = pairing_input(read(trf(ABSENT, "XXR 3")), None, DOUBLE)
    assert isinstance(given, PairingInput)
    assert (given.present, given.requested) == ((1, 2, 3, 4), ((0, ByeKind.HALF_POINT),))


def test_rounds_beyond_are_those_of_matches() -> None:
    found = pairing_input(read(trf(GAMES, "XXR 3")), 3, DOUBLE)
    assert isinstance(found, TrfRemark)
    assert found.fields["following"] == 2


def test_a_column_for_each_match_is_worth_what_its_sign_is() -> None:
    document = read(trf(MATCHES, "XXR 3"))
    assert by_rounds(document, DOUBLE) is document
    assert scores(table(document)) == (2, 2, 0, 0, 2)
    assert hides_games(document, DOUBLE)


def test_other_systems_have_a_column_for_each_round() -> None:
    document = read(trf(MATCHES, "XXR 3"))
    assert by_rounds(document, DUTCH) is document
    assert not hides_games(document, DUTCH)


@pytest.mark.parametrize("players", [GAMES, [()] * 4], ids=["games", "nothing played"])
def test_nothing_is_hidden_in_columns_of_games(players: list[tuple[str, ...]]) -> None:
    assert not hides_games(read(trf(players, "XXR 3")), DOUBLE)


def test_a_round_of_the_file_is_compared_match_by_match() -> None:
    document = read(trf(GAMES, "XXR 3"))
    assert tournament_pairing(document, 1, DOUBLE).boards == ((0, 2), (3, 1))
    (checked,) = checked_rounds(document, DOUBLE)
    assert checked.same


def test_boards_are_in_the_order_of_the_points_before() -> None:
    # Before round 2 player 2 has 2 points, 1 and 5 have 1½ and 3 has ½.
    second = [("2b=", "2w="), ("1w=", "1b="), ("5w1", "5b1"), ("U", "H"), ("3b0", "3w0")]
    both = [(*one, *other) for one, other in zip(GAMES, second, strict=True)]
    found = table(read(trf(both, "XXR 3")), 2)
    assert found.rounds[1].boards == ((1, 0), (2, 4))
    assert scores(found) == (5, 6, 5, 3, 3)


def test_a_game_that_is_missing_in_the_second_column_is_open() -> None:
    # In round 2 the second column has no game of 1 and 2: their match is open.
    second = [("2b1", ""), ("1w0", ""), ("5w1", "5b1"), ("U", "H"), ("3b0", "3w0")]
    both = [(*one, *other) for one, other in zip(GAMES, second, strict=True)]
    found = table(read(trf(both, "XXR 3")), 2)
    assert found.rounds[1].results[0] == GameResult.OPEN
    assert found.rounds[1].scored == ((0, 2), (4, 0))
