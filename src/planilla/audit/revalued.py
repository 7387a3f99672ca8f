"""Values of a ladder worked out again: as they were recorded, or as they would have been.

Replaying a log never works values out; only the audit does. A list follows from the one before, so
that an old result changes all that come after it.
"""

from collections.abc import Iterable

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
from planilla.domain.tournament.state import INITIAL, RoundState, Tournament
from planilla.domain.vocabulary import GameId, GameResult


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
    facts: Iterable[Fact], played: RoundState, board: int, result: GameResult, known_from: int
) -> dict[int, LadderMemory]:
    """What each round would have been paired by had a game ended so, by the version that paired it.

    `played` and `board` say where the game stands today. It is known when round `known_from` is
    paired. Empty in other systems.
    """
    state = INITIAL
    ladder = state.ladder
    found = {}
    for fact in facts:
        event = fact.event
        had = replace(_had(state, played, board, result), ladder=ladder)
        if isinstance(event, RoundPaired | RoundImported | PairingsPublished):
            memory = memory_of(had if event.round >= known_from else state)
            if memory is not None:
                found[fact.version] = memory
        if isinstance(event, ValuesRecalculated) and event.after_round + 1 >= known_from:
            event = following_list(had, event, fact) or event
        ladder = evolve(had, replace(fact, event=event)).ladder
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


def _had(state: Tournament, played: RoundState, board: int, result: GameResult) -> Tournament:
    """The tournament with another result of the game, once it has one."""
    then = state.round(played.number)
    game: GameId = played.games[board]
    if then is None or game not in then.games:
        return state
    at = then.games.index(game)
    if then.results[at] == GameResult.OPEN:
        return state
    code = result if then.boards[at] == played.boards[board] else result.reversed
    results = then.results[:at] + bytes((code,)) + then.results[at + 1 :]
    rounds = list(state.rounds)
    rounds[played.number - 1] = replace(then, results=results)
    return replace(state, rounds=tuple(rounds))
