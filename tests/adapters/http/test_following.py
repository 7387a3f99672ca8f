"""Followed players: above every tab where they play, with whom, and how they stand."""

import pytest

from dsl.closed_kinds import furnish_closed
from dsl.page_kinds import reading_of
from dsl.web_club import Club


@pytest.fixture
def five() -> Club:
    """Round 1 of five: 1 meets 3 and 2 meets 4, the last has the bye (C.04.3, 3.2 and 2.1)."""
    club = Club()
    names = ("Zoe", "Àlex", "Berta", "Carl", "Abel")
    entrants = [
        {"id": f"e{n}", "person": {"name": name}, "rating": 2400 - 100 * n}
        for n, name in enumerate(names, start=1)
    ]
    rules = {"rounds": 3, "first_colour": "white", "tiebreaks": []}
    club.command("club", "create-tournament", name="Club", **rules)
    club.command("club", "enter-entrants", entrants=entrants)
    return club


def lines(html: str) -> str:
    """The words of the followed lines, spaces made one."""
    part = html.partition('<section id="following"')[2].partition(">")[2].partition("</section>")[0]
    return " ".join(reading_of(part)[0].split())


def test_before_the_first_round_a_followed_player_has_a_place_alone(five: Club) -> None:
    assert lines(five.client.get("/t/club?follow=e1").text) == (
        "★ You follow Zoe 0 points · place 1"
    )


@pytest.mark.parametrize("tab", ["", "/rounds", "/cross", "/entrants", "/facts", "/rules", "/elo"])
def test_the_lines_of_the_followed_are_above_every_tab(five: Club, tab: str) -> None:
    """Zoe has a point and the bye is one: without tie-breaks both are first, the others third.

    At the other board Àlex has 200 points more than Carl: .76, a win, and the third point.
    """
    five.command("club", "pair-round", round=1)
    five.command("club", "publish-pairings", round=1)
    five.command("club", "record-result", game="1.1", result="1-0")
    said = lines(five.client.get(f"/t/club{tab}?follow=e3,e1,e5,e4").text)
    assert "Zoe 1 point · place 1 Round 1, board 1: □ against Berta · 1–0" in said
    assert "Abel 1 point · place 1 Round 1: bye" in said
    assert "Carl 0 points · place 3 Round 1, board 2: □ against Àlex" in said
    assert "Berta 0 points · place 3 Round 1, board 1: ■ against Zoe · 0–1" in said
    spanish = lines(five.browser("es").get(f"/t/club{tab}?follow=e1").text)
    assert spanish == (
        "★ Usted sigue a Zoe 1 punto · 1.º Ronda 1, tablero 1: □ contra Berta · 1–0"
        " si la ronda acaba como indica el Elo: del 1.º al 3.º"
    )


def test_a_place_is_followed_by_the_one_before_and_the_one_that_the_ratings_expect(
    five: Club,
) -> None:
    """After round 1 Zoe, Àlex and Abel (bye) have a point, the others none.

    Round 2: Abel meets Zoe, since the bye was a float down, and Àlex Berta;
    Carl has the bye. Zoe is expected to win (400 points) and Àlex to draw (100): 2 and 1½ are the
    best. When Abel has won, Zoe and Carl have 1, behind Abel and Àlex.
    """
    five.command("club", "pair-round", round=1)
    five.command("club", "publish-pairings", round=1)
    for game, result in (("1.1", "1-0"), ("1.2", "0-1")):
        five.command("club", "record-result", game=game, result=result)
    assert "as the ratings expect" not in five.client.get("/t/club?follow=e1").text
    five.command("club", "pair-round", round=2)
    five.command("club", "publish-pairings", round=2)
    said = lines(five.client.get("/t/club?follow=e1").text)
    where = "Round 2, board 1: ■ against Abel"
    assert said.endswith(f"{where} if this round ends as the ratings expect: place 1")
    five.command("club", "record-result", game="2.1", result="1-0")
    said = lines(five.client.get("/t/club?follow=e1,e5").text)
    assert "Abel 2 points · place 1 " in said
    assert "Zoe 1 point · place 2 (was 1)" in said
    assert said.endswith("if this round ends as the ratings expect: place 3 to 4")
    card = reading_of(five.client.get("/t/club/entrants/e1").text)[0]
    assert "If this round ends as the ratings expect: place 3 to 4." in " ".join(card.split())


def test_places_that_wait_are_not_in_the_lines_above_the_pairings(five: Club) -> None:
    five.command("club", "pair-round", round=1)
    five.command("club", "publish-pairings", round=1)
    five.command("club", "set-publication", level="results")
    before = lines(five.browser().get("/t/club/rounds?follow=e1,e3").text)
    five.command("club", "record-result", game="1.1", result="0-1")
    after = lines(five.browser().get("/t/club/rounds?follow=e1,e3").text)
    assert "Zoe 0 points · place 2" in before
    assert "Berta 0 points · place 2" in before
    assert "Berta 0 points · place 2" in after, "the point of Berta waits"
    assert "■ against Zoe · 1–0" in after, "the result does not"


def test_who_is_not_in_the_tournament_is_not_followed_and_no_more_than_twenty_are() -> None:
    club = Club()
    club.command("club", "create-tournament", name="Club", rounds=3)
    entrants = [{"id": f"e{n}", "person": {"name": f"P{n}"}, "rating": 2400 - n} for n in range(30)]
    club.command("club", "enter-entrants", entrants=entrants)
    asked = ",".join(["nobody", *(f"e{n}" for n in range(30))])
    page = club.client.get(f"/t/club/following?follow={asked}").text
    assert page.count("<li>") == 20
    assert 'data-max="20"' in page
    assert "hidden" in club.client.get("/t/club/following").text


def test_a_followed_team_has_the_score_of_its_match() -> None:
    """Hospitalet won four matches of two points; its fourth is 3 to 1, as the wall test counts."""
    club = Club()
    furnish_closed(club.command)
    page = club.client.get("/t/liga").text
    team = page.partition("Hospitalet")[0].rpartition("/entrants/")[2].partition('"')[0]
    said = lines(club.client.get(f"/t/liga?follow={team}").text)
    assert said == "★ You follow Hospitalet 8 points · place 1 Round 4: against Foment · 3 – 1"


def test_a_followed_player_of_a_hall_has_a_state() -> None:
    club = Club()
    club.found("masnou", 0)
    rules = {"tables": 1, "order": "arrival", "clock": 5, "call_seconds": 600, "paused": "keeps"}
    club.command("club", "open-hall", rules=rules)
    for call in (1, 2):
        club.command("club", "take-seat", call=call)
    club.command("club", "record-result", game="T1.1", result="1-0")
    assert lines(club.client.get("/t/club?follow=e1").text).startswith(
        "★ You follow Ana Alba 1 point · place 1"
    )
