"""A person is erased on a page: what is shown before, the report, and no word of theirs after."""

import hashlib
import re
from collections.abc import Iterator

import pytest
from httpx2 import Response
from starlette.routing import Route

from adapters.http.test_moments import VALUES
from dsl.web_club import Club
from planilla.adapters.memory import MemoryStore
from planilla.application.envelope import Answer

pytestmark = pytest.mark.anyio

PERSON = {
    "name": "Zubeldia Arróspide, Iker",
    "club": "Peñarroya",
    "fide_id": "2299887",
    "birth": "1987-06-05",
    "contact": "iker@zubeldia.example",
}
WORDS = ("zubeldia", "arróspide", "iker", "peñarroya", "2299887", "1987-06-05")
REASON = "Llamó Iker Zubeldia: llega tarde"
SLIP = b"Iker Zubeldia: 1-0"
SLIP_SHA256 = hashlib.sha256(SLIP).hexdigest()
ERASE = "/t/club/arbiter/entrants/e3/erase"
TEXTS = "/t/club/arbiter/texts"


@pytest.fixture
async def known(club: Club) -> Club:
    """A club in its first round, in which e3 is a person with everything, named here and there."""
    name_them(club)
    club.pair(1)
    club.command("club", "record-result", game="1.1", result="1-0")
    return club


def name_them(club: Club, *, in_pairs: bool = True) -> None:
    club.command("club", "correct-personal-data", entrant="e3", person=PERSON)
    if in_pairs:
        club.command("club", "forbid-pairs", entrants=["e3", "e5"], reason=REASON)
        club.command("club", "forbid-pairs", entrants=["e1", "e5"], reason="they are twins")
    kept = club.client.post("/api/t/club/evidence", content=SLIP)
    assert kept.status_code == 201
    club.command("club", "add-evidence", about=8, evidence=[kept.json()])


IN_THE_PAST = tuple(
    f"/t/{{tournament}}{path}"
    for path in ("", "/rounds/{number:int}", "/cross", "/entrants", "/entrants/{entrant}", "/facts")
)
"""Addresses that are looked at as of a past moment too."""


def addresses(club: Club) -> Iterator[str]:
    """Every address that is read, filled in; those of files that no tournament has are left out."""
    values = {
        **VALUES,
        "tournament": "club",
        "entrant": "e3",
        "number": "1",
        "version": "9",
        "game": "1.1",
        "sha256": SLIP_SHA256,
    }
    for route in club.app.routes:
        if not isinstance(route, Route) or "GET" not in (route.methods or ()):
            continue
        if "/assets/" in route.path:
            continue
        address = re.sub(r"{(\w+)(?::\w+)?}", lambda found: values[found[1]], route.path)
        yield address
        if route.path in IN_THE_PAST:
            yield f"{address}?at=v8"


def found_in(answer: Response) -> list[str]:
    said = answer.text.casefold()
    return [word for word in WORDS if word in said]


NAMING = {
    "rounds": ("", "/entrants", "/cross", "/rounds/1", "/trf", "/elo/e3", "/arbiter"),
    "hall": ("/hall", "/screen", "/cards", "/hall/games.csv", "/entrants", "/arbiter/hall"),
}
"""Where the person is named before, so that a walk in which nothing is found says something."""


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", ["rounds", "hall"])
async def test_after_the_erasure_no_address_says_a_word_of_theirs(kind: str) -> None:
    club = Club()
    club.found(*(("masnou", 0) if kind == "hall" else ()))
    await club.let_in("arbiter-token", "club")
    name_them(club, in_pairs=kind == "rounds")
    if kind == "rounds":
        club.pair(1)
    else:
        club.command("club", "open-hall", rules={"tables": 2, "order": "best-first"})
    for address in NAMING[kind]:
        assert found_in(club.client.get(f"/t/club{address}")), address
    texts = re.findall(r'name="texts" value="([0-9a-f]{64})"', club.client.get(ERASE).text)
    form = {"number": "3", "texts": texts, "files": SLIP_SHA256}
    report = club.client.post(ERASE, data=form)
    assert (report.status_code, found_in(report)) == (200, [])
    anybody = club.browser("es")
    for address in addresses(club):
        assert found_in(club.client.get(address)) == [], address
        if "/arbiter" not in address and "?at" not in address:
            assert found_in(anybody.get(address)) == [], address
    assert "Player 3" in club.client.get("/t/club/entrants").text


async def test_the_page_says_before_what_vanishes_and_what_stays(known: Club) -> None:
    page = known.client.get(ERASE).text
    assert "name, date of birth, FIDE id, club and contact: the row is emptied" in page
    assert f"<q>{REASON}</q>" in page
    assert "they are twins" not in page
    assert "type the pairing number: 3" in page
    assert "under the number alone" in page
    spanish = known.client.get(ERASE, headers={"accept-language": "es"}).text
    assert "Lo que se borrará" in spanish
    assert (
        'href="/t/club/arbiter/entrants/e3/erase"'
        in known.client.get("/t/club/arbiter/entrants/e3").text
    )


async def test_nothing_is_erased_without_the_number(known: Club) -> None:
    version = known.version
    for typed in ("", "4"):
        refused = known.client.post(ERASE, data={"number": typed, "files": SLIP_SHA256})
        assert refused.status_code == 422
        assert "To confirm, type the pairing number 3." in refused.text
        assert re.search(rf'value="{SLIP_SHA256}" checked', refused.text)
    unknown = known.client.post(ERASE, data={"number": "3", "texts": "ab" * 32})
    assert unknown.status_code == 404
    assert "No text with that commitment was ever stored here." in unknown.text
    assert known.version == version


async def test_the_report_says_what_was_emptied_and_what_remains(known: Club) -> None:
    report = known.client.post(ERASE, data={"number": "3"}).text
    assert "Player 3: these items are erased: name, date of birth" in report
    assert "The chain is intact:" in report
    assert "Earlier backups contain everything." in report
    assert f"The file {SLIP_SHA256} contains a word of the name" in report
    again = known.client.get(ERASE).text
    assert "Player 3: no personal data are stored any more." in again
    assert "no personal data are stored" in known.client.post(ERASE, data={"number": "3"}).text


async def test_texts_are_searched_and_emptied(known: Club) -> None:
    assert 'href="/t/club/arbiter/texts"' in known.client.get("/t/club/arbiter/corrections").text
    found = known.client.get(TEXTS, params={"q": "TWINS"}).text
    assert REASON not in found
    (text,) = re.findall(r'name="texts" value="([0-9a-f]{64})"', found)
    assert known.client.post(TEXTS, data={"q": ""}).status_code == 422
    report = known.client.post(TEXTS, data={"texts": text})
    assert "Texts erased: 1." in report.text
    left = known.client.get(TEXTS).text
    assert REASON in left
    assert "twins" not in left
    assert "No texts are stored." in known.client.get(TEXTS, params={"q": "twins"}).text


async def test_a_program_foretells_and_erases(known: Club) -> None:
    address = "/api/t/club/people/e3"
    foretold = known.client.get(address).json()
    assert foretold["fields"] == ["name", "birth", "fide_id", "club", "contact"]
    assert known.client.request("DELETE", address, content=b'{"tests": []}').status_code == 400
    done = known.client.request("DELETE", address, content=b'{"matching": true}').json()
    assert done["fields"] == foretold["fields"]
    assert len(done["texts"]) == 1
    assert done["chain"]["faults"] == []
    assert known.client.request("DELETE", address).json()["fields"] == []
    assert known.client.get("/api/t/club/people/zoe").status_code == 404


async def test_nobody_else_sees_or_erases(known: Club) -> None:
    anybody = known.browser()
    for address in (ERASE, TEXTS):
        assert anybody.get(address).status_code == 403
    assert anybody.get("/api/t/club/people/e3").status_code == 401
    assert anybody.post(ERASE, data={"number": "3"}).status_code == 403
    assert anybody.request("DELETE", "/api/t/club/people/e3").status_code == 401
    elsewhere = {"origin": "http://other.test"}
    assert known.client.post(ERASE, data={"number": "3"}, headers=elsewhere).status_code == 403


async def test_what_the_desk_refuses_is_told(known: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refuses(store: MemoryStore, submission: object) -> object:
        return Answer(status="failed", version=0, code="log-damaged", fields={"version": 3})

    monkeypatch.setattr(MemoryStore, "submit", refuses)
    refused = known.client.post(ERASE, data={"number": "3"})
    assert refused.status_code == 500
    assert "Zubeldia" in known.client.get("/t/club/entrants").text
