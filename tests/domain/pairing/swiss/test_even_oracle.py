"""Team Swiss, Double-Swiss and the Olympiad beside a literal reading of their texts.

Each round of random tournaments is paired by the engine and by trying out everything. A seeded part
runs always, the rest with `make test-deep`.
"""

import pytest
from msgspec.structs import replace

from dsl.even_brackets_oracle import Answer, Text
from dsl.even_rounds import random_rounds
from dsl.olympiad_oracle import OlympiadText
from planilla.domain.pairing.swiss.double import SWISS_DOUBLE
from planilla.domain.pairing.swiss.olympiad import SWISS_OLYMPIAD
from planilla.domain.pairing.swiss.team_2026 import SWISS_TEAM
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput, System
from planilla.domain.vocabulary import EntrantId

SYSTEMS = (SWISS_TEAM, SWISS_DOUBLE, SWISS_OLYMPIAD)
SOME = 60
MANY = 1200
"""Tournaments; of each some four rounds are paired."""
DEEP_SEED = 100_000


def by_text(system: System, given: PairingInput) -> Answer | None:
    if system is SWISS_OLYMPIAD:
        return OlympiadText(given).answer()
    return Text(given, double=system is SWISS_DOUBLE).answer()


def answered(system: System, given: PairingInput) -> Answer | None:
    answer = system.answer(given)
    if isinstance(answer, NoPairing):
        return None
    waiting = [seat for seat, _ in answer.byes]
    return Answer(frozenset(answer.boards), waiting[0] if waiting else None)


def check_tournaments(system: System, seeds: range, most: int) -> None:
    assert system.pair is not None
    for seed in seeds:
        for given in random_rounds(seed, system.pair, most=most):
            assert answered(system, given) == by_text(system, given), (seed, given.round)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_every_round_is_that_of_the_text(system: System) -> None:
    check_tournaments(system, range(SOME), most=9)


@pytest.mark.deep
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_every_round_is_that_of_the_text_at_length(system: System, part: int) -> None:
    first = DEEP_SEED + part * MANY
    check_tournaments(system, range(first, first + MANY), most=10)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_large_rounds_break_no_absolute_rule_and_are_the_same_again(system: System) -> None:
    assert system.pair is not None
    assert system.check is not None
    for seed in range(6):
        for given in random_rounds(seed, system.pair, most=40):
            answer = system.answer(given)
            if isinstance(answer, Pairing):
                assert system.check(given, answer) == ()
                assert {*sum(answer.boards, ()), *(seat for seat, _ in answer.byes)} == {
                    *given.present
                }
            assert system.answer(_renamed(given)) == answer


def _renamed(given: PairingInput) -> PairingInput:
    """The same round with other ids of its entrants."""
    entrants = tuple(
        replace(entrant, id=EntrantId(f"x{99 - seat}"))
        for seat, entrant in enumerate(given.crosstable.entrants)
    )
    return replace(given, crosstable=replace(given.crosstable, entrants=entrants))
