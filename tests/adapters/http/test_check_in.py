"""The page of the check-in: latecomers, its end taken back, byes and withdrawals at the door."""

import re

import pytest
from starlette.testclient import TestClient

from adapters.http.test_roles import holder
from dsl.web_club import Club, form_of
from planilla.application.roles import Role

PAGE = "/t/club/check-in"


@pytest.fixture
def club() -> Club:
    made = Club()
    made.found()
    made.command("club", "check-in", round=1, entrants=["e1", "e2"])
    return made


def post(door: TestClient, act: str, **fields: str) -> str:
    """The page after the first form of an act was sent with these fields."""
    path = f"/t/club/acts/{act}"
    form = form_of(door.get(PAGE).text, path)
    return door.post(path, data={**form, **fields}).text


def types(club: Club, after: int) -> list[str]:
    return [each.type for each in club.store.ledger.events("club", after)]


def row_of(page: str, entrant: str) -> str:
    found = re.search(rf'<tr id="p{entrant}".*?</tr>', page, re.DOTALL)
    assert found is not None
    return found[0]


@pytest.mark.parametrize(
    ("others", "back"), [("absent", "ByeRequestCancelled"), ("withdrawn", "EntrantReturned")]
)
def test_whoever_comes_after_the_end_is_still_listed_and_plays(
    club: Club, others: str, back: str
) -> None:
    door = holder(club, Role.CHECK_IN)
    club.command("club", "close-check-in", round=1, others=others)
    page = door.get(PAGE).text
    assert "4 are not here" in page
    assert "The check-in has ended" in page
    assert page.count("<tr id=") == 6
    assert door.get(PAGE, params={"show": "missing"}).text.count("<tr id=") == 4
    before = club.version
    path = "/t/club/acts/check-in"
    page = door.post(path, data=form_of(row_of(page, "e5"), path)).text
    assert types(club, before) == ["EntrantsCheckedIn", back]
    assert "3 are not here" in page


def test_the_end_is_taken_back_at_the_door(club: Club) -> None:
    door = holder(club, Role.CHECK_IN)
    club.command("club", "close-check-in", round=1, others="absent")
    page = post(door, "reopen-check-in")
    assert "The check-in has ended" not in page
    assert 'data-act="close-check-in"' in page
    assert "4 are not here" in page
    assert types(club, club.version - 5) == ["CheckInReopened"] + ["ByeRequestCancelled"] * 4


def test_the_door_records_byes_and_withdrawals_and_takes_them_back(club: Club) -> None:
    door = holder(club, Role.CHECK_IN)
    page = post(door, "request-bye", entrant="e3", kind="H")
    assert "half-point bye" in page
    assert 'id="pe3"' not in page
    page = post(door, "withdraw-entrant", entrant="e4")
    assert "withdrawn from round 1" in page
    assert 'data-act="cancel-bye"' in page
    assert 'id="pe3"' in post(door, "cancel-bye")
    page = post(door, "return-entrant")
    assert 'id="pe4"' in page
    assert "Not in round 1" not in page
    club.command("club", "expel-entrant", entrant="e6", reason="a test")
    assert 'data-act="return-entrant"' not in door.get(PAGE).text  # that is for the arbiter
