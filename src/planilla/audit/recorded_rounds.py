"""Recorded rounds of a log: who was absent, the boards, and the values of a Keizer tournament.

A round is kept with the tournament just before it and with what the arbiter made of it. Requests of
byes are facts of the staff: whoever has the public facts alone finds the absent in the round that
was published. Replaying a log never recalculates the values of a Keizer tournament; the audit does.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from planilla.domain.pairing.keizer.memory import KeizerMemory
from planilla.domain.tournament.byes import taking_part
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.drafting import (
    ChangedPairing,
    RoundPairing,
    first_of_matches,
    requested_byes,
)
from planilla.domain.tournament.event import PairingAct
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.keizer import ValuesRecalculated, values_before_pairing, values_now
from planilla.domain.tournament.keizer_values import Recalculated, memory_of
from planilla.domain.tournament.state import (
    INITIAL,
    EntrantState,
    Tournament,
    focused,
)
from planilla.domain.tournament.values import GrantedBye, allocated_bye
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId

Absent = dict[EntrantId, ByeKind]
"""Entrants who were not to be paired in a round, with the bye that they had."""


def unrecorded_byes(state: Tournament, event: RoundPairing) -> Absent:
    """Return the absences of a round that only its publication shows.

    These are entrants whom the state would let play and who were on no board, in rounds paired by a
    system.
    """
    paired = {each for pair in event.pairs for each in pair}
    kinds = {bye.entrant: bye.kind for bye in event.byes}
    return {
        entrant.id: kinds.get(entrant.id, ByeKind.ZERO_POINT)
        for entrant in state.entrants.values()
        if entrant.id not in paired
        and kinds.get(entrant.id) is not ByeKind.PAIRING_ALLOCATED
        and entrant.plays(event.round)
    }


def granted_instead(
    state: Tournament, real: Tournament, event: RoundPairing
) -> tuple[GrantedBye, ...]:
    """Return the byes of a round that was played, where others were asked for than in reality."""
    wanted = requested_byes(state, event.round)
    if wanted == requested_byes(real, event.round):
        return event.byes
    there = {each for pair in event.pairs for each in pair}
    allocated = tuple(bye for bye in event.byes if bye.kind is ByeKind.PAIRING_ALLOCATED)
    there |= {bye.entrant for bye in allocated}
    return (*allocated, *(bye for bye in wanted if bye.entrant not in there))


def with_byes(state: Tournament, number: int, absent: Absent) -> Tournament:
    """Return the tournament in which those byes of round `number` had been asked for."""
    if not absent:
        return state
    entrants = {
        each: _resting(entrant, number, absent[each]) if each in absent else entrant
        for each, entrant in state.entrants.items()
    }
    return replace(state, entrants=entrants)


def _resting(entrant: EntrantState, number: int, kind: ByeKind) -> EntrantState:
    return replace(entrant, byes=(*entrant.byes, (number, kind)))


EntrantPair = tuple[EntrantId, EntrantId]
"""White and Black of a board."""


class RecordedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round as the system paired it (event `version`), and the `state` just before.

    `by_hand` holds the boards as the arbiter left them, when they are others, `bye_by_hand` the bye
    then, and `reason` the commitment to why. `imported` tells that the boards are those of a file:
    who paired them is not known. `published_only`: how it was drafted is not among the facts, nor
    what else the staff alone knows, as who may not meet.
    """

    round: int
    version: int
    state: Tournament
    system: str
    edition: str
    first_colour: Colour
    boards: tuple[EntrantPair, ...]
    bye: EntrantId | None
    by_hand: tuple[EntrantPair, ...] | None = None
    bye_by_hand: EntrantId | None = None
    reason: str = ""
    imported: bool = False
    published_only: bool = False


def recorded_rounds(facts: Iterable[Fact]) -> tuple[RecordedRound, ...]:
    """Return the rounds that stand, as they were paired, in order.

    A draft that was discarded or a round that was taken back does not count. Without the staff
    facts a round is taken as published.
    """
    state = INITIAL
    found: dict[tuple[int, int], RecordedRound] = {}
    for fact in facts:
        event, stage = fact.event, fact.event.stage_number
        if isinstance(event, RoundPairing):
            here = focused(state, stage)
            if event.pairing_act is not PairingAct.PUBLISHED:
                found[stage, event.round] = _moment(event, fact.version, here)
            elif (stage, event.round) not in found:
                here = taking_part(here, event.round, event.pairs)
                completed = with_byes(here, event.round, unrecorded_byes(here, event))
                found[stage, event.round] = _as_published(
                    _moment(event, fact.version, completed), event
                )
        elif isinstance(event, ChangedPairing):
            found[stage, event.round] = _changed(found[stage, event.round], event)
        elif event.pairing_act is PairingAct.DISCARDED and event.round is not None:
            del found[stage, event.round]
        state = evolve(state, fact)
    return tuple(found[place] for place in sorted(found))


def version_before(facts: Sequence[Fact], number: int, stage: int = 1) -> int:
    """Return the last version before a round was paired; the last of all where it was not.

    There must be facts.
    """
    paired = (
        each.version
        for each in recorded_rounds(facts)
        if (each.state.stage, each.round) == (stage, number)
    )
    first = next(paired, facts[-1].version + 1)
    return max(fact.version for fact in facts if fact.version < first)


def _moment(event: RoundPairing, version: int, state: Tournament) -> RecordedRound:
    return RecordedRound(
        round=event.round,
        version=version,
        state=state,
        system=event.system,
        edition=event.edition,
        first_colour=event.first_colour,
        boards=event.pairs,
        bye=allocated_bye(event.byes),
        imported=event.pairing_act is PairingAct.IMPORTED,
        published_only=event.pairing_act is PairingAct.PUBLISHED,
    )


def _as_published(moment: RecordedRound, event: RoundPairing) -> RecordedRound:
    """Return the round with the system's own boards, where the publication has others."""
    if not event.engine:
        return moment
    engine = first_of_matches(event.engine)
    paired = {entrant for board in moment.boards for entrant in board} | {moment.bye}
    left = paired - {entrant for board in engine for entrant in board} - {None}
    return msgspec.structs.replace(
        moment,
        boards=engine,
        bye=next(iter(left), None),
        by_hand=moment.boards,
        bye_by_hand=moment.bye,
    )


def _changed(moment: RecordedRound, event: ChangedPairing) -> RecordedRound:
    boards, bye = event.pairs, allocated_bye(event.byes)
    if (boards, bye) == (moment.boards, moment.bye):
        return msgspec.structs.replace(moment, by_hand=None, bye_by_hand=None, reason="")
    return msgspec.structs.replace(moment, by_hand=boards, bye_by_hand=bye, reason=event.reason)


def lists_that_differ(facts: Iterable[Fact]) -> tuple[int, ...]:
    """Return the versions with other values than follow from what was known then."""
    state, found = INITIAL, []
    for fact in facts:
        event = fact.event
        if isinstance(event, ValuesRecalculated) and following_list(state, event, fact) != event:
            found.append(fact.version)
        state = evolve(state, fact)
    return tuple(found)


def memories_had(
    facts: Iterable[Fact], had: Callable[[Tournament], Tournament]
) -> dict[int, KeizerMemory]:
    """Return the memory by which each round of a Keizer tournament would be paired, by its version.

    `had` maps the tournament at a moment to the one supposed: each list of values follows from
    that, and from the lists before it.
    """
    state = INITIAL
    kept = state.memory
    found = {}
    for fact in facts:
        event = fact.event
        if isinstance(event, RoundPairing):
            found[fact.version] = memory_of(replace(had(state), memory=kept))
        if isinstance(event, ValuesRecalculated):
            event = following_list(replace(had(state), memory=kept), event, fact) or event
        kept = evolve(replace(state, memory=kept), replace(fact, event=event)).memory
        state = evolve(state, fact)
    return found


def following_list(
    state: Tournament, event: ValuesRecalculated, fact: Fact
) -> ValuesRecalculated | None:
    """Return the list that follows from `state`, for the same reason; None where none does."""
    if event.why is Recalculated.LATE_ENTRY:
        following = values_before_pairing(state, DecisionContext(at=fact.recorded_at))
    else:
        following = values_now(state, event.why)
    alike = [each for each in following if each.after_round == event.after_round]
    return alike[-1] if alike else None
