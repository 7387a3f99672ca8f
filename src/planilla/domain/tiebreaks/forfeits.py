"""The modifier `/P`: forfeits count as games against the opponent who was paired.

They are no voluntarily unplayed rounds then, and no dummy stands for the opponent.

Source: FIDE C.07 (1 March 2026), 16.6; TRF26, 202 and 212.
"""

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.tiebreaks.lanes import whole
from planilla.domain.tiebreaks.rows import Rows
from planilla.domain.tiebreaks.tally import Kind, Tally
from planilla.domain.tiebreaks.tiebreak import Note
from planilla.domain.tiebreaks.unplayed import Met, Pair, Told, Unplayed

_AS_PLAYED = bytes(
    Kind.PLAYED if kind in {Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS} else kind for kind in range(256)
)
_FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})


def with_forfeits_played(treatment: Unplayed) -> Unplayed:
    """A treatment of unplayed rounds for which no forfeit is one."""

    def met(pair: Pair) -> Met:
        return treatment.met(_played(pair))

    def told(pair: Pair, seat: Seat, at: int) -> Told:
        answer = treatment.told(_played(pair), seat, at)
        if pair.worth.kinds[seat][at] in _FORFEITS:
            return Told(answer.opponent, Note.FORFEIT, answer.article or "16.6")
        return answer

    return Unplayed(f"{treatment.name}/P", met, told)


def _played(pair: Pair) -> Pair:
    return Pair(_tally(pair.worth), _tally(pair.scored))


def _tally(tally: Tally) -> Tally:
    kinds = whole(tally.kinds).translate(_AS_PLAYED)
    return msgspec.structs.replace(tally, kinds=Rows(kinds, tally.size, tally.rounds))
