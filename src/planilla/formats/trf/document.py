"""Values of a tournament report file, with every line unchanged.

A `TrfDocument` is its lines. A parsed line carries its `Record`; the others are kept byte for byte.
Everything else (players, rounds planned, absences) is derived from the records. Columns, lines and
rounds count from 1. Points are integers in hundredths of a point, since a file may write `0.25`.
(`gc=False`: no value here is part of a cycle, and there are thousands.) Source: FIDE TRF16 and
TRF26 (C.02.03, annexure A); JaVaFo AUM.
"""

from functools import cached_property
from itertools import zip_longest
from typing import TypeVar, cast

import msgspec

from planilla.domain.vocabulary import Colour

Hundredths = int
"""Points in hundredths: `1.5` is 150."""

POINTS = "PTS"
"""The first criterion of FIDE's lists of tie-breaks, which goes without saying."""

BLANK, OPEN = " ", "?"
GAME_RESULTS = frozenset("10=")
SHORT_RESULTS = frozenset("WLD")
FORFEIT_RESULTS = frozenset("+-")
BYE_RESULTS = frozenset("FHUZ")
RESULTS = GAME_RESULTS | SHORT_RESULTS | FORFEIT_RESULTS | BYE_RESULTS | {BLANK, OPEN}
OPPONENT_RESULTS = RESULTS - BYE_RESULTS


class TrfRemark(msgspec.Struct, frozen=True, kw_only=True):
    """A remark about one place of a file: a fault, or a note of an adjustment.

    `code` is stable; the message is `trf.<code>` in the catalogues, filled from `fields`.
    """

    file: str
    line: int
    column: int
    code: str
    fields: dict[str, str | int] = {}

    @property
    def place(self) -> str:
        """The place as `file:line:column`."""
        return f"{self.file}:{self.line}:{self.column}"


class Cell(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One player's columns of one round: opponent (0: none), colour (`w`, `b`, `-`), result code.

    Codes are those of TRF16 in upper case, a blank, or `?` for a result that is not known yet.
    """

    opponent: int = 0
    colour: str = "-"
    result: str = BLANK

    @property
    def is_blank(self) -> bool:
        """Return whether the cell is blank."""
        return not self.opponent and self.result == BLANK


NO_CELL = Cell()


class PlayerRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Record 001. `points` and `rank` are None where the columns are blank; 0 is no rating."""

    number: int
    name: str = ""
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: Hundredths | None = None
    rank: int | None = None
    cells: tuple[Cell, ...] = ()


class HeaderRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A record of one text: 012 to 132, 172, 182, 192, 202, 212, 222, 352, 362."""

    code: str
    text: str


class PlannedRounds(msgspec.Struct, frozen=True, kw_only=True):
    """142 or XXR: the number of planned rounds."""

    code: str = "142"
    count: int


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    """152 or XXC: the initial colour, and pairing by the position in the file."""

    code: str = "152"
    colour: Colour | None = None
    by_position: bool = False


class Scores(msgspec.Struct, frozen=True, kw_only=True):
    """162, XXS or BB*: the values of results, by the codes of the dialect, in their order."""

    code: str = "162"
    values: tuple[tuple[str, Hundredths], ...]


class AbsenceRecord(msgspec.Struct, frozen=True, kw_only=True):
    """240 or XXZ: players with a bye of kind F, H or Z; round 0 is the round to be paired (XXZ)."""

    code: str = "240"
    kind: str = "Z"
    round: int = 0
    players: tuple[int, ...]


class ProhibitionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """260 or XXP: players who may not meet one another; without rounds, in all rounds."""

    code: str = "260"
    first_round: int = 1
    last_round: int | None = None
    players: tuple[int, ...]


class Acceleration(msgspec.Struct, frozen=True, kw_only=True):
    """250: fictitious points for a range of players in a range of rounds."""

    points: Hundredths
    first_round: int
    last_round: int
    first_player: int
    last_player: int


class FictitiousPoints(msgspec.Struct, frozen=True, kw_only=True):
    """XXA: the fictitious points of one player, round by round."""

    player: int
    points: tuple[Hundredths, ...]


class AbnormalPoints(msgspec.Struct, frozen=True, kw_only=True):
    """299: points for a kind of result (blank: penalty or bonus); round 0 is all rounds.

    Without players the record applies to all.
    """

    kind: str = BLANK
    points: Hundredths
    round: int = 0
    players: tuple[int, ...] = ()


class NationalRating(msgspec.Struct, frozen=True, kw_only=True):
    """NRS: a national rating of the player `number`, under the code of the federation."""

    federation: str
    number: int
    rating: int = 0
    origin: str = ""
    national_id: str = ""


class TeamRecord(msgspec.Struct, frozen=True, kw_only=True):
    """013 or 310: a team and its players in board order; `number` is 0 in 013.

    The others are only written: its strength (0: none), its match points and game points, its rank.
    """

    code: str = "310"
    number: int = 0
    name: str
    players: tuple[int, ...] = ()
    strength: int = 0
    match_points: Hundredths | None = None
    game_points: Hundredths | None = None
    rank: int | None = None


Record = (
    PlayerRecord
    | HeaderRecord
    | PlannedRounds
    | Configuration
    | Scores
    | AbsenceRecord
    | ProhibitionRecord
    | Acceleration
    | FictitiousPoints
    | AbnormalPoints
    | NationalRating
    | TeamRecord
)
R = TypeVar("R")


class TrfLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One line: its text, its line end (empty for a last line without one), and its record."""

    text: str
    ending: str = "\n"
    record: Record | None = None


class TrfDocument(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A file read without faults, or a file to be written.

    `encoding` is `utf-8` or `latin-1`; `mark` is true if the file begins with a byte order mark;
    `notes` are the adjustments made in reading, in the order of the lines.
    """

    name: str
    lines: tuple[TrfLine, ...]
    encoding: str = "utf-8"
    mark: bool = False
    notes: tuple[TrfRemark, ...] = ()

    def records(self, kind: type[R]) -> tuple[R, ...]:
        """Return all records of a kind, in the order of the file."""
        return cast("tuple[R, ...]", self._by_kind.get(kind, ()))

    @cached_property
    def _by_kind(self) -> dict[type, tuple[Record, ...]]:
        kinds: dict[type, list[Record]] = {}
        for line in self.lines:
            if line.record is not None:
                kinds.setdefault(type(line.record), []).append(line.record)
        return {kind: tuple(records) for kind, records in kinds.items()}

    def text_of(self, code: str) -> str:
        """Return the text of the first header record of this code; empty without one."""
        return next((each.text for each in self.records(HeaderRecord) if each.code == code), "")

    @cached_property
    def players(self) -> tuple[PlayerRecord, ...]:
        """All players in the order of the file."""
        return self.records(PlayerRecord)

    @cached_property
    def seated(self) -> tuple[PlayerRecord, ...]:
        """All players by seat: by number, or in the order of the file if it has `XXC rank`."""
        if any(each.by_position for each in self.records(Configuration)):
            return self.players
        return tuple(sorted(self.players, key=lambda player: player.number))

    @cached_property
    def seats(self) -> dict[int, int]:
        """The seat of each pairing number."""
        return {player.number: seat for seat, player in enumerate(self.seated)}

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The pairing number of each seat."""
        return tuple(player.number for player in self.seated)

    @cached_property
    def rounds(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of all rounds that are not blank throughout, by round and seat."""
        return tuple(zip_longest(*(player.cells for player in self.seated), fillvalue=NO_CELL))

    def round_of(self, number: int) -> tuple[Cell, ...]:
        """Return the cells of one round by seat; blank beyond the last written round."""
        if number <= len(self.rounds):
            return self.rounds[number - 1]
        return (NO_CELL,) * len(self.seated)

    @property
    def rounds_planned(self) -> int:
        """The number of planned rounds by the last record that gives it; 0 when no record does."""
        counts = [each.count for each in self.records(PlannedRounds)]
        return counts[-1] if counts else 0

    @property
    def tiebreaks_named(self) -> tuple[str, ...]:
        """The codes of tie-breaks in the order of the file (202, 212), as it writes them.

        The points, which come first in FIDE's lists, are none.
        """
        written = self.text_of("202") or self.text_of("212")
        codes = [code.strip() for code in written.split(",")]
        return tuple(code for code in codes if code and code.upper() != POINTS)

    @property
    def initial_colour(self) -> Colour | None:
        """The initial colour that the file declares last."""
        colours = [each.colour for each in self.records(Configuration) if each.colour]
        return colours[-1] if colours else None

    @property
    def system(self) -> str:
        """The encoded type (192), or else the type in words (092)."""
        return self.text_of("192") or self.text_of("092")
