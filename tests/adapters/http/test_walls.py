"""Walls of tournaments in rounds: complete without script, at any moment, in two languages."""

import re

import pytest

from dsl.closed_kinds import furnish_closed
from dsl.page_kinds import reading_of
from dsl.web_club import Club


@pytest.fixture(scope="module")
def club() -> Club:
    """Cups and leagues in the middle of their course."""
    club = Club()
    furnish_closed(club.command)
    return club


def read(club: Club, address: str, language: str = "en") -> str:
    """The words of a wall, spaces made one."""
    html = club.browser(language).get(f"/t/{address}").text
    return " ".join(reading_of(html)[0].split())


def test_the_wall_of_a_league_has_its_matches_with_boards_and_its_ranking(club: Club) -> None:
    """Hospitalet with White on odd boards: 1-0, ½, 1-0 and ½ are 3 points of 4.

    It won all four matches: 4 times 2 points.
    """
    said = read(club, "liga/screen")
    assert "Hospitalet 3 – 1 Foment 1 □ Iker Cruz 1–0 ■ Noa Bosch" in said
    assert "2 ■ Jon Cruz ½–½ □ Pau Bosch" in said
    assert "Round 4 of 7" in said
    assert re.search(r"Standings pts 1 Hospitalet 8 2", said)


def test_a_match_whose_line_ups_are_not_published_has_no_boards(club: Club) -> None:
    said = read(club, "line-ups/screen", "es")
    assert "Duero 0 – 0 Gran Penya" in said
    assert "Ana Alba" not in said


def test_two_teams_have_their_points_above_their_boards(club: Club) -> None:
    """Three rounds of six games and two of the fourth are 20 points: 10 each."""
    said = read(club, "teams/screen")
    assert "Team A 10 – 10 Team B 1 ■ Ana Alba 0–1 □ Eva Alba" in said


def test_the_wall_of_64_has_what_fits_and_without_script_a_part_at_a_time(club: Club) -> None:
    browser = club.browser()
    now = browser.get("/t/knockout/screen").text
    assert now.count('class="bracket" data-part') == 1
    assert len(set(re.findall(r'id="match-(\d+)"', now))) == 15
    first = browser.get("/t/knockout/screen?at=v70").text
    shown = re.findall(r'class="bracket" data-part="(\d)"( hidden)?', first)
    assert [part for part, _ in shown] == ["1", "2", "3", "4"]
    assert [hidden for _, hidden in shown].count("") == 1
    assert "Round 1" in first
    assert "data-past" in first


def test_a_wall_says_that_nothing_is_paired_yet(club: Club) -> None:
    assert "not started" in read(club, "places/screen")
    assert "marathon" not in read(club, "copa/screen?stage=7")


def test_entries_are_over_when_another_stage_has_started(club: Club) -> None:
    html = club.browser().get("/t/copa/stages").text
    links = html.partition('<nav class="stages"')[2].partition(">")[2].partition("</nav>")[0]
    first = " ".join(reading_of(links)[0].split())
    assert first.startswith("● Entries , finished")
    waiting = Club()
    waiting.command("club", "create-tournament", name="Copa", system="stages")
    waiting.command("club", "plan-stage", title="Final", system="round-robin")
    html = waiting.browser().get("/t/club/stages").text
    links = html.partition('<nav class="stages"')[2].partition(">")[2].partition("</nav>")[0]
    assert " ".join(reading_of(links)[0].split()).startswith("◐ Entries , being played")


async def test_the_desk_of_a_league_has_its_boards_by_match() -> None:
    club = Club()
    furnish_closed(club.command)
    await club.let_in("arbiter-token", "liga")
    html = club.client.get("/t/liga/arbiter").text
    assert html.count('class="match-head"') == 4
