"""Games that were not played, as the tie-breaks by opponents count them.

The seed book's "ajuste FIDE": whatever the result of an unplayed game, for tie-breaks it is a draw
of the entrant against himself. It has two effects, which can be set apart: on the entrant's own
unplayed rounds, and on the totals of the opponents. An open game has no result yet and counts
nothing for anybody.

Source: seed 000, chapter 3, "El ajuste FIDE", and 3.2.1.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.scoring import points_by_round, system_of
from planilla.domain.tiebreaks.tiebreak import Note, note_of


class Adjustment(StrEnum):
    """How far unplayed games are adjusted.

    `off`: as scored; a forfeit counts the opponent who was paired, a round without opponent
    counts nothing. `own`: each own unplayed round is a draw against oneself. `full`: also each
    opponent's unplayed round counts as a draw in his total.
    """

    OFF = "off"
    OWN = "own"
    FULL = "full"


class Counted(NamedTuple):
    """One round as tie-breaks by opponents count it: points scored, and the opponent's total.

    Both are in units of the point system.
    """

    game: Game
    points: int
    total: int
    is_against_oneself: bool = False

    @property
    def opponent(self) -> Seat | None:
        """Who is counted; None for oneself and where there was nobody."""
        return None if self.is_against_oneself else self.game.opponent

    @property
    def note(self) -> Note:
        """Why the round counts as it does."""
        return Note.OWN_UNPLAYED if self.is_against_oneself else note_of(self.game)


def counted_rounds(
    crosstable: Crosstable, seats: tuple[Seat, ...], adjustment: Adjustment
) -> Iterator[list[Counted]]:
    """The rounds of each of `seats` in that order, as they count for ties."""
    draw = system_of(crosstable).draw
    points = points_by_round(crosstable)
    totals = _totals(crosstable, points, adjustment)
    for seat in seats:
        as_oneself = None if adjustment is Adjustment.OFF else (draw, sum(points[seat]))
        yield [
            _counted(game, scored, totals, as_oneself)
            for game, scored in zip(crosstable.games[seat], points[seat], strict=True)
        ]


def _totals(
    crosstable: Crosstable, points: tuple[tuple[int, ...], ...], adjustment: Adjustment
) -> tuple[int, ...]:
    """What each entrant is worth to those who met him, by seat, in units of the point system.

    That is the score; with `full` adjustment a draw stands for each unplayed round.

    Source: seed 000, 3.2.1: "medio punto por cada ronda en que estuvo retirado".
    """
    if adjustment is not Adjustment.FULL:
        return tuple(sum(row) for row in points)
    draw = system_of(crosstable).draw
    return tuple(
        sum(draw if game.is_unplayed else scored for game, scored in zip(games, row, strict=True))
        for games, row in zip(crosstable.games, points, strict=True)
    )


def _counted(
    game: Game, scored: int, totals: tuple[int, ...], as_oneself: tuple[int, int] | None
) -> Counted:
    if as_oneself is not None and game.is_unplayed:
        return Counted(game, *as_oneself, is_against_oneself=True)
    if game.opponent is None or game.is_open:
        return Counted(game, scored, 0)
    return Counted(game, scored, totals[game.opponent])
