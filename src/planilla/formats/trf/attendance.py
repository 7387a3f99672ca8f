"""Attendance by round, derived from the columns of a tournament file.

A file has one sign for every kind of absence. Rounds without an entry before the first game are
read as a late entry; rounds without an entry up to the planned end, if two or more, as a
withdrawal. Any other round without a game or a bye with points is a single absence.
"""

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.vocabulary import ByeKind
from planilla.formats.trf.document import AbsenceRecord, Cell, PlayerRecord, TrfDocument
from planilla.formats.trf.rounds import BYE_OF, rounds_played

SHORTEST_WITHDRAWAL = 2
KEIZER_PREFIX = "### planilla-keizer "
"""Start of the comment with the rules of a Keizer tournament, as Planilla writes it."""


class Gap(NamedTuple):
    """An interruption: the first round missed, and the round of the return."""

    first: int
    back: int


class Attendance(msgspec.Struct, frozen=True, kw_only=True):
    """Attendance of an entrant: the first round, and the first round after a withdrawal, if any.

    `gaps` are known only of files that distinguish absences from withdrawals.
    """

    first_round: int = 1
    out_from: int | None = None
    gaps: tuple[Gap, ...] = ()

    def away_from(self, number: int | None) -> int | None:
        """Return the first round of the gap around round `number`, or after a withdrawal."""
        around = (gap.first for gap in self.gaps if number and gap.first <= number < gap.back)
        return next(around, self.out_from)

    def takes_part(self, number: int) -> bool:
        """Return whether the entrant takes part in round `number`."""
        return (
            self.first_round <= number
            and (self.out_from is None or number < self.out_from)
            and not any(gap.first <= number < gap.back for gap in self.gaps)
        )


def attendances_of(document: TrfDocument, planned: int) -> tuple[Attendance, ...]:
    """Return the attendance of all players by seat, in a tournament of `planned` rounds."""
    played = last_paired(document)
    if distinguishes_absences(document):
        return tuple(_attendance_of(player, played) for player in document.seated)
    here = [_here(document.round_of(number)) for number in range(1, played + 1)]
    to_come = [
        byes_to_come(document, number, played + 1) for number in range(played + 1, planned + 1)
    ]
    return tuple(
        attendance_of([seat in there for there in here], [seat in absent for absent in to_come])
        for seat in range(len(document.seated))
    )


def distinguishes_absences(document: TrfDocument) -> bool:
    """Return whether an empty cell means that somebody had not joined or had left.

    Keizer files that Planilla wrote distinguish that from an announced absence (`Z`).
    """
    return any(line.text.startswith(KEIZER_PREFIX) for line in document.lines)


def _attendance_of(player: PlayerRecord, played: int) -> Attendance:
    rounds = [number for number, cell in enumerate(player.cells, start=1) if cell != Cell()]
    if not rounds:
        return Attendance(first_round=played + 1)
    last = rounds[-1]
    pairs = itertools.pairwise(rounds)
    return Attendance(
        first_round=rounds[0],
        out_from=last + 1 if last < played else None,
        gaps=tuple(Gap(one + 1, other) for one, other in pairs if other > one + 1),
    )


def last_paired(document: TrfDocument) -> int:
    """Return the last round with a result or a board, so including a round being played."""
    paired = (
        number
        for number, cells in enumerate(document.rounds, start=1)
        if any(cell.opponent for cell in cells)
    )
    return max((rounds_played(document), *paired))


def _here(cells: Sequence[Cell]) -> frozenset[Seat]:
    """Return the seats with a board, or with a bye that scores points."""
    return frozenset(
        seat
        for seat, cell in enumerate(cells)
        if cell.opponent or BYE_OF.get(cell.result, ByeKind.ZERO_POINT) is not ByeKind.ZERO_POINT
    )


def attendance_of(here: Sequence[bool], absent: Sequence[bool]) -> Attendance:
    """Return the attendance of one entrant: `here` in past rounds, `absent` in future rounds.

    `here` has the rounds that were played: a game, or a bye with points.
    """
    played, planned = len(here), len(here) + len(absent)
    if not any(here):
        never_comes = played and all(absent)
        return Attendance(out_from=1) if never_comes else Attendance(first_round=played + 1)
    first = here.index(True) + 1
    last = played - here[::-1].index(True)
    if all(absent) and planned - last >= SHORTEST_WITHDRAWAL:
        return Attendance(first_round=first, out_from=last + 1)
    return Attendance(first_round=first)


def byes_to_come(document: TrfDocument, number: int, following: int) -> dict[Seat, ByeKind]:
    """Return the byes of round `number`, which is round `following` or a later one, by seat."""
    if number == following:
        return absent_from(document, number)
    asked = {
        document.seats[player]: ByeKind(absence.kind)
        for absence in document.records(AbsenceRecord)
        if absence.round == number
        for player in absence.players
        if player in document.seats
    }
    written = {
        seat: BYE_OF[cell.result]
        for seat, cell in enumerate(document.round_of(number))
        if not cell.opponent and cell.result in BYE_OF
    }
    return {**asked, **written}


def absent_from(document: TrfDocument, round_number: int) -> dict[Seat, ByeKind]:
    """Return the bye of each seat that does not play in the round to be paired."""
    absent = {}
    for absence in document.records(AbsenceRecord):
        if absence.round in (0, round_number):
            for number in absence.players:
                if number in document.seats:
                    absent[document.seats[number]] = ByeKind(absence.kind)
    for seat, cell in enumerate(document.round_of(round_number)):
        if not cell.opponent and cell.result in BYE_OF:
            absent[seat] = BYE_OF[cell.result]
    return absent
