"""Golden data of the Burstein system as values."""

import json
import re
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from dsl.crosstables import crosstable
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import Colour

GOLDEN = Path(__file__).parent.parent / "golden" / "burstein"
CELL = re.compile(r"(\d+)([wb])([01])")


def burstein_golden(name: str) -> Any:
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


def worked_round() -> PairingInput:
    """The round of `worked_round.json` before it is paired."""
    printed = burstein_golden("worked_round.json")
    histories = {number: text.split() for number, text in printed["history"].items()}
    rounds = []
    for place in range(3):
        games = []
        for number, cells in histories.items():
            found = CELL.fullmatch(cells[place])
            assert found is not None
            opponent, colour, won = found.groups()
            if colour == "w":
                games.append(f"{number} {opponent} {'1-0' if won == '1' else '0-1'}")
        rounds.append(", ".join(games))
    table = crosstable(len(histories), *rounds)
    return PairingInput(
        crosstable=replace(table, rounds_planned=printed["rounds_planned"]),
        present=tuple(range(len(histories))),
        first_colour=Colour(printed["first_colour"]),
    )
