"""A festival: a tournament joins one, says it anew, and leaves it."""

from datetime import date

import pytest

from dsl.tournaments import START, given
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.festival import (
    FESTIVAL_NAME_MAX,
    PLACE_MAX,
    FestivalDaysReversed,
    FestivalIdUnfit,
    FestivalJoined,
    FestivalLeft,
    FestivalNameUnfit,
    InAnotherFestival,
    JoinFestival,
    LeaveFestival,
)
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.values import Festival

JULY = (date(2026, 7, 4), date(2026, 7, 12))
JOINED = FestivalJoined(
    id="summer", name="Summer", place="Masnou", first_day=JULY[0], last_day=JULY[1]
)


def joining(
    festival: str = "summer",
    name: str = " Summer ",
    place: str = " Masnou",
    days: tuple[date, date] = JULY,
) -> JoinFestival:
    return JoinFestival(id=festival, name=name, place=place, first_day=days[0], last_day=days[1])


def test_a_tournament_joins_a_festival_and_leaves_it() -> None:
    scene = given(*START).when(joining())
    assert scene.then() == (JOINED,)
    assert scene.state().festival == Festival(
        id="summer", name="Summer", place="Masnou", first_day=JULY[0], last_day=JULY[1]
    )
    left = scene.and_then().when(LeaveFestival())
    assert left.then() == (FestivalLeft(id="summer", name="Summer"),)
    assert left.state().festival is None


def test_a_festival_that_is_as_said_already_is_not_said_again() -> None:
    assert given(*START, JOINED).when(joining()).then() == ()
    assert given(*START).when(LeaveFestival()).then() == ()


def test_a_festival_is_said_anew_under_its_id() -> None:
    scene = given(*START, JOINED).when(joining(name="Summer opens"))
    (said,) = scene.then()
    assert isinstance(said, FestivalJoined)
    assert said.details() == {"festival": "summer", "name": "Summer opens"}
    assert FestivalLeft(id="summer", name="Summer").details()["name"] == "Summer"


@pytest.mark.parametrize(
    ("events", "command", "refusal"),
    [
        pytest.param(START, joining("Summer"), FestivalIdUnfit, id="a capital"),
        pytest.param(START, joining("-summer"), FestivalIdUnfit, id="begins with a hyphen"),
        pytest.param(START, joining("s" * 65), FestivalIdUnfit, id="a long id"),
        pytest.param(START, joining(name=" "), FestivalNameUnfit, id="no name"),
        pytest.param(
            START, joining(name="n" * (FESTIVAL_NAME_MAX + 1)), FestivalNameUnfit, id="a long name"
        ),
        pytest.param(
            START, joining(place="p" * (PLACE_MAX + 1)), FestivalNameUnfit, id="a long place"
        ),
        pytest.param(START, joining(days=JULY[::-1]), FestivalDaysReversed, id="ends before it"),
        pytest.param((*START, JOINED), joining("winter"), InAnotherFestival, id="in another"),
    ],
)
def test_a_festival_is_refused(
    events: tuple[Event, ...], command: JoinFestival, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*events).when(command).then()
