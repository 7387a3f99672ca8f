"""So many questions in so many seconds, for each who asks."""

import asyncio

import pytest

from dsl.web_club import Club
from planilla.adapters.http.pace import ACTORS_MAX, Pace
from planilla.adapters.http.problems import Failure
from planilla.adapters.memory import SetClock


def test_each_who_asks_is_counted_alone() -> None:
    clock = SetClock()
    pace = Pace(clock, most=2, within_s=10)
    for actor in ("a", "a", "b"):
        pace.keep(actor)
    with pytest.raises(Failure, match="429 too-many-questions"):
        pace.keep("a")
    pace.keep("b")
    clock.time += 9_999_999
    with pytest.raises(Failure, match="too-many-questions"):
        pace.keep("a")
    clock.time += 1
    pace.keep("a")


def test_who_asked_longest_ago_is_forgotten_first() -> None:
    pace = Pace(SetClock(), most=1, within_s=10)
    for number in range(ACTORS_MAX + 1):
        pace.keep(f"actor-{number}")
    pace.keep("actor-0")
    with pytest.raises(Failure, match="too-many-questions"):
        pace.keep(f"actor-{ACTORS_MAX}")


@pytest.mark.parametrize("page", ["dossier", "audit"])
def test_what_is_worked_out_is_asked_for_at_a_pace_and_never_too_often_by_the_arbiter(
    page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"planilla.adapters.http.{page}.ASKED_MAX", 2)
    club = Club()
    club.found()
    asked = [f"/api/t/club/{page}?game=1.1&result=1-0&at=v{version}" for version in (1, 2, 3)]
    reader = club.browser()
    assert [reader.get(each).status_code == 429 for each in asked] == [False, False, True]
    asyncio.run(club.let_in("arbiter-token", "club"))
    assert not any(club.client.get(each).status_code == 429 for each in asked)


def test_an_audit_that_is_known_is_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planilla.adapters.http.audit.ASKED_MAX", 1)
    club = Club()
    club.found()
    codes = [club.client.get(f"/api/t/club/audit?at=v{version}").status_code for version in (2, 2)]
    assert codes == [200, 200]
