"""What each round was for each player of a ladder: a game, a bye, an absence of some kind.

Results are kept, never sums: all old rounds are counted with the newest values.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Crosstable, Round, Seat
from planilla.domain.pairing.ladder.rules import Absence, KeizerRules
from planilla.domain.vocabulary import RESULTS, ByeKind, GameResult


class Kind(StrEnum):
    """What a line of a total is for; absences have the names of `rules.Absence`."""

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
"""In the place of an opponent."""


class Entry(NamedTuple):
    """One round of one player; a no-show has the opponent who came, who has no opponent -1."""

    round: int
    kind: Kind
    opponent: Seat = NOBODY


_NO_SHOW = None
"""Of a game that was not played for want of this player: what it is taken for is ruled."""

_KINDS: dict[GameResult, tuple[Kind | None, Kind | None]] = {
    GameResult.OPEN: (Kind.OPEN, Kind.OPEN),
    GameResult.WHITE_WINS: (Kind.WIN, Kind.LOSS),
    GameResult.DRAW: (Kind.DRAW, Kind.DRAW),
    GameResult.BLACK_WINS: (Kind.LOSS, Kind.WIN),
    GameResult.WHITE_WINS_BY_FORFEIT: (Kind.FORFEIT_WIN, _NO_SHOW),
    GameResult.BLACK_WINS_BY_FORFEIT: (_NO_SHOW, Kind.FORFEIT_WIN),
    GameResult.BOTH_FORFEIT: (_NO_SHOW, _NO_SHOW),
    GameResult.BOTH_LOSE: (Kind.LOSS, Kind.LOSS),
}
_BY_BYTE = tuple(_KINDS[result] for result in RESULTS)

RESTED = frozenset({ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT})
"""Byes that are credited as the rest of an odd number."""


def entries_of(season: Season) -> tuple[tuple[Entry, ...], ...]:
    """Every round of every player, by seat and then in the order of the rounds."""
    columns = [
        _column(season, number, played)
        for number, played in enumerate(season.crosstable.rounds, start=1)
    ]
    return tuple(
        tuple(column[seat] for column in columns) for seat in range(season.crosstable.size)
    )


def _column(season: Season, number: int, played: Round) -> list[Entry]:
    found: list[Entry | None] = [None] * season.crosstable.size
    for (white, black), code in zip(played.boards, played.results, strict=True):
        for_white, for_black = _BY_BYTE[code]
        found[white] = Entry(number, for_white or _no_show(season, white, number), black)
        found[black] = Entry(number, for_black or _no_show(season, black, number), white)
    for seat, bye in played.byes:
        kind = Kind.BYE if bye in RESTED else _announced(season, seat, number)
        found[seat] = Entry(number, kind)
    return [
        Entry(number, _missed(season, seat, number)) if entry is None else entry
        for seat, entry in enumerate(found)
    ]


def _no_show(season: Season, seat: Seat, number: int) -> Kind:
    """Not justified, unless it was ruled otherwise (seed 000, 2.10)."""
    return Kind(season.absences.get((seat, number), Absence.UNJUSTIFIED).value)


def _announced(season: Season, seat: Seat, number: int) -> Kind:
    return Kind(season.absences.get((seat, number), season.rules.announced).value)


def _missed(season: Season, seat: Seat, number: int) -> Kind:
    """A round in which nobody reckoned with the player; after one has left it brings nothing."""
    gone = number >= season.left.get(seat, number + 1)
    usual = Absence.NOTHING if gone else season.rules.missed
    return Kind(season.absences.get((seat, number), usual).value)
