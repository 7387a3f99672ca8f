"""Outcomes that follow from a seed."""

from hashlib import sha256
from itertools import islice

from planilla.domain.chance import GENERATOR
from planilla.domain.prizes.outcomes import ends_drawn


def test_each_game_takes_one_draw_of_the_generator() -> None:
    # As `chance` says: the first 8 bytes of the SHA-256 of a text; thirds of 2^64 are the ends.
    draws = [sha256(f"planilla lot 5 draw {number}".encode()).digest() for number in range(4)]
    ends = [int.from_bytes(draw[:8], "big") * 3 // 2**64 for draw in draws]
    alike = ((1, 1, 1), (1, 1, 1))
    assert list(islice(ends_drawn(5, alike, GENERATOR), 2)) == [tuple(ends[:2]), tuple(ends[2:])]


def test_ends_are_drawn_as_often_as_their_weight_says() -> None:
    weights = ((1, 0, 0), (0, 0, 5), (1, 1, 2))
    drawn = list(islice(ends_drawn(3, weights, GENERATOR), 4000))
    assert {first for first, _, _ in drawn} == {0}
    assert {second for _, second, _ in drawn} == {2}
    shares = [sum(third == end for _, _, third in drawn) for end in range(3)]
    # 1000, 1000 and 2000 with standard errors of 27 and 32.
    assert abs(shares[0] - 1000) < 110
    assert abs(shares[2] - 2000) < 130
