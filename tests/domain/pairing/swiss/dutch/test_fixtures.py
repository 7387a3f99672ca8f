"""The fixtures of 2017 and 2026, each named after the criterion that decides it."""

import pytest

from dsl.dutch_fixtures import Fixture, fixtures
from dsl.dutch_oracle import answer_of
from dsl.dutch_oracle_2017 import Oracle2017, paired_by_hand_2017
from dsl.dutch_oracle_2026 import paired_by_hand_2026
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import System

BY_HAND = {"2017": paired_by_hand_2017, "2026": paired_by_hand_2026}
BUILT = [year for year in BY_HAND if f"swiss-dutch-{year}" in SYSTEMS]


def system(edition: str) -> System:
    found = SYSTEMS[f"swiss-dutch-{edition}"]
    assert found.pair is not None
    return found


@pytest.mark.parametrize("fixture", [each for year in BUILT for each in fixtures(year)], ids=str)
def test_the_engine_gives_the_round_of_the_fixture(fixture: Fixture) -> None:
    assert answer_of(system(fixture.edition).answer(fixture.given())) == fixture.answer


@pytest.mark.parametrize("fixture", fixtures(), ids=str)
def test_trying_everything_gives_the_round_of_the_fixture(fixture: Fixture) -> None:
    assert BY_HAND[fixture.edition](fixture.given()) == fixture.answer


@pytest.mark.parametrize(
    "fixture",
    [each for each in fixtures("2017") if each.name.startswith("collapsed")],
    ids=str,
)
def test_fixtures_of_the_collapsed_bracket_go_through_it(fixture: Fixture) -> None:
    oracle = Oracle2017(fixture.given())
    assert oracle.pair() == fixture.answer
    assert oracle.collapsed
