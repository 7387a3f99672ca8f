"""Who was there when, read off the columns of a tournament file.

A file has one sign for everybody who does not play. Nothing until a first round is read as a late
entry, and nothing from a round to the planned end, over two rounds or more, as a withdrawal; any
other round without a game or a bye with points is an absence of that round alone.
"""

from collections.abc import Sequence

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.vocabulary import ByeKind
from planilla.formats.trf.document import Absence, TrfDocument
from planilla.formats.trf.pairing_input import absent_from
from planilla.formats.trf.rounds import BYE_OF

SHORTEST_WITHDRAWAL = 2


class Attendance(msgspec.Struct, frozen=True, kw_only=True):
    """The first round of an entrant, and the first one after they had left, if they did."""

    first_round: int = 1
    out_from: int | None = None


def attendance_of(here: Sequence[bool], absent: Sequence[bool]) -> Attendance:
    """What the rounds of one entrant say: in which they were `here`, and `absent` in those to come.

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
    """Who will not play round `number`, the `following` one or a later one."""
    if number == following:
        return absent_from(document, number)
    asked = {
        document.seats[player]: ByeKind(absence.kind)
        for absence in document.records(Absence)
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
