"""Edits at random: each is answered in both readings or refused, and nothing else happens."""

import random

import pytest

from dsl.played_logs import PlayedLog, newcomer, random_log
from planilla.audit.branch import BranchOptions, branch
from planilla.audit.edits import Edit, Inserted, Removed, Replaced
from planilla.audit.round_by_round import round_by_round
from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.corrections import (
    CorrectColours,
    CorrectResult,
    DeleteResult,
    SwapResults,
)
from planilla.domain.tournament.eligibility import (
    ExpelEntrant,
    ReturnEntrant,
    RuleIneligible,
    WithdrawEntrant,
)
from planilla.domain.tournament.entrants import CorrectSportingData, EnterEntrants
from planilla.domain.tournament.event import Audience, audience_of
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.keizer import RecalculateValues
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.results import RecordResult, WithdrawResult
from planilla.domain.tournament.subjects import REFUSALS
from planilla.domain.vocabulary import ByeKind, EntrantId, GameId

SYSTEMS = ("swiss-dutch-2026", "swiss-dutch-2012", "swiss-dutch-libro", "keizer", "round-robin")
SAID = Sealed("0" * 64)
RESULTS = ("1-0", "0-1", "½-½", "+/-", "-/-")


@pytest.mark.no_cover
def test_edits_are_answered_or_refused() -> None:
    assert sum(tried(seed, 6) for seed in range(8))


@pytest.mark.deep
@pytest.mark.no_cover
def test_many_edits_are_answered_or_refused() -> None:
    assert sum(tried(seed, 6) for seed in range(100, 400))


def tried(seed: int, times: int) -> int:
    """How many of so many what-ifs of a log cut at random were answered."""
    drawn = random.Random(seed)
    system = drawn.choice(SYSTEMS)
    facts = random_log(system, *((6, 5) if system == "round-robin" else (9, 4)), seed).facts
    facts = facts[: drawn.randrange(len(facts) // 2, len(facts) + 1)]
    if drawn.random() < 0.3:
        facts = [fact for fact in facts if audience_of(fact.event) is Audience.PUBLIC]
    return sum(is_answered(facts, edits_of(facts, drawn), seed) for _ in range(times))


def is_answered(facts: list[Fact], edits: list[Edit], seed: int) -> bool:
    try:
        told = round_by_round(facts, edits, top=2)
        found = branch(facts, edits, BranchOptions(draws=4, seed=seed))
    except Refusal:
        return False
    assert all(void.code in REFUSALS for void in told.void)
    assert len(found.rounds) == len(fold(facts).rounds)
    return True


def edits_of(facts: list[Fact], drawn: random.Random) -> list[Edit]:
    editable = [fact.version for fact in facts if fact.event.editable_in_what_if]
    anywhere = [fact.version for fact in facts]
    log = PlayedLog()
    log.facts, log.state = facts, fold(facts)
    return [
        drawn.choice(
            (
                Removed(version=drawn.choice(editable)),
                Replaced(version=drawn.choice(editable), command=command_of(log, drawn)),
                Inserted(after=drawn.choice(anywhere), command=command_of(log, drawn)),
            )
        )
        for _ in range(drawn.randrange(1, 4))
    ]


def command_of(log: PlayedLog, drawn: random.Random) -> Command:
    """Something that somebody might have wanted, about a player or a game."""
    entrant = drawn.choice([*log.state.entrants, EntrantId("nobody")])
    games = [game for played in log.state.rounds for game in played.games]
    game, result = drawn.choice([*games, GameId("9.9")]), drawn.choice(RESULTS)
    number = drawn.randrange(1, 6)
    return drawn.choice(
        (
            EnterEntrants(entrants=(newcomer(drawn.choice(("new", entrant)), 1900),)),
            CorrectSportingData(entrant=entrant, rating=drawn.randrange(1000, 2600)),
            RequestBye(entrant=entrant, round=number, kind=ByeKind.ZERO_POINT),
            WithdrawEntrant(entrant=entrant),
            ReturnEntrant(entrant=entrant),
            ExpelEntrant(entrant=entrant, reason=SAID),
            RuleIneligible(entrant=entrant, from_round=number, reason=SAID),
            RecalculateValues(),
            RecordResult(game=game, result=result),
            WithdrawResult(game=game),
            CorrectColours(game=game),
            CorrectResult(game=game, result=result, corrects=0, reason=SAID),
            DeleteResult(game=game, corrects=0, reason=SAID),
            SwapResults(game=game, corrects=0, other=drawn.choice(games), reason=SAID),
        )
    )
