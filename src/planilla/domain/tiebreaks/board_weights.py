"""The Dutch weighting of boards: the better the player, the more his result is worth to the team.

The result of board 1 counts as often as there are boards, that of board 2 once less, and so on. If
that separates nobody, board 1 alone does, then board 2, …; if all games were drawn, the team that
had Black on board 1. `HOL` counts the matches of those tied among themselves, `HOLT` the whole
tournament. Results are real ones: forfeits as they were scored.

Source: seed 000, 3.1.9.
"""

from collections.abc import Callable, Sequence
from functools import partial

from planilla.domain.crosstable import Seat
from planilla.domain.teams import GAME
from planilla.domain.tiebreaks.boards import (
    deciding_stage,
    has_boards,
    results_of,
    sums_by_board,
)
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.own_results import round_note
from planilla.domain.tiebreaks.tally import NOBODY
from planilla.domain.tiebreaks.tiebreak import Step, Term, Tiebreak, Working

Counted = Callable[[Contest, Sequence[Seat], Seat], list[int]]
"""The rounds (from 0) whose matches count for one of those tied."""


def among_tied(contest: Contest, tied: Sequence[Seat], seat: Seat) -> list[int]:
    """The rounds in which a team met another one of those tied."""
    opponents = contest.tally.opponents[seat]
    return [at for at in range(contest.tally.rounds) if opponents[at] in tied]


def whole_tournament(contest: Contest, _tied: Sequence[Seat], _seat: Seat) -> list[int]:
    """All rounds."""
    return list(range(contest.tally.rounds))


def board_weights(counted: Counted, code: Code, _: object = None) -> Tiebreak:
    """What the first step that separates somebody gives, in the rounds that are counted."""
    return Tiebreak(
        code=code.written,
        unit=lambda contest: contest.tallies[GAME].unit,
        values=partial(_values, counted),
        working=partial(_working, counted),
        applies=has_boards,
        depends_on_tied=True,
        reapplies=True,
    )


def _stages(contest: Contest, seat: Seat, rounds: Sequence[int]) -> list[int]:
    """The weighted sum, then each board, then Black on board 1 where all games were drawn."""
    sums = sums_by_board(contest, seat, rounds)
    weighted = sum(weight * points for weight, points in enumerate(reversed(sums), start=1))
    return [weighted, *sums, _blacks(contest, seat, rounds)]


def _blacks(contest: Contest, seat: Seat, rounds: Sequence[int]) -> int:
    results, games = results_of(contest), contest.tallies[GAME]
    boards = [points for at in rounds for points in results.points[seat][at]]
    if any(points * results.boards != games.draw for points in boards):
        return 0
    return games.unit * sum(results.blacks[seat][at][:1] == b"\1" for at in rounds)


def _rows(counted: Counted, contest: Contest, tied: Sequence[Seat]) -> list[list[int]]:
    return [_stages(contest, seat, counted(contest, tied, seat)) for seat in tied]


def _values(counted: Counted, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    rows = _rows(counted, contest, tied)
    stage = deciding_stage(rows)
    return [row[stage] for row in rows]


def _working(counted: Counted, contest: Contest, tied: Sequence[Seat], seat: Seat) -> Working:
    rows = _rows(counted, contest, tied)
    stage = deciding_stage(rows)
    tally, unit = contest.tallies[GAME], contest.tallies[GAME].unit
    terms = tuple(
        Term(
            round=at + 1,
            opponent=None if tally.opponents[seat][at] == NOBODY else tally.opponents[seat][at],
            value=_stages(contest, seat, [at])[stage],
            note=round_note(tally, seat, at),
        )
        for at in counted(contest, tied, seat)
    )
    total = rows[list(tied).index(seat)][stage]
    step = _step(stage, results_of(contest).boards)
    return Working(
        unit=unit,
        terms=terms,
        steps=(step, Step(name="sum", numerator=total, denominator=unit)),
    )


def _step(stage: int, boards: int) -> Step:
    """What a stage is about: all boards with the weight of the first, one board, or its colour."""
    if not stage:
        return Step(name="board-weights", numerator=boards)
    if stage <= boards:
        return Step(name="board", numerator=stage)
    return Step(name="black-on-board", numerator=1)
