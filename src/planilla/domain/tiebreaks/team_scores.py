"""The scores of teams as tie-breaks, and the second one together with the strength of opponents.

Source: FIDE C.07 (1 March 2026), 11.1, 13.1 and 13.4.
"""

from collections.abc import Sequence
from functools import partial

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.given import points
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.opponents import buchholz
from planilla.domain.tiebreaks.tiebreak import Step, Tiebreak, Working
from planilla.domain.tiebreaks.unplayed import Unplayed


def points_by(score: str, code: Code, _: object = None) -> Tiebreak:
    """The match points (`MP`) or the game points (`GP`), whichever is the primary score."""
    return _under(code, points(Code(name="PTS", score=score)))


def _under(code: Code, made: Tiebreak) -> Tiebreak:
    return Tiebreak(code=code.written, unit=made.unit, values=made.values, working=made.working)


def other_score(code: Code, _: object = None) -> Tiebreak:
    """Game points where match points decide, match points where game points decide.

    Source: FIDE C.07 (1 March 2026), 13.1 (`MPvGP`).
    """

    def other(contest: Contest) -> Tiebreak:
        return points(Code(name="PTS", score=list(contest.tallies)[-1]))

    return Tiebreak(
        code=code.written,
        unit=lambda contest: other(contest).unit(contest),
        values=lambda contest, tied: other(contest).values(contest, tied),
        working=lambda contest, tied, seat: other(contest).working(contest, tied, seat),
    )


def scores_and_strength(code: Code, unplayed: Unplayed) -> Tiebreak:
    """The other score plus the Buchholz by the primary score divided by a factor.

    The factor (`/K3`) is, where the rules of the event set none, the highest primary score that
    can be reached in the tournament divided by the highest other score of one match, without its
    fraction, and at least 1. With `/F` the Buchholz is the Fore one.

    Source: FIDE C.07 (1 March 2026), 13.4 (`SSSC`).
    """
    strength = buchholz(Code(name="FB" if code.has("F") else "BH"), unplayed)
    return Tiebreak(
        code=code.written,
        unit=partial(_combined_unit, code),
        values=partial(_combined, code, strength),
        working=partial(_combined_working, code, strength),
    )


def factor_of(code: Code, contest: Contest) -> int:
    """By what the Buchholz is divided."""
    primary, other = contest.tally, contest.secondary
    rounds = max(contest.rounds_planned, primary.rounds)
    highest = primary.win * rounds * other.unit
    return code.number("K") or max(highest // max(other.win * primary.unit, 1), 1)


def _combined_unit(code: Code, contest: Contest) -> int:
    return contest.tally.unit * contest.secondary.unit * factor_of(code, contest)


def _combined(code: Code, strength: Tiebreak, contest: Contest, tied: Sequence[Seat]) -> list[int]:
    other, factor = contest.secondary, factor_of(code, contest)
    return [
        other.scores[seat] * contest.tally.unit * factor + opponents * other.unit
        for seat, opponents in zip(tied, strength.values(contest, tied), strict=True)
    ]


def _combined_working(
    code: Code, strength: Tiebreak, contest: Contest, tied: Sequence[Seat], seat: Seat
) -> Working:
    met = strength.working(contest, tied, seat)
    other, factor = contest.secondary, factor_of(code, contest)
    (value,) = _combined(code, strength, contest, [seat])
    return Working(
        unit=met.unit,
        terms=met.terms,
        steps=(
            Step(name="buchholz", numerator=met.total.numerator, denominator=met.total.denominator),
            Step(name="factor", numerator=factor),
            Step(name="other-score", numerator=other.scores[seat], denominator=other.unit),
            Step(name="combined", numerator=value, denominator=_combined_unit(code, contest)),
        ),
    )
