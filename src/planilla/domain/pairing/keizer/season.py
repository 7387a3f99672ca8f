"""Rounds of a Keizer tournament by player: a game, a bye, or a kind of absence.

Results are stored, never sums: all past rounds are counted with the newest values.
"""

from collections.abc import Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Crosstable, Round, Seat
from planilla.domain.pairing.keizer.rules import Absence, KeizerRules
from planilla.domain.vocabulary import RESULTS, ByeKind, GameResult


class KeizerRoundKind(StrEnum):
    """Kind of a line of a total; absences have the names of `rules.Absence`."""

    OWN = "own"
    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    OPEN = "open"
    FORFEIT_WIN = "forfeit-win"
    BYE = "bye"
    UNJUSTIFIED = "unjustified"
    JUSTIFIED = "justified"
    EXTERNAL = "external"
    EXTERNAL_WIN = "external-win"
    EXTERNAL_DRAW = "external-draw"
    EXTERNAL_LOSS = "external-loss"
    NOTHING = "nothing"

    __hash__ = str.__hash__  # the enum hashes its name, in Python; kinds are looked up by thousands


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """All that totals follow from, beside the values in force.

    `original` are the first values, by seat (0: none yet); `absences` what was ruled of a round, by
    seat and round; `left` maps who has left to the first round without them.
    """

    crosstable: Crosstable
    rules: KeizerRules
    original: tuple[int, ...] = ()
    absences: Mapping[tuple[Seat, int], Absence] = {}
    left: Mapping[Seat, int] = {}


NOBODY = -1
"""The seat number in place of a missing opponent."""

KINDS = tuple(KeizerRoundKind)
"""Kinds by their code: a column of a season holds one byte a player."""
CODES = {kind: code for code, kind in enumerate(KINDS)}

_NO_SHOW, _ANNOUNCED, _MISSED = range(len(KINDS), len(KINDS) + 3)
"""Codes that the rules or a ruling map to a kind; they follow those of the kinds."""

_OF_RESULT: dict[GameResult, tuple[int, int]] = {
    GameResult.OPEN: (CODES[KeizerRoundKind.OPEN], CODES[KeizerRoundKind.OPEN]),
    GameResult.WHITE_WINS: (CODES[KeizerRoundKind.WIN], CODES[KeizerRoundKind.LOSS]),
    GameResult.DRAW: (CODES[KeizerRoundKind.DRAW], CODES[KeizerRoundKind.DRAW]),
    GameResult.BLACK_WINS: (CODES[KeizerRoundKind.LOSS], CODES[KeizerRoundKind.WIN]),
    GameResult.WHITE_WINS_BY_FORFEIT: (CODES[KeizerRoundKind.FORFEIT_WIN], _NO_SHOW),
    GameResult.BLACK_WINS_BY_FORFEIT: (_NO_SHOW, CODES[KeizerRoundKind.FORFEIT_WIN]),
    GameResult.BOTH_FORFEIT: (_NO_SHOW, _NO_SHOW),
    GameResult.BOTH_LOSE: (CODES[KeizerRoundKind.LOSS], CODES[KeizerRoundKind.LOSS]),
}
_BY_BYTE = tuple(_OF_RESULT[result] for result in RESULTS)

REST_BYES = frozenset({ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT})
"""Byes that are credited as the rest of an odd number."""
ROUNDS_KEPT = 256
"""Limit of cached rounds, as a result changes one of them."""


class SeasonColumn(NamedTuple):
    """One round of all players, by seat: the code of its kind, and the opponent."""

    kinds: bytes
    opponents: list[Seat]


class Entry(NamedTuple):
    """One round of one player; a no-show has the opponent who came."""

    round: int
    kind: KeizerRoundKind
    opponent: Seat


def columns_of(season: Season) -> list[SeasonColumn]:
    """Return every round, in order."""
    size = season.crosstable.size
    usual = _usual(season.rules)
    ruled: dict[int, list[tuple[Seat, int]]] = {}
    for (seat, number), absence in season.absences.items():
        ruled.setdefault(number, []).append((seat, CODES[KeizerRoundKind(absence.value)]))
    return [
        _column(season, _column_of(played, size), usual, number, ruled.get(number, []))
        for number, played in enumerate(season.crosstable.rounds, start=1)
    ]


def entries_of(season: Season, seat: Seat) -> list[Entry]:
    """Return every round of one player, in order."""
    return [
        Entry(number, KINDS[column.kinds[seat]], column.opponents[seat])
        for number, column in enumerate(columns_of(season), start=1)
    ]


def _usual(rules: KeizerRules) -> bytes:
    """Return the table for `bytes.translate` that maps each code to its kind under the rules.

    A no-show is unjustified unless ruled otherwise (seed 000, 2.10).
    """
    taken_for = (Absence.UNJUSTIFIED, rules.announced, rules.missed)
    codes = (*range(len(KINDS)), *(CODES[KeizerRoundKind(each.value)] for each in taken_for))
    return bytes(codes).ljust(256, b"\0")


def _column(
    season: Season, column: SeasonColumn, usual: bytes, number: int, ruled: list[tuple[Seat, int]]
) -> SeasonColumn:
    """Return a round as the rules and the rulings take it; after one has left it brings nothing."""
    kinds = bytearray(column.kinds.translate(usual))
    for seat, first in season.left.items():
        if number >= first and column.kinds[seat] == _MISSED:
            kinds[seat] = CODES[KeizerRoundKind.NOTHING]
    for seat, code in ruled:
        if column.kinds[seat] >= _NO_SHOW:
            kinds[seat] = code
    return SeasonColumn(bytes(kinds), column.opponents)


@lru_cache(maxsize=ROUNDS_KEPT)
def _column_of(played: Round, size: int) -> SeasonColumn:
    """Return a round by its boards and byes."""
    kinds = bytearray((_MISSED,)) * size
    opponents = [NOBODY] * size
    for (white, black), result in zip(played.boards, played.results, strict=True):
        kinds[white], kinds[black] = _BY_BYTE[result]
        opponents[white], opponents[black] = black, white
    for seat, bye in played.byes:
        kinds[seat] = CODES[KeizerRoundKind.BYE] if bye in REST_BYES else _ANNOUNCED
    return SeasonColumn(bytes(kinds), opponents)
