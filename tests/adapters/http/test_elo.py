"""The pages of Elo: complete without script, in two languages, at any moment.

In the club e1 … e6 are rated 2000, 1900, … 1500, with K 20, and the book's rules hold.
"""

import re

import pytest

from dsl.web_club import SIX, Club

PAGES = ("/t/club/elo", "/t/club/elo/e1", "/t/club/elo/e6", "/t/club/elo/e1/working")


def played() -> Club:
    """Round 1: 1-4, 5-2, 3-6."""
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "+/-")
    return club


def row_of(html: str, entrant: str) -> str:
    return html.partition(f'<tr data-key="{entrant}">')[2].partition("</tr>")[0]


def texts(html: str) -> list[str]:
    """What is written between tags, without what is hidden from eyes."""
    shown = re.sub(r'<span class="hidden">[^<]*</span>', "", html)
    return [text.strip() for text in re.findall(r">([^<]+)<", shown) if text.strip()]


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("system", ["swiss-dutch-libro", "round-robin"])
def test_every_page_answers_before_during_and_after(language: str, system: str) -> None:
    club = Club()
    club.command("club", "create-tournament", name="Club", system=system, rounds=3)
    browser = club.browser(language)
    assert browser.get("/t/club/elo").status_code == 200
    club = Club()
    club.found(system)
    browser = club.browser(language)
    for path in PAGES:
        assert browser.get(path).status_code == 200, path
    club.play(1, "1-0", "½-½", "+/-")
    club.pair(2)
    for path in (*PAGES, "/t/club/elo?at=v9", "/t/club/elo/e1?at=v9"):
        assert browser.get(path).status_code == 200, path


def test_the_table_has_everybody_with_score_expectation_change_and_new_rating() -> None:
    """1 beat 4: 300 more is .85, so 20 x .15 = 3; performance 1700 + 800."""
    html = played().client.get("/t/club/elo").text
    assert all(name in html for name in SIX)
    assert texts(row_of(html, "e1"))[3:] == [
        *("1", "0.85", "+3", "▲", "+3"),
        *("2500", "2003", "K", "20"),
    ]
    assert "Rating rules of the book." in html


def test_a_loss_points_down_and_is_said_in_words() -> None:
    row = row_of(played().browser("es").get("/t/club/elo").text, "e4")
    assert "▼" in row
    assert "−3" in row
    assert "pierde 3 puntos" in row


def test_a_forfeit_changes_nothing_and_the_player_s_page_says_why() -> None:
    client = played().client
    assert texts(row_of(client.get("/t/club/elo").text, "e3"))[3:6] == ["0", "0", "0"]
    assert "not played: forfeit" in client.get("/t/club/elo/e3").text


def test_the_games_of_a_player_add_up_in_the_working() -> None:
    """5 and 2 drew: 2 is 300 more, .85 expected, 20 x -.35 = -7."""
    html = played().client.get("/t/club/elo/e2/working").text
    assert "Eva Elías" in html
    assert "0.5 − 0.85 = −0.35; × K 20 = −7" in html
    assert "1900 − 7 = 1893" in html
    assert texts(html.partition("<tfoot>")[2].partition("</tfoot>")[0])[:3] == ["Sum", "½", "0.85"]
    assert "<html" not in html


def test_the_past_is_shown_as_it_was() -> None:
    club = played()
    before = club.client.get("/t/club/elo?at=v8").text
    assert texts(row_of(before, "e1"))[3:6] == ["0", "0", "0"]
    assert 'href="/t/club/elo/e1?at=v8"' in before


def test_the_bars_share_one_scale() -> None:
    """The largest change, 7 points, is below ten, which fill half of a bar: 3 points are 15."""
    html = played().client.get("/t/club/elo").text
    assert 'data-scale="1000"' in html
    assert '<rect x="50" width="15" height="6" class="up"/>' in row_of(html, "e1")
    assert '<rect x="35" width="15" height="6" class="down"/>' in row_of(html, "e4")


def test_the_largest_change_fills_half_of_a_bar_and_no_more() -> None:
    """1 lost to 4: .85 was expected, 20 x -.85 = -17, more than ten points."""
    club = Club()
    club.found()
    club.play(1, "0-1", "½-½", "+/-")
    full = '<rect x="0" width="50" height="6" class="down"/>'
    html = club.client.get("/t/club/elo").text
    assert 'data-scale="1700"' in html
    assert full in row_of(html, "e1")
    assert full in club.client.get("/t/club/elo/e1").text


def test_a_player_without_a_rating_gets_a_reason() -> None:
    club = Club()
    club.found()
    club.command("club", "enter-entrants", entrants=[{"id": "new", "person": {"name": "New Nora"}}])
    html = club.client.get("/t/club/elo").text
    assert "no game against a rated opponent yet" in row_of(html, "new")
    assert "no game against a rated opponent yet" in club.client.get("/t/club/elo/new").text


def test_a_first_rating_is_worked_out_in_a_sentence() -> None:
    club = Club()
    club.command("club", "create-tournament", name="Club", system="swiss-dutch-libro", rounds=3)
    entrants = [
        {"id": "old", "person": {"name": "Old Ona"}, "rating": 2000},
        {"id": "new", "person": {"name": "New Nora"}},
    ]
    club.command("club", "enter-entrants", entrants=entrants)
    club.pair(1)
    club.command("club", "record-result", game="1.1", result="½-½")
    html = club.client.get("/t/club/elo/new").text
    assert "Mean of the opponents 2000, score 50%: 0; total 2000." in html
    assert "too few games for a first rating" in html


def test_nobody_of_that_name() -> None:
    assert played().client.get("/t/club/elo/nobody").status_code == 404
