"""Explanation of a round's pairing in lines of text, and the two columns of a pairing checker.

The explanation goes step by step from the top. Entrants are called by their pairing numbers,
as in the files that programs exchange. A reason whose code no catalogue has (a later edition may
give one) is named by its code.

The lines of the checker are the same in every language: they are those that checkers of pairings
have printed for years, and other programs read them.

Source of the checker: seed 003, "Por qué Hou Yifan no tiene razón"; `tests/golden/blog_003`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.system import BoardReason, Explanation, Floater, Instead, PairingStep
from planilla.presentation.catalogue import CATALOGUES, tr
from planilla.presentation.figures import figure

FIGURES = "TPBN0FX"
"""Figures of a bracket in order: members, boards, due White, due Black, neither …"""
CHECKER_HEADING = "  Checker pairings        Tournament pairings "

Board = tuple[int, int]
"""White's and Black's pairing numbers; 0 in Black's place is the bye."""


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """Notation of seats and points: the pairing number by seat, and the units of a point."""

    by_seat: Sequence[int]
    unit: int

    def listed(self, seats: Iterable[Seat]) -> str:
        """Seats as pairing numbers, in the order given."""
        return ", ".join(str(self.by_seat[seat]) for seat in seats) or "—"


def explained(language: str, explanation: Explanation, numbers: Numbers) -> Iterator[str]:
    """Yield the lines of an explanation; an empty one between two steps."""
    telling = _BracketSentences(language, explanation.system, numbers)
    for place, step in enumerate(explanation.steps):
        if place:
            yield ""
        yield from telling.step(step)


def figures_text(say: Callable[..., str], figures: Mapping[str, str]) -> tuple[str, ...]:
    """The figures of a bracket in words; the book writes T, P, B, N, F and X (seed 000, 2.9).

    F (never more than one) and X end with the letter of the colour that most are due: it is in B
    and N already.
    """
    numbers = {
        name: int(text[:1] if name == "F" else text.rstrip("BN")) for name, text in figures.items()
    }
    shown = [name for name in FIGURES if numbers.get(name)]
    return tuple(say(f"explained.figure.{name}", n=numbers[name]) for name in shown)


def named(language: str, subject: str, code: str, system: str) -> str:
    """Return the meaning of a code of an explanation; an unknown code is returned as it is.

    Editions number their articles anew: the text of `<subject>.<system>.<code>` comes first.
    """
    texts = CATALOGUES[language]
    return texts.get(f"{subject}.{system}.{code}") or texts.get(f"{subject}.{code}", code)


def passed_over(language: str, system: str, subject: str, instead: Instead) -> tuple[str, str]:
    """Return the key of the sentence on who came first, and its article in words.

    `subject` is `instead` for an opponent and `stays` for somebody who does not leave the bracket.
    """
    article, barred = instead.article, f"{subject}-barred"
    if instead.for_others:
        kind = f"{subject}-for-others" if article else f"{subject}-unknown"
    else:
        kind = barred if f"{barred}.{article}" in CATALOGUES[language] else subject
    words = named(language, barred if kind == barred else "criterion", article, system)
    return f"explained.{kind}", words


class _BracketSentences:
    """One bracket after another, in one language."""

    def __init__(self, language: str, system: str, numbers: Numbers) -> None:
        self.language = language
        self.system = system
        self.numbers = numbers

    def step(self, step: PairingStep) -> Iterator[str]:
        """Yield its members, the reasons of its boards, who left it, and the criteria."""
        kind = "from-above" if step.moved else step.kind
        yield self._say(f"explained.{kind}", **self._members(step))
        if step.raised:
            yield self._say("explained.from-below", raised=self.numbers.listed(step.raised))
        if step.counts:
            said = figures_text(self._say, step.counts)
            yield self._say("explained.figures", figures=", ".join(said))
        if seeding := step.remark("seeding-round"):
            yield self._say("explained.seeding-round", n=seeding.count)
        if changed := step.remark("changed-for"):
            yield self._say("explained.reason", criterion=self._criterion(changed.article))
        if shifted := step.remark("shifted"):
            seats = self.numbers.listed(seat for group in shifted.groups for seat in group)
            yield self._say("explained.shifted", seats=seats)
        for board in step.boards:
            yield from self._board(board)
        yield from self._candidate(step)
        for floater in step.floaters:
            yield from self._floater(floater)
        yield from self._criteria(step)

    def _members(self, step: PairingStep) -> dict[str, Any]:
        score = step.points or 0
        return {
            "points": figure(score, self.numbers.unit),
            "points_raw": 1 if 0 < score <= self.numbers.unit else 2,
            "moved": self.numbers.listed(step.moved),
            "seats": self.numbers.listed(step.residents),
        }

    def _board(self, board: BoardReason) -> Iterator[str]:
        key = "explained.same-preference" if board.same_preference else "explained.board"
        yield self._say(
            key,
            white=str(self.numbers.by_seat[board.white]),
            black=str(self.numbers.by_seat[board.black]),
            meeting=self._named("meeting", board.meeting),
            colours=self._named("colour-rule", board.colour_rule),
        )
        yield from self._instead("instead", board.instead)

    def _candidate(self, step: PairingStep) -> Iterator[str]:
        """Yield the numbers of the transposition and the exchange, where they were counted."""
        if transposition := step.remark("transposition"):
            yield self._say("explained.transposition", number=transposition.count)
        if exchange := step.remark("exchange"):
            first, second = (self.numbers.listed(seats) for seats in exchange.groups)
            key = "numbered-exchange" if exchange.count else "exchange"
            yield self._say(f"explained.{key}", first=first, second=second, number=exchange.count)

    def _floater(self, floater: Floater) -> Iterator[str]:
        seat = str(self.numbers.by_seat[floater.seat])
        key = f"floater.{floater.reason}"
        if key in CATALOGUES[self.language]:
            yield f"  {self._say(key, seat=seat)}."
        else:
            yield self._say("explained.floater", seat=seat, reason=floater.reason)
        yield from self._instead("stays", floater.instead)

    def _instead(self, subject: str, instead: Instead | None) -> Iterator[str]:
        """Yield the first opponent in the order, and the reason for the rejection."""
        if instead is not None:
            key, criterion = passed_over(self.language, self.system, subject, instead)
            seat = str(self.numbers.by_seat[instead.seat])
            yield self._say(key, seat=seat, criterion=criterion)

    def _criteria(self, step: PairingStep) -> Iterator[str]:
        lost = {code: amount for code, amount in step.given_up.items() if amount}
        for code, amount in lost.items():
            criterion = self._criterion(code)
            yield self._say("explained.given-up", criterion=criterion, amount=amount)
        if not lost:
            yield self._say("explained.nothing-given-up")
        elif step.remark("at-bounds"):
            yield self._say("explained.at-bounds")
        met = [code for code in dict.fromkeys(step.criteria) if code not in lost]
        if met:
            yield self._say("explained.met", criteria=", ".join(met))

    def _criterion(self, article: str) -> str:
        return self._named("criterion", article)

    def _named(self, subject: str, code: str) -> str:
        return named(self.language, subject, code, self.system)

    def _say(self, key: str, **fields: Any) -> str:
        return tr(self.language, key, **fields)


def two_columns(checker: Sequence[Board], tournament: Sequence[Board]) -> Iterator[str]:
    """Yield a round that differs: a heading, the boards that are not in both, an empty line.

    Both columns keep the order in which their boards are given; the shorter one is filled up.
    """
    both = set(checker) & set(tournament)
    yield CHECKER_HEADING
    for ours, theirs in zip_longest(_not_in(checker, both), _not_in(tournament, both)):
        yield _column(ours, 7) + _column(theirs, 19).rstrip()
    yield ""


def _not_in(boards: Sequence[Board], both: set[Board]) -> Iterator[Board]:
    return (board for board in boards if board not in both)


def _column(board: Board | None, width: int) -> str:
    return " " * (width + 6) if board is None else f"{board[0]:>{width}} - {board[1]:>3}"
