"""The printed orders of the first round and Dapiran's examples, cell by cell (see SOURCE.md)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from planilla.domain.pairing.knockout.dapiran import dapiran
from planilla.domain.pairing.table import TableRequest
from planilla.domain.pairing.table_systems import SYSTEMS_BY_TABLE

Compared = Callable[[str, int], None]
FOLDER = Path(__file__).parent
TOPIC = "knockouts"
FILES = {"compensation": "order_compensacion", "equidistant": "order_equidistante"}


def golden(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("size", [4, 8, 16, 32])
@pytest.mark.parametrize("order", FILES)
def test_the_first_round_is_the_printed_list(order: str, size: int, compared: Compared) -> None:
    request = TableRequest(players=size, order=order)
    printed = golden(FILES[order])["first_round"][str(size)]
    for name in ("knockout-single", "knockout-double", "knockout-triple"):
        first = SYSTEMS_BY_TABLE[name].of(request)[0]
        assert [[a.written, b.written] for a, b in first] == printed
    compared(TOPIC, size)


@pytest.mark.parametrize("example", range(1, 6))
def test_the_examples_of_dapiran_are_followed(example: int, compared: Compared) -> None:
    printed = golden("dapiran_examples")["examples"][example - 1]
    skips = printed["dispensed_by_rounds_skipped"].items()
    plan = dapiran(printed["entrants"], {int(rounds): players for rounds, players in skips})
    names = ("round", "a_available", "b_fictitious", "c_total", "d_ideal", "e_released")
    tables = [[each[name] for name in names] for each in printed["tables"]]
    assert [list(msgspec.structs.astuple(table)) for table in plan.tables] == tables
    names = ("round", "players", "classified_or_entered", "dispensed", "released", "readmitted")
    rounds = [[each[name] for name in names] for each in printed["rounds"]]
    assert [list(msgspec.structs.astuple(round_)) for round_ in plan.rounds] == rounds
    compared(TOPIC, 6 * (len(tables) + len(rounds)))
