"""The record of a Double-Swiss: players, points of matches, byes, and what does not fit."""

import msgspec
import pytest

from planilla.application.checking import checked_matches
from planilla.domain.pairing.floats import scores_by_round
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import ByeKind, Colour, GameResult
from planilla.formats.double_swiss import InvalidRecord, before_round, played_in, read_record

FIRST = {"matches": [[1, 3, 1.5, 0.5], [4, 2, 0, 2]], "bye": 5}
"""By rank 1 meets 3 and 2 meets 4; the last one waits. The even number has the other colour."""
SECOND = {"matches": [[2, 1, 1, 1], [3, 5, None, None]], "bye": 4}


def written(**fields: object) -> bytes:
    record = {
        "players": [1, 2, 3, 4, 5],
        "rounds": 5,
        "initial": "W",
        "bye_points": 1.5,
        "history": [FIRST, SECOND],
    }
    return msgspec.json.encode(record | fields)


def given(number: int, **fields: object) -> PairingInput:
    return before_round(read_record(written(**fields)), number)


def test_the_points_of_a_match_are_those_of_its_games() -> None:
    found = given(2)
    # In halves: 1½, 2, ½, 0 and the bye of 1½.
    assert [own[-1] for own in scores_by_round(found.crosstable)] == [3, 4, 1, 0, 3]
    assert found.crosstable.rounds_planned == 5
    (played,) = found.crosstable.rounds
    assert tuple(played.results) == (GameResult.WHITE_WINS, GameResult.BLACK_WINS)
    assert played.byes == ((4, ByeKind.PAIRING_ALLOCATED),)


def test_a_match_without_points_counts_as_level() -> None:
    found = given(3, history=[FIRST, SECOND, {}])
    assert [own[-1] for own in scores_by_round(found.crosstable)] == [5, 6, 3, 3, 5]
    assert tuple(found.crosstable.rounds[1].results) == (GameResult.DRAW, GameResult.OPEN)
    assert found.present == ()


def test_the_bye_is_worth_what_was_announced() -> None:
    assert scores_by_round(given(2, bye_points=1).crosstable)[4] == (0, 2)
    assert scores_by_round(given(2, bye_points=2).crosstable)[4] == (0, 4)


def test_the_initial_colour_is_white_or_black() -> None:
    assert given(1).first_colour is Colour.WHITE
    assert given(1, initial="B").first_colour is Colour.BLACK


@pytest.mark.parametrize(
    "players",
    [[{"number": each} for each in range(1, 6)], [{"name": "x"}] * 5, ["a", "b", "c", "d", "e"]],
)
def test_players_are_numbers_objects_or_only_counted(players: list[object]) -> None:
    record = read_record(written(players=players))
    assert record.numbers == (1, 2, 3, 4, 5)


def test_only_who_is_named_in_a_round_is_there() -> None:
    absent = {"matches": [[1, 3, 2, 0]], "bye": None}
    assert given(1, history=[absent]).present == (0, 2)


def test_the_rounds_are_compared_by_numbers() -> None:
    first, second = checked_matches(read_record(written()))
    assert first.checker == first.tournament == ((1, 3), (4, 2), (5, 0))
    # 2 leads with 2 points, 1 and 5 have 1½, 3 has ½ and 4 nothing: 4 waits, 1 goes up to 2, and
    # 5 is left with 3. White in the first game goes to who had Black: 2, and 3 against 5.
    assert second.same
    assert played_in(read_record(written()), 2).boards == ((1, 0), (2, 4))


def test_a_round_that_cannot_be_paired_differs() -> None:
    again = {"matches": [[1, 2, 1, 1]]}
    record = read_record(written(players=[1, 2], history=[again, again]))
    _, second = checked_matches(record)
    assert (second.reason, second.checker, second.same) == ("no-legal-pairing", (), False)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"[]", "double-swiss-unreadable"),
        (b"\xff", "double-swiss-unreadable"),
        (written(players=[1, 1]), "double-swiss-unreadable"),
        (written(bye_points=0.3), "double-swiss-unreadable"),
        (written(history=[{"matches": [[1, 9, 1, 1]]}]), "double-swiss-unknown"),
        (written(absent=[9]), "double-swiss-unknown"),
        (written(history=[{"matches": [[1, 2, 1, 1]], "bye": 2}]), "double-swiss-twice"),
    ],
)
def test_what_is_no_record_is_refused_with_its_reason(data: bytes, code: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        read_record(data)
    assert refused.value.code == code


def test_the_round_to_come_is_of_those_who_are_not_absent() -> None:
    assert given(3).present == (0, 1, 2, 3, 4)
    assert given(3, absent=[2, 5]).present == (0, 2, 3)
