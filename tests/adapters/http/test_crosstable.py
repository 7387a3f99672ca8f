"""The crosstable: which cells are shaded, and in which order the players stand."""

import re

import pytest

from dsl.web_club import Club

CELL = re.compile(r'<td class="round (\w+) ([\w-]+)"')


def two(white: int, black: int, result: str) -> Club:
    """A round robin of two, numbered by rating, in which the first player has White."""
    club = Club()
    club.command("club", "create-tournament", name="Club", system="round-robin", rounds=0)
    entrants = [
        {"id": name, "person": {"name": name.title()}, "rating": rating}
        for name, rating in (("ana", white), ("bea", black))
    ]
    club.command("club", "enter-entrants", entrants=entrants)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    club.command("club", "record-result", game="1.1", result=result)
    return club


@pytest.mark.parametrize(
    ("stronger", "result", "cells"),
    [
        (2000, "1-0", [("win", "surprise-0"), ("loss", "surprise-0")]),
        (2050, "0-1", [("loss", "surprise-1"), ("win", "surprise-1")]),
        (2106, "0-1", [("loss", "surprise-1"), ("win", "surprise-1")]),
        (2107, "0-1", [("loss", "surprise-2"), ("win", "surprise-2")]),
        (2206, "0-1", [("loss", "surprise-2"), ("win", "surprise-2")]),
        (2207, "0-1", [("loss", "surprise-3"), ("win", "surprise-3")]),
        (2400, "1-0", [("win", "surprise-0"), ("loss", "surprise-0")]),
        (2106, "½-½", [("draw", "surprise-0"), ("draw", "surprise-0")]),
        (2107, "½-½", [("draw", "surprise-1"), ("draw", "surprise-1")]),
        (2207, "½-½", [("draw", "surprise-2"), ("draw", "surprise-2")]),
        (2400, "½-½", [("draw", "surprise-3"), ("draw", "surprise-3")]),
        (2400, "-/+", [("loss", "forfeit"), ("win", "forfeit")]),
        (2400, "+/-", [("win", "forfeit"), ("loss", "forfeit")]),
        (0, "0-1", [("loss", "surprise-0"), ("win", "surprise-0")]),
    ],
)
def test_a_game_is_shaded_by_its_distance_from_the_expected_score(
    stronger: int, result: str, cells: list[tuple[str, str]]
) -> None:
    """Of Ana against 2000, by FIDE's table (B.02, 8.1.2): a loss deviates by her expected score.

    That is .50 with 0 points more, .57 with 50, .64 with 106, .65 with 107, .76 with 206, .77 with
    207 and .92 with 400; a draw deviates by .14, .15, .27 and .42 with 106, 107, 207 and 400.
    """
    html = two(stronger, 2000, result).client.get("/t/club/cross").text
    assert CELL.findall(html) == cells


@pytest.fixture
def played() -> Club:
    """Round 1 by the book: 1-4 0-1, 5-2 1-0, 3-6 1-0; Dan (4), Eva (5) and Carl (3) have won."""
    club = Club()
    club.found(first_colour="white", tiebreaks=[])
    club.play(1, "0-1", "1-0", "1-0")
    return club


def order(club: Club, address: str) -> list[str]:
    return re.findall(r'<tr data-key="(\w+)"', club.client.get(address).text)


def test_a_crosstable_is_by_place_or_by_number_as_the_address_says(played: Club) -> None:
    winners, losers = {"e3", "e4", "e5"}, {"e1", "e2", "e6"}
    by_place = order(played, "/t/club/cross")
    assert (set(by_place[:3]), set(by_place[3:])) == (winners, losers)
    assert order(played, "/t/club/cross?order=rank") == by_place
    assert order(played, "/t/club/cross?order=number") == [f"e{n}" for n in range(1, 7)]
    assert order(played, "/t/club/cross?order=nonsense") == by_place


def test_the_two_orders_are_links_of_which_one_is_current(played: Club) -> None:
    html = played.client.get("/t/club/cross?order=number&club=Masnou").text
    assert re.search(r'order=rank"[^>]*>By place<', html)
    assert re.search(r'order=number" aria-current="true">By number<', html)


def test_a_matrix_is_by_number_unless_it_is_asked_by_place() -> None:
    club = two(2100, 2000, "0-1")
    assert order(club, "/t/club/cross") == ["ana", "bea"]
    assert order(club, "/t/club/cross?order=rank") == ["bea", "ana"]
