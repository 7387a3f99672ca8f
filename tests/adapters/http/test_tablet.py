"""The tablet of a hall without script: each table a form, each act a button, and for whom."""

import json
import re

import pytest

from dsl.page_weight import loaded
from dsl.web_club import Club
from planilla.application.roles import Grant, Role
from planilla.audit.seal import Fault

HALL = "/t/fair/arbiter/hall"


async def hall(tables: int = 2, **rules: int) -> Club:
    """Six players at a fair, by arrival."""
    club = Club()
    club.command("fair", "create-tournament", name="Fair", system="masnou", rounds=0)
    people = [
        {"id": f"p{number}", "person": {"name": name}}
        for number, name in enumerate(("Ana", "Bea", "Carl", "Dora", "Eva", "Fay"), start=1)
    ]
    club.command("fair", "enter-entrants", entrants=people)
    club.command("fair", "open-hall", rules={"tables": tables, "order": "arrival", **rules})
    await club.let_in("fair-token", "fair")
    return club


def act(club: Club, wanted: str, /, **fields: str) -> tuple[int, str]:
    """Send a form of the page; the status, and the text of the page that follows."""
    form = {"command_id": f"tap-{wanted}-{len(club.store.ledger.log)}", **fields}
    answer = club.client.post(f"{HALL}/acts/{wanted}", data=form)
    return answer.history[0].status_code if answer.history else answer.status_code, answer.text


def text(html: str) -> str:
    """What is read on the page, but for what only scripts read."""
    seen = re.sub(r"(?s)<script.*?</script>|<head>.*?</head>", "", html)
    return " ".join(re.sub(r"<[^>]+>", " ", seen).replace("&nbsp;", " ").split())


async def test_each_table_shows_its_game_and_the_queue_stands_below() -> None:
    seen = text((await hall()).client.get(HALL).text)
    assert "2 tables · 6 players · 0 games" in seen
    assert "Table 1 0 min ½ draw □ Ana 0 pts ■ Bea 0 pts" in seen
    assert "Queue 1 Eva 2 Fay" in seen


async def test_a_damaged_hall_says_so_on_the_tablet() -> None:
    club = await hall()
    assert 'class="damage"' not in club.client.get(HALL).text
    fault = Fault(version=2, code="hash-mismatch")
    club.site.integrity.read("fair", fault)
    assert "The log of this tournament was damaged." in text(club.client.get(HALL).text)


async def test_a_result_by_form_ends_the_game_and_seats_the_next() -> None:
    club = await hall()
    status, page = act(club, "record-result", game="T1.1", result="0-1")
    assert status == 303
    assert "□ Bea 1 pt ■ Eva 0 pts" in text(page)
    assert "Queue 1 Fay 2 Ana" in text(page)


async def test_a_refused_act_says_why_above_the_tables() -> None:
    club = await hall()
    act(club, "record-result", game="T1.1", result="1-0")
    status, page = act(club, "record-result", game="T1.1", result="0-1")
    assert status == 409
    assert "is recorded as 1–\u20600 and was now reported as 0–\u20601" in text(page)


async def test_calls_are_answered_by_form() -> None:
    club = await hall(tables=1, call_seconds=60)
    seen = text(club.client.get(HALL).text)
    assert "Ana to table 1 here not here Bea to table 1 here not here" in seen
    act(club, "take-seat", call="1")
    status, page = act(club, "miss-call", call="2")
    assert status == 303
    assert "Carl to table 1" in text(page)
    assert "Ana waiting for an opponent" in text(page)
    assert "Away 1 Bea · absent" in text(page)
    assert "Queue 1 Dora 2 Eva 3 Fay 4 Bea" in text(act(club, "queue-player", entrant="p2")[1])


async def test_a_form_tells_whom_the_page_showed() -> None:
    club = await hall()
    page = club.client.get(HALL).text
    for field in ('name="white" value="p1"', 'name="black" value="p2"'):
        assert field in page
    told = {"game": "T1.1", "result": "1-0", "white": "p1", "black": "p3"}
    status, page = act(club, "record-result", **told)
    assert status == 409
    assert "Game T1.1 is between Ana and Bea, not between Ana and Carl" in text(page)


async def test_a_call_without_a_number_is_refused() -> None:
    club = await hall(call_seconds=60)
    assert act(club, "take-seat", call="first")[0] == 422


async def test_one_more_player_is_entered_by_name() -> None:
    status, page = act(await hall(), "enter-entrants", name=" Wilma ")
    assert status == 303
    assert "3 Wilma" in text(page)


async def test_after_the_end_a_play_off_and_the_close_are_offered() -> None:
    club = await hall(tables=1)
    act(club, "end-hall")
    seen = text(club.client.get(HALL).text)
    assert "Time is up: 1 game is still in progress." in seen
    _, page = act(club, "record-result", game="T1.1", result="½-½")
    assert "The marathon is over. play-off for the first place finish the tournament" in text(page)
    _, page = act(club, "draw-playoff")
    assert "Play-off, round 1" in text(page)
    _, page = act(club, "record-result", game="P1.1", result="1-0")
    assert "play-off for the first place" not in text(page)
    assert "The tournament is finished." in text(act(club, "finish-tournament")[1])


async def test_a_table_without_anybody_says_so() -> None:
    assert "Table 4 free: queue is empty" in text((await hall(tables=4)).client.get(HALL).text)


async def test_only_the_acts_of_the_page_are_taken() -> None:
    assert act(await hall(), "pair-round", round="1")[0] == 404


async def test_scripts_are_told_the_clock_the_names_and_the_words() -> None:
    club = await hall()
    page = club.client.get(HALL).text
    known = json.loads(page.partition('id="known">')[2].partition("</script>")[0])
    assert known["people"]["p1"] == "Ana"
    assert known["now"] == club.clock.now() == club.client.get(f"{HALL}/clock").json()["now"]
    assert known["words"]["tablet.draw"] == "draw"
    assert "refusal.no-such-call" in known["words"]


async def test_the_page_is_kept_by_its_worker_and_by_no_other_cache() -> None:
    club = await hall()
    assert club.client.get(HALL).headers["cache-control"] == "no-store"
    worker = club.client.get("/t/fair/arbiter/hall-worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert "respondWith" in worker.text


async def test_a_stranger_gets_neither_page_nor_acts() -> None:
    club = await hall()
    stranger = club.browser()
    assert stranger.get(HALL).status_code == 403
    form = {"command_id": "tap", "game": "T1.1", "result": "1-0"}
    assert stranger.post(f"{HALL}/acts/record-result", data=form).status_code == 403


async def test_the_desk_of_a_hall_is_its_tablet_and_before_the_opening_the_set_up() -> None:
    club = await hall()
    assert club.client.get("/t/fair/arbiter").url.path == HALL
    club.command("new", "create-tournament", name="New", system="masnou", rounds=0)
    await club.let_in("new-token", "new")
    assert club.client.get("/t/new/arbiter").url.path == "/t/new/hall/setup"


@pytest.mark.parametrize("page", ["", "/clock"])
async def test_another_system_has_no_tablet(club: Club, page: str) -> None:
    answer = club.client.get(f"/t/club/arbiter/hall{page}")
    assert answer.status_code == 404


async def test_the_tablet_is_loaded_with_sixty_kilobytes() -> None:
    page = (await hall()).client.get(HALL).text
    assert loaded(page, ".js") + loaded(page, ".css") < 60_000


async def test_the_pages_of_a_hall_are_in_reach_of_the_tablet() -> None:
    """Announcements, screens and publication are pages of every tournament."""
    club = await hall()
    html = club.client.get(HALL).text
    known = json.loads(re.search(r'id="known">(.*?)</script>', html)[1])  # type: ignore[index]  # every tablet has it
    for path in (
        "/arbiter/notices", "/arbiter/screens", "/arbiter/publication", "/arbiter/corrections",
        "/arbiter/regulations", "/links", "/entries", "/papers",
    ):  # fmt: skip
        address = f"/t/fair{path}"
        assert f'<a href="{address}">' in html, "also without script"
        assert address in [href for _, href in known["links"]]
    assert len({href for _, href in known["links"]}) == len(known["links"])
    for _, address in known["links"]:
        assert club.client.get(address).status_code == 200, address


async def test_who_may_not_govern_has_no_link_to_links_on_the_tablet() -> None:
    club = await hall()
    deputy = Grant(tournament="fair", role=Role.DEPUTY)
    await club.site.grants.give("deputy-token", "deputy-1", deputy)
    browser = club.browser()
    browser.post("/enter", data={"token": "deputy-token"})
    html = browser.get(HALL).text
    assert 'href="/t/fair/arbiter/screens"' in html
    assert 'href="/t/fair/links"' not in html
    assert 'href="/t/fair/arbiter/regulations"' not in html


async def test_a_broken_table_is_reported_by_form() -> None:
    club = await hall()
    page = club.client.get(HALL).text
    assert text(page).count("table broken") == 2
    status, page = act(club, "withdraw-table", table="2", broken="yes")
    assert status == 303
    assert text(page).count("table broken") == 1
    assert "Carl" not in text(page).split("Queue")[0]
    status, page = act(club, "withdraw-table", table="1", broken="yes")
    assert (status, "The last table" in text(page)) == (409, True)
