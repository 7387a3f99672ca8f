"""A tournament file beside the rules: every round paired again from the rounds before it."""

from collections.abc import Iterator, Sequence

import msgspec

from planilla.domain.pairing.swiss.double import SWISS_DOUBLE
from planilla.domain.pairing.system import NoPairing, Pairing, System
from planilla.domain.vocabulary import ByeKind
from planilla.formats.double_swiss import DoubleRecord, before_round, played_in
from planilla.formats.trf.attendance import last_paired
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.match_games import by_rounds
from planilla.formats.trf.pairing_input import before, numbers_of, tournament_pairing

Board = tuple[int, int]
"""White's and Black's pairing numbers; 0 in Black's place is the pairing-allocated bye."""


class RoundChecked(msgspec.Struct, frozen=True, kw_only=True):
    """A round as the rules give it (`checker`) and as it was played (`tournament`).

    `reason` says why the rules give none, and then `checker` is empty. The bye comes last.
    """

    round: int
    checker: tuple[Board, ...]
    tournament: tuple[Board, ...]
    reason: str | None = None

    @property
    def same(self) -> bool:
        """True if pairs, colours and bye are the same; the order of boards is not compared."""
        return self.reason is None and set(self.checker) == set(self.tournament)


def checked_rounds(document: TrfDocument, system: System) -> Iterator[RoundChecked]:
    """Each round that has pairs in the file, in order, also one whose results are still missing."""
    numbers = numbers_of(document, system)
    for number in range(1, last_paired(by_rounds(document, system)) + 1):
        answer = system.answer(before(document, number, system))
        played = boards_of(numbers, tournament_pairing(document, number, system))
        if isinstance(answer, NoPairing):
            yield RoundChecked(round=number, checker=(), tournament=played, reason=answer.reason)
        else:
            yield RoundChecked(round=number, checker=boards_of(numbers, answer), tournament=played)


def checked_matches(record: DoubleRecord) -> Iterator[RoundChecked]:
    """Each round of a Double-Swiss beside the rules, in order."""
    for number in range(1, len(record.history) + 1):
        answer = SWISS_DOUBLE.answer(before_round(record, number))
        played = boards_of(record.numbers, played_in(record, number))
        if isinstance(answer, NoPairing):
            yield RoundChecked(round=number, checker=(), tournament=played, reason=answer.reason)
        else:
            made = boards_of(record.numbers, answer)
            yield RoundChecked(round=number, checker=made, tournament=played)


def boards_of(numbers: Sequence[int], pairing: Pairing) -> tuple[Board, ...]:
    """Return a pairing by the `numbers` of the seats, the boards in order and then the bye."""
    return (
        *((numbers[white], numbers[black]) for white, black in pairing.boards),
        *((numbers[seat], 0) for seat, kind in pairing.byes if kind is ByeKind.PAIRING_ALLOCATED),
    )
