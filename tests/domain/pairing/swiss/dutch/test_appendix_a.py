"""The seven rounds of the book's open, as it prints them."""

from typing import Any

import pytest

from dsl.dutch_worlds import ROUNDS, before, boards_in_print, paired, player_in_print, swiss_golden
from planilla.domain.pairing.colours import colour_history, written
from planilla.domain.pairing.floats import float_marks, scores_by_round
from planilla.domain.pairing.swiss.dutch.compare import check, first_difference
from planilla.domain.pairing.swiss.dutch.edition import LIBRO
from planilla.domain.pairing.swiss.dutch.graph import may_meet
from planilla.domain.pairing.system import PairingStep
from planilla.domain.vocabulary import Colour

GROUPS = [
    pytest.param(number, place, id=f"round {number}, group {place + 1}")
    for number in ROUNDS[1:]
    for place in range(
        len(swiss_golden("dutch_appendix_a", f"round_{number}_groups.json")["groups"])
    )
]


@pytest.mark.parametrize("number", ROUNDS)
def test_every_round_of_the_book_is_reproduced(number: int) -> None:
    boards, byes = boards_in_print(number)
    pairing = paired(before(number))
    assert pairing.boards == boards
    assert tuple(seat for seat, _ in pairing.byes) == byes


@pytest.mark.parametrize("number", ROUNDS)
def test_the_rounds_of_the_book_are_legal_and_differ_nowhere(number: int) -> None:
    given = before(number)
    pairing = paired(given)
    assert check(given, pairing) == ()
    assert first_difference(given, pairing) is None


@pytest.mark.parametrize(("number", "place"), GROUPS)
def test_a_group_is_explained_as_in_the_book(number: int, place: int) -> None:
    group, bracket = _group(number, place)
    assert [seat + 1 for seat in bracket.seats] == [row["no"] for row in group["players"]]
    assert bracket.points == round(2 * group["group_points"])
    assert bool(bracket.moved) == group["heterogeneous"]
    assert bracket.counts == {key: str(value) for key, value in _figures(group).items()}
    printed = group["printed_TPBNFX"] or {}
    assert {key: bracket.counts[key] for key in printed} == printed


@pytest.mark.parametrize(("number", "place"), GROUPS)
def test_a_group_is_paired_as_in_the_book(number: int, place: int) -> None:
    group, bracket = _group(number, place)
    boards = {
        (board.white + 1, board.black + 1, board.same_preference, board.colour_rule)
        for board in bracket.boards
    }
    assert boards == {
        (each["white"], each["black"], each["same_preference"], each["color_rule"])
        for each in group["pairs"]
    }
    assert bracket.given_up.get("B4", 0) == group["color_repeats"]


@pytest.mark.parametrize(("number", "place"), GROUPS)
def test_the_floaters_and_exchanges_of_a_group_are_those_of_the_book(
    number: int, place: int
) -> None:
    group, bracket = _group(number, place)
    floaters = {floater.seat + 1 for floater in bracket.floaters if floater.reason != "bye"}
    assert floaters == set(group["floaters_down"])
    assert (bracket.bye + 1 if bracket.bye is not None else None) == group["bye"]
    search = group["search"]
    exchange = search["exchange"] if isinstance(search, dict) else None
    expected = (exchange["from_S1"], exchange["from_S2"]) if exchange else ([], [])
    found = bracket.remark("exchange")
    groups = ((), ()) if found is None else found.groups
    assert tuple([seat + 1 for seat in side] for side in groups) == expected


@pytest.mark.parametrize("number", ROUNDS[1:])
def test_colour_strings_and_float_marks_are_those_of_the_book(number: int) -> None:
    players = swiss_golden("dutch_appendix_a", "players.json")["players"]
    crosstable = before(number).crosstable
    histories, marks = colour_history(crosstable), float_marks(crosstable)
    scores = scores_by_round(crosstable)
    for seat in range(crosstable.size):
        row = players[str(seat + 1)]
        assert written(histories[seat]) == row["color_string_before_round"][str(number)]
        assert marks[seat] == row["float_mark_before_round"].get(str(number), "")
        assert scores[seat][-1] == 2 * row["score_before_round"][str(number)]


@pytest.mark.parametrize("number", ROUNDS[1:])
def test_preferences_are_those_of_the_book(number: int) -> None:
    colours = {"B": Colour.WHITE, "N": Colour.BLACK}
    for group in swiss_golden("dutch_appendix_a", f"round_{number}_groups.json")["groups"]:
        for row in group["players"]:
            preference = player_in_print(row).preference
            assert preference.colour is colours[row["pref"]]
            assert preference.strength.name.lower() == row["pref_strength"]


def test_round_1_pairs_the_halves_and_alternates_the_drawn_colour() -> None:
    golden = swiss_golden("dutch_appendix_a", "round_1.json")
    (bracket,) = paired(before(1)).explanation.steps
    assert [(board.white + 1, board.black + 1) for board in bracket.boards] == [
        tuple(pair) for pair in golden["pairs"]
    ]
    assert {board.colour_rule for board in bracket.boards} == {"E5"}
    assert {board.meeting for board in bracket.boards} == {"first"}


def test_the_pairs_that_elimination_rules_out_may_not_meet() -> None:
    golden = swiss_golden("dutch_appendix_a", "elimination_method.json")["group_2_5"]
    groups = swiss_golden("dutch_appendix_a", "round_7_groups.json")["groups"]
    rows = next(group["players"] for group in groups if group["group_points"] == 2.5)
    players = {row["no"]: player_in_print(row) for row in rows}
    illegal = {
        (one, other)
        for one in players
        for other in players
        if one < other and not may_meet(players[one], players[other], LIBRO)
    }
    assert illegal == {(one, other) for one, other, _ in golden["incompatible"]}


def _group(number: int, place: int) -> tuple[dict[str, Any], PairingStep]:
    groups = swiss_golden("dutch_appendix_a", f"round_{number}_groups.json")["groups"]
    brackets = paired(before(number)).explanation.steps
    assert len(brackets) == len(groups)
    return groups[place], brackets[place]


def _figures(group: dict[str, Any]) -> dict[str, Any]:
    figures: dict[str, Any] = group["computed_TPBNFX"]
    return figures
