"""The reading *round by round*: each later round paired again from what was really played before.

What was played stays, corrected; nobody asks how games would have ended that were never played.
Law: without an edit every round comes out as it was paired, and nobody's place changes.
"""

from collections.abc import Iterator, Sequence

import msgspec

from planilla.audit.consequences import Consequences, consequences
from planilla.audit.edits import Edit, EditedLog, edited
from planilla.audit.pairing_acts import Moment, moments
from planilla.audit.progress import BEGUN, Phase, Step, Tick, untold
from planilla.audit.redraw import RoundDifference, difference, judged
from planilla.audit.replay import Void
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import ScheduleSystem
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import GameId


class RoundByRound(msgspec.Struct, frozen=True, kw_only=True):
    """Every round paired after the first edit, as it was and as it would have been.

    `void` are later facts that no longer stand. `missing` are games that were really played and
    have no result in the edited log: the rounds after them are paired as if they were not over.
    `imported` are rounds of a file, which are compared with the system's own answer. Points in
    `rounds` are in units of one `unit`-th of a point, as in `consequences`.
    """

    unit: int
    rounds: tuple[RoundDifference, ...]
    void: tuple[Void, ...]
    missing: tuple[GameId, ...]
    imported: tuple[int, ...]
    is_schedule: bool
    consequences: Consequences

    @property
    def identical(self) -> bool:
        """Whether every later round would have come out the same."""
        return all(paired.identical for paired in self.rounds)


def round_by_round(
    facts: Sequence[Fact], edits: Sequence[Edit], *, top: int = 0, tick: Tick = untold
) -> RoundByRound:
    """The rounds after the first edit paired again, and what the edits change for the players.

    With `top` also who comes into the first so many places. `tick` is told of each round.

    Raises:
        Refusal: an edit cannot be made, or the rules say no to it.
    """
    tick(BEGUN)
    log = edited(facts, edits)
    first = _first(edits)
    later = [moment for moment in moments(facts) if moment.version >= first]
    told = consequences(log.real, log.state, top=top)
    return RoundByRound(
        unit=told.unit,
        rounds=tuple(_rounds(later, log, tick)),
        void=log.void,
        missing=missing_games(log.real, log.state),
        imported=tuple(moment.round for moment in later if moment.imported),
        is_schedule=isinstance(SYSTEMS.get(log.real.system), ScheduleSystem),
        consequences=told,
    )


def _rounds(later: Sequence[Moment], log: EditedLog, tick: Tick) -> Iterator[RoundDifference]:
    for done, moment in enumerate(later):
        tick(Step(phase=Phase.ROUNDS, done=done, total=len(later)))
        yield difference(judged(moment), log.before[moment.version])


def _first(edits: Sequence[Edit]) -> int:
    """The version of the first fact that may be other; all of them where nothing is edited."""
    versions = [getattr(edit, "after", 0) or getattr(edit, "version", 0) for edit in edits]
    return min(versions, default=0)


def missing_games(real: Tournament, state: Tournament) -> tuple[GameId, ...]:
    """The games that have a result in `real` and, still there, none in `state`; or are not there.

    In the order of the rounds and boards.
    """
    return tuple(
        game for played in real.rounds for game in played.finished_games if _is_open(state, game)
    )


def _is_open(state: Tournament, game: GameId) -> bool:
    found = state.find(game)
    return found is None or found[0].results[found[1]] == 0
