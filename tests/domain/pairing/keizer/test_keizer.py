"""Who meets whom in a Keizer tournament, who rests, who has White, and why (seed 000, 2.10)."""

from typing import Any

import pytest
from msgspec.structs import replace

from dsl.keizer_seasons import entrants, played
from planilla.domain.crosstable import Crosstable, Round, Seat
from planilla.domain.pairing.keizer import KEIZER
from planilla.domain.pairing.keizer.engine import faults_of_pairing
from planilla.domain.pairing.keizer.memory import KeizerMemory, replayed
from planilla.domain.pairing.keizer.rules import SEED, KeizerRules, Relaxed
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.keizer.values import listed
from planilla.domain.pairing.system import (
    BoardReason,
    Instead,
    NoPairing,
    Pairing,
    PairingInput,
    PairingStep,
)
from planilla.domain.vocabulary import ByeKind, Colour

REST = ByeKind.PAIRING_ALLOCATED


def asked(
    size: int, *rounds: Round, order: tuple[Seat, ...] = (), rules: KeizerRules = SEED, **more: Any
) -> PairingInput:
    """A round of `size` players who stand in this order, or in that of their numbers."""
    order = order or tuple(range(size))
    original = tuple(range(size, 0, -1))
    memory = KeizerMemory(rules=rules, listing=listed(order, size, rules), original=original)
    table = Crosstable(entrants=entrants(size), rounds=rounds)
    return PairingInput(
        crosstable=table, present=more.pop("present", tuple(range(size))), memory=memory, **more
    )


def answer(given: PairingInput) -> Pairing:
    found = KEIZER.answer(given)
    assert isinstance(found, Pairing), found
    return found


def pairs(given: PairingInput) -> list[set[Seat]]:
    return [set(board) for board in answer(given).boards]


def bracket(given: PairingInput) -> PairingStep:
    return answer(given).explanation.steps[0]


def reasons(given: PairingInput) -> tuple[BoardReason, ...]:
    return bracket(given).boards


def test_from_the_top_each_meets_the_next_one() -> None:
    given = asked(6, order=(4, 2, 0, 1, 5, 3))
    assert pairs(given) == [{4, 2}, {0, 1}, {5, 3}]
    assert bracket(given).kind == "list"
    assert bracket(given).seats == (4, 2, 0, 1, 5, 3)
    assert {reason.meeting for reason in reasons(given)} == {"keizer-next"}


def test_only_those_present_are_paired() -> None:
    assert pairs(asked(6, present=(0, 2, 3, 5))) == [{0, 2}, {3, 5}]


def test_who_is_in_no_list_comes_last() -> None:
    given = asked(4)
    assert isinstance(given.memory, KeizerMemory)
    short = replace(given.memory, listing=listed((3, 1), 4, SEED), original=(2, 1))
    assert pairs(replace(given, memory=short)) == [{3, 1}, {0, 2}]


def test_the_last_who_has_not_rested_rests_and_is_taken_out_first() -> None:
    given = asked(5, played((0, 1, "½-½"), (2, 3, "½-½"), byes=((4, REST),)))
    assert answer(given).byes == ((3, REST),)
    assert pairs(given) == [{0, 1}, {2, 4}]
    assert bracket(given).bye == 3


def test_once_all_have_rested_it_is_who_rested_least_often_and_longest_ago() -> None:
    """0 rested in round 2, 1 in rounds 1 and 4, 2 in round 3: 0 it is."""
    rests = [played(byes=((seat, REST),)) for seat in (1, 0, 2, 1)]
    assert answer(asked(3, *rests)).byes == ((0, REST),)


def test_before_any_game_the_drawn_colour_alternates_down_the_boards() -> None:
    assert answer(asked(6)).boards == ((0, 1), (3, 2), (4, 5))
    black = asked(6, first_colour=Colour.BLACK)
    assert answer(black).boards == ((1, 0), (2, 3), (5, 4))


@pytest.mark.parametrize(
    ("rounds", "white", "rule"),
    [
        pytest.param(
            (played((2, 0, "½-½"), (1, 3, "½-½")),), 0, "keizer-both", id="both alternate"
        ),
        pytest.param(
            (
                played((0, 2, "½-½"), (1, 3, "½-½")),
                played((0, 3, "½-½"), (2, 1, "½-½")),
                played((3, 0, "½-½"), (1, 2, "½-½")),
                played((0, 2, "½-½"), (1, 3, "½-½")),
            ),
            0,
            "keizer-longest",
            id="the same difference, longer ago",
        ),
        pytest.param(
            (
                played((0, 2, "½-½"), (1, 3, "½-½")),
                played((0, 3, "½-½"), (2, 1, "½-½")),
                played((0, 2, "½-½"), (1, 3, "½-½")),
            ),
            1,
            "keizer-difference",
            id="a larger difference",
        ),
        pytest.param(
            (
                played((2, 0, "½-½"), (1, 3, "½-½")),
                played((2, 0, "½-½"), (3, 1, "½-½")),
                played((2, 0, "½-½"), (1, 3, "½-½")),
                played((0, 2, "½-½"), (3, 1, "½-½")),
                played((0, 2, "½-½"), (1, 3, "½-½")),
            ),
            0,
            "keizer-difference",
            id="3 White and 2 Black are more than 2 White and 3 Black",
        ),
        pytest.param(
            (played((0, 2, "½-½"), (1, 3, "½-½")),), 1, "keizer-stronger", id="the same history"
        ),
    ],
)
def test_colours(rounds: tuple[Round, ...], white: Seat, rule: str) -> None:
    """Both are due Black but for the first; it goes to whom the rule names."""
    reason = reasons(asked(4, *rounds))[0]
    assert {reason.white, reason.black} == {0, 1}
    assert (reason.white, reason.colour_rule) == (white, rule)


def test_a_rematch_is_allowed_unless_the_rules_say_otherwise() -> None:
    met = played((0, 1, "½-½"), (2, 3, "½-½"))
    assert pairs(asked(4, met)) == [{0, 1}, {2, 3}]
    once = asked(4, met, rules=KeizerRules(meetings_max=1))
    assert pairs(once) == [{0, 2}, {1, 3}]
    assert reasons(once)[0].instead == Instead(seat=1, article="keizer-meetings")
    assert reasons(once)[0].meeting == "keizer-further"


def test_a_game_that_was_not_played_is_no_meeting() -> None:
    met = played((0, 1, "+/-"), (2, 3, "-/-"))
    assert pairs(asked(4, met, rules=KeizerRules(meetings_max=1))) == [{0, 1}, {2, 3}]


def test_rounds_must_lie_between_two_games_of_the_same_two() -> None:
    """They met in round 1; with two rounds between, 4 is the first round for it."""
    met, other = played((0, 1, "½-½"), (2, 3, "½-½")), played((0, 2, "½-½"), (1, 3, "½-½"))
    rules = KeizerRules(rounds_between=2)
    early = asked(4, met, other, rules=rules)
    assert pairs(early) == [{0, 3}, {1, 2}]
    assert reasons(early)[0].instead == Instead(seat=1, article="keizer-distance")
    between = played((0, 3, "½-½"), (1, 2, "½-½"))
    assert pairs(asked(4, met, other, between, rules=rules)) == [{0, 1}, {2, 3}]


def test_somebody_is_passed_over_where_the_others_could_not_be_paired() -> None:
    """2 and 3 may not meet, nor 2 and 1: were 0 to meet 1, 2 would have nobody."""
    given = asked(4, forbidden=frozenset({(2, 3), (1, 2)}))
    assert pairs(given) == [{0, 2}, {1, 3}]
    instead = reasons(given)[0].instead
    assert instead == Instead(seat=1, article="keizer-complete", for_others=True)


def test_a_forbidden_pair_never_meets() -> None:
    given = asked(4, forbidden=frozenset({(0, 1)}))
    assert pairs(given) == [{0, 2}, {1, 3}]
    assert reasons(given)[0].instead == Instead(seat=1, article="keizer-forbidden")
    alone = asked(2, forbidden=frozenset({(0, 1)}))
    assert KEIZER.answer(alone) == NoPairing(reason="no-legal-pairing", seats=(0, 1))


def test_those_of_one_origin_meet_where_there_is_no_other_way() -> None:
    given = asked(4, unwanted=frozenset({(0, 1)}))
    assert pairs(given) == [{0, 2}, {1, 3}]
    assert reasons(given)[0].instead == Instead(seat=1, article="keizer-origin")
    alone = asked(2, unwanted=frozenset({(0, 1)}))
    assert pairs(alone) == [{0, 1}]
    assert bracket(alone).given_up == {"keizer-origin": 1}


def test_no_third_time_the_same_colour() -> None:
    """0 and 1 had White twice, 2 and 3 Black twice: 0 and 1 cannot meet."""
    twice = (
        played((0, 2, "½-½"), (1, 3, "½-½")),
        played((0, 3, "½-½"), (1, 2, "½-½")),
    )
    assert pairs(asked(4, *twice)) == [{0, 1}, {2, 3}]
    bound = asked(4, *twice, rules=KeizerRules(same_colour_max=2))
    assert pairs(bound) == [{0, 2}, {1, 3}]
    assert reasons(bound)[0].instead == Instead(seat=1, article="keizer-colour")
    assert {board.black for board in reasons(bound)} == {0, 1}


def test_no_colour_more_than_twice_as_often() -> None:
    """0 and 1 had White twice more than Black: with a bound of 2 they cannot meet."""
    twice = (
        played((0, 2, "½-½"), (1, 3, "½-½")),
        played((0, 3, "½-½"), (1, 2, "½-½")),
    )
    assert pairs(asked(4, *twice, rules=KeizerRules(colour_difference_max=2))) == [{0, 2}, {1, 3}]


def test_a_bound_on_colours_comes_before_what_is_due() -> None:
    """Both are due Black; 1 lacks it longer, but 0 has had White twice running."""
    rounds = (
        played((1, 2, "½-½"), (3, 0, "½-½")),
        played((1, 3, "½-½"), (2, 0, "½-½")),
        played((2, 1, "½-½"), (0, 3, "½-½")),
        played((0, 2, "½-½"), (1, 3, "½-½")),
    )
    free = reasons(asked(4, *rounds))[0]
    bound = reasons(asked(4, *rounds, rules=KeizerRules(same_colour_max=2)))[0]
    assert {free.white, free.black} == {bound.white, bound.black} == {0, 1}
    assert bound.black == 0
    if free.black != 0:
        assert bound.colour_rule == "keizer-bound"


def test_bounds_give_way_in_their_order_and_as_far_down_as_they_can() -> None:
    """All four have met one another: where nothing may give way nobody can be paired."""
    rounds = (
        played((0, 1, "½-½"), (2, 3, "½-½")),
        played((0, 2, "½-½"), (1, 3, "½-½")),
        played((0, 3, "½-½"), (1, 2, "½-½")),
    )
    given = asked(4, *rounds, rules=KeizerRules(meetings_max=1))
    assert pairs(given) == [{0, 1}, {2, 3}]
    assert bracket(given).given_up == {"keizer-meetings": 2}
    assert bracket(given).criteria == ("keizer-meetings",)
    strict = asked(4, *rounds, rules=KeizerRules(meetings_max=1, relax=(Relaxed.COLOUR,)))
    found = KEIZER.answer(strict)
    assert isinstance(found, NoPairing)
    assert len(found.seats) == 4


def test_what_gives_way_does_so_below_those_who_choose_first() -> None:
    """4 and 5 have met everybody but 0 and 1: one rematch is unavoidable, at the last board."""
    rounds = (
        played((0, 1, "½-½"), (2, 4, "½-½"), (3, 5, "½-½")),
        played((4, 5, "½-½"), (2, 5, "½-½")),
        played((3, 4, "½-½"), (0, 4, "½-½")),
        played((1, 4, "½-½"), (0, 5, "½-½")),
        played((1, 5, "½-½")),
    )
    given = asked(6, *rounds, rules=KeizerRules(meetings_max=1))
    assert pairs(given) == [{0, 2}, {1, 3}, {4, 5}]
    assert bracket(given).given_up == {"keizer-meetings": 1}


def test_without_a_list_the_games_tell_who_stands_where() -> None:
    """3 beat 0: 3 + 6 = 9 for 3 (values 6 5 4 3), 5 and 4 for those who drew have 5+2 and 4+2½."""
    table = Crosstable(
        entrants=entrants(4), rounds=(played((0, 3, "0-1"), (1, 2, "½-½")),), rounds_planned=2
    )
    given = PairingInput(crosstable=table, present=(0, 1, 2, 3))
    assert replayed(Season(crosstable=table, rules=SEED)).memory.listing.order == (3, 1, 2, 0)
    assert pairs(given) == [{3, 1}, {2, 0}]


def test_who_joins_later_joins_the_list_that_the_games_lead_to() -> None:
    late = replace(entrants(3)[2], first_round=2)
    table = Crosstable(entrants=entrants(3, s2=late), rounds=(played((0, 1, "0-1")),))
    found = replayed(Season(crosstable=table, rules=SEED))
    assert found.memory.listing.order == (1, 0)
    second = replace(played((1, 0, "0-1")), byes=((2, ByeKind.PAIRING_ALLOCATED),))
    following = replace(table, rounds=(*table.rounds, second))
    assert set(replayed(Season(crosstable=following, rules=SEED)).memory.listing.order) == {0, 1, 2}
    assert found.last is not None
    assert replayed(Season(crosstable=replace(table, rounds=()), rules=SEED)).last is None


def test_who_was_away_and_came_back_was_absent_unexcused_only_after_the_return() -> None:
    """2 misses round 2 and plays again in round 3: until then the round brings nothing.

    Values 5 4 3, of round 1 too: 0 rests (5 + 5), 1 beats 2 (4 + 3, 3). In round 2 the pairing has
    0 and 1 alone; the list that paired round 3 has 2 with its own value.
    """
    first = replace(played((1, 2, "1-0")), byes=((0, ByeKind.PAIRING_ALLOCATED),))
    third = replace(played((0, 2, "½-½")), byes=((1, ByeKind.PAIRING_ALLOCATED),))
    rounds = (first, played((0, 1, "1-0")), third)
    season = Season(crosstable=Crosstable(entrants=entrants(3), rounds=rounds), rules=SEED)
    before = replace(season, crosstable=replace(season.crosstable, rounds=rounds[:2]))
    left = replace(before, left={2: 2})
    assert replayed(season).paired == replayed(left).memory.listing


def test_nobody_floats() -> None:
    assert KEIZER.floats is not None
    game = Crosstable(entrants=entrants(2), rounds=(played((0, 1, "1-0")),)).games[0][0]
    assert not KEIZER.floats(game, 3, None)  # type: ignore[arg-type]
    assert KEIZER.edition == "libro"


@pytest.mark.parametrize(
    ("boards", "byes", "codes"),
    [
        pytest.param(((0, 4), (1, 2)), (3,), ["second-bye"], id="who has rested rests again"),
        pytest.param(((3, 4), (1, 2)), (0,), ["rematch"], id="a rematch"),
        pytest.param(((0, 3), (1, 2)), (4,), ["forbidden"], id="a forbidden pair"),
        pytest.param(((1, 2),), (0, 3), ["not-paired", "needless-bye", "second-bye"], id="byes"),
        pytest.param(((1, 2), (9, 0)), (4,), ["not-present", "not-paired"], id="a stranger"),
        pytest.param(((4, 0), (2, 3)), (1,), ["colour-bound"], id="a third time White"),
    ],
)
def test_a_pairing_by_hand_is_judged(
    boards: tuple[tuple[Seat, Seat], ...], byes: tuple[Seat, ...], codes: list[str]
) -> None:
    """3 has rested; 3 and 4 met in the last round; 0 and 3 may not meet; 4 had White twice."""
    given = asked(
        5,
        played((4, 1, "½-½"), (0, 2, "½-½"), byes=((3, REST),)),
        played((4, 3, "½-½"), (1, 0, "½-½")),
        rules=KeizerRules(same_colour_max=2, rounds_between=0, meetings_max=1),
        forbidden=frozenset({(0, 3)}),
    )
    by_hand = Pairing(
        boards=boards,
        byes=tuple((seat, REST) for seat in byes),
        explanation=answer(given).explanation,
    )
    found = [fault.code for fault in faults_of_pairing(given, by_hand)]
    assert found == codes
