"""Games that were not played, as the tie-breaks by opponents count them: one treatment an edition.

A treatment says what each entrant is worth to those who met him, and which rounds are elements of
an entrant's own tie-breaks, against whom and with how many points. Games that have no result yet
count nothing for anybody, and neither does the free round of an odd field.

Sources: seed 000, chapter 3, "El ajuste FIDE", and 3.2.1; FIDE C.07 (1 March 2026), 15 and 16, and
its edition of 1 August 2024.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cached_property, partial
from itertools import compress
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.lanes import MAX_LANE, columns_of
from planilla.domain.tiebreaks.meetings import Meetings, meetings_of, places_of
from planilla.domain.tiebreaks.rows import flat
from planilla.domain.tiebreaks.tally import (
    NOBODY,
    VOLUNTARY,
    Kind,
    Tally,
    with_last_round_drawn,
)
from planilla.domain.tiebreaks.tiebreak import Note

_FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})
_NO_ELEMENT = frozenset({Kind.OPEN, Kind.FREE})
NONE, USUAL, WILFUL = range(3)
"""What a round is: no element, an element, or one that was unplayed by the own will."""

_IS_VOLUNTARY = bytes(kind in VOLUNTARY for kind in range(256))
_IS_ELEMENT = bytes(kind not in _NO_ELEMENT for kind in range(256))
_HAS_ENDED = bytes(kind != Kind.OPEN for kind in range(256))
_HAS_OPPONENT = bytes(kind == Kind.PLAYED or kind in _FORFEITS for kind in range(256))
_IN_SWISS = bytes(map(sum, zip(_IS_ELEMENT, _IS_VOLUNTARY, strict=True)))
"""For `bytes.translate`: which elements, or flags, the kinds of a round become."""


class Adjustment(StrEnum):
    """How far the book adjusts unplayed games.

    `off`: as scored; a forfeit counts the opponent who was paired, a round without opponent
    counts nothing. `own`: each own unplayed round is a draw against oneself. `full`: also each
    opponent's unplayed round counts as a draw in his total.
    """

    OFF = "off"
    OWN = "own"
    FULL = "full"


class Faced(msgspec.Struct, frozen=True, gc=False):
    """The elements of one entrant, one for each of `rounds` (from 0).

    `totals` is what each opponent is worth, `scored` the points made against him. `voluntary`
    tells of each whether it was unplayed by the entrant's own will; None where none was.
    (`gc=False`: it holds numbers alone, and there are thousands.)
    """

    rounds: Sequence[int]
    totals: Sequence[int]
    scored: Sequence[int]
    voluntary: Sequence[int] | None


class Met(msgspec.Struct, frozen=True, dict=True):
    """What each is worth to opponents, by seat, and by place what each element is.

    `own` are the scores, the most that an element without an opponent is worth. A place is a round
    of an entrant, one entrant after another. `worths` is what the opponents are worth, 0 where
    there is no element, `scored` the points made against them; `elements` one of `NONE`, `USUAL`
    and `WILFUL`.
    """

    rounds: int
    own: Sequence[int]
    totals: Sequence[int]
    worths: Sequence[int]
    scored: Sequence[int]
    elements: bytes

    @cached_property
    def columns(self) -> list[int] | None:
        """`worths` as columns of lanes; None where they do not fit, or their sum does not."""
        if not self.has_room_for(1):
            return None
        return columns_of(self.worths, len(self.totals), self.rounds)

    @cached_property
    def _greatest(self) -> int | None:
        """What no element is beyond; None where some may be negative."""
        totals, own = self.totals, self.own
        if min(totals, default=0) < 0 or min(own, default=0) < 0:
            return None
        return max(max(totals, default=0), max(own, default=0))

    def has_room_for(self, points: int) -> bool:
        """Whether lanes can hold the sum of all elements times so many points each."""
        greatest = self._greatest
        return greatest is not None and greatest * points * self.rounds <= MAX_LANE

    def of(self, seat: Seat) -> Faced:
        """The elements of one entrant."""
        own = slice(seat * self.rounds, (seat + 1) * self.rounds)
        elements = self.elements[own]
        wilful = [each == WILFUL for each in elements if each]
        return Faced(
            [*compress(range(self.rounds), elements)],
            [*compress(self.worths[own], elements)],
            [*compress(self.scored[own], elements)],
            wilful if WILFUL in elements else None,
        )


class Told(NamedTuple):
    """Of one element: who is counted (None: oneself or a dummy), why, and by which article."""

    opponent: Seat | None
    note: Note
    article: str


class Pair(NamedTuple):
    """The tally of the opponents' totals and the one of the points scored against them."""

    worth: Tally
    scored: Tally


class Unplayed(NamedTuple):
    """One treatment. `met` makes the elements; `told(pair, totals, seat, at)` explains one."""

    name: str
    met: Callable[[Pair], Met]
    told: Callable[[Pair, Seat, int], Told]


def met_in(contest: Contest, unplayed: Unplayed, pair: tuple[str, str], *, fore: bool) -> Met:
    """The elements of everybody, made once; `pair` names the two tallies, `fore` as for `FB`.

    The last round is drawn in `fore` only when it is the last one announced: before, it is as
    Buchholz (reading 1).
    """
    is_fore = fore and contest.tally.rounds >= max(contest.rounds_planned, 1)

    def make() -> Met:
        return unplayed.met(pair_in(contest, pair, fore=is_fore))

    return contest.once(("met", unplayed.name, pair, is_fore), make)


def pair_in(contest: Contest, pair: tuple[str, str], *, fore: bool) -> Pair:
    """The two tallies that a tie-break by opponents reads, as they are or as `FB` sees them."""
    tallies = []
    for name in pair:
        tally = contest.tallies.get(name) or contest.tally
        if fore and contest.tally.rounds >= max(contest.rounds_planned, 1):
            tally = contest.once(("fore", name), partial(with_last_round_drawn, tally))
        tallies.append(tally)
    return Pair(*tallies)


# --- the book ------------------------------------------------------------------------------------


def of_the_book(adjustment: Adjustment) -> Unplayed:
    """The "ajuste FIDE" of the seed book: an unplayed game is a draw against oneself."""

    def met(pair: Pair) -> Met:
        return _met_by_the_book(pair, adjustment)

    def told(pair: Pair, seat: Seat, at: int) -> Told:
        kind, opponent = Kind(pair.worth.kinds[seat][at]), pair.worth.opponents[seat][at]
        if adjustment is not Adjustment.OFF and kind is not Kind.PLAYED:
            return Told(None, Note.OWN_UNPLAYED, "")
        return Told(opponent, Note.PLAYED if kind is Kind.PLAYED else Note.FORFEIT, "")

    return Unplayed(f"libro-{adjustment}", met, told)


def _met_by_the_book(pair: Pair, adjustment: Adjustment) -> Met:
    worth, meetings = pair.worth, meetings_of(pair.worth)
    kinds, rounds = meetings.kinds, worth.rounds
    totals, scored = worth.scores, flat(pair.scored.points)
    if adjustment is Adjustment.OFF:
        worths = _of_paired(meetings, totals)
        elements = kinds.translate(_HAS_OPPONENT)
        return Met(rounds, worth.scores, totals, worths, scored, elements)
    if adjustment is Adjustment.FULL:
        totals = _with_draws(worth, meetings)
    worths, made = [*meetings.worth([*totals, 0])], [*scored]
    for place in meetings.unplayed:
        if kinds[place] != Kind.OPEN:
            worths[place], made[place] = worth.scores[place // rounds], pair.scored.draw
    return Met(rounds, worth.scores, totals, worths, made, kinds.translate(_HAS_ENDED))


def _with_draws(worth: Tally, meetings: Meetings) -> list[int]:
    """The totals in which a draw stands for each unplayed round (seed 000, 3.2.1)."""
    totals, points = [*worth.scores], flat(worth.points)
    for place in meetings.unplayed:
        if meetings.kinds[place] != Kind.OPEN:
            totals[place // worth.rounds] += worth.draw - points[place]
    return totals


def _of_paired(meetings: Meetings, totals: Sequence[int]) -> list[int]:
    """What the opponents are worth, those of forfeits too."""
    worths = [*meetings.worth([*totals, 0])]
    for place in meetings.unplayed:
        if meetings.kinds[place] in _FORFEITS:
            worths[place] = totals[meetings.opponents[place]]
    return worths


# --- FIDE ----------------------------------------------------------------------------------------


def of_fide(name: str, *, capped: bool) -> Unplayed:
    """Article 16 of C.07: an own unplayed round is a game against a dummy.

    The dummy has the entrant's own score; since March 2026 it is `capped` (16.4.1, 16.4.2).
    """

    def met(pair: Pair) -> Met:
        if pair.worth.predetermined:
            return _met_by_schedule(pair)
        return _met_in_swiss(pair, capped=capped)

    def told(pair: Pair, seat: Seat, at: int) -> Told:
        return _told_by_fide(pair.worth, seat, at, capped=capped)

    return Unplayed(name, met, told)


def _met_by_schedule(pair: Pair) -> Met:
    """Predetermined pairings: forfeits are games, a free round is no element (15.2)."""
    worth, meetings = pair.worth, meetings_of(pair.worth)
    return Met(
        worth.rounds,
        worth.scores,
        worth.scores,
        _of_paired(meetings, worth.scores),
        flat(pair.scored.points),
        meetings.kinds.translate(_IS_ELEMENT),
    )


def _met_in_swiss(pair: Pair, *, capped: bool) -> Met:
    worth, meetings = pair.worth, meetings_of(pair.worth)
    kinds, opponents, rounds = meetings.kinds, meetings.opponents, worth.rounds
    totals, own = _adjusted_scores(worth, kinds), worth.scores
    worths = [*meetings.worth([*totals, 0])]
    cap = worth.draw * rounds
    for place in meetings.unplayed:
        if kinds[place] not in _NO_ELEMENT:
            score, opponent = own[place // rounds], opponents[place]
            limit = cap if opponent == NOBODY else totals[opponent]
            worths[place] = min(score, limit) if capped else score
    return Met(
        rounds,
        own,
        totals,
        worths,
        flat(pair.scored.points),
        kinds.translate(_IN_SWISS),
    )


def _adjusted_scores(tally: Tally, kinds: bytes) -> list[int]:
    """What each is worth to opponents: the score, but of those who left the last round out."""
    totals, points, rounds = [*tally.scores], flat(tally.points), tally.rounds
    left_out = kinds[rounds - 1 :: max(rounds, 1)].translate(_IS_VOLUNTARY)
    for seat in places_of(left_out):
        own = slice(seat * rounds, (seat + 1) * rounds)
        totals[seat] = adjusted_score(kinds[own], points[own], tally.draw)
    return totals


def adjusted_score(kinds: bytes, points: Sequence[int], draw: int) -> int:
    """What an entrant is worth to opponents: requested byes after the last game count as draws.

    These are the rounds of category 16.2.5: nothing but voluntarily unplayed rounds follows them.
    All others bring what they brought (16.3).
    """
    total = sum(points)
    for at in range(len(kinds) - 1, -1, -1):
        kind = kinds[at]
        if kind == Kind.REQUESTED:
            total += draw - points[at]
        elif kind != Kind.FORFEIT_LOSS:
            break
    return total


def _told_by_fide(tally: Tally, seat: Seat, at: int, *, capped: bool) -> Told:
    predetermined = tally.predetermined
    kind, opponent = Kind(tally.kinds[seat][at]), tally.opponents[seat][at]
    if kind is Kind.PLAYED or predetermined:
        note = Note.PLAYED if kind is Kind.PLAYED else Note.FORFEIT
        adjusted = adjusted_score(tally.kinds[opponent], tally.points[opponent], tally.draw)
        differs = not predetermined and adjusted != tally.scores[opponent]
        article = "16.3.2" if differs else "15.2" if note is Note.FORFEIT else ""
        return Told(opponent, note, article)
    if not capped:
        return Told(None, Note.DUMMY, "16.4")
    return Told(None, Note.DUMMY, "16.4.2" if opponent == NOBODY else "16.4.1")
