"""Numbers that follow from a seed."""

from itertools import islice

from planilla.domain.prizes.draws import ends_drawn, numbers


def test_the_numbers_are_those_of_splitmix64() -> None:
    """The first numbers for the seed 1234567 of the authors' own code, as Rosetta Code has them."""
    assert list(islice(numbers(1234567), 5)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_ends_are_drawn_as_often_as_their_weight_says() -> None:
    drawn = list(islice(ends_drawn(3, ((1, 0, 0), (0, 0, 5), (1, 1, 2))), 4000))
    assert {first for first, _, _ in drawn} == {0}
    assert {second for _, second, _ in drawn} == {2}
    shares = [sum(third == end for _, _, third in drawn) for end in range(3)]
    # 1000, 1000 and 2000 with standard errors of 27 and 32.
    assert abs(shares[0] - 1000) < 110
    assert abs(shares[2] - 2000) < 130
