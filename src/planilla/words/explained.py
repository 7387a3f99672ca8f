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
    """How seats and points are written: the pairing number by seat, and the units of a point.

    `criteria` are the articles that every bracket is held to, in their order.
    """

    by_seat: Sequence[int]
    unit: int
    criteria: Sequence[str] = ()

    def listed(self, seats: Iterable[Seat]) -> str:
        """Seats as pairing numbers, in the order given."""
        return ", ".join(str(self.by_seat[seat]) for seat in seats) or "—"


def explained(language: str, explanation: Explanation, numbers: Numbers) -> Iterator[str]:
    """The lines of an explanation; an empty one between two brackets."""
    telling = _Telling(language, explanation.system, numbers)
    moved: set[Seat] = set()
    for place, bracket in enumerate(explanation.brackets):
        if place:
            yield ""
        yield from telling.bracket(bracket, moved)
        moved = {floater.seat for floater in bracket.floaters}


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

    def bracket(self, bracket: Bracket, moved: set[Seat]) -> Iterator[str]:
        """Its members, why each of its boards, who left it, what was given up and what was met.

        `moved` are those who left the bracket above.
        """
        kind = "from-above" if moved & set(bracket.seats) else "bracket"
        yield self._say(f"explained.{kind}", **self._members(bracket, moved))
        if bracket.figures:
            said = ", ".join(f"{name} = {value}" for name, value in bracket.figures.items())
            yield self._say("explained.figures", figures=said)
        yield from (self._board(board) for board in bracket.boards)
        yield from self._exchanged(bracket)
        yield from (self._floater(floater) for floater in bracket.floaters)
        yield from self._criteria(bracket.given_up)

    def _members(self, bracket: Bracket, moved: set[Seat]) -> dict[str, Any]:
        return {
            "points": points(bracket.points, self.numbers.unit),
            "points_raw": 1 if 0 < bracket.points <= self.numbers.unit else 2,
            "moved": self.numbers.listed(seat for seat in bracket.seats if seat in moved),
            "seats": self.numbers.listed(seat for seat in bracket.seats if seat not in moved),
        }

    def _board(self, board: BoardReason) -> str:
        key = "explained.same-preference" if board.same_preference else "explained.board"
        return self._say(
            key,
            white=str(self.numbers.by_seat[board.white]),
            black=str(self.numbers.by_seat[board.black]),
            meeting=self._named("meeting", board.meeting.partition(" ")[0]),
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

    def _criteria(self, given_up: dict[str, int]) -> Iterator[str]:
        lost = {code: amount for code, amount in given_up.items() if amount}
        for code, amount in lost.items():
            criterion = self._named("criterion", code)
            yield self._say("explained.given-up", criterion=criterion, amount=amount)
        if not lost:
            yield self._say("explained.nothing-given-up")
        met = [code for code in dict.fromkeys(self.numbers.criteria) if code not in lost]
        if met:
            yield self._say("explained.met", criteria=", ".join(met))

    def _named(self, subject: str, code: str) -> str:
        return named(self.language, subject, code, self.system)

    def _say(self, key: str, **fields: Any) -> str:
        return tr(self.language, key, **fields)
