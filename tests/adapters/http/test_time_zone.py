"""One time zone a tournament: all clocks of its pages show it."""

import re
from functools import partial

import pytest

from adapters.http.test_coming_in import organised
from dsl.web_club import Club, fields_in, form_of
from planilla.application.moments import zone_name
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament

TIME = re.compile(r'<time[^>]* datetime="([^"]+)">([^<]+)</time>')
MADRID, LIMA = "Europe/Madrid", "America/Lima"


async def club_in(zone: str) -> Club:
    club = Club()
    club.found(time_zone=zone)
    await club.let_in("arbiter-token", "club")
    return club


async def test_every_clock_of_a_page_is_of_the_tournaments_zone() -> None:
    # Lima is five hours behind UTC, all year round
    club = await club_in(LIMA)
    html = club.client.get("/t/club/facts").text
    times = TIME.findall(html)
    assert times
    for utc, said in times:
        hour, minute = int(utc[11:13]), utc[14:16]
        assert said[-5:] == f"{(hour - 5) % 24:02}:{minute}"
    assert 'data-zone="America/Lima"' in html
    assert "Times of America/Lima" in html


async def test_without_a_word_it_is_the_usual_one_and_regulations_say_another() -> None:
    club = await club_in("")
    assert "Times of Europe/Madrid" in club.client.get("/t/club").text
    club.command(
        "club",
        "announce-regulations",
        regulations={"name": "Club", "schedule": {"time_zone": LIMA}},
    )
    assert "Times of America/Lima" in club.client.get("/t/club").text


@pytest.mark.parametrize("regulations", [{}, {"schedule": {}}, {"schedule": {"time_zone": ""}}])
async def test_regulations_without_a_zone_leave_the_one_of_the_tournament(
    regulations: dict[str, dict[str, str]],
) -> None:
    club = await club_in(LIMA)
    announce = partial(club.command, "club", "announce-regulations")
    announce(regulations={"name": "Club", **regulations})
    assert "Times of America/Lima" in club.client.get("/t/club").text
    announce(regulations={"name": "Club", "schedule": {"time_zone": "Asia/Tokyo"}})
    announce(regulations={"name": "Club of Lima", **regulations})
    assert "Times of Asia/Tokyo" in club.client.get("/t/club").text


async def test_a_form_with_an_empty_zone_leaves_the_one_of_the_tournament() -> None:
    club = await club_in(LIMA)
    page = "/t/club/arbiter/regulations"
    form = {**fields_in(club.client.get(page).text), "name": "Lima", "schedule.time_zone": ""}
    answer = club.client.post(page, data=form)
    assert answer.status_code == 200, answer.text
    assert "Lima" in club.client.get("/t/club").text
    assert "Times of America/Lima" in club.client.get("/t/club").text


async def test_the_form_of_the_regulations_begins_with_the_zone_of_the_tournament() -> None:
    club = await club_in(LIMA)
    html = club.client.get("/t/club/arbiter/regulations").text
    assert re.search(r'name="schedule.time_zone"[^>]* value="America/Lima"', html)


async def test_the_form_of_a_new_tournament_sends_it() -> None:
    club = await organised()
    form = {**form_of(club.client.get("/new").text, "/new"), "name": "Club"}
    form |= {"system": "swiss-dutch-libro", "rounds": "5", "time_zone": LIMA}
    assert club.client.post("/new", data=form).status_code == 200
    (line,) = await club.store.tournaments()
    state = fold(each.fact for each in club.store.ledger.events(line.id, 0))
    assert zone_name(state) == LIMA


@pytest.mark.parametrize("zone", ["Europe/Masnou", "../etc/passwd", "Europe", "x" * 500])
async def test_a_zone_that_is_none_is_refused(zone: str) -> None:
    club = await organised()
    form = {"command_id": "k1", "name": "Club", "system": "swiss-dutch-libro", "rounds": "5"}
    answer = club.client.post("/new", data={**form, "time_zone": zone})
    assert answer.status_code == 422
    assert "There is no time zone" in answer.text


def test_a_zone_that_this_machine_does_not_know_is_utc() -> None:
    assert zone_name(Tournament(time_zone="Mars/Olympus")) == "UTC"
    assert zone_name(Tournament()) == MADRID
