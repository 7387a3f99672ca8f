"""How a round was paired, bracket by bracket, on the page of the round."""

import re

import pytest

from dsl.web_club import Club

ROUND_2 = "/t/club/rounds/2/why"


def brackets(html: str) -> list[str]:
    """What stands in each bracket, from the top."""
    return html.split('<details class="bracket')[1:]


def scores(html: str) -> list[str]:
    return re.findall(r'<span class="score">([^<]*)</span>', html)


async def test_each_score_has_its_bracket_from_the_top(club: Club) -> None:
    club.play(1, "1-0", "1-0", "½-½")
    club.pair(2)
    html = club.client.get(ROUND_2).text
    assert scores(html) == ["1", "½", "0"]
    assert "2 players" in brackets(html)[0]


async def test_who_moves_down_is_told_above_and_below(club: Club) -> None:
    club.play(1, "1-0", "½-½", "½-½")
    club.pair(2)
    top, middle, *_ = brackets(club.client.get(ROUND_2).text)
    winner = re.search(r"<bdi>([^<]*)</bdi>", top)
    assert winner is not None
    assert f"{winner[1]} floats down" in top
    from_above = middle.partition("From above</dt>")[2].partition("</dd>")[0]
    assert winner[1] in from_above
    assert "<small>(1)</small>" in from_above


async def test_a_board_tells_who_came_first_and_why_it_was_not_they(club: Club) -> None:
    """All drew. In round 1 the 1st, 3rd and 5th had one colour and the others the other one.

    Each had met who is now due to them, and the two remaining orders of 4, 5, 6 leave two boards of
    one colour: 3 and 4 change places. Then Carl (3) is the first for Ana (1), and due her colour.
    """
    club.play(1, "½-½", "½-½", "½-½")
    club.pair(2)
    html = club.client.get(ROUND_2).text
    against = "as many players as possible get their due colour (B4)"
    assert f"Carl Cruz was first in order, but rejected because of: {against}." in html
    assert "Exchange 1: 3 Carl Cruz with 4 Dora Díaz." in html


async def test_what_was_met_and_given_up_is_counted(club: Club) -> None:
    club.play(1, "1-0", "½-½", "½-½")
    club.pair(2)
    html = club.client.get(ROUND_2).text
    assert re.search(r"\d criteria met", html)
    assert "Given up: " in html
    assert 'class="verdict given-up"' in html


@pytest.mark.parametrize(("language", "says"), [("es", "De arriba"), ("en", "From above")])
async def test_the_reasons_speak_both_languages(club: Club, language: str, says: str) -> None:
    club.play(1, "1-0", "½-½", "½-½")
    club.pair(2)
    assert says in club.browser(language).get(ROUND_2).text


async def test_a_table_has_no_brackets() -> None:
    club = Club()
    club.found("round-robin", rounds=0)
    club.pair(1)
    assert brackets(club.client.get("/t/club/rounds/1/why").text) == []


async def test_the_boards_come_without_the_reasons_and_lead_to_them(club: Club) -> None:
    club.play(1, "1-0", "1-0", "1-0")
    html = club.client.get("/t/club/rounds/1?at=v10").text
    assert brackets(html) == []
    assert 'data-from="/t/club/rounds/1/why/1?at=v10"' in html
    said = club.client.get("/t/club/rounds/1/why/1?at=v10").text
    assert "Ana Alba against Dora Díaz: due by the order of the bracket" in said
    whose = re.findall(r'href="/t/club/rounds/1/why\?at=v10#(why-e\d)"', html)
    whole = club.client.get("/t/club/rounds/1/why?at=v10").text
    assert len(whose) == 3
    assert all(f'id="{each}"' in whole for each in whose)


@pytest.mark.parametrize("board", [0, 4, 999999])
async def test_a_board_that_is_not_there_has_no_reason(club: Club, board: int) -> None:
    club.pair(1)
    answer = club.client.get(f"/t/club/rounds/1/why/{board}")
    assert answer.status_code == 404
    assert f"There is no game 1.{board}." in answer.text


async def test_a_table_tells_its_boards_one_by_one() -> None:
    club = Club()
    club.found("round-robin", rounds=0)
    club.pair(1)
    html = club.client.get("/t/club/rounds/1/why").text
    assert html.count("<li value=") == 3


async def test_the_reasons_of_a_varma_say_how_the_numbers_were_drawn() -> None:
    """Seed 000, 2.2.2: the largest federation first; a large enough envelope, and what is left."""
    website = Club()
    website.command("club", "create-tournament", name="Club", system="round-robin-varma")
    names = ("Zoe", "Yago", "Xenia", "Walter", "Vera", "Uma", "Tom", "Sara", "Rosa")
    origins = ("CAT", "CAT", "CAT", "ESP", "ESP", "FRA", "GER", "POR", "")
    entrants = [
        {"id": f"e{n}", "person": {"name": name}, "rating": 2000, "federation": origin}
        for n, (name, origin) in enumerate(zip(names, origins, strict=True), start=1)
    ]
    website.command("club", "enter-entrants", entrants=entrants)
    website.command("club", "draw-table", by="envelopes")
    website.command("club", "pair-round", round=1)
    website.command("club", "publish-pairings", round=1)
    page = website.client.get("/t/club/rounds/1/why").text
    assert "How the numbers were drawn" in page
    steps = [line for line in page.split("<li>") if "is drawn. Numbers:" in line]
    assert [step.split(":")[0] for step in steps] == [
        "CAT, 3 players",
        "ESP, 2 players",
        "Without a federation",
        "FRA, 1 player",
        "GER, 1 player",
        "POR, 1 player",
    ]
    assert steps[0].index("Xenia") < steps[0].index("Yago") < steps[0].index("Zoe")
