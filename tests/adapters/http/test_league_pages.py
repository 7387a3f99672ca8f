"""Pages of a league: its games are named by match and board, and its cross leads to the matches.

Four boards a match. In the fourth round match 1 has all results, and match 2 those of boards 1 and
2, the fifth and sixth games of the round.
"""

import re
from itertools import accumulate

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
    """The words of a page, spaces made one."""
    html = club.browser(language).get(f"/t/{address}").text
    return " ".join(reading_of(html)[0].split())


@pytest.mark.parametrize(
    ("address", "language", "said"),
    [
        ("liga/facts", "en", "Round 4, match 2, board 2: "),
        ("liga/facts", "es", "Ronda 4, encuentro 2, tablero 2: "),
        ("copa/facts", "en", "Bracket: Round 2, match 2, board 1: "),
        ("knockout/facts", "en", "Round 3, board 3: "),
    ],
)
def test_a_result_is_told_by_match_and_board_where_matches_have_several_games(
    club: Club, address: str, language: str, said: str
) -> None:
    assert said in read(club, address, language)


async def test_the_desk_of_a_league_counts_boards_within_their_match(club: Club) -> None:
    await club.let_in("arbiter-token", "liga")
    html = club.client.get("/t/liga/arbiter").text
    table = html.partition('id="boards"')[2].partition("</table>")[0]
    boards = re.findall(r'<t[hd][^>]*class="board"[^>]*>\s*(\d+)', table)
    assert boards == [*"1234"] * 4
    assert table.count('class="match-head"') == 4


async def test_a_game_of_a_league_is_named_by_its_match_for_the_arbiter(club: Club) -> None:
    await club.let_in("arbiter-token", "liga")
    html = club.client.get("/t/liga/arbiter/games/4.2.2").text
    title = re.search(r'<h2 class="title">(.*?)</h2>', html, re.DOTALL)
    assert title is not None
    assert "Round 4, match 2, board 2:" in title[1]


@pytest.mark.parametrize("team", range(1, 9))
def test_the_card_of_a_team_adds_up_the_points_of_its_head(club: Club, team: int) -> None:
    """Two match points for a won match, one for a drawn one; none while it is played."""
    html = club.browser().get(f"/t/liga/entrants/t{team}").text
    rows = html.partition('<table class="games">')[2].partition("</table>")[0]
    marks = re.findall(r'class="mark (\w+)', rows)
    worth = [{"win": 2, "draw": 1, "loss": 0, "open": 0}[each] for each in marks]
    totals = [int(each) for each in re.findall(r'<td class="points">(\d+)</td>', rows)]
    assert totals == [*accumulate(worth)]
    assert f'<span class="big">{totals[-1]}</span>' in html


def test_the_cross_of_a_league_has_points_on_boards_and_leads_to_each_match(club: Club) -> None:
    """Hospitalet beat Foment by 3 to 1 in round 4: a match won is written 1, and one lost 0."""
    html = club.browser().get("/t/liga/cross").text
    cells = re.findall(r'<a href="/t/liga/matches/4\.1">(.*?)</a>', html)
    assert sorted(cells) == [
        '0<small class="on-boards">1</small>',
        '1<small class="on-boards">3</small>',
    ]
    assert '<a href="/t/liga/matches/4.3">·</a>' in html, "a match without results has no points"


def test_a_board_of_a_league_is_explained_by_its_match(club: Club) -> None:
    """Boards 1 and 4 of round 4 are of match 1; the table of the league pairs it."""
    first, last = (read(club, f"liga/rounds/4/why/{board}") for board in (1, 4))
    assert first == last
    assert "Berger" in first
