"""Rules of a Keizer tournament in a comment of a file, since no FIDE record can hold them.

The line is `### planilla-keizer` and the settings as JSON, without those of usual value. A file
without the line follows the rules of the book.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.pairing.keizer.memory import Replayed, replayed
from planilla.domain.pairing.keizer.rules import SEED, Absence, KeizerRules, faults_of, settled
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.vocabulary import ByeKind
from planilla.formats.trf.attendance import KEIZER_PREFIX, Attendance, attendances_of, last_paired
from planilla.formats.trf.document import TrfDocument, TrfLine

RULINGS_PREFIX = "### planilla-keizer-absences "


class AbsenceRuling(msgspec.Struct, frozen=True, kw_only=True):
    """The ruling on one absence: the number of the player, the round, and the kind of absence."""

    player: int
    round: int
    absence: Absence


def rules_in(document: TrfDocument) -> KeizerRules | None:
    """Return the rules in a file; None without rules, or if they are not valid."""
    for line in document.lines:
        if line.text.startswith(KEIZER_PREFIX):
            try:
                rules = msgspec.json.decode(line.text[len(KEIZER_PREFIX) :], type=KeizerRules)
            except (msgspec.DecodeError, RecursionError):
                return None
            return None if any(faults_of(rules)) else settled(rules)
    return None


def replayed_in(
    document: TrfDocument, table: Crosstable, round_number: int | None = None
) -> Replayed:
    """Return the values after the games of `table`, for pairing round `round_number`.

    Without a round number they are the values after the last round of the table. Late entries and
    withdrawals are read from the columns as in an import; other absences count as announced.
    """
    planned = document.rounds_planned or max(len(document.rounds), last_paired(document), 1)
    attendances = attendances_of(document, planned)
    return replayed(
        Season(
            crosstable=_attended(table, attendances),
            rules=rules_in(document) or SEED,
            absences=_ruled(document),
            left={
                seat: first
                for seat, each in enumerate(attendances)
                if (first := each.away_from(round_number)) is not None
            },
        ),
        round_number,
    )


def _ruled(document: TrfDocument) -> dict[tuple[Seat, int], Absence]:
    """Return the rulings on absences in a file, by seat and round."""
    for line in document.lines:
        if line.text.startswith(RULINGS_PREFIX):
            try:
                entries = msgspec.json.decode(
                    line.text[len(RULINGS_PREFIX) :], type=list[AbsenceRuling]
                )
            except (msgspec.DecodeError, RecursionError):
                return {}
            return {
                (document.seats[each.player], each.round): each.absence
                for each in entries
                if each.player in document.seats
            }
    return {}


def rulings_line(rulings: Sequence[AbsenceRuling]) -> TrfLine:
    """Return the comment line with the rulings on absences."""
    return TrfLine(text=RULINGS_PREFIX + msgspec.json.encode(rulings).decode())


def _attended(table: Crosstable, attendances: Sequence[Attendance]) -> Crosstable:
    """Return the crosstable with first rounds, and only the byes of entrants taking part."""
    entrants = tuple(
        replace(entrant, first_round=each.first_round)
        for entrant, each in zip(table.entrants, attendances, strict=True)
    )
    rounds = []
    for number, played in enumerate(table.rounds, start=1):
        paired = {seat for board in played.boards for seat in board}
        byes = dict(played.byes)
        shown = tuple(
            (seat, byes.get(seat, ByeKind.ZERO_POINT))
            for seat, each in enumerate(attendances)
            if seat not in paired and each.takes_part(number)
        )
        rounds.append(replace(played, byes=shown))
    return replace(table, entrants=entrants, rounds=tuple(rounds))


def line_of(rules: KeizerRules) -> TrfLine:
    """Return the comment line with these rules."""
    usual = msgspec.to_builtins(SEED)
    fields = {
        name: value for name, value in msgspec.to_builtins(rules).items() if value != usual[name]
    }
    return TrfLine(text=KEIZER_PREFIX + msgspec.json.encode(fields).decode())


def is_keizer_comment(line: TrfLine) -> bool:
    """Return whether a line is a comment with rules or data of a Keizer tournament."""
    return line.text.startswith((KEIZER_PREFIX, RULINGS_PREFIX))
