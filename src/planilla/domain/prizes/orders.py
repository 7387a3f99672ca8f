"""How the contenders end in an outcome: their words sorted, and the tied told apart.

A list of tie-breaks is asked as the standings ask it (`planilla.domain.standings`): up to the first
tie-break that depends on who is tied the words are a ranking by themselves; from there on each
group still tied is asked about.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.prizes.finals import APART, FOR_GOOD, ON_POINTS, Final
from planilla.domain.prizes.outcomes import Outcome
from planilla.domain.prizes.standpoints import Field, bits_of_place
from planilla.domain.standings import MODES, Column, following_column, worth_asking

AmongTied = Callable[[tuple[Seat, ...], Outcome], Sequence[int]]
"""What a tie-break says of some who are tied, more being better."""


class Rule(NamedTuple):
    """A tie-break of a list: a field of the words, or a question about those who are tied."""

    field: Field | None
    among: AmongTied | None
    column: Column


class Orders:
    """What reads a final out of a row of words, as deep as `depth`: to the end of a points group.

    `rules` begin with the points and leave out what the standings drop. `seats` are the contenders
    in ascending order; `met` are those whom each has met, as bits, both by the ends of words.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        mode: str,
        seats: Sequence[Seat],
        met: Sequence[int],
        depth: int,
    ) -> None:
        self._rules = rules
        self._columns = tuple(rule.column for rule in rules)
        self._restarts = MODES[mode]
        self._seat_of = seats[::-1]
        self._mask = (1 << bits_of_place(len(seats))) - 1
        self._depth = depth
        asking = [place for place, rule in enumerate(rules) if rule.among]
        self._first = asking[0] if asking else len(rules)
        shifts = [rule.field.shift for rule in rules[: self._first] if rule.field]
        self._points, self._shift = shifts[0], shifts[-1]
        self._met = met
        size = len(rules)
        self._next = [
            [worth_asking(self._columns, at, asked) for asked in range(size + 1)]
            for at in range(size + 1)
        ]
        """What is asked next, by where one goes on and by what has been asked already."""

    def final(self, row: tuple[int, ...], outcome: Outcome) -> Final:
        """The final order, and how each is tied with the one before.

        Those of a points group who are surely behind the first `depth` are taken together.
        """
        words = sorted(row, reverse=True)
        ties = self._ties(words)
        words = words[: len(ties) + 1]
        if self._first < len(self._rules) and FOR_GOOD in ties:
            self._tell_apart(words, ties, outcome)
        mask, seat_of = self._mask, self._seat_of
        return tuple([seat_of[word & mask] for word in words]), bytes(ties)

    def _ties(self, words: list[int]) -> list[int]:
        """The ties by words alone, to the end of the points group in which the depth is."""
        points, shift, depth = self._points, self._shift, self._depth
        ties: list[int] = []
        for place, (one, other) in enumerate(pairwise(words), start=1):
            differ = one ^ other
            if differ >> points:
                if place >= depth:
                    break
                ties.append(APART)
            elif not differ >> shift:
                ties.append(FOR_GOOD)
            elif place < depth:
                ties.append(ON_POINTS)
            else:
                behind = [word for word in words[place:] if not (one ^ word) >> points]
                words[place : place + len(behind)] = self._by_seat(behind)
                return [*ties, ON_POINTS, *(FOR_GOOD for _ in behind[1:])]
        return ties

    def _by_seat(self, words: list[int]) -> list[int]:
        mask = self._mask
        return sorted(words, key=lambda word: word & mask, reverse=True)

    def _tell_apart(self, words: list[int], ties: list[int], outcome: Outcome) -> None:
        """Put those still tied in order."""
        start = 0
        while start < len(words):
            end = start + 1
            while end < len(words) and ties[end - 1] == FOR_GOOD:
                end += 1
            if end > start + 1 and start < self._depth:
                at = start
                for group in self._groups(words[start:end], start, outcome):
                    if at > start:
                        ties[at - 1] = ON_POINTS
                    words[at : at + len(group)] = group
                    at += len(group)
            start = end

    def _groups(self, tied: list[int], ahead: int, outcome: Outcome) -> Iterator[list[int]]:
        """Those tied before the first question about the tied, in groups of equal rank."""
        columns, rules = self._columns, self._rules
        waiting = [(self._by_seat(tied), self._first, self._first)]
        while waiting:
            group, at, asked = waiting.pop()
            at = self._next[at][asked]
            if len(group) == 1 or at == len(columns) or ahead >= self._depth:
                settled = [group]
            elif not self._have_met(group):
                settled = self._by_words(group)
            else:
                parts = self._parts(group, rules[at], outcome)
                if len(parts) < len(group):
                    restarts = self._restarts
                    then = following_column(columns[at], at, restarts=restarts, parts=len(parts))
                    waiting.extend((part, then, max(asked, at + 1)) for part in parts)
                    continue
                settled = parts[::-1]
            yield from settled
            ahead += len(group)

    def _have_met(self, group: list[int]) -> bool:
        """Whether any have met; if not, no question about the tied says anything."""
        mask, met = self._mask, self._met
        members = 0
        for word in group:
            place = word & mask
            if met[place] & members:
                return True
            members |= 1 << place
        return False

    def _by_words(self, group: list[int]) -> list[list[int]]:
        """The group in the order of the words alone."""
        end = self._mask.bit_length()
        words = sorted(group, reverse=True)
        return [list(tied) for _, tied in groupby(words, key=lambda word: word >> end)]

    def _parts(self, group: list[int], rule: Rule, outcome: Outcome) -> list[list[int]]:
        """The group by what a tie-break says, the worst first; seats stay in their order."""
        if rule.field is not None:
            shift, mask = rule.field
            values: Sequence[int] = [word >> shift & mask for word in group]
        else:
            assert rule.among is not None
            mask, seat_of = self._mask, self._seat_of
            values = rule.among(tuple([seat_of[word & mask] for word in group]), outcome)
        different = set(values)
        if len(different) == 1:
            return [group]
        parts: dict[int, list[int]] = {value: [] for value in sorted(different)}
        for value, word in zip(values, group, strict=True):
            parts[value].append(word)
        return list(parts.values())
