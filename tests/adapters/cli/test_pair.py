"""`planilla pair`: what engines print, what programs read, and why it is so."""

import io
import json
import re
import sys
from pathlib import Path
from typing import get_type_hints

import pytest

from adapters.cli.conftest import Planilla
from dsl.trf_text import trf
from planilla.adapters.cli.commands.pair import SEAT_FIELDS
from planilla.domain.pairing.system import BoardReason, Floater, Instead, PairingStep, Remark

# Round 1 of six players: 1-4, 5-2, 3-6; then 1, 2 and 3 have won.
AFTER_1 = [("4w1",), ("5b1",), ("6w1",), ("1b0",), ("2w0",), ("3b0",)]


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_engines_print_the_number_of_pairs_and_then_the_pairs(planilla: Planilla) -> None:
    said = planilla("pair", write("new.trf", trf([()] * 5, "XXR 5", "XXC black1")))
    assert said == (0, "3\n3 1\n2 4\n5 0\n", "")


def test_who_has_a_bye_in_the_round_already_is_absent(planilla: Planilla) -> None:
    players = [("4w1", "Z"), ("5b1", "H"), ("6w1", "F"), ("1b0",), ("2w0",), ("3b0",)]
    said = planilla("pair", write("open.trf", trf(players, "XXR 5")), "--json")
    answer = json.loads(said.out)
    assert answer["round"] == 2
    paired = {number for board in answer["pairs"] for number in board} | {answer["bye"]}
    assert paired == {4, 5, 6}


def test_programs_read_numbers_in_the_explanation_too(planilla: Planilla) -> None:
    numbered = dict(zip((11, 12, 13), [()] * 3, strict=True))
    said = planilla("pair", write("open.trf", trf(numbered, "XXR 5")), "--json")
    answer = json.loads(said.out)
    assert list(answer) == ["round", "pairs", "bye", "explanation"]
    assert (answer["pairs"], answer["bye"]) == ([[11, 12]], 13)
    (bracket,) = answer["explanation"]["steps"]
    assert bracket["seats"] == [11, 12, 13]
    assert (bracket["boards"][0]["white"], bracket["boards"][0]["black"]) == (11, 12)


NO_SEATS = {"points", "given_up", "count"}


@pytest.mark.parametrize("kind", [PairingStep, BoardReason, Floater, Instead, Remark])
def test_every_number_of_an_explanation_is_known_as_a_seat_or_as_none(kind: type) -> None:
    hints = get_type_hints(kind)
    numbers = {name for name, hint in hints.items() if re.search(r"\bint\b", str(hint))}
    assert numbers - SEAT_FIELDS - NO_SEATS == set()


def test_without_a_bye_programs_read_null(planilla: Planilla) -> None:
    said = planilla("pair", write("open.trf", trf([(), ()], "XXR 5")), "--json")
    assert json.loads(said.out)["bye"] is None


def test_the_reasons_come_after_the_pairs(planilla: Planilla) -> None:
    name = write("open.trf", trf(AFTER_1, "XXR 5"))
    plain = planilla("pair", name).out
    said = planilla("pair", name, "--explain")
    assert said.out.startswith(plain + "\nRound 2, ")
    assert "Bracket of 1 point: 1, 2, 3." in said.out
    assert "Grupo de 1 punto: 1, 2, 3." in planilla("pair", name, "--explain", "--lang", "es").out


def test_the_pairs_go_to_a_file(planilla: Planilla) -> None:
    name = write("open.trf", trf([(), ()], "XXR 5"))
    assert planilla("pair", name, "-o", "round.txt") == (0, "", "")
    assert Path("round.txt").read_bytes() == b"1\n1 2\n"
    assert planilla("pair", name, "-o", "round.txt", "--explain").out.startswith("Round 1, ")


def test_a_file_that_cannot_be_written_is_told(planilla: Planilla) -> None:
    name = write("open.trf", trf([(), ()], "XXR 5"))
    said = planilla("pair", name, "-o", "nowhere/round.txt")
    assert said.code == 2
    assert said.err == "planilla: nowhere/round.txt cannot be written: No such file or directory.\n"


def test_an_earlier_round_is_paired_again(planilla: Planilla) -> None:
    name = write("open.trf", trf(AFTER_1, "XXR 5"))
    assert planilla("pair", name, "--round", "1").out == "3\n1 4\n5 2\n3 6\n"


def test_a_later_round_cannot_be_paired_yet(planilla: Planilla) -> None:
    said = planilla("pair", write("open.trf", trf(AFTER_1, "XXR 5")), "--round", "3")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("open.trf:1:1: ")


def test_where_nobody_may_meet_the_answer_is_no(planilla: Planilla) -> None:
    name = write("two.trf", trf([("2w1",), ("1b0",)], "XXR 5"))
    said = planilla("pair", name)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("planilla: Round 2 cannot be paired: no legal pair is left")
    spanish = planilla("pair", name, "--lang", "es").err
    assert spanish.startswith("planilla: La ronda 2 no se puede emparejar: no queda ninguna pareja")


def test_every_fault_of_a_file_is_told_with_its_place(planilla: Planilla) -> None:
    name = write("bad.trf", trf([("2w1",), ("9b0",), ("4w1",), ("3w0",)], "XXR 5"))
    said = planilla("pair", name)
    assert (said.code, said.out) == (2, "")
    assert len(said.err.splitlines()) > 1
    assert all(line.startswith("bad.trf:") for line in said.err.splitlines())
    faults = json.loads(planilla("pair", name, "--json").out)["faults"]
    assert {"line", "column", "code", "message"} == set(faults[0])


def test_a_file_can_come_through_a_pipe(
    planilla: Planilla, monkeypatch: pytest.MonkeyPatch
) -> None:
    piped = io.TextIOWrapper(io.BytesIO(trf([(), ()], "XXR 5").encode()))
    monkeypatch.setattr(sys, "stdin", piped)
    assert planilla("pair", "-").out == "1\n1 2\n"


def test_the_system_is_that_of_the_file_unless_another_is_named(planilla: Planilla) -> None:
    name = write("open.trf", trf([(), ()], "192 FIDE_DUTCH_2017", "XXR 5"))
    said = planilla("pair", name, "--json")
    assert json.loads(said.out)["explanation"]["system"] == "swiss-dutch-2017"
    said = planilla("pair", name, "--json", "--system", "swiss-dutch-2012")
    assert json.loads(said.out)["explanation"]["system"] == "swiss-dutch-2012"


def test_a_system_that_is_not_known_is_told(planilla: Planilla) -> None:
    said = planilla("pair", "any.trf", "--system", "swiss-dutch")
    assert said.code == 2
    assert said.err.startswith("planilla: There is no system “swiss-dutch”")


def test_a_fault_of_ours_is_written_down_beside_the_data(
    planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLANILLA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(sys, "stdin", None)  # a terminal that is not there
    said = planilla("pair", "-")
    assert said.code == 2
    assert "Internal error." in said.err
    assert "AttributeError" in (tmp_path / "data" / "planilla.log").read_text(encoding="utf-8")


def test_a_fault_of_ours_with_a_setting_that_cannot_be_read(
    planilla: Planilla, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANILLA_PORT", "harbour")
    monkeypatch.setattr(sys, "stdin", None)
    said = planilla("pair", "-")
    assert said.code == 2
    assert "PLANILLA_PORT" in said.err


# 1 beat 3 by 1½-½, 2 beat 4 by 2-0, and 5 had the bye of 1½. The bye goes to 4, with the fewest
# points; 1 goes up to 2, which leaves 3 to 5. 2 had no White yet, nor had 3 and 5: 5 is the higher
# ranked and has no colour, so that 3 alternates from Black.
DOUBLE = [("3w1", "3b="), ("4b1", "4w1"), ("1b0", "1w="), ("2w0", "2b0"), ("U", "H")]
RECORD = {
    "players": [1, 2, 3, 4, 5],
    "rounds": 3,
    "history": [{"matches": [[1, 3, 1.5, 0.5], [4, 2, 0, 2]], "bye": 5}],
}
EXPECTED = "3\n2 1\n3 5\n4 0\n"


def test_a_double_swiss_is_paired_from_columns_of_games(planilla: Planilla) -> None:
    file = write("double.trf", trf(DOUBLE, "XXR 3", "192 FIDE_DOUBLESWISS"))
    assert planilla("pair", file) == (0, EXPECTED, "")


def test_a_double_swiss_is_paired_from_its_record(planilla: Planilla) -> None:
    file = write("double.json", json.dumps(RECORD))
    assert planilla("pair", file, "--system", "swiss-double") == (0, EXPECTED, "")
    assert planilla("pair", file, "--round", "1").out == "3\n1 3\n4 2\n5 0\n"
    away = write("away.json", json.dumps({**RECORD, "absent": [4]}))
    assert planilla("pair", away).out == "2\n2 1\n3 5\n"


@pytest.mark.parametrize(
    ("said", "arguments", "changed"),
    [
        ("1 to 2 was expected", ("--round", "3"), {}),
        ("", (), {"rounds": 1}),
        ("there is no player 9", (), {"absent": [9]}),
        ("--system swiss-double", ("--system", "monrad"), {}),
    ],
    ids=["a round beyond the next", "all rounds are played", "nobody", "another system"],
)
def test_a_record_that_cannot_be_paired_is_refused(
    planilla: Planilla, said: str, arguments: tuple[str, ...], changed: dict[str, object]
) -> None:
    file = write("double.json", json.dumps({**RECORD, **changed}))
    refused = planilla("pair", file, *arguments)
    assert (refused.code, refused.out) == (2, "")
    assert said in refused.err
