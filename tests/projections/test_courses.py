"""Courses: places and points after each round."""

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
from planilla.domain.tournament.setup import TournamentCreated
from planilla.projections.courses import courses

ROUNDS = (
    numbered(*FOUR),
    published(1, (ANA, CARL), (DORA, BEA)),
    recorded("1.1", "1-0"),
    recorded("1.2", "1-0"),
    published(2, (DORA, ANA), (CARL, BEA)),
    recorded("2.1", "1-0"),
)


def test_a_course_has_the_place_and_the_sum_of_points_after_each_round() -> None:
    """Dora beats Ana in round 2, where Carl and Bea still play; no tie-breaks were announced."""
    found = courses(folded(CREATED, *entered(*FOUR), *ROUNDS))
    assert {each: course.points for each, course in found.items()} == {
        ANA: (2, 2),
        BEA: (0, 0),
        CARL: (0, 0),
        DORA: (2, 4),
    }
    assert found[DORA].places[-1] == 1
    assert found[ANA].places[-1] == 2


def test_where_values_rank_only_rounds_with_a_list_have_places() -> None:
    created = TournamentCreated(name="Club", system_name="keizer", rounds_asked=3)
    found = courses(folded(created, *entered(*FOUR), *ROUNDS))
    assert set(found) == set(FOUR)
    assert found[ANA] == ((), ())
