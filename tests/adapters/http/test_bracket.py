"""The bracket of a knockout as a page, and on paper."""

import re

import pytest

from dsl.web_club import Club, form_of


@pytest.fixture
async def cup() -> Club:
    """Forty players in a knockout that is not drawn; the browser holds the arbiter's link."""
    club = Club()
    await club.let_in("arbiter-token", "cup")
    club.command("cup", "create-tournament", name="Copa", system="knockout-single")
    entrants = [{"id": f"e{n}", "person": {"name": f"Player {n}"}} for n in range(1, 41)]
    club.command("cup", "enter-entrants", entrants=entrants)
    return club


async def test_a_bracket_that_is_not_drawn_has_no_tree(cup: Club) -> None:
    html = cup.client.get("/t/cup/bracket").text
    assert "The bracket has not been drawn yet." in html
    assert "<svg" not in html.partition("<main")[2].partition("</main>")[0]
    assert 'data-views="bracket"' in html


async def test_before_the_draw_the_paper_is_a_chart_to_be_filled_in(cup: Club) -> None:
    """Forty are entered: 40 - 1 matches decide, and the numbers of all are in the first round."""
    html = cup.client.get("/t/cup/bracket/paper").text
    numbers = re.findall(r'<text class="seed"[^>]*>(\d+)</text>', html)
    assert sorted(map(int, numbers)) == list(range(1, 41))
    assert "Player" not in html.partition("<main")[2]
    assert html.count('class="part"') == 3


async def test_a_large_bracket_is_printed_in_parts_with_title_number_and_version(cup: Club) -> None:
    cup.command("cup", "draw-table")
    html = cup.client.get("/t/cup/bracket/paper").text
    sheets = html.split("<article")[1:]
    assert [re.findall(r">(Part \d of \d)</p>", each) for each in sheets] == [
        ["Part 1 of 3"],
        ["Part 2 of 3"],
        ["Part 3 of 3"],
    ]
    head = html.partition('<header class="paper-head">')[2].partition("</header>")[0]
    assert "<bdi>Copa</bdi>" in head
    assert re.search(r"v\d+ · [0-9a-f]{4}", head)
    assert head.count("<svg") == 1, "the code; the head is repeated on each sheet"


async def test_the_path_of_a_followed_side_is_chosen_and_marked(cup: Club) -> None:
    cup.command("cup", "draw-table")
    html = cup.client.get("/t/cup/bracket?follow=e1").text
    assert '<option value="e1" selected>1 · Player 1</option>' in html
    assert 'class="match bye followed"' in html
    assert "followed" not in cup.client.get("/t/cup/bracket").text.partition("<svg")[2]


async def test_an_arbiter_enters_a_result_on_the_card_to_which_a_box_leads(cup: Club) -> None:
    cup.command("cup", "draw-table")
    cup.command("cup", "pair-round", round=1)
    cup.command("cup", "publish-pairings", round=1)
    tree = cup.client.get("/t/cup/bracket").text
    address = re.findall(r'<a href="(/t/cup/matches/[^"]+)"', tree)[0]
    card = cup.client.get(address).text
    form = form_of(card, "/t/cup/acts/record-result")
    entered = cup.client.post("/t/cup/acts/record-result", data={**form, "result": "1-0"})
    assert entered.status_code == 200
    assert entered.url.path == address
    assert "/acts/record-result" not in entered.text
    assert "/acts/record-result" not in cup.browser().get(address).text
    assert cup.client.get("/t/cup/bracket").text.count('class="side won"') == 1
