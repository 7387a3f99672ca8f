"""Values of a ladder worked out again: as they were recorded, or as they would have been.

Replaying a log never works values out; only the audit does. A list follows from the one before, so
that an old result changes all that come after it.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from planilla.domain.pairing.ladder.memory import LadderMemory
from planilla.domain.tournament.events import (
    PairingsPublished,
    Recalculated,
    RoundImported,
    RoundPaired,
    ValuesRecalculated,
)
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.ladder import memory_of
from planilla.domain.tournament.rules.keizer import values_before_pairing, values_now
from planilla.domain.tournament.state import INITIAL, Tournament


def lists_that_differ(facts: Iterable[Fact]) -> tuple[int, ...]:
    """The versions at which other values were recorded than follow from what was known then."""
    state, found = INITIAL, []
    for fact in facts:
        event = fact.event
        if isinstance(event, ValuesRecalculated) and following_list(state, event, fact) != event:
            found.append(fact.version)
        state = evolve(state, fact)
    return tuple(found)


def memories_had(
    facts: Iterable[Fact], had: Callable[[Tournament], Tournament]
) -> dict[int, LadderMemory]:
    """What each round of a ladder would have been paired by, by the version that paired it.

    `had` tells, of the tournament at a moment, what it would have been: each list of values follows
    from that, and from the lists before it.
    """
    state = INITIAL
    ladder = state.ladder
    found = {}
    for fact in facts:
        event = fact.event
        if isinstance(event, RoundPaired | RoundImported | PairingsPublished):
            memory = memory_of(replace(had(state), ladder=ladder))
            assert memory is not None, "a ladder is paired by what it remembers"
            found[fact.version] = memory
        if isinstance(event, ValuesRecalculated):
            event = following_list(replace(had(state), ladder=ladder), event, fact) or event
        ladder = evolve(replace(state, ladder=ladder), replace(fact, event=event)).ladder
        state = evolve(state, fact)
    return found


def following_list(
    state: Tournament, event: ValuesRecalculated, fact: Fact
) -> ValuesRecalculated | None:
    """The list that follows from `state`, for the same reason; None where nothing would change."""
    if event.why is Recalculated.LATE_ENTRY:
        following = values_before_pairing(state, Given(at=fact.recorded_at))
    else:
        following = values_now(state, event.why)
    alike = [each for each in following if each.after_round == event.after_round]
    return alike[-1] if alike else None
