"""One input of the pairing engine: decision, preview, audit and what-if pair from the same."""

import pytest
from msgspec.structs import replace

from dsl.played_logs import PlayedLog, by_chance, newcomer
from planilla.audit.branch import branch
from planilla.audit.pairing_audit import audit
from planilla.audit.preview import outcomes_of, parts
from planilla.audit.redraw import redraw
from planilla.audit.round_by_round import round_by_round
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import system_of
from planilla.domain.tournament import drafting
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.entrants import EnterEntrants
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.setup import CreateTournament
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.tournament.values import AccelerationMethod

PLAYERS, ROUNDS = 16, 5


def accelerated(**fields: object) -> PairingInput:
    """Add a point to each of the first half, in every round played and in the one to be paired."""
    asked = PairingInput(**fields)  # type: ignore[arg-type]
    table, point = asked.crosstable, system_of(asked.crosstable).unit
    extra = tuple(
        (point if seat < table.size // 2 else 0,) * (len(table.rounds) + 1)
        for seat in range(table.size)
    )
    return replace(asked, accelerated=extra)


def an_open() -> PlayedLog:
    log = PlayedLog()
    log.open("swiss-dutch-2026", tuple(2400 - 50 * each for each in range(PLAYERS)), ROUNDS)
    for number in range(1, ROUNDS + 1):
        log.play(number, by_chance(number))
    return log


def test_an_accelerated_round_is_paired_again_with_its_acceleration(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drafting, "PairingInput", accelerated)
    log = an_open()
    assert audit(log.facts).holds
    assert all(paired.identical for paired in redraw(log.facts))
    assert round_by_round(log.facts, ()).identical
    assert branch(log.facts, ()).certain


def test_the_acceleration_of_this_open_changes_pairings(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(drafting, "PairingInput", accelerated)
        log = an_open()
    assert not audit(log.facts).holds


def test_a_preview_pairs_by_the_input_of_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drafting, "PairingInput", accelerated)
    log = PlayedLog()
    log.open("swiss-dutch-2026", tuple(2400 - 50 * each for each in range(PLAYERS)), ROUNDS)
    log.play(1, by_chance(1))
    (part,) = parts(log.state, DecisionContext(), 1)
    (outcome,) = outcomes_of(part)
    (event,) = (each for each in log.do(PairRound(round=2)) if isinstance(each, RoundPaired))
    assert outcome.meetings == tuple((game.white, game.black) for game in event.games)


def test_a_monrad_with_best_rounds_is_the_same_in_every_reading() -> None:
    logs = []
    for best in (0, 2):
        log = PlayedLog()
        log.do(
            CreateTournament(
                name="Club", system="monrad", rounds=ROUNDS, shape=MatchShape(best_rounds=best)
            ),
            lot=1,
        )
        ratings = (2400 - 50 * each for each in range(PLAYERS))
        log.do(
            EnterEntrants(
                entrants=tuple(newcomer(f"p{at}", each) for at, each in enumerate(ratings, 1))
            )
        )
        for number in range(1, ROUNDS + 1):
            log.play(number, by_chance(number))
        assert audit(log.facts).holds
        assert all(paired.identical for paired in redraw(log.facts))
        assert round_by_round(log.facts, ()).identical
        assert branch(log.facts, ()).certain
        logs.append(log)
    whole, best_two = (log.state.rounds for log in logs)
    # With the same results round 4 is the first with another order: two of three rounds count.
    assert [paired.boards for paired in whole[:3]] == [paired.boards for paired in best_two[:3]]
    assert whole[3].boards != best_two[3].boards


@pytest.mark.parametrize("method", [AccelerationMethod.BAKU, AccelerationMethod.HALEY])
@pytest.mark.parametrize("system", ["swiss-dutch-2026", "swiss-dutch-2012"])
def test_an_accelerated_open_is_the_same_in_every_reading(
    method: AccelerationMethod, system: str
) -> None:
    log = PlayedLog()
    log.open(system, tuple(2400 - 50 * each for each in range(PLAYERS)), ROUNDS, method)
    for number in range(1, ROUNDS + 1):
        log.play(number, by_chance(number))
    # In round 1 nobody of the top half meets anybody below.
    top = frozenset(log.state.order[: PLAYERS // 2])
    assert all(len(top & {*board}) != 1 for board in log.state.rounds[0].boards)
    assert audit(log.facts).holds
    assert all(paired.identical for paired in redraw(log.facts))
    assert round_by_round(log.facts, ()).identical
    assert branch(log.facts, ()).certain
