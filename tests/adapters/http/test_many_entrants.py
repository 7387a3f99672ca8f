"""Pages that grow with the entrants: made in threads, and no more than once through each list."""

import asyncio
from collections.abc import Container
from typing import Any

import pytest
from starlette.responses import Response

from dsl.web_club import Club
from planilla.adapters.http import entries, public, reading
from planilla.adapters.http.rendering import Renderer
from planilla.application.envelope import Recorded
from planilla.application.integrity import Integrity
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.formats.entry_list import lines_left


def is_in_the_loop() -> bool:
    """Whether this is the thread of an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """Whether each template was rendered in the thread of the loop."""
    seen: dict[str, bool] = {}
    page = Renderer.page

    def noted(self: Renderer, request: Any, visitor: Any, template: str, **fields: Any) -> Response:
        seen[template] = is_in_the_loop()
        return page(self, request, visitor, template, **fields)

    monkeypatch.setattr(Renderer, "page", noted)
    return seen


def counted(monkeypatch: pytest.MonkeyPatch, of: type, name: str) -> list[bool]:
    """Every reading of a property from now on: whether it was in the thread of the loop."""
    read: list[bool] = []
    found = getattr(of, name).fget

    def noted(self: Any) -> Any:
        read.append(is_in_the_loop())
        return found(self)

    monkeypatch.setattr(of, name, property(noted))
    return read


@pytest.mark.parametrize(
    ("address", "template"),
    [
        ("/t/club/arbiter", "arbiter.html"),
        ("/t/club/arbiter/apart", "apart.html"),
        ("/t/club/arbiter/committee", "committee_desk.html"),
        ("/t/club/entries", "entries.html"),
    ],
)
async def test_a_page_of_the_staff_is_rendered_beside_the_loop(
    club: Club, rendered: dict[str, bool], address: str, template: str
) -> None:
    club.pair(1)
    assert club.client.get(address).status_code == 200
    assert rendered == {template: False}


async def test_a_list_is_read_and_its_review_rendered_beside_the_loop(
    club: Club, rendered: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left of a list was found in the loop: of 6,000 lines for a tenth of a second."""
    read: list[bool] = []

    def noted(text: str, done: Container[int]) -> str:
        read.append(is_in_the_loop())
        return lines_left(text, done)

    monkeypatch.setattr(entries, "lines_left", noted)
    answer = club.client.post("/t/club/entries/review", data={"lines": "Gil Gual 1900"})
    assert "Gil Gual" in answer.text
    assert rendered == {"review.html": False}
    assert read == [False]


PUBLIC = {
    "/t/club": "standings.html",
    "/t/club/rounds/1": "pairings.html",
    "/t/club/cross": "crosstable.html",
    "/t/club/entrants": "entrants.html",
}


@pytest.mark.parametrize("address", PUBLIC)
@pytest.mark.parametrize("room", [5, 6])
async def test_a_public_page_is_made_beside_the_loop_where_the_tournament_is_large(
    club: Club,
    rendered: dict[str, bool],
    monkeypatch: pytest.MonkeyPatch,
    address: str,
    room: int,
) -> None:
    """Six entrants: more than five, but no more than six."""
    club.pair(1)
    monkeypatch.setattr(public, "AT_ONCE_MAX", room)
    assert club.browser().get(address).status_code == 200
    assert rendered == {PUBLIC[address]: room == 6}


async def test_the_desk_looks_for_open_boards_beside_the_loop_as_often_for_few_as_for_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It once asked for all open games at each board: twice the boards, four times the work."""
    readings = []
    for more in (0, 12):
        club = Club()
        club.found()
        await club.let_in("arbiter-token", "club")
        entrants = [{"id": f"m{n}", "person": {"name": f"More {n}"}} for n in range(more)]
        club.command("club", "enter-entrants", entrants=entrants)
        club.command("club", "pair-round", round=1)
        club.command("club", "publish-pairings", round=1)
        with monkeypatch.context() as patch:
            read = counted(patch, RoundState, "open_games")
            assert "results of round 1 are missing" in club.client.get("/t/club/arbiter").text
        assert not any(read)
        readings.append(len(read))
    assert readings[0] == readings[1]


@pytest.mark.parametrize("address", ["/t/club/entrants", "/t/club/entries"])
async def test_former_numbers_are_looked_up_once_for_a_page(
    club: Club, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """They were looked for in every numbering at each entrant: 9,900 times 9,900 comparisons."""
    club.pair(1)
    late = {"id": "late", "person": {"name": "Gil Gual"}, "rating": 1850}
    club.command("club", "enter-entrants", entrants=[late])
    club.command("club", "assign-numbers", reason="late-entry")
    read = counted(monkeypatch, Tournament, "former_numbers")
    assert "formerly no.\u00a03" in club.client.get(address).text
    assert len(read) == 1


async def test_a_long_log_is_read_once_beside_the_loop_for_all_who_ask(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven facts, of which three would be read at once; a short log is read in the loop."""
    read: list[tuple[int, bool]] = []
    continued = reading.History.continued

    def noted(self: reading.History, events: tuple[Recorded, ...]) -> reading.History:
        read.append((len(events), is_in_the_loop()))
        return continued(self, events)

    monkeypatch.setattr(reading.History, "continued", noted)
    monkeypatch.setattr(reading, "AT_ONCE_MAX", 3)
    readings = reading.Readings(club.store, Integrity())
    found = await asyncio.gather(*(readings.history("club") for _ in range(4)))
    assert [each and each.version for each in found] == [club.version] * 4
    assert read == [(club.version, False)]
    club.pair(1)  # the numbers are assigned, the round is paired and published
    assert await readings.history("club") is not None
    assert read[1:] == [(3, True)]
