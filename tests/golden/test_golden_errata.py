"""Misprints of the closed systems: the corrected value holds, the printed one breaks a principle.

`errata` of the golden files says what is printed, and why it is wrong. Damage of the scan that left
no other value to choose (spelling, a sign before a name) is not tested.
"""

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from dsl.team_tables import colours_by_player, playing, table_of
from planilla.domain.allocation.faults import NotAllocated
from planilla.domain.allocation.team_formation import TeamBallots, TeamMode, form
from planilla.domain.pairing.closed.berger import cycle
from planilla.domain.pairing.closed.varma import envelopes

FOLDER = Path(__file__).parent
FOLDERS = ("roundrobin", "teams", "knockout", "assignment")
SPELLING = ""
LARGEST = "test_the_largest_number_changes_sides_in_each_round_but_not_as_printed"
ENVELOPES = "test_the_envelopes_hold_every_number_once_but_not_as_scanned"
HILTON = "test_the_misprints_of_hilton_for_twelve_let_teams_meet_twice"
TESTED_BY = {
    ("berger_construction_example", "2.2.1 point 4, round 4, board 1"): LARGEST,
    ("berger_construction_example", "2.2.1 point 4, round 5, board 1"): LARGEST,
    ("berger_manual_8", "Ronda 2..7 headings and cells"): SPELLING,
    ("varma", "11-12 jugadores, C and D (seed 000)"): (
        "test_only_the_printed_envelopes_of_12_let_two_of_one_meet_late"
    ),
    ("varma", "09-10 jugadores (seed 004 only)"): SPELLING,
    ("varma", "11-12 jugadores A (seed 004 only)"): ENVELOPES,
    ("varma", "13-14 jugadores A (seed 004 only)"): ENVELOPES,
    ("varma", "15-16 jugadores A (seed 004 only)"): ENVELOPES,
    ("varma", "17-18 jugadores A (seed 004 only)"): ENVELOPES,
    ("varma", "introduction (seed 004)"): "test_the_envelopes_are_those_of_varma",
    ("withdrawal_50_rule", "OCR"): SPELLING,
    ("djaja_10", "notation"): "test_player_0_of_djaja_is_player_10",
    ("hilton_12", "round 2, row 6, pairings 1 and 2"): HILTON,
    ("hilton_12", "round 3, row 7, pairings 1 and 2"): HILTON,
    (
        "hilton_12",
        "round 3, row 2, order of pairings",
    ): "test_a_row_of_hilton_in_another_order_has_the_same_games",
    ("scheveningen_berger_10_seed004", "Grupo B list, row 8"): SPELLING,
    ("scheveningen_berger_10_seed004", "title and text"): SPELLING,
    ("scheveningen_classic_04", "round 2, board 4"): (
        "test_the_misprint_of_scheveningen_for_four_leaves_a_player_out"
    ),
    ("team_formation", "B2"): "test_a_vote_of_0_forbids_a_team_in_mode_a_alone",
    (
        "team_formation",
        "C4 example 3, Se of B",
    ): "test_the_weighted_votes_of_b_add_up_and_the_printed_sum_does_not",
    ("team_formation", "C2 purpose"): SPELLING,
}
"""The test of each erratum, here or in those of the system; empty: only the spelling is wrong."""


def golden(folder: str, name: str) -> Any:
    return json.loads((FOLDER / folder / f"{name}.json").read_text(encoding="utf-8"))


def erratum(folder: str, name: str, where: str) -> tuple[str, str]:
    """The printed and the corrected value of an erratum."""
    (found,) = [each for each in golden(folder, name)["errata"] if each["where"] == where]
    return found["original"], found["corrected"]


def test_every_erratum_is_one_of_these() -> None:
    found = [
        (path.stem, each["where"])
        for folder in FOLDERS
        for path in (FOLDER / folder).glob("*.json")
        for each in json.loads(path.read_text(encoding="utf-8")).get("errata", [])
    ]
    assert sorted(found) == sorted(TESTED_BY)


def test_the_test_of_every_erratum_exists() -> None:
    modules = [*FOLDER.glob("**/test_*.py"), *(FOLDER.parent / "domain").glob("**/test_*.py")]
    defined = {
        name
        for module in modules
        for name in re.findall(r"^def (test_\w+)", module.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {name for name in TESTED_BY.values() if name != SPELLING} <= defined


def changes_sides(rounds: list[list[list[int]]], number: int) -> bool:
    """Return whether a player has White and Black in turn."""
    sides = [next(game.index(number) for game in games if number in game) for games in rounds]
    return all(one != other for one, other in pairwise(sides))


def test_the_largest_number_changes_sides_in_each_round_but_not_as_printed() -> None:
    told = golden("roundrobin", "berger_construction_example")
    printed = told["rounds_as_printed"]
    table = [[[white.number, black.number] for white, black in games] for games in cycle(6)]
    assert table == told["rounds"]
    assert changes_sides(table, 6)
    assert not changes_sides(printed, 6)
    # Each mends one of the two misprints: the other still breaks the principle.
    for number in (4, 5):
        where = f"2.2.1 point 4, round {number}, board 1"
        original, corrected = erratum("roundrobin", "berger_construction_example", where)
        assert printed[number - 1][0] == [int(each) for each in original.split("-")]
        assert table[number - 1][0] == [int(each) for each in corrected.split("-")]
        half = [*table[: number - 1], printed[number - 1], *table[number:]]
        assert not changes_sides(half, 6)


@pytest.mark.parametrize("size", [12, 14, 16, 18])
def test_the_envelopes_hold_every_number_once_but_not_as_scanned(size: int) -> None:
    original, corrected = erratum(
        "roundrobin", "varma", f"{size - 1}-{size} jugadores A (seed 004 only)"
    )
    groups = envelopes(size)
    assert groups["A"] == tuple(int(each) for each in re.findall(r"\d+", corrected))
    assert sorted(number for group in groups.values() for number in group) == [*range(1, size + 1)]
    scanned = {int(each) for each in re.findall(r"\d+", original)}
    others = {number for letter, group in groups.items() if letter != "A" for number in group}
    assert scanned | others < {*range(1, size + 1)}


def test_player_0_of_djaja_is_player_10() -> None:
    original, corrected = erratum("teams", "djaja_10", "notation")
    assert original.startswith("A0, B0")
    assert corrected.startswith("A10, B10")
    table = table_of("djaja", boards=10)
    everybody = sorted(f"{team}{board}" for team in "AB" for board in range(1, 11))
    assert all(sorted(playing(games)) == everybody for games in table)
    printed = [[re.sub(r"([AB])10", r"\g<1>0", game) for game in games] for games in table]
    assert not any(sorted(playing(games)) == everybody for games in printed)


def test_a_row_of_hilton_in_another_order_has_the_same_games() -> None:
    original, corrected = erratum("teams", "hilton_12", "round 3, row 2, order of pairings")
    games = table_of("hilton", teams=12)[2][6:12]
    assert " ".join(games) == original
    assert Counter(re.findall(r"\S+-\S+", corrected)) == Counter(games)
    colours = colours_by_player(table_of("hilton", teams=12))
    reordered = table_of("hilton", teams=12)
    reordered[2][6:12] = re.findall(r"\S+-\S+", corrected)
    assert colours_by_player(reordered) == colours


def ballots(mode: TeamMode) -> TeamBallots:
    """Ana gives Bea no vote; Bea gives Ana three."""
    return TeamBallots(mode=mode, team=2, players=("Ana", "Bea"), rows=((0, 0), (3, 0)))


def test_a_vote_of_0_forbids_a_team_in_mode_a_alone() -> None:
    original, corrected = erratum("assignment", "team_formation", "B2")
    assert (original, corrected) == ("[solo en modalidad B]", "[solo en modalidad A]")
    with pytest.raises(NotAllocated) as refused:
        form(ballots(TeamMode.A))
    assert refused.value.faults[0].code == "no-team"
    # A2: mode B knows votes of 0 and less; by C6 it leaves only an odd player without a team.
    found = form(ballots(TeamMode.B))
    assert (found.teams, found.without) == (((0, 1),), ())


def test_the_weighted_votes_of_b_add_up_and_the_printed_sum_does_not() -> None:
    original, corrected = erratum("assignment", "team_formation", "C4 example 3, Se of B")
    example = golden("assignment", "team_formation")["examples"]["C4-3"]
    pairs = re.findall(r"(\w):(\w) = (\d+):(\d+)", example["input"])
    received = [
        (int(votes), example["E"][giver])
        for a, b, x, y in pairs
        for giver, taker, votes in ((a, b, x), (b, a, y))
        if taker == "B"
    ]
    sum_of_b = sum(votes * weight for votes, weight in received)
    assert example["Se"]["B"] == sum_of_b
    assert corrected.startswith(f"B ({sum_of_b} =")
    assert example["printed_Se"]["B"] != sum_of_b
    assert original.startswith(f"B ({example['printed_Se']['B']} =")
