"""Record 001: a player and the columns of the rounds.

The columns are those of TRF16 and TRF26, 1-based: number 5-8, sex 10, title 11-13, name 15-47,
rating 49-52, federation 54-56, FIDE number 58-68, birth 70-79, points 81-84, rank 86-89; round r
has the opponent at 92 + 10 (r - 1), the colour five and the result seven columns further. A line
may be shorter. Source: FIDE TRF26, player section.
"""

from operator import itemgetter

from planilla.formats.trf.document import BLANK, NO_CELL, RESULTS, Cell, PlayerRecord
from planilla.formats.trf.figures import number_of, points_of
from planilla.formats.trf.findings import Findings

NUMBER_MAX = 9999
ROUNDS_MAX = 99
FIRST_CELL = 91
CELL_WIDTH = 10

GAPS = (3, 8, 13, 47, 52, 56, 68, 79, 84, 89, 90)
"""Columns between the fields, counted from 0, which are blank."""

FIELDS = (
    (3, "number"),
    (8, "sex"),
    (13, "name"),
    (47, "rating"),
    (52, "federation"),
    (56, "fide_id"),
    (68, "birth"),
    (79, "points"),
    (84, "rank"),
    (89, "rounds"),
)
_NAME, _NAME_END = 14, 47
_gaps_of = itemgetter(*GAPS)
_ALL_BLANK = (BLANK,) * len(GAPS)

TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
    "gm": "GM",
    "im": "IM",
    "fm": "FM",
    "cm": "CM",
    "wgm": "WGM",
    "wim": "WIM",
    "wfm": "WFM",
    "wcm": "WCM",
}
"""Titles in files (TRF06 has small letters) and their spelling in TRF16."""


class PlayerReader:
    """Reader of the 001 records of one file, with caches of parsed cells."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self._opponents: dict[str, int] = {"0000": 0, "    ": 0}
        self._outcomes: dict[str, tuple[str, str]] = {"    ": ("-", BLANK)}

    def read(self, line: int, text: str) -> PlayerRecord | None:
        """Return the player of a line, or None if it has faults."""
        number = number_of(text[4:8])
        if number is None or not 1 <= number <= NUMBER_MAX:
            self._fault_of_number(line, text)
            return None
        text = in_letters(text, line, self.findings)
        head = text[:FIRST_CELL].ljust(FIRST_CELL)
        if _gaps_of(head) != _ALL_BLANK:
            self._fault_of_gap(line, head)
            return PlayerRecord(number=number)
        figures = self._figures(line, head)
        return PlayerRecord(
            number=number,
            sex=head[9].strip(),
            title=title_of(head[10:13]),
            name=head[_NAME:_NAME_END].strip(),
            rating=figures["rating"] or 0,
            federation=head[53:56].strip(),
            fide_id=head[57:68].strip(),
            birth=head[69:79].strip(),
            points=figures["points"],
            rank=figures["rank"],
            cells=self._cells(line, text),
        )

    def _figures(self, line: int, head: str) -> dict[str, int | None]:
        figures: dict[str, int | None] = {"rating": None, "points": None, "rank": None}
        for field, start, end in (("rating", 48, 52), ("points", 80, 84), ("rank", 85, 89)):
            written = head[start:end]
            if written.isspace():
                continue
            value = points_of(written) if field == "points" else number_of(written)
            if value is None:
                code = "not-points" if field == "points" else "not-a-number"
                self.findings.fault(line, start + 1, code, field=field, found=written.strip())
            figures[field] = value
        return figures

    def _cells(self, line: int, text: str) -> tuple[Cell, ...]:
        if len(text) <= FIRST_CELL:
            return ()
        end = len(text.rstrip())
        if end > FIRST_CELL + CELL_WIDTH * ROUNDS_MAX:
            column = FIRST_CELL + CELL_WIDTH * ROUNDS_MAX + 1
            self.findings.fault(line, column, "too-many-rounds", most=ROUNDS_MAX)
            return ()
        opponents, outcomes = self._opponents, self._outcomes
        cells: list[Cell] = []
        for start in range(FIRST_CELL, end, CELL_WIDTH):
            opponent = opponents.get(text[start : start + 4])
            outcome = outcomes.get(text[start + 4 : start + 8])
            after = text[start + 8 : start + 10]
            if opponent is None or outcome is None or (after != "  " and after.strip(" ")):
                cell = self._first_met(line, start, text[start : start + 10].ljust(10))
                if cell is None:
                    return tuple(cells)
                cells.append(cell)
            elif opponent or outcome[1] != BLANK:
                cells.append(Cell(opponent=opponent, colour=outcome[0], result=outcome[1]))
            else:
                cells.append(NO_CELL)
        return tuple(cells)

    def _first_met(self, line: int, start: int, block: str) -> Cell | None:
        """Parse a cell that is not cached, field by field up to the first fault."""
        for gap in (4, 6, 8, 9):
            if block[gap] != BLANK:
                code = "tab" if block[gap] == "\t" else "not-blank"
                self.findings.fault(line, start + gap + 1, code, found=block[gap], field="rounds")
                return None
        opponent = number_of(block[:4]) if block[:4].strip() else 0
        if opponent is None:
            self.findings.fault(
                line, start + 1, "not-a-number", field="opponent", found=block[:4].strip()
            )
            return None
        colour, result = block[5].lower(), block[7].upper()
        if colour not in "wb- ":
            self.findings.fault(line, start + 6, "not-a-colour", found=block[5])
            return None
        if result not in RESULTS:
            self.findings.fault(line, start + 8, "not-a-result", found=block[7])
            return None
        outcome = (colour if colour in "wb" else "-", result)
        self._opponents[block[:4]] = opponent
        self._outcomes[block[4:8]] = outcome
        return Cell(opponent=opponent, colour=outcome[0], result=outcome[1])

    def _fault_of_number(self, line: int, text: str) -> None:
        found = text[4:8].strip()
        value = number_of(found)
        if value is None:
            self.findings.fault(line, 5, "not-a-number", field="number", found=found)
        else:
            self.findings.fault(line, 5, "number-out-of-range", number=value, most=NUMBER_MAX)

    def _fault_of_gap(self, line: int, head: str) -> None:
        gap = next(gap for gap in GAPS if head[gap] != BLANK)
        field = next(name for start, name in reversed(FIELDS) if start <= gap)
        code = "tab" if "\t" in head else "not-blank"
        column = head.index("\t") if code == "tab" else gap
        self.findings.fault(line, column + 1, code, found=head[column], field=field)


def title_of(written: str) -> str:
    """Return a title in the spelling of TRF16; an unknown title is unchanged."""
    title = written.strip()
    return TITLES.get(title.lower(), title)


def in_letters(text: str, line: int, findings: Findings) -> str:
    """Return the line with columns counted in characters, if a program counted them in bytes.

    Such a program cuts or pads names by UTF-8 bytes, which moves the columns after a name with
    accents to the left.
    """
    if text.isascii() or not is_shifted(text):
        return text
    raw = text.encode("utf-8", "replace")
    name = raw[_NAME:_NAME_END].decode("utf-8", "ignore")
    widened = (
        raw[:_NAME].decode("utf-8", "ignore")
        + name.ljust(_NAME_END - _NAME)
        + raw[_NAME_END:].decode("utf-8", "ignore")
    )
    if is_shifted(widened):
        return text
    findings.note(line, _NAME + 1, "columns-in-bytes", name=name.strip())
    return widened


def is_shifted(text: str) -> bool:
    """Return whether a gap between two fields is not blank, or a cell is out of place."""
    head = text[:FIRST_CELL].ljust(FIRST_CELL)
    if _gaps_of(head) != _ALL_BLANK:
        return True
    rest = text[FIRST_CELL:]
    return bool((rest[4::10] + rest[6::10] + rest[8::10] + rest[9::10]).strip(" "))
