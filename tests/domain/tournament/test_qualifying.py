"""Qualifying places: set, changed, taken back; and where the line goes in the standings."""

from fractions import Fraction

import pytest

from dsl.tournaments import (
    ANA,
    BEA,
    CREATED,
    DORA,
    FOUR,
    ROUND_1_BOARDS,
    START,
    entered,
    folded,
    given,
    numbered,
    published,
    recorded,
)
from planilla.domain.prizes.chances import Basis
from planilla.domain.tournament.closing import AlreadyFinished, TournamentFinished
from planilla.domain.tournament.prizes import NO_PRIZES, chances_asked, chances_to_qualify
from planilla.domain.tournament.qualifying import (
    Cut,
    QualifyingPlacesOutOfRange,
    QualifyingPlacesSet,
    SetQualifyingPlaces,
    cut_of,
    places_of,
    stage_of,
)
from planilla.domain.tournament.questions import chances_for
from planilla.domain.tournament.values import Stage

FINAL = QualifyingPlacesSet(places=2, stage=Stage.FINAL)


def test_places_are_set_for_the_next_stage_unless_said_otherwise() -> None:
    set_ = SetQualifyingPlaces(places=3)
    assert given(*START).when(set_).then() == (QualifyingPlacesSet(places=3, stage=Stage.NEXT),)
    final = SetQualifyingPlaces(places=2, stage=Stage.FINAL)
    assert given(*START).when(final).then() == (FINAL,)


@pytest.mark.parametrize(
    ("before", "command"),
    [
        pytest.param((FINAL,), SetQualifyingPlaces(places=2, stage=Stage.FINAL), id="the same"),
        pytest.param((), SetQualifyingPlaces(places=0), id="none, and there are none"),
        pytest.param(
            (FINAL, QualifyingPlacesSet(places=0)), SetQualifyingPlaces(places=0), id="none again"
        ),
    ],
)
def test_what_is_so_already_changes_nothing(
    before: tuple[QualifyingPlacesSet, ...], command: SetQualifyingPlaces
) -> None:
    assert given(*START, *before).when(command).then() == ()


def test_the_number_or_the_stage_may_change_and_places_may_be_taken_back() -> None:
    for command in (
        SetQualifyingPlaces(places=3, stage=Stage.FINAL),
        SetQualifyingPlaces(places=2),
        SetQualifyingPlaces(places=0, stage=Stage.FINAL),
    ):
        (event,) = given(*START, FINAL).when(command).then()
        assert event == QualifyingPlacesSet(places=command.places, stage=command.stage)


@pytest.mark.parametrize("places", [-1, 10_001])
def test_places_that_no_tournament_has_are_refused(places: int) -> None:
    """Ten thousand entrants are the most that a tournament takes."""
    with pytest.raises(QualifyingPlacesOutOfRange) as refused:
        given(*START).when(SetQualifyingPlaces(places=places)).then()
    assert refused.value.fields == {"places": places, "smallest": 0, "largest": 10_000}


def test_after_the_end_the_places_stand() -> None:
    with pytest.raises(AlreadyFinished):
        given(*START, FINAL, TournamentFinished()).when(SetQualifyingPlaces(places=3)).then()


def test_a_number_asked_for_comes_before_that_of_the_tournament() -> None:
    without, with_two = folded(*START), folded(*START, FINAL)
    assert (places_of(without), places_of(without, 5)) == (0, 5)
    assert (places_of(with_two), places_of(with_two, 5)) == (2, 5)
    assert (stage_of(without), stage_of(with_two), stage_of(with_two, 5)) == (
        None,
        Stage.FINAL,
        None,
    )


def test_places_taken_back_are_as_if_they_had_never_been() -> None:
    assert folded(*START, FINAL, QualifyingPlacesSet(places=0)).qualifying is None


@pytest.mark.parametrize(
    ("ranks", "places", "cut"),
    [
        pytest.param((1, 2, 3, 4), 2, Cut(places=2, after=1), id="each has a place"),
        pytest.param((1, 1, 3, 4), 2, Cut(places=2, after=1), id="a tie within"),
        pytest.param(
            (1, 2, 3, 3, 5), 3, Cut(places=3, after=3, sharing=2, left=1), id="two for the last"
        ),
        pytest.param(
            (1, 2, 2, 2, 2, 6), 3, Cut(places=3, after=4, sharing=4, left=2), id="four for two"
        ),
        pytest.param((1, 2, 3), 3, None, id="as many as players"),
        pytest.param((1, 2, 3), 8, None, id="more than players"),
        pytest.param((1, 1, 1), 1, Cut(places=1, after=2, sharing=3, left=1), id="all tied"),
        pytest.param((1, 2), 0, None, id="no places"),
        pytest.param((), 4, None, id="no players"),
    ],
)
def test_the_line_goes_below_whoever_shares_the_last_place(
    ranks: tuple[int, ...], places: int, cut: Cut | None
) -> None:
    assert cut_of(ranks, places) == cut


def test_more_may_be_above_the_line_than_there_are_places() -> None:
    cut = cut_of((1, 2, 3, 3, 5), 3)
    assert cut is not None
    assert (cut.places, cut.within) == (3, 4)


def test_the_chances_to_qualify_add_up_to_the_places() -> None:
    """Ana has won, Dora and Bea still play, and no tie-break parts anybody.

    If one of them wins, that one and Ana have the two places; after a draw both share the second
    place: each 1/3 + 1/3 · 1/2 = 1/2.
    """
    state = folded(
        CREATED,
        *entered(*FOUR),
        numbered(*FOUR),
        published(1, *ROUND_1_BOARDS),
        recorded("1.1", "1-0"),
    )
    asked = chances_asked(state, NO_PRIZES, Basis(places=2))
    chances = chances_to_qualify(chances_for(asked), 2)
    assert {state.order[seat]: each for seat, each in chances.items()} == {
        ANA: 1,
        BEA: Fraction(1, 2),
        DORA: Fraction(1, 2),
    }
