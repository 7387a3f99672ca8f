"""Who qualifies, as rows by rank: above the line, tied for the last places above it, below it."""

from audit.test_masnou_replay import played, result
from dsl.tournaments import (
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    ROUND_1_BOARDS,
    entered,
    folded,
    numbered,
    published,
    recorded,
)
from planilla.domain.tournament.closing import TournamentFinished
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.qualifying import Cut, QualifyingPlacesSet
from planilla.domain.tournament.values import Stage
from planilla.projections.qualifying import Qualification, Side, qualifying

PLAYED = (
    CREATED,
    *entered(*FOUR),
    numbered(*FOUR),
    published(1, *ROUND_1_BOARDS),
    recorded("1.1", "1-0"),
    recorded("1.2", "0-1"),
)


def found(places: int, *more: Event) -> Qualification:
    shown = qualifying(folded(*PLAYED, QualifyingPlacesSet(places=places), *more))
    assert shown is not None
    return shown


def sides(shown: Qualification) -> list[tuple[str, int, Side]]:
    return [(each.entrant, each.rank, each.side) for each in shown.entrants]


def test_without_qualifying_places_there_is_nothing_to_tell() -> None:
    assert qualifying(folded(*PLAYED)) is None


def test_a_tie_within_the_places_is_within() -> None:
    """Two won, two lost: ranks 1, 1, 3, 3."""
    shown = found(2)
    winners, losers = shown.entrants[:2], shown.entrants[2:]
    assert shown.cut == Cut(places=2, after=1)
    assert [each.rank for each in shown.entrants] == [1, 1, 3, 3]
    assert {each.side for each in winners} == {Side.WITHIN}
    assert {each.side for each in losers} == {Side.OUTSIDE}
    assert [each.points for each in shown.entrants] == [2, 2, 0, 0]
    assert shown.unit == 2


def test_who_is_tied_for_the_last_place_is_told_apart() -> None:
    shown = found(3)
    assert shown.cut == Cut(places=3, after=3, sharing=2, left=1)
    assert [side for *_, side in sides(shown)] == [Side.WITHIN] * 2 + [Side.SHARING] * 2


def test_with_no_more_players_than_places_all_are_within() -> None:
    shown = found(4)
    assert shown.cut is None
    assert {entrant for entrant, _, _ in sides(shown)} == {ANA, BEA, CARL, DORA}
    assert {side for *_, side in sides(shown)} == {Side.WITHIN}


def test_it_is_final_once_the_tournament_is_finished() -> None:
    assert not found(2).is_final
    assert found(2, TournamentFinished()).is_final
    assert found(2).stage is Stage.NEXT


def test_in_a_hall_its_ranking_decides() -> None:
    """With one table a beats b, who waits behind c and d: a is alone in front."""
    log = played("abcd", result("T1.1", "1-0")).log
    last = Fact(version=log[-1].version + 1, recorded_at=0, event=QualifyingPlacesSet(places=1))
    shown = qualifying(fold((*log, last)))
    assert shown is not None
    assert shown.cut == Cut(places=1, after=0)
    assert next((each.entrant, each.side) for each in shown.entrants) == ("a", Side.WITHIN)
