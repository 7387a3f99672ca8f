"""`planilla standings`: the table, as data, and how one player's values came about."""

import json
from pathlib import Path
from typing import Any

import pytest

from adapters.cli.conftest import Planilla
from dsl.trf_text import Cells, trf

ROUNDS: tuple[Cells, ...] = (
    ("2w1", "3b=", "4w1"),
    ("1b0", "4w1", "3w="),
    ("4w=", "1w=", "2b="),
    ("3b=", "2b0", "1b0"),
)
"""Four players; after two rounds 1½, 1, 1, ½, and after the third everybody met everybody."""


def write(rounds: int, *records: str, name: str = "open.trf") -> str:
    text = trf([cells[:rounds] for cells in ROUNDS], *records)
    Path(name).write_text(text, encoding="utf-8")
    return name


def data(said: str) -> Any:
    return json.loads(said)


def test_programs_read_values_under_the_names_they_asked_for(planilla: Planilla) -> None:
    said = planilla("standings", write(2), "--tiebreaks", "sb, BH/c1,DE,LOTS", "--json")
    assert (said.code, said.err, said.out.count("\n")) == (0, "", 1)
    # Player 1: 1 x 1 + ½ x 1; player 3: ½ x ½ + ½ x 1½; player 2: 1 x ½. Nobody is tied after SB.
    assert data(said.out) == {
        "file": "open.trf",
        "players": [
            {
                "number": number,
                "rank": rank,
                "points": points,
                "tiebreaks": {"sb": sb, "BH/c1": cut, "DE": None, "LOTS": None},
            }
            for rank, number, points, sb, cut in (
                (1, 1, "1.5", "1.5", "1"),
                (2, 3, "1", "1", "1.5"),
                (3, 2, "1", "0.5", "1.5"),
                (4, 4, "0.5", "0.5", "1"),
            )
        ],
    }


def test_people_read_a_table_in_which_shared_ranks_are_blank(planilla: Planilla) -> None:
    said = planilla("standings", write(2), "--tiebreaks", "BH,AOB")
    # Everybody's opponents have two points together, so that 2 and 3 share the second rank.
    assert said.out.splitlines() == [
        "open.trf: fide-2026-03",
        "Rank  No.  Points  BH  AOB",
        "   1    1     1.5   2    2",
        "   2    2       1   2    2",
        "        3       1   2    2",
        "   4    4     0.5   2    2",
    ]


def test_the_tables_of_several_files_are_one_csv(planilla: Planilla) -> None:
    files = [write(2), write(3, name="later.trf")]
    said = planilla("standings", *files, "--tiebreaks", "sb,DE", "--format", "csv")
    first, *lines = said.out.removeprefix("\ufeff").splitlines()
    assert first == "file,rank,number,name,points,sb,DE"
    assert lines[0] == "open.trf,1,1,,1.5,1.5,"
    assert [line.partition(",")[0] for line in lines] == ["open.trf"] * 4 + ["later.trf"] * 4


def test_spanish_has_a_comma(planilla: Planilla) -> None:
    said = planilla("standings", write(2), "--tiebreaks", "SB", "--lang", "es")
    assert said.out.splitlines()[1:3] == ["Puesto  N.º  Puntos   SB", "     1    1     1,5  1,5"]


def test_every_value_of_a_player_is_explained(planilla: Planilla) -> None:
    said = planilla("standings", write(2), "--tiebreaks", "DE,SB/C1,ARO,LOTS", "--explain", "3")
    # 2798½ is the mean of 2796 and 2799, which is 2797½: rounded up.
    assert said.out.splitlines() == [
        "open.trf: fide-2026-03",
        "Player 3: rank 2, points 1",
        "",
        "DE (Direct encounter): 0",
        "  among the tied: 2 and 3",
        "  Round  Opp.  Value",
        "      –     2      0  still to be played, C.07, 6.3",
        "",
        "SB/C1 (Sonneborn-Berger, without the lowest): 0.75",
        "  Round  Opp.             Value",
        "      1     4  0.5 × 0.5 = 0.25  cut",
        "      2     1  0.5 × 1.5 = 0.75",
        "",
        "ARO (Average rating of opponents): 2798",
        "  Round  Opp.  Value",
        "      1     4   2796",
        "      2     1   2799",
        "  mean: 2797.5",
        "  rounded: 2798",
        "",
        "LOTS (Drawing of lots): –",
    ]


def test_programs_read_the_explanation(planilla: Planilla) -> None:
    said = planilla("standings", write(2), "--tiebreaks", "DE,SB", "--explain", "1", "--json")
    explained = data(said.out)["explained"]
    assert (explained["number"], explained["rank"], explained["points"]) == (1, 1, "1.5")
    direct, berger = explained["tiebreaks"]
    assert direct == {
        "tiebreak": "DE",
        "code": "DE",
        "among": [1],
        "value": None,
        "terms": [],
        "steps": [],
    }
    assert (berger["value"], berger["among"]) == ("1.5", None)
    assert berger["terms"][1] == {
        "round": 2,
        "opponent": 3,
        "value": "0.5",
        "factors": ["0.5", "1"],
        "cut": False,
        "note": "played",
        "article": "",
    }


def test_standings_after_an_earlier_round(planilla: Planilla) -> None:
    said = planilla("standings", write(3), "--swiss", "--after-round", "1", "--json")
    players = data(said.out)["players"]
    assert [(each["number"], each["points"]) for each in players] == [
        (1, "1"),
        (3, "0.5"),
        (4, "0.5"),
        (2, "0"),
    ]


def test_a_round_that_is_not_played_has_no_standings(planilla: Planilla) -> None:
    said = planilla("standings", write(2), "--after-round", "3")
    assert (said.code, said.out) == (2, "")
    assert said.err == "planilla: open.trf: round 3 has no results; 2 rounds have.\n"


def test_buchholz_is_refused_where_everybody_met_everybody(planilla: Planilla) -> None:
    said = planilla("standings", write(3), "--tiebreaks", "BH")
    assert (said.code, said.out) == (2, "")
    assert said.err == (
        "planilla: open.trf: the tie-break “BH” is not allowed: no Buchholz in a round robin "
        "(C.07, 8).\n"
    )
    assert planilla("standings", write(3), "--tiebreaks", "BH", "--swiss").code == 0
    assert planilla("standings", write(2), "--tiebreaks", "BH", "--round-robin").code == 2


def test_the_progressive_score_is_refused_in_an_accelerated_swiss(planilla: Planilla) -> None:
    said = planilla(
        "standings", write(2, "192 FIDE_DUTCH_2026_BAKU"), "--tiebreaks", "PS", "--json"
    )
    assert said.code == 2
    (fault,) = data(said.out)["faults"]
    assert fault["message"] == (
        "open.trf: the tie-break “PS” is not allowed: no progressive score in an accelerated Swiss."
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(
            ("--tiebreaks", "XX"),
            "There is no tie-break “XX”. Choose from: AOB, APPO, ",
            id="unknown",
        ),
        pytest.param(
            ("--tiebreaks", "BH/K6"),
            "The tie-break “BH/K6” has no modifier “K6”. Choose from: C, M, F and P.",
            id="modifier",
        ),
        pytest.param(
            ("--tiebreaks", "B-H"), "“B-H” is not a tie-break: write a name such as BH", id="form"
        ),
        pytest.param(
            ("--edition", "fide-1924"),
            "There is no edition “fide-1924” of the tie-breaks. Choose from: fide-2026-03, ",
            id="edition",
        ),
    ],
)
def test_what_does_not_exist_is_named_with_what_does(
    planilla: Planilla, arguments: tuple[str, ...], sentence: str
) -> None:
    said = planilla("standings", write(2), *arguments)
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith(f"planilla: {sentence}")


def test_the_tie_breaks_of_the_file_are_used_as_far_as_they_exist(planilla: Planilla) -> None:
    said = planilla("standings", write(2, "212 PTS,SB,EGGSB,BH/C1"), "--json")
    assert list(data(said.out)["players"][0]["tiebreaks"]) == ["SB", "BH/C1"]
    assert said.err == (
        "open.trf: left out, because fide-2026-03 does not have them or does not allow them here: "
        "EGGSB\n"
    )


@pytest.mark.parametrize(
    ("rounds", "usual"),
    [
        pytest.param(2, ["PS", "BH", "SB", "DE", "WIN"], id="Swiss"),
        pytest.param(3, ["SB", "DE", "WIN"], id="round robin"),
    ],
)
def test_a_file_that_names_none_has_the_usual_ones(
    planilla: Planilla, rounds: int, usual: list[str]
) -> None:
    said = planilla("standings", write(rounds), "--json")
    assert list(data(said.out)["players"][0]["tiebreaks"]) == usual


def test_a_star_stands_for_all_cuts(planilla: Planilla) -> None:
    said = planilla("standings", write(3), "--swiss", "--tiebreaks", "PS/C*,PS", "--json")
    # Player 1 held 1, 1½ and 2½ points.
    assert data(said.out)["players"][0]["tiebreaks"] == {"PS": "5", "PS/C1": "4", "PS/C2": "2.5"}


def test_a_file_with_faults_keeps_none_from_the_others(planilla: Planilla) -> None:
    said = planilla("standings", write(2), "missing.trf", "--tiebreaks", "", "--jobs", "1")
    assert said.code == 2
    assert said.out.splitlines()[2] == "   1    1     1.5"
    assert "missing.trf" in said.err


def test_a_player_who_is_not_there_cannot_be_explained(planilla: Planilla) -> None:
    said = planilla("standings", write(2), "--explain", "9")
    assert (said.code, said.err) == (2, "planilla: open.trf has no player 9.\n")


def test_a_number_is_a_number(planilla: Planilla) -> None:
    assert planilla("standings", write(2), "--explain", "0").code == 2
