"""The article at which another pairing parts from that of the Lim system, one case for each."""

from random import Random

import pytest
from msgspec import structs

from dsl.lim_worlds import BOOK, FIDE, lim_world, paired
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import Difference, Explanation, Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind

SIX_WIN = "1 7 +/-, 2 8 +/-, 3 9 +/-, 4 10 +/-, 5 11 +/-, 6 12 +/-"
SEVEN_WIN = "1 8 +/-, 2 9 +/-, 3 10 +/-, 4 11 +/-, 5 12 +/-, 6 13 +/-, 7 14 +/-"
FOUR_WIN = "1 5 +/-, 2 6 +/-, 3 7 +/-, 4 8 +/-"
ONLY_THREE_PAIRS = "1-2 1-3 1-4 2-4 2-5 3-5 4-5"


def difference(world: PairingInput, boards: str, system: str = FIDE) -> Difference | None:
    """The difference of these boards, such as `1-4 3-2`, from the system's own."""
    compare = SYSTEMS[system].compare
    assert compare is not None
    seated = tuple(
        tuple(int(number) - 1 for number in board.split("-")) for board in boards.split()
    )
    resting = set(world.present) - {seat for board in seated for seat in board}
    other = Pairing(
        boards=tuple((white, black) for white, black in seated),
        byes=tuple((seat, ByeKind.PAIRING_ALLOCATED) for seat in sorted(resting)),
        explanation=Explanation(system="by hand"),
    )
    return compare(world, other)


@pytest.mark.parametrize(
    ("world", "boards", "article", "points", "seats"),
    [
        # The first of four tries 3, 4, 2.
        pytest.param(lim_world(4), "1-4 2-3", "4.2", 0, (1, 4), id="downwards"),
        # Of 7 to 12, who lost, the last tries 9, 8, 7, 10, 11.
        pytest.param(
            lim_world(12, SIX_WIN),
            "1-4 5-2 3-6 8-12 9-11 7-10",
            "4.3",
            0,
            (12, 8),
            id="upwards",
        ),
        # 1 and 3 had White: 1 takes 2 for the colours, after 4, whom it has met.
        pytest.param(
            lim_world(4, "1 4 ½-½, 3 2 ½-½"), "1-3 2-4", "5.2", 1, (1, 3), id="second scrutiny"
        ),
        # 1 comes down and takes 4, who had Black, before 3.
        pytest.param(lim_world(4, "1 2 1-0, 3 4 ½-½"), "1-3 4-2", "3.8", 1, (1, 3), id="floater"),
        # With 1-3 the others, 2 and 4, could not stay in the group.
        pytest.param(
            lim_world(8, FOUR_WIN, apart="2-4"), "1-3 2-5 4-6 7-8", "2.3", 2, (1, 3), id="others"
        ),
        # 1-4 and 2-3 are pairs of the group: nobody need leave it.
        pytest.param(
            lim_world(8, FOUR_WIN, apart="2-4"), "1-5 2-3 4-6 7-8", "2.3", 2, (1, 4), id="leaves"
        ),
        # Only 1-5, 2-3 and 3-4 may meet: without 4 two pairs are left, without 5 one.
        pytest.param(
            lim_world(10, "1 6 +/-, 2 7 +/-, 3 8 +/-, 4 9 +/-, 5 10 +/-", apart=ONLY_THREE_PAIRS),
            "3-4 5-6 1-7 2-8 9-10",
            "2.3",
            2,
            (4, 5),
            id="a floater whom the group needs",
        ),
        # 2 had White as 1 had: two of the three are due Black.
        pytest.param(
            lim_world(6, "1 4 1-0, 2 5 1-0, 6 3 0-1"), "1-2 4-3 5-6", "3.2.2", 2, (2, 3), id="3.2.2"
        ),
        pytest.param(
            lim_world(14, SEVEN_WIN),
            "1-4 5-2 3-7 6-8 9-12 10-13 11-14",
            "3.2.4",
            2,
            (7, 6),
            id="3.2.4",
        ),
        # 3 may meet neither 4 nor 5.
        pytest.param(
            lim_world(6, "1 F, 2 F, 3 F, 4 H, 5 H, 6 Z", apart="3-4 3-5"),
            "1-2 3-6 4-5",
            "3.3",
            2,
            (2, 3),
            id="3.3",
        ),
        # 1 floats to 2 and 3; if it floats on, it does so twice.
        pytest.param(
            lim_world(
                8,
                "1 F, 2 H, 3 H, 4 H, 5 H, 6 F, 7 F, 8 Z",
                "1 F, 2 6 1-0, 3 7 1-0, 4 H, 5 H, 8 Z",
            ),
            "2-3 1-4 5-6 7-8",
            "3.9",
            3,
            (3, 1),
            id="3.9",
        ),
        # 2 floated up to 1 in the last round.
        pytest.param(
            lim_world(6, "1 F, 2 Z, 3 H, 4 H, 5 F, 6 Z", "1 2 ½-½, 3 Z, 4 Z, 5 Z, 6 F"),
            "3-4 1-5 2-6",
            "3.10",
            1,
            (3, 2),
            id="3.10",
        ),
        # 7 and 8 come up and may not meet. Above, 2-4 was made last: it goes, and 1-3 stays.
        pytest.param(
            lim_world(8, FOUR_WIN, apart="7-8 5-7 5-8 6-7 6-8"),
            "2-4 1-7 3-8 5-6",
            "2.6",
            2,
            (2, 4),
            id="2.6",
        ),
    ],
)
def test_another_pairing_parts_at_the_article_that_decides(
    world: PairingInput, boards: str, article: str, points: int, seats: tuple[int, int]
) -> None:
    found = difference(world, boards)
    expected = tuple(number - 1 for number in seats)
    assert found == Difference(article=article, points=points, seats=expected)


def test_the_criteria_of_the_book_are_named_too() -> None:
    # 3 floated down to 5 in round 2: 2 floats now, and not the last of the three.
    rounds = "1 F, 2 F, 3 F, 4 Z, 5 Z, 6 Z", "1 H, 2 H, 3 5 ½-½, 4 Z, 6 Z"
    found = difference(lim_world(6, *rounds), "1-2 3-4 5-6", BOOK)
    assert found == Difference(article="B5", points=3, seats=(1, 2))
    # 1 and 3 are of one origin.
    of_one_origin = structs.replace(lim_world(4), unwanted=frozenset({(0, 2)}))
    found = difference(of_one_origin, "1-3 2-4", BOOK)
    assert found == Difference(article="B3bis", points=0, seats=(0, 2))


def test_where_the_book_has_no_number_the_order_is_named() -> None:
    found = difference(lim_world(4), "1-4 2-3", BOOK)
    assert found == Difference(article="pair-order", points=0, seats=(0, 3))


def test_faults_and_the_bye_come_before_the_order() -> None:
    met = lim_world(4, "1 3 ½-½, 4 2 ½-½")
    found = difference(met, "1-3 2-4")
    assert found is not None
    assert found.article == "absolute-rule"
    found = difference(lim_world(3), "2-3")
    assert found is not None
    assert found.article == "bye-order"


@pytest.mark.parametrize("system", [FIDE, BOOK])
@pytest.mark.parametrize("seed", range(40))
def test_only_the_same_pairing_parts_nowhere(system: str, seed: int) -> None:
    chance = Random(seed)
    size = 2 * chance.randint(3, 8)
    halves = [" ".join((str(2 * at + 1), str(2 * at + 2))) for at in range(size // 2)]
    played = ", ".join(f"{pair} {chance.choice(('1-0', '0-1', '½-½'))}" for pair in halves)
    world = lim_world(size, played)
    own = paired(world, system)
    seats = list(range(size))
    chance.shuffle(seats)
    mixed = " ".join(
        f"{one + 1}-{other + 1}" for one, other in zip(seats[::2], seats[1::2], strict=True)
    )
    same = " ".join(f"{white + 1}-{black + 1}" for white, black in own.boards)
    assert difference(world, same, system) is None
    assert difference(world, mixed, system) is not None
