"""Whatever is corrected: who met whom, what was first reported and past pairings stay."""

from random import Random
from typing import Any

import pytest

from dsl.tournaments import AFTER_2, ANA, BEA, CARL, DORA, FOUR, facts, published, recorded
from planilla.domain.tournament.closing import RoundClosed
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import (
    CorrectColours,
    CorrectResult,
    DeleteResult,
    SwapResults,
)
from planilla.domain.tournament.crosstables import for_pairing
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.eligibility import RuleIneligible, WithdrawEntrant
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact, decode, encode, type_of
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.results import ResultRecorded, ResultWithdrawn
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import Effect, GamesMeanwhile
from planilla.domain.vocabulary import GameId, GameResult

SECOND = 1_000_000
BEGUN = (
    *AFTER_2,
    RoundClosed(round=2),
    published(3, (ANA, DORA), (BEA, CARL)),
    recorded("3.1", "0-1"),
)
GAMES = tuple(GameId(f"{number}.{board}") for number in (1, 2, 3) for board in (1, 2))
WHY = Sealed("why")


def any_correction(chance: Random, state: Tournament) -> Command:
    """One of all corrections; most name what is in force."""
    game, other = chance.sample(GAMES, 2)
    versions = {each: _version(state, each) for each in GAMES}
    both: dict[str, Any] = {
        "reason": WHY,
        "effect": chance.choice((None, *(_effect(points, state) for points in (True, False)))),
        "known_at": chance.choice((None, chance.randrange(7, 16) * SECOND)),
    }
    named: dict[str, Any] = {"game": game, "corrects": versions[game], **both}
    player: dict[str, Any] = {
        "entrant": chance.choice(FOUR),
        "from_round": chance.randrange(1, 5),
        "games": chance.choice(tuple(GamesMeanwhile)),
        **both,
    }
    return chance.choice(
        (
            lambda: CorrectResult(result=chance.choice(("1-0", "½-½", "0-1", "-/-")), **named),
            lambda: DeleteResult(counts_as=chance.choice(("*", "-/-")), **named),
            lambda: CorrectColours(**named),
            lambda: SwapResults(other=other, other_corrects=versions[other], **named),
            lambda: RuleIneligible(**player),
            lambda: WithdrawEntrant(**player),
        )
    )()


def _effect(points: bool, state: Tournament) -> Effect:
    return Effect(points=points, pairing_from=state.last_published + 1, rating=not points)


def _version(state: Tournament, game: GameId) -> int:
    found = state.find(game)
    assert found is not None
    return found[0].version_of(found[1])


def paired_by(state: Tournament) -> list[tuple[Any, ...]]:
    """What each published round was paired by: boards and results of the rounds before."""
    return [
        tuple((each.boards, each.results) for each in for_pairing(state, number).rounds)
        for number in range(1, state.last_published + 1)
    ]


def met(state: Tournament) -> list[list[frozenset[str]]]:
    return [[frozenset(board) for board in played.boards] for played in state.rounds]


def reports(state: Tournament) -> dict[str, frozenset[tuple[str, GameResult]]]:
    """What was first reported of each game, from both sides, whatever the colours are now."""
    return {
        game: frozenset(((white, GameResult(result)), (black, GameResult(result).reversed)))
        for played in state.rounds
        for game, (white, black), result in zip(
            played.games, played.boards, played.recorded, strict=True
        )
    }


@pytest.mark.parametrize("seed", range(30))
def test_corrections_leave_the_past_as_it_was(seed: int) -> None:
    chance = Random(seed)
    log = list(facts(*BEGUN))
    state = fold(log)
    for _ in range(12):
        command = any_correction(chance, state)
        try:
            events = decide(state, command, DecisionContext(at=10**15))
        except Refusal:
            continue
        after = state
        for event in events:
            assert decode(type_of(event), encode(event)) == event
            log.append(Fact(version=after.version + 1, recorded_at=10**15, event=event))
            after = evolve(after, log[-1])
        assert met(after) == met(state)
        assert paired_by(after) == paired_by(state)
        was, now = reports(state), reports(after)
        fresh = {each.game for each in events if isinstance(each, ResultWithdrawn)}
        entered = {each.game for each in events if isinstance(each, ResultRecorded)}
        assert {game: was[game] for game in was if game not in fresh | entered} == {
            game: now[game] for game in now if game not in fresh | entered
        }
        state = after
    assert fold(log) == state
    assert len(log) > len(BEGUN) + 2, "some of it is possible"
