"""Golden tables as programs read them: `planilla schedule … --json` and `planilla allocate`.

A value compared is one cell: an entrant at his place in a round, or a number of a matrix.
"""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE
from planilla.main import main

Compared = Callable[[str, int], None]
Schedule = Callable[..., list[list[list[Any]]]]
Allocate = Callable[[str], dict[str, Any]]
FOLDER = Path(__file__).parents[1]
KNOCKOUTS = ("knockout-single", "knockout-double", "knockout-triple")
ORDERS = {"compensation": "order_compensacion", "equidistant": "order_equidistante"}


def golden(folder: str, name: str) -> Any:
    return json.loads((FOLDER / folder / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture
def schedule(capsys: pytest.CaptureFixture[str]) -> Schedule:
    """Call `planilla schedule SYSTEM --json` with figures; return its rounds."""

    def call(system: str, **figures: int | str) -> list[list[list[Any]]]:
        options = [part for name, given in figures.items() for part in (f"--{name}", str(given))]
        assert main(["schedule", system, *options, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert list(answer) == ["system", "rounds"]
        assert answer["system"] == system
        rounds: list[list[list[Any]]] = answer["rounds"]
        return rounds

    return call


@pytest.fixture
def allocate(capsys: pytest.CaptureFixture[str]) -> Allocate:
    """Call `planilla allocate FILE --json` with a golden file."""

    def call(name: str) -> dict[str, Any]:
        file = FOLDER / "assignment" / f"{name}.json"
        assert main(["allocate", str(file), "--json"]) == 0
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    return call


def cells(rounds: Sequence[Sequence[Sequence[Any]]]) -> int:
    return sum(len(game) for games in rounds for game in games)


def topic(system: str) -> str:
    return f"by command: {system}"


def of_size(size: int, prefix: str) -> list[list[list[int]]]:
    """The printed table for a number of players; of an odd one the last number is nobody."""
    even = size + size % 2
    rounds = golden("roundrobin", f"{prefix}_{even - 1:02}_{even:02}")["rounds"]
    return [[[each if each <= size else 0 for each in game] for game in games] for games in rounds]


# Tables of players


@pytest.mark.parametrize("size", range(3, 31))
def test_round_robins_are_the_printed_tables(
    size: int, schedule: Schedule, compared: Compared
) -> None:
    printed = of_size(size, "berger")
    assert schedule("round-robin", players=size) == printed
    compared(topic("round-robin"), cells(printed))


def test_both_constructions_are_the_table(schedule: Schedule, compared: Compared) -> None:
    for name in ("berger_construction_example", "berger_manual_8"):
        printed = golden("roundrobin", name)
        assert schedule("round-robin", players=printed["n"]) == printed["rounds"]
        compared(topic("round-robin"), cells(printed["rounds"]))


@pytest.mark.parametrize("size", [4, 6])
def test_two_cycles_are_the_printed_ones(size: int, schedule: Schedule, compared: Compared) -> None:
    printed = golden("roundrobin", "double_round_advice")[f"example_n{size}"]
    rounds = printed["first_cycle"] + printed["second_cycle"]
    assert schedule("round-robin", players=size, cycles=2) == rounds
    compared(topic("round-robin"), cells(rounds))


@pytest.mark.parametrize("size", range(9, 25))
def test_numbers_drawn_by_varma_play_the_printed_tables(
    size: int, schedule: Schedule, compared: Compared
) -> None:
    printed = of_size(size, "berger")
    assert schedule("round-robin-varma", players=size) == printed
    compared(topic("round-robin-varma"), cells(printed))


def test_amsterdam_is_the_example(schedule: Schedule, compared: Compared) -> None:
    told = golden("roundrobin", "multi_round_robin")["amsterdam"]
    example, rounds = told["example"], told["construction_for_the_example"]["rounds"]
    players = example["second_phase_players"]
    assert schedule("amsterdam", players=players, teams=example["groups"]) == rounds
    assert schedule("amsterdam", players=players) == rounds
    compared(topic("amsterdam"), cells(rounds))


@pytest.mark.parametrize("size", range(3, 21))
def test_nagarajan_is_the_printed_column(size: int, schedule: Schedule, compared: Compared) -> None:
    printed = of_size(size, "nagarajan")
    assert schedule("nagarajan", players=size) == printed
    compared(topic("nagarajan"), cells(printed))


# Tables of teams

TEAM_TABLES: list[tuple[str, str, dict[str, int]]] = [
    *(
        ("scheveningen", f"scheveningen_{name}", {"boards": boards})
        for name, boards in (
            ("classic_04", 4),
            ("classic_06", 6),
            ("classic_08", 8),
            ("example_6", 6),
        )
    ),
    ("scheveningen-berger", "scheveningen_berger_10_seed004", {"boards": 10}),
    ("scheveningen-berger", "scheveningen_berger_06_exercise", {"boards": 6}),
    *(("djaja", f"djaja_{boards:02}", {"boards": boards}) for boards in range(2, 11)),
    ("djaja", "djaja_example_4", {"boards": 4}),
    ("skalitzka", "skalitzka", {"boards": 6}),
    *(("hutton", f"hutton_{teams}", {"teams": teams}) for teams in (3, 4, 5)),
    *(("hilton", f"hilton_{teams:02}", {"teams": teams}) for teams in (4, 6, 8, 10, 12)),
]


def rounds_of(printed: dict[str, Any]) -> list[list[list[str]]]:
    """The rounds of a file of teams, whose games are `A1-B1`."""
    rounds = printed["rounds"] if "rounds" in printed else [printed["pairings"]]
    if isinstance(rounds, dict):  # Hilton: by rounds, then by boards
        rounds = [[game for board in boards for game in board] for boards in rounds.values()]
    return [[game.split("-") for game in games] for games in rounds]


@pytest.mark.parametrize(("system", "name", "figures"), TEAM_TABLES)
def test_teams_play_the_printed_tables(
    system: str, name: str, figures: dict[str, int], schedule: Schedule, compared: Compared
) -> None:
    printed = rounds_of(golden("teams", name))
    assert schedule(system, **figures) == printed
    compared(topic(system), cells(printed))


# Knockouts


@pytest.mark.parametrize("system", KNOCKOUTS)
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_the_first_round_of_a_knockout_is_the_printed_list(
    system: str, order: str, size: int, schedule: Schedule, compared: Compared
) -> None:
    printed = golden("knockout", ORDERS[order])["first_round"][str(size)]
    assert schedule(system, players=size, order=order)[0] == printed
    compared(topic(system), cells([printed]))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_the_winners_of_neighbouring_matches_meet(
    order: str, size: int, schedule: Schedule, compared: Compared
) -> None:
    # "Winner of match 1 meets winner of match 2, winner of match 3 meets winner of match 4 …"
    later = schedule("knockout-single", players=size, order=order)[1:]
    expected: list[list[list[str]]] = []
    first, matches = 1, size // 2
    while matches > 1:
        expected.append([[f"W{at}", f"W{at + 1}"] for at in range(first, first + matches, 2)])
        first, matches = first + matches, matches // 2
    assert later == expected
    compared(topic("knockout-single"), cells(expected))


@pytest.mark.parametrize("example", [1, 2])
def test_those_whom_dapiran_releases_are_free_in_the_first_round(
    example: int, schedule: Schedule, compared: Compared
) -> None:
    printed = golden("knockout", "dapiran_examples")["examples"][example - 1]
    first, second = printed["rounds"]
    (table,) = printed["tables"]
    for system in KNOCKOUTS:
        rounds = schedule(system, players=printed["entrants"])
        free = sorted(max(game) for game in rounds[0] if 0 in game)
        # The strongest ones are released unless the regulations say otherwise.
        assert free == list(range(1, first["released"] + 1))
        assert sum(each != 0 for game in rounds[0] for each in game) - len(free) == first["players"]
        assert len(rounds[0]) == second["players"] == table["d_ideal"] // 2
        compared(topic(system), len(free) + 2)


# Allocations


def assigned(answer: dict[str, Any]) -> dict[str, str]:
    return {
        player: option for player, option in answer["assignment"] if None not in (player, option)
    }


def numbers(matrix: Sequence[Sequence[Any]]) -> int:
    return sum(map(len, matrix))


def test_votes_are_allocated_with_every_matrix_of_the_book(
    allocate: Allocate, compared: Compared
) -> None:
    book = golden("assignment", "hungarian_max")
    answer, told = allocate("hungarian_max"), book["steps"]
    assert assigned(answer) == book["assignment"]
    assert (answer["total"], answer["unique"]) == (book["optimum"], True)
    matrices = [
        *("negated", "positive", "square (Elena = dummy row of zeros)"),
        *("row_reduced", "column_reduced", "after_1", "after_2"),
    ]
    expected = [told[name] for name in matrices]
    assert [step["matrix"] for step in answer["steps"] if step.get("matrix")] == expected
    compared(topic("allocate"), len(book["assignment"]) + 2 + sum(map(numbers, expected)))


def test_ranks_are_allocated_with_every_matrix_of_the_book(
    allocate: Allocate, compared: Compared
) -> None:
    book = golden("assignment", "hungarian_min")
    answer, told = allocate("hungarian_min"), book["steps"]
    assert assigned(answer) == book["assignment_printed"]
    assert assigned(answer) in book["all_optimal_assignments"]
    assert (answer["total"], answer["unique"]) == (book["optimum"], False)
    expected = [told["column_reduced"], told["after_1"]]
    assert [step["matrix"] for step in answer["steps"] if step.get("matrix")] == expected
    compared(topic("allocate"), len(answer["assignment"]) + 2 + sum(map(numbers, expected)))


# The form of the answer

ONE_TABLE: dict[str, dict[str, int]] = {
    "round-robin": {"players": 7, "cycles": 2},
    "round-robin-varma": {"players": 11},
    "amsterdam": {"players": 9, "teams": 3},
    "nagarajan": {"players": 9},
    "scheveningen": {"teams": 2, "boards": 4},
    "scheveningen-berger": {"teams": 2, "boards": 4},
    "djaja": {"teams": 2, "boards": 5},
    "hutton": {"teams": 3, "boards": 4},
    "hilton": {"teams": 4, "boards": 3},
    "skalitzka": {"teams": 3, "boards": 4},
    "knockout-single": {"players": 11},
    "knockout-double": {"players": 11},
    "knockout-triple": {"players": 11},
}
"""A table of every system, with free rounds where it has any."""


def test_every_system_by_table_is_one_of_these() -> None:
    assert set(ONE_TABLE) == set(SYSTEMS_BY_TABLE)


@pytest.mark.parametrize("system", [name for name in ONE_TABLE if "players" in ONE_TABLE[name]])
def test_entrants_are_numbers_from_1_and_free_is_0(system: str, schedule: Schedule) -> None:
    figures = ONE_TABLE[system]
    rounds = schedule(system, **figures)
    for games in rounds if system not in KNOCKOUTS else rounds[:1]:
        entrants = sorted(each for game in games for each in game if each != 0)
        assert entrants == list(range(1, figures["players"] + 1))
        assert all(len(game) == 2 and game != [0, 0] for game in games)


@pytest.mark.parametrize("system", [name for name in ONE_TABLE if "boards" in ONE_TABLE[name]])
def test_players_of_teams_are_letters_with_boards(system: str, schedule: Schedule) -> None:
    teams, boards = ONE_TABLE[system]["teams"], ONE_TABLE[system]["boards"]
    everybody = sorted(
        f"{team}{board}" for team in "ABCD"[:teams] for board in range(1, boards + 1)
    )
    for games in schedule(system, teams=teams, boards=boards):
        assert sorted(each for game in games for each in game) == everybody


@pytest.mark.parametrize("system", KNOCKOUTS)
@pytest.mark.parametrize("players", [2, 3, 8, 11, 64])
def test_later_rounds_name_the_winner_or_loser_of_an_earlier_match_once(
    system: str, players: int, schedule: Schedule
) -> None:
    rounds = schedule(system, players=players)
    named: list[str] = []
    matches = len(rounds[0])
    for games in rounds[1:]:
        for each in (each for game in games for each in game if each != 0):
            found = re.fullmatch(r"([WL])([1-9]\d*)", each)
            assert found
            assert int(found[2]) <= matches
            named.append(each)
        matches += len(games)
    assert len(named) == len(set(named))
    winners = {each for each in named if each[0] == "W"}
    assert winners >= {f"W{match}" for match in range(1, len(rounds[0]) + 1)} or players == 2
    if system == "knockout-single":
        assert winners == set(named) == {f"W{match}" for match in range(1, matches)}
