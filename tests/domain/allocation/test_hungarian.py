"""The Hungarian method: the examples of the book, and properties against every assignment."""

import json
from collections.abc import Sequence
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from planilla.domain.allocation.faults import BallotFault, NotAllocated
from planilla.domain.allocation.hungarian import (
    SIZE_MAX,
    STEPS_SIZE_MAX,
    VALUE_MAX,
    Ballots,
    Goal,
    Step,
    allocate,
    steps,
)

GOLDEN = Path(__file__).parents[2] / "golden" / "assignment"
Values = Sequence[Sequence[int]]


def golden(name: str) -> Any:
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


MAX, MIN = golden("hungarian_max"), golden("hungarian_min")


def book(data: Any) -> Ballots:
    rows = data["votes"] if data["mode"] == "max" else data["preferences"]
    return Ballots(
        goal=Goal(data["mode"]),
        players=tuple(data["players"]),
        options=tuple(data["options"]),
        rows=tuple(map(tuple, rows)),
    )


def ballots(goal: Goal, rows: Values, *vetoes: tuple[int, int], votes: int = 100) -> Ballots:
    """Ballots of players P1, P2 … for options A, B …."""
    size = max(map(len, rows))
    return Ballots(
        goal=goal,
        players=tuple(f"P{number}" for number in range(1, len(rows) + 1)),
        options=tuple("ABCDEFGHIJ"[:size]),
        rows=tuple(map(tuple, rows)),
        votes=votes,
        vetoes=frozenset(vetoes),
    )


def by_name(data: Any, assignment: Sequence[int | None]) -> dict[str, str]:
    options = [data["options"][each] for each in assignment if each is not None]
    return dict(zip(data["players"], options, strict=True))


def lists(step: Step) -> list[list[int | None]]:
    return [[*row] for row in step.matrix]


def test_the_votes_of_the_book_give_its_assignment_and_it_is_the_only_one() -> None:
    found = allocate(book(MAX))
    assert by_name(MAX, found.assignment) == MAX["assignment"]
    assert (found.total, found.is_unique) == (MAX["optimum"], True)


def test_every_matrix_of_the_votes_of_the_book() -> None:
    told, found = MAX["steps"], steps(book(MAX))
    square = told["square (Elena = dummy row of zeros)"]
    names = [*MAX["players"], *MAX["dummy"]]

    def cover(step: Step) -> dict[str, list[str]]:
        return {
            "rows": [names[row] for row in step.rows],
            "columns": [MAX["options"][column] for column in step.columns],
        }

    assert [(step.kind, lists(step)) for step in found if step.matrix] == [
        ("negated", told["negated"]),
        ("positive", told["positive"]),
        ("square", square),
        ("row_reduced", told["row_reduced"]),
        ("column_reduced", told["column_reduced"]),
        ("adjusted", told["after_1"]),
        ("adjusted", told["after_2"]),
    ]
    amounts = [told["shift_added"], told["min_uncovered_1"], told["min_uncovered_2"]]
    assert [step.amount for step in found if step.amount is not None] == amounts
    rows, columns = (step.minima for step in found if step.minima)
    assert ([*rows], [*columns]) == (told["row_minima"], [0] * 5)
    covers = [step for step in found if step.kind == "covered"]
    assert [step.lines for step in covers] == [told[f"lines_needed_{at}"] for at in (1, 2, 3)]
    assert [cover(step) for step in covers[:2]] == [told["cover_1"], told["cover_2"]]
    assert covers[2].rows == (0, 1, 2, 3, 4)  # the book marks every row
    last = found[-1]
    given_options = MAX["assignment"] | MAX["dummy"]
    assert {
        name: MAX["options"][option] for name, option in zip(names, last.options, strict=True)
    } == given_options


def test_the_ranks_of_the_book_give_its_assignment_the_first_of_eight() -> None:
    found = allocate(book(MIN))
    assert by_name(MIN, found.assignment) == MIN["assignment_printed"]
    assert (found.total, found.is_unique) == (MIN["optimum"], False)
    optimal = [
        [MIN["options"].index(option) for option in each.values()]
        for each in MIN["all_optimal_assignments"]
    ]
    assert len(optimal) == MIN["number_of_optimal_assignments"]
    assert [*found.assignment] == min(optimal)


def test_every_matrix_of_the_ranks_of_the_book() -> None:
    told, found = MIN["steps"], steps(book(MIN))
    assert [(step.kind, lists(step)) for step in found if step.matrix] == [
        ("column_reduced", told["column_reduced"]),
        ("adjusted", told["after_1"]),
    ]
    assert [*found[0].minima] == told["column_minima"]
    first, second = (step for step in found if step.kind == "covered")
    assert (first.lines, second.lines) == (told["lines_needed_1"], told["lines_needed_2"])
    assert [MIN["players"][row] for row in first.rows] == told["cover_1"]["rows"]
    assert [MIN["options"][column] for column in first.columns] == told["cover_1"]["columns"]
    assert found[2].amount == told["min_uncovered_1"]


def test_ranks_may_begin_with_one_and_then_rows_are_reduced() -> None:
    told = tuple(tuple(rank + 1 for rank in row) for row in book(MIN).rows)
    same = replace(book(MIN), rows=told)
    assert allocate(same).assignment == allocate(book(MIN)).assignment
    assert allocate(same).total == MIN["optimum"] + 10
    first, second, *_ = steps(same)
    assert (first.kind, first.minima) == ("row_reduced", (1,) * 10)
    assert lists(first) == MIN["preferences"]
    assert lists(second) == MIN["steps"]["column_reduced"]


def test_a_player_without_preferences_gets_a_row_of_zeros() -> None:
    # P1 and P3 both want A first; P2 has no preferences and takes what is left.
    given_ballots = ballots(Goal.MIN, [(0, 1, 2), (), (0, 2, 1)])
    found = allocate(given_ballots)
    assert (found.assignment, found.total, found.is_unique) == ((0, 1, 2), 1, False)


def test_with_more_players_than_options_some_player_gets_none() -> None:
    given_ballots = ballots(Goal.MAX, [(60, 40), (90, 10), (30, 70)])
    found = allocate(given_ballots)
    assert (found.assignment, found.total, found.is_unique) == ((None, 0, 1), 160, True)
    square = next(step for step in steps(given_ballots) if step.kind == "square")
    assert square.matrix == ((30, 50, 0), (0, 80, 0), (60, 20, 0))


def test_a_veto_is_kept_whatever_it_costs() -> None:
    votes = [(90, 10), (80, 20)]
    assert allocate(ballots(Goal.MAX, votes)).assignment == (0, 1)
    found = allocate(ballots(Goal.MAX, votes, (0, 0)))
    assert (found.assignment, found.total, found.is_unique) == ((1, 0), 90, True)
    assert steps(ballots(Goal.MAX, votes, (0, 0)))[0].matrix == ((None, -10), (-80, -20))


def refused(given_ballots: Ballots) -> list[BallotFault]:
    with pytest.raises(NotAllocated) as caught:
        allocate(given_ballots)
    return [*caught.value.faults]


def test_votes_that_do_not_add_up_are_refused_with_the_right_sum() -> None:
    (fault,) = refused(ballots(Goal.MAX, [(60, 40), (60, 39)]))
    assert (fault.code, fault.player, fault.option) == ("votes-sum", 1, None)
    assert fault.fields == {"player": "P2", "given": 99, "expected": 100}


def test_negative_and_huge_votes_are_refused_each_at_its_place() -> None:
    below, above = refused(ballots(Goal.MAX, [(-1, 101), (1, VALUE_MAX + 1)]))
    assert (below.code, below.player, below.option, below.fields["given"]) == (
        "vote-range",
        0,
        0,
        -1,
    )
    assert (above.player, above.option, above.fields["most"]) == (1, 1, VALUE_MAX)
    assert above.fields["option"] == "B"


def test_ranks_that_are_no_permutation_are_refused_with_what_is_missing() -> None:
    (fault,) = refused(ballots(Goal.MIN, [(0, 1, 2), (0, 2, 2)]))
    assert (fault.code, fault.player) == ("ranks", 1)
    assert fault.fields == {"player": "P2", "first": 0, "last": 2, "missing": [1], "repeated": [2]}


def test_lists_that_begin_with_different_ranks_are_refused() -> None:
    (fault,) = refused(ballots(Goal.MIN, [(0, 1), (1, 2)]))
    assert (fault.player, fault.fields["missing"]) == (1, [0])


def test_vetoes_that_leave_no_assignment_are_refused_with_the_players() -> None:
    vetoes = [(0, 1), (0, 2), (1, 1), (1, 2)]
    (fault,) = refused(ballots(Goal.MIN, [(0, 1, 2)] * 3, *vetoes))
    assert fault.code == "no-assignment"
    assert fault.fields == {"players": ["P1", "P2"], "options": ["A"], "needed": 2, "places": 1}


def test_none_is_too_few_and_rows_have_the_length_of_the_list() -> None:
    nobody = Ballots(goal=Goal.MAX, players=(), options=("A",), rows=())
    assert [fault.code for fault in refused(nobody)] == ["size"]
    assert refused(nobody)[0].fields["most"] == SIZE_MAX
    (short,) = refused(ballots(Goal.MAX, [(60, 40), (100,)]))
    assert (short.code, short.player, short.fields["expected"]) == ("row-length", 1, 2)
    (rows,) = refused(replace(ballots(Goal.MAX, [(100,)]), players=("P1", "P2")))
    assert (rows.code, rows.fields) == ("rows", {"given": 1, "expected": 2})


def test_one_player_and_one_option_are_an_allocation() -> None:
    found = allocate(ballots(Goal.MAX, [(100,)]))
    assert (found.assignment, found.total, found.is_unique) == ((0,), 100, True)


def test_a_large_matrix_has_no_steps() -> None:
    size = STEPS_SIZE_MAX + 1
    rows = [[(at + row) % size for at in range(size)] for row in range(size)]
    wide = Ballots(
        goal=Goal.MIN,
        players=tuple(map(str, range(size))),
        options=tuple(map(str, range(size))),
        rows=tuple(map(tuple, rows)),
    )
    assert steps(wide) == ()
    assert allocate(wide).total == 0


@st.composite
def random_ballots(draw: st.DrawFn) -> Ballots:
    """Small ballots, equal votes and vetoes among them."""
    players, options = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    goal = draw(st.sampled_from(Goal))
    if goal is Goal.MIN:
        row = st.permutations(range(options)) | st.just(())
    else:
        cuts = st.lists(st.integers(0, 8), min_size=options - 1, max_size=options - 1)
        row = cuts.map(lambda at: [b - a for a, b in pairwise([0, *sorted(at), 8])])
    rows = draw(st.lists(row, min_size=players, max_size=players))
    cells = st.tuples(st.integers(0, players - 1), st.integers(0, options - 1))
    return Ballots(
        goal=goal,
        players=tuple(f"P{number}" for number in range(players)),
        options=tuple("ABCDE"[:options]),
        rows=tuple(map(tuple, rows)),
        votes=8,
        vetoes=draw(st.frozensets(cells, max_size=4)),
    )


def every_assignment(given_ballots: Ballots) -> dict[tuple[int | None, ...], int]:
    """All assignments of as many players as there are options, or of all players; with totals."""
    players, options = len(given_ballots.players), len(given_ballots.options)
    places: list[int | None] = [*range(options), *[None] * max(0, players - options)]
    return {
        chosen: sum(
            given_ballots.value(player, option)
            for player, option in enumerate(chosen)
            if option is not None
        )
        for chosen in permutations(places, players)
        if not given_ballots.vetoes
        & {(at, each) for at, each in enumerate(chosen) if each is not None}
    }


@given(random_ballots())
def test_the_optimum_its_uniqueness_and_the_choice_are_those_of_every_assignment(
    given_ballots: Ballots,
) -> None:
    everything = every_assignment(given_ballots)
    if not everything:
        assert [fault.code for fault in refused(given_ballots)] == ["no-assignment"]
        return
    best = (max if given_ballots.goal is Goal.MAX else min)(everything.values())
    optimal = [chosen for chosen, total in everything.items() if total == best]
    found = allocate(given_ballots)
    assert (found.total, found.is_unique) == (best, len(optimal) == 1)
    nothing = len(given_ballots.options)
    assert found.assignment == min(
        optimal, key=lambda chosen: [nothing if each is None else each for each in chosen]
    )


@pytest.mark.parametrize(
    "ranks",
    [
        pytest.param([(2, 1, 0), (2, 1, 0), (1, 0, 2)], id="an earlier option that is not free"),
        pytest.param(
            [(0, 1, 2, 3), (3, 1, 2, 0), (0, 1, 3, 2), (1, 3, 2, 0)], id="only the next is free"
        ),
    ],
)
def test_the_first_of_several_is_found_past_options_that_players_before_hold(
    ranks: Values,
) -> None:
    everything = every_assignment(ballots(Goal.MIN, ranks))
    optimal = [
        [*chosen] for chosen, total in everything.items() if total == min(everything.values())
    ]
    assert len(optimal) > 1
    assert [*allocate(ballots(Goal.MIN, ranks)).assignment] == min(optimal)


@given(random_ballots())
def test_the_steps_end_with_zeros_for_the_assignment_and_subtract_its_total(
    given_ballots: Ballots,
) -> None:
    if not every_assignment(given_ballots):
        return
    found, made = allocate(given_ballots), steps(given_ballots)
    size = max(len(given_ballots.players), len(given_ballots.options))
    last = [step for step in made if step.matrix][-1]
    assert [last.matrix[row][column] for row, column in enumerate(made[-1].options)] == [0] * size
    # All reductions together are the cost of the optimum in the positive, square matrix.
    reduced = sum(sum(step.minima) for step in made)
    lines = [step.lines for step in made if step.lines is not None]
    reduced += sum(
        (step.amount or 0) * (size - lines[at])
        for at, step in enumerate(step for step in made if step.kind == "adjusted")
    )
    if given_ballots.goal is Goal.MIN:
        assert reduced == found.total
    else:
        added = next(step.amount or 0 for step in made if step.kind == "positive")
        real = min(len(given_ballots.players), len(given_ballots.options))
        assert reduced == real * added - found.total
    assert lines[-1] == size


def _by_trying_all(ballots: Ballots, sizes: Sequence[int]) -> set[tuple[int, ...]]:
    """Every best way to give each player an option, with no more players than it has places."""
    ways = [
        way
        for way in product(range(len(sizes)), repeat=len(ballots.players))
        if all(way.count(option) <= places for option, places in enumerate(sizes))
        if not any(cell in ballots.vetoes for cell in enumerate(way))
    ]
    totals = {way: sum(ballots.value(*cell) for cell in enumerate(way)) for way in ways}
    best = (max if ballots.goal is Goal.MAX else min)(totals.values())
    return {way for way, total in totals.items() if total == best}


@given(st.data())
def test_options_with_several_places_are_given_as_every_assignment_says(
    data: st.DataObject,
) -> None:
    players, options = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 3))
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=options, max_size=options))
    assume(sum(sizes) >= players)
    goal = data.draw(st.sampled_from(Goal))
    if goal is Goal.MAX:
        cuts = data.draw(
            st.lists(
                st.lists(st.integers(0, 4), min_size=options - 1, max_size=options - 1).map(sorted),
                min_size=players,
                max_size=players,
            )
        )
        rows = [tuple(b - a for a, b in zip((0, *cut), (*cut, 4), strict=True)) for cut in cuts]
    else:
        rows = [tuple(data.draw(st.permutations(range(options)))) for _ in range(players)]
    ballots = Ballots(
        goal=goal,
        players=tuple(map(str, range(players))),
        options=tuple("ABC"[:options]),
        rows=tuple(rows),
        votes=4,
        places=tuple(sizes),
    )
    best = _by_trying_all(ballots, sizes)
    found = allocate(ballots)
    assert found.assignment == min(best)
    assert found.is_unique == (len(best) == 1)
    *_, last = steps(ballots)
    assert len({*last.options}) == len(last.options)
    named = [ballots.column_name(column) for column in last.options[:players]]
    assert named == [ballots.options[option] for option in min(best)]
