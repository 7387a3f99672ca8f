"""Every cell of the printed team tables, and every sum counted in them."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from dsl.dutch_worlds import swiss_golden
from dsl.team_tables import (
    Table,
    colours_by_player,
    table_of,
    team_meetings,
    whites_by_team,
)

Compared = Callable[[str, int], None]
CELLS = "cells of team tables"
SUMS = "sums of team tables"
HILTON = (4, 6, 8, 10, 12)
HUTTON = (3, 4, 5)
SCHEVENINGEN = {
    "scheveningen_classic_04": ("scheveningen", 4),
    "scheveningen_classic_06": ("scheveningen", 6),
    "scheveningen_classic_08": ("scheveningen", 8),
    "scheveningen_example_6": ("scheveningen", 6),
    "scheveningen_berger_10_seed004": ("scheveningen-berger", 10),
    "scheveningen_berger_06_exercise": ("scheveningen-berger", 6),
    "djaja_example_4": ("djaja", 4),
    **{f"djaja_{size:02}": ("djaja", size) for size in range(2, 11)},
}


def golden(name: str) -> Any:
    return swiss_golden("teams", f"{name}.json")


def cells(table: Table) -> int:
    return sum(map(len, table))


@pytest.mark.parametrize("name", SCHEVENINGEN)
def test_two_teams_play_the_printed_table(name: str, compared: Compared) -> None:
    system, boards = SCHEVENINGEN[name]
    printed = golden(name)["rounds"]
    assert table_of(system, boards=boards) == printed
    compared(CELLS, cells(printed))


@pytest.mark.parametrize("teams", HUTTON)
def test_hutton_plays_the_printed_round(teams: int, compared: Compared) -> None:
    printed = golden(f"hutton_{teams}")
    (games,) = table_of("hutton", teams=teams)
    assert games == printed["pairings"]
    assert len(games) * 2 == teams * printed["players_per_team"]
    assert [game for game in games if game[1] != game[4]] == printed["cross_board_games"]
    compared(CELLS, len(games))


@pytest.mark.parametrize("teams", HILTON)
def test_hilton_plays_the_printed_rounds(teams: int, compared: Compared) -> None:
    printed = golden(f"hilton_{teams:02}")
    rounds = [[game for board in boards for game in board] for boards in printed["rounds"].values()]
    assert table_of("hilton", teams=teams) == rounds
    assert [len(boards) for boards in printed["rounds"].values()] == [teams - 1] * 3
    compared(CELLS, cells(rounds))


def test_skalitzka_plays_the_printed_table(compared: Compared) -> None:
    printed = golden("skalitzka")
    assert table_of("skalitzka", boards=printed["players_per_team_printed"]) == printed["rounds"]
    compared(CELLS, cells(printed["rounds"]))


@pytest.mark.parametrize("size", range(2, 11))
def test_djaja_has_the_colours_that_were_counted(size: int, compared: Compared) -> None:
    counted = golden(f"djaja_{size:02}")
    table = table_of("djaja", boards=size)
    colours = colours_by_player(table)
    assert colours == counted["colors_by_player"]
    assert [{team: whites_by_team(games)[team] for team in "AB"} for games in table] == counted[
        "team_whites_per_round"
    ]
    joined = {
        team: "".join(row for player, row in colours.items() if player[0] == team) for team in "AB"
    }
    assert {team: [row.count("W"), row.count("B")] for team, row in joined.items()} == counted[
        "team_totals_white_black"
    ]
    repeats = sum(one == next_ for row in colours.values() for one, next_ in pairwise(row))
    assert repeats == counted["color_repeats_total"]
    compared(SUMS, len(colours) + 2 * len(table) + 5)


def test_scheveningen_by_berger_has_the_colours_that_were_counted(compared: Compared) -> None:
    counted = golden("scheveningen_berger_10_seed004")
    table = table_of("scheveningen-berger", boards=10)
    colours = colours_by_player(table)
    assert {player: [row.count("W"), row.count("B")] for player, row in colours.items()} == counted[
        "white_black_by_player"
    ]
    assert [whites_by_team(games)["A"] for games in table] == counted["team_A_whites_per_round"]
    compared(SUMS, len(colours) + len(table))


@pytest.mark.parametrize("teams", HUTTON)
def test_hutton_has_the_games_and_whites_that_were_counted(teams: int, compared: Compared) -> None:
    counted = golden(f"hutton_{teams}")
    (games,) = table_of("hutton", teams=teams)
    assert set(team_meetings(games).values()) == {counted["games_per_team_pair"]}
    assert set(whites_by_team(games).values()) == {counted["white_games_per_team"]}
    compared(SUMS, 2)


@pytest.mark.parametrize("teams", HILTON)
def test_hilton_has_the_colours_that_were_counted(teams: int, compared: Compared) -> None:
    counted = golden(f"hilton_{teams:02}")
    table = table_of("hilton", teams=teams)
    colours = colours_by_player(table)
    assert colours == counted["colors_by_player"]
    assert Counter(colours.values()) == counted["color_pattern_counts"]
    whites = {str(number): dict(whites_by_team(games)) for number, games in enumerate(table, 1)}
    assert whites == counted["whites_per_team_and_round"]
    compared(SUMS, len(colours) + len(counted["color_pattern_counts"]) + 3 * teams)


def test_skalitzka_has_the_games_and_whites_that_were_counted(compared: Compared) -> None:
    counted = golden("skalitzka")
    for games in table_of("skalitzka", boards=6):
        assert set(team_meetings(games).values()) == {counted["games_per_team_pair_per_round"]}
        assert set(whites_by_team(games).values()) == {counted["whites_per_team_per_round"]}
    compared(SUMS, 2)
