"""Another pairing of one bracket in 2017 and 2026: the article at which it parts, one case each."""

from typing import Any

import pytest

from dsl.dutch_brackets import colours, field, steps
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.dutch.edition import OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.judge import difference_of_pairs
from planilla.domain.pairing.swiss.dutch.prospects import foresee
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.pairing.system import Difference

Boards = list[tuple[Seat, Seat]]
DOWN, UP = Float.DOWN, Float.UP
BOTH = pytest.mark.parametrize("edition", [OF_2017, OF_2026], ids=lambda edition: str(edition.name))


def judged(
    players: tuple[SwissPlayer, ...], edition: Edition, boards: Boards, bracket: int = 0
) -> Difference:
    """How `boards` leave the engine's pairing of one bracket, counted from the top."""
    step = steps(players, edition)[bracket]
    theirs = [(players[one], players[other]) for one, other in boards]
    found = difference_of_pairs(step, theirs, edition, foresee(players, edition))
    assert found is not None
    assert found.points == step.bracket.points
    return found


def article_of(edition: Edition, of_2017: str, of_2026: str) -> str:
    return of_2017 if edition is OF_2017 else of_2026


FOUR = field([0] * 4)
SIX = field([4, 4, 4, 4, 2, 2])
LOWEST_HAVE_MET = field([4, 4, 4, 4, 2, 2], [(4, 5)])
FORCED = field([2] * 4, played=colours("WW", "BB", "WW", "BB"))
THREE_DOWN = field([4, 4, 4, 2, 2, 0], [(0, 1), (0, 2), (1, 2)])
ONE_DOWN = field([6, 4, 4, 2])


@BOTH
@pytest.mark.parametrize(
    ("players", "boards", "bracket", "of_2017", "of_2026", "seats", "counts"),
    [
        pytest.param(
            field([0] * 4, [(0, 2)]), [(0, 2), (1, 3)], 0, "C.1", "C1", (0, 2), (0, 1), id="C1"
        ),
        pytest.param(
            field([0] * 3, may_have_bye={2: False}), [(0, 1)], 0, "C.2", "C2", (2,), (0, 1), id="C2"
        ),
        pytest.param(FORCED, [(0, 2), (1, 3)], 0, "C.3", "C3", (0, 2), (0, 1), id="C3"),
        # Both pairs stand, and 4 and 5 below, who have met, would be without opponents.
        pytest.param(LOWEST_HAVE_MET, [(0, 2), (1, 3)], 0, "C.4", "C4", (), (0, 1), id="C4"),
        pytest.param(SIX, [(0, 2)], 0, "C.5", "C6", (1, 3), (2, 1), id="fewer pairs"),
        pytest.param(FOUR, [(1, 3)], 0, "C.5", "C6", (0, 2), (2, 1), id="fewer in the last"),
        # 2 has met 3: the next bracket would make no pair, and leave over two instead of nobody.
        pytest.param(
            field([6, 6, 6, 4, 2, 2], [(2, 3)]), [(0, 1)], 0, "C.7", "C8", (2,), (0, 2), id="C8"
        ),
        pytest.param(FOUR, [(0, 3), (1, 2)], 0, "D.1", "4.2", (0, 2), (0, 0), id="transposition"),
        pytest.param(FOUR, [(0, 1), (2, 3)], 0, "D.2", "4.3", (0, 2), (0, 0), id="exchange"),
        pytest.param(
            THREE_DOWN, [(0, 3), (2, 4)], 1, "D.3", "4.4", (1, 4), (0, 0), id="set of moved down"
        ),
        pytest.param(
            THREE_DOWN, [(0, 4), (1, 3)], 1, "D.1", "4.2", (0, 3), (0, 0), id="their opponents"
        ),
    ],
)
def test_the_article_is_that_of_the_edition(
    *,
    edition: Edition,
    players: tuple[SwissPlayer, ...],
    boards: Boards,
    bracket: int,
    of_2017: str,
    of_2026: str,
    seats: tuple[Seat, ...],
    counts: tuple[int, int],
) -> None:
    found = judged(players, edition, boards, bracket)
    assert found.article == article_of(edition, of_2017, of_2026)
    assert (found.seats, (found.engine, found.other)) == (seats, counts)


def test_c7_of_2026_compares_the_scores_of_those_who_float() -> None:
    # 0 with 6 floats on instead of 2 with 4.
    assert judged(ONE_DOWN, OF_2026, [(1, 2)], 1) == Difference(
        article="C7", points=4, seats=(0,), engine=4, other=6
    )


def test_c6_of_2017_compares_the_lists_of_differences() -> None:
    # 0-1 and the floater 2 differ by 2 each; 1-2 by nothing, but the floater 0 by 4.
    assert judged(ONE_DOWN, OF_2017, [(1, 2)], 1) == Difference(
        article="C.6", points=4, seats=(0,), engine=4, other=4
    )


@BOTH
def test_who_would_be_left_over_below_counts_by_score_as_well(edition: Edition) -> None:
    # 2 has met 3 and 4, who would play each other: 2 with 6 floats on, instead of 4 with 4.
    players = field([6, 6, 6, 4, 4, 2], [(2, 3), (2, 4)])
    assert judged(players, edition, [(0, 1)]).article == article_of(edition, "C.7", "C8")


@BOTH
@pytest.mark.parametrize(
    ("options", "boards", "of_2017", "of_2026", "seats", "counts"),
    [
        pytest.param(
            {"played": colours("BW", "WB", "BW", "WB")},
            [(0, 2), (1, 3)], "C.10", "C12", (0, 2, 1, 3), (0, 2), id="C12",
        ),
        pytest.param(
            {"played": colours("W", "BW", "W", "BW")},
            [(0, 2), (1, 3)], "C.11", "C13", (0, 2), (0, 1), id="C13",
        ),
    ],
)  # fmt: skip
def test_a_relative_criterion_is_named_with_its_counts(
    *,
    edition: Edition,
    options: dict[str, Any],
    boards: Boards,
    of_2017: str,
    of_2026: str,
    seats: tuple[Seat, ...],
    counts: tuple[int, int],
) -> None:
    found = judged(field([2] * 4, **options), edition, boards)
    assert found.article == article_of(edition, of_2017, of_2026)
    assert (found.seats, (found.engine, found.other)) == (seats, counts)


@BOTH
def test_who_floats_again_is_named(edition: Edition) -> None:
    players = field([4, 4, 4, 2], last_float={2: DOWN})
    found = judged(players, edition, [(0, 1)])
    assert (found.article, found.seats) == (article_of(edition, "C.12", "C14"), (2,))
    lower = field([4, 2, 2, 2], last_float={1: UP})
    found = judged(lower, edition, [(0, 1), (2, 3)], 1)
    assert (found.article, found.seats) == (article_of(edition, "C.13", "C15"), (0, 1))


@BOTH
def test_a_larger_difference_of_who_floats_again_is_named(edition: Edition) -> None:
    lower = field([6, 4, 2, 2], [(0, 1)], last_float={2: UP})
    found = judged(lower, edition, [(0, 2), (1, 3)], 2)
    assert (found.article, found.seats) == (article_of(edition, "C.17", "C19"), (0, 2))
    assert (found.engine, found.other) == (2, 4)


@BOTH
def test_who_floats_on_again_from_above_is_named(edition: Edition) -> None:
    players = field([4, 4, 2, 0], [(0, 1)], last_float={1: DOWN})
    found = judged(players, edition, [(0, 2)], 1)
    assert (found.article, found.seats) == (article_of(edition, "C.16", "C18"), (1,))


@BOTH
def test_the_same_pairs_are_no_difference(edition: Edition) -> None:
    (step,) = steps(FOUR, edition)
    theirs = [(FOUR[1], FOUR[3]), (FOUR[0], FOUR[2])]
    assert difference_of_pairs(step, theirs, edition, foresee(FOUR, edition)) is None


def test_c9_the_bye_of_one_with_more_unplayed_games_is_named() -> None:
    players = field([0] * 3, unplayed={2: 1})
    assert judged(players, OF_2026, [(0, 1)]) == Difference(
        article="C9", points=0, seats=(2,), engine=0, other=1
    )
    # It is no criterion of 2017: 2 has the bye there, and with another the order parts.
    assert judged(players, OF_2017, [(0, 2)]).article == "D.1"
