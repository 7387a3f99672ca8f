"""Values of results in a file: 162, XXS and BB* as one table of values.

Keys are those of XXS: WW BW WD BD WL BL (colour and result), ZPB HPB FPB PAB, FW FL, and X for a
result that is not known yet. Undeclared values are 1, ½ and 0. Sources: FIDE TRF26 (162: P is worth
W unless stated; X is worth D, which is applied to the other dialects too); JaVaFo AUM (XXS: PAB is
1 unless stated); bbpPairings 5 and 6 (BB*: the bye is worth BBW unless BBU states it).
"""

from collections.abc import Iterable
from functools import reduce
from math import gcd

from planilla.domain.crosstable import PointSystem
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.formats.trf.document import RESULTS, Cell, Hundredths, Scores, TrfDocument

Values = dict[str, Hundredths]

DEFAULTS: Values = {
    "WW": 100,
    "BW": 100,
    "WD": 50,
    "BD": 50,
    "WL": 0,
    "BL": 0,
    "ZPB": 0,
    "HPB": 50,
    "FPB": 100,
    "PAB": 100,
    "FW": 100,
    "FL": 0,
    "X": 50,
}

SYMBOL_VALUES: dict[str, dict[str, tuple[str, ...]]] = {
    "162": {
        "W": ("WW", "BW", "FW", "FPB", "PAB"),
        "D": ("WD", "BD", "HPB", "X"),
        "L": ("WL", "BL"),
        "A": ("ZPB", "FL"),
        "P": ("PAB",),
        "X": ("X",),
    },
    "XXS": {"W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB", "X"), "L": ("WL", "BL")},
    "BB": {
        "W": ("WW", "BW", "FW", "FPB"),
        "D": ("WD", "BD", "HPB", "X"),
        "L": ("WL", "BL"),
        "Z": ("ZPB",),
        "F": ("FL",),
        "U": ("PAB",),
    },
}
"""Values set by each symbol, by dialect."""

BYE_SYMBOLS = frozenset({"P", "U", "PAB"})
"""Symbols for the value of the pairing-allocated bye."""

_SPECIAL_LAST = {"P": 1, "X": 1}

WORTH_OF_GAME = {
    "w1": "WW",
    "wW": "WW",
    "b1": "BW",
    "bW": "BW",
    "w=": "WD",
    "wD": "WD",
    "b=": "BD",
    "bD": "BD",
    "w0": "WL",
    "wL": "WL",
    "b0": "BL",
    "bL": "BL",
    **{colour + "+": "FW" for colour in "wb-"},
    **{colour + "-": "FL" for colour in "wb-"},
    **{colour + "?": "X" for colour in "wb-"},
}
"""Key of a game's value, by colour and result; a game without a result is worth nothing."""

WORTH_OF_BYE = {
    "F": "FPB",
    "H": "HPB",
    "=": "HPB",
    "D": "HPB",
    "U": "PAB",
    "+": "PAB",
    "1": "PAB",
    "W": "PAB",
}
"""Key of the value of a round without an opponent; others are worth a zero-point bye."""


def values_of(document: TrfDocument) -> Values:
    """Return all values that the file declares; later declarations override earlier ones.

    If BB* declare a win and nothing declares the pairing-allocated bye, it is worth a win.
    """
    values = dict(DEFAULTS)
    declared = tuple(document.records(Scores))
    for scores in declared:
        dialect = SYMBOL_VALUES.get(scores.code, SYMBOL_VALUES["BB"])
        for symbol, points in sorted(scores.values, key=lambda each: _SPECIAL_LAST.get(each[0], 0)):
            values.update(dict.fromkeys(dialect.get(symbol, (symbol,)), points))
    symbols = {(scores.code, symbol) for scores in declared for symbol, _ in scores.values}
    if ("BBW", "W") in symbols and not any(symbol in BYE_SYMBOLS for _, symbol in symbols):
        values["PAB"] = values["WW"]
    return values


class Worth:
    """Values of cells by table look-up, for files with thousands of cells."""

    def __init__(self, values: Values) -> None:
        self._games = {
            colour + result: values[WORTH_OF_GAME[colour + result]]
            if colour + result in WORTH_OF_GAME
            else 0
            for colour in "wb-"
            for result in RESULTS
        }
        self._byes = {result: values[WORTH_OF_BYE.get(result, "ZPB")] for result in RESULTS}

    def of(self, cell: Cell) -> Hundredths:
        """Return the value of one round."""
        return self.by_round((cell,))[0]

    def by_round(self, cells: Iterable[Cell]) -> list[Hundredths]:
        """Return the values of the cells."""
        games, byes = self._games, self._byes
        return [
            games[cell.colour + cell.result] if cell.opponent else byes[cell.result]
            for cell in cells
        ]


def point_system_of(values: Values, further: tuple[Hundredths, ...] = ()) -> PointSystem:
    """Return the point system of these values, in the largest unit that makes all of them whole.

    `further` are points that have to be whole as well, such as fictitious ones. A known point
    system is returned with its name.
    """
    known = {key: points for key, points in values.items() if key != "X"}
    step = reduce(gcd, (*known.values(), *further), 100)
    in_units = {key: points // step for key, points in known.items()}
    system = PointSystem(
        name="",
        unit=100 // step,
        win=in_units["WW"],
        draw=in_units["WD"],
        loss=in_units["WL"],
        forfeit_win=in_units["FW"],
        forfeit_loss=in_units["FL"],
        pairing_bye=in_units["PAB"],
        full_bye=in_units["FPB"],
        half_bye=in_units["HPB"],
        zero_bye=in_units["ZPB"],
        black_win=_if_other(in_units["BW"], in_units["WW"]),
        black_draw=_if_other(in_units["BD"], in_units["WD"]),
        black_loss=_if_other(in_units["BL"], in_units["WL"]),
    )
    for name, named in POINT_SYSTEMS.items():
        if all(
            field == "name" or getattr(named, field) == getattr(system, field)
            for field in PointSystem.__struct_fields__
        ):
            return POINT_SYSTEMS[name]
    return system


def _if_other(black: int, white: int) -> int | None:
    return None if black == white else black
