"""Conversion of a document to another dialect.

A record with another form in the dialect is converted in its place; one without such a form is
kept, so no information is lost. (Only bbpPairings refuses some records; those are left out for it.)
Unchanged lines keep their bytes.
"""

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from planilla.formats.trf import concepts
from planilla.formats.trf.document import (
    BLANK,
    AbsenceRecord,
    Acceleration,
    Cell,
    Configuration,
    FictitiousPoints,
    PlannedRounds,
    PlayerRecord,
    ProhibitionRecord,
    Record,
    Scores,
    TeamRecord,
    TrfDocument,
    TrfLine,
)
from planilla.formats.trf.players import TITLES
from planilla.formats.trf.rendering import line_of
from planilla.formats.trf.rounds import BYE_OF, rounds_played
from planilla.formats.trf.worth import Worth, values_of

Forms = Callable[[TrfDocument, tuple[str, ...]], tuple[Record, ...]]

CONCEPTS: dict[str, tuple[tuple[type, ...], Forms]] = {
    "rounds": ((PlannedRounds,), concepts.planned_rounds),
    "colour": ((Configuration,), concepts.configuration),
    "scores": ((Scores,), concepts.scores),
    "absences": ((AbsenceRecord,), concepts.absences),
    "prohibitions": ((ProhibitionRecord,), concepts.prohibitions),
    "acceleration": ((Acceleration, FictitiousPoints), concepts.acceleration),
}
"""Concepts with different forms by dialect: the kinds of records, and the conversion function."""


class Dialect(msgspec.Struct, frozen=True, kw_only=True):
    """A dialect: its codes for each of `CONCEPTS`, refused records, and use of the TRF06 signs.

    One that knows `old_teams` alone has a record 013 for each 310, which say the rest beside it.
    """

    forms: dict[str, tuple[str, ...]]
    refused: frozenset[str] = frozenset()
    old_signs: bool = False
    old_teams: bool = False


_XX: dict[str, tuple[str, ...]] = {
    "rounds": ("XXR",),
    "colour": ("XXC",),
    "scores": ("XXS",),
    "absences": ("XXZ",),
    "prohibitions": ("XXP",),
    "acceleration": ("XXA",),
}
_FIDE: dict[str, tuple[str, ...]] = {
    "rounds": ("142",),
    "colour": ("152",),
    "scores": ("162",),
    "absences": ("240",),
    "prohibitions": ("260",),
    "acceleration": ("250",),
}

DIALECTS: dict[str, Dialect] = {
    "trf06": Dialect(forms=_XX, old_signs=True, old_teams=True),
    "trf16": Dialect(forms=_XX, old_teams=True),
    "trf26": Dialect(forms=_FIDE),
    "javafo": Dialect(forms={concept: (*_FIDE[concept], *_XX[concept]) for concept in CONCEPTS}),
    "bbp": Dialect(
        forms={**_XX, "scores": ("BB",), "absences": ("240",)},
        refused=frozenset({"013", "310", "299"}),
    ),
}
"""TRF06 and TRF16 have no records for these concepts; they take the lines of JaVaFo."""

OLD_SIGNS = {"U": "+", "F": "+", "H": "=", "W": "1", "D": "=", "L": "0"}
OLD_TITLES = {title: old for old, title in TITLES.items() if len(old) < len(title)}


def in_dialect(document: TrfDocument, name: str) -> TrfDocument:
    """Return the document in the dialect.

    Raises:
        KeyError: there is no such dialect.
    """
    dialect = DIALECTS[name]
    lines = [line for line in document.lines if line.text[:3] not in dialect.refused]
    for concept, (kinds, forms) in CONCEPTS.items():
        wanted = forms(document, dialect.forms[concept])
        lines = _with_records(lines, kinds, wanted)
    signs = _OldSigns(document) if dialect.old_signs else None
    teams = document.records(TeamRecord)
    of_teams = any(each.number for each in teams)
    if dialect.old_teams and of_teams and all(each.code != "013" for each in teams):
        lines = _with_old_teams(lines)
    kept = "+" if of_teams else ""
    return replace(document, lines=tuple(_with_signs(line, signs, kept) for line in lines))


def _with_records(
    lines: Sequence[TrfLine], kinds: tuple[type, ...], wanted: Sequence[Record]
) -> list[TrfLine]:
    """Return the lines with exactly these records of the kinds, new ones at the first place."""
    present = {line.record for line in lines if isinstance(line.record, kinds)}
    missing = [record for record in wanted if record not in present]
    kept = frozenset(wanted)
    written: list[TrfLine] = []
    for line in lines:
        if isinstance(line.record, kinds):
            ending = line.ending or "\n"
            written += [TrfLine(text=line_of(each), ending=ending, record=each) for each in missing]
            missing = []
            if line.record not in kept:
                continue
        written.append(line)
    return written


def _with_old_teams(lines: Sequence[TrfLine]) -> list[TrfLine]:
    """Return the lines with a record 013 below each 310."""
    found = []
    for line in lines:
        found.append(line)
        if isinstance(line.record, TeamRecord):
            old = TeamRecord(code="013", name=line.record.name, players=line.record.players)
            found.append(TrfLine(text=line_of(old), ending=line.ending or "\n", record=old))
    return found


def _with_signs(line: TrfLine, signs: "_OldSigns | None", kept: str) -> TrfLine:
    """Return the line of a player in a dialect; the sign `kept` is not converted to a letter.

    In a file of teams a `+` without an opponent is a board where the opponent did not come.
    """
    player = line.record
    if not isinstance(player, PlayerRecord):
        return line
    cells = tuple(
        signs.of(cell, number) if signs else cell if cell.result == kept else _new(cell)
        for number, cell in enumerate(player.cells, start=1)
    )
    title = OLD_TITLES.get(player.title, player.title) if signs else player.title
    changed = replace(player, cells=cells, title=title)
    return line if changed == player else replace(line, text=line_of(changed), record=changed)


class _OldSigns:
    """Conversion to the signs of TRF06, which has a single sign for both byes of a full point."""

    def __init__(self, document: TrfDocument) -> None:
        self._played = rounds_played(document)
        self._worth = Worth(values_of(document))

    def of(self, cell: Cell, number: int) -> Cell:
        """Return the cell of round `number`; a letter stays if the old sign is worth other points.

        A zero-point bye is blank, or `-` in the round to be paired.
        """
        if not cell.opponent and cell.result == "Z":
            return replace(cell, result=BLANK if number <= self._played else "-")
        old = replace(cell, result=OLD_SIGNS.get(cell.result, cell.result))
        return old if self._worth.of(old) == self._worth.of(cell) else cell


def _new(cell: Cell) -> Cell:
    if cell.opponent or cell.result not in BYE_OF:
        return cell
    return Cell(result=BYE_OF[cell.result].value)
