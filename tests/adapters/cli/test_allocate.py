"""`planilla allocate`: the assignment, its steps, and faults at their places."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from adapters.cli.conftest import Planilla

GOLDEN = Path(__file__).parents[2] / "golden" / "assignment"
BALLOTS: dict[str, Any] = {
    "mode": "max",
    "players": ["Ana", "Berta"],
    "options": ["A", "B"],
    "votes": [[60, 40], [70, 30]],
}


def write(**fields: Any) -> str:
    """A file of ballots in which some fields are changed; None leaves a field out."""
    value = {name: field for name, field in (BALLOTS | fields).items() if field is not None}
    Path("ballots.json").write_text(json.dumps(value), encoding="utf-8")
    return "ballots.json"


def test_programs_read_the_votes_of_the_book(planilla: Planilla) -> None:
    book = json.loads((GOLDEN / "hungarian_max.json").read_text(encoding="utf-8"))
    said = planilla("allocate", str(GOLDEN / "hungarian_max.json"), "--json")
    answer = json.loads(said.out)
    assert said.code == 0
    assert dict(answer["assignment"]) == book["assignment"]
    assert (answer["total"], answer["unique"]) == (188, True)
    kinds = [step["step"] for step in answer["steps"]]
    assert kinds == [
        *("negated", "positive", "square", "row_reduced", "column_reduced"),
        *("covered", "adjusted", "covered", "adjusted", "covered", "assigned"),
    ]
    assert answer["steps"][1] == {
        "step": "positive",
        "amount": 90,
        "matrix": book["steps"]["positive"],
    }
    assert answer["steps"][3]["minima"] == book["steps"]["row_minima"]
    first = answer["steps"][5]
    assert (first["lines"], first["columns"]) == (4, ["A"])
    assert first["rows"] == ["Carlos", "David", None]
    assert answer["steps"][-1]["assignment"][-1] == [None, "E"]
    assert "these fields are not read: id, source, steps" in said.err


def test_programs_read_the_ranks_of_the_book(planilla: Planilla) -> None:
    book = json.loads((GOLDEN / "hungarian_min.json").read_text(encoding="utf-8"))
    answer = json.loads(planilla("allocate", str(GOLDEN / "hungarian_min.json"), "--json").out)
    assert dict(answer["assignment"]) == book["assignment_printed"]
    assert (answer["total"], answer["unique"]) == (7, False)


def test_people_read_the_steps_as_tables(planilla: Planilla) -> None:
    said = planilla("allocate", write())
    assert (said.code, said.err) == (0, "")
    # Ana A and Berta B have 60 + 30, Ana B and Berta A have 40 + 70.
    assert said.out.endswith(
        "Assignment:\nAna    B  40\nBerta  A  70\n"
        "Total: 110 votes, the most possible.\nNo other assignment has this total.\n"
    )
    assert (
        "       A   B  Correction\nAna    0  20         -10\nBerta  0  40           0\n" in said.out
    )
    assert "2 lines cover all zeros (2 are needed)." in said.out


def test_a_player_who_gets_none_and_vetoes_are_shown(planilla: Planilla) -> None:
    name = write(options=["A"], votes=[[100], [100]], vetoes=[["Ana", "A"]])
    said = planilla("allocate", name)
    assert "Ana    (none)\nBerta  A       100\n" in said.out
    assert "Ana       ×" in said.out
    answer = json.loads(planilla("allocate", name, "--json").out)
    assert answer["assignment"] == [["Ana", None], ["Berta", "A"]]
    assert answer["steps"][0]["matrix"] == [[None], [-100]]


def test_ranks_are_added_up_and_several_optima_are_said(planilla: Planilla) -> None:
    said = planilla("allocate", write(mode="min", votes=None, ranks=[[0, 1], None]))
    assert "Total of the ranks: 0, the least possible.\nNo other" in said.out
    same = planilla("allocate", write(mode="min", votes=None, ranks=[[1, 2], [1, 2]]))
    assert "Total of the ranks: 3" in same.out
    assert same.out.endswith("the first in the order of the lists.\n")


def test_a_large_matrix_is_assigned_without_steps(planilla: Planilla) -> None:
    names = [str(number) for number in range(41)]
    rows = [[(at + row) % 41 for at in range(41)] for row in range(41)]
    name = write(mode="min", players=names, options=names, votes=None, ranks=rows)
    assert "The steps are written for at most 40" in planilla("allocate", name).out
    assert json.loads(planilla("allocate", name, "--json").out)["steps"] == []


def test_a_table_is_read_by_the_end_of_its_name(planilla: Planilla) -> None:
    Path("halls.CSV").write_text(
        "votes:10;North;South:2\nAna;7;3\nBerta;6;4\nCarlos;2;8\n", encoding="utf-8"
    )
    said = planilla("allocate", "halls.CSV")
    # Ana north 7, Berta and Carlos south 4 + 8; with Berta north it is 6 + 3 + 8.
    assert "Ana     North  7\nBerta   South  4\nCarlos  South  8\nTotal: 19 votes" in said.out
    answer = json.loads(planilla("allocate", "halls.CSV", "--json").out)
    assert list(answer) == ["assignment", "total", "unique", "steps"]
    assert answer["assignment"] == [["Ana", "North"], ["Berta", "South"], ["Carlos", "South"]]


def test_the_fault_of_a_table_is_named_with_its_cell(planilla: Planilla) -> None:
    Path("halls.csv").write_text("votes:10;North;South\nAna;7;x\n", encoding="utf-8")
    said = planilla("allocate", "halls.csv")
    assert (said.code, said.out) == (2, "")
    assert said.err == "halls.csv:2:7: “x” is no whole number.\n"


def test_standard_input_is_read(planilla: Planilla, monkeypatch: pytest.MonkeyPatch) -> None:
    text = io.TextIOWrapper(io.BytesIO(json.dumps(BALLOTS).encode()))
    monkeypatch.setattr("sys.stdin", text)
    assert "Total: 110" in planilla("allocate", "-").out


def test_votes_that_do_not_add_up_are_named_with_their_place(planilla: Planilla) -> None:
    Path("club.json").write_text(
        '{"mode": "max", "players": ["Ana", "Berta"],\n "options": ["A", "B"],\n'
        ' "votes": [[60, 40],\n           [70, 29]]}',
        encoding="utf-8",
    )
    said = planilla("allocate", "club.json")
    wrong = "club.json:4:12: The votes of Berta add up to 99; they must add up to 100.\n"
    assert (said.code, said.out, said.err) == (2, "", wrong)
    (fault,) = json.loads(planilla("allocate", "club.json", "--json").out)["faults"]
    assert (fault["line"], fault["column"], fault["code"]) == (4, 12, "votes-sum")
    assert fault["fields"] == {"player": "Berta", "given": 99, "expected": 100}


def test_vetoes_that_leave_no_assignment_are_refused(planilla: Planilla) -> None:
    said = planilla("allocate", write(vetoes=[["Ana", "A"], ["Berta", "A"]]))
    assert (said.code, said.out) == (1, "")
    assert "2 players (Ana and Berta) have only 1 place in common (B)." in said.err


def test_a_missing_file_is_said(planilla: Planilla) -> None:
    said = planilla("allocate", "none.json")
    assert (said.code, said.err) == (
        2,
        "planilla: none.json cannot be read: No such file or directory.\n",
    )


def test_spanish_has_the_same_answer(planilla: Planilla) -> None:
    said = planilla("allocate", write(), "--lang", "es")
    assert "Total: 110 votos, el mayor " in said.out


def teams(players: str, votes: list[list[int]], **fields: Any) -> str:
    """A file of votes for players, in mode A unless said otherwise."""
    return write(**{"mode": "A", "options": None, "players": [*players], "votes": votes, **fields})


def test_teams_are_formed_with_their_working(planilla: Planilla) -> None:
    # Four players, teams of two: 4 x 3 x 2 / 2 = 12 votes. A:B and B:C are tied at 5:5; B decides.
    votes = [[0, 5, 1, 6], [5, 0, 5, 2], [1, 5, 0, 6], [4, 4, 4, 0]]
    said = planilla("allocate", teams("ABCD", votes))
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(
        "C4: the most wanted of the tied players choose (5:5).\nTied: A:B and B:C.\n"
        "Order   E  Se  So   T   St\n"
        "B      10  "
    )
    assert "B gave 5 votes to: A:B and B:C.\n" in said.out
    assert "Teams:\n1  " in said.out
    answer = json.loads(planilla("allocate", teams("ABCD", votes), "--json").out)
    assert (answer["steps"][0]["step"], answer["steps"][0]["votes"]) == ("C4", [5, 5])
    assert {*answer["steps"][0]["order"][0]} == {"player", "E", "Se", "So", "T", "St"}
    assert sorted(sum(answer["assignment"], answer["without"])) == [*"ABCD"]


def test_a_team_that_lots_decided_is_said(planilla: Planilla) -> None:
    # Three players, teams of two: 9 votes; the last pair of equal players is taken by lot.
    votes = [[0, 6, 6], [6, 0, 6], [6, 6, 0]]
    listed = teams("ABC", votes, mode="B")
    said = planilla("allocate", listed)
    assert "Without a team (C6): " in said.out
    assert said.out.endswith("“lots” would hold the order of a draw.\n")
    assert json.loads(planilla("allocate", listed, "--json").out)["unique"] is False
    drawn = planilla("allocate", teams("ABC", votes, mode="B", lots=["C", "B", "A"]))
    assert drawn.out.endswith("Lots decided between players whose votes are equal in all.\n")


def test_a_veto_that_leaves_no_team_is_refused_with_the_rule(planilla: Planilla) -> None:
    said = planilla("allocate", teams("ABC", [[0, 9, 0], [0, 0, 9], [9, 0, 0]]))
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("ballots.json:1:")
    assert ": B2: the votes of 0 leave no team of 2 players; every member" in said.err
