"""What waits is seen nowhere by the public: every public address, asked before and after results.

The addresses are those of every kind of page, and of all operations for programs. What they answer
before facts that wait is what they have to answer after them, byte for byte but for the ids of
forms.
"""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.routing import compile_path
from starlette.testclient import TestClient

from dsl.page_kinds import PUBLIC, furnished_by
from dsl.web_club import Club, fields_in, form_of
from planilla.adapters.http.app import build
from planilla.adapters.http.endpoints import ENDPOINTS, Access, Endpoint
from planilla.adapters.http.limits import RATES, RequestRate
from planilla.adapters.live.routes import routes as live_routes
from planilla.application.queries import Queries
from planilla.application.roles import Grant, Role
from planilla.application.watch import Hub
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.values import PublicLevel
from planilla.projections import VIEWS
from planilla.projections.tables import TABLES
from planilla.projections.view import may_wait

PLAYED = ("open", "keizer", "hall", "copa", "knockout", "liga", "teams", "phones")
"""Tournaments in which a game is open."""
NOTHING_NEW = ("hall", "keizer", "liga")
"""Those of which the public sees nothing new, where it sees the pairings of the others."""
MINUTE_US = 60_000_000
NOT_WITHHELD = {
    "/api/t": "lists versions and times of the last facts",
    "/api/t/{tournament}/head": "commits to what waits, and does not say what it is",
    "/api/t/{tournament}/proof/{version:int}": "the same: only the hash of what waits",
    "/api/t/{tournament}/people": "names of those who were entered",
    "/api/log/consistency": "the same as heads",
    "/api/claims/{tournament}/{code}": "the own board of whoever holds its code",
    "/c/{tournament}/{code}": "the same",
}
"""Public addresses that what waits may change, and why (docs/operating/publication.md)."""
OF_NO_TOURNAMENT = {
    *("/account", "/account/accept", "/account/sign-in", "/embed.js", "/enter", "/verify"),
    *("/manifest.webmanifest", "/worker.js", "/verify/planilla_verify.py", "/screen/now"),
    *("/api/openapi.json", "/api/asyncapi.json", "/healthz", "/readyz", "/problems", "/screen"),
    *("/problems/{code}", "/assets/{digest}/{path:path}", "/c/{tournament}"),
    *("/t/{tournament}/arbiter/hall-worker.js", "/t/{tournament}/hall/qr.svg"),
    *("/t/{tournament}/qr.svg", "/t/{tournament}/enter/{secret}"),
}
"""Public addresses that say nothing of the play, or need a secret of their own."""
ELSEWHERE = {
    "/t/{tournament}/{view}/stream": "channels: tests/application/test_publication.py",
    "/api/t/{tournament}/whatif/runs/{run}": "a run that its page begins",
    "/api/t/{tournament}/whatif/runs/{run}/answer": "the same",
}


class Public:
    """A server with every kind of tournament, a spectator and an arbiter."""

    def __init__(self) -> None:
        self.club = Club()
        club = self.club
        facts = lambda: club.client.get("/api/t/open/facts").json()["facts"]  # noqa: E731
        self.named = furnished_by(club.command, facts)
        club.command("keizer", "pair-round", round=3)
        club.command("keizer", "publish-pairings", round=3)
        self.queries = Queries(club.store, clock=club.clock)
        self.wait_from_now(0)

    def spectator(self) -> TestClient:
        """A browser of somebody without a link, at a server that has just been started."""
        club, parts = self.club, build(self.club.site)
        live = live_routes(Hub(club.store, clock=club.clock), club.store, queries=self.queries)
        club.app = Starlette(
            routes=[*live, *parts.routes],
            middleware=list(parts.middleware),
            exception_handlers=dict(parts.exception_handlers),
        )
        return club.browser()

    def wait_from_now(self, minutes: int) -> None:
        """Let the clock of the website reach the time of the last fact, and some minutes more."""
        last = max(each.recorded_at for each in self.club.store.ledger.log)
        self.club.clock.time = last + minutes * MINUTE_US

    def limit(self, level: PublicLevel, minutes: int = 0) -> None:
        for tournament in PLAYED:
            asked = level
            if level is PublicLevel.PAIRINGS and tournament in NOTHING_NEW:
                asked = PublicLevel.NOTHING
            self.club.command(
                tournament, "set-publication", level=asked.value, delay_minutes=minutes
            )

    def play(self) -> None:
        """Record a result in each tournament, and what an arbiter does besides."""
        for tournament in PLAYED:
            state = asyncio.run(self.queries.state_at(tournament, audience=Audience.STAFF))
            game = "T1.2" if tournament == "hall" else open_game(state)
            self.club.command(tournament, "record-result", game=game, result="1-0")
        club = self.club
        club.command("open", "withdraw-entrant", entrant="e9", reason="Left early")
        late = {"id": "late", "person": {"name": "Lola Late"}, "rating": 1500}
        club.command("open", "enter-entrants", entrants=[late])

    def answers(self, *of: str) -> dict[str, bytes]:
        """What all addresses answer, or those that begin so."""
        client = self.spectator()
        return {path: told(client, path) for path in self.addresses() if path.startswith(of or "/")}

    def addresses(self) -> Iterator[str]:
        for kind in PUBLIC:
            if kind.path != "/screen":  # a new code with each request
                yield kind.path.format(**self.named)
        for endpoint in public_endpoints():
            for tournament in PLAYED if "{tournament}" in endpoint.path else ("open",):
                yield from filled(endpoint, tournament, self.named)


def level_of(path: str) -> PublicLevel:
    """The level of an address: of a view, of a wall by what it shows, or of its endpoint."""
    place, _, query = path.partition("?")
    if "/views/" in place:
        return VIEWS[place.rpartition("/")[2]].level
    shown = {*query.removeprefix("show=").split(",")}
    if shown <= {"boards", "names", "countdown", "announcements"} or place == "/":
        return PublicLevel.RESULTS
    matching = (each for each in ENDPOINTS.values() if compile_path(each.path)[0].match(place))
    return next(matching).level


def open_game(state: Any) -> str:
    """An open game of the stage that is played."""
    stages = [state, *state.later]
    games = [game for each in stages for played in each.rounds for game in played.open_games]
    return str(games[0])


def public_endpoints() -> list[Endpoint]:
    return [
        each
        for each in ENDPOINTS.values()
        if each.method == "GET" and each.access in {Access.PUBLIC, Access.ANYBODY}
        if each.path not in NOT_WITHHELD.keys() | OF_NO_TOURNAMENT | ELSEWHERE.keys()
    ]


def filled(endpoint: Endpoint, tournament: str, named: dict[str, str]) -> Iterator[str]:
    """The addresses of an endpoint about a tournament, with each view and each table."""
    values = {
        "tournament": tournament,
        "festival": "opens",
        "fide_id": "2200001",
        "entrant": "e1",
        "number": "1",
        "board": "1",
        "match": "1.1",
        "team": "t1",
        "version": named["correction"] if tournament == "open" else "9",
        "paper": "standings",
        "head": "v9-000000000000",
    }
    path = re.sub(r":\w+\}", "}", endpoint.path)
    if "{view}" in path:
        shown = (name for name, view in VIEWS.items() if may_wait(view))
        for view in shown:
            yield path.format(view=view, **values)
    elif "{table}" in path:
        for table in TABLES:
            yield path.format(table=table, **values)
    else:
        yield path.format(**values)


def told(client: TestClient, path: str) -> bytes:
    """What an address answers, without what is another with each request."""
    answer = client.get(path, follow_redirects=False)
    assert answer.status_code < 500, path
    assert answer.status_code != 429, path
    body = re.sub(rb'name="command_id" value="[^"]*"', b"", answer.content)
    return re.sub(rb'name="secret" value="[^"]*"', b"", body)


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> Public:
    """A server that answers as often as it is asked: a refusal would hide what an address shows."""
    for cost in RATES:
        monkeypatch.setitem(RATES, cost, RequestRate(1_000_000, 1_000_000))
    return Public()


def changed(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    return {path for path in before if before[path] != after[path]}


def facts(public: Public) -> dict[str, int]:
    """The number of facts that the public sees of each tournament."""
    client = public.spectator()
    return {each: len(client.get(f"/api/t/{each}/facts").json()["facts"]) for each in PLAYED}


@pytest.mark.no_cover
def test_what_waits_changes_no_public_address(public: Public) -> None:
    public.limit(PublicLevel.PAIRINGS)
    before, seen = public.answers(), facts(public)
    public.play()
    assert changed(before, public.answers()) == set()
    for tournament in PLAYED:
        public.club.command(tournament, "publish-now")
    assert all(number > seen[tournament] for tournament, number in facts(public).items())
    shown = public.answers("/t/open", "/api/t/open")
    assert len(changed({each: before[each] for each in shown}, shown)) > 40, "it would be seen"


@pytest.mark.no_cover
def test_of_results_without_standings_no_address_shows_standings(public: Public) -> None:
    public.limit(PublicLevel.RESULTS)
    before = public.answers()
    public.play()
    found = changed(before, public.answers())
    assert {"/t/open/rounds", "/t/hall/hall", "/t/knockout/bracket", "/t/liga/facts"} <= found
    for path in found:
        assert level_of(path) is PublicLevel.RESULTS, path


@pytest.mark.no_cover
def test_what_is_delayed_is_seen_when_it_is_time(public: Public) -> None:
    public.limit(PublicLevel.STANDINGS, 15)
    public.wait_from_now(15)
    before, seen = public.answers("/t/open", "/api/t/open", "/t/hall"), facts(public)
    public.play()
    assert changed(before, public.answers("/t/open", "/api/t/open", "/t/hall")) == set()
    public.wait_from_now(15)
    assert all(number > seen[tournament] for tournament, number in facts(public).items())


# --- the page of the arbiters ---------------------------------------------------------------------

PAGE, ACT = "/t/club/arbiter/publication", "/t/club/acts/set-publication"
FORM = f'<form class="stack" method="post" action="{ACT}"'
WON = ">1–0<"
"""A result in its cell."""


async def arbiter(club: Club) -> None:
    await club.let_in("organiser-token", "*")


def set_by_form(club: Club, **fields: str) -> str:
    """Send the form as it stands, with other fields; the page that comes."""
    form = fields_in(
        club.client.get(PAGE).text, f'<form class="stack" method="post" action="{ACT}"'
    )
    return club.client.post(ACT, data={**form, **fields}).text


async def test_the_form_sets_what_is_seen_and_keeps_what_was_set(club: Club) -> None:
    club.pair(1)
    await arbiter(club)
    assert "The public sees everything as soon as it is recorded." in club.client.get(PAGE).text
    set_by_form(club, level="pairings", delay_minutes="10", until="2024-07-12T18:00")
    shown = club.client.get(PAGE).text
    kept = fields_in(shown, FORM)
    assert {name: kept[name] for name in ("level", "delay_minutes", "until")} == {
        "level": "pairings",
        "delay_minutes": "10",
        "until": "2024-07-12T18:00",
    }
    version = club.version
    set_by_form(club)
    assert club.version == version, "the same again"
    assert "The delay is 1441 minutes: choose 0 to 1440." in set_by_form(club, delay_minutes="1441")


async def test_the_staff_reads_what_waits_and_the_public_that_more_follows(club: Club) -> None:
    club.pair(1)
    club.command("club", "set-publication", level="pairings")
    await arbiter(club)
    club.command("club", "record-result", game="1.1", result="1-0")
    said = "1 entry of the timeline is not public yet"
    assert said in club.client.get("/t/club/arbiter").text
    assert said in club.client.get("/t/club").text
    assert WON in club.client.get("/t/club/rounds/1").text
    public = club.browser().get("/t/club/rounds/1").text
    assert "The results of this round are published later." in public
    assert WON not in public
    assert said not in public
    form = form_of(club.client.get(PAGE).text, "/t/club/acts/publish-now")
    assert club.client.post("/t/club/acts/publish-now", data=form).status_code == 200
    assert WON in club.browser().get("/t/club/rounds/1").text
    assert "sees everything recorded so far" in club.client.get(PAGE).text


async def test_a_notice_is_read_whatever_waits(club: Club) -> None:
    club.pair(1)
    club.command("club", "set-publication", level="nothing")
    club.command("club", "post-notice", note="Lunch is served")
    public = club.browser().get("/t/club").text
    assert "Lunch is served" in public
    assert "What is recorded now is published later." in public


@pytest.mark.parametrize(
    ("role", "sees"),
    [(Role.RESULT_DESK, True), (Role.CHECK_IN, True), (Role.AUDITOR, True), (Role.SCREEN, False)],
)
async def test_helpers_see_it_and_a_wall_does_not(club: Club, role: Role, *, sees: bool) -> None:
    club.pair(1)
    club.command("club", "set-publication", level="nothing")
    club.command("club", "record-result", game="1.1", result="1-0")
    await club.store.give("helper", "helper", Grant(tournament="club", role=role))
    client = club.browser()
    client.post("/enter", data={"token": "helper"})
    assert (WON in client.get("/t/club/rounds/1").text) is sees


async def test_a_code_shows_the_own_game_before_it_is_public(club: Club) -> None:
    club.command("club", "open-claims")
    club.command("club", "set-publication", level="nothing")
    club.pair(1)
    await arbiter(club)
    codes = club.client.get("/api/t/club/rounds/1/codes").json()
    page = club.browser().get(f"/c/club/{codes[0]['white']}")
    assert page.status_code == 200
    assert "Ana Alba" in page.text
    assert club.browser().get("/t/club/rounds/1").status_code == 404


async def test_a_paper_that_is_not_public_yet_is_no_forgery(club: Club) -> None:
    club.pair(1)
    club.command("club", "set-publication", level="pairings")
    club.command("club", "record-result", game="1.1", result="1-0")
    last = club.store.ledger.log[-1]
    head = f"v{last.version}-{last.hash.hex()[:12]}"
    checked = club.browser().get(f"/t/club/papers/standings/{head}").text
    assert f"Nothing that this paper shows has changed since v{last.version}." in checked
    assert WON not in checked
    proof = club.browser().get(f"/api/t/club/proof/{last.version}").json()
    assert (proof["withheld"], proof["event"]) == ("staff", None)
    assert club.browser().get(f"/t/club?at=v{last.version}").status_code == 404


async def test_a_message_to_the_public_says_until_when_it_waits(club: Club) -> None:
    club.pair(1)
    until = club.clock.time + 3_600_000_000
    club.command("club", "set-publication", level="nothing", until=until)
    public = club.browser().get("/t/club").text
    assert "Everything is published" in public
    assert f'data-due="{until // 1000}"' in public
