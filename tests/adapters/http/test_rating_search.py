"""Entries completed from a rating list: a search that suggests, and a review before anything is."""

import re
from pathlib import Path

import pytest

from dsl.rating_lists import LEO, LEO_OF_CHILE, VERA, fixed, keep
from dsl.web_club import Club, fields_in, form_of

ENTRIES = "/t/club/entries"


@pytest.fixture
async def listed(tmp_path: Path) -> Club:
    """A club with the list of November; the browser holds the arbiter's link."""
    made = Club(rating_lists=keep(tmp_path, fixed(VERA, LEO, LEO_OF_CHILE)))
    made.found()
    await made.let_in("arbiter-token", "club")
    return made


def fact_of(club: Club) -> str:
    """The last event, as JSON."""
    return club.store.ledger.events("club", 0)[-1].data.decode()


async def test_the_search_suggests_players_of_the_list(listed: Club) -> None:
    html = listed.client.get(ENTRIES, params={"q": "vera ara"}).text
    assert "Look up in FIDE 2026-11" in html
    assert "IM · ESP · 1990 · 2205742" in html
    assert "Ibanez" not in html
    assert "No such name or id: Nadal" in listed.client.get(ENTRIES, params={"q": "Nadal"}).text


async def test_a_player_who_is_taken_fills_the_form_and_is_entered_with_list_and_month(
    listed: Club,
) -> None:
    before = listed.version
    html = listed.client.get(ENTRIES, params={"take": "2205742"}).text
    assert listed.version == before
    assert "From the list: FIDE standard 2026-11, id 2205742. Nothing has been entered yet." in html
    form = shown(html)
    assert listed.client.post(ENTRIES, data=form).status_code == 200
    assert '"rating":2306' in fact_of(listed)
    assert '"k":10' in fact_of(listed)
    assert '"rating_list":"FIDE standard 2026-11"' in fact_of(listed)
    assert "1990" not in fact_of(listed)
    person = (await listed.store.people("club"))[entrant_in(fact_of(listed))]
    assert (person.birth, person.sex, person.fide_id) == ("1990", "w", "2205742")


async def test_a_rating_that_was_changed_is_no_longer_that_of_the_list(listed: Club) -> None:
    html = listed.client.get(ENTRIES, params={"take": "2205742", "rate": "rapid"}).text
    form = shown(html)
    assert form["rating"] == "2290"
    listed.client.post(ENTRIES, data={**form, "rating": "2291"})
    assert '"rating":2291' in fact_of(listed)
    assert "FIDE" not in fact_of(listed)


async def test_a_rating_that_is_mended_by_hand_loses_its_list(listed: Club) -> None:
    listed.client.post(
        ENTRIES, data=shown(listed.client.get(ENTRIES, params={"take": "2205742"}).text)
    )
    entrant = entrant_in(fact_of(listed))
    address = f"/t/club/arbiter/entrants/{entrant}"
    form = form_of(listed.client.get(address).text, "/t/club/acts/correct-sporting-data")
    federation = {**form, "rating": "2306", "title": "IM", "federation": "CAT"}
    listed.client.post("/t/club/acts/correct-sporting-data", data=federation)
    assert '"rating_list":"FIDE standard 2026-11"' in fact_of(listed)
    form = form_of(listed.client.get(address).text, "/t/club/acts/correct-sporting-data")
    rating = {**federation, **form, "rating": "2310"}
    listed.client.post("/t/club/acts/correct-sporting-data", data=rating)
    assert '"rating":2310' in fact_of(listed)
    assert '"rating_list":""' in fact_of(listed)


async def test_an_id_alone_is_looked_up_before_it_is_entered(listed: Club) -> None:
    before = listed.version
    html = listed.client.post(ENTRIES, data={"command_id": "k1", "fide_id": "2205743"}).text
    assert listed.version == before
    assert shown(html)["name"] == "Ibanez, Leo"
    unknown = listed.client.post(ENTRIES, data={"command_id": "k1", "fide_id": "77"})
    assert unknown.status_code == 422
    empty = listed.client.post(ENTRIES, data={"command_id": "k1"})
    assert empty.status_code == 422


async def test_pasted_lines_are_completed_and_namesakes_are_asked_about(listed: Club) -> None:
    text = "2205742\nLeo Ibáñez\nNobody Known 1500\n"
    html = listed.client.post(f"{ENTRIES}/review", data={"lines": text}).text
    assert "Aranda, Vera" in html
    assert "several players of the list are called “Leo Ibáñez”" in html
    assert "CHI · 2010 · 3405743" in html
    assert "Nobody Known is not in the list under this name" in html
    assert "Enter 2 people" in html
    answered = listed.client.post(
        f"{ENTRIES}/review", data={"lines": text, "pick-2": "2205743"}
    ).text
    assert "Enter 3 people" in answered
    table = re.findall(r'name="lines" hidden>(.*?)</textarea>', answered, re.DOTALL)[-1]
    before = listed.version
    listed.client.post(ENTRIES, data={"command_id": "k1", "lines": table})
    assert listed.version == before + 3
    recorded = [each.data.decode() for each in listed.store.ledger.events("club", before)]
    assert ['"FIDE standard 2026-11"' in each for each in recorded] == [True, True, False]
    assert '"rating":2194' in recorded[1]


async def test_lines_are_left_as_they_are_when_no_list_is_wanted(listed: Club) -> None:
    form = {"lines": "Leo Ibáñez", "list": "-"}
    assert "Enter 1 person" in listed.client.post(f"{ENTRIES}/review", data=form).text


async def test_the_rate_of_play_that_was_announced_is_the_one_that_is_taken(listed: Club) -> None:
    """Fifteen minutes and ten seconds a move are rapid chess: 25 minutes for 60 moves."""
    rapid = {
        "name": "Rapid",
        "play": {"rounds": 3},
        "time_control": {"kind": "fischer", "periods": [{"seconds": 900}], "each_s": 10},
    }
    listed.command("rapid", "announce-regulations", regulations=rapid, prose={})
    await listed.let_in("rapid-token", "rapid")
    address = "/t/rapid/entries"
    assert shown(listed.client.get(address, params={"take": "2205742"}).text)["rating"] == "2290"
    chosen = {"take": "2205742", "rate": "standard"}
    assert shown(listed.client.get(address, params=chosen).text)["rating"] == "2306"
    review = listed.client.post(f"{address}/review", data={"lines": "2205742"}).text
    assert "FIDE rapid 2026-11" in review


async def test_programs_search_the_list(listed: Club) -> None:
    answer = listed.client.get("/api/t/club/rating-list", params={"q": "ibanez"}).json()
    assert (answer["list"]["kind"], answer["list"]["month"]) == ("fide", "2026-11")
    assert [player["id"] for player in answer["players"]] == [2205743, 3405743]
    assert answer["players"][0]["standard_k"] == 20
    paths = listed.client.get("/api/openapi.json").json()["paths"]
    assert "429" in paths["/api/t/{tournament}/rating-list"]["get"]["responses"]
    none = listed.client.get("/api/t/club/rating-list", params={"q": "x", "list": "feda"})
    assert none.status_code == 404


async def test_only_staff_may_search(listed: Club) -> None:
    answer = listed.browser().get("/api/t/club/rating-list", params={"q": "ibanez"})
    assert answer.status_code == 401


async def test_who_asks_too_often_is_told_to_wait(listed: Club) -> None:
    address = "/api/t/club/rating-list"
    answers = [listed.client.get(address, params={"q": "x"}).status_code for _ in range(61)]
    assert answers == [*[200] * 60, 429]
    listed.clock.time += 10_000_000
    assert listed.client.get(address, params={"q": "x"}).status_code == 200


async def test_a_list_that_cannot_be_used_leaves_the_pages_as_they_were(tmp_path: Path) -> None:
    lists = keep(tmp_path, fixed(VERA))
    lists.path("fide").write_bytes(b"broken")
    club = Club(rating_lists=lists)
    club.found()
    await club.let_in("arbiter-token", "club")
    html = club.client.get(ENTRIES).text
    assert "Look up in" not in html
    assert "Enter" in html


async def test_without_a_list_one_player_is_entered_with_all_personal_data() -> None:
    club = Club()
    club.found()
    await club.let_in("arbiter-token", "club")
    form = shown(club.client.get(ENTRIES).text)
    data = {
        "name": "Gil, Pau",
        "fide_id": "22251235",
        "birth": "2012-05-01",
        "sex": "m",
        "categories": "S14, S16",
        "arbiter": "NA",
    }
    wrong = club.client.post(ENTRIES, data={**form, **data, "rating": "many"})
    assert wrong.status_code == 422
    assert "From the list" not in wrong.text
    kept = shown(wrong.text)
    assert {name: kept[name] for name in data} == data
    assert club.client.post(ENTRIES, data={**kept, **data, "rating": ""}).status_code == 200
    assert '"categories":["S14","S16"]' in fact_of(club)
    person = (await club.store.people("club"))[entrant_in(fact_of(club))]
    assert (person.fide_id, person.birth, person.sex, person.arbiter) == (
        "22251235",
        "2012-05-01",
        "m",
        "NA",
    )


def shown(html: str) -> dict[str, str]:
    """What stands in the form for one person."""
    return fields_in(html, 'id="enter-one"')


def entrant_in(fact: str) -> str:
    """Whom an event is about."""
    return str(re.findall(r'"entrant":"([^"]+)"', fact)[0])
