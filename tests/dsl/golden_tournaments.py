"""The seed book's tournaments from their golden files, as crosstables."""

import json
from pathlib import Path
from typing import Any

from dsl.crosstables import crosstable, entrants
from planilla.domain.crosstable import Crosstable, Round
from planilla.domain.vocabulary import ByeKind, GameResult

GOLDEN = Path(__file__).parent.parent / "golden"

RESULT_IN_PRINT = {
    None: GameResult.OPEN,
    "1:0": GameResult.WHITE_WINS,
    "½:½": GameResult.DRAW,
    "0:1": GameResult.BLACK_WINS,
    "+:-": GameResult.WHITE_WINS_BY_FORFEIT,
}
BERGER_6 = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)
RESULT_IN_CELL = {1: "1-0", 0.5: "½-½", 0: "0-1", "+": "+/-", "-": "-/+"}


def golden(name: str) -> Any:
    """The content of a golden file of the tie-breaks."""
    return json.loads((GOLDEN / "tiebreaks" / name).read_text(encoding="utf-8"))


def swiss_in_print(name: str, *, size: int, white: str, black: str) -> Crosstable:
    """A Swiss of the book; `white` and `black` are the fields of the two of a board."""
    return Crosstable(
        entrants=entrants(size),
        rounds=tuple(
            _round_in_print(each["pairings"], white, black) for each in golden(name)["rounds"]
        ),
    )


def closed_example() -> Crosstable:
    """The six of 3.5.1; the book prints no rounds, so they meet in Berger's order."""
    cells = golden("example_closed_3_5_1.json")["crosstable"]
    rounds = (
        ", ".join(
            f"{white} {black} {RESULT_IN_CELL[cells[white - 1][black - 1]]}"
            for white, black in boards
        )
        for boards in BERGER_6
    )
    return crosstable(6, *rounds)


def _round_in_print(pairings: list[dict[str, Any]], white: str, black: str) -> Round:
    boards = [each for each in pairings if each["result"] != "bye"]
    byes = [each for each in pairings if each["result"] == "bye"]
    return Round(
        boards=tuple((each[white] - 1, each[black] - 1) for each in boards),
        results=bytes(RESULT_IN_PRINT[each["result"]] for each in boards),
        byes=tuple((each[white] - 1, ByeKind.PAIRING_ALLOCATED) for each in byes),
    )
