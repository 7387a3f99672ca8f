"""The front page: what is on, what is to come and what is over, and a search."""

import html
import re

import pytest

from dsl.web_club import Club, fields_in
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
    assert "No tournament or festival has “<b>” in its name." in nothing


def test_of_many_tournaments_the_last_changed_are_shown_with_their_round() -> None:
    club = Club()
    for number in range(SHOWN_MAX + 2):
        named(club, f"open-{number:02}")
    page = club.client.get("/").text
    coming, _, others = page.partition("More tournaments")
    assert coming.count('href="/t/open-') == SHOWN_MAX
    assert others.count('href="/t/open-') == 2


def test_an_empty_server_leads_the_organiser_to_the_first_tournament() -> None:
    club = Club()
    assert "There are no tournaments yet." in words(club.client.get("/").text)


def begun(club: Club, tournament: str) -> None:
    """A tournament of two players in its first round."""
    named(club, tournament, rounds=3)
    people = [{"id": each, "person": {"name": each}} for each in ("Ana", "Bea")]
    club.command(tournament, "enter-entrants", entrants=people)
    club.command(tournament, "pair-round", round=1)
    club.command(tournament, "publish-pairings", round=1)


def test_a_tournament_that_is_on_is_shown_however_many_changed_since() -> None:
    club = Club()
    begun(club, "league")
    for number in range(SHOWN_MAX + 1):
        named(club, f"open-{number:02}")
    page = words(club.client.get("/").text)
    assert "On now League Round 1 of 3 0 of 1 board" in page
    club.command("league", "record-result", game="1.1", result="1-0")
    assert "League Round 1 of 3 1 of 1 board" in words(club.client.get("/").text)


def test_what_the_public_sees_later_is_shown_when_it_sees_it() -> None:
    """A page that shows what waits is not kept, though nothing is recorded meanwhile."""
    club = Club()
    named(club, "league", rounds=3)
    club.command("league", "set-publication", delay_minutes=30)
    people = [{"id": each, "person": {"name": each}} for each in ("Ana", "Bea")]
    club.command("league", "enter-entrants", entrants=people)
    club.command("league", "pair-round", round=1)
    club.command("league", "publish-pairings", round=1)
    assert "On now" not in words(club.client.get("/").text)
    club.clock.time += 3_600_000_000
    assert "On now League Round 1 of 3" in words(club.client.get("/").text)


def test_what_is_unchanged_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Club()
    for name in ("league", "cup"):
        begun(club, name)
    read: list[str] = []
    events = club.store.events

    async def counted(tournament: str, after: int) -> object:
        read.append(tournament)
        return await events(tournament, after)

    club.client.get("/")
    monkeypatch.setattr(club.store, "events", counted)
    club.command("cup", "record-result", game="1.1", result="1-0")
    club.client.get("/")
    assert set(read) == {"cup"}


def test_a_search_finds_a_festival_by_its_name_and_place_with_its_tournaments() -> None:
    club = Club()
    for name in ("open-a", "open-b", "winter"):
        named(club, name)
    said = {"id": "sea", "name": "Festival of the Sea", "place": "El Masnou"}
    days = {"first_day": "2026-07-04", "last_day": "2026-07-12"}
    for name in ("open-a", "open-b"):
        club.command(name, "join-festival", **said, **days)
    for wanted in ("sea", "masnou", "open masnou"):
        found = words(club.client.get("/", params={"q": wanted}).text)
        assert "Festival of the Sea 2 tournaments · El Masnou 4 July 2026 – 12 July 2026" in found
        assert "Open-A" in found
        assert "Winter" not in found
    club.command("open-b", "leave-festival")
    assert "Open-B" not in words(club.client.get("/", params={"q": "sea"}).text)


def test_what_is_to_come_stands_by_its_days() -> None:
    club = Club()
    named(club, "undated")
    for name, day in (("later", 20), ("sooner", 5)):
        named(club, name)
        for number in (1, 2):
            start = f"2026-09-{day + number:02}T17:00:00"
            club.command(name, "date-round", round=number, starts=start)
    page = words(club.client.get("/").text)
    sooner, later, undated = (page.index(each) for each in ("Sooner", "Later", "Undated"))
    assert sooner < later < undated
    assert "6 September 2026 – 7 September 2026" in page[sooner:later]
    assert "2023" not in page, "the day of the last change says nothing of what is to come"


def test_the_page_follows_what_is_on_or_to_come() -> None:
    club = Club()
    club.found(rounds=1)
    club.play(1, "1-0", "½-½", "0-1")
    club.command("club", "close-round", round=1)
    club.command("club", "finish-tournament")
    named(club, "spring")
    begun(club, "league")
    page = club.client.get("/?q=l&lang=es").text
    assert 'data-tournaments="league"' in page
    assert 'data-live="/?q=l&amp;lang=es"' in page
    assert 'data-tournaments="league spring"' in club.client.get("/").text


def test_a_stranger_begins_by_pasting_a_link() -> None:
    club = Club()
    stranger = club.browser()
    page = stranger.get("/").text
    assert fields_in(page, 'method="post" action="/enter"') == {"token": ""}
    named(club, "spring")
    page = words(stranger.get("/").text)
    assert "For arbiters and organisers Your link or your account opens" in page
    assert "I have an arbiter’s link" in page
