"""The view of Elo: what the games so far do to everybody's rating.

The tournament of `dsl.tournaments`: Ana is rated 2000, Bea 1990, Carl 1980, Dora 1970; K is 20.
"""

import pytest
from msgspec.structs import replace

from dsl.tournaments import (
    AFTER_1,
    AFTER_2,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    ROUND_1_BOARDS,
    ROUND_2,
    START,
    entered,
    folded,
    numbered,
    published,
    recorded,
)
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import GameId
from planilla.projections import elo
from planilla.projections.elo import rules_of


def test_a_row_holds_everything_that_the_sum_needs() -> None:
    """Ana beat Carl (20 less, .53) and drew with Bea (10 less, .51): 1.5 - 1.04, times 20.

    Her opponents' mean is 1985; .75 is 193 more.
    """
    terms = ((1, 3, 940), (2, 2, -20))
    assert elo.rows(folded(*AFTER_2))[ANA] == (
        *(1, 2000, 20, 2, 150, 104, 920, 9, 2009, 2178),
        terms,
    )


def test_one_result_changes_the_rows_of_the_two_players_alone() -> None:
    before = elo.rows(folded(*ROUND_2))
    after = elo.rows(folded(*ROUND_2, recorded("2.2", "1-0")))
    assert {key for key in after if after[key] != before[key]} == {CARL, DORA}


def test_before_any_game_nothing_changes() -> None:
    assert elo.rows(folded(*START))[BEA] == (2, 1990, 20, 0, 0, 0, 0, 0, 1990, None, ())


def test_who_has_no_rating_has_no_expectation_either() -> None:
    """Dora has none: Bea beat her, which counts for neither of the two."""
    unrated = replace(entered(DORA)[0], rating=0)
    rows = elo.rows(
        folded(
            *(CREATED, *entered(ANA, BEA, CARL), unrated, numbered(*FOUR)),
            published(1, *ROUND_1_BOARDS),
            recorded("1.2", "0-1"),
        )
    )
    assert rows[BEA][3:8] == (0, 0, 0, 0, 0)
    assert rows[DORA] == (4, 0, 0, 1, 0, None, None, None, None, 1190, ((1, 2, None),))


def test_a_correction_may_count_for_rating_alone() -> None:
    for_rating = Effect(points=False, pairing_from=None, rating=True)
    corrected = ResultCorrected(game=GameId("1.1"), result="½-½", corrects=8, effect=for_rating)
    rows = elo.rows(folded(*AFTER_1, corrected))
    assert rows[ANA][4] == 50, "half a point for rating"


@pytest.mark.parametrize(
    ("announced", "system", "found"),
    [
        pytest.param("elo-fide-2024", "swiss-dutch-libro", "elo-fide-2024", id="announced"),
        pytest.param("", "swiss-dutch-libro", "elo-libro", id="usual with the book"),
        pytest.param("", "round-robin", "elo-fide-2024", id="usual elsewhere"),
    ],
)
def test_the_rules_are_those_announced_or_the_usual_ones(
    announced: str, system: str, found: str
) -> None:
    state = replace(folded(*START), rating_rules=announced, system_name=system)
    assert rules_of(state).name == found
