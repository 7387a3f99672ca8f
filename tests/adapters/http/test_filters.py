"""Lists of players filtered and searched by the address, the same on every tab and in files."""

import csv
import io
import re

import pytest

from dsl.page_kinds import reading_of
from dsl.web_club import Club


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


PEOPLE: tuple[tuple[str, str, str], ...] = (
    ("Ana", "Masnou", "ESP"),
    ("Bea", "Foment", "FRA"),
    ("Carl", "Masnou", "FRA"),
    ("Døra", "Foment", "FRA"),
)


def four(system: str, **announced: object) -> Club:
    """Ana, Bea, Carl and Døra in the order of their ratings, before the first round."""
    club = Club()
    club.command("club", "create-tournament", name="Club", system=system, **announced)
    entrants = [
        {"id": f"e{n}", "person": {"name": name, "club": team}, "federation": country,
         "rating": 2100 - n}
        for n, (name, team, country) in enumerate(PEOPLE, start=1)
    ]  # fmt: skip
    club.command("club", "enter-entrants", entrants=entrants)
    return club


@pytest.fixture
def paired() -> Club:
    """Round 1 by the book, White above: Ana meets Carl, Døra meets Bea."""
    club = four("swiss-dutch-libro", rounds=3, first_colour="white")
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    return club


def keys(club: Club, address: str) -> list[str]:
    """The rows of the table of a page, by their keys."""
    return re.findall(r'<tr data-key="([^"]+)"', club.client.get(address).text)


def test_pairings_are_those_of_the_chosen_players_and_their_opponents(paired: Club) -> None:
    assert keys(paired, "/t/club/rounds/1") == ["1.1", "1.2"]
    assert keys(paired, "/t/club/rounds/1?federation=ESP") == ["1.1"], "Ana meets Carl"
    assert keys(paired, "/t/club/rounds/1?club=Foment") == ["1.2"]


def test_a_list_by_name_and_a_crosstable_are_filtered(paired: Club) -> None:
    assert keys(paired, "/t/club/rounds/1/names?club=Masnou") == ["e1", "e3"]
    assert keys(paired, "/t/club/cross?club=Masnou") == ["e1", "e3"]
    none = paired.client.get("/t/club/rounds/1/names?club=Nowhere").text
    assert "No matching name on this page." in none
    assert '<table class="by-name">' not in none


def test_a_keizer_list_and_the_ranking_of_a_hall_are_filtered() -> None:
    club = four("keizer", rounds=3)
    assert names(club, "/t/club?club=Foment") == ["Bea", "Døra"]
    hall = four("masnou", rounds=0)
    hall.command("club", "open-hall", rules={"tables": 1, "order": "arrival"})
    assert names(hall, "/t/club?federation=ESP") == ["Ana"]
    assert "No matching name on this page." in hall.client.get("/t/club?club=Nowhere").text


def test_the_boards_of_matches_are_those_of_the_chosen_sides() -> None:
    club = four("swiss-double", rounds=3)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    whole = keys(club, "/t/club/rounds/1")
    assert keys(club, "/t/club/rounds/1?federation=ESP") == whole[: len(whole) // 2]


def test_tabs_rounds_and_files_keep_the_filters(paired: Club) -> None:
    html = paired.client.get("/t/club/rounds/1?club=Masnou&federation=").text
    for address in ("/t/club", "/t/club/entrants", "/t/club/cross", "/t/club/rounds/1/names"):
        assert f'href="{address}?club=Masnou"' in html, address
    assert 'href="/t/club/pairings.csv?club=Masnou"' in html
    long = "x" * 101
    assert (
        f'href="/t/club/entrants?club={long}"' not in paired.client.get(f"/t/club?club={long}").text
    )


def test_a_file_has_the_rows_of_its_page(paired: Club) -> None:
    def column(address: str, name: str) -> list[str]:
        text = paired.client.get(address).text.removeprefix("\ufeff")
        return [row[name] for row in csv.DictReader(io.StringIO(text))]

    assert column("/t/club/standings.csv?club=Masnou", "name") == ["Ana", "Carl"]
    assert column("/t/club/standings.csv?club=Masnou&federation=FRA", "name") == ["Carl"]
    assert column("/t/club/pairings.csv", "board") == ["1", "2"]
    assert column("/t/club/pairings.csv?federation=ESP", "board") == ["1"]
    assert column("/t/club/elo.csv?federation=ESP", "name") == ["Ana"]


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("/t/club?q=an", ["e1"]),
        ("/t/club?q=DORA", ["e4"]),
        ("/t/club?q=a&club=Foment", ["e2", "e4"]),
        ("/t/club/entrants?q=carl", ["e3"]),
        ("/t/club/rounds/1?q=carl", ["1.1"]),
        ("/t/club/rounds/1?q=2", ["1.2"]),
        ("/t/club/rounds/1/names?q=2", ["e2", "e4"]),
        ("/t/club/cross?q=Ana", ["e1"]),
        ("/t/club?q=Zoe", []),
    ],
)
def test_a_search_is_answered_without_script(paired: Club, address: str, found: list[str]) -> None:
    assert keys(paired, address) == found


def test_the_form_of_the_search_keeps_the_rest_of_the_address(paired: Club) -> None:
    html = paired.client.get("/t/club?q=Zoe&club=Masnou&at=v2").text
    form = re.search(r'<form class="search".*?</form>', html, re.DOTALL)
    assert form is not None
    assert '<input type="hidden" name="club" value="Masnou">' in form[0]
    assert '<input type="hidden" name="at" value="v2">' in form[0]
    assert 'name="q" value="Zoe"' in form[0]
    assert 'href="/t/club?club=Masnou&amp;at=v2"' in form[0], "the way back to all"
    assert "No matching name on this page." in " ".join(reading_of(html)[0].split())
    sieve = re.search(r'<form class="row sieve filters".*?</form>', html, re.DOTALL)
    assert sieve is not None
    assert '<input type="hidden" name="q" value="Zoe">' in sieve[0]


def test_a_part_of_a_live_table_says_how_many_rows_all_have(paired: Club) -> None:
    assert 'data-of="4"' in paired.client.get("/t/club?club=Masnou").text
    assert "data-of=" not in paired.client.get("/t/club").text
