"""Pages that grow with entrants and facts: made in threads, and once through each list."""

import asyncio
from collections.abc import Container
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from starlette.responses import Response

from dsl.page_kinds import PAGES, PLAN, furnished_by
from dsl.steps import counted_steps
from dsl.web_club import Club
from planilla.adapters.http import page_request
from planilla.adapters.http.pages import entrants
from planilla.adapters.http.rendering import Renderer
from planilla.application import states
from planilla.application.envelope import Recorded
from planilla.application.integrity import Integrity
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.formats.entry_list import lines_left

pytestmark = pytest.mark.no_cover


def is_in_the_loop() -> bool:
    """Return whether the current thread runs an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """A map from each rendered template to whether it was rendered in the thread of the loop."""
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
        ("/t/club/arbiter/apart", "prohibitions.html"),
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
    """The remaining lines of a list were once computed in the loop: 0.1 s for 6,000 lines."""
    read: list[bool] = []

    def noted(text: str, done: Container[int]) -> str:
        read.append(is_in_the_loop())
        return lines_left(text, done)

    monkeypatch.setattr(entrants, "lines_left", noted)
    answer = club.client.post("/t/club/entries/review", data={"lines": "Gil Gual 1900"})
    assert "Gil Gual" in answer.text
    assert rendered == {"review.html": False}
    assert read == [False]


OF_ONE_SIZE = {"links.html", "problem.html", "regulations_form.html"}
"""Templates of pages below `/t/` that do not grow with a tournament."""


async def test_every_page_of_a_large_tournament_is_made_beside_the_loop(
    rendered: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind of page is requested, for the public and for the staff."""
    club = Club()
    named = furnished_by(club.command, lambda: club.client.get("/api/t/open/facts").json()["facts"])
    await club.let_in("organiser-token", "*")
    monkeypatch.setattr(page_request, "UNTHREADED_ENTRANTS_MAX", 0)
    visitor = club.browser()
    rendered.clear()
    for kind in PAGES:
        if kind.path.startswith("/t/"):
            client, path = club.client if kind.is_staff else visitor, kind.path.format(**named)
            if kind.form is None:
                client.get(path)
            else:
                client.post(path, data={n: t.format(**named) for n, t in kind.form.items()})
    made = set(rendered) - OF_ONE_SIZE
    assert {template for template in made if rendered[template]} == set()
    assert len(made) > 40


async def test_facts_make_a_tournament_large_as_entrants_do(
    club: Club, rendered: dict[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hall has few players and many games; here eight facts, first no more than there may be."""
    club.command("club", "forbid-pairs", entrants=["e1", "e2"])
    for most, is_in_loop in ((club.version, True), (club.version - 1, False)):
        monkeypatch.setattr(page_request, "UNTHREADED_FACTS_MAX", most)
        assert club.browser().get(f"/t/club/facts?kind=setup&upto={most}").status_code == 200
        assert rendered == {"timeline.html": is_in_loop}


async def steps_in_the_loop(club: Club, path: str, cookies: dict[str, str]) -> int:
    """The functions that are called in the thread of the loop while a page is answered."""
    transport = ASGITransport(app=club.app)
    headers = {"origin": club.public_url}
    async with AsyncClient(
        transport=transport, base_url=club.public_url, headers=headers, cookies=cookies
    ) as client:
        with counted_steps() as steps:
            answer = await client.get(path)
    assert answer.status_code == 200, path
    return steps()


STEPS_AN_ENTRANT = 10
GROWING = (
    "/t/club", "/t/club?at=v8", "/t/club/rounds/1", "/t/club/entrants", "/t/club/cross",
    "/t/club/facts", "/t/club/since/v2", "/t/club/prizes", "/t/club/elo", "/t/club/qualifying",
    "/t/club/entrants/e1", "/t/club/entrants/e1/working", "/t/club/elo/e1", "/api/t/club/facts",
    "/t/club/whatif?game=1.1&result=0-1",
)  # fmt: skip
GROWING_DESKS = (
    "/t/club/arbiter", "/t/club/entries", "/t/club/arbiter/committee", "/t/club/arbiter/games/1.1",
    "/t/club/arbiter/apart",
)  # fmt: skip


async def test_the_loop_does_next_to_nothing_for_each_entrant_of_a_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The loop's steps for each entrant more, on pages that show them all or ask for their places.

    Each is looked up, and each of their facts sifted: about a microsecond.
    """
    monkeypatch.setattr(page_request, "UNTHREADED_ENTRANTS_MAX", 5)
    steps: dict[str, list[int]] = {}
    for more in (6, 46):
        club = Club()
        club.found(tiebreaks=["BH", "SB"])
        await club.let_in("arbiter-token", "club")
        entrants = [
            {"id": f"m{n}", "person": {"name": f"More {n}"}, "rating": 1900 - n}
            for n in range(more)
        ]
        club.command("club", "enter-entrants", entrants=entrants)
        club.command("club", "announce-prizes", plan=PLAN)
        club.command("club", "set-qualifying-places", places=2)
        club.pair(1)
        for board in range(1, (6 + more) // 2 + 1):
            club.command("club", "record-result", game=f"1.{board}", result="1-0")
        for path in (*GROWING, *GROWING_DESKS):
            cookies = dict(club.client.cookies) if path in GROWING_DESKS else {}
            await steps_in_the_loop(club, path, cookies)  # templates are compiled, facts are read
            steps.setdefault(path, []).append(await steps_in_the_loop(club, path, cookies))
    grown = {path: (many - few) / 40 for path, (few, many) in steps.items()}
    assert {path: each for path, each in grown.items() if each > STEPS_AN_ENTRANT} == {}


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
    monkeypatch.setattr(page_request, "UNTHREADED_ENTRANTS_MAX", room)
    assert club.browser().get(address).status_code == 200
    assert rendered == {PUBLIC[address]: room == 6}


async def test_the_desk_looks_for_open_boards_beside_the_loop_as_often_for_few_as_for_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All open games were once computed at each board: twice the boards, four times the work."""
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
    """Each entrant was once searched for in every numbering: 9,900 × 9,900 comparisons."""
    club.pair(1)
    late = {"id": "late", "person": {"name": "Gil Gual"}, "rating": 1850}
    club.command("club", "enter-entrants", entrants=[late])
    club.command("club", "assign-numbers", reason="late-entry")
    read = counted(monkeypatch, Tournament, "former_numbers")
    assert "formerly no.\u00a03" in club.client.get(address).text
    assert len(read) == 1


async def test_a_tournament_that_is_not_in_memory_is_read_from_the_log_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[int] = []
    events = club.store.events

    async def noted(tournament: str, after: int = 0) -> tuple[Recorded, ...]:
        begun.append(after)
        await asyncio.sleep(0)
        return await events(tournament, after)

    monkeypatch.setattr(club.store, "events", noted)
    readings = states.TournamentReader(club.store, Integrity())
    found = await asyncio.gather(*(readings.history("club") for _ in range(4)))
    assert [each and each.version for each in found] == [club.version] * 4
    assert begun == [0, *[club.version] * 3]


async def test_a_long_log_is_read_once_beside_the_loop_for_all_who_ask(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven facts, of which three would be read at once; a short log is read in the loop."""
    read: list[tuple[int, bool]] = []
    continued = states.History.continued

    def noted(
        self: states.History, events: tuple[Recorded, ...], *, is_whole: bool
    ) -> states.History:
        read.append((len(events), is_in_the_loop()))
        return continued(self, events, is_whole=is_whole)

    monkeypatch.setattr(states.History, "continued", noted)
    monkeypatch.setattr(states, "UNTHREADED_FACTS_MAX", 3)
    readings = states.TournamentReader(club.store, Integrity())
    found = await asyncio.gather(*(readings.history("club") for _ in range(4)))
    assert [each and each.version for each in found] == [club.version] * 4
    assert read == [(club.version, False)]
    club.pair(1)  # the numbers are assigned, the round is paired and published
    assert await readings.history("club") is not None
    assert read[1:] == [(3, True)]
