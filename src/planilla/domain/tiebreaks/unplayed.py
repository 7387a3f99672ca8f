"""Unplayed rounds in tie-breaks by opponents: one treatment per edition.

A treatment defines the total that each entrant counts for opponents, and the rounds that are
elements of an entrant's own tie-breaks, with opponents and points. Games without a result, and the
free round with an odd number of entrants, count for nothing.

Sources: seed 000, chapter 3, "El ajuste FIDE", and 3.2.1; FIDE C.07 (1 March 2026), 15 and 16, and
its edition of 1 August 2024.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import NamedTuple

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.arrays import Array, np
from planilla.domain.tiebreaks.contest import (
    FORFEITS,
    NOBODY,
    VOLUNTARY,
    Contest,
    Grid,
    RoundKind,
    Tally,
    with_last_round_drawn,
)
from planilla.domain.tiebreaks.elements import Label
from planilla.domain.tiebreaks.tiebreak import Note


class UnplayedAdjustment(StrEnum):
    """Adjustment of unplayed games in the book.

    `off`: as scored; a forfeit counts the paired opponent, a round without opponent counts 0.
    `own`: each own unplayed round is a draw against oneself. `full`: each unplayed round of an
    opponent also counts as a draw in that opponent's total.
    """

    OFF = "off"
    OWN = "own"
    FULL = "full"


class OpponentElements(NamedTuple):
    """The elements of all entrants.

    `totals` are the totals that entrants count for opponents, by seat. The others are by round and
    entrant: `worths` are the opponents' totals (0 without an element), `scored` the points against
    them; `exist` marks the elements, `voluntary` the voluntarily unplayed rounds, and
    `against_self` the draws against oneself.
    """

    totals: Array
    worths: Array
    scored: Array
    exist: Array
    voluntary: Array | None = None
    against_self: Array | None = None


class Pair(NamedTuple):
    """The tallies of the opponents' totals and of the points scored against them."""

    worth: Tally
    scored: Tally


class Unplayed(NamedTuple):
    """One treatment: `met` makes the elements, `label(pair, met, seat, at)` describes one."""

    name: str
    met: Callable[[Pair], OpponentElements]
    label: Callable[[Pair, OpponentElements, Seat, int], Label]


def met_in(
    contest: Contest, unplayed: Unplayed, pair: tuple[str, str], *, fore: bool
) -> OpponentElements:
    """Return the elements of all entrants, cached; `pair` names two tallies, `fore` is for `FB`."""
    is_fore = fore and _is_fore(contest)
    return contest.once(
        ("met", unplayed.name, pair, is_fore),
        lambda: unplayed.met(pair_in(contest, pair, fore=is_fore)),
    )


def pair_in(contest: Contest, pair: tuple[str, str], *, fore: bool) -> Pair:
    """Return the tallies for a tie-break by opponents, unchanged or adjusted for `FB`."""
    tallies = []
    for name in pair:
        tally = contest.tally_by(name)
        if fore and _is_fore(contest):
            tally = contest.once(("fore", name), partial(with_last_round_drawn, tally))
        tallies.append(tally)
    return Pair(*tallies)


def _is_fore(contest: Contest) -> bool:
    """Return whether the last round is the last announced one; until then Fore equals Buchholz.

    Source: reading 1 of `docs/rules/tiebreaks.md`.
    """
    return contest.tally.rounds >= max(contest.rounds_planned, 1)


def at_opponents(values: Array, grid: Grid) -> Array:
    """Return the opponent's value for each round; 0 without an opponent. `values` are by seat."""
    if not len(values):
        return np.zeros(grid.opponents.shape, values.dtype)
    return np.where(grid.opponents == NOBODY, 0, values[grid.opponents])


# --- the book ------------------------------------------------------------------------------------


def of_the_book(adjustment: UnplayedAdjustment) -> Unplayed:
    """Return the "ajuste FIDE" of the seed book: an unplayed game is a draw against oneself."""

    def met(pair: Pair) -> OpponentElements:
        return _met_as_scored(pair) if adjustment is UnplayedAdjustment.OFF else _met_adjusted(pair)

    def _met_adjusted(pair: Pair) -> OpponentElements:
        worth, grid = pair.worth, pair.worth.grid
        is_played, has_ended = grid.is_kind(RoundKind.PLAYED), grid.kinds != RoundKind.OPEN
        totals = worth.totals
        if adjustment is UnplayedAdjustment.FULL:
            # Each unplayed round counts as a draw (seed 000, 3.2.1).
            totals = worth.total_of(np.where(has_ended & ~is_played, worth.draw, grid.points))
        worths = np.where(is_played, at_opponents(totals, grid), worth.totals)
        return OpponentElements(
            totals=totals,
            worths=np.where(has_ended, worths, 0),
            scored=np.where(has_ended & ~is_played, pair.scored.draw, pair.scored.grid.points),
            exist=has_ended,
            against_self=has_ended & ~is_played,
        )

    def label(pair: Pair, _: OpponentElements, seat: Seat, at: int) -> Label:
        is_played = pair.worth.kinds[seat][at] == RoundKind.PLAYED
        if adjustment is not UnplayedAdjustment.OFF and not is_played:
            return Label(None, Note.OWN_UNPLAYED)
        note = Note.PLAYED if is_played else Note.FORFEIT
        return Label(pair.worth.opponents[seat][at], note)

    return Unplayed(f"libro-{adjustment}", met, label)


def _met_as_scored(pair: Pair) -> OpponentElements:
    """Return the elements with forfeits as games against the paired opponents."""
    worth, grid = pair.worth, pair.worth.grid
    exist = grid.is_kind(RoundKind.PLAYED, *FORFEITS)
    return OpponentElements(
        totals=worth.totals,
        worths=np.where(exist, at_opponents(worth.totals, grid), 0),
        scored=pair.scored.grid.points,
        exist=exist,
    )


# --- FIDE ----------------------------------------------------------------------------------------


def of_fide(name: str, *, capped: bool) -> Unplayed:
    """Return article 16 of C.07: an own unplayed round is a game against a dummy.

    The dummy has the entrant's own score, since March 2026 `capped` (16.4.1, 16.4.2).
    """

    def met(pair: Pair) -> OpponentElements:
        # Predetermined pairings: forfeits are games, free rounds are no elements (15.2).
        return _met_as_scored(pair) if pair.worth.predetermined else _met_in_swiss(pair, capped)

    def label(pair: Pair, met: OpponentElements, seat: Seat, at: int) -> Label:
        tally = pair.worth
        kind, opponent = tally.kinds[seat][at], tally.opponents[seat][at]
        if kind == RoundKind.PLAYED or tally.predetermined:
            note = Note.PLAYED if kind == RoundKind.PLAYED else Note.FORFEIT
            is_adjusted = bool(met.totals[opponent] != tally.totals[opponent])
            article = "16.3.2" if is_adjusted else "15.2" if note is Note.FORFEIT else ""
            return Label(opponent, note, article)
        if not capped:
            return Label(None, Note.DUMMY, "16.4")
        return Label(None, Note.DUMMY, "16.4.2" if opponent == NOBODY else "16.4.1")

    return Unplayed(name, met, label)


def _met_in_swiss(pair: Pair, capped: bool) -> OpponentElements:  # noqa: FBT001
    worth, grid = pair.worth, pair.worth.grid
    totals, voluntary = adjusted_totals(worth), grid.is_kind(*VOLUNTARY)
    exist = ~grid.is_kind(RoundKind.OPEN, RoundKind.FREE)
    at_each = at_opponents(totals, grid)
    dummies = np.broadcast_to(worth.totals, exist.shape)
    if capped:
        limit = np.where(grid.opponents == NOBODY, worth.draw * worth.rounds, at_each)
        dummies = np.minimum(dummies, limit)
    worths = np.where(grid.kinds == RoundKind.PLAYED, at_each, dummies)
    return OpponentElements(
        totals=totals,
        worths=np.where(exist, worths, 0),
        scored=pair.scored.grid.points,
        exist=exist,
        voluntary=voluntary,
    )


def adjusted_totals(tally: Tally) -> Array:
    """Return the totals for opponents, with requested byes after the last game as draws.

    These are the rounds of category 16.2.5, followed by voluntarily unplayed rounds only. All
    others count as scored (16.3).
    """
    grid = tally.grid
    voluntary = grid.is_kind(*VOLUNTARY)
    trailing = np.logical_and.accumulate(voluntary[::-1], axis=0)[::-1]
    is_draw = trailing & grid.is_kind(RoundKind.REQUESTED)
    return tally.total_of(np.where(is_draw, tally.draw, grid.points))


# --- /P ------------------------------------------------------------------------------------------


def with_forfeits_played(treatment: Unplayed) -> Unplayed:
    """Return a treatment with forfeits as games against the paired opponent (`/P`).

    They are then not voluntarily unplayed rounds, and no dummy replaces the opponent.

    Source: FIDE C.07 (1 March 2026), 16.6; TRF26, 202 and 212.
    """

    def met(pair: Pair) -> OpponentElements:
        return treatment.met(_played(pair))

    def label(pair: Pair, met: OpponentElements, seat: Seat, at: int) -> Label:
        found = treatment.label(_played(pair), met, seat, at)
        if pair.worth.kinds[seat][at] in FORFEITS:
            return Label(found.opponent, Note.FORFEIT, found.article or "16.6")
        return found

    return Unplayed(f"{treatment.name}/P", met, label)


def _played(pair: Pair) -> Pair:
    return Pair(_with_forfeits_played(pair.worth), _with_forfeits_played(pair.scored))


def _with_forfeits_played(tally: Tally) -> Tally:
    grid = tally.grid
    kinds = np.where(grid.is_kind(*FORFEITS), np.uint8(RoundKind.PLAYED), grid.kinds)
    return msgspec.structs.replace(tally, grid=grid._replace(kinds=kinds))
