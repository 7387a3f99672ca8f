"""Orders drawn from one number: the same for ever, and fair."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.domain import chance
from planilla.domain.chance import GENERATOR, GENERATORS, order_by_lot


def test_the_first_draw_is_the_hash_that_the_documentation_names() -> None:
    # `printf 'planilla lot 7 draw 0' | sha256sum` prints 710b06a2a77f15d8612a7f29….
    assert next(GENERATORS[GENERATOR](7)) == 0x710B06A2A77F15D8


def test_an_order_is_drawn_place_by_place_from_those_who_are_left() -> None:
    # Of 0 1 2 3: 6 mod 4 = 2 draws 2; of 0 1 3: 3 mod 3 = 0 draws 0; of 1 3: 1 draws 3; then 1.
    draws = {"given": lambda _: iter((6, 3, 1, 0))}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chance, "GENERATORS", draws)
        assert order_by_lot(0, 4, "given") == (2, 0, 3, 1)


def test_a_draw_that_would_favour_the_first_is_left_out() -> None:
    # 2**64 mod 3 = 1: the draw 2**64 - 1 would be a third chance too many for the first.
    def draws(_: int) -> Iterator[int]:
        return iter((2**64 - 1, 2, 1, 0))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chance, "GENERATORS", {"given": draws})
        assert order_by_lot(0, 3, "given") == (2, 1, 0)


@given(st.integers(0, 2**63 - 1), st.integers(0, 40))
def test_an_order_holds_everybody_once_and_is_the_same_again(seed: int, size: int) -> None:
    order = order_by_lot(seed, size)
    assert sorted(order) == list(range(size))
    assert order_by_lot(seed, size) == order


def test_each_order_of_three_comes_about_equally_often() -> None:
    """Of 6000 orders 1000 of each kind are expected; 5 standard deviations are 144."""
    found = Counter(order_by_lot(seed, 3) for seed in range(6000))
    assert len(found) == 6
    assert all(abs(times - 1000) < 144 for times in found.values())
