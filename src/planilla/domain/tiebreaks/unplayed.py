"""Games that were not played, as the tie-breaks by opponents count them.

The seed book's "ajuste FIDE": whatever the result of an unplayed game, for tie-breaks it is a draw
of the entrant against himself. It has two effects, which can be set apart: on the entrant's own
unplayed rounds, and on the totals of the opponents. An open game has no result yet and counts
nothing for anybody.

Source: seed 000, chapter 3, "El ajuste FIDE", and 3.2.1.
"""

from collections.abc import Iterator
from enum import StrEnum

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.scoring import points_by_round, system_of
from planilla.domain.tiebreaks.tiebreak import Note, note_of
from planilla.domain.vocabulary import GameResult


class Adjustment(StrEnum):
    """How far unplayed games are adjusted.

    `off`: as scored; a forfeit counts the opponent who was paired, a round without opponent
    counts nothing. `own`: each own unplayed round is a draw against oneself. `full`: also each
    opponent's unplayed round counts as a draw in his total.
    """

    OFF = "off"
    OWN = "own"
    FULL = "full"


Counted = tuple[int, int]
"""One round as tie-breaks by opponents count it: points scored, and the opponent's total.

Both are in units of the point system.
"""

NOTHING: Counted = (0, 0)


def counted_rounds(
    crosstable: Crosstable, seats: tuple[Seat, ...], adjustment: Adjustment
) -> Iterator[list[Counted]]:
    """The rounds of each of `seats` in that order, as they count for ties."""
    draw = system_of(crosstable).draw
    points = points_by_round(crosstable)
    totals = _totals(crosstable, points, adjustment)
    for seat in seats:
        oneself = None if adjustment is Adjustment.OFF else (draw, sum(points[seat]))
        yield [
            _counted(game, scored, totals, oneself)
            for game, scored in zip(crosstable.games[seat], points[seat], strict=True)
        ]


def opponent_and_note(game: Game, adjustment: Adjustment) -> tuple[Seat | None, Note]:
    """Who is counted in a round, None for oneself and where there was nobody, and why."""
    if adjustment is not Adjustment.OFF and game.is_unplayed:
        return None, Note.OWN_UNPLAYED
    return game.opponent, note_of(game)


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


def _counted(game: Game, scored: int, totals: tuple[int, ...], oneself: Counted | None) -> Counted:
    if oneself is not None and game.is_unplayed:
        return oneself
    if game.opponent is None or game.result is GameResult.OPEN:
        return NOTHING
    return scored, totals[game.opponent]
