"""Who may do what: every address with every method, from one table, for everybody who may come.

A new address fails here until it stands in the table.
"""

import asyncio
import re

import pytest
from starlette.routing import Route, compile_path
from starlette.testclient import TestClient

from adapters.http.test_moments import VALUES
from dsl.web_club import Club
from planilla.adapters.http.endpoints import ENDPOINTS, Access
from planilla.adapters.http.pages.live import LIVE
from planilla.application.roles import full_grant

EVERYBODY = """
GET  /
GET  /healthz
GET  /readyz
GET  /api/openapi.json
GET  /api/t
GET  /api/t/{tournament}
GET  /api/e
GET  /api/e/{festival}
GET  /e/{festival}
GET  /e/{festival}/prizes
GET  /e/{festival}/share.png
GET  /e/{festival}/schedule.ics
GET  /e/{festival}/feed.atom
GET  /players/{fide_id}
GET  /api/players/{fide_id}
GET  /problems
GET  /problems/{code}
GET  /assets/{digest}/{path:path}
GET  /enter
POST /enter
POST /leave
GET  /verify
GET  /c/{tournament}
GET  /c/{tournament}/{code}
POST /c/{tournament}/{code}
GET  /api/claims/{tournament}/{code}
POST /api/claims/{tournament}/{code}
GET  /verify/planilla_verify.py
GET  /api/log/consistency
GET  /t/{tournament}
GET  /t/{tournament}/rounds
GET  /t/{tournament}/rounds/{number:int}
GET  /t/{tournament}/rounds/{number:int}/names
GET  /t/{tournament}/rounds/{number:int}/why
GET  /t/{tournament}/rounds/{number:int}/why/{board:int}
GET  /t/{tournament}/papers
GET  /t/{tournament}/papers/{paper}
GET  /t/{tournament}/papers/{paper}/{head}
GET  /t/{tournament}/cross
GET  /t/{tournament}/bracket
GET  /t/{tournament}/bracket/paper
GET  /t/{tournament}/groups
GET  /t/{tournament}/matches/{match}
GET  /t/{tournament}/teams
GET  /t/{tournament}/teams/{team}
GET  /t/{tournament}/entrants
GET  /t/{tournament}/entrants/{entrant}
GET  /t/{tournament}/entrants/{entrant}/working
GET  /t/{tournament}/entrants/{entrant}/movement
GET  /api/t/{tournament}/entrants/{entrant}
GET  /t/{tournament}/rules
GET  /t/{tournament}/now
GET  /embed.js
GET  /manifest.webmanifest
GET  /worker.js
GET  /screen
GET  /screen/now
GET  /t/{tournament}/following
GET  /t/{tournament}/feed.atom
GET  /t/{tournament}/share.png
GET  /t/{tournament}/progress
GET  /t/{tournament}/facts
GET  /api/t/{tournament}/facts
GET  /t/{tournament}/since/v{version:int}
GET  /t/{tournament}/regulations
GET  /t/{tournament}/schedule.ics
GET  /t/{tournament}/qr.svg
GET  /t/{tournament}/trf
GET  /api/t/{tournament}/trf
GET  /t/{tournament}/archive.jsonl
GET  /t/{tournament}/files.zip
GET  /api/t/{tournament}/files.zip
GET  /t/{tournament}/proof
GET  /t/{tournament}/proof/v{version:int}.svg
GET  /api/t/{tournament}/head
GET  /api/t/{tournament}/proof/{version:int}
GET  /t/{tournament}/elo
GET  /t/{tournament}/elo/{entrant}
GET  /t/{tournament}/elo/{entrant}/working
GET  /t/{tournament}/prizes
GET  /t/{tournament}/prizes/{entrant}
GET  /t/{tournament}/prizes/{entrant}/working
GET  /t/{tournament}/allocation
GET  /api/t/{tournament}/allocation
GET  /t/{tournament}/qualifying
GET  /t/{tournament}/stages
GET  /api/t/{tournament}/qualifying
GET  /t/{tournament}/whatif
GET  /t/{tournament}/whatif/{version:int}
GET  /api/t/{tournament}/whatif
POST /api/t/{tournament}/whatif
GET  /api/t/{tournament}/whatif/runs/{run}
DELETE /api/t/{tournament}/whatif/runs/{run}
GET  /api/t/{tournament}/whatif/runs/{run}/answer
POST /t/{tournament}/whatif/runs/{run}/stop
GET  /t/{tournament}/dossier
GET  /t/{tournament}/dossier/{version:int}
GET  /api/t/{tournament}/dossier
GET  /api/t/{tournament}/dossier/{version:int}
GET  /t/{tournament}/audit
GET  /api/t/{tournament}/audit
GET  /t/{tournament}/hall
GET  /t/{tournament}/hall/qr.svg
GET  /t/{tournament}/screen
GET  /e/{festival}/screen
GET  /e/{festival}/qr.svg
GET  /t/{tournament}/fairness
GET  /t/{tournament}/poster
GET  /t/{tournament}/poster.png
GET  /t/{tournament}/poster.svg
GET  /t/{tournament}/cards
GET  /t/{tournament}/{table}.csv
GET  /api/t/{tournament}/{table}.csv
GET  /t/{tournament}/hall/ranking.csv
GET  /t/{tournament}/hall/ranking.json
GET  /t/{tournament}/hall/fairness.csv
GET  /t/{tournament}/hall/fairness.json
GET  /t/{tournament}/hall/games.csv
GET  /t/{tournament}/hall/games.json
GET  /api/t/{tournament}/hall/ranking.csv
GET  /api/t/{tournament}/hall/ranking.json
GET  /api/t/{tournament}/hall/fairness.csv
GET  /api/t/{tournament}/hall/fairness.json
GET  /api/t/{tournament}/hall/games.csv
GET  /api/t/{tournament}/hall/games.json
GET  /t/{tournament}/arbiter/hall-worker.js
GET  /t/{tournament}/enter
POST /t/{tournament}/enter
GET  /t/{tournament}/enter/{secret}
POST /t/{tournament}/enter/{secret}
"""

ARBITER = """
GET  /t/{tournament}/arbiter/screens
POST /t/{tournament}/arbiter/screens
POST /t/{tournament}/arbiter/screens/{link}
POST /api/t/{tournament}/commands/{name}
POST /t/{tournament}/acts/{act}
GET  /t/{tournament}/links
POST /t/{tournament}/links
POST /t/{tournament}/links/{link}/revoke
POST /t/{tournament}/proof/announce
POST /e/{festival}
POST /api/e/{festival}/announcements
GET  /e/{festival}/check-in
GET  /e/{festival}/screens
POST /e/{festival}/screens
POST /e/{festival}/screens/{link}
GET  /e/{festival}/links
POST /e/{festival}/links
POST /e/{festival}/links/{link}/revoke
GET  /t/{tournament}/arbiter/festival
GET  /t/{tournament}/boards
GET  /t/{tournament}/second-look
POST /t/{tournament}/second-look
GET  /t/{tournament}/arbiter/requests
POST /t/{tournament}/arbiter/requests
GET  /api/t/{tournament}/entry-requests
GET  /t/{tournament}/arbiter/notices
GET  /t/{tournament}/arbiter/publication
GET  /t/{tournament}/check-in
GET  /t/{tournament}/arbiter
GET  /t/{tournament}/arbiter/rounds/{number:int}
GET  /t/{tournament}/arbiter/rounds/{number:int}/review
POST /t/{tournament}/arbiter/rounds/{number:int}/review
GET  /api/t/{tournament}/rounds/{number:int}/review
POST /api/t/{tournament}/rounds/{number:int}/review
GET  /t/{tournament}/arbiter/games/{game}
GET  /t/{tournament}/arbiter/entrants/{entrant}
GET  /t/{tournament}/arbiter/entrants/{entrant}/erase
POST /t/{tournament}/arbiter/entrants/{entrant}/erase
GET  /api/t/{tournament}/people/{entrant}
DELETE /api/t/{tournament}/people/{entrant}
GET  /t/{tournament}/arbiter/texts
POST /t/{tournament}/arbiter/texts
GET  /t/{tournament}/arbiter/evidence/{sha256}
POST /t/{tournament}/arbiter/evidence/{sha256}/erase
GET  /api/t/{tournament}/evidence
POST /api/t/{tournament}/evidence
GET  /api/t/{tournament}/evidence/{sha256}
DELETE /api/t/{tournament}/evidence/{sha256}
GET  /t/{tournament}/arbiter/claims
GET  /t/{tournament}/arbiter/slips
GET  /api/t/{tournament}/rounds/{number:int}/codes
GET  /t/{tournament}/arbiter/apart
GET  /t/{tournament}/arbiter/committee
GET  /api/t/{tournament}/committee
GET  /t/{tournament}/arbiter/prizes
GET  /t/{tournament}/arbiter/allocation
GET  /t/{tournament}/arbiter/qualifying
GET  /t/{tournament}/arbiter/schedule
GET  /t/{tournament}/arbiter/stages
GET  /t/{tournament}/arbiter/timers
GET  /t/{tournament}/arbiter/line-ups/{number:int}
GET  /t/{tournament}/arbiter/teams/{team}
GET  /t/{tournament}/arbiter/corrections
GET  /t/{tournament}/arbiter/preview
GET  /api/t/{tournament}/preview
GET  /t/{tournament}/arbiter/keizer
GET  /t/{tournament}/arbiter/regulations
POST /t/{tournament}/arbiter/regulations
GET  /t/{tournament}/arbiter/hall
GET  /t/{tournament}/arbiter/hall/clock
POST /t/{tournament}/arbiter/hall/acts/{act}
GET  /t/{tournament}/hall/setup
POST /t/{tournament}/hall/setup
GET  /t/{tournament}/entries
POST /t/{tournament}/entries
POST /t/{tournament}/entries/review
GET  /api/t/{tournament}/late-entries
GET  /api/t/{tournament}/rating-list
"""

ORGANISER = """
GET  /new
POST /new
GET  /new/regulations
POST /new/regulations
GET  /import
POST /import
POST /import/review
GET  /links
POST /links/{link}/revoke
GET  /api/t/{tournament}/log
POST /api/t/{tournament}/log
"""

ACCOUNTS = """
GET  /account
GET  /account/accept
POST /account/accept
GET  /account/sign-in
POST /account/sign-in
POST /account/sign-in/options
POST /account/sign-in/passkey
POST /account/sign-out
POST /account/password
POST /account/sessions/end-others
POST /account/sessions/{session}/end
POST /account/passkeys
POST /account/passkeys/options
POST /account/passkeys/{passkey}/remove
"""
"""The addresses of a server with accounts: everybody's, and each shows one's own account."""

OWNERS = """
GET  /accounts
POST /accounts
GET  /accounts/{account}
POST /accounts/{account}
"""
"""The addresses of all accounts, on a server that has them."""

PUSH = """
POST /t/{tournament}/push
POST /t/{tournament}/push/end
"""
"""The addresses of a server with notifications."""

CHANGES_NOTHING = "POST /api/t/{tournament}/whatif"
"""A question that is too long for an address; another site may ask it as well."""


def read(table: str) -> list[tuple[str, str]]:
    """The methods and addresses of a table."""
    return [(line.split()[0], line.split()[1]) for line in table.splitlines() if line]


def filled(path: str) -> str:
    values = {**VALUES, "tournament": "club", "act": "record-result", "name": "record-result"}
    values |= {
        "table": "elo",
        "run": "none",
        "digest": "0" * 12,
        "path": "styles/none.css",
        "link": "feedfeedfeed",
        "account": "account-feedfeedfeed",
        "session": "feedfeedfeed",
        "passkey": "feedfeedfeed",
    }
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: values[found[1]], path)


@pytest.fixture
def club() -> Club:
    """Round 1 is over, round 2 is on the boards."""
    made = Club()
    made.found()
    made.play(1, "1-0", "½-½", "0-1")
    made.pair(2)
    made.command("club", "join-festival", id="opens", name="Opens")
    return made


def browser_of(club: Club, scope: str) -> TestClient:
    """Somebody with a link of a scope."""
    asyncio.run(club.store.give(f"token-{scope}", f"actor-{scope}", full_grant(scope)))
    browser = club.browser()
    browser.cookies.set("planilla_links", f"token-{scope}")
    return browser


def asked(browser: TestClient, method: str, path: str) -> int:
    return browser.request(method, filled(path), follow_redirects=False).status_code


def test_every_address_stands_in_the_table(club: Club) -> None:
    served = [
        (method, route.path)
        for route in club.app.routes
        if isinstance(route, Route)
        for method in sorted((route.methods or set()) - {"HEAD"})
    ]
    assert sorted(served) == sorted(read(EVERYBODY) + read(ARBITER) + read(ORGANISER))


def test_every_address_declares_who_may_ask() -> None:
    Club()
    declared = {Access.PUBLIC: EVERYBODY, Access.ANYBODY: EVERYBODY + ACCOUNTS + PUSH}
    declared |= {Access.STAFF: ARBITER, Access.ORGANISER: ORGANISER + OWNERS}
    live = {each.path for each in LIVE}
    for (path, method), endpoint in ENDPOINTS.items():
        assert path in live or (method, path) in read(declared[endpoint.access]), path


def test_no_request_has_two_addresses(club: Club) -> None:
    """So that it does not matter which module is loaded first."""
    patterns = {each.path: compile_path(each.path)[0] for each in ENDPOINTS.values()}
    for path in patterns:
        asked = filled(path)
        assert [each for each, pattern in patterns.items() if pattern.match(asked)] == [path]


def test_without_a_link_only_what_is_everybody_s_is_open(club: Club) -> None:
    nobody = club.browser()
    for method, path in read(EVERYBODY):
        assert asked(nobody, method, path) not in {401, 403}, (method, path)
    for method, path in read(ARBITER) + read(ORGANISER):
        expected = 401 if path.startswith("/api/") else 403
        assert asked(nobody, method, path) == expected, (method, path)


def test_a_program_without_a_good_link_is_told_how_to_authenticate(club: Club) -> None:
    program = club.browser()
    del program.headers["origin"]
    bearers = {"no-credentials": {}, "unknown-link": {"authorization": "Bearer wrong"}}
    for method, path in read(ARBITER):
        if not path.startswith("/api/"):
            continue
        for code, headers in bearers.items():
            answer = program.request(method, filled(path), headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (401, code), (method, path)
            assert answer.headers["www-authenticate"].startswith('Bearer realm="planilla"')


def test_an_arbiter_of_another_tournament_is_nobody_here(club: Club) -> None:
    other = browser_of(club, "other")
    for method, path in read(ARBITER) + read(ORGANISER):
        assert asked(other, method, path) == 403, (method, path)


@pytest.mark.no_cover
def test_an_arbiter_does_all_in_the_tournament_and_founds_none(club: Club) -> None:
    arbiter = browser_of(club, "club")
    for method, path in read(ARBITER):
        assert asked(arbiter, method, path) != 403, (method, path)
    for method, path in read(ORGANISER):
        assert asked(arbiter, method, path) == 403, (method, path)


@pytest.mark.no_cover
def test_the_organiser_may_do_everything(club: Club) -> None:
    organiser = browser_of(club, "*")
    for method, path in read(ARBITER) + read(ORGANISER):
        assert asked(organiser, method, path) != 403, (method, path)


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"origin": "https://evil.example"}, id="another origin"),
        pytest.param({"origin": "null"}, id="a sandbox"),
        pytest.param({"sec-fetch-site": "same-site"}, id="a sister host"),
        pytest.param(
            {"origin": "https://evil.example", "authorization": "Basic YTpi"},
            id="a proxy's password",
        ),
    ],
)
def test_no_other_site_makes_a_browser_do_anything(club: Club, headers: dict[str, str]) -> None:
    arbiter = browser_of(club, "*")
    before = club.version
    for method, path in read(EVERYBODY) + read(ARBITER) + read(ORGANISER):
        if method == "GET" or f"{method} {path}" == CHANGES_NOTHING:
            continue
        answer = arbiter.request(method, filled(path), headers=headers, follow_redirects=False)
        assert answer.status_code == 403, (method, path)
    assert club.version == before


@pytest.mark.no_cover
def test_what_whoever_has_a_link_is_shown_is_kept_by_no_proxy(club: Club) -> None:
    arbiter = browser_of(club, "club")
    for method, path in read(EVERYBODY) + read(ARBITER):
        if method != "GET":
            continue
        answer = arbiter.get(filled(path), follow_redirects=False)
        cache = answer.headers.get("cache-control", "")
        is_the_same_for_all = cache.startswith("public") or path == "/api/openapi.json"
        assert is_the_same_for_all or "no-store" in cache or "private" in cache, (path, cache)
        if "/arbiter" in path or (method, path) in read(ARBITER):
            assert not is_the_same_for_all, path


def test_facts_that_are_kept_for_ever_are_kept_apart_for_the_staff(club: Club) -> None:
    path = "/api/t/club/facts?at=v9"
    public = club.browser().get(path).headers
    assert "immutable" in public["cache-control"]
    assert {"cookie", "authorization"} <= set(public["vary"].lower().split(", "))
    assert browser_of(club, "club").get(path).headers["cache-control"] == "no-store"
