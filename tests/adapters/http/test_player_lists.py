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


def test_where_a_list_of_values_ranks_the_course_is_of_its_places() -> None:
    """Three rounds in which the player with the higher number loses leave Ana on top throughout."""
    club = Club()
    club.found("keizer", 3)
    for number in (1, 2):
        club.pair(number)
        for board in (1, 2, 3):
            club.command("club", "record-result", game=f"{number}.{board}", result="½-½")
        club.command("club", "close-round", round=number)
    lists = [each for each in club.store.ledger.log if "Values" in each.type]
    said = words(club.client.get("/t/club/entrants/e1").text)
    assert lists, "a list is calculated after each round"
    assert re.search(r"Places, round by round: \d and \d\.", said)
    assert "Points, round by round" not in said


def test_a_card_has_the_rating_change_and_the_performance() -> None:
    """Ana, 2000, beats Dan, 1700: .15 is left of the point, times 20; 1700 and 800 are 2500."""
    club = Club()
    club.found(first_colour="white", tiebreaks=[])
    assert "Performance" not in words(club.client.get("/t/club/entrants/e1").text)
    club.play(1, "1-0", "½-½", "0-1")
    said = words(club.client.get("/t/club/entrants/e1").text)
    assert re.search(r"Rating change ▲ \+\d[.,\d]* .*?Performance 2500", said)


def test_the_chart_has_the_first_ten_or_the_followed_with_their_places() -> None:
    """Ana and Fay won the first round, then Ana lost; without tie-breaks equal points are equal."""
    club = Club()
    club.found(first_colour="white", tiebreaks=[])
    club.play(1, "1-0", "½-½", "0-1")
    assert "The chart begins with the second round." in words(
        club.client.get("/t/club/progress").text
    )
    assert "/progress" not in club.client.get("/t/club").text
    club.pair(2)
    assert 'href="/t/club/progress" data-chart' in club.client.get("/t/club").text
    whole = club.client.get("/t/club/progress").text
    assert len(re.findall(r'<g class="course-', whole)) == 6
    html = club.client.get("/t/club/progress?follow=e2,e1").text
    rows = re.findall(r'<tr><th scope="row".*?</tr>', html)
    assert ["1 (1) 1 (1)" in words(rows[0]), "3 (½) 3 (½)" in words(rows[1])] == [True, True]
    assert "2 followed players" in words(html)


def test_a_bracket_has_no_chart() -> None:
    club = Club()
    club.found("knockout-single", 0)
    assert "The chart begins" in words(club.client.get("/t/club/progress").text)
    assert "/progress" not in club.client.get("/t/club").text
