"""Games that were not played, as the tie-breaks by opponents count them: one treatment an edition.

A treatment says what each entrant is worth to those who met him, and which rounds are elements of
an entrant's own tie-breaks, against whom and with how many points. Games that have no result yet
count nothing for anybody, and neither does the free round of an odd field.

Sources: seed 000, chapter 3, "El ajuste FIDE", and 3.2.1; FIDE C.07 (1 March 2026), 15 and 16, and
its edition of 1 August 2024.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial
from itertools import compress
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.tally import (
    NOBODY,
    VOLUNTARY,
    Kind,
    Tally,
    first_games,
    with_last_round_drawn,
)
from planilla.domain.tiebreaks.tiebreak import Note

_FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})
_NO_ELEMENT = frozenset({Kind.OPEN, Kind.FREE})
_OPEN = bytes((Kind.OPEN,))
_IS_ELEMENT = bytes(kind not in _NO_ELEMENT for kind in range(256))
_IS_VOLUNTARY = bytes(kind in VOLUNTARY for kind in range(256))
_LEFT_OUT = tuple(bytes((kind,)) for kind in sorted(VOLUNTARY))
"""How the kinds of an entrant end who left the last round out."""


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


class Met(NamedTuple):
    """What each is worth to opponents, by seat, and the elements of each."""

    totals: list[int]
    elements: list[Faced]


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
    worth, scored = pair
    whole = bytes((Kind.PLAYED,)) * worth.rounds
    totals = worth.scores
    if adjustment is Adjustment.FULL:
        totals = [
            score if kinds == whole else _with_draws(kinds, points, worth.draw)
            for score, kinds, points in zip(worth.scores, worth.kinds, worth.points, strict=True)
        ]
    every = range(worth.rounds)
    elements = []
    for seat, kinds in enumerate(worth.kinds):
        opponents, points = worth.opponents[seat], scored.points[seat]
        if kinds == whole:
            met = [totals[opponent] for opponent in opponents]
            elements.append(Faced(every, met, points, None))
            continue
        rounds, met, made = [], [], []
        for at, kind in enumerate(kinds):
            if kind in _NO_ELEMENT and (kind == Kind.OPEN or adjustment is Adjustment.OFF):
                continue
            if kind == Kind.PLAYED or (adjustment is Adjustment.OFF and kind in _FORFEITS):
                met.append(totals[opponents[at]])
                made.append(points[at])
            elif adjustment is Adjustment.OFF:
                continue
            else:
                met.append(worth.scores[seat])
                made.append(scored.draw)
            rounds.append(at)
        elements.append(Faced(rounds, met, made, None))
    return Met(totals, elements)


def _with_draws(kinds: bytes, points: Sequence[int], draw: int) -> int:
    """A total in which a draw stands for each unplayed round (seed 000, 3.2.1)."""
    return sum(
        scored if kind in {Kind.PLAYED, Kind.OPEN} else draw
        for kind, scored in zip(kinds, points, strict=True)
    )


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
    worth, scored = pair
    elements = []
    for seat, kinds in enumerate(worth.kinds):
        rounds = [at for at, kind in enumerate(kinds) if kind not in _NO_ELEMENT]
        opponents, points = worth.opponents[seat], scored.points[seat]
        elements.append(
            Faced(
                rounds,
                [worth.scores[opponents[at]] for at in rounds],
                [points[at] for at in rounds],
                None,
            )
        )
    return Met(worth.scores, elements)


def _met_in_swiss(pair: Pair, *, capped: bool) -> Met:
    worth, scored = pair
    totals = list(worth.scores)
    for seat, kinds in enumerate(worth.kinds):
        if kinds.endswith(_LEFT_OUT):
            totals[seat] = adjusted_score(kinds, worth.points[seat], worth.draw)
    total_of, every = totals.__getitem__, range(worth.rounds)
    games, rounds = first_games(worth.rounds), [every[:count] for count in range(len(every) + 1)]
    rows = zip(worth.kinds, worth.opponents, scored.points, strict=True)
    elements = [
        _faced(worth, seat, points, totals, capped=capped)
        if (played := games.get(kinds)) is None
        else Faced(rounds[played], list(map(total_of, opponents[:played])), points[:played], None)
        for seat, (kinds, opponents, points) in enumerate(rows)
    ]
    return Met(totals, elements)


def _faced(
    tally: Tally, seat: Seat, points: Sequence[int], totals: list[int], *, capped: bool
) -> Faced:
    kinds, own = tally.kinds[seat].rstrip(_OPEN), tally.scores[seat]
    count = len(kinds)
    rounds, opponents, points = range(count), tally.opponents[seat][:count], points[:count]
    played, cap = int(Kind.PLAYED), tally.draw * tally.rounds
    dummy = min(own, cap) if capped else own
    met = list(map(totals.__getitem__, opponents))
    for at, kind in enumerate(kinds):
        if kind != played:
            met[at] = min(own, met[at]) if capped and opponents[at] != NOBODY else dummy
    voluntary = kinds.translate(_IS_VOLUNTARY)
    faced = Faced(rounds, met, points, voluntary if 1 in voluntary else None)
    return _without(faced, kinds) if Kind.OPEN in kinds or Kind.FREE in kinds else faced


def _without(faced: Faced, kinds: bytes) -> Faced:
    """The elements less the rounds that are none."""
    counts = kinds.translate(_IS_ELEMENT)
    return Faced(
        list(compress(faced.rounds, counts)),
        list(compress(faced.totals, counts)),
        list(compress(faced.scored, counts)),
        faced.voluntary and list(compress(faced.voluntary, counts)),
    )


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
