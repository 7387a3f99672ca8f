"""More rounds than opponents: a Swiss that cannot go on refuses with one sentence."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    entered,
    given,
    numbered,
    published,
    recorded,
)
from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.drafting import NoLegalPairing
from planilla.domain.tournament.pairings import PairRound

SWISS = [
    name
    for name, system in SYSTEMS.items()
    if system.pair is not None and not (system.keeps_values or system.plays_in_teams)
]


@pytest.mark.parametrize("system", SWISS)
def test_a_fourth_round_of_four_players_is_refused(system: str) -> None:
    everybody_has_met = (
        replace(CREATED, system_name=system, rounds_asked=7),
        *entered(*FOUR),
        numbered(*FOUR),
        published(1, (ANA, BEA), (CARL, DORA)),
        recorded("1.1", "½-½"),
        recorded("1.2", "½-½"),
        published(2, (BEA, CARL), (DORA, ANA)),
        recorded("2.1", "½-½"),
        recorded("2.2", "½-½"),
        published(3, (ANA, CARL), (BEA, DORA)),
        recorded("3.1", "½-½"),
        recorded("3.2", "½-½"),
    )
    with pytest.raises(NoLegalPairing) as refused:
        given(*everybody_has_met).when(PairRound(round=4)).then()
    assert refused.value.reason == "no-legal-pairing"
    assert set(refused.value.entrants) <= set(FOUR)
    assert refused.value.entrants
