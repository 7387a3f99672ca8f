"""Black in the mutual game: who had the harder side among those who are tied.

Source: seed 000, 3.4.1.
"""

from collections.abc import Sequence

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.grammar import Code
from planilla.domain.tiebreaks.tally import Kind
from planilla.domain.tiebreaks.tiebreak import Note, Term, Tiebreak, Working


def mutual_black(code: Code, _: object = None) -> Tiebreak:
    """How often one had Black in the games among the tied; unplayed games count as White's.

    The book speaks of two who are tied; of more, the games among them are counted.
    """

    def values(contest: Contest, tied: Sequence[Seat]) -> list[int]:
        members = frozenset(tied)
        return [sum(term.value for term in _terms(contest, members, seat)) for seat in tied]

    def working(contest: Contest, tied: Sequence[Seat], seat: Seat) -> Working:
        return Working(unit=1, terms=tuple(_terms(contest, frozenset(tied), seat)))

    return Tiebreak(
        code=code.written,
        unit=lambda _: 1,
        values=values,
        working=working,
        depends_on_tied=True,
    )


def _terms(contest: Contest, members: frozenset[Seat], seat: Seat) -> list[Term]:
    tally = contest.tally
    kinds, blacks = tally.kinds[seat], tally.blacks[seat]
    return [
        Term(
            round=at + 1,
            opponent=opponent,
            value=int(blacks[at] and kinds[at] == Kind.PLAYED),
            note=_note(kinds[at]),
        )
        for at, opponent in enumerate(tally.opponents[seat])
        if opponent in members
    ]


def _note(kind: int) -> Note:
    if kind == Kind.PLAYED:
        return Note.PLAYED
    return Note.OPEN if kind == Kind.OPEN else Note.FORFEIT
