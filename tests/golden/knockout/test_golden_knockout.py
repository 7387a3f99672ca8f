"""The printed orders of the first round and Dapiran's examples, cell by cell (see SOURCE.md)."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from planilla.domain.pairing.knockout.bracket import BracketSection, double_elimination
from planilla.domain.pairing.knockout.dapiran import dapiran
from planilla.domain.pairing.knockout.order import SeedOrder, first_round
from planilla.domain.pairing.table import Place, PlaceKind, TableRequest
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


def sizes_of(fact: str, kind: str) -> list[int]:
    """The sizes of the charts of a kind, as appendix D lists them."""
    found = re.search(rf"{kind} elimination ([\d, and]+)[;:]", fact)
    assert found
    return [int(each) for each in re.findall(r"\d+", found[1])]


def test_the_charts_of_appendix_d_exist(compared: Compared) -> None:
    fact = golden("rule_facts")["facts"][-1]
    charts = {"single": [8, 16, 32, 64], "double": [8, 16], "triple": [8, 16]}
    for kind, sizes in charts.items():
        assert sizes_of(fact, kind) == sizes
        for size in sizes:
            request = TableRequest(players=size)
            assert len(SYSTEMS_BY_TABLE[f"knockout-{kind}"].of(request)[0]) == size // 2
    compared(TOPIC, sum(map(len, charts.values())))


def test_thirty_is_the_match_of_sixteen_that_repeats_the_final_if_it_is_the_first_loss() -> None:
    # "L30 If First Loss": the loser of match 30 plays on if it is the first loss, in match 31.
    (told,) = golden("rule_facts")["ambiguities"]
    assert told["text"].startswith('"L30 If First Loss"')
    matches = double_elimination(first_round(dapiran(16), SeedOrder.COMPENSATION)).matches
    assert len(matches) == 31
    assert (matches[29].section, matches[29].reset) == (BracketSection.FINAL, False)
    assert (matches[30].section, matches[30].reset) == (BracketSection.FINAL, True)
    assert Place(30, kind=PlaceKind.LOSER) in matches[30].places


def test_a_power_of_two_needs_as_many_rounds_as_its_exponent(compared: Compared) -> None:
    fact = golden("rule_facts")["facts"][0]
    assert fact == "Ideal number of players is a power of two 2^r (2, 4, 8, ...), r rounds."
    for exponent in range(1, 9):
        request = TableRequest(players=2**exponent)
        assert len(SYSTEMS_BY_TABLE["knockout-single"].of(request)) == exponent
    compared(TOPIC, 8)
