"""The progress of a bracket: sides, losses, final places, no-shows and corrections."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.knockouts import DRAWS, Draw, pairs_of, played_by_waves, played_one_by_one
from planilla.domain.pairing.knockout.bracket import (
    Bracket,
    PlacesPlayed,
    double_elimination,
    single_elimination,
    triple_elimination,
)
from planilla.domain.pairing.knockout.dapiran import dapiran
from planilla.domain.pairing.knockout.order import SeedOrder, first_round
from planilla.domain.pairing.knockout.progress import (
    BracketProgress,
    MatchOutcome,
    MatchProgress,
    MatchStatus,
    OutcomeChange,
    change,
    progress,
)

FINISHED = {MatchStatus.PLAYED, MatchStatus.WALK_OVER, MatchStatus.VOID}
IN_EVERY_RUN = {*range(2, 10), 16, 31, 64}
ALL_TO_64 = [
    pytest.param(size, marks=[] if size in IN_EVERY_RUN else [pytest.mark.deep])
    for size in range(2, 65)
]
every_draw = pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
draws = st.sampled_from(sorted(DRAWS))
seeds = st.integers(0, 2**32)


def won(sides: tuple[int, int], winner: int) -> MatchOutcome:
    return MatchOutcome(sides=sides, winner=winner)


def losses_of(now: BracketProgress) -> Counter[int]:
    return Counter(match.loser for match in now.matches if match.loser)


@every_draw
def test_a_bracket_of_every_size_ends_with_one_winner(draw: Draw) -> None:
    for players in [*range(2, 65), 100, 257]:
        bracket = draw(pairs_of(players))
        now = progress(bracket, played_by_waves(bracket, players))
        assert {match.status for match in now.matches} <= FINISHED
        assert now.invalid == ()
        assert now.winner
        assert now.out == set(range(1, players + 1)) - {now.winner}
        assert now.places[now.winner] == (1, 1)
        assert sorted(now.places) == list(range(1, players + 1))
        for first, last in now.places.values():
            assert list(now.places.values()).count((first, last)) == last - first + 1


@every_draw
@pytest.mark.parametrize("order", SeedOrder)
@pytest.mark.parametrize("players", ALL_TO_64)
def test_brackets_in_both_orders_have_one_winner_whoever_stays_away(
    draw: Draw, order: SeedOrder, players: int
) -> None:
    bracket = draw(first_round(dapiran(players), order))
    for seed, no_shows in enumerate((0, 0.1, 0.5)):
        now = progress(bracket, played_by_waves(bracket, seed, no_shows=no_shows))
        assert {match.status for match in now.matches} <= {*FINISHED, MatchStatus.NO_SHOW}
        assert now.invalid == ()
        assert now.winner is not None
        assert now.winner or no_shows
        assert now.out == set(range(1, players + 1)) - {now.winner}
        assert sorted(now.places) == list(range(1, players + 1))
        for first, last in now.places.values():
            assert list(now.places.values()).count((first, last)) == last - first + 1
        places_played = bracket.lives == 1  # those who lost may play on for their places
        losses = losses_of(now)
        assert places_played or max(losses.values(), default=0) <= bracket.lives
        seats = Counter(
            (match.round, side)
            for match, each in zip(bracket.matches, now.matches, strict=True)
            if each.status in {MatchStatus.PLAYED, MatchStatus.NO_SHOW}
            for side in each.sides
        )
        assert set(seats.values()) <= {1}


@pytest.mark.parametrize(
    ("name", "lives"), [("single", 1), ("double", 2), ("triple", 3)], ids=["one", "two", "three"]
)
def test_everybody_but_the_winner_loses_as_often_as_the_bracket_says(name: str, lives: int) -> None:
    for players in range(2, 65):
        bracket = DRAWS[name](pairs_of(players))
        now = progress(bracket, played_by_waves(bracket, players + 1))
        losses = losses_of(now)
        assert now.winner
        assert losses.pop(now.winner, 0) < lives
        assert losses == dict.fromkeys(now.out, lives)


@every_draw
def test_nobody_plays_twice_in_a_round(draw: Draw) -> None:
    for players in [*range(2, 33), 64]:
        bracket = draw(pairs_of(players))
        now = progress(bracket, played_by_waves(bracket, players))
        seats = Counter(
            (match.round, side)
            for match, played in zip(bracket.matches, now.matches, strict=True)
            if played.status is MatchStatus.PLAYED
            for side in played.sides
        )
        assert set(seats.values()) == {1}


@pytest.mark.parametrize("players", range(2, 65))
def test_one_player_less_than_entered_loses_a_match_of_a_single_elimination(players: int) -> None:
    bracket = single_elimination(pairs_of(players))
    assert len(played_by_waves(bracket, players)) == players - 1
    assert bracket.matches[-1].round == (players - 1).bit_length()


def test_the_two_strongest_meet_in_the_final_if_they_win_until_then() -> None:
    for players in range(2, 65):
        bracket = single_elimination(pairs_of(players))
        outcomes: dict[int, MatchOutcome] = {}
        for match in bracket.matches:
            first, second = progress(bracket, outcomes).match(match.number).sides
            if first and second:
                outcomes[match.number] = won((first, second), min(first, second))
        final = progress(bracket, outcomes).matches[-1]
        assert {*final.sides} == {1, 2}


@given(draws, st.integers(2, 24), seeds, st.sampled_from([0, 0.2]))
def test_the_fold_of_a_prefix_and_the_rest_is_the_fold_of_all(
    name: str, players: int, seed: int, no_shows: float
) -> None:
    bracket = DRAWS[name](pairs_of(players))
    steps = list(played_one_by_one(bracket, seed, no_shows=no_shows))
    outcomes, end = steps[-1]
    shuffled = list(outcomes.items())
    Random(seed).shuffle(shuffled)
    assert progress(bracket, dict(shuffled)) == end
    for prefix, now in steps:
        rest = {number: outcomes[number] for number in outcomes.keys() - prefix.keys()}
        assert progress(bracket, {**rest, **prefix}) == end
        assert now.invalid == ()
        assert now.out <= end.out
        # what is known stays: sides, winners, losers
        for early, late in zip(now.matches, end.matches, strict=True):
            known = [*zip(early.sides, late.sides, strict=True)]
            known += [(early.winner, late.winner), (early.loser, late.loser)]
            assert all(before in {None, after} for before, after in known)


@given(draws, st.integers(2, 24), seeds)
def test_a_place_that_is_certain_stays_without_no_shows(name: str, players: int, seed: int) -> None:
    bracket = DRAWS[name](pairs_of(players))
    steps = [now for _, now in played_one_by_one(bracket, seed)]
    for now in steps:
        assert now.places.items() <= steps[-1].places.items()


@given(draws, st.integers(2, 24), seeds, st.data())
def test_a_change_says_exactly_which_later_matches_lose_their_sides(
    name: str, players: int, seed: int, data: st.DataObject
) -> None:
    bracket = DRAWS[name](pairs_of(players))
    outcomes = dict(played_by_waves(bracket, seed))
    number = data.draw(st.sampled_from(sorted(outcomes)))
    old = outcomes[number]
    other = sum(old.sides) - old.winner
    new = data.draw(st.sampled_from([None, won(old.sides, other), won(old.sides, 0)]))
    found = change(bracket, outcomes, number, new)
    before = progress(bracket, outcomes)
    after = progress(bracket, {**outcomes, number: new} if new else _without(outcomes, number))
    assert found.invalid == after.invalid
    assert set(found.invalid) <= set(found.changed)
    assert all(later > number for later in found.changed)
    for match in bracket.matches:
        same = before.match(match.number).sides == after.match(match.number).sides
        assert same == (match.number not in found.changed)
    # taken back again, everything holds as before
    changed = {**outcomes, number: new} if new else _without(outcomes, number)
    back = change(bracket, changed, number, old)
    assert (back.invalid, back.valid_again) == ((), found.invalid)
    assert back.changed == found.changed


def _without(outcomes: dict[int, MatchOutcome], number: int) -> dict[int, MatchOutcome]:
    return {key: value for key, value in outcomes.items() if key != number}


def test_a_final_is_repeated_only_if_the_one_without_a_loss_loses_it() -> None:
    bracket = double_elimination(pairs_of(2))  # 1 meets 2, then the final, then its repetition
    first = {1: won((1, 2), 1)}
    ended = progress(bracket, {**first, 2: won((1, 2), 1)})
    assert (ended.winner, ended.match(3).status) == (1, MatchStatus.VOID)
    level = progress(bracket, {**first, 2: won((1, 2), 2)})
    assert (level.winner, level.out, level.places) == (None, frozenset(), {})
    assert level.match(3) == MatchProgress(MatchStatus.READY, (2, 1))
    assert progress(bracket, {**first, 2: won((1, 2), 2), 3: won((2, 1), 1)}).winner == 1


def test_three_losses_are_needed_in_a_final_of_a_triple_elimination() -> None:
    bracket = triple_elimination(pairs_of(2))
    # 1 wins; nobody is in the second section of losers; then both may lose until one has three
    outcomes = {1: won((1, 2), 1), 4: won((1, 2), 2), 5: won((2, 1), 2)}
    assert progress(bracket, outcomes).out == set()
    assert progress(bracket, {**outcomes, 6: won((2, 1), 2)}).winner == 2
    level = progress(bracket, {**outcomes, 6: won((2, 1), 1)})
    assert level.match(7) == MatchProgress(MatchStatus.READY, (1, 2))


def _of_eight(played: PlacesPlayed, **winners: int) -> tuple[Bracket, dict[int, MatchOutcome]]:
    """1-8, 4-5, 3-6, 2-7 as matches 1 to 4, with these winners; 0 for a double no-show."""
    bracket = single_elimination(pairs_of(8), played=played)
    sides = {1: (1, 8), 2: (4, 5), 3: (3, 6), 4: (2, 7)}
    return bracket, {number: won(sides[number], winners[f"m{number}"]) for number in sides}


def test_after_a_double_no_show_nobody_advances_and_the_next_opponent_walks_over() -> None:
    bracket, outcomes = _of_eight(PlacesPlayed.FIRST, m1=0, m2=4, m3=3, m4=2)
    now = progress(bracket, outcomes)
    assert now.match(1) == MatchProgress(MatchStatus.NO_SHOW, (1, 8), 0, 0)
    assert now.match(5) == MatchProgress(MatchStatus.WALK_OVER, (0, 4), 4, 0)
    assert {1, 8} <= now.out
    ended = progress(bracket, {**outcomes, 6: won((3, 2), 2), 7: won((4, 2), 2)})
    # nobody lost the first semi-final: the loser of the other one is third alone
    assert ended.places == {
        2: (1, 1),
        4: (2, 2),
        3: (3, 3),
        **dict.fromkeys((1, 5, 6, 7, 8), (4, 8)),
    }


def test_two_who_do_not_appear_in_a_semi_final_do_not_play_for_third_place() -> None:
    bracket, outcomes = _of_eight(PlacesPlayed.THIRD, m1=1, m2=4, m3=3, m4=2)
    outcomes |= {5: won((1, 4), 0), 6: won((3, 2), 3)}
    now = progress(bracket, outcomes)
    assert now.match(7) == MatchProgress(MatchStatus.WALK_OVER, (0, 3), 3, 0)
    assert now.match(8) == MatchProgress(MatchStatus.WALK_OVER, (0, 2), 2, 0)
    # the second place is empty: the others move up; 1 and 4 share the last of four
    assert now.places == {
        3: (1, 1),
        2: (2, 2),
        1: (3, 4),
        4: (3, 4),
        **dict.fromkeys((5, 6, 7, 8), (5, 8)),
    }


def test_a_final_without_players_has_no_winner() -> None:
    bracket = single_elimination(pairs_of(2))
    now = progress(bracket, {1: won((1, 2), 0)})
    assert (now.winner, now.out) == (0, frozenset({1, 2}))
    assert now.places == {1: (1, 2), 2: (1, 2)}


def test_whole_halves_may_stay_away() -> None:
    bracket, outcomes = _of_eight(PlacesPlayed.FIRST, m1=0, m2=0, m3=3, m4=2)
    now = progress(bracket, outcomes)
    assert now.match(5) == MatchProgress(MatchStatus.VOID, (0, 0), 0, 0)
    assert progress(bracket, {**outcomes, 6: won((3, 2), 3)}).winner == 3


def test_places_are_certain_once_all_worse_or_all_better_ones_are() -> None:
    bracket, outcomes = _of_eight(PlacesPlayed.THIRD, m1=1, m2=4, m3=3, m4=2)
    del outcomes[4]
    assert progress(bracket, outcomes).places == {}
    outcomes |= {4: won((2, 7), 2), 5: won((1, 4), 1), 6: won((3, 2), 2)}
    assert set(progress(bracket, outcomes).places) == {5, 6, 7, 8}
    now = progress(bracket, {**outcomes, 7: won((1, 2), 1)})
    assert (now.places[1], now.places[2], set(now.places)) == ((1, 1), (2, 2), {1, 2, 5, 6, 7, 8})


def test_a_correction_of_the_first_round_takes_the_later_outcomes_with_it() -> None:
    bracket, outcomes = _of_eight(PlacesPlayed.FIRST, m1=1, m2=4, m3=3, m4=2)
    outcomes |= {5: won((1, 4), 1), 6: won((3, 2), 2), 7: won((1, 2), 1)}
    found = change(bracket, outcomes, 1, won((1, 8), 8))
    assert found == OutcomeChange(changed=(5, 7), invalid=(5, 7), valid_again=())
    # 4 is as it was: whoever beat 4 meets 2
    corrected = {**outcomes, 1: won((1, 8), 8)}
    now = progress(bracket, corrected)
    assert now.match(5) == MatchProgress(MatchStatus.READY, (8, 4))
    assert now.match(7) == MatchProgress(MatchStatus.OPEN, (None, 2))
    assert change(bracket, corrected, 1, won((1, 8), 1)) == OutcomeChange(
        changed=(5, 7), invalid=(), valid_again=(5, 7)
    )
    # 4 had won in any case: once the outcome is ruled for the new sides, the final holds again
    outcomes |= {5: won((1, 4), 4), 7: won((4, 2), 4)}
    assert change(bracket, outcomes, 1, won((1, 8), 8)).invalid == (5, 7)
    ruled = {**outcomes, 1: won((1, 8), 8), 5: won((8, 4), 4)}
    assert progress(bracket, ruled).winner == 4


@pytest.mark.parametrize(
    ("number", "outcome"),
    [
        pytest.param(5, won((1, 4), 1), id="the sides are not known"),
        pytest.param(1, won((1, 7), 1), id="another side"),
        pytest.param(1, won((1, 8), 3), id="a winner who did not play"),
        pytest.param(0, won((1, 8), 1), id="no such match"),
        pytest.param(9, won((1, 8), 1), id="a match beyond the last"),
    ],
)
def test_an_outcome_that_does_not_hold_counts_for_nothing(
    number: int, outcome: MatchOutcome
) -> None:
    bracket = single_elimination(pairs_of(8))
    now = progress(bracket, {number: outcome})
    assert now.invalid == (number,)
    assert now.matches == progress(bracket, {}).matches


def test_an_outcome_of_a_walk_over_or_of_a_repetition_that_is_not_needed_does_not_hold() -> None:
    byes = single_elimination(pairs_of(3))
    assert progress(byes, {1: won((1, 0), 1)}).invalid == (1,)
    double = double_elimination(pairs_of(2))
    played = {1: won((1, 2), 1), 2: won((1, 2), 1), 3: won((1, 2), 2)}
    assert progress(double, played).invalid == (3,)


def test_an_outcome_names_its_sides_in_any_order() -> None:
    now = progress(single_elimination(pairs_of(8)), {1: won((8, 1), 1)})
    assert (now.invalid, now.match(1).winner) == ((), 1)
