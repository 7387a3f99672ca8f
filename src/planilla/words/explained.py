"""Why a round was paired as it was, in lines of text, bracket by bracket from the top.

Entrants are called by their pairing numbers, as in the files that programs exchange. A reason whose
code the catalogues do not know (a later edition may give one) is named by its code.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.system import BoardReason, Bracket, Explanation, Floater
from planilla.words.catalogue import CATALOGUES, tr
from planilla.words.figures import points


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """How seats and points are written: the pairing number by seat, and the units of a point."""

    by_seat: Sequence[int]
    unit: int

    def listed(self, seats: Iterable[Seat]) -> str:
        """Seats as pairing numbers, in the order given."""
        return ", ".join(str(self.by_seat[seat]) for seat in seats) or "—"


def explained(language: str, explanation: Explanation, numbers: Numbers) -> Iterator[str]:
    """The lines of an explanation; an empty one between two brackets."""
    telling = _Telling(language, explanation.system, numbers)
    for place, bracket in enumerate(explanation.brackets):
        if place:
            yield ""
        yield from telling.bracket(bracket)


def named(language: str, subject: str, code: str, system: str) -> str:
    """What a code of an explanation means in a system; the code itself where nobody knows it.

    Editions number their articles anew: the text of `<subject>.<system>.<code>` comes first.
    """
    texts = CATALOGUES[language]
    return texts.get(f"{subject}.{system}.{code}") or texts.get(f"{subject}.{code}", code)


class _Telling:
    """One bracket after another, in one language."""

    def __init__(self, language: str, system: str, numbers: Numbers) -> None:
        self.language = language
        self.system = system
        self.numbers = numbers

    def bracket(self, bracket: Bracket) -> Iterator[str]:
        """Its members, why each of its boards, who left it, and what was given up."""
        kind = "heterogeneous" if bracket.heterogeneous else "homogeneous"
        yield self._say(f"bracket.{kind}", **self._members(bracket))
        if bracket.figures:
            said = ", ".join(f"{name} = {value}" for name, value in bracket.figures.items())
            yield self._say("explained.figures", figures=said)
        yield from (self._board(board) for board in bracket.boards)
        yield from self._exchanged(bracket)
        yield from (self._floater(floater) for floater in bracket.floaters)
        yield from self._given_up(bracket.given_up)

    def _members(self, bracket: Bracket) -> dict[str, Any]:
        return {
            "points": points(bracket.points, self.numbers.unit),
            "points_raw": 1 if 0 < bracket.points <= self.numbers.unit else 2,
            "seats": self.numbers.listed(bracket.seats),
        }

    def _board(self, board: BoardReason) -> str:
        key = "explained.same-preference" if board.same_preference else "explained.board"
        return self._say(
            key,
            white=str(self.numbers.by_seat[board.white]),
            black=str(self.numbers.by_seat[board.black]),
            meeting=self._named("meeting", board.meeting),
            colours=self._named("colour-rule", board.colour_rule),
        )

    def _exchanged(self, bracket: Bracket) -> Iterator[str]:
        first, second = (self.numbers.listed(seats) for seats in bracket.exchange)
        if any(bracket.exchange):
            yield self._say("explained.exchange", first=first, second=second)

    def _floater(self, floater: Floater) -> str:
        seat = str(self.numbers.by_seat[floater.seat])
        key = f"floater.{floater.reason}"
        if key not in CATALOGUES[self.language]:
            return self._say("explained.floater", seat=seat, reason=floater.reason)
        return f"  {self._say(key, seat=seat)}."

    def _given_up(self, given_up: dict[str, int]) -> Iterator[str]:
        lost = {code: times for code, times in given_up.items() if times}
        for code, times in lost.items():
            criterion = self._named("criterion", code)
            yield self._say("explained.given-up", criterion=criterion, times=times)
        if not lost:
            yield self._say("explained.nothing-given-up")

    def _named(self, subject: str, code: str) -> str:
        return named(self.language, subject, code, self.system)

    def _say(self, key: str, **fields: Any) -> str:
        return tr(self.language, key, **fields)
