"""Every round of a log paired again, with a verdict: same, changed by hand, or different.

The system, the edition and the lot are those that were recorded. A schedule is drawn up again,
Keizer values are recalculated, and a marathon is replayed act by act.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from planilla.audit.compare import BoardDifference, CriterionDifference
from planilla.audit.masnou_replay import MasnouReplay, hall_after
from planilla.audit.recorded_rounds import (
    EntrantPair,
    RecordedRound,
    lists_that_differ,
    recorded_rounds,
)
from planilla.audit.redraw import RoundDifference, difference, judged
from planilla.domain.scoring import system_of
from planilla.domain.tournament.crosstables import for_pairing
from planilla.domain.tournament.event import GameAct
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.masnou.events import PlayoffDrawn
from planilla.domain.tournament.state import focused
from planilla.domain.vocabulary import EntrantId

Tick = Callable[[int, int], None]
"""Receives the number of rounds done, and of all."""


class RoundOutcome(StrEnum):
    """Outcome of the audit of a round."""

    SAME = "same"
    BY_HAND = "by-hand"
    DIFFERS = "differs"
    UNJUDGED = "unjudged"
    """Public facts alone lead to another pairing; facts of the staff may be the reason."""


class RoundVerdict(msgspec.Struct, frozen=True, kw_only=True):
    """A round paired again from what was known at the event of `version`.

    `boards` are those that are not the system's: `before` as they were left, `after` the system's.
    `reason` is the commitment to the reason that the arbiter gave for changing them. `criterion` is
    the first criterion at which the two part, with its article. `imported` tells that the boards
    are those of a file, which has no order of boards. `other_edition`: the system was mended since.
    `unpairable`: the rules leave no pairing.
    """

    round: int
    version: int
    system: str
    edition: str
    outcome: RoundOutcome
    games: int
    boards: tuple[BoardDifference, ...]
    bye_before: EntrantId | None
    bye_after: EntrantId | None
    criterion: CriterionDifference | None
    reason: str = ""
    imported: bool = False
    other_edition: bool = False
    unpairable: bool = False
    stage: int = 1


class PairingAudit(msgspec.Struct, frozen=True, kw_only=True):
    """The audit of all rounds; points in units of one `unit`-th of a point.

    `units` are those of the stages, in order, where there are several.
    `lists` are the versions of the Keizer values that differ from those that follow.
    `seats_hold` is true if all games outside the rounds follow from the rules; None without such.
    """

    version: int
    unit: int
    rounds: tuple[RoundVerdict, ...]
    lists: tuple[int, ...] = ()
    seats_hold: bool | None = msgspec.field(default=None, name="hall")
    units: tuple[int, ...] = ()

    @property
    def holds(self) -> bool:
        """Return whether nothing differs from the rules and the recorded lots."""
        differs = any(each.outcome is RoundOutcome.DIFFERS for each in self.rounds)
        return not differs and not self.lists and self.seats_hold is not False

    def unit_of(self, verdict: RoundVerdict) -> int:
        """Return the unit of the points of a round: that of its stage."""
        return self.units[verdict.stage - 1] if self.units else self.unit

    @property
    def unjudged(self) -> int:
        """Return the number of rounds that cannot be judged from these facts."""
        return sum(each.outcome is RoundOutcome.UNJUDGED for each in self.rounds)


def audit(facts: Sequence[Fact], tick: Tick | None = None) -> PairingAudit:
    """Pair every round that stands again, in order; it takes as long as pairing them did."""
    state = fold(facts)
    if state.memory.has_games:
        return PairingAudit(version=state.version, unit=1, rounds=(), seats_hold=_seats_hold(facts))
    found = recorded_rounds(facts)
    verdicts = []
    for done, moment in enumerate(found, start=1):
        verdicts.append(_verdict(moment))
        if tick is not None:
            tick(done, len(found))
    units = tuple(
        system_of(for_pairing(focused(state, number), 1)).unit
        for number in range(1, state.stages + 1)
    )
    return PairingAudit(
        version=state.version,
        unit=units[0],
        units=units if state.later else (),
        rounds=tuple(verdicts),
        lists=lists_that_differ(facts),
    )


def _verdict(moment: RecordedRound) -> RoundVerdict:
    own = judged(moment)
    again = difference(own)
    if again.identical and own.by_hand is not None:
        shown = difference(_left(own, own.by_hand))
    else:
        shown = again
    return RoundVerdict(
        round=moment.round,
        version=moment.version,
        system=moment.system,
        edition=moment.edition,
        outcome=_outcome(moment, own, again),
        games=len(moment.boards),
        boards=tuple(board for board in shown.boards if board.change != "same"),
        bye_before=shown.bye_before,
        bye_after=shown.bye_after,
        criterion=shown.criterion,
        reason=moment.reason,
        imported=moment.imported,
        other_edition=again.other_edition,
        unpairable=again.unpairable,
        stage=moment.state.stage,
    )


def _outcome(moment: RecordedRound, own: RecordedRound, again: RoundDifference) -> RoundOutcome:
    """Return the outcome of a round; boards of a file that are not the system's differ.

    For a draft that is not among the facts it is not known if the arbiter changed it, nor which
    pairs were forbidden.
    """
    if not again.identical:
        is_open = moment.published_only and not again.unpairable
        return RoundOutcome.UNJUDGED if is_open else RoundOutcome.DIFFERS
    if own.by_hand is None:
        return RoundOutcome.SAME
    return (
        RoundOutcome.DIFFERS if moment.imported and moment.by_hand is None else RoundOutcome.BY_HAND
    )


def _left(moment: RecordedRound, boards: tuple[EntrantPair, ...]) -> RecordedRound:
    """Return the round as if the boards that the arbiter left had been the system's answer."""
    return msgspec.structs.replace(moment, boards=boards, bye=moment.bye_by_hand)


def _seats_hold(facts: Sequence[Fact]) -> bool:
    """Return whether the marathon replayed from the first result on seats everybody the same."""
    first = next(
        (
            at
            for at, fact in enumerate(facts)
            if fact.event.game_act is GameAct.REPORTED or isinstance(fact.event, PlayoffDrawn)
        ),
        len(facts),
    )
    start = hall_after(facts[:first])
    assert start is not None, "the hall was opened"
    again = MasnouReplay(start, facts)
    again.rest(first)
    return again.real.seating == again.hall.seating and not again.unknown
