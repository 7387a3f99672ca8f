"""The printed tables of the round robins, cell by cell (see SOURCE.md)."""

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from planilla.domain.pairing.closed.amsterdam import finalists, groupings, inherited
from planilla.domain.pairing.closed.berger import (
    Row,
    berger_round,
    cycle,
    has_half,
    repeated,
    row_after,
)
from planilla.domain.pairing.closed.nagarajan import ORDERS
from planilla.domain.pairing.closed.varma import envelopes
from planilla.domain.pairing.table import NoTable, Rounds, TableRequest
from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE

Compared = Callable[[str, int], None]
Cells = list[list[list[int]]]
FOLDER = Path(__file__).parent
TOPIC = "round robins"


def golden(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def table(system: str, **figures: int | str) -> Rounds:
    return SYSTEMS_BY_TABLE[system].of(msgspec.convert(figures, TableRequest))


def cells(rounds: Rounds) -> Cells:
    return [[[place.number for place in game] for game in games] for games in rounds]


def without(number: int, rounds: Cells) -> Cells:
    """The table for one player less: nobody has `number`."""
    return [[[0 if each == number else each for each in game] for game in row] for row in rounds]


def seats(rounds: Cells) -> int:
    return sum(len(game) for row in rounds for game in row)


def longest_run(size: int, rounds: Cells) -> dict[int, int]:
    """The most games in a row with one colour, for each player; free rounds are left out."""
    found = {}
    for player in range(1, size + 1):
        games = [game for row in rounds for game in row if player in game and 0 not in game]
        colours = "".join("W" if game[0] == player else "B" for game in games)
        found[player] = max(map(len, "".join(_split(colours)).split()))
    return found


def _split(colours: str) -> Sequence[str]:
    return [colours[0], *(b if a == b else f" {b}" for a, b in pairwise(colours))]


@pytest.mark.parametrize("system", ["round-robin", "round-robin-varma"])
@pytest.mark.parametrize("size", range(3, 31))
def test_a_berger_table_is_the_printed_one(system: str, size: int, compared: Compared) -> None:
    even = size + size % 2
    printed = golden(f"berger_{even - 1:02}_{even:02}")["rounds"]
    if size != even:
        printed = without(even, printed)
    if system == "round-robin-varma" and size not in range(9, 25):
        with pytest.raises(NoTable):
            table(system, players=size)
        return
    assert cells(table(system, players=size)) == printed
    compared(f"{TOPIC}: {system}", seats(printed))


@pytest.mark.parametrize("size", range(3, 21))
def test_a_nagarajan_table_is_the_printed_one(size: int, compared: Compared) -> None:
    even = size + size % 2
    printed = golden(f"nagarajan_{even - 1:02}_{even:02}")
    rounds = printed["rounds"] if size == even else without(even, printed["rounds"])
    assert cells(table("nagarajan", players=size)) == rounds
    compared(f"{TOPIC}: Nagarajan", seats(rounds))
    if size == even:
        assert list(ORDERS[even]) == printed["round_order_berger"]
        turned = {
            str(number): played[0]
            for number, played in zip(ORDERS[even], rounds, strict=True)
            if played[0] != list(berger_round(even, number)[0])
        }
        assert turned == printed["reversed_first_pairings"]
        runs = longest_run(size, rounds)
        assert max(runs.values()) == printed["longest_same_color_run"]
        compared(f"{TOPIC}: Nagarajan", len(ORDERS[even]) + 2 * len(turned) + 1)


def test_when_number_two_wins_the_lot_all_colours_are_reversed() -> None:
    printed = golden("nagarajan_05_06")["rounds"]
    assert cells(table("nagarajan", players=6, order="inverted")) == [
        [[black, white] for white, black in row] for row in printed
    ]


def test_the_construction_of_the_book_gives_its_table(compared: Compared) -> None:
    printed = golden("berger_construction_example")
    rows: list[Row] = [((1, 6), (2, 5), (3, 4))]
    while len(rows) < 5:
        rows.append(row_after(rows[-1]))
    assert [[list(game) for game in row] for row in rows] == printed["rounds"]
    wrong = {
        (at, *game)
        for at, row in enumerate(printed["rounds_as_printed"])
        for game in row
        if game not in printed["rounds"][at]
    }
    assert wrong == {(3, 5, 6), (4, 6, 3)}  # the largest number stays on the side of round 3
    compared(f"{TOPIC}: constructions", seats(printed["rounds"]))


def test_the_manual_method_gives_the_table(compared: Compared) -> None:
    printed = golden("berger_manual_8")
    rounds = cells(cycle(8))
    assert rounds == printed["rounds"]
    sides = ["white" if row[0][0] == 8 else "black" for row in rounds]
    assert sides == printed["step_1_side_of_n"]
    compared(f"{TOPIC}: constructions", seats(rounds) + len(sides))


def test_the_last_two_rounds_of_the_first_cycle_are_exchanged(compared: Compared) -> None:
    printed = golden("double_round_advice")
    for size in (4, 6):
        example = printed[f"example_n{size}"]
        rounds = example["first_cycle"] + example["second_cycle"]
        assert cells(table("round-robin", players=size, cycles=2)) == rounds
        compared(f"{TOPIC}: double cycle", seats(rounds))


@pytest.mark.parametrize("size", range(4, 31, 2))
def test_the_exchange_saves_players_from_three_equal_colours(size: int, compared: Compared) -> None:
    printed = golden("double_round_advice")["verified"][str(size)]
    for players, label in ((size, ""), (size - 1, "odd_entry_")):
        for exchanged in (True, False):
            rounds = cells(repeated(cycle(players), 2, exchanged=exchanged))
            runs = longest_run(players, rounds)
            three = [player for player, longest in runs.items() if longest > 2]
            key = "with_swap" if exchanged else "without_swap"
            if label:
                key = f"{label}{key}" + ("" if exchanged else " (n is the bye)")
            else:
                key = key if exchanged else "players_with_three_in_a_row_without_swap"
            assert three == printed[key]
            compared(f"{TOPIC}: double cycle", players)


@pytest.mark.parametrize("size", range(9, 25))
def test_the_envelopes_are_those_of_varma(size: int, compared: Compared) -> None:
    printed = golden("varma")
    even = size + size % 2
    key = f"{even - 1}-{even}"
    groups = {
        letter: tuple(number for number in numbers if number <= size)
        for letter, numbers in printed["tables_recommended"][key].items()
    }
    assert envelopes(size) == groups
    compared(f"{TOPIC}: Varma", size)


@pytest.mark.parametrize("size", range(10, 25, 2))
def test_only_the_printed_envelopes_of_12_let_two_of_one_meet_late(
    size: int, compared: Compared
) -> None:
    printed = golden("varma")
    rounds = cells(cycle(size))

    def late(groups: Mapping[str, Sequence[int]]) -> list[dict[str, Any]]:
        return [
            {"group": letter, "pair": sorted(game), "round": len(rounds) - 2 + at}
            for at, row in enumerate(rounds[-3:])
            for game in row
            for letter, numbers in groups.items()
            if set(game) <= set(numbers)
        ]

    key = f"{size - 1}-{size}"
    expected = printed["same_group_games_in_last_three_rounds"][key]
    assert late(printed["tables_as_printed_in_000"][key]) == expected
    assert late(envelopes(size)) == printed["same_for_seed_004_variant_11_12"] == []
    compared(f"{TOPIC}: Varma", 3 * size)


@pytest.mark.parametrize("at", [0, 1])
def test_groups_are_all_factorisations(at: int, compared: Compared) -> None:
    printed = golden("multi_round_robin")["examples"][at]
    found = [each._asdict() for each in groupings(printed["players"])]
    assert found == printed["all_combinations"]
    compared(f"{TOPIC}: groups", 2 * len(found))


def test_the_final_of_the_amsterdam_example_has_six_rounds(compared: Compared) -> None:
    printed = golden("multi_round_robin")["amsterdam"]
    example = printed["example"]
    rounds = printed["construction_for_the_example"]["rounds"]
    players = example["second_phase_players"]
    assert cells(table("amsterdam", players=players)) == rounds
    assert cells(table("amsterdam", players=players, teams=example["groups"])) == rounds
    assert len(rounds) == example["second_phase_rounds_amsterdam"]
    assert len(cycle(players)) == example["second_phase_rounds_plain"]
    numbers = finalists(example["groups"], example["qualified_per_group"])
    assert numbers == ((1, 8), (2, 7), (3, 6), (4, 5))
    assert len(inherited(example["groups"], 2)) == example["inherited_games"]
    compared(f"{TOPIC}: Amsterdam", seats(rounds) + 3)


def test_the_rule_of_half_of_the_games(compared: Compared) -> None:
    cases = golden("withdrawal_50_rule")["cases"]
    for case in cases:
        assert has_half(case["scheduled_games"], case["completed"]) is case["counts"]
    compared(f"{TOPIC}: withdrawals", len(cases))


def repeats(size: int, rounds: Cells) -> int:
    """How often somebody has the colour of the game before again."""
    found = 0
    for player in range(1, size + 1):
        games = [game for row in rounds for game in row if player in game]
        sides = [game.index(player) for game in games]
        found += sum(one == following for one, following in pairwise(sides))
    return found


@pytest.mark.parametrize("size", range(4, 21, 2))
def test_colours_repeat_in_nagarajan_as_often_as_was_counted(size: int, compared: Compared) -> None:
    told = golden("nagarajan_rules")["alternation_check"][str(size)]
    rounds = cells(table("nagarajan", players=size))
    assert repeats(size, rounds) == told["immediate color repeats, all players"]
    assert repeats(size, cells(cycle(size))) == told["same for plain Berger order"]
    assert max(longest_run(size, rounds).values()) == told["longest run"]
    compared(f"{TOPIC}: Nagarajan", 3)


def turned_by_the_rule(size: int) -> dict[str, list[int]]:
    """The first boards that are turned: of i with i odd and above half, or even and not above."""
    found = {}
    for number in range(1, size):
        white, black = berger_round(size, number)[0]
        other = min(white, black)
        if (other % 2 == 1) == (other > size // 2):
            found[str(number)] = [black, white]
    return found


@pytest.mark.parametrize("size", range(4, 21, 2))
def test_the_turned_boards_follow_the_rule_of_nagarajan(size: int) -> None:
    printed = golden(f"nagarajan_{size - 1:02}_{size:02}")
    assert turned_by_the_rule(size) == printed["reversed_first_pairings"]


@pytest.mark.parametrize("size", range(22, 31, 2))
def test_the_rule_goes_on_above_20_but_without_an_order_of_rounds_the_table_is_refused(
    size: int, compared: Compared
) -> None:
    extended = golden("nagarajan_rules")["flips_extended"][str(size)]
    assert turned_by_the_rule(size) == extended
    with pytest.raises(NoTable):
        table("nagarajan", players=size)
    compared(f"{TOPIC}: Nagarajan", 2 * len(extended))


def test_the_first_half_of_twelve_has_one_white_more(compared: Compared) -> None:
    fact = golden("nagarajan_rules")["berger_color_fact"]
    assert fact.startswith("Berger 12: numbers 1-6 have 6 whites and 5 blacks, 7-12 have 5")
    games = [game for row in cells(cycle(12)) for game in row]
    for number in range(1, 13):
        whites = sum(game[0] == number for game in games)
        blacks = sum(game[1] == number for game in games)
        assert (whites, blacks) == ((6, 5) if number <= 6 else (5, 6))
    compared(f"{TOPIC}: constructions", 12)


@pytest.mark.parametrize("size", range(4, 65, 2))
def test_a_game_is_in_the_round_of_the_closed_form(size: int) -> None:
    # i-j in round (i + j - 1) mod (n - 1), i-n in round (2i - 1) mod (n - 1); 0 is n - 1.
    assert "((i+j-1) mod (n-1))" in golden("berger_construction_example")["closed_form"]
    for number, row in enumerate(cells(cycle(size)), start=1):
        for game in row:
            first, second = sorted(game)
            of_sum = 2 * first - 1 if second == size else first + second - 1
            assert (of_sum % (size - 1) or size - 1) == number


@pytest.mark.parametrize("size", range(4, 65, 2))
def test_colours_follow_the_observations_of_the_course_notes(size: int) -> None:
    rules = golden("berger_construction_example")["color_rules_seed_004"]["rules"]
    assert rules[0] == "both odd or both even: the larger number has white"
    for row in cells(cycle(size)):
        for white, black in row[1:]:
            assert white == (max if (white + black) % 2 == 0 else min)(white, black)
        white, black = row[0]
        lower = min(white, black)
        assert white == (lower if lower <= size // 2 else size)


def test_the_facts_of_the_course_notes_hold(compared: Compared) -> None:
    facts = golden("closed_rules_004")["facts"]
    double, restricted, check = facts[0], facts[1], facts[2]
    assert double == "Berger tables for round robin; double round: swap colours."
    once = cells(cycle(10))
    twice = cells(table("round-robin", players=10, cycles=2))
    assert twice[9:] == [[[black, white] for white, black in row] for row in once]
    assert restricted.startswith("Restrictions (same federation not meeting in the last three")
    assert "last board has consecutive numbers" in check
    for size in range(4, 65, 2):
        *rows, last = cells(cycle(size))
        assert all(abs(row[-1][0] - row[-1][1]) == 1 for row in rows)
        assert last[-1] == [size - 1, 1]
    compared(f"{TOPIC}: course notes", 2)
