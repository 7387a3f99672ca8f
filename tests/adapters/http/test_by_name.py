"""A round by name: everybody finds their board."""

import html
import re

from dsl.web_club import Club


def test_everybody_of_a_round_stands_there_by_name_with_board_colour_and_opponent() -> None:
    club = Club()
    names = ("Zoe", "Àlex", "berta", "Carl", "Abel")
    entrants = [
        {"id": f"e{n}", "person": {"name": name}, "rating": 2400 - 100 * n}
        for n, name in enumerate(names, start=1)
    ]
    club.command("club", "create-tournament", name="Club", rounds=3, first_colour="white")
    club.command("club", "enter-entrants", entrants=entrants)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    page = club.client.get("/t/club/rounds/1/names").text
    rows = re.findall(r"<tr data-key=.*?</tr>", page, re.DOTALL)
    said = [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", row)).split()) for row in rows]
    # Five players: 1 meets 3 and 2 meets 4, the last number has the bye (C.04.3, 3.2 and 2.1).
    assert said == [
        "Abel bye",
        "Àlex ■ Black, 2 Carl",
        "berta ■ Black, 1 Zoe",
        "Carl □ White, 2 Àlex",
        "Zoe □ White, 1 berta",
    ]


def test_players_of_one_name_have_their_numbers_on_the_list() -> None:
    """Three players, the third with the bye: by rating they are numbers 1, 2 and 3."""
    club = Club()
    entrants = [
        {"id": f"e{n}", "person": {"name": name}, "rating": 2400 - 100 * n}
        for n, name in enumerate(("Díaz, José", "Alba, Ana", "Díaz, José"), start=1)
    ]
    club.command("club", "create-tournament", name="Club", rounds=3, first_colour="white")
    club.command("club", "enter-entrants", entrants=entrants)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    page = club.client.get("/t/club/rounds/1/names").text
    names = re.findall(r"<tr data-key=.*?<bdi>(.*?)</bdi>", page, re.DOTALL)
    assert names == ["Alba, Ana", "Díaz, José · no.\xa01", "Díaz, José · no.\xa03"]
