"""The second look: results typed again without script, and compared; nothing is recorded."""

import asyncio
import re

import pytest

from adapters.http.test_roles import VIEWS, holder
from dsl.web_club import Club
from planilla.application.roles import Role, Span, View

PAGE = "/t/club/second-look"


@pytest.fixture
def club() -> Club:
    """Round 1 is over with a win, a draw and a loss, round 2 has one result; an arbiter looks."""
    made = Club()
    made.found()
    made.play(1, "1-0", "½-½", "0-1")
    made.pair(2)
    made.command("club", "record-result", game="2.2", result="1-0")
    asyncio.run(made.let_in("arbiter-token", "club"))
    return made


def boards_in(html: str) -> list[str]:
    """The games that a second result can be typed for."""
    return re.findall(r'<tr id="g[^"]*" data-key="([^"]+)"', html)


def differences_in(html: str) -> list[str]:
    """The lines of the boards that differ, as they read, with where they lead."""
    found = re.search(r'<ul class="needs">(.*?)</ul>', html, re.DOTALL)
    lines = re.findall(r"<li>(.*?)</li>", found[1]) if found else []
    return [re.sub(r"<(?!a )[^>]*>", "", line) for line in lines]


def heading_of(html: str) -> str:
    found = re.search(r'<section class="compared">\s*<h2[^>]*>([^<]*)</h2>', html)
    assert found is not None
    return found[1]


def test_the_page_has_the_boards_with_a_result_and_none_of_the_results(club: Club) -> None:
    pages = [club.client.get(f"{PAGE}?round={number}").text for number in (1, 2)]
    assert [boards_in(page) for page in pages] == [["1.1", "1.2", "1.3"], ["2.2"]]
    assert boards_in(club.client.get(PAGE).text) == ["2.2"]
    club.command("club", "withdraw-result", game="2.2")
    club.command("club", "record-result", game="2.2", result="0-1")
    other = Club()
    other.found()
    other.play(1, "0-1", "1-0", "½-½")
    asyncio.run(other.let_in("arbiter-token", "club"))
    before = club.client.get(f"{PAGE}?round=1").text
    after = other.client.get(f"{PAGE}?round=1").text
    assert sheet_of(before) == sheet_of(after)
    assert " checked" not in before
    assert "Ana Alba" in before


def sheet_of(html: str) -> str:
    return html[html.index('<form id="sheet"') : html.index("</form>")]


def test_the_boards_that_differ_are_shown_with_both_results_and_a_way_to_the_desk(
    club: Club,
) -> None:
    before = club.version
    typed = {"1.1": "1-0", "1.2": "0-1"}
    answer = club.client.post(f"{PAGE}?round=1", data=typed)
    assert answer.status_code == 200
    page = answer.text
    assert heading_of(page) == "1 board differs, 1 agrees, 1 not looked at again"
    (line,) = differences_in(page)
    assert line.startswith("board 2 · Eva Elías – Bea Bosch: recorded ½–½, second look 0–1")
    assert 'href="/t/club/arbiter?round=1#g1.2"' in line
    assert 'id="g1.2"' in club.client.get("/t/club/arbiter?round=1").text
    assert re.findall(r'name="([^"]+)" value="([^"]+)" checked', page) == [*typed.items()]
    assert re.findall(r'class="hidden">(agrees|differs)<', page) == ["agrees", "differs"]
    assert club.version == before


def test_all_boards_agree(club: Club) -> None:
    typed = {"1.1": "1-0", "1.2": "½-½", "1.3": "0-1", "1.9": "1-0", "none": "x"}
    page = club.client.post(f"{PAGE}?round=1", data=typed).text
    assert heading_of(page) == "0 boards differ, 3 agree, 0 not looked at again"
    assert differences_in(page) == []


def test_a_forfeit_can_be_typed_and_a_result_that_nobody_can_type_is_none(club: Club) -> None:
    page = club.client.post(f"{PAGE}?round=1", data={"1.1": "+/-", "1.2": "2-0", "1.3": "*"}).text
    assert heading_of(page) == "1 board differs, 0 agree, 2 not looked at again"
    assert "recorded 1–0, second look + –" in differences_in(page)[0]
    assert "<details open>" in page


def test_a_result_withdrawn_meanwhile_differs(club: Club) -> None:
    club.command("club", "withdraw-result", game="2.2")
    assert boards_in(club.client.get(PAGE).text) == []
    page = club.client.post(PAGE, data={"2.2": "1-0"}).text
    assert "recorded –, second look 1–0" in differences_in(page)[0]


def test_a_sector_arbiter_looks_at_the_boards_of_the_sector_alone(club: Club) -> None:
    club.command("club", "record-result", game="2.1", result="½-½")
    sector = holder(club, Role.SECTOR_ARBITER, Span(2, 3))
    assert boards_in(sector.get(PAGE).text) == ["2.2"]
    page = sector.post(PAGE, data={"2.1": "1-0", "2.2": "0-1"}).text
    (line,) = differences_in(page)
    assert 'href="/t/club/boards#g2.2"' in line
    earlier = sector.post(f"{PAGE}?round=1", data={"1.2": "1-0"}).text
    (line,) = differences_in(earlier)
    assert "href" not in line, "the boards of an earlier round are on no page of a sector arbiter"


@pytest.mark.parametrize("role", VIEWS)
def test_who_records_no_results_takes_no_second_look(club: Club, role: Role) -> None:
    browser = holder(club, role)
    expected = 200 if View.BOARDS in VIEWS[role] else 403
    assert browser.get(PAGE).status_code == expected
    assert browser.post(PAGE, data={"2.2": "1-0"}).status_code == expected
    assert club.browser().post(PAGE, data={"2.2": "1-0"}).status_code == 403


def test_another_site_cannot_ask_for_it(club: Club) -> None:
    headers = {"origin": "https://elsewhere.test"}
    assert club.client.post(PAGE, data={"2.2": "1-0"}, headers=headers).status_code == 403


def test_a_round_without_pairings_is_said_to_have_none(club: Club) -> None:
    assert club.client.get(f"{PAGE}?round=3").status_code == 404
    fresh = Club()
    fresh.found()
    asyncio.run(fresh.let_in("arbiter-token", "club"))
    page = fresh.client.get(PAGE)
    assert page.status_code == 200
    assert "<form id" not in page.text


def test_the_desk_offers_it_when_all_results_are_in(club: Club) -> None:
    offered = "All results are in: take a second look at them"
    desks = [club.client.get(f"/t/club/arbiter?round={number}").text for number in (1, 2)]
    assert [offered in desk for desk in desks] == [True, False]
    assert all(f'<a href="{PAGE}">Second look at the results</a>' in desk for desk in desks)
    result_desk = holder(club, Role.RESULT_DESK)
    assert offered not in result_desk.get("/t/club/boards").text
    for game in ("2.1", "2.3"):
        club.command("club", "record-result", game=game, result="1-0")
    assert offered in result_desk.get("/t/club/boards").text
