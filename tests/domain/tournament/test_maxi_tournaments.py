"""Maxi-tournaments: the organiser's choice reaches the systems that have rules for it."""

import pytest
from msgspec.structs import replace

from dsl.tournaments import CREATED, FOUR, entered, folded, numbered
from planilla.domain.tournament.drafting import pairing_input
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.vocabulary import Colour


@pytest.mark.parametrize(
    ("system", "asked", "is_maxi"),
    [
        ("swiss-lim", True, True),
        ("swiss-lim", False, False),
        ("swiss-lim-libro", True, False),
        ("swiss-dutch-libro", True, True),
        ("swiss-dutch-2012", True, False),
        ("swiss-dutch-2026", True, False),
    ],
)
def test_a_round_is_that_of_a_maxi_tournament_if_the_organiser_chose_it_and_the_system_has_rules(
    system: str, asked: object, is_maxi: object
) -> None:
    created: TournamentCreated = replace(
        CREATED, system_name=system, shape=MatchShape(maxi=bool(asked))
    )
    state = folded(created, *entered(*FOUR), numbered(*FOUR))
    assert pairing_input(state, 1, Colour.WHITE).is_maxi is is_maxi
