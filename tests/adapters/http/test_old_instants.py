"""Instants outside the calendar: refused by every door, and shown where a log already has one."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from dsl.web_club import Club
from planilla.domain.tournament import subjects
from planilla.domain.tournament.corrections import ResultCorrected
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.qualifying import SetQualifyingPlaces
from planilla.domain.tournament.values import Effect
from planilla.domain.vocabulary import EntrantId, GameId

RULES: dict[Any, Any] = subjects.RULES
LONG_AGO, FAR_AHEAD = -(10**18), 10**18
PAGES = (
    "",
    "/rounds/1",
    "/entrants",
    "/entrants/e1",
    "/entrants/late",
    "/facts",
    "/rules",
    "/regulations",
    "/schedule.ics",
    "/cross",
    "/audit",
    "/arbiter",
    "/arbiter/corrections",
    "/arbiter/games/1.1",
    "/arbiter/entrants/late",
    "/arbiter/timers",
    "/archive.jsonl",
)
API = ("/facts", "/audit", "/entrants/late", "/views/standings", "/views/timeline")
REGULATIONS = {
    "name": "Club",
    "play": {"system": "swiss-dutch-libro", "rounds": 3},
    "schedule": {"starts": ["0001-01-01T10:00:00", "2026-05-01T10:00:00", "9999-12-31T23:59:59"]},
}


def saying(*events: Event) -> Callable[..., tuple[Event, ...]]:
    """A rule of an older release, which let such events pass."""
    return lambda *_: events


async def old_club(monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club whose log has instants outside the calendar."""
    club = Club()
    club.found()
    await club.let_in("club-token", "club")
    late = EntrantEntered(
        entrant=EntrantId("late"), person="", rating=0, first_round=1, known_at=LONG_AGO
    )
    monkeypatch.setitem(RULES, SetQualifyingPlaces, saying(late))
    club.command("club", "set-qualifying-places", places=1)
    club.pair(1)
    club.command("club", "record-result", game="1.1", result="1-0")
    version = club.command("club", "record-result", game="1.2", result="1-0").version - 1
    for known_at in (FAR_AHEAD, LONG_AGO):
        corrected = ResultCorrected(
            game=GameId("1.1"),
            result="0-1" if known_at > 0 else "1-0",
            corrects=version,
            effect=Effect(points=True, pairing_from=None, rating=True),
            known_at=known_at,
        )
        monkeypatch.setitem(RULES, SetQualifyingPlaces, saying(corrected))
        version = club.command("club", "set-qualifying-places", places=1).version
    return club


async def test_a_log_with_instants_outside_the_calendar_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = await old_club(monkeypatch)
    addresses = [*(f"/t/club{page}" for page in PAGES), *(f"/api/t/club{page}" for page in API)]
    found = {address: club.client.get(address).status_code for address in addresses}
    assert {address: status for address, status in found.items() if status >= 500} == {}
    assert found["/t/club/arbiter/corrections"] == 200


def posted(club: Club, command: str, body: dict[str, Any]) -> tuple[int, str, str]:
    """Hand a command in over HTTP: the status, the code and where it is wrong."""
    answer = club.client.post(
        f"/api/t/club/commands/{command}",
        json=body,
        headers={"idempotency-key": sha256(repr(body).encode()).hexdigest()},
    )
    told = answer.json()
    return answer.status_code, told["code"], told["fields"].get("path", "")


async def test_no_instant_outside_the_calendar_comes_in_over_the_api() -> None:
    club = Club()
    club.found()
    await club.let_in("club-token", "club")
    new = {"entrants": [{"id": "x", "person": {"name": "X"}}]}
    for at in (LONG_AGO, -1, FAR_AHEAD, 10**30):
        for field in ("known_at", "made_at"):
            answer = posted(club, "enter-entrants", {**new, field: at})
            assert answer == (400, "malformed", f"$.{field}")


async def test_days_outside_the_calendar_and_zones_are_refused_in_regulations() -> None:
    club = Club()
    club.found()
    await club.let_in("club-token", "club")
    answer = posted(club, "announce-regulations", {"regulations": REGULATIONS})
    assert answer[:2] == (422, "number-out-of-range")
    zoned = {**REGULATIONS, "schedule": {}, "entries": {"closes": "2026-01-01T00:00:00Z"}}
    answer = posted(club, "announce-regulations", {"regulations": zoned})
    assert answer[:2] == (422, "local-time-wanted")


async def test_a_form_with_a_moment_outside_the_calendar_is_no_moment() -> None:
    club = Club()
    club.found()
    await club.let_in("club-token", "club")
    form = {
        "command_id": "tap",
        "game": "1.1",
        "result": "0-1",
        "corrects": "1",
        "reason": "r",
        "known_at": "0001-01-01T00:00",
        "zone": "Europe/Madrid",
    }
    answer = club.client.post("/t/club/acts/correct-result", data=form)
    assert answer.status_code == 422
    assert "0001-01-01T00:00" in answer.text
