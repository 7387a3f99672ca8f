"""Each later round paired again by itself, from what was really played before it.

What was played stays, corrected; nobody asks how games would have ended that were never played.
`round_by_round` compares every round after the first edit, board by board. `affected_questions`
finds the rounds of which the system would be asked something else, had new events been known when
they were paired; nothing is paired to find them.

Law: without an edit every round comes out as it was paired, and nobody's place changes.
"""

from collections.abc import Iterator, Sequence

import msgspec

from planilla.audit.compare import Consequences, consequences
from planilla.audit.edits import Edit, EditedLog, edited
from planilla.audit.recorded_rounds import EntrantPair, RecordedRound, memories_had, recorded_rounds
from planilla.audit.redraw import RoundDifference, answer, difference, judged, question
from planilla.audit.replay import (
    STARTED,
    OnProgress,
    Phase,
    ReplayProgress,
    VoidFact,
    ignore_progress,
)
from planilla.audit.stage_impact import (
    StageConsequences,
    StageImpact,
    stage_consequences,
    stage_impacts,
)
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.keizer.memory import KeizerMemory
from planilla.domain.pairing.system import NoPairing, PairingInput
from planilla.domain.tournament.byes import ByeCorrected
from planilla.domain.tournament.eligibility import EntrantRuledIneligible
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.numbering import PairingNumbersAssigned
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.vocabulary import EntrantId, GameId, GameResult

PLAYERS_MIN = 2


class AffectedQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A round and the input of its system; `was` holds its boards and the bye as paired.

    Seats of `would_be` are indices of `order`. The engine of an imported round is not known: there
    `given` is the input that the system would have had, and its answer is compared.
    """

    round: int
    status: str
    system: str
    would_be: PairingInput
    order: tuple[EntrantId, ...]
    was: tuple[frozenset[EntrantPair], EntrantId | None]
    boards: int
    given: PairingInput | None = None
    given_order: tuple[EntrantId, ...] = ()
    by_hand: bool = False
    stage: int = 1


class AffectedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was paired from what would change; it stays as it is.

    `changed` of its `boards` would have others, or the same two with other colours, or not be
    needed; None where there was no time to work it out. `unpairable`: no pairing would be possible.
    `by_hand`: the arbiter had changed it; the system's own answers are compared.
    """

    round: int
    status: str
    boards: int
    changed: int | None
    bye_changes: bool = False
    unpairable: bool = False
    by_hand: bool = False
    stage: int = 1


def affected_questions(
    facts: Sequence[Fact], events: Sequence[Event]
) -> tuple[AffectedQuestion, ...]:
    """Return the rounds that were paired from something else than they would be, in order."""
    retold = tuple(event for event in events if event.may_affect_pairings)
    if not retold:
        return ()
    state = fold(facts)
    memories = _memories(facts, retold) if state.system.keeps_values else {}
    found = (_asked(moment, state, retold, memories) for moment in recorded_rounds(facts))
    return tuple(each for each in found if each is not None)


def pair_affected(asked: AffectedQuestion) -> AffectedRound:
    """Pair the round again; it takes as long as pairing it."""
    boards, bye = asked.was
    if asked.given is not None:
        own = _paired(asked.system, asked.given, asked.given_order)
        boards, bye = own if own is not None else asked.was
    found = _paired(asked.system, asked.would_be, asked.order)
    would_be, bye_after = found or (frozenset(), None)
    return AffectedRound(
        round=asked.round,
        status=asked.status,
        boards=asked.boards,
        changed=max(len(would_be - boards), len(boards - would_be)) if found else asked.boards,
        bye_changes=bye != bye_after,
        unpairable=found is None,
        by_hand=asked.by_hand,
        stage=asked.stage,
    )


def leave_affected(asked: AffectedQuestion) -> AffectedRound:
    """Return the round that there was no time to pair again."""
    return AffectedRound(
        round=asked.round,
        status=asked.status,
        boards=asked.boards,
        changed=None,
        by_hand=asked.by_hand,
        stage=asked.stage,
    )


def _memories(facts: Sequence[Fact], retold: Sequence[Event]) -> dict[int, KeizerMemory]:
    """Return the Keizer memories as they would have been, by the version that paired."""
    return memories_had(facts, lambda state: _had(state, len(state.rounds) + 1, retold))


def _asked(
    moment: RecordedRound,
    state: Tournament,
    retold: Sequence[Event],
    memories: dict[int, KeizerMemory],
) -> AffectedQuestion | None:
    if SYSTEMS[moment.system].pair is None:
        return None
    stage = moment.state.stage
    known = tuple(each for each in retold if each.changes_entry or each.stage_number == stage)
    had = _had(moment.state, moment.round, known)
    keizer = memories.get(moment.version)
    given = question(moment)
    would_be = question(msgspec.structs.replace(moment, state=had), keizer)
    played = focused(state, stage).round(moment.round)
    if played is None or (given == would_be and moment.state.order == had.order):
        return None
    return AffectedQuestion(
        round=moment.round,
        status=played.status.value,
        system=moment.system,
        would_be=would_be,
        order=had.order,
        was=(frozenset(moment.boards), moment.bye),
        boards=len(moment.boards),
        given=given if moment.imported else None,
        given_order=moment.state.order if moment.imported else (),
        by_hand=moment.by_hand is not None,
        stage=stage,
    )


def _had(state: Tournament, number: int, retold: Sequence[Event]) -> Tournament:
    """Return the tournament before round `number` was paired, had it all been known then."""
    for event in retold:
        known = _known_before(event, number, state)
        if known is not None:
            fact = Fact(version=state.version, recorded_at=state.changed_at, event=known)
            state = evolve(state, fact)
    return state


def _known_before(event: Event, number: int, state: Tournament) -> Event | None:
    """Return the event as recorded before the round was paired; None where it could not be."""
    if event.game is not None:
        return _for_pairing(event, number) if _has_result(state, event.game) else None
    if isinstance(event, ByeCorrected) and event.round >= number:
        return None
    if (event.from_round or number) > number:  # a Keizer tournament marks who has left at once
        return None
    if isinstance(event, EntrantRuledIneligible):  # had it been known, paired no more from then
        event = msgspec.structs.replace(event, out_from=event.from_round)
    if isinstance(event, PairingNumbersAssigned):
        order = tuple(each for each in event.order if each in state.entrants)
        fits = len(order) == len(state.entrants)
        return msgspec.structs.replace(event, order=order) if fits else None
    return event if event.entrant in {None, *state.entrants} else None


def _has_result(state: Tournament, game: GameId) -> bool:
    """Return whether there is a result to correct."""
    found = state.find(game)
    return found is not None and found[0].reported_result(found[1]) is not GameResult.OPEN


def _for_pairing(event: Event, number: int) -> Event:
    """Return the event with an effect on the pairing of that round, whatever was ruled."""
    if event.effect is None:
        return event
    ruled = msgspec.structs.replace(event.effect, points=True, pairing_from=number)
    return msgspec.structs.replace(event, effect=ruled)


def _paired(
    name: str, given: PairingInput, order: Sequence[EntrantId]
) -> tuple[frozenset[EntrantPair], EntrantId | None] | None:
    """Return boards and bye by entrants; None where no pairing is possible."""
    if len(given.present) < PLAYERS_MIN:
        return None
    found = answer(name, given)
    if isinstance(found, NoPairing):
        return None
    boards = frozenset((order[white], order[black]) for white, black in found.boards)
    bye = order[found.byes[0][0]] if found.byes else None
    return boards, bye


class RoundByRound(msgspec.Struct, frozen=True, kw_only=True):
    """Every round paired after the first edit, as it was and as it would have been.

    `void` are later facts that no longer stand. `missing` are games that were really played and
    have no result in the edited log: the rounds after them are paired as if they were not over.
    `imported` are rounds of a file, which are compared with the system's own answer. Points in
    `rounds` are in units of one `unit`-th of a point, as in `consequences`: those of the first
    stage, or of the last started one where the first has entries alone. With several stages
    `stages` has those of each that was played, and `stage_impacts` the places that would differ.
    """

    unit: int
    rounds: tuple[RoundDifference, ...]
    void: tuple[VoidFact, ...]
    missing: tuple[GameId, ...]
    imported: tuple[int, ...]
    is_schedule: bool
    consequences: Consequences
    stages: tuple[StageConsequences, ...] = ()
    stage_impacts: tuple[StageImpact, ...] = ()

    @property
    def identical(self) -> bool:
        """Return whether every later round would have come out the same."""
        return all(paired.identical for paired in self.rounds)


def round_by_round(
    facts: Sequence[Fact],
    edits: Sequence[Edit],
    *,
    top: int = 0,
    tick: OnProgress = ignore_progress,
) -> RoundByRound:
    """Pair the rounds after the first edit again, and compare the results of the players.

    With `top` also the entrants who come into the first so many places. `tick` receives each round.

    Raises:
        Refusal: an edit cannot be made, or the rules say no to it.
    """
    tick(STARTED)
    log = edited(facts, edits)
    first = _first(edits)
    later = [moment for moment in recorded_rounds(facts) if moment.version >= first]
    started = [each.stage for each in log.real.later if each.plan.started_at]
    stage = max(started, default=1) if log.real.system.entries_only else 1
    effects = consequences(focused(log.real, stage), focused(log.state, stage), top=top)
    return RoundByRound(
        unit=effects.unit,
        rounds=tuple(_rounds(later, log, tick)),
        void=log.void,
        missing=missing_games(log.real, log.state),
        imported=tuple(moment.round for moment in later if moment.imported),
        is_schedule=log.real.exists and log.real.system.has_schedule,
        consequences=effects,
        stages=stage_consequences(log.real, log.state, top=top),
        stage_impacts=stage_impacts(log.real, log.state),
    )


def _rounds(
    later: Sequence[RecordedRound], log: EditedLog, tick: OnProgress
) -> Iterator[RoundDifference]:
    for done, moment in enumerate(later):
        tick(ReplayProgress(phase=Phase.ROUNDS, done=done, total=len(later)))
        yield difference(judged(moment), log.before[moment.version])


def _first(edits: Sequence[Edit]) -> int:
    """Return the version of the first fact that may differ; 0 where nothing is edited."""
    versions = [getattr(edit, "after", 0) or getattr(edit, "version", 0) for edit in edits]
    return min(versions, default=0)


def missing_games(real: Tournament, state: Tournament) -> tuple[GameId, ...]:
    """Return the games with a result in `real` and none in `state`, or not there.

    In the order of the stages, rounds and boards.
    """
    return tuple(
        game
        for stage in (real, *real.later)
        for played in stage.rounds
        for game in played.finished_games
        if _is_open(state, game)
    )


def _is_open(state: Tournament, game: GameId) -> bool:
    found = state.find(game)
    return found is None or found[0].results[found[1]] == 0
