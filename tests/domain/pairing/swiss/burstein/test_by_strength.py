"""The Burstein system of the book: the Dutch system in another order of strength (2.9.1)."""

import pytest
from msgspec.structs import replace

from dsl.crosstables import crosstable, entrants
from dsl.dutch_oracle import answer_of
from dsl.dutch_worlds import wild_tournament
from planilla.domain.crosstable import Crosstable
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.swiss.burstein import BURSTEIN_LIBRO
from planilla.domain.pairing.swiss.burstein.by_strength import order_of_strength
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput
from planilla.domain.scoring import points_of, system_of

DUTCH = SYSTEMS["swiss-dutch-libro"]
SEEDS = range(40)


def asked(played: Crosstable) -> PairingInput:
    return PairingInput(crosstable=played, present=tuple(range(played.size)))


def paired(given: PairingInput) -> Pairing:
    answer = BURSTEIN_LIBRO.answer(given)
    assert isinstance(answer, Pairing)
    return answer


def test_the_order_is_that_of_sonneborn_berger_then_buchholz_then_the_number() -> None:
    # 1, 3 and 6 won, of whom 4 and 5 drew then. Points: 1, 3 and 6 one each, 2, 4 and 5 none.
    played = crosstable(6, "1 2 1-0, 3 4 1-0, 6 5 1-0", "2 4 ½-½, 1 H, 3 H, 5 Z, 6 Z")
    # 1: 1½; 2: ½; 3: 1½; 4: ½; 5: 0; 6: 1. Sonneborn-Berger with rounds without a game against
    # oneself: 1: ½ + ½ x 1½ = 1¼, and so has 3; 2: 0 + ½ x ½ = ¼, and so has 4; 5: 0; 6: 0.
    # Buchholz: 5: 1 + 0 = 1; 6: 0 + 1 = 1. All else equal, the numbers decide.
    assert order_of_strength(asked(played)) == (0, 2, 1, 3, 4, 5)


FOUR = PairingInput(
    crosstable=crosstable(8, "1 5 ½-½, 6 2 ½-½, 7 3 ½-½, 4 8 ½-½"),
    present=(0, 1, 2, 3),
    standings=(0, 2, 1, 3, 4, 5, 6, 7),
)
"""1 and 4 had White, 2 and 3 Black; the standings are 1, 3, 2, 4."""


def pairs(given: PairingInput) -> set[tuple[int, int]]:
    """The pairs by number, the lower first."""
    return {(min(board) + 1, max(board) + 1) for board in paired(given).boards}


def test_the_standings_of_the_event_decide_if_there_are_any() -> None:
    # S1 is 1 and 3, S2 is 2 and 4; by the numbers 1 would meet 3 and 2 meet 4.
    assert pairs(FOUR) == {(1, 2), (3, 4)}
    by_numbers = DUTCH.answer(FOUR)
    assert isinstance(by_numbers, Pairing)
    assert set(by_numbers.boards) == {(2, 0), (1, 3)}
    assert order_of_strength(FOUR) == FOUR.standings


def test_in_round_1_the_numbers_decide() -> None:
    given = replace(asked(Crosstable(entrants=entrants(8))), standings=tuple(range(7, -1, -1)))
    expected = DUTCH.answer(given)
    assert isinstance(expected, Pairing)
    assert paired(given).boards == expected.boards


@pytest.mark.parametrize("seed", SEEDS)
def test_the_brief_answer_is_the_same_round(seed: int) -> None:
    for world in wild_tournament(seed, (2, 7), BURSTEIN_LIBRO):
        brief = BURSTEIN_LIBRO.answer(world, briefly=True)
        assert answer_of(brief) == answer_of(BURSTEIN_LIBRO.answer(world))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_explanation_is_in_the_numbers_of_the_entrants(seed: int) -> None:
    for world in wild_tournament(seed, (5, 16), BURSTEIN_LIBRO):
        answer = BURSTEIN_LIBRO.answer(world)
        if isinstance(answer, NoPairing):
            assert set(answer.seats) <= set(world.present)
            continue
        steps = answer.explanation.steps
        assert answer.explanation.system == "swiss-burstein-libro"
        told = {(each.white, each.black) for step in steps for each in step.boards}
        assert told == set(answer.boards)
        assert {seat for step in steps for seat in step.seats} == set(world.present)
        totals = points_before(world)
        for step in steps:
            named = {seat for remark in step.remarks for group in remark.groups for seat in group}
            named |= {each.instead.seat for each in step.boards if each.instead}
            named |= {each.seat for each in step.floaters} | set(step.moved)
            named |= {each.instead.seat for each in step.floaters if each.instead}
            assert named <= set(step.seats)
            residents = [seat for seat in step.seats if seat not in step.moved]
            assert {totals[seat] for seat in residents} <= {step.points} or len(steps) == 1


def points_before(world: PairingInput) -> list[int]:
    """The points for pairing of each entrant: an open game counts as a draw."""
    table, system = world.crosstable, system_of(world.crosstable)
    return [
        sum(system.draw if game.is_open else points_of(game, system) for game in games)
        + (world.accelerated[seat][-1] if world.accelerated else 0)
        for seat, games in enumerate(table.games)
    ]


def test_a_pairing_is_compared_in_the_numbers_of_the_entrants() -> None:
    given = FOUR
    own = paired(given)
    assert BURSTEIN_LIBRO.compare is not None
    assert BURSTEIN_LIBRO.compare(given, own) is None
    (first, second) = own.boards
    turned = replace(own, boards=((first[1], first[0]), second))
    found = BURSTEIN_LIBRO.compare(given, turned)
    assert found is not None
    assert set(found.seats) == set(first)


def test_a_round_that_cannot_be_paired_names_whom() -> None:
    given = replace(asked(crosstable(2, "1 2 1-0")), standings=(1, 0))
    answer = BURSTEIN_LIBRO.answer(given)
    assert isinstance(answer, NoPairing)
    assert set(answer.seats) == {0, 1}


def test_forbidden_pairs_and_origins_are_renumbered() -> None:
    # Without 1-2 an exchange gives everybody the colour that is due: 1-3 and 2-4.
    assert pairs(replace(FOUR, forbidden=frozenset({(0, 1)}))) == {(1, 3), (2, 4)}
    assert pairs(replace(FOUR, unwanted=frozenset({(0, 1)}))) == {(1, 3), (2, 4)}
