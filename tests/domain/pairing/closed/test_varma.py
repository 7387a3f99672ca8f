"""The restricted drawing of numbers: envelopes, federations, lots."""

from itertools import count, cycle, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain.chance import GENERATOR, GENERATORS
from planilla.domain.pairing.closed.berger import berger_round
from planilla.domain.pairing.closed.varma import (
    NoEnvelope,
    VarmaPlayer,
    draw,
    envelopes,
)
from planilla.domain.pairing.table import NoTable


def players(*federations: str) -> list[VarmaPlayer]:
    """Players in order, named a, b, c … as they are listed."""
    return [VarmaPlayer(code, (f"{at:02}",)) for at, code in enumerate(federations)]


def test_the_largest_federation_draws_first_then_by_code_then_by_name() -> None:
    listed = [
        VarmaPlayer("FRA", ("martin",)),
        VarmaPlayer("ESP", ("zorita",)),
        VarmaPlayer("ESP", ("alonso",)),
        VarmaPlayer("AND", ("pons",)),
        VarmaPlayer("ESP", ("molina",)),
        VarmaPlayer("FRA", ("bernard",)),
        *(VarmaPlayer("", (f"guest {each}",)) for each in (4, 3, 2, 1)),
    ]
    drawn = draw(listed, repeat(0))
    # A: 3 4 8, B: 5 7 9, C: 1 6, D: 2 10; every lot takes the first that is left.
    assert [(step.federation, step.large_enough, step.envelope) for step in drawn.working] == [
        ("ESP", ("A", "B"), "A"),
        ("FRA", ("B", "C", "D"), "B"),
        ("", ("B", "C", "D"), "B"),
        ("", ("C", "D"), "C"),
        ("", ("C", "D"), "C"),
        ("", ("D",), "D"),
        ("AND", ("D",), "D"),
    ]
    assert drawn.working[0].numbers == ((2, 3), (4, 4), (1, 8))
    assert drawn.working[1].numbers == ((5, 5), (0, 7))
    assert drawn.working[1].left == (9,)
    assert [step.numbers[0] for step in drawn.working[2:6]] == [(9, 9), (8, 1), (7, 6), (6, 2)]
    assert drawn.numbers == (7, 8, 3, 10, 4, 5, 2, 6, 1, 9)


def test_each_lot_chooses_among_those_that_are_left() -> None:
    drawn = draw(players(*"aaabbbccdd"), cycle([1, 2, 0, 3]))
    # a: lot 1 of A, B; 2 of 5 7 9; 0 of 5 7; 3 of one.
    assert drawn.working[0].envelope == "B"
    assert drawn.working[0].numbers == ((0, 9), (1, 5), (2, 7))
    assert drawn.working[0].left == ()


def test_the_same_lots_give_the_same_numbers() -> None:
    listed = players(*"aaaabbbccdde")
    first, again = (draw(listed, GENERATORS[GENERATOR](2026)) for _ in range(2))
    assert first == again
    assert first.numbers != draw(listed, GENERATORS[GENERATOR](2027)).numbers


def test_a_federation_too_large_for_every_envelope_is_named() -> None:
    with pytest.raises(NoEnvelope) as refused:
        draw(players(*"xxxxbcdefg"), repeat(0))
    missing = refused.value
    assert (missing.federation, missing.players, missing.largest) == ("x", 4, 3)
    assert not missing.may_draw_again


def test_an_unlucky_choice_of_envelopes_may_be_drawn_again() -> None:
    # A 4, B 3, C 3, D 2: with a in A and b in B, two pairs have C and D, the third nothing.
    listed = players(*"aaabbbccddee")
    with pytest.raises(NoEnvelope) as refused:
        draw(listed, repeat(0))
    missing = refused.value
    assert (missing.federation, missing.players, missing.largest) == ("e", 2, 1)
    assert missing.may_draw_again
    lucky = draw(listed, count(1))
    assert sorted(lucky.numbers) == list(range(1, 13))


@pytest.mark.parametrize("size", [0, 8, 25])
def test_other_sizes_have_no_envelopes(size: int) -> None:
    with pytest.raises(NoTable) as refused:
        draw(players(*"x" * size), repeat(0))
    assert refused.value.offered == tuple(range(9, 25))


@given(st.integers(9, 24), st.integers(0, 2**32), st.data())
def test_players_of_one_federation_do_not_meet_in_the_last_three_rounds(
    size: int, seed: int, data: st.DataObject
) -> None:
    listed = players(
        *data.draw(st.lists(st.sampled_from("abcdefghij"), min_size=size, max_size=size))
    )
    lots = GENERATORS[GENERATOR](seed)
    try:
        drawn = draw(listed, lots)
    except NoEnvelope:
        return
    assert sorted(drawn.numbers) == list(range(1, size + 1))
    groups = envelopes(size)
    for step in drawn.working:
        assert {number for _, number in step.numbers} <= set(groups[step.envelope])
    federation = dict(zip(drawn.numbers, (each.federation for each in listed), strict=True))
    even = size + size % 2
    for number in (even - 3, even - 2, even - 1):
        for white, black in berger_round(even, number):
            if max(white, black) <= size:
                assert federation[white] != federation[black]
