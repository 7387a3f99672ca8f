"""Remarks on ambiguous content that was read in the usual way: old signs, blanks, unknown lines."""

from planilla.formats.trf.coherence import NumberedPlayers, column_of
from planilla.formats.trf.document import BYE_RESULTS, TrfDocument
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.rounds import BYE_OF, rounds_played

COMMENT = "###"
INFORMATIVE_RECORDS = ("801", "802")
"""Records for people to read (TRF26)."""
TEAM_RECORDS = ("300", "320", "330")
"""Records that are read where the teams are ranked (`team_records`)."""


def note_goodwill(document: TrfDocument, players: NumberedPlayers, findings: Findings) -> None:
    """Notes of everything that was read so."""
    played = rounds_played(document)
    plain = BYE_RESULTS | {" "}
    for line, player in players:
        for index, cell in enumerate(player.cells):
            if cell.opponent:
                continue
            if cell.result not in plain:
                findings.note(
                    line,
                    column_of(index, 7),
                    "old-bye",
                    round=index + 1,
                    number=player.number,
                    found=cell.result,
                    read=BYE_OF[cell.result].value if cell.result in BYE_OF else "Z",
                )
            elif cell.result == " " and index < played:
                _note_blank(line, index, player.number, findings)
        for index in range(len(player.cells), played):
            _note_blank(line, index, player.number, findings)
    _note_kept(document, findings)


def _note_blank(line: int, index: int, number: int, findings: Findings) -> None:
    column = column_of(index, 7)
    findings.note(line, column, "blank-result", round=index + 1, number=number)


def _note_kept(document: TrfDocument, findings: Findings) -> None:
    """Lines that nobody understood, all in one note at the first of them."""
    kept = [
        number
        for number, line in enumerate(document.lines, start=1)
        if line.record is None
        and line.text.strip()
        and not line.text.startswith((COMMENT, *INFORMATIVE_RECORDS, *TEAM_RECORDS))
    ]
    if kept:
        findings.note(kept[0], 1, "kept-lines", count=len(kept), first=kept[0])
