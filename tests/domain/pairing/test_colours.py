"""Colour preferences and who gets which colour: the cases of the book."""

from typing import Any

import pytest

from dsl.crosstables import crosstable
from dsl.dutch_worlds import side, swiss_golden
from planilla.domain.pairing.colours import (
    BOOK_COLOUR_RULES,
    FIDE_COLOUR_RULES,
    NO_PREFERENCE,
    Preference,
    Strength,
    both_absolute,
    colour_for,
    colour_history,
    same_colour_wanted,
    written,
)
from planilla.domain.vocabulary import Colour

WHITE, BLACK = Colour.WHITE, Colour.BLACK


@pytest.mark.parametrize(
    ("colours", "colour", "strength"),
    [
        pytest.param("", None, Strength.NONE, id="A7.f: no game"),
        pytest.param("B", BLACK, Strength.STRONG, id="A7.b: one white more"),
        pytest.param("NBN", WHITE, Strength.STRONG, id="A7.b: one black more"),
        pytest.param("BN", WHITE, Strength.MILD, id="A7.c: alternates"),
        pytest.param("BB", BLACK, Strength.ABSOLUTE, id="A7.a: two more"),
        pytest.param("NBB", BLACK, Strength.ABSOLUTE, id="A7.a: twice running"),
        pytest.param("NBNNBN", WHITE, Strength.ABSOLUTE, id="A7.a: two more, not running"),
        pytest.param("BNBBNN", WHITE, Strength.ABSOLUTE, id="A7.a: balanced, twice running"),
        pytest.param("BBBNN", WHITE, Strength.ABSOLUTE, id="A7.a: one white more, two blacks last"),
        pytest.param("NBNNB", WHITE, Strength.STRONG, id="A.6: 27 balances before alternating"),
    ],
)
def test_a_preference_follows_from_the_colours_played(
    colours: str, colour: Colour | None, strength: Strength
) -> None:
    preference = side(colours).preference
    assert (preference.colour, preference.strength) == (colour, strength)


def test_a_difference_of_two_decides_before_two_in_a_row() -> None:
    # Two blacks running ask for White, but two whites more ask for Black first (A7.a).
    preference = side("BBBBNN").preference
    assert preference == Preference(colour=BLACK, strength=Strength.ABSOLUTE, difference=2)


@pytest.mark.parametrize("colours", ["NBN0", "0NBN", "N0BN", "NB0N", "NBN"])
def test_rounds_without_a_game_are_taken_out(colours: str) -> None:
    assert side(colours) == side("NBN")


def test_a_history_has_a_colour_only_where_a_game_was_played() -> None:
    played = crosstable(4, "1 2 1-0, 3 4 +/-", "2 3 *, 1 U", "4 1 0-0")
    assert [written(history) for history in colour_history(played)] == ["B0N", "NB0", "0N0", "00B"]


def test_an_absolute_preference_is_written_with_an_asterisk() -> None:
    assert written((WHITE, None, WHITE)) == "B0B*"
    assert written(()) == ""


@pytest.mark.parametrize(
    "case",
    swiss_golden("swiss_dutch", "color_allocation.json")["cases"],
    ids=lambda case: str(case["id"]),
)
def test_colours_are_given_as_in_the_book(case: dict[str, Any]) -> None:
    rows = sorted(case["players"], key=lambda row: (-row.get("points", 0), row["no"]))
    higher, lower = (side(row["colors"].split()[0], row["no"] - 1) for row in rows)
    colour, article = colour_for(BOOK_COLOUR_RULES, higher, lower, WHITE)
    white = rows[0]["no"] if colour is WHITE else rows[1]["no"]
    assert white == case["white"]
    assert article == case["rule"].split()[0]


@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [
        pytest.param("BN", "NB", (WHITE, "E1"), id="E1: both preferences"),
        pytest.param("", "NB", (WHITE, "E1"), id="E1: none takes the other colour"),
        pytest.param("NB", "", (BLACK, "E1"), id="E1: the other has none"),
        pytest.param("BN", "NBN", (BLACK, "E2"), id="E2: strong before mild"),
        pytest.param("NBB", "B", (BLACK, "E2"), id="E2: absolute before strong"),
        pytest.param("NBB", "BB", (WHITE, "E2"), id="E2: two absolute, larger difference"),
        pytest.param("BB", "NBB", (BLACK, "E2"), id="E2: the higher has the larger difference"),
        pytest.param("BNNBB", "NBNBB", (WHITE, "E3"), id="E3: two absolute of one difference"),
        pytest.param("BNBN", "NBBN", (WHITE, "E3"), id="E3: the higher lacked it longer"),
        pytest.param("BN", "BN", (WHITE, "E4"), id="E4: equal histories"),
        pytest.param("", "", (WHITE, "E5"), id="E5: no history at all"),
    ],
)
def test_a_colour_rule_decides(higher: str, lower: str, expected: tuple[Colour, str]) -> None:
    assert colour_for(BOOK_COLOUR_RULES, side(higher), side(lower, 1), WHITE) == expected


@pytest.mark.parametrize(
    ("higher", "lower", "expected"),
    [
        pytest.param("BN", "NB", (WHITE, "E1"), id="5.2.1: both preferences"),
        pytest.param("NB", "BN", (BLACK, "E1"), id="5.2.1: both, the other way round"),
        pytest.param("", "NB", (WHITE, "E1"), id="5.2.1: none takes the other colour"),
        pytest.param("NB", "", (BLACK, "E1"), id="5.2.1: the other has none"),
        pytest.param("BN", "NBN", (BLACK, "E2"), id="5.2.2: strong before mild"),
        pytest.param("NBN", "BN", (WHITE, "E2"), id="5.2.2: strong before mild, the higher"),
        pytest.param("B", "NBB", (WHITE, "E2"), id="5.2.2: absolute before strong"),
        pytest.param("NBNBB", "NB", (BLACK, "E2"), id="5.2.2: absolute before mild"),
        pytest.param("NBB", "BB", (WHITE, "E2"), id="5.2.2: two absolute, wider difference"),
        pytest.param("BB", "NBB", (BLACK, "E2"), id="5.2.2: the higher has the wider one"),
        pytest.param("BNNBB", "NBNBB", (WHITE, "E3"), id="5.2.3: two absolute of one difference"),
        pytest.param("NBNB", "BNNB", (BLACK, "E3"), id="5.2.3: the higher had White, takes Black"),
        pytest.param("BNNB", "NBNB", (WHITE, "E3"), id="5.2.3: the higher had Black, takes White"),
        # From the end: Black and White both, then Black against White; before that the reverse.
        pytest.param("NBBNNB", "BNNBNB", (WHITE, "E3"), id="5.2.3: the latest difference counts"),
        pytest.param("BN", "BN", (WHITE, "E4"), id="5.2.4: equal histories"),
        pytest.param("NB", "NB", (BLACK, "E4"), id="5.2.4: equal histories, due Black"),
        pytest.param("", "", (WHITE, "E5"), id="5.2.5: no history at all"),
    ],
)
def test_a_colour_rule_of_fide_decides(
    higher: str, lower: str, expected: tuple[Colour, str]
) -> None:
    assert colour_for(FIDE_COLOUR_RULES, side(higher), side(lower, 1), WHITE) == expected


@pytest.mark.parametrize(
    ("longer", "in_the_book"),
    [
        # Going back in `BN` and `NBBN`: Black both, White both, then nothing against White.
        pytest.param("NBBN", WHITE, id="BWWB"),
        pytest.param("BNBN", BLACK, id="WBWB"),
    ],
)
def test_c042_3_4_a_shorter_history_is_equal_as_far_as_it_goes(
    longer: str, in_the_book: Colour
) -> None:
    # uuWB equals BWWB and WBWB: the higher ranked player's preference decides (5.2.4). The book
    # counts a round without a game as a difference.
    assert colour_for(FIDE_COLOUR_RULES, side("00BN"), side(longer, 1), WHITE) == (WHITE, "E4")
    assert colour_for(FIDE_COLOUR_RULES, side(longer), side("00BN", 1), WHITE) == (WHITE, "E4")
    assert colour_for(BOOK_COLOUR_RULES, side("00BN"), side(longer, 1), WHITE) == (
        in_the_book,
        "E3",
    )


@pytest.mark.parametrize(
    ("history", "moved_to_the_front"),
    [
        pytest.param("NBN0B", "0NBNB", id="BWBuW = uBWBW"),
        pytest.param("NBB0N0B", "00NBBNB", id="BWWuBuW = uuBWWBW"),
        *(
            pytest.param(history, "00BN", id=f"{history} = 00BN")
            for history in ("B00N", "B0N0", "BN00", "0B0N", "0BN0")
        ),
    ],
)
def test_c042_3_4_unplayed_rounds_move_to_the_front(history: str, moved_to_the_front: str) -> None:
    assert side(history) == side(moved_to_the_front)
    # Whoever of the two is placed higher gets the colour that is due: nothing tells them apart.
    decided = colour_for(FIDE_COLOUR_RULES, side(history), side(moved_to_the_front, 1), WHITE)
    assert decided == (side(history).preference.colour, "E4")


@pytest.mark.parametrize("drawn", Colour)
def test_5_2_5_an_odd_number_takes_the_drawn_colour(drawn: Colour) -> None:
    # Ordinals count from 0, so that those of odd numbers are even.
    for number in range(1, 7):
        colour, _ = colour_for(FIDE_COLOUR_RULES, side("", number - 1), side("", 9), drawn)
        assert colour is (drawn if number % 2 else drawn.other)


def test_the_drawn_colour_alternates() -> None:
    drawn = [colour_for(BOOK_COLOUR_RULES, side("", n), side("", 9), BLACK)[0] for n in range(3)]
    assert drawn == [BLACK, WHITE, BLACK]


def test_only_two_absolute_preferences_of_one_colour_exclude_each_other() -> None:
    forced, strong, other = side("BB").preference, side("B").preference, side("NN").preference
    assert both_absolute(forced, forced)
    assert not both_absolute(forced, strong)
    assert not both_absolute(strong, forced)
    assert not both_absolute(forced, other)
    assert not same_colour_wanted(NO_PREFERENCE, NO_PREFERENCE)
