"""Validation of participants: each number once, and no reference to a missing player."""

from collections import Counter

from planilla.formats.trf.coherence import NumberedPlayers
from planilla.formats.trf.document import (
    AbnormalPoints,
    AbsenceRecord,
    Acceleration,
    FictitiousPoints,
    ProhibitionRecord,
    Team,
    TrfDocument,
)
from planilla.formats.trf.findings import Findings

RECORDS_MAX = 1_000
"""Limit of records of acceleration, of prohibitions and of abnormal points."""
PAIRS_MAX = 1_000_000
"""Limit of forbidden pairs."""
PLAYERS_FIRST_COLUMN = {"240": 11, "XXZ": 5, "260": 13, "XXP": 5}


def check_participants(
    document: TrfDocument, players: NumberedPlayers, findings: Findings
) -> frozenset[int]:
    """Numbers that stand twice and players that are not there are faults.

    Numbers that nobody has are a note. Answers the numbers that stand twice.
    """
    first_lines: dict[int, int] = {}
    twice = set()
    for line, player in players:
        first = first_lines.setdefault(player.number, line)
        if first != line:
            twice.add(player.number)
            findings.fault(line, 5, "duplicate-number", number=player.number, first=first)
    if first_lines and max(first_lines) > len(first_lines):
        missing = next(n for n in range(1, max(first_lines)) if n not in first_lines)
        findings.note(players[0][0], 5, "number-gap", number=missing)
    if not document.records(Team):
        _check_named(document, frozenset(first_lines), findings)
    _check_bounds(document, findings)
    return frozenset(twice)


def _check_named(document: TrfDocument, known: frozenset[int], findings: Findings) -> None:
    for number, line in enumerate(document.lines, start=1):
        record = line.record
        if isinstance(record, (AbsenceRecord, ProhibitionRecord)):
            column, named = PLAYERS_FIRST_COLUMN[record.code], record.players
        elif isinstance(record, FictitiousPoints):
            column, named = 5, (record.player,)
        else:
            continue
        for player in named:
            if player not in known:
                findings.fault(
                    number, column, "unknown-player", record=line.text[:3], number=player
                )


def _check_bounds(document: TrfDocument, findings: Findings) -> None:
    """Report records whose processing time would be out of proportion to the length of the file."""
    seen: Counter[str] = Counter()
    pairs = 0
    for number, line in enumerate(document.lines, start=1):
        if not isinstance(line.record, (Acceleration, AbnormalPoints, ProhibitionRecord)):
            continue
        code = line.text[:3]
        seen[code] += 1
        if seen[code] == RECORDS_MAX + 1:
            findings.fault(number, 1, "too-many-records", record=code, most=RECORDS_MAX)
        if isinstance(line.record, ProhibitionRecord):
            before, pairs = pairs, pairs + len(line.record.players) ** 2 // 2
            if before <= PAIRS_MAX < pairs:
                findings.fault(number, 1, "too-many-pairs", record=code, most=PAIRS_MAX)
