"""Pages and data within other sites: public alone, framed where they may be, without cookies."""

import asyncio

import pytest

from dsl.web_club import Club


@pytest.fixture
def club() -> Club:
    """Six entrants in round 1; the browser holds the arbiter's link."""
    club = Club()
    club.found()
    club.pair(1)
    asyncio.run(club.let_in("arbiter-token", "club"))
    return club


@pytest.mark.parametrize("tab", ["", "/rounds", "/rounds/1", "/cross", "/entrants"])
def test_an_embedded_page_is_bare_public_and_framed_by_anybody(club: Club, tab: str) -> None:
    plain = club.client.get(f"/t/club{tab}")
    assert plain.headers["x-frame-options"] == "DENY"
    assert "/t/club/arbiter" in plain.text
    answer = club.client.get(f"/t/club{tab}?embed=1&lang=es&theme=dark")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "x-frame-options" not in answer.headers
    assert "set-cookie" not in answer.headers
    assert "/arbiter" not in answer.text, "a secret link is not read"
    assert '<base target="_blank">' in answer.text
    assert 'data-theme="dark"' in answer.text
    for absent in ('class="tabs"', 'id="margin"', "planilla-scrubber", 'class="choices"'):
        assert absent in plain.text
        assert absent not in answer.text


@pytest.mark.parametrize("path", ["/", "/t/club/facts", "/t/club/arbiter", "/t/club/entrants/e1"])
def test_no_other_page_is_framed(club: Club, path: str) -> None:
    answer = club.client.get(f"{path}?embed=1")
    assert answer.headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_hidden_tournament_is_not_embedded(club: Club) -> None:
    club.command("club", "hide-tournament", reason="test")
    assert club.client.get("/t/club").status_code == 200
    assert club.client.get("/t/club?embed=1").status_code == 404


@pytest.mark.parametrize(
    "path", ["/api/t", "/api/t/club", "/t/club/standings.csv", "/t/club/feed.atom", "/embed.js"]
)
def test_scripts_of_other_sites_may_read_public_data(club: Club, path: str) -> None:
    answer = club.client.get(path, headers={"origin": "https://club.example"})
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answer.headers


def test_scripts_of_other_sites_may_read_no_page_and_send_no_command(club: Club) -> None:
    other = {"origin": "https://club.example", "sec-fetch-site": "cross-site"}
    assert "access-control-allow-origin" not in club.client.get("/t/club", headers=other).headers
    asked = club.client.options("/api/t/club/commands/record-result", headers=other)
    assert "access-control-allow-origin" not in asked.headers
    command = club.client.post("/api/t/club/commands/record-result", headers=other, json={})
    assert (command.status_code, command.json()["code"]) == (403, "cross-site")


def test_the_element_has_its_words_in_every_language(club: Club) -> None:
    text = club.client.get("/embed.js").text
    assert text.startswith("const WORDS={")
    assert '"es":{"place":"Puesto","player":"jugador"' in text.replace("Jugador", "jugador")
