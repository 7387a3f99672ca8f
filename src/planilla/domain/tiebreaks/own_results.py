"""Tie-breaks by the entrant's own results: points, wins, black games, progressive score, numbers.

With predetermined pairings forfeit wins count as wins over the board and forfeit losses as unplayed
(FIDE C.07, 15.2); otherwise no forfeit counts as played. Tie-breaks without games are here too:
pairing numbers and lots.

Source: FIDE C.07 (1 March 2026), `PTS`, `TPN`, 4.2 (lots) and the articles at each function;
seed 000, chapter 3.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.arrays import Array, is_equal, np
from planilla.domain.tiebreaks.contest import FORFEITS, NOBODY, VOLUNTARY, Contest, RoundKind, Tally
from planilla.domain.tiebreaks.elements import Elements, Label, Sum, label_of_round
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.tiebreak import (
    BEFORE,
    BOOK,
    FIDE,
    IN_FORCE,
    Family,
    Note,
    Tiebreak,
    Working,
    WorkingStep,
)

Count = Callable[[Tally], Array]
"""Function that returns the count of each round, by round and entrant."""

HALF_POINTS = 2


def counting(count: Count, unit: int, code: Code, _: object = None) -> Tiebreak:
    """Return a tie-break that counts rounds by `count`."""
    return Sum(
        unit=lambda _: unit,
        elements=lambda contest: Elements(count(contest.tally_by(code.score))),
        label=partial(_label, code),
    ).tiebreak(code)


def _label(code: Code, contest: Contest, seat: Seat, at: int) -> Label:
    return label_of_round(contest.tally_by(code.score), seat, at)


def _over_the_board(tally: Tally) -> Array:
    kinds = (
        (RoundKind.PLAYED, RoundKind.FORFEIT_WIN) if tally.predetermined else (RoundKind.PLAYED,)
    )
    return tally.grid.is_kind(*kinds)


def win(tally: Tally) -> Array:
    """Count a round with as many points as for a win, played or not.

    Source: FIDE C.07 (1 March 2026), `WIN`; seed 000, 3.1.6, Kashdan 100 without the adjustment.
    """
    return is_equal(tally.grid.points, tally.win) & ~tally.grid.is_kind(RoundKind.OPEN)


def game_won(tally: Tally) -> Array:
    """Count a game won over the board.

    Source: FIDE C.07 (1 March 2026), `WON`; seed 000, 3.1.6, Kashdan 100 with the adjustment.
    """
    return is_equal(tally.grid.points, tally.win) & _over_the_board(tally)


def black_game(tally: Tally) -> Array:
    """Count a game played with Black. Source: FIDE C.07 (1 March 2026), `BPG`."""
    return _over_the_board(tally) & is_equal(tally.grid.blacks, 1)


def black_win(tally: Tally) -> Array:
    """Count a game won with Black. Source: FIDE C.07 (1 March 2026), `BWG`."""
    return game_won(tally) & is_equal(tally.grid.blacks, 1)


def elected(tally: Tally) -> Array:
    """Count a round that the entrant chose to play: no requested bye, not lost by forfeit.

    Source: FIDE C.07 (1 March 2026), `REP`; `GE` before August 2024.
    """
    return ~tally.grid.is_kind(*VOLUNTARY)


def standard_points(tally: Tally) -> Array:
    """Count two for a round with more points than the opponent, and one for as many.

    Without an opponent the points for a draw take the place of the opponent's.

    Source: FIDE C.07 (1 March 2026), `STD`.
    """
    points = tally.grid.points
    against = _points_against(tally, tally.draw)
    counts = np.where(points > against, 2, np.where(points == against, 1, 0))
    return np.where(tally.grid.is_kind(RoundKind.OPEN, RoundKind.FREE), 0, counts)


def _points_against(tally: Tally, alone: int) -> Array:
    """Return the opponent's points in each round, or `alone` without an opponent."""
    grid = tally.grid
    if not tally.size:
        return grid.points
    return np.where(
        grid.opponents == NOBODY, alone, np.take_along_axis(grid.points, grid.opponents, axis=1)
    )


# --- points --------------------------------------------------------------------------------------


def points(code: Code, _: object = None) -> Tiebreak:
    """Return the score, in units of the point system; for a team the score named in the code."""

    def label(contest: Contest, seat: Seat, at: int) -> Label:
        found = label_of_round(contest.tally_by(code.score), seat, at)
        return found._replace(note=Note.PLAYED)

    return Sum(
        unit=lambda contest: contest.tally_by(code.score).unit,
        elements=lambda contest: Elements(contest.tally_by(code.score).grid.points),
        label=label,
    ).tiebreak(code)


def progressive(code: Code, _: object = None) -> Tiebreak:
    """Return the sum of the running score after each round, in units of the point system.

    `/C1` leaves out the score after round 1, `/C2` also that after round 2, and so on.

    Source: FIDE C.07 (1 March 2026), `PS`, 14.1; seed 000, 3.1.7 and 3.1.8.
    """
    cut = code.number("C") or 0

    def elements(contest: Contest) -> Elements:
        values = contest.tally_by(code.score).grid.points.cumsum(axis=0)
        is_cut = np.zeros(values.shape, bool)
        is_cut[:cut] = True
        return Elements(values, cut=is_cut)

    def label(contest: Contest, seat: Seat, at: int) -> Label:
        found = label_of_round(contest.tally_by(code.score), seat, at)
        return found._replace(article="14.1") if at < cut else found

    return Sum(
        unit=lambda contest: contest.tally_by(code.score).unit, elements=elements, label=label
    ).tiebreak(code)


# --- Kashdan -------------------------------------------------------------------------------------


class Weights(NamedTuple):
    """The weights of a loss, a draw and a win."""

    loss: int
    draw: int
    win: int


def kashdan(code: Code, _: object = None) -> Tiebreak:
    """Return the sum of weights of the results; the three digits of the name are the weights.

    `K421` gives four for a win, two for a draw, one for a loss; `K100` counts wins. With the
    adjustment (the default; `/own` is the same) each unplayed round is a draw. Without it (`/off`)
    a forfeit or a bye counts as it was scored; a round without game or points counts 0.

    Source: seed 000, 3.1.6; the Kashdan column of its 3.5.1.
    """
    win_, draw, loss = (int(digit) for digit in code.name.removeprefix("K"))
    weights = Weights(loss, draw, win_)
    if code.has("off"):
        return counting(partial(_as_scored, weights), 1, code)
    return Sum(
        unit=lambda _: 1,
        elements=lambda contest: Elements(_adjusted(weights, contest.tally_by(code.score))),
        label=partial(_own_label, code),
    ).tiebreak(code)


def _adjusted(weights: Weights, tally: Tally) -> Array:
    grid = tally.grid
    played = np.array(weights)[grid.outcomes]
    unplayed = np.where(grid.kinds == RoundKind.OPEN, 0, weights.draw)
    return np.where(grid.kinds == RoundKind.PLAYED, played, unplayed)


def _as_scored(weights: Weights, tally: Tally) -> Array:
    grid = tally.grid
    unplayed = np.where(grid.is_kind(*FORFEITS), weights.loss, 0)
    unplayed = np.where(grid.points >= tally.draw, weights.draw, unplayed)
    unplayed = np.where(grid.points >= tally.win, weights.win, unplayed)
    counts = np.where(grid.kinds == RoundKind.PLAYED, np.array(weights)[grid.outcomes], unplayed)
    return np.where(grid.kinds == RoundKind.OPEN, 0, counts)


def _own_label(code: Code, contest: Contest, seat: Seat, at: int) -> Label:
    """Return the label of a round; an unplayed one is a draw against oneself."""
    found = _label(code, contest, seat, at)
    return found if found.note in {Note.PLAYED, Note.OPEN} else Label(None, Note.OWN_UNPLAYED)


# --- points for and against ----------------------------------------------------------------------


def points_difference(code: Code, _: object = None) -> Tiebreak:
    """Return the sum over all encounters of points for minus points against.

    In a team tournament these are game points. An unplayed encounter counts as drawn, with no
    difference (`/own` is the same); with `/off` it counts as it was scored, and a round without
    opponent counts 0. For equal differences the book compares the points for: put `PTS:GP` next in
    the list.

    Source: seed 000, 3.1.2.
    """
    return margins(adjusts=not code.has("off")).tiebreak(code)


def margins(*, adjusts: bool, positive: bool = False) -> Sum:
    """Return the sum of the margins of all encounters, or of the `positive` ones only."""

    def is_met(kind: int) -> bool:
        return kind == RoundKind.PLAYED or (kind in FORFEITS and not adjusts)

    def elements(contest: Contest) -> Elements:
        tally = encounters_of(contest)
        kinds = (RoundKind.PLAYED,) if adjusts else (RoundKind.PLAYED, *FORFEITS)
        values = np.where(
            tally.grid.is_kind(*kinds), tally.grid.points - _points_against(tally, 0), 0
        )
        if positive:
            return Elements(np.maximum(values, 0), exist=values > 0)
        return Elements(values, exist=~tally.grid.is_kind(RoundKind.OPEN, RoundKind.FREE))

    def label(contest: Contest, seat: Seat, at: int) -> Label:
        tally = encounters_of(contest)
        kind = tally.kinds[seat][at]
        if not is_met(kind):
            return Label(None, Note.OWN_UNPLAYED if adjusts else Note.NOT_COUNTED)
        note = Note.PLAYED if kind == RoundKind.PLAYED else Note.FORFEIT
        return Label(tally.opponents[seat][at], note)

    return Sum(unit=lambda contest: encounters_of(contest).unit, elements=elements, label=label)


def encounters_of(contest: Contest) -> Tally:
    """Return the tally of margins: game points of teams, else the only tally."""
    return contest.tally_by("GP")


# --- numbers -------------------------------------------------------------------------------------


def numbered(
    number: Callable[[Contest, Seat], int], step: str, code: Code, *, lower_is_better: bool
) -> Tiebreak:
    """Return a tie-break by a number of each entrant, which is the whole working."""

    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        return [number(contest, seat) for seat in tied]

    def working(contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
        return Working(
            unit=1, terms=(), steps=(WorkingStep(name=step, numerator=number(contest, seat)),)
        )

    return Tiebreak(
        code=code.written,
        unit=lambda _: 1,
        values=values,
        working=working,
        lower_is_better=lower_is_better,
    )


def pairing_number(code: Code, _: object = None) -> Tiebreak:
    """Return the pairing number; the lower is ahead, or the higher with `/R`."""
    return numbered(lambda _, seat: seat + 1, "number", code, lower_is_better=not code.has("R"))


def lots(code: Code, _: object = None) -> Tiebreak:
    """Return the place drawn by lot; before the drawing all are equal."""
    drawn = numbered(lambda contest, seat: contest.lots[seat], "number", code, lower_is_better=True)
    return drawn.where(lambda contest: bool(contest.lots))


_KASHDAN = tuple(
    Family(name=name, editions=(BOOK,), make=kashdan, takes=("off", "own"), scored=False)
    for name in ("K100", "K310", "K520", "K421", "K841")
)
TIEBREAKS = (
    Family(name="PTS", editions=(*FIDE, BOOK), make=points),
    Family(
        name="GPD",
        editions=(BOOK,),
        make=points_difference,
        takes=("off", "own"),
        scored=False,
    ),
    *_KASHDAN,
    Family(name="WIN", editions=(BOOK,), make=partial(counting, win, 1)),
    Family(name="WON", editions=(BOOK,), make=partial(counting, game_won, 1)),
    Family(name="PS", editions=(*FIDE, BOOK), make=progressive, takes=("C",), not_accelerated=True),
    Family(name="REP", editions=FIDE, make=partial(counting, elected, 1)),
    Family(name="STD", editions=(IN_FORCE,), make=partial(counting, standard_points, HALF_POINTS)),
    Family(name="TPN", editions=(IN_FORCE,), make=pairing_number, takes=("R",)),
    Family(name="LOTS", editions=(IN_FORCE, BEFORE), make=lots),
    Family(name="LOTS", editions=(BOOK,), make=lots, scored=False),
)
