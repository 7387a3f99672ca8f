"""The Lim system from the command line: Appendix B of the seed book as a tournament file."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from dsl.dutch_worlds import swiss_golden
from dsl.lim_worlds import appendix_b
from dsl.trf_text import trf

SIGNS = {"1:0": ("1", "0"), "½:½": ("=", "="), "0:1": ("0", "1"), "+:-": ("+", "-")}


def write(rounds: int = 5) -> str:
    """Appendix B after so many rounds; the higher ranked of 4-9 is named first, as elsewhere."""
    cells: dict[int, list[str]] = {number: [] for number in range(1, 16)}
    for played in appendix_b()["rounds"][:rounds]:
        for board in played["pairings"]:
            first, second = board["first"], board["second"]
            if second is None:
                cells[first].append("U")
                continue
            colours = "bw" if (first, second) == (4, 9) else "wb"
            one, other = SIGNS[board["result"]]
            cells[first].append(f"{second}{colours[0]}{one}")
            cells[second].append(f"{first}{colours[1]}{other}")
    Path("appendix_b.trf").write_text(trf(cells, "XXR 5"), encoding="utf-8")
    return "appendix_b.trf"


def test_the_file_of_appendix_b_follows_the_rules(planilla: Planilla) -> None:
    said = planilla("check", "--system", "swiss-lim-libro", write())
    assert said == (0, "appendix_b.trf: 5 rounds, all the same (swiss-lim-libro)\n", "")


def test_programs_read_that_another_system_pairs_otherwise(planilla: Planilla) -> None:
    said = planilla("check", "--system", "swiss-lim", "--json", write())
    told = json.loads(said.out)
    # Round 1 has the same pairs and bye, but the colours alternate: 1-8, 9-2.
    assert said.code == 1
    assert told["rounds"][0]["checker"][:2] == [[1, 8], [9, 2]]


def test_the_last_round_of_appendix_b_is_paired(planilla: Planilla) -> None:
    said = planilla("pair", "--system", "swiss-lim-libro", write(4))
    assert said == (0, "8\n1 3\n5 7\n2 10\n11 13\n14 12\n8 9\n15 4\n6 0\n", "")


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            (
                "Bracket of 2 points: 10, 13, 14; from above: 2, 11.",
                "  From below: 12.",
                "  12 floats up: the bracket has an odd number of players.",
                "  Given up: nobody floats as in either of the two previous rounds (B6): 1",
            ),
        ),
        (
            "es",
            (
                "  De abajo: 12.",
                "  12 sube: en el grupo sobra uno.",
                "sin colores: se nombra primero al mejor clasificado",
            ),
        ),
    ],
)
def test_the_last_round_of_appendix_b_is_explained(
    planilla: Planilla, lang: str, lines: tuple[str, ...]
) -> None:
    said = planilla("pair", "--system", "swiss-lim-libro", "--explain", "--lang", lang, write(4))
    assert said.code == 0
    for line in lines:
        assert line in said.out


def test_what_is_made_by_the_lim_system_follows_its_rules(planilla: Planilla) -> None:
    system = ("--system", "swiss-lim")
    made = planilla(
        "generate", "--players", "11", "--rounds", "5", *system, "--seed", "3", "-o", "x.trf"
    )
    assert made.code == 0
    assert planilla("check", "x.trf", *system).out == "x.trf: 5 rounds, all the same (swiss-lim)\n"


CODES = {
    "progressive": "PS",
    "koya": "KS",
    "buchholz_own_adjusted_only": "BH/own",
    "buchholz_full_adjustment": "BH",
    "sb_own_adjusted_only": "SB/own",
    "sb_full_adjustment": "SB",
}


def test_the_standings_of_a_file_of_appendix_b_are_those_of_the_book(planilla: Planilla) -> None:
    codes = ",".join(CODES.values())
    said = planilla("standings", "--edition", "libro", "--tiebreaks", codes, "--json", write())
    table = json.loads(said.out)["players"]
    golden = swiss_golden("tiebreaks", "lim_b_final_table.json")
    assert [(row["rank"], row["number"], Fraction(row["points"])) for row in table] == [
        (row["pos"], row["player"], Fraction(row["points"])) for row in golden["final"]
    ]
    for row in table:
        expected = golden["computed_all_players"][str(row["number"])]
        values = {field: Fraction(row["tiebreaks"][code]) for field, code in CODES.items()}
        assert values == {field: Fraction(expected[field]) for field in CODES}


def test_the_values_of_player_5_are_those_that_the_book_prints(planilla: Planilla) -> None:
    codes = "BH/off,PS,SB/off,KS,K100"
    said = planilla("standings", "--edition", "libro", "--tiebreaks", codes, "--json", write())
    first = json.loads(said.out)["players"][0]
    printed = swiss_golden("tiebreaks", "lim_b_final_table.json")["detail_player_5"]
    fields = ("buchholz", "progressive", "sonneborn_berger", "koya", "kashdan_100")
    assert [Fraction(first["tiebreaks"][code]) for code in codes.split(",")] == [
        Fraction(printed[field]) for field in fields
    ]
