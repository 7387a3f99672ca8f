"""What a result, a bye and an absence are worth."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from dsl.crosstables import PLAYED_RESULTS, crosstable, crosstables, relabelled
from planilla.domain.crosstable import Crosstable
from planilla.domain.scoring import (
    POINT_SYSTEMS,
    STANDARD,
    THREE_ONE_NOUGHT,
    PointSystem,
    notation_of,
    points_by_round,
    scores,
    system_of,
)


@pytest.mark.parametrize(
    ("result", "white", "black"),
    [
        ("*", 0, 0),
        ("1-0", 2, 0),
        ("½-½", 1, 1),
        ("0-1", 0, 2),
        ("+/-", 2, 0),
        ("-/+", 0, 2),
        ("-/-", 0, 0),
        ("0-0", 0, 0),
    ],
)
def test_a_result_in_half_points(result: str, white: int, black: int) -> None:
    assert scores(crosstable(2, f"1 2 {result}")) == (white, black)


@pytest.mark.parametrize(("kind", "points"), [("U", 2), ("F", 2), ("H", 1), ("Z", 0)])
def test_a_bye_in_half_points(kind: str, points: int) -> None:
    assert scores(crosstable(1, f"1 {kind}")) == (points,)


def test_an_absence_brings_nothing() -> None:
    assert scores(crosstable(1, "")) == (0,)


def test_three_points_for_a_win_are_written_as_three() -> None:
    table = crosstable(5, "1 2 1-0, 3 4 ½-½, 5 U", "1 3 +/-", point_system="3-1-0")
    assert system_of(table).unit == 1
    assert points_by_round(table) == ((3, 3), (0, 0), (1, 0), (1, 0), (3, 0))
    assert scores(table) == (6, 0, 1, 1, 3)


def test_a_point_system_is_found_by_the_name_it_bears() -> None:
    assert all(name == system.name for name, system in POINT_SYSTEMS.items())


@given(crosstables(PLAYED_RESULTS, all_play=True))
def test_the_points_of_all_are_the_points_of_the_games(table: Crosstable) -> None:
    # 1-½-0: every game shares out one point, two halves. 3-1-0: a draw shares out 2, else 3.
    system = system_of(table)
    shared_out = sum(
        2 * system.draw if result == 2 else system.win
        for played in table.rounds
        for result in played.results
    )
    assert sum(scores(table)) == shared_out


@given(crosstables(), st.data())
def test_points_do_not_depend_on_the_pairing_numbers(
    table: Crosstable, data: st.DataObject
) -> None:
    new_seats = data.draw(st.permutations(range(table.size)))
    renumbered = scores(relabelled(table, new_seats))
    assert tuple(renumbered[new_seats[seat]] for seat in range(table.size)) == scores(table)


def test_a_crosstable_may_bring_its_own_points_and_colours_may_count() -> None:
    # a quarter is the smallest step: 4 for a win with White, 5 with Black, 1 for a draw with Black
    own = PointSystem(
        name="own",
        unit=4,
        win=4,
        draw=2,
        loss=0,
        forfeit_win=3,
        forfeit_loss=-1,
        pairing_bye=2,
        full_bye=4,
        half_bye=1,
        zero_bye=0,
        black_win=5,
        black_draw=1,
        black_loss=-1,
    )
    table = crosstable(7, "1 2 1-0, 3 4 0-1, 5 6 ½-½, 7 U", "1 2 +/-, 3 4 0-0, 5 F, 6 H")
    table = structs.replace(table, points=own)
    assert points_by_round(table) == ((4, 3), (-1, -1), (0, 0), (5, -1), (2, 4), (1, 1), (2, 0))


@pytest.mark.parametrize("name", POINT_SYSTEMS)
def test_a_name_is_the_notation_of_its_system(name: str) -> None:
    assert notation_of(POINT_SYSTEMS[name]) == name


@pytest.mark.parametrize(
    ("system", "notation"),
    [
        pytest.param(structs.replace(STANDARD, pairing_bye=1), "1-½-0 U=½", id="half for the bye"),
        pytest.param(
            structs.replace(THREE_ONE_NOUGHT, black_win=4, black_draw=1, zero_bye=1),
            "3-1-0 Z=1 B1=4",
            id="Black wins more",
        ),
        pytest.param(
            structs.replace(STANDARD, unit=4, win=5), "5/4-1/4-0 +=½ U=½ F=½", id="quarters"
        ),
    ],
)
def test_what_is_not_as_usual_is_written_besides(system: PointSystem, notation: str) -> None:
    assert notation_of(system) == notation
