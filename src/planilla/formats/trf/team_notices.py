"""Team records of single rounds: byes of teams, line-ups, and matches forfeited as a whole.

Each is found by its round and by the teams, as their seats. Source: FIDE TRF26, 240, 300, 320, 330.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.vocabulary import ByeKind
from planilla.formats.trf.document import AbsenceRecord, TrfDocument
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.team_records import LineUp, TeamForfeit, TeamRecords

Pair = tuple[Seat, Seat]
"""Two teams that meet, the lower seat first."""

Known = dict[int, Seat]
"""The seat of each team by its number."""


class Notices(NamedTuple):
    """Byes by round; forfeits and line-ups by round and pair, these by the team as well."""

    byes: dict[int, dict[Seat, ByeKind]]
    forfeits: dict[tuple[int, Pair], TeamForfeit]
    line_ups: dict[tuple[int, Pair], dict[Seat, LineUp]]

    def pairs_in(self, number: int) -> set[Pair]:
        """Return the pairs that met in a round, as far as these records show."""
        return {pair for at, pair in (*self.forfeits, *self.line_ups) if at == number}


def notices_of(
    document: TrfDocument, records: TeamRecords, known: Known, findings: Findings
) -> Notices:
    """All of them; one that names a team that is not there is a fault and left out."""
    forfeits, line_ups = {}, dict[tuple[int, Pair], dict[Seat, LineUp]]()
    for forfeit in records.forfeits:
        pair = _pair(known, "330", forfeit.line, (forfeit.white, forfeit.black), findings)
        if pair is not None:
            forfeits[forfeit.round, pair] = forfeit
    for line_up in records.line_ups:
        pair = _pair(known, "300", line_up.line, (line_up.team, line_up.opponent), findings)
        if pair is not None:
            line_ups.setdefault((line_up.round, pair), {})[known[line_up.team]] = line_up
    return Notices(_byes(document, records, known, findings), forfeits, line_ups)


def _pair(
    known: Known, record: str, line: int, teams: tuple[int, int], findings: Findings
) -> Pair | None:
    one, other = teams
    if one == other or one not in known or other not in known:
        wrong = next((team for team in teams if team not in known), one)
        findings.fault(line, 5, "unknown-team", record=record, number=wrong)
        return None
    return min(known[one], known[other]), max(known[one], known[other])


class _Bye(NamedTuple):
    line: int
    record: str
    round: int
    team: int
    kind: ByeKind


def _byes(
    document: TrfDocument, records: TeamRecords, known: Known, findings: Findings
) -> dict[int, dict[Seat, ByeKind]]:
    found: dict[int, dict[Seat, ByeKind]] = {}
    for bye in (*_allocated(records), *_requested(document)):
        if bye.team in known:
            found.setdefault(bye.round, {})[known[bye.team]] = bye.kind
        else:
            findings.fault(bye.line, 5, "unknown-team", record=bye.record, number=bye.team)
    return found


def _allocated(records: TeamRecords) -> Iterator[_Bye]:
    """320: one team a round at most; 000 is nobody."""
    for byes in records.byes:
        for number, team in enumerate(byes.teams, start=1):
            if team:
                yield _Bye(byes.line, "320", number, team, ByeKind.PAIRING_ALLOCATED)


def _requested(document: TrfDocument) -> Iterator[_Bye]:
    """240, which names teams where there are teams."""
    absences: Sequence[tuple[int, AbsenceRecord]] = [
        (number, line.record)
        for number, line in enumerate(document.lines, start=1)
        if isinstance(line.record, AbsenceRecord) and line.record.code == "240"
    ]
    for line, absence in absences:
        for team in absence.players:
            yield _Bye(line, "240", absence.round, team, ByeKind(absence.kind))
