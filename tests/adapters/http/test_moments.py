"""Every page and every answer takes a moment, has one address for it, and stays as it is."""

import asyncio
import re
from typing import Any

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from adapters.http.test_masnou_pages import fair
from dsl.web_club import WEB, Club
from planilla.adapters.http.endpoints import ENDPOINTS
from planilla.adapters.live.routes import routes as live_routes
from planilla.application.watch import Hub


def timeless_paths() -> dict[str, str]:
    """The addresses that take no moment, with the reason of each."""
    return {each.path: each.timeless for each in ENDPOINTS.values() if each.timeless}


VALUES = {
    "table": "standings",
    "number": "1",
    "entrant": "e1",
    "board": "1",
    "game": "1.1",
    "version": "3",
    "sha256": "0" * 64,
    "view": "standings",
    "run": "nobodys",
    "code": "malformed",
    "link": "0" * 12,
    "secret": "0" * 24,
    "match": "1.1",
    "team": "A",
    "paper": "standings",
    "head": "v3-0000",
    "festival": "opens",
    "fide_id": "1001",
}


def readable(club: Club) -> list[str]:
    """The paths of everything that is read."""
    live = live_routes(Hub(club.store), club.store)
    found = [*club.app.routes, *live]
    return [
        each.path
        for each in found
        if isinstance(each, Route) and "GET" in (each.methods or {"GET"})
    ]


def filled(path: str, tournament: str = "club") -> str:
    """The path with a tournament, a round, an entrant and so on."""
    values = {**VALUES, "tournament": tournament}
    return re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: values[found[1]], path)


@pytest.fixture
def played() -> Club:
    """Round 1 is over, round 2 is on the boards; the browser holds the arbiter's link."""
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    club.pair(2)
    asyncio.run(club.let_in("arbiter-token", "club"))
    return club


def test_whatever_is_read_takes_a_moment_or_stands_in_the_list_with_a_reason(
    played: Club,
) -> None:
    asked = {"game": "1.1", "result": "0-1", "at": "yesterday"}  # a game is what a dossier needs
    for path in readable(played):
        if path == "/api/t/{tournament}/views/{view}":
            continue  # in tests/live: it asks a hub that runs
        if path in timeless_paths():
            continue
        answer = played.client.get(filled(path), params=asked)
        assert answer.status_code == 400, path
        assert "“yesterday” is not a moment." in answer.text or "moment-unreadable" in answer.text
    assert all(len(why) > 5 for why in timeless_paths().values())


@pytest.mark.parametrize("tournament", ["club", "fair"])
def test_an_answer_at_a_moment_is_the_same_whatever_happens_later(
    played: Club, tournament: str
) -> None:
    club = played if tournament == "club" else fair()
    at = club.store.ledger.events(tournament, 0)[-1].version
    paths = [
        filled(path, tournament)
        for path in readable(club)
        if path not in timeless_paths() and "/arbiter" not in path and "/views/" not in path
    ]
    reader = club.browser()
    before = {path: told(reader, path, at) for path in paths}
    if tournament == "club":
        club.command("club", "record-result", game="2.1", result="1-0")
        club.command("club", "request-bye", entrant="e3", round=3, kind="H")
    else:
        club.command("fair", "record-result", game="T1.1", result="1-0")
    club.clock.time += 60_000_000  # or all this were too often
    for path in paths:
        assert told(reader, path, at) == before[path], path


def told(reader: TestClient, path: str, at: int) -> tuple[int, str]:
    """What an answer says of the facts: without how long ago they are, and the bar at the foot."""
    answer = reader.get(path, params={"at": f"v{at}"})
    assert answer.status_code < 500, (path, answer.text)
    text = re.sub(r"(?s)<planilla-scrubber.*?</planilla-scrubber>", "", answer.text)
    text = re.sub(r'(?s)<p class="moment".*?</p>', "", text)
    return answer.status_code, re.sub(r'name="command_id" value="[^"]*"', "", text)


@pytest.mark.parametrize(
    ("written", "version"),
    [
        ("7", "v7"),
        ("before-round-2", "v15"),
        ("after-round-1", "v13"),
        ("2023-11-14T22:13:22Z", "v7"),
        ("p7", "v7"),
    ],
)
def test_whatever_names_a_moment_leads_to_its_one_address(
    played: Club, written: str, version: str
) -> None:
    """The clock of these tests says 22:13:20 and a second more with each fact."""
    for path in ("/t/club/rounds", "/api/t/club/entrants/e1", "/t/club/trf"):
        answer = played.browser().get(
            path, params={"at": written, "dialect": "trf26"}, follow_redirects=False
        )
        assert answer.status_code == 302
        assert answer.headers["location"] == f"{path}?dialect=trf26&at={version}"


def test_a_page_at_a_moment_says_so_and_how_to_come_back(played: Club) -> None:
    html = played.browser().get("/t/club/cross?at=v7&follow=e1&lang=en").text
    assert "Moment v7: 14 Nov 2023, 23:13 (Europe/Madrid)" in html
    assert '<link rel="canonical" href="/t/club/cross?at=v7">' in html
    assert 'href="/t/club/cross?follow=e1&amp;lang=en">back to live</a>' in html
    newest = played.browser("es").get(f"/t/club?at=v{played.version}").text
    assert "desde entonces no ha pasado nada" in newest
    assert "data-past" in newest


@pytest.mark.parametrize(
    ("at", "status", "sentence"),
    [
        ("", 400, "no es un momento"),
        ("v\uff11", 400, "no es un momento"),
        ("v0", 404, "No hay ningún momento «v0»"),
        ("v999", 404, "el último es el 1"),
        ("before-round-3", 404, "todavía no tiene la ronda 3"),
        ("after-round-2", 404, "La ronda 2 no ha terminado"),
        ("2999-01-01T00:00", 404, "todavía no ha llegado"),
        ("1999-01-01T00:00", 404, "el registro de este torneo estaba vacío"),
    ],
)
def test_a_moment_that_is_not_there_is_one_sentence(
    played: Club, at: str, status: int, sentence: str
) -> None:
    answer = played.browser("es").get("/t/club", params={"at": at})
    assert answer.status_code == status
    assert sentence in answer.text
    problem = played.browser("es").get("/api/t/club/facts", params={"at": at})
    assert (problem.status_code, problem.headers["content-type"]) == (
        status,
        "application/problem+json",
    )


def test_a_draft_is_no_moment_to_the_public(played: Club) -> None:
    played.command("club", "record-result", game="2.1", result="1-0")
    played.command("club", "record-result", game="2.2", result="1-0")
    played.command("club", "record-result", game="2.3", result="1-0")
    played.command("club", "pair-round", round=3)
    answer = played.browser().get("/t/club?at=before-round-3")
    assert answer.status_code == 404
    assert played.client.get("/t/club/arbiter?at=before-round-3").status_code == 200


def test_facts_without_names_are_kept_for_ever_and_pages_are_asked_for_again(
    played: Club,
) -> None:
    reader = played.browser()
    for path in ("/api/t/club/entrants/e1", "/api/t/club/facts"):
        then, now = reader.get(f"{path}?at=v7"), reader.get(path)
        assert "immutable" in then.headers["cache-control"]
        assert then.headers["etag"] == '"7"'
        assert now.headers["cache-control"] == "no-cache"
    assert reader.get("/t/club?at=v7").headers["cache-control"] == "no-cache"


def rows(club: Club, reader: TestClient | None = None, **asked: Any) -> list[dict[str, Any]]:
    answer = (reader or club.browser()).get("/api/t/club/facts", params=asked)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["facts"]
    return found


def test_facts_are_sifted_by_player_round_board_and_kind(played: Club) -> None:
    recorded = played.command("club", "record-result", game="2.1", result="1-0").version
    everything = rows(played)
    assert [each["version"] for each in rows(played, board=1, round=2)] == [recorded]
    (white, black) = rows(played, round=2, board=1)[0]["entrants"]
    assert recorded in {each["version"] for each in rows(played, player=white)}
    assert recorded in {each["version"] for each in rows(played, player=black, kind="result")}
    kinds = {each["kind"] for each in everything}
    assert sum(len(rows(played, kind=kind)) for kind in kinds) == len(everything)
    assert "actor" not in everything[0]
    assert rows(played, actor="nobody") == everything, "pseudonyms are for the staff"


def test_the_staff_sifts_by_who_and_reads_its_own_facts(played: Club) -> None:
    everything = rows(played, played.client)
    assert {each["actor"] for each in everything} == {"organiser"}
    assert "RoundPaired" in {each["type"] for each in everything}
    assert rows(played, played.client, actor="nobody") == []


@pytest.mark.parametrize(
    ("asked", "code"), [({"board": "x"}, "not-a-number"), ({"kind": "gossip"}, "no-such-kind")]
)
def test_what_cannot_be_sifted_by_is_said(played: Club, asked: dict[str, str], code: str) -> None:
    answer = played.client.get("/api/t/club/facts", params=asked)
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_each_fact_tells_what_brought_it_about(played: Club) -> None:
    wrong = played.command("club", "record-result", game="2.1", result="1-0").version
    ruled = played.command(
        "club",
        "correct-result",
        game="2.1",
        result="0-1",
        corrects=wrong,
        reason="Signed sheet",
    ).version
    by_version = {each["version"]: each for each in rows(played)}
    assert by_version[ruled]["cause"] == {"why": "corrects", "version": wrong}
    assert by_version[wrong]["corrected_at"] == ruled
    assert by_version[wrong]["cause"] == {"why": "person", "version": None}
    assert by_version[3]["cause"] == {"why": "act", "version": 2}
    html = played.browser().get("/t/club/facts").text
    assert f"corrects v{wrong}, by the arbiter" in html
    assert f"corrected at v{ruled}" in html
    assert f'href="/t/club/whatif/{ruled}"' in html
    assert "organiser" not in html
    assert "by organiser" in played.client.get("/t/club/facts").text


def test_the_filters_of_the_timeline_are_a_form_that_needs_no_script(played: Club) -> None:
    html = played.browser().get("/t/club/facts?kind=result&player=e1&at=v13").text
    assert '<option value="result" selected>Results</option>' in html
    assert '<option value="e1" selected>Ana Alba</option>' in html
    assert '<input type="hidden" name="at" value="v13">' in html
    assert html.count('<li class="result" id="v') == 1
    assert 'href="/t/club/facts?at=v13">Show everything</a>' in html
    none = played.browser("es").get("/t/club/facts?kind=correction").text
    assert "Por ahora ningún hecho coincide." in none
    assert 'name="actor"' not in none
    assert 'name="actor"' in played.client.get("/t/club/facts").text


def test_what_is_new_since_a_version_is_told_in_sentences_with_whose_rows_it_touches(
    played: Club,
) -> None:
    seen = played.version
    nothing = played.browser().get(f"/t/club/since/v{seen}").text
    assert 'data-count="0"' in nothing
    played.command("club", "record-result", game="2.1", result="1-0")
    html = played.browser().get(f"/t/club/since/v{seen}").text
    assert "Since you last looked: 1 result<" in html
    assert f'data-reached="{seen + 1}"' in html
    assert len(re.findall(r"e\d", re.findall(r'data-touched="([^"]*)"', html)[0])) == 2
    assert 'data-away="While you were away: 1 result"' in html
    spanish = played.browser("es").get("/t/club/since/v0").text
    assert re.search(r"Desde su última visita: \d+ resultados, \d+ hechos de rondas,", spanish)
    assert played.browser().get("/t/club/since/v999").status_code == 404
    many = played.browser().get("/t/club/since/v0").text
    assert 'data-count="' in many


def test_a_long_timeline_comes_in_windows_and_a_cause_is_found_in_another(
    played: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planilla.adapters.http.pages.timeline.WINDOW", 5)
    newest = played.browser().get("/t/club/facts").text
    seen = [each["version"] for each in rows(played)]
    shown = [int(each) for each in re.findall(r'<li class="\w+" id="v(\d+)"', newest)]
    assert shown == seen[-5:][::-1]
    older = seen[-6]
    assert f'href="/t/club/facts?upto=v{older}">Earlier facts</a>' in newest
    first = played.browser().get("/t/club/facts?upto=v7").text
    assert 'href="/t/club/facts?upto=v2#v2">together with v2</a>' in first
    assert "The newest facts" in first
    assert 'id="v2"' not in first
    assert "Earlier facts" not in played.browser().get("/t/club/facts?upto=v3").text
    assert played.browser().get("/t/club/facts?upto=x").status_code == 422


def test_the_documentation_lists_what_takes_no_moment() -> None:
    page = (WEB.parent / "docs/operating/moments.md").read_text(encoding="utf-8")
    told = re.findall(r"(?m)^\| `([^`]+)` \| (.+) \|$", page)
    assert sorted(told) == sorted(timeless_paths().items())


@pytest.mark.parametrize("page", ["hall", "screen", "fairness", "poster", "cards", "facts"])
def test_every_page_of_a_hall_says_which_moment_it_is(page: str) -> None:
    html = fair().browser().get(f"/t/fair/{page}?at=v9").text
    assert html.count("Moment v9: ") == 1
    assert f'href="/t/fair/{page}">back to live</a>' in html
