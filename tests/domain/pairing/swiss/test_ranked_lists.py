"""Monrad, Schenkel and Amalfi: candidates tried by hand, and the examples of their texts."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from dsl.crosstables import crosstable
from dsl.dutch_worlds import wild_tournament
from dsl.list_oracle import colours_of, from_distance, nearest_first, pairs_by_hand
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.swiss.amalfi import distance_in
from planilla.domain.pairing.system import Instead, NoPairing, Pairing, PairingInput
from planilla.domain.vocabulary import ByeKind, Colour

NAMES = ("monrad", "monrad-norwegian", "schenkel", "amalfi")
SMALL = (2, 9)
SEEDS_OF_A_SLICE = range(60)
SEEDS_OF_A_CHUNK = 300
CHUNKS = range(10)


def given(table: Crosstable, **more: object) -> PairingInput:
    asked = PairingInput(crosstable=table, present=tuple(range(table.size)))
    return replace(asked, **more)


def paired(name: str, asked: PairingInput) -> Pairing:
    answer = SYSTEMS[name].answer(asked)
    assert isinstance(answer, Pairing)
    return answer


def pairs(answer: Pairing) -> list[tuple[Seat, Seat]]:
    """The boards by pairing number, the better placed one first."""
    (step,) = answer.explanation.steps
    places = {seat: place for place, seat in enumerate(step.seats)}
    boards = [sorted((board.white, board.black), key=places.__getitem__) for board in step.boards]
    return [(one + 1, other + 1) for one, other in boards]


def worlds(name: str, seeds: range) -> Iterator[PairingInput]:
    for seed in seeds:
        yield from wild_tournament(seed, SMALL, SYSTEMS[name])


def compared(name: str, seeds: range) -> int:
    """Compare every round of some tournaments with the one found by hand; return how many."""
    rounds = 0
    for world in worlds(name, seeds):
        order = (
            from_distance(world.crosstable.rounds_planned, world.round)
            if name == "amalfi"
            else nearest_first
        )
        by_hand = pairs_by_hand(world, order, limits_colours=name == "amalfi")
        answer = SYSTEMS[name].answer(world)
        if by_hand is None:
            assert isinstance(answer, NoPairing)
        else:
            assert isinstance(answer, Pairing)
            rests = next((seat for seat, _ in answer.byes), None)
            assert ({frozenset(board) for board in answer.boards}, rests) == by_hand
        rounds += 1
    return rounds


@pytest.mark.parametrize("name", NAMES)
def test_a_list_is_paired_as_by_hand(name: str) -> None:
    assert compared(name, SEEDS_OF_A_SLICE) > len(SEEDS_OF_A_SLICE)


@pytest.mark.deep
@pytest.mark.parametrize("chunk", CHUNKS)
@pytest.mark.parametrize("name", NAMES)
def test_ten_thousand_lists_are_paired_as_by_hand(name: str, chunk: int) -> None:
    first = 1_000 + chunk * SEEDS_OF_A_CHUNK
    assert compared(name, range(first, first + SEEDS_OF_A_CHUNK)) > 1_000


@pytest.mark.parametrize("name", NAMES)
def test_what_is_paired_breaks_no_rule_and_relabelling_changes_nothing(name: str) -> None:
    system = SYSTEMS[name]
    assert system.check is not None
    for seed in range(30):
        for world in wild_tournament(seed, (2, 30), system):
            answer = system.answer(world)
            if isinstance(answer, NoPairing):
                continue
            assert system.check(world, answer) == ()
            table = world.crosstable
            others = tuple(replace(each, id=f"x{each.id}") for each in table.entrants)
            relabelled = replace(world, crosstable=replace(table, entrants=others))
            assert system.answer(relabelled) == answer


@pytest.mark.parametrize("name", ["monrad", "monrad-norwegian", "schenkel"])
def test_neighbours_meet(name: str) -> None:
    # Seed 000, 2.9.1: the first plays the second, the third the fourth, and so on.
    assert pairs(paired(name, given(crosstable(6)))) == [(1, 2), (3, 4), (5, 6)]


def test_only_a_second_meeting_changes_the_pairs_of_neighbours() -> None:
    # 1 and 2 have a draw, 3 and 4 too: all have half a point. 1 has met 2 and takes 3; 2 has 4.
    played = crosstable(4, "1 2 ½-½, 3 4 ½-½")
    answer = paired("monrad", given(played))
    assert pairs(answer) == [(1, 3), (2, 4)]
    (step,) = answer.explanation.steps
    assert [board.instead for board in step.boards] == [Instead(seat=1, article="B1"), None]
    assert [board.meeting for board in step.boards] == ["list-other", "list-ideal"]


def test_pairs_are_undone_from_the_bottom_where_the_last_have_met() -> None:
    # 5 and 6 met and drew; nobody else has played. 3-4 is undone: 3-5, 4-6.
    played = crosstable(6, "5 6 ½-½")
    answer = paired("monrad-norwegian", given(played))
    # 5 and 6 have half a point and lead; they meet 1 and 2, for 3 and 4 have not met.
    assert pairs(answer) == [(5, 1), (6, 2), (3, 4)]
    level = crosstable(6, "5 6 ½-½, 1 H, 2 H, 3 H, 4 H")
    undone = paired("monrad-norwegian", given(level))
    assert pairs(undone) == [(1, 2), (3, 5), (4, 6)]
    (step,) = undone.explanation.steps
    assert step.boards[1].instead == Instead(seat=3, article="B1", for_others=True)


def test_the_lowest_without_a_bye_rests_and_nobody_twice() -> None:
    assert paired("monrad", given(crosstable(5))).byes == ((4, ByeKind.PAIRING_ALLOCATED),)
    # 5 had the bye and leads with 1; of 2, 3 and 4, who have none or less, 4 rests.
    played = crosstable(5, "1 2 1-0, 3 4 1-0, 5 U")
    assert paired("monrad", given(played)).byes == ((3, ByeKind.PAIRING_ALLOCATED),)


def test_nobody_may_rest_is_no_pairing() -> None:
    played = crosstable(3, "1 2 1-0, 3 U", "1 3 1-0, 2 U", "2 3 1-0, 1 U")
    assert isinstance(SYSTEMS["monrad"].answer(given(played)), NoPairing)


def test_everybody_has_met_everybody_is_no_pairing() -> None:
    played = crosstable(2, "1 2 1-0")
    assert SYSTEMS["monrad"].answer(given(played)) == NoPairing(
        reason="no-legal-pairing", seats=(0, 1)
    )


def test_equal_points_are_in_the_order_of_the_standings() -> None:
    # 1 beat 2 and 3 beat 4; the standings have 3 before 1, and 4 before 2.
    played = crosstable(4, "1 2 1-0, 3 4 1-0")
    answer = paired("monrad", given(played, standings=(2, 0, 3, 1)))
    assert answer.explanation.steps[0].seats == (2, 0, 3, 1)
    # In the Norwegian variant the starting number decides.
    norwegian = paired("monrad-norwegian", given(played, standings=(2, 0, 3, 1)))
    assert norwegian.explanation.steps[0].seats == (0, 2, 1, 3)


def test_in_groups_players_meet_those_of_their_group() -> None:
    # Groups of three: 1 2 3 and 4 5 6. 1-2, then 3 has nobody in the group and takes 4; 5-6.
    asked = given(crosstable(6), groups=((0, 1, 2), (3, 4, 5)))
    assert pairs(paired("schenkel", asked)) == [(1, 2), (3, 4), (5, 6)]
    # 1 and 2 have met: 1 takes 3 of the same group before anybody else, and 2 takes 4.
    played = crosstable(6, "1 2 ½-½, 3 H, 4 H, 5 H, 6 H")
    asked = given(played, groups=((0, 1, 2), (3, 4, 5)))
    assert pairs(paired("schenkel", asked)) == [(1, 3), (2, 4), (5, 6)]
    # 3 and 4 change groups: 2 now finds 4 in the own group, and 3 meets 5.
    asked = given(played, groups=((0, 1, 3), (2, 4, 5)))
    assert pairs(paired("schenkel", asked)) == [(1, 4), (2, 3), (5, 6)]


def test_the_lower_number_has_black_in_the_first_round_of_norway() -> None:
    # Number 2 has White against 1, 4 against 3.
    assert paired("monrad-norwegian", given(crosstable(4))).boards == ((1, 0), (3, 2))


def test_colours_of_norway_balance_then_alternate_then_follow_the_round() -> None:
    # Round 3, all draws: 1 had White, Black and 2 Black, White, so that 1 has White again. 3 had
    # Black twice and 4 White twice: 3 has White.
    played = crosstable(4, "1 3 ½-½, 4 2 ½-½", "4 1 ½-½, 2 3 ½-½")
    (step,) = paired("monrad-norwegian", given(played)).explanation.steps
    assert [(b.white + 1, b.black + 1, b.colour_rule) for b in step.boards] == [
        (1, 2, "monrad-last"),
        (3, 4, "monrad-difference"),
    ]
    # After one round 1 and 3 both had White: level in it, so the higher has White in round 2.
    after_one = crosstable(4, "1 2 1-0, 3 4 1-0")
    (second,) = paired("monrad-norwegian", given(after_one)).explanation.steps
    assert [(b.white + 1, b.black + 1, b.colour_rule) for b in second.boards] == [
        (1, 3, "monrad-round"),
        (2, 4, "monrad-round"),
    ]
    # 2 had White twice, 1 once and then a bye: White to 1, who had it less often.
    uneven = crosstable(4, "1 3 ½-½, 2 4 ½-½", "2 3 ½-½, 1 H, 4 H")
    first = paired("monrad-norwegian", given(uneven)).explanation.steps[0].boards[0]
    assert (first.white + 1, first.black + 1, first.colour_rule) == (1, 2, "monrad-difference")
    # Who has not played yet has no last colour.
    new = paired("monrad-norwegian", given(crosstable(2))).explanation.steps[0].boards[0]
    assert new.colour_rule == "monrad-round"


def test_seven_rounds_of_amalfi_begin_at_distance_seven_and_end_with_neighbours() -> None:
    # swiss-others.md, 4: with seven rounds 1 plays 8 in the first, neighbours meet in the last.
    assert [distance_in(7, number) for number in range(1, 8)] == [7, 6, 5, 4, 3, 2, 1]
    first = given(replace(crosstable(16), rounds_planned=7))
    assert pairs(paired("amalfi", first))[:2] == [(1, 8), (2, 9)]
    # The last two of sixteen are 15 and 16: fewer than seven are left below 15.
    assert pairs(paired("amalfi", first))[-1] == (15, 16)
    level = crosstable(16, *["" for _ in range(6)])
    last = given(replace(level, rounds_planned=7))
    assert pairs(paired("amalfi", last))[:2] == [(1, 2), (3, 4)]


def test_an_unknown_number_of_rounds_is_the_last_round_for_amalfi() -> None:
    assert distance_in(0, 4) == 1


def test_amalfi_goes_on_below_the_ideal_opponent_and_then_above() -> None:
    # Three rounds, the second: distance 2. All have half a point; 1 met 3 and may not meet 4.
    played = replace(crosstable(4, "1 3 ½-½, 2 4 ½-½"), rounds_planned=3)
    # 1: 3 (met), 4 (forbidden), then upwards 2; so 3 and 4 meet.
    answer = paired("amalfi", given(played, forbidden=frozenset({(0, 3)})))
    assert pairs(answer) == [(1, 2), (3, 4)]
    assert answer.explanation.steps[0].boards[0].instead == Instead(seat=2, article="B1")


def test_amalfi_keeps_two_of_the_same_absolute_colour_apart() -> None:
    # 1 and 2 had White twice: neither may have it a third time, so they do not meet.
    played = replace(
        crosstable(6, "1 3 ½-½, 2 4 ½-½, 5 H, 6 H", "1 5 ½-½, 2 6 ½-½, 3 H, 4 H"),
        rounds_planned=3,
    )
    answer = paired("amalfi", given(played))
    (step,) = answer.explanation.steps
    assert step.boards[0].instead == Instead(seat=1, article="B2")
    assert pairs(answer)[0] == (1, 4)
    for seat in (0, 1):
        assert colours_of(given(played), seat) == [Colour.WHITE, Colour.WHITE]
        assert any(board.black == seat for board in step.boards)
