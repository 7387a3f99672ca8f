"""What needs no games: the points themselves, pairing numbers, and lots.

Source: FIDE C.07 (1 March 2026), `PTS`, `TPN`, 4.2 (lots); seed 000, 3.4.3.
"""

from collections.abc import Callable, Sequence

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.own_results import tally_for
from planilla.domain.tiebreaks.tiebreak import Note, Step, Term, Tiebreak, Working


def points(code: Code, _: object = None) -> Tiebreak:
    """The score, in units of the point system; that of a team by the score that is named."""

    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        scores = tally_for(code, contest).scores
        return [scores[seat] for seat in tied]

    def working(contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
        tally = tally_for(code, contest)
        terms = tuple(
            Term(
                round=at + 1,
                opponent=opponent if opponent >= 0 else None,
                value=scored,
                note=Note.PLAYED,
            )
            for at, (opponent, scored) in enumerate(
                zip(tally.opponents[seat], tally.points[seat], strict=True)
            )
        )
        return Working(unit=tally.unit, terms=terms)

    return Tiebreak(
        code=code.written,
        unit=lambda contest: tally_for(code, contest).unit,
        values=values,
        working=working,
    )


def pairing_number(code: Code, _: object = None) -> Tiebreak:
    """The pairing number; the lower is ahead, reversed the higher."""
    return _by_number(code, lambda _, seat: seat + 1, lambda _: True)


def lots(code: Code, _: object = None) -> Tiebreak:
    """The place that was drawn; before lots are drawn it separates nobody."""
    return _by_number(
        code, lambda contest, seat: contest.lots[seat], lambda contest: bool(contest.lots)
    )


def _by_number(
    code: Code, number: Callable[[Contest, Seat], int], applies: Callable[[Contest], bool]
) -> Tiebreak:
    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        return [number(contest, seat) for seat in tied]

    def working(contest: Contest, _: Sequence[Seat], seat: Seat) -> Working:
        step = Step(name="number", numerator=number(contest, seat))
        return Working(unit=1, terms=(), steps=(step,))

    return Tiebreak(
        code=code.written,
        unit=lambda _: 1,
        values=values,
        working=working,
        applies=applies,
        lower_is_better=not code.has("R"),
    )
