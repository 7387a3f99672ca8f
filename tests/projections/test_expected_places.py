"""Places if the open games of a round end as the ratings expect: counted by hand."""

import pytest

from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    entered,
    folded,
    numbered,
    published,
    recorded,
)
from planilla.domain.ratings.tables import expected_hundredths
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.setup import TournamentCreated
from planilla.domain.vocabulary import EntrantId, GameResult
from planilla.projections.expected_places import expected_places, expected_result

RATINGS = {ANA: 2300, BEA: 2250, CARL: 2100, DORA: 2200}
PAIRED = published(1, (ANA, CARL), (DORA, BEA))


def rated(**ratings: int) -> tuple[EntrantEntered, ...]:
    """The four with these ratings."""
    return tuple(
        EntrantEntered(entrant=EntrantId(name), person=f"p-{name}", rating=rating)
        for name, rating in ratings.items()
    )


def places(
    *events: Event, created: TournamentCreated = CREATED
) -> dict[EntrantId, tuple[int, int]]:
    found = expected_places(folded(created, *events))
    return {entrant: (place.first, place.last) for entrant, place in found.items()}


BEGUN = (*rated(**RATINGS), numbered(*FOUR), PAIRED)


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        (2189, 2000, GameResult.WHITE_WINS),
        (2188, 2000, GameResult.DRAW),
        (2000, 2000, GameResult.DRAW),
        (2000, 2188, GameResult.DRAW),
        (2000, 2189, GameResult.BLACK_WINS),
        (2700, 0, GameResult.DRAW),
        (0, 2700, GameResult.DRAW),
    ],
)
def test_the_nearest_result_to_the_expected_score(
    white: int, black: int, result: GameResult
) -> None:
    """By the table of FIDE (B.02, 8.1.2) 179 to 188 points are .74, and 189 to 197 are .75."""
    assert (expected_hundredths(188), expected_hundredths(189)) == (74, 75)
    assert expected_result(white, black) is result


def test_the_places_after_a_round_of_which_no_game_is_over() -> None:
    """Ana wins with 200 points more, Dora and Bea draw with 50: 1, ½, ½ and 0."""
    assert places(*BEGUN) == {ANA: (1, 1), BEA: (2, 3), DORA: (2, 3), CARL: (4, 4)}


def test_a_result_counts_as_it_is_and_those_with_the_same_points_share_a_range() -> None:
    """Carl has won, against the rating; Ana is last, and the draw is expected still."""
    found = places(*BEGUN, recorded("1.1", "0-1"))
    assert found == {CARL: (1, 1), BEA: (2, 3), DORA: (2, 3), ANA: (4, 4)}


def test_earlier_rounds_count() -> None:
    """After 1-0 and 1-0 the second round: Dora and Ana draw (100 points), Bea beats Carl not (150).

    Ana and Dora have 1½, Carl and Bea ½.
    """
    found = places(
        *BEGUN,
        recorded("1.1", "1-0"),
        recorded("1.2", "1-0"),
        published(2, (DORA, ANA), (CARL, BEA)),
    )
    assert found == {ANA: (1, 2), DORA: (1, 2), BEA: (3, 4), CARL: (3, 4)}


def test_between_rounds_there_is_none() -> None:
    assert places(*BEGUN[:-1]) == {}
    assert places(*BEGUN, recorded("1.1", "1-0"), recorded("1.2", "1-0")) == {}


def test_without_two_rated_players_on_a_board_nothing_is_expected() -> None:
    unrated = rated(ana=2300, bea=0, carl=0, dora=0)
    assert places(*unrated, numbered(*FOUR), PAIRED) == {}


def test_where_points_do_not_rank_there_is_none() -> None:
    created = TournamentCreated(name="Club", system_name="keizer", rounds_asked=3)
    assert places(*entered(*FOUR), numbered(*FOUR), PAIRED, created=created) == {}
