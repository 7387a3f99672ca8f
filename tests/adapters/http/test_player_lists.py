"""The course of a player on the card, and lists filtered by the address."""

import re

import pytest

from dsl.closed_kinds import furnish_closed
from dsl.page_kinds import reading_of
from dsl.web_club import Club


def words(html: str) -> str:
    """The words of a page, spaces made one."""
    return " ".join(reading_of(html)[0].split())


def test_a_card_has_the_place_and_the_points_after_each_round() -> None:
    """Round 1: 1-4 1-0, 5-2 ½, 3-6 0-1 (C.04.3, 3.2 and 5.2.5); without tie-breaks.

    Ana has 1 and is first with Fay; Bea ½ and third with Eva.
    """
    club = Club()
    club.found(first_colour="white", tiebreaks=[])
    club.play(1, "1-0", "½-½", "0-1")
    assert "round by round" not in words(club.client.get("/t/club/entrants/e1").text)
    club.pair(2)
    assert "Places, round by round: 3 and 3." in words(club.client.get("/t/club/entrants/e2").text)
    said = words(club.browser("es").get("/t/club/entrants/e1").text)
    assert "Puestos, ronda a ronda: 1 y 1." in said
    assert "Puntos, ronda a ronda: 1 y 1." in said


def test_a_team_has_a_course_of_places() -> None:
    """Hospitalet won all four matches and leads."""
    club = Club()
    furnish_closed(club.command)
    team = re.search(r"/t/liga/entrants/(\w+)", club.client.get("/t/liga").text)
    assert team is not None
    said = words(club.client.get(f"/t/liga/entrants/{team[1]}").text)
    assert re.search(r"Places, round by round: \d, \d, \d and 1\.", said)
    assert "Points, round by round" not in said


def test_where_a_list_of_values_ranks_there_is_no_course() -> None:
    club = Club()
    club.found("keizer", 3)
    for number in (1, 2):
        club.play(number, "1-0", "½-½", "0-1")
        club.command("club", "close-round", round=number)
    assert "round by round" not in words(club.client.get("/t/club/entrants/e1").text)


@pytest.fixture
def mixed() -> Club:
    """Four players of two clubs and federations; U14 are minors, whose data are reduced."""
    club = Club()
    club.command("club", "create-tournament", name="Club", rounds=3)
    players: tuple[tuple[str, str, str, list[str]], ...] = (
        ("Ana", "Masnou", "ESP", ["S65"]),
        ("Bea", "Foment", "FRA", ["U14"]),
        ("Carl", "Masnou", "FRA", []),
        ("Dora", "Foment", "FRA", ["S65"]),
    )
    entrants = [
        {"id": f"e{n}", "person": {"name": name, "club": team}, "federation": country,
         "categories": codes, "rating": 2000 - n}
        for n, (name, team, country, codes) in enumerate(players)
    ]  # fmt: skip
    club.command("club", "enter-entrants", entrants=entrants)
    return club


def names(club: Club, address: str) -> list[str]:
    """The names in the table of a page."""
    return re.findall(r'<a class="name"[^>]*><bdi>(\w+)', club.client.get(address).text)


@pytest.mark.parametrize("tab", ["", "/entrants"])
def test_a_list_is_filtered_by_club_federation_and_category(mixed: Club, tab: str) -> None:
    assert names(mixed, f"/t/club{tab}?club=Masnou") == ["Ana", "Carl"]
    assert names(mixed, f"/t/club{tab}?club=Foment&federation=FRA&category=S65") == ["Dora"]
    assert names(mixed, f"/t/club{tab}?federation=&club=") == ["Ana", "Bea", "Carl", "Dora"]
    html = mixed.client.get(f"/t/club{tab}?club=Masnou&lang=es").text
    assert "<option selected>Masnou</option>" in html
    assert '<input type="hidden" name="lang" value="es">' in html


def test_a_value_that_nobody_has_filters_nothing(mixed: Club) -> None:
    assert names(mixed, "/t/club/entrants?club=Nowhere") == []
    club = Club()
    club.found()
    assert '<select name="club">' not in club.client.get("/t/club/entrants").text, "all are alike"
