"""`planilla schedule`: the rounds of closed systems and brackets, for people and for programs."""

import json
import re
from pathlib import Path

from adapters.cli.conftest import Planilla


def test_people_read_a_line_a_round_and_who_is_free(planilla: Planilla) -> None:
    # Seed 000, 2.2.4, table for 3 and 4: 1-4 2-3 / 4-3 1-2 / 2-4 3-1; number 4 is nobody.
    assert planilla("schedule", "round-robin", "--players", "3") == (
        0,
        "Round 1: 2-3\n  free: 1\nRound 2: 1-2\n  free: 3\nRound 3: 3-1\n  free: 2\n",
        "",
    )


def test_programs_read_the_rounds_as_pairs(planilla: Planilla) -> None:
    said = planilla("schedule", "round-robin", "--players", "3", "--json")
    assert json.loads(said.out) == {
        "system": "round-robin",
        "rounds": [[[1, 0], [2, 3]], [[0, 3], [1, 2]], [[2, 0], [3, 1]]],
    }


def test_an_unknown_system_is_refused_with_the_names_that_exist(planilla: Planilla) -> None:
    code, out, err = planilla("schedule", "berger", "--players", "4")
    assert (code, out) == (2, "")
    assert "“berger”" in err
    assert "round-robin" in err


def test_a_figure_that_the_system_does_not_take_is_refused(planilla: Planilla) -> None:
    code, _, err = planilla("schedule", "round-robin", "--players", "4", "--order", "equidistant")
    assert code == 2
    assert "does not take --order" in err
    assert "--players" in err


def test_a_missing_figure_is_asked_for(planilla: Planilla) -> None:
    code, _, err = planilla("schedule", "round-robin")
    assert code == 2
    assert "needs --players of at least 2, not 0" in err


def test_one_player_has_no_table(planilla: Planilla) -> None:
    code, _, err = planilla("schedule", "round-robin", "--players", "1")
    assert code == 2
    assert "needs --players of at least 2, not 1" in err


def test_players_of_teams_are_written_by_letter_and_board(planilla: Planilla) -> None:
    # Seed 000, 2.4.2, table for teams of 3.
    said = planilla("schedule", "djaja", "--teams", "2", "--boards", "3", "--json")
    assert json.loads(said.out) == {
        "system": "djaja",
        "rounds": [
            [["A1", "B1"], ["A2", "B2"], ["B3", "A3"]],
            [["B2", "A1"], ["A2", "B3"], ["B1", "A3"]],
            [["A1", "B3"], ["B1", "A2"], ["A3", "B2"]],
        ],
    }


def test_an_odd_number_of_boards_is_refused_where_tables_are_even(planilla: Planilla) -> None:
    code, _, err = planilla("schedule", "scheveningen", "--boards", "5")
    assert code == 2
    assert "needs an even number for --boards, of at least 2, not 5" in err


def test_the_lot_of_nagarajan_is_an_order(planilla: Planilla) -> None:
    # Seed 000, 2.3, column 3-4: 4-2 3-1 / 1-4 2-3 / 3-4 1-2; number 2 won, so the colours turn.
    asked = ("schedule", "nagarajan", "--players", "4", "--order")
    assert planilla(*asked, "inverted") == (
        0,
        "Round 1: 2-4  1-3\nRound 2: 4-1  3-2\nRound 3: 4-3  2-1\n",
        "",
    )
    code, _, err = planilla(*asked, "second")
    assert code == 2
    assert "--order second" in err
    assert "inverted" in err


def test_a_knockout_names_winners_and_losers_of_its_matches(planilla: Planilla) -> None:
    # Seed 000, 2.1.4: 1-4, 2-3; the winner of match 1 meets the winner of match 2.
    said = planilla("schedule", "knockout-double", "--players", "4", "--json")
    assert json.loads(said.out)["rounds"][:2] == [
        [[1, 4], [2, 3]],
        [["W1", "W2"], ["L1", "L2"]],
    ]


def test_an_order_that_does_not_exist_is_refused_with_those_that_do(planilla: Planilla) -> None:
    code, _, err = planilla("schedule", "knockout-single", "--players", "8", "--order", "berger")
    assert code == 2
    assert "compensation, equidistant" in err


def test_a_figure_that_would_fill_the_memory_is_refused(planilla: Planilla) -> None:
    code, _, err = planilla("schedule", "round-robin", "--players", "1000000")
    assert code == 2
    assert "takes --players up to 1000, not 1,000,000" in err


def test_a_bracket_may_be_larger_than_a_round_robin(planilla: Planilla) -> None:
    said = planilla("schedule", "knockout-single", "--players", "1024", "--json")
    assert len(json.loads(said.out)["rounds"]) == 10
    assert planilla("schedule", "knockout-single", "--players", "65537").code == 2


def test_the_chart_of_a_knockout_is_written_as_a_drawing(
    planilla: Planilla, tmp_path: Path
) -> None:
    file = tmp_path / "chart.svg"
    said = planilla("schedule", "knockout-single", "--players", "16", "--svg", str(file))
    assert said == (0, f"Chart of 15 matches written to {file}\n", "")
    seeds = re.findall(r'class="seed"[^>]*>(\d+)<', file.read_text())
    # Seed 000, 2.1.4, the printed list for 16.
    assert list(map(int, seeds)) == [1, 16, 9, 8, 4, 13, 12, 5, 2, 15, 10, 7, 3, 14, 11, 6]
    said = planilla("schedule", "knockout-double", "--players", "5", "--svg", str(file), "--json")
    assert json.loads(said.out) == {"file": str(file), "matches": 14}


def test_a_system_without_a_tree_has_no_chart(planilla: Planilla) -> None:
    code, _, err = planilla("schedule", "round-robin", "--players", "4", "--svg", "chart.svg")
    assert code == 2
    assert "knockout-single, knockout-double, knockout-triple" in err
    code, _, err = planilla("schedule", "knockout-single", "--players", "1", "--svg", "chart.svg")
    assert code == 2
    assert "--players" in err
