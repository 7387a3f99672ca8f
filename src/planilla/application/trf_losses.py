"""The contents of a tournament file that an import loses, or keeps beside the log."""

from collections.abc import Iterator

import msgspec

from planilla.formats.trf.coherence import UNEVEN_RESULTS
from planilla.formats.trf.document import (
    AbnormalPoints,
    Acceleration,
    FictitiousPoints,
    HeaderRecord,
    NationalRating,
    Team,
    TrfDocument,
    TrfLine,
)
from planilla.formats.trf.keizer import is_keizer_comment

DERIVED_RECORDS = frozenset(["012", "062", "182", "192", "202", "212"])
"""Records whose content is in other facts, or is made anew when the tournament is exported."""


class Adjustment(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is otherwise than in the file; the sentence is `import.<code>`."""

    code: str
    fields: dict[str, str | int] = {}


def losses_of(document: TrfDocument, header_max: int) -> Iterator[Adjustment]:
    """Yield the losses of importing a document, keeping `header_max` characters of its header."""
    yield from _uneven(document)
    abnormal = len(document.records(AbnormalPoints))
    if abnormal:
        yield Adjustment(code="abnormal-points", fields={"records": abnormal})
    is_accelerated = document.system.upper().endswith("_BAKU") or any(
        document.records(kind) for kind in (Acceleration, FictitiousPoints)
    )
    if is_accelerated:
        yield Adjustment(code="acceleration")
    for code, kind in (("teams", Team), ("national-ratings", NationalRating)):
        records: int = len(document.records(kind))
        if records:
            yield Adjustment(code=code, fields={"records": records})
    left_out = header_of(document, header_max)[1]
    if left_out:
        yield Adjustment(code="header-cut", fields={"lines": left_out})


def _uneven(document: TrfDocument) -> Iterator[Adjustment]:
    """Boards with a half point for one side alone: the log counts them as lost by both."""
    for number, cells in enumerate(document.rounds, start=1):
        for seat, cell in enumerate(cells):
            other = document.seats.get(cell.opponent, seat)
            if other > seat and (cell.result, cells[other].result) in UNEVEN_RESULTS:
                fields: dict[str, str | int] = {
                    "round": number,
                    "one": document.numbers[seat],
                    "other": document.numbers[other],
                }
                yield Adjustment(code="uneven-result", fields=fields)


def header_of(document: TrfDocument, longest: int) -> tuple[str, int]:
    """The lines that no fact holds, as one text, and how many of them did not fit into it."""
    lines = [line.text.rstrip() for line in document.lines if _is_beside(line)]
    kept: list[str] = []
    for line in lines:
        if sum(map(len, kept)) + len(kept) + len(line) <= longest:
            kept.append(line)
    return "\n".join(kept), len(lines) - len(kept)


def _is_beside(line: TrfLine) -> bool:
    if line.record is None:
        return bool(line.text.strip()) and not is_keizer_comment(line)
    return isinstance(line.record, HeaderRecord) and line.record.code not in DERIVED_RECORDS
