"""What a tournament says to networks, search engines, calendars and feed readers."""

import json
import re
from xml.etree import ElementTree as ET

from dsl.web_club import HOST, Club

ATOM = "{http://www.w3.org/2005/Atom}"


def tags(html: str) -> dict[str, str]:
    """The meta elements of a page by name or property."""
    return dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', html))


def test_a_shared_link_says_the_tournament_its_round_and_its_results() -> None:
    club = Club()
    club.found()
    club.pair(1)
    club.command("club", "record-result", game="1.1", result="1-0")
    said = tags(club.browser("es").get("/t/club/rounds?lang=es&theme=dark").text)
    assert said["og:title"] == "Club · Emparejamientos"
    assert said["og:description"] == said["description"]
    assert "Ronda 1 de 3 · 1 de 3 tableros" in said["og:description"]
    assert said["og:url"] == f"{HOST}/t/club/rounds"
    assert said["og:locale"] == "es_ES"
    picture = club.client.get(said["og:image"].removeprefix(HOST))
    assert picture.headers["content-type"] == "image/png"
    assert picture.content[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")


def test_search_engines_read_an_event_that_cannot_end_its_element() -> None:
    club = Club()
    name = "Open </script><script>alert(1)"
    club.command("club", "create-tournament", name=name, rounds=2)
    html = club.client.get("/t/club").text
    (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    event = json.loads(data)
    assert (event["@type"], event["name"]) == ("SportsEvent", name)
    assert event["url"] == f"{HOST}/t/club"
    assert "startDate" not in event
    assert "ld+json" not in club.client.get("/t/club/facts").text


async def test_the_event_has_the_days_of_the_rounds_and_the_page_a_calendar() -> None:
    """Madrid is an hour before UTC on 7 March and two on 4 April 2027."""
    club = Club()
    club.found()
    assert 'type="text/calendar"' not in club.client.get("/t/club").text
    for number, starts in ((1, "2027-03-07T16:00:00"), (2, "2027-04-04T10:30:00")):
        club.command("club", "date-round", round=number, starts=starts)
    html = club.client.get("/t/club").text
    (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    event = json.loads(data)
    assert (event["startDate"], event["endDate"]) == ("2027-03-07T16:00:00+01:00", "2027-04-04")
    links = re.findall(r'<link rel="alternate" type="([^"]+)"[^>]* href="([^"]+)">', html)
    assert dict(links) == {
        "application/atom+xml": "/t/club/feed.atom",
        "text/calendar": "/t/club/schedule.ics",
        "application/json": "/api/t/club",
    }
    assert all(club.client.get(address).status_code == 200 for _, address in links)


async def test_a_hidden_tournament_is_not_offered_to_anybody() -> None:
    club = Club()
    club.found()
    await club.let_in("arbiter-token", "club")
    club.command("club", "hide-tournament", reason="test")
    html = club.client.get("/t/club").text
    assert "og:" not in html
    assert "ld+json" not in html


def feed(club: Club, language: str = "en") -> ET.Element:
    """The feed of the club."""
    answer = club.browser(language).get("/t/club/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    return ET.fromstring(answer.content)


def test_a_feed_has_an_entry_for_each_round_with_its_results_as_they_come() -> None:
    """Six by rating, number 1 with White: 1-4, 5-2, 3-6 (C.04.3, 3.2 and 5.2.5)."""
    club = Club()
    club.found(first_colour="white")
    before = feed(club)
    assert [each.tag for each in before.findall(f"{ATOM}entry/{ATOM}content")]
    club.pair(1)
    club.command("club", "record-result", game="1.1", result="1-0")
    found = feed(club)
    entry = found.find(f"{ATOM}entry")
    assert entry is not None
    assert entry.findtext(f"{ATOM}title") == "Round 1: 1 of 3 results"
    assert entry.findtext(f"{ATOM}id") == f"{HOST}/t/club/rounds/1"
    lines = ["".join(each.itertext()) for each in entry.iter("{http://www.w3.org/1999/xhtml}li")]
    assert lines == ["Ana Alba – Dora Díaz: 1–0", "Eva Elías – Bea Bosch", "Carl Cruz – Fay Font"]
    first = entry.findtext(f"{ATOM}updated")
    club.command("club", "record-result", game="1.2", result="½-½")
    again = feed(club).find(f"{ATOM}entry")
    assert again is not None
    assert again.findtext(f"{ATOM}updated") != first, "a reader is told"
    assert again.findtext(f"{ATOM}published") == entry.findtext(f"{ATOM}published")
    titles = [each.text for each in feed(club, "es").findall(f"{ATOM}entry/{ATOM}title")]
    assert titles[0] == "Ronda 1: 2 de 3 resultados"


def test_a_draft_is_in_no_feed() -> None:
    club = Club()
    club.found()
    club.command("club", "pair-round", round=1)
    ids = [each.text or "" for each in feed(club).findall(f"{ATOM}entry/{ATOM}id")]
    assert not [each for each in ids if "/rounds/" in each]


def festival() -> Club:
    """The tournament `club` in its first round, and `second`, dated, in the festival `opens`."""
    club = Club()
    club.found(first_colour="white")
    club.pair(1)
    club.command("second", "create-tournament", name="Second", rounds=2)
    club.command("second", "date-round", round=1, starts="2027-03-07T16:00:00")
    club.command("club", "date-round", round=2, starts="2027-03-08T16:00:00")
    for each in ("club", "second"):
        days = {"first_day": "2027-03-07", "last_day": "2027-03-08"}
        club.command(each, "join-festival", id="opens", name="Opens <2027>", place="Masnou", **days)
    return club


def test_a_festival_has_the_calendar_entries_of_its_tournaments() -> None:
    """Each is the one of the tournament's own calendar, so that whoever has both sees it once."""
    club = festival()
    answer = club.client.get("/e/opens/schedule.ics")
    assert answer.headers["content-type"].startswith("text/calendar")
    assert answer.headers["content-disposition"] == 'attachment; filename="opens.ics"'
    lines = answer.text.splitlines()
    assert "X-WR-CALNAME:Opens <2027>" in lines
    assert [each for each in lines if each.startswith("SUMMARY")] == [
        "SUMMARY:Round 2 · Club",
        "SUMMARY:Round 1 · Second",
    ]
    own = [club.client.get(f"/t/{each}/schedule.ics").text for each in ("club", "second")]
    uids = [each for text in own for each in text.splitlines() if each.startswith("UID:")]
    assert [each for each in lines if each.startswith("UID:")] == uids
    assert club.client.get("/e/none/schedule.ics").status_code == 404


def test_the_feed_of_a_festival_names_the_tournament_of_each_entry() -> None:
    club = festival()
    answer = club.client.get("/e/opens/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    found = ET.fromstring(answer.content)
    assert found.findtext(f"{ATOM}title") == "Opens <2027>"
    titles = {each.findtext(f"{ATOM}title") or "" for each in found.iter(f"{ATOM}entry")}
    assert "Club · Round 1: 0 of 3 results" in titles
    assert {each.partition(" · ")[0] for each in titles} == {"Club", "Second"}
    times = [each.findtext(f"{ATOM}updated") or "" for each in found.iter(f"{ATOM}entry")]
    assert times == sorted(times, reverse=True)
    club.command("club", "hide-tournament", reason="test", erases=False)
    assert "Club · " not in club.client.get("/e/opens/feed.atom").text


def test_search_engines_read_the_days_and_the_place_of_a_festival() -> None:
    club = festival()
    html = club.client.get("/e/opens").text
    (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    event = json.loads(data)
    assert (event["name"], event["url"]) == ("Opens <2027>", f"{HOST}/e/opens")
    assert (event["startDate"], event["endDate"]) == ("2027-03-07", "2027-03-08")
    assert event["location"]["name"] == "Masnou"
    club.command("second", "join-festival", id="opens", name="Opens")
    html = club.client.get("/e/opens").text
    (data,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    assert not {"startDate", "endDate", "location"} & json.loads(data).keys()


def test_the_front_page_and_the_page_of_a_player_are_shared_with_the_sign_of_planilla() -> None:
    club = Club()
    club.found()
    person = {"name": "Ana <Alba>", "fide_id": "2200001"}
    club.command("club", "correct-personal-data", entrant="e1", person=person)
    for path, title in (("/", "Planilla"), ("/players/2200001", "Ana &lt;Alba&gt;")):
        said = tags(club.browser("es").get(f"{path}?theme=dark").text)
        assert (said["og:title"], said["og:url"]) == (title, f"{HOST}{path}")
        assert said["og:description"] == said["description"] != ""
        assert said["og:locale"] == "es_ES"
        picture = club.client.get(said["og:image"].removeprefix(HOST))
        assert picture.headers["content-type"] == "image/png"
