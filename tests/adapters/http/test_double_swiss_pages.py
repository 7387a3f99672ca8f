"""Pages of a Double-Swiss: matches of two games at the desk, on the pages, and changed by hand.

Round 1 of four players is 1-3 and 4-2. Player 1 wins the first game and draws the second.
"""

import re

from dsl.page_kinds import reading_of
from dsl.trf_text import trf
from dsl.web_club import ORGANISER_TOKEN, Club, form_of
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.state import Tournament

PLAYERS = 4


def club_in_round_1(*, is_draft: bool = False) -> Club:
    """A club with a Double-Swiss, whose first round is a draft or published."""
    club = Club()
    club.command(
        "club",
        "create-tournament",
        name="Club",
        system="swiss-double",
        rounds=3,
        first_colour="white",
    )
    entrants = [
        {"id": f"e{n}", "person": {"name": f"Player {n}"}, "rating": 2400 - 10 * n}
        for n in range(1, PLAYERS + 1)
    ]
    club.command("club", "enter-entrants", entrants=entrants)
    club.command("club", "pair-round", round=1)
    if not is_draft:
        club.command("club", "publish-pairings", round=1)
    return club


def with_results(*results: str) -> Club:
    """The club after results of the games of round 1, match by match."""
    club = club_in_round_1()
    for game, result in zip(state_of(club).rounds[0].games, results, strict=False):
        club.command("club", "record-result", game=game, result=result)
    return club


def state_of(club: Club) -> Tournament:
    return fold(each.fact for each in club.store.ledger.events("club", 0))


def read(club: Club, path: str, language: str = "en") -> str:
    """The words of a page, spaces made one."""
    html = club.browser(language).get(f"/t/club{path}").text
    return " ".join(reading_of(html)[0].split())


def test_a_round_is_shown_match_by_match() -> None:
    said = read(with_results("1-0", "½-½"), "/rounds/1")
    assert "Player 1 1½ – ½ Player 3 finished" in said
    assert "Player 4 0 – 0 Player 2 2 games open" in said


def test_the_card_of_a_match_tells_its_points() -> None:
    said = read(with_results("1-0", "½-½"), "/matches/1.1")
    assert "Player 1 1½ – Player 3 ½" in said
    assert "Match 1 · finished" in said


def test_the_crosstable_leads_from_the_points_to_the_match() -> None:
    html = with_results("1-0", "½-½").browser().get("/t/club/cross").text
    cells = re.findall(r'<a href="/t/club/matches/1\.1">(.*?)</a>', html)
    scores = sorted(re.findall(r'class="score">([^<]*)<', "".join(cells)))
    assert scores == ["1½", "½"]


def test_a_card_says_that_a_match_was_won_by_its_points() -> None:
    said = read(with_results("1-0", "½-½"), "/entrants/e1")
    assert "1½ points in 1 round" in said
    assert "● 1½" in said
    level = read(with_results("1-0", "1-0"), "/entrants/e1")
    assert "◐ 1" in level
    lost = read(with_results("0-1", "½-½"), "/entrants/e1")
    assert "○ ½" in lost


async def test_the_desk_has_both_games_of_each_match() -> None:
    club = with_results("1-0")
    await club.let_in("token", "club")
    html = club.client.get("/t/club/arbiter").text
    table = html.partition('id="boards"')[2].partition("</table>")[0]
    assert re.findall(r'<t[hd][^>]*class="board"[^>]*>\s*(\d+)', table) == [*"1212"]
    assert table.count('class="match-head"') == 2


async def test_a_draft_is_explained_and_changed_by_matches() -> None:
    club = club_in_round_1(is_draft=True)
    await club.let_in("token", "club")
    desk = club.client.get("/t/club/arbiter").text
    assert desk.count("neither has played: the lot and the number decide") == 4  # rows and brackets
    form = club.client.get("/t/club/arbiter/rounds/1").text
    assert len(re.findall(r'<select name="white-\d+"', form)) == 2
    assert "Player 4 – Player 2" in form
    typed = {"round": "1", "reason": "because", "command_id": "typed"}
    wanted = {"white-1": "e1", "black-1": "e2", "white-2": "e3", "black-2": "e4"}
    review = club.client.post("/t/club/arbiter/rounds/1/review", data={**typed, **wanted}).text
    assert "It breaks no absolute rule." in review
    club.client.post(
        "/t/club/acts/change-pairing", data=form_of(review, "/t/club/acts/change-pairing")
    )
    assert state_of(club).rounds[0].sides == (("e1", "e2"), ("e3", "e4"))


async def test_the_wall_follows_the_matches() -> None:
    html = with_results("1-0").browser().get("/t/club/screen").text
    assert "matches standings" in html


async def test_a_file_with_one_result_for_each_match_is_not_imported() -> None:
    club = Club()
    await club.let_in(ORGANISER_TOKEN, "*")
    text = trf([("2w1",), ("1b0",)], "012 Open", "192 FIDE_DOUBLESWISS")
    answer = club.client.post("/import/review", data={"lines": text})
    assert "it does not tell the games" in answer.text
