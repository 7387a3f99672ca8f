"""The front page: what is on, what is to come and what is over, and a search."""

import html
import re

from dsl.web_club import Club
from planilla.adapters.http.pages.front import SHOWN_MAX


def words(page: str) -> str:
    """What is read on a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def named(club: Club, tournament: str, **fields: object) -> None:
    club.command(tournament, "create-tournament", name=tournament.title(), **fields)


def test_tournaments_stand_under_what_is_on_what_comes_and_what_is_over() -> None:
    club = Club()
    club.found(rounds=1)
    club.play(1, "1-0", "½-½", "0-1")
    club.command("club", "close-round", round=1)
    club.command("club", "finish-tournament")
    named(club, "spring", rounds=5)
    named(club, "winter", rounds=1)
    people = [{"id": each, "person": {"name": each}} for each in ("Ana", "Bea")]
    club.command("winter", "enter-entrants", entrants=people)
    club.command("winter", "pair-round", round=1)
    club.command("winter", "publish-pairings", round=1)
    said = words(club.client.get("/").text)
    now, coming, over = (said.index(each) for each in ("On now", "Coming", "Finished"))
    assert now < said.index("Winter Round 1 of 1 0 of 1 board") < coming
    assert coming < said.index("Spring 0 entrants") < over
    assert said.index("Club 6 entrants") > over


def test_a_search_leaves_the_tournaments_with_these_letters_in_their_names() -> None:
    club = Club()
    named(club, "spring")
    named(club, "winter")
    found = words(club.client.get("/", params={"q": " SPR "}).text)
    assert "Spring" in found
    assert "Winter" not in found
    accents = words(club.client.get("/", params={"q": "wïntér"}).text)
    assert "Winter" in accents
    nothing = words(club.client.get("/", params={"q": "<b>"}).text)
    assert "No tournament is called “<b>”." in nothing


def test_of_many_tournaments_the_last_changed_are_shown_with_their_round() -> None:
    club = Club()
    for number in range(SHOWN_MAX + 2):
        named(club, f"open-{number:02}")
    page = club.client.get("/").text
    coming, _, others = page.partition("More tournaments")
    assert coming.count('<li><a href="/t/open-') == SHOWN_MAX
    assert others.count('<li><a href="/t/open-') == 2


def test_an_empty_server_leads_the_organiser_to_the_first_tournament() -> None:
    club = Club()
    assert "There are no tournaments yet." in words(club.client.get("/").text)
