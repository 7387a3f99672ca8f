"""`planilla check`: files beside the rules, as people and as programs read it."""

import json
from pathlib import Path

import msgspec
import pytest

from adapters.cli.conftest import Planilla
from dsl.trf_text import trf
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import Pairing, PairingInput

GOLDEN = Path(__file__).parents[2] / "golden" / "blog_003"

# Round 1 of five players is 1-3, 4-2 and the bye for 5, since the first colour is White.
AS_THE_RULES = trf([("3w1",), ("4b1",), ("1b0",), ("2w0",), ("U",)], "XXR 5")
OTHERWISE = trf([("4w1",), ("5b1",), ("U",), ("1b0",), ("2w0",)], "XXR 5")


def gibraltar() -> str:
    """Round 1 of Gibraltar as it was played: the boards listed, and the one that did not differ."""
    told = json.loads((GOLDEN / "gibraltar_checker.json").read_bytes())
    boards = [row["tournament"] for row in told["differences"]["1"]] + [[128, 2]]
    cells = dict.fromkeys(range(1, 256), "Z")
    for white, black in boards:
        cells |= {white: f"{black}w=", black: f"{white}b="}
    return trf([(cell,) for cell in cells.values()], "XXR 10")


@pytest.mark.parametrize(
    "system", ["swiss-dutch-libro", "swiss-dutch-2012", "swiss-dutch-2017", "swiss-dutch-2026"]
)
def test_round_1_of_gibraltar_differs_as_in_the_article(planilla: Planilla, system: str) -> None:
    Path("torneo.trf").write_text(gibraltar(), encoding="utf-8")
    said = planilla("check", "torneo.trf", "--system", system)
    printed = (GOLDEN / "gibraltar_checker.txt").read_text(encoding="utf-8")
    first = printed.partition("torneo: Round #2")[0]
    assert said.out == f"torneo.trf: round 1 of 1 differs ({system})\n{first}"
    assert (said.code, said.err) == (1, "")


def test_a_file_that_follows_the_rules_is_one_line(planilla: Planilla) -> None:
    Path("open.trf").write_text(AS_THE_RULES, encoding="utf-8")
    said = planilla("check", "open.trf", "--system", "swiss-dutch-2017")
    assert said == (0, "open.trf: 1 round, all the same (swiss-dutch-2017)\n", "")


def test_the_order_of_the_columns_is_that_of_the_boards(planilla: Planilla) -> None:
    Path("open.trf").write_text(OTHERWISE, encoding="utf-8")
    said = planilla("check", "open.trf", "--lang", "es")
    assert said.code == 1
    assert said.out.splitlines() == [
        "open.trf: difiere la ronda 1 de 1 (swiss-dutch-2026)",
        "open: Round #1",
        "  Checker pairings        Tournament pairings ",
        "      1 -   3                  1 -   4",
        "      4 -   2                  5 -   2",
        "      5 -   0                  3 -   0",
        "",
    ]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_programs_read_one_object_a_line_in_the_order_given(planilla: Planilla, jobs: str) -> None:
    Path("a.trf").write_text(AS_THE_RULES, encoding="utf-8")
    Path("b.trf").write_text(OTHERWISE, encoding="utf-8")
    Path("c.trf").write_text("nothing at all\n", encoding="utf-8")
    said = planilla("check", "b.trf", "c.trf", "a.trf", "--json", "--jobs", jobs)
    other, bad, same = (json.loads(line) for line in said.out.splitlines())
    assert other == {
        "file": "b.trf",
        "system": "swiss-dutch-2026",
        "rounds": [
            {
                "round": 1,
                "same": False,
                "checker": [[1, 3], [4, 2], [5, 0]],
                "tournament": [[1, 4], [5, 2], [3, 0]],
            }
        ],
    }
    assert (same["file"], same["rounds"][0]["same"]) == ("a.trf", True)
    assert set(bad) == {"file", "faults"}
    assert said.code == 2


def test_a_file_with_faults_keeps_none_from_the_others(planilla: Planilla) -> None:
    Path("good.trf").write_text(AS_THE_RULES, encoding="utf-8")
    Path("bad.trf").write_text(trf([("2w1",), ("1w0",), ("9b1",)], "XXR 5"), encoding="utf-8")
    said = planilla("check", "bad.trf", "good.trf", "nowhere.trf", "--jobs", "1")
    assert said.code == 2
    assert said.out.splitlines() == [
        "good.trf: 1 round, all the same (swiss-dutch-2026)",
        "3 files: 1 the same, 0 different, 2 unreadable; 1 round, 0 different.",
    ]
    *faults, nowhere = said.err.splitlines()
    assert {fault.rpartition(": ")[0].split(":")[0] for fault in faults} == {"bad.trf"}
    assert nowhere == "planilla: nowhere.trf cannot be read: No such file or directory."


def test_folders_and_patterns_stand_for_their_files(planilla: Planilla) -> None:
    for name in ("x/b.trf", "x/y/a.TXT", "x/notes.md"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(AS_THE_RULES, encoding="utf-8")
    said = planilla("check", "x", "x/*.trf", "--json")
    assert [json.loads(line)["file"] for line in said.out.splitlines()] == [
        "x/b.trf",
        "x/y/a.TXT",
        "x/b.trf",
    ]


@pytest.mark.parametrize("pattern", ["empty", "*.trf"])
def test_a_folder_or_pattern_without_files_is_told(planilla: Planilla, pattern: str) -> None:
    Path("empty").mkdir()
    said = planilla("check", pattern)
    assert (said.code, said.err) == (2, f"planilla: No file matches “{pattern}”.\n")


def test_a_file_before_its_first_round_has_nothing_to_compare(planilla: Planilla) -> None:
    Path("new.trf").write_text(trf([(), ()], "XXR 3"), encoding="utf-8")
    assert planilla("check", "new.trf") == (0, "new.trf: no round has been played\n", "")


def test_a_round_that_the_rules_cannot_pair_differs(planilla: Planilla) -> None:
    Path("two.trf").write_text(trf([("2w1", "2b1"), ("1b0", "1w0")], "XXR 2"), encoding="utf-8")
    said = planilla("check", "two.trf")
    assert said.code == 1
    assert said.out.splitlines() == [
        "two.trf: round 2 of 2 differs (swiss-dutch-2026)",
        "two: Round #2",
        "  By the rules it cannot be paired: no legal pair is left.",
        "  Checker pairings        Tournament pairings ",
        "                               2 -   1",
        "",
    ]


def test_a_round_without_results_is_compared_too(planilla: Planilla) -> None:
    Path("on.trf").write_text(trf([("3w ",), ("4b ",), ("1b ",), ("2w ",)], "XXR 5"), "utf-8")
    assert planilla("check", "on.trf").out == "on.trf: 1 round, all the same (swiss-dutch-2026)\n"


def test_a_system_that_does_not_pair_rounds_is_refused(planilla: Planilla) -> None:
    said = planilla("check", "any.trf", "--system", "round-robin")
    assert said.code == 2
    assert said.err.startswith("planilla: There is no system “round-robin” that pairs rounds.")


def test_a_file_that_asks_for_another_system_says_where(planilla: Planilla) -> None:
    Path("schiller.trf").write_text(
        "012 Open\n192 FIDE_SCHILLER\n" + AS_THE_RULES, encoding="utf-8"
    )
    said = planilla("check", "schiller.trf")
    assert said.code == 2
    assert said.err == (
        "schiller.trf:2:5: the file names the system FIDE_SCHILLER, which Planilla cannot pair; "
        "choose another with --system\n"
    )


def faulty(given: PairingInput, **_: object) -> Pairing:
    """A pairing system with a fault of ours."""
    raise ZeroDivisionError(given.round)


def test_a_fault_of_ours_in_one_file_stops_no_other(
    planilla: Planilla, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = msgspec.structs.replace(SYSTEMS["swiss-dutch-2012"], pair=faulty)
    monkeypatch.setitem(SYSTEMS, "swiss-dutch-2012", system)
    Path("a.trf").write_text("092 swiss-dutch-2012\n" + AS_THE_RULES, encoding="utf-8")
    Path("b.trf").write_text(AS_THE_RULES, encoding="utf-8")
    said = planilla("check", "a.trf", "b.trf", "--jobs", "1")
    assert said.code == 2
    assert said.err.startswith(
        "planilla: Internal error at a.trf: ZeroDivisionError, test_check.py:"
    )
    assert said.out.startswith("b.trf: 1 round, all the same")


DOUBLE = (
    '{"players":[1,2,3,4],"rounds":3,"initial":"W","bye_points":1.5,'
    '"history":[{"matches":[[1,3,1.5,0.5],[4,2,0,2]],"bye":null}]}'
)


def test_a_double_swiss_in_json_is_checked(planilla: Planilla) -> None:
    Path("double.json").write_text(DOUBLE, encoding="utf-8")
    said = planilla("check", "--system", "swiss-double", "--json", "double.json")
    assert said.code == 0
    (only,) = json.loads(said.out)["rounds"]
    assert only["checker"] == only["tournament"] == [[1, 3], [4, 2]]


def test_a_json_file_that_is_no_double_swiss_is_refused(planilla: Planilla) -> None:
    Path("double.json").write_text(DOUBLE, encoding="utf-8")
    other = planilla("check", "--system", "swiss-dutch-2026", "double.json")
    assert (other.code, "--system swiss-double" in other.err) == (2, True)
    Path("double.json").write_text(DOUBLE.replace("[4,2", "[4,9"), encoding="utf-8")
    unknown = planilla("check", "double.json")
    assert (unknown.code, "there is no player 9" in unknown.err) == (2, True)
    assert planilla("check", "missing.json").code == 2


def test_a_file_without_teams_is_refused_by_a_system_of_teams(planilla: Planilla) -> None:
    Path("open.trf").write_text("012 Open\n" + AS_THE_RULES, encoding="utf-8")
    said = planilla("check", "--system", "swiss-team-2026", "open.trf")
    assert (said.code, "no teams (records 310)" in said.err) == (2, True)
