"""Pages of matches, teams and groups: complete without script, in two languages."""

import re

import pytest
from starlette.testclient import TestClient

from dsl.team_matches import LIONS, cup, league, ruled, table
from dsl.web_club import Club
from planilla.adapters.http import public
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.state import Tournament

NO_PLAYERS: tuple[tuple[str, str, str], ...] = ()


def showing(state: Tournament, monkeypatch: pytest.MonkeyPatch, language: str = "en") -> TestClient:
    """A browser on the site of a club whose pages are of `state`."""
    club = Club()
    club.found()

    def page(tournament: str, _: Tournament, __: object, spoken: str) -> TournamentPage:
        return TournamentPage(tournament, state, {}, spoken)

    monkeypatch.setattr(public, "TournamentPage", page)
    return club.browser(language)


def text_of(html: str) -> str:
    """What is read of the sheet."""
    sheet = html.partition('id="sheet"')[2].partition("<aside")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", sheet).split())


def test_a_card_keeps_the_first_side_on_the_left_whatever_its_colours_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = league((("1.1", "½-½"), ("1.1.2", "0-1")))
    html = showing(state, monkeypatch).get("/t/club/matches/1.1").text
    said = text_of(html)
    assert re.search(r"1 □ White: leo 2101 ½–½ ■ Black: tom 2050", said)
    assert re.search(r"2 ■ Black: lia 2000 1–0 □ White: teo", said)
    assert re.search(r"Player 1 1½ – Player 2 ½", said)
    assert "Match 1 · finished" in said
    assert 'data-view="matches"' in html
    assert 'data-only="1.1"' in html


@pytest.mark.parametrize(
    ("state", "said"),
    [
        pytest.param(league((("1.1", "1-0"),)), "one game open", id="open"),
        pytest.param(league(boards=()), "no line-ups published yet", id="no line-ups"),
        pytest.param(league((("1.1", "+/-"),)), "+ – forfeit", id="forfeit"),
        pytest.param(league(decision=ruled(LIONS)), "Player 1 advances by a ruling", id="ruled"),
        pytest.param(
            league(decision=ruled(None)), "neither side advances, by a ruling", id="nobody"
        ),
    ],
)
def test_a_card_says_how_far_its_match_is(
    state: Tournament, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = showing(state, monkeypatch).get("/t/club/matches/1.1").text
    assert said in text_of(html)
    assert 'data-only="1.1"' in html


@pytest.mark.parametrize("match", ["1.2", "2.1", "x", "2-1.1", "9-1.1"])
def test_a_match_that_is_not_there_is_not_found(
    match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = showing(league(), monkeypatch)
    assert browser.get(f"/t/club/matches/{match}").status_code == 404


def test_the_pairings_of_a_round_are_by_match(monkeypatch: pytest.MonkeyPatch) -> None:
    html = showing(league((("1.1", "1-0"),)), monkeypatch).get("/t/club/rounds/1").text
    assert '<a href="/t/club/matches/1.1">' in html
    assert re.search(r"Player 1 1 – 0 Player 2 one game open", text_of(html))


def test_a_roster_has_its_players_in_board_order_with_captain_reserve_and_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Boards 1 and 2: (2101 + 2000) / 2 = 2050.5, rounded up."""
    browser = showing(league((("1.1", "1-0"), ("1.1.2", "½-½"))), monkeypatch)
    said = text_of(browser.get("/t/club/teams/lions").text)
    assert "captain: lia · average of the first 2 boards: 2051" in said
    assert re.search(r"1 leo 2101 1 1 2 lia captain 2000 1 ½ 3 luz reserve 1900 0 0", said)
    both = text_of(browser.get("/t/club/teams").text)
    assert "Player 1" in both
    assert "Player 2" in both
    assert browser.get("/t/club/teams/bears").status_code == 404


def test_a_tournament_without_teams_or_groups_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    browser = showing(cup(is_drawn=False), monkeypatch)
    assert "There are no teams" in browser.get("/t/club/teams").text
    assert "There are no groups" in browser.get("/t/club/groups").text


def test_groups_are_side_by_side_with_the_places_that_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    browser = showing(cup(), monkeypatch)
    html = browser.get("/t/club/groups").text
    groups = re.findall(r'<section class="group".*?</section>', html, re.DOTALL)
    assert len(groups) == 2
    rows = re.findall(r'<tr class="goes">(.*?)</tr>', groups[0], re.DOTALL)
    assert len(rows) == 1
    assert "▲" in rows[0]
    assert "Final" in rows[0]
    assert "/t/club/groups" in browser.get("/t/club/cross").text


def test_the_cross_of_two_teams_has_the_colour_result_and_round_of_each_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Round 1 of the table: equal numbers meet, all with White for team A (seed 000, 2.4.1)."""
    games = (("A1", "B1", "1-0"), ("A2", "B2", "½-½"))
    state = table(("A1", "A2"), ("B1", "B2"), games=games)
    browser = showing(state, monkeypatch)
    said = text_of(browser.get("/t/club/cross").text)
    assert re.search(r"1 Team A 2 1½ 2 Team B 2 ½", said)
    assert re.search(r"A1 Player 1 □ 1 1 1 A2 Player 2 □ ½ 1 ½ Team B 0 ½ ½", said)
    assert "/t/club/teams" in browser.get("/t/club/entrants").text
    assert "Team A" in text_of(browser.get("/t/club/teams/A").text)


def test_the_cross_of_more_teams_is_by_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Team C has no opponent yet, and one game is open."""
    games = (("A1", "B1", "1-0"), ("B2", "A2", ""))
    state = table(("A1", "A2"), ("B1", "B2"), ("C1", "C2"), games=games)
    said = text_of(showing(state, monkeypatch).get("/t/club/cross").text)
    assert "A1 Player 1 B1 □ 1 1 A2 Player 2 B2 ■ · 0 B1" in said
    assert "C1 Player 5 0 C2 Player 6 0" in said
    assert "opponent, colour and result in that round" in said


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("path", ["matches/1.1", "teams", "teams/lions", "rounds/1"])
def test_the_pages_are_in_each_language(
    language: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    html = showing(league(), monkeypatch, language).get(f"/t/club/{path}").text
    assert f'lang="{language}"' in html
    assert "Undefined" not in html


def test_matches_and_groups_are_tables_for_files() -> None:
    club = Club()
    club.found()
    for table_name, first in (("matches", "round"), ("groups", "group")):
        answer = club.client.get(f"/t/club/{table_name}.csv")
        assert answer.status_code == 200
        assert answer.text.lstrip("\ufeff").startswith(first)
