"""A file beside the rules, round by round."""

from dsl.trf_text import Cells, trf
from planilla.application.checking import RoundChecked, checked_rounds
from planilla.domain.pairing import SYSTEMS
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf


def checked(*players: Cells) -> list[RoundChecked]:
    read = read_trf(trf(players, "XXR 5").encode(), "open.trf")
    assert isinstance(read, TrfDocument)
    system = SYSTEMS["swiss-dutch-libro"]
    assert system.pair is not None
    return list(checked_rounds(read, system))


def test_pairs_colours_and_bye_are_compared() -> None:
    # By rating 1, 2 meets 3, 4 and 5 waits; the colours of the second board are the other ones.
    (only,) = checked(("3w1",), ("4w1",), ("1b0",), ("2b0",), ("U",))
    assert only.checker == ((1, 3), (4, 2), (5, 0))
    assert only.tournament == ((1, 3), (2, 4), (5, 0))
    assert not only.same


def test_the_first_colour_is_read_off_the_columns() -> None:
    (only,) = checked(("3b1",), ("4w1",), ("1w0",), ("2b0",))
    assert only.same
    assert only.checker == ((3, 1), (2, 4))


def test_the_order_of_boards_is_not_compared() -> None:
    same = RoundChecked(round=1, checker=((1, 2), (3, 4)), tournament=((3, 4), (1, 2)))
    assert same.same


def test_each_round_is_paired_from_those_before_it() -> None:
    first, second = checked(("3w1", "2b1"), ("4b1", "1w0"), ("1b0", "4w1"), ("2w0", "3b0"))
    assert first.same
    assert (second.round, second.tournament) == (2, ((2, 1), (3, 4)))
    assert second.same


def test_a_round_in_which_one_player_waits_alone_counts() -> None:
    (only,) = checked(("U",), ("Z",))
    assert (only.checker, only.tournament) == (((1, 0),), ((1, 0),))


def test_no_legal_pairing_is_a_difference_with_its_reason() -> None:
    first, second = checked(("2w1", "2b1"), ("1b0", "1w0"))
    assert first.same
    assert (second.reason, second.checker, second.same) == ("no-legal-pairing", (), False)


def test_a_file_without_rounds_has_none_to_check() -> None:
    assert checked((), ()) == []
