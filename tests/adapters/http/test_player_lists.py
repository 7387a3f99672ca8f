"""The course of a player on the card."""

import re

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
