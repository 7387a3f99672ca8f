"""Tie-breaks of teams by their scores: the other score, alone or with the opponents' strength.

Source: FIDE C.07 (1 March 2026), 11.1, 13.1 and 13.4.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.elements import Elements, Sum
from planilla.domain.tiebreaks.grammar import SCORES, Code
from planilla.domain.tiebreaks.opponents import buchholz_sum
from planilla.domain.tiebreaks.own_results import points
from planilla.domain.tiebreaks.tiebreak import FIDE, Family, Term, Tiebreak, WorkingStep
from planilla.domain.tiebreaks.unplayed import Unplayed


def points_by(score: str, code: Code, _: object = None) -> Tiebreak:
    """Return the match points (`MP`) or the game points (`GP`)."""
    return _under(code, points(Code(name="PTS", score=score)))


def _under(code: Code, made: Tiebreak) -> Tiebreak:
    return Tiebreak(code=code.written, unit=made.unit, values=made.values, working=made.working)


def other_score(code: Code, _: object = None) -> Tiebreak:
    """Return the score that is not the primary one: game points or match points.

    Source: FIDE C.07 (1 March 2026), 13.1 (`MPvGP`).
    """
    by_score = {score: points(Code(name="PTS", score=score)) for score in SCORES}

    def other(contest: Contest) -> Tiebreak:
        return by_score[list(contest.tallies)[-1]]

    return Tiebreak(
        code=code.written,
        unit=lambda contest: other(contest).unit(contest),
        values=lambda contest, tied: other(contest).values(contest, tied),
        working=lambda contest, tied, seat: other(contest).working(contest, tied, seat),
    )


def scores_and_strength(code: Code, unplayed: Unplayed) -> Tiebreak:
    """Return the other score plus the Buchholz by the primary score divided by a factor.

    Unless the rules of the event set the factor (`/K3`), it is the highest possible primary score
    of the tournament divided by the highest possible other score of one match, rounded down, and at
    least 1. With `/F` the Buchholz is the Fore one.

    Source: FIDE C.07 (1 March 2026), 13.4 (`SSSC`).
    """
    strength = buchholz_sum(Code(name="FB" if code.has("F") else "BH"), unplayed)

    def unit(contest: Contest) -> int:
        return contest.tally.unit * contest.secondary.unit * factor_of(code, contest)

    def combined(contest: Contest, seat: Seat, opponents: int) -> int:
        other, factor = contest.secondary, factor_of(code, contest)
        return other.scores[seat] * contest.tally.unit * factor + opponents * other.unit

    def finish(contest: Contest, elements: Elements) -> list[int]:
        return [combined(contest, seat, total) for seat, total in enumerate(elements.sums())]

    def steps(contest: Contest, seat: Seat, terms: Sequence[Term]) -> tuple[WorkingStep, ...]:
        total, other = sum(term.value for term in terms), contest.secondary
        met = Fraction(total, contest.tally.unit)
        value = combined(contest, seat, total)
        return (
            WorkingStep(name="buchholz", numerator=met.numerator, denominator=met.denominator),
            WorkingStep(name="factor", numerator=factor_of(code, contest)),
            WorkingStep(name="other-score", numerator=other.scores[seat], denominator=other.unit),
            WorkingStep(name="combined", numerator=value, denominator=unit(contest)),
        )

    return Sum(
        unit=strength.unit,
        elements=strength.elements,
        label=strength.label,
        finish=finish,
        steps=steps,
    ).tiebreak(code, unit=unit)


def factor_of(code: Code, contest: Contest) -> int:
    """Return the divisor of the Buchholz."""
    primary, other = contest.tally, contest.secondary
    highest = primary.win * contest.rounds * other.unit
    return code.number("K") or max(highest // max(other.win * primary.unit, 1), 1)


TIEBREAKS = (
    *(
        Family(
            name=f"{score}TS",
            editions=FIDE,
            make=partial(points_by, score),
            teams=True,
            scored=False,
        )
        for score in SCORES
    ),
    Family(name="MPVGP", editions=FIDE, make=other_score, teams=True, scored=False),
    Family(
        name="SSSC",
        editions=FIDE,
        make=scores_and_strength,
        takes=("K", "F", "P"),
        teams=True,
        scored=False,
    ),
)
