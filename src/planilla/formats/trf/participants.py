"""Who is in a file: each number once, and nobody named who is not there."""

from planilla.formats.trf.coherence import NumberedPlayers
from planilla.formats.trf.document import (
    Absence,
    FictitiousPoints,
    Prohibition,
    Team,
    TrfDocument,
)
from planilla.formats.trf.findings import Findings

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
    return frozenset(twice)


def _check_named(document: TrfDocument, known: frozenset[int], findings: Findings) -> None:
    for number, line in enumerate(document.lines, start=1):
        record = line.record
        if isinstance(record, (Absence, Prohibition)):
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
