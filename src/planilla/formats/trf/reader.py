"""Reads a tournament report file: a document, or everything that is wrong with it at once.

Nothing is guessed in silence: what was read with goodwill is a note of the document. Any bytes
give an answer; time is linear in their number.
"""

from planilla.formats.trf.coherence import NumberedPlayers, check_coherence
from planilla.formats.trf.document import PlayerRecord, Record, TrfDocument, TrfLine, TrfRemark
from planilla.formats.trf.findings import Findings, in_order
from planilla.formats.trf.goodwill import note_goodwill
from planilla.formats.trf.lines import decode, split
from planilla.formats.trf.participants import check_participants
from planilla.formats.trf.players import PlayerReader
from planilla.formats.trf.points import check_points
from planilla.formats.trf.records import read_record

LINES_MAX = 100_000
"""Ten thousand players with ten records each: no file is longer."""


def read_trf(data: bytes, name: str) -> TrfDocument | tuple[TrfRemark, ...]:
    """The document in `data`, or its faults by line and column; `name` is that of the file."""
    text, encoding, mark = decode(data)
    findings = Findings(name)
    if not text.strip("\r\n\t \x00"):
        findings.fault(1, 1, "empty")
        return tuple(findings.faults)
    lines = _lines(text, findings)
    if encoding == "latin-1":
        findings.note(1, 1, "latin-1")
    document = TrfDocument(name=name, lines=lines, encoding=encoding, mark=mark)
    _check(document, findings)
    if findings.faults:
        return in_order(findings.faults)
    return TrfDocument(
        name=name, lines=lines, encoding=encoding, mark=mark, notes=in_order(findings.notes)
    )


def _lines(text: str, findings: Findings) -> tuple[TrfLine, ...]:
    players = PlayerReader(findings)
    lines = []
    for number, (line, ending) in enumerate(split(text), start=1):
        record: Record | None = None
        if number > LINES_MAX:
            findings.fault(number, 1, "too-many-lines", most=LINES_MAX)
        if findings.are_full or number > LINES_MAX:
            break
        if line.startswith("001"):
            record = players.read(number, line)
        elif line:
            record = read_record(number, line, findings)
        lines.append(TrfLine(text=line, ending=ending, record=record))
    return tuple(lines)


def _check(document: TrfDocument, findings: Findings) -> None:
    players: NumberedPlayers = [
        (number, line.record)
        for number, line in enumerate(document.lines, start=1)
        if isinstance(line.record, PlayerRecord)
    ]
    if not players and not findings.faults:
        findings.fault(1, 1, "no-players")
    if findings.are_full:
        return
    twice = check_participants(document, players, findings)
    broken = {fault.line for fault in findings.faults}
    doubtful = twice | {player.number for line, player in players if line in broken}
    check_coherence(players, findings, doubtful)
    _forgive_nobody(document, findings)
    if not findings.faults:
        check_points(document, players, findings)
        note_goodwill(document, players, findings)


def _forgive_nobody(document: TrfDocument, findings: Findings) -> None:
    """Drop faults of unknown opponents when a player's own number is unreadable."""
    if any(line.record is None and line.text.startswith("001") for line in document.lines):
        findings.faults = [each for each in findings.faults if each.code != "unknown-opponent"]
