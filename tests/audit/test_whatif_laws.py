"""Laws of both readings: without an edit nothing changes, and what would have been is what was.

A tournament A is played; B is the same up to one report, which is another, and is really played on:
where the same two meet in the same round with the same colours as in A, the game ends as it did
there, and otherwise in a draw. The branch of A in which unknown games are drawn must be B.
"""

import pytest

from dsl.played_logs import PlayedLog, random_log
from planilla.audit.branch import branch
from planilla.audit.edits import edited
from planilla.audit.known_from_start import other_result
from planilla.audit.round_by_round import round_by_round
from planilla.audit.scenarios import Scenario, actual_line
from planilla.domain.tournament.byes import ByeRequested, RequestBye
from planilla.domain.tournament.closing import CloseRound, FinishTournament, TournamentFinished
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.eligibility import EntrantWithdrawn, WithdrawEntrant
from planilla.domain.tournament.entrants import EnterEntrants, EntrantEntered, NewEntrant
from planilla.domain.tournament.event import Audience, Event, audience_of
from planilla.domain.tournament.facts import Fact, encode
from planilla.domain.tournament.pairings import PairingsPublished, PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.setup import CreateTournament, TournamentCreated
from planilla.domain.tournament.state import RoundState
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameResult

SWISS = ("swiss-dutch-2026", "swiss-dutch-2017", "swiss-dutch-2012", "swiss-dutch-libro")
SYSTEMS = (*SWISS, "swiss-double", "keizer", "round-robin")
CASES = [(system, 1) for system in SYSTEMS]
MANY = [(system, seed) for system in SYSTEMS for seed in range(2, 22)]


def size_of(system: str) -> tuple[int, int]:
    return (6, 5) if system == "round-robin" else (11, 5)


@pytest.mark.parametrize(("system", "seed"), CASES)
def test_without_an_edit_nothing_changes(system: str, seed: int) -> None:
    nothing_changes(system, seed)


@pytest.mark.parametrize(("system", "seed"), CASES)
def test_the_branch_is_the_tournament_that_is_really_played(system: str, seed: int) -> None:
    is_really_played(system, seed)


@pytest.mark.deep
@pytest.mark.no_cover
@pytest.mark.parametrize(("system", "seed"), MANY)
def test_both_laws_hold_for_many_tournaments(system: str, seed: int) -> None:
    nothing_changes(system, seed)
    is_really_played(system, seed)


def nothing_changes(system: str, seed: int) -> None:
    """Every round is paired again and is the same; the log comes out byte for byte."""
    log = random_log(system, *size_of(system), seed)
    facts = log.facts
    told = round_by_round(facts, ())
    assert told.identical
    assert told.consequences.is_nothing
    assert not told.void
    assert not told.missing
    assert [each.round for each in told.rounds] == [each.number for each in log.state.rounds]
    assert edited(facts, (), everywhere=True).facts == tuple(facts)
    world = Scenario(actual_line(facts, ()), touched=True)
    assert world.go_on() == ()
    assert [encode(fact.event) for fact in world.log] == [encode(fact.event) for fact in facts]
    assert world.log == facts
    public = [fact for fact in facts if audience_of(fact.event) is Audience.PUBLIC]
    assert round_by_round(public, ()).identical
    for seen in (facts, public):
        stays(seen)


def stays(facts: list[Fact]) -> None:
    """The branch without an edit is the tournament as it is."""
    found = branch(facts, ())
    assert found.certain
    assert all(place.now == place.best == place.worst for place in found.places)
    assert all(each.certain and not each.instead for each in found.rounds)


def is_really_played(system: str, seed: int) -> None:
    """The branch in which unknown games are drawn is the tournament played on with draws."""
    real = random_log(system, *size_of(system), seed)
    game, other = another_result(real)
    edits = other_result(real.facts, game, other).edits
    really = played_otherwise(real, game, other)
    world = Scenario(actual_line(real.facts, edits), touched=False)
    while unknown := world.go_on():
        for each in unknown:
            world.end(each, GameResult.DRAW)
    assert not world.stopped
    assert rounds_of(world.state.rounds) == rounds_of(really.state.rounds)
    assert facts_but_results(world.log) == facts_but_results(really.facts)
    (after, *_) = round_by_round(real.facts, edits).rounds
    would_be = tuple(each.after for each in after.boards if each.after is not None)
    assert would_be == really.state.rounds[after.round - 1].pairs


def another_result(log: PlayedLog) -> tuple[GameId, str]:
    """A game of round 1 that was played, and how it might have ended."""
    first = log.state.rounds[0]
    board = next(at for at, each in enumerate(first.results) if GameResult(each).is_played)
    won = first.results[board] == GameResult.WHITE_WINS
    return first.games[board], "0-1" if won else "1-0"


def played_otherwise(real: PlayedLog, game: GameId, other: str) -> PlayedLog:
    """Every command of A again, up to the results, which follow from who meets whom."""
    then = {
        (played.number, pair): GameResult(result)
        for played in real.state.rounds
        for pair, result in zip(played.boards, played.results, strict=True)
    }
    log = PlayedLog()
    for fact in real.facts:
        replay_one(log, fact.event, then, (game, other))
    return log


Known = dict[tuple[int, tuple[EntrantId, EntrantId]], GameResult]


def replay_one(log: PlayedLog, event: Event, then: Known, change: tuple[GameId, str]) -> None:
    """What people did in A, done again; what follows of itself is left to the rules."""
    match event:
        case TournamentCreated():
            create = CreateTournament(
                name="Open", system=event.system_name, rounds=event.rounds_asked
            )
            log.do(create, lot=1)
        case EntrantEntered():
            new = NewEntrant(id=event.entrant, person=Sealed(event.person), rating=event.rating)
            log.do(EnterEntrants(entrants=(new,)))
        case ByeRequested():
            log.do(RequestBye(entrant=event.entrant, round=event.round, kind=event.kind))
        case EntrantWithdrawn():
            log.do(WithdrawEntrant(entrant=event.entrant))
        case RoundPaired():
            log.do(PairRound(round=event.round))
        case PairingsPublished():
            log.do(PublishPairings(round=event.round))
            end_round(log, then, change)
            log.do(CloseRound(round=event.round))
        case TournamentFinished():
            log.do(FinishTournament())
        case _:
            pass


def end_round(log: PlayedLog, then: Known, change: tuple[GameId, str]) -> None:
    played: RoundState = log.state.rounds[-1]
    for board, game in enumerate(played.games):
        result = then.get((played.number, played.boards[board]), GameResult.DRAW)
        said = change[1] if game == change[0] else RESULT_NOTATION[result]
        log.do(RecordResult(game=game, result=said))


def rounds_of(rounds: tuple[RoundState, ...]) -> list[tuple[object, ...]]:
    return [(each.boards, each.byes, each.results, each.games) for each in rounds]


def facts_but_results(facts: list[Fact]) -> list[Event]:
    """What happened, without the order in which the games of a round ended."""
    events = [fact.event for fact in facts]
    return [event for event in events if not isinstance(event, ResultRecorded)]
