"""The public pages: complete without script, in two languages, at any moment."""

import re
from typing import Any

import pytest

from dsl.web_club import SIX, Club
from planilla.projections import standings
from planilla.projections.table import Figure, TableColumn

PAGES = (
    "/",
    "/enter",
    "/t/club",
    "/t/club/now",
    "/t/club/rounds",
    "/t/club/cross",
    "/t/club/entrants",
    "/t/club/entrants/e1",
    "/t/club/entrants/e1/working",
    "/t/club/facts",
    "/t/club/rules",
)


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("system", ["swiss-dutch-libro", "round-robin"])
def test_every_page_answers_before_during_and_after_the_tournament(
    language: str, system: str
) -> None:
    club = Club()
    club.command("club", "create-tournament", name="Club", system=system, rounds=3)
    browser = club.browser(language)
    for path in PAGES[:6] + PAGES[-2:]:
        assert browser.get(path).status_code == 200, path
    club = Club()
    club.found(system)
    club.play(1, "1-0", "½-½", "+/-")
    club.play(2, "0-1", "0-0", "-/-")
    club.pair(3)
    browser = club.browser(language)
    for path in (*PAGES, "/t/club/rounds/1", "/t/club?at=v3", "/t/club/facts?at=12"):
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert f'lang="{language}"' in answer.text or "working" in path


def test_the_standings_hold_every_name_and_every_point_without_script() -> None:
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    html = club.client.get("/t/club").text
    assert all(name in html for name in SIX)
    points = re.findall(r'<td class="points"><a [^>]*>([^<]*)</a>', html)
    assert points == ["1", "1", "½", "½", "0", "0"]


def test_a_draft_is_seen_by_nobody_but_the_arbiter() -> None:
    club = Club()
    club.found()
    club.command("club", "pair-round", round=1)
    assert "No round has been published yet." in club.client.get("/t/club/rounds").text
    assert club.client.get("/t/club/rounds/1").status_code == 404
    assert "draft" not in club.client.get("/t/club/facts").text


def test_a_past_moment_shows_what_was_known_then_and_the_way_back() -> None:
    club = Club()
    club.found()
    (game, *_) = club.pair(1)
    before = club.version
    club.command("club", "record-result", game=game, result="1-0")
    now = club.client.get("/t/club/rounds").text
    then = club.client.get(f"/t/club/rounds?at=v{before}").text
    assert '<span class="said">1–0</span>' in now
    assert '<span class="said">1–0</span>' not in then
    assert "1 fact ago" in then
    assert "back to live" in then
    assert "data-past" in then


def test_a_correction_is_shown_struck_beside_the_new_result() -> None:
    club = Club()
    club.found()
    (game, *_) = club.pair(1)
    recorded = club.command("club", "record-result", game=game, result="1-0")
    club.command(
        "club",
        "correct-result",
        game=game,
        result="0-1",
        corrects=recorded.version,
        reason="Signed sheet",
    )
    assert '<del>1–0</del> <span class="said">0–1</span>' in club.client.get("/t/club/rounds").text
    assert "Signed sheet" in club.client.get("/t/club/facts").text


def test_names_are_escaped_wherever_they_stand() -> None:
    club = Club()
    club.command("club", "create-tournament", name="<script>alert(1)</script>", rounds=1)
    evil = '"><script>alert(2)</script><img src=x onerror=alert(3)>'
    entrants = [
        {"id": f"e{n}", "person": {"name": f"{n}{evil}", "club": evil}, "federation": evil[:40]}
        for n in (1, 2)
    ]
    club.command("club", "enter-entrants", entrants=entrants)
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    club.command("club", "record-result", game="1.1", result="1-0")
    for path in (*PAGES, "/t/club?follow=e1"):
        html = club.client.get(path).text
        assert "<script>alert" not in html, path
        assert "<img src=x" not in html, path


def test_no_page_has_inline_script_or_style() -> None:
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    for path in PAGES:
        html = club.client.get(path).text.replace('<script type="application/ld+json">', "")  # data
        assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|javascript:", html)


def test_who_was_erased_is_called_by_number() -> None:
    club = Club()
    club.found()
    club.pair(1)
    del club.store.ledger.people["club", "e1"]
    html = club.client.get("/t/club").text
    assert "Ana Alba" not in html
    assert "Player 1" in html


def test_a_chosen_language_and_theme_are_remembered() -> None:
    club = Club()
    club.found()
    browser = club.browser("en")
    assert "Clasificación" in browser.get("/t/club?lang=es&theme=dark").text
    html = browser.get("/t/club").text
    assert "Clasificación" in html
    assert 'data-theme="dark"' in html


def test_the_working_of_a_tie_break_adds_up() -> None:
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    html = club.client.get("/t/club/entrants/e1/working").text
    # e1 beat one opponent, who has no point: Buchholz 0, Sonneborn-Berger 1 × 0 = 0
    assert "Buchholz <b>0</b>" in html
    assert "1 × 0 = 0" in html


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/t/nowhere", "There is no tournament"),
        ("/nowhere", "There is no such page."),
        ("/t/club/rounds/9", "There is no round 9"),
        ("/t/club/entrants/nobody", "There is no entrant"),
        ("/t/club/whatif/1", "Fact 1 is not a correction."),
        ("/assets/none/none.css", "There is no such page."),
    ],
)
def test_what_is_not_there_is_one_sentence(path: str, sentence: str) -> None:
    club = Club()
    club.found()
    answer = club.client.get(path)
    assert answer.status_code == 404
    assert sentence in answer.text


@pytest.mark.parametrize("system", ["swiss-dutch-libro", "round-robin"])
def test_byes_late_entries_and_those_who_left_are_told_in_words(system: str) -> None:
    club = Club()
    club.found(system)
    club.command("club", "withdraw-entrant", entrant="e6")
    if system == "swiss-dutch-libro":
        club.command("club", "request-bye", entrant="e1", round=1, kind="H")
        club.command("club", "request-bye", entrant="e2", round=1, kind="Z")
    club.command("club", "pair-round", round=1)
    club.command("club", "publish-pairings", round=1)
    if system == "swiss-dutch-libro":
        late = {"id": "e7", "person": {"name": "Late Luna"}, "rating": 1950}
        club.command("club", "enter-entrants", entrants=[late])
        club.command("club", "expel-entrant", entrant="e5", reason="Phone")
    for path in ("/t/club", "/t/club/rounds", "/t/club/cross", "/t/club/facts"):
        assert club.client.get(path).status_code == 200
    players = club.client.get("/t/club/entrants").text
    assert "withdrawn from round 1" in players
    card = club.client.get("/t/club/entrants/e1").text
    if system == "swiss-dutch-libro":
        assert "half-point bye" in club.client.get("/t/club/rounds").text
        assert "Round 1: bye" in card
        assert "Round 1: absent" in club.client.get("/t/club/entrants/e2").text
        assert "from round 2" in players
        assert "expelled" in players


def test_a_player_followed_without_a_board_is_still_placed() -> None:
    club = Club()
    club.found()
    club.command("club", "withdraw-entrant", entrant="e6")
    club.pair_odd()
    assert "place " in club.client.get("/t/club?follow=e6").text


def test_what_if_tells_of_the_bye_too() -> None:
    club = Club()
    club.found()
    club.command("club", "withdraw-entrant", entrant="e6")
    for _ in (1, 2):
        for game in club.pair_odd():
            club.command("club", "record-result", game=game, result="1-0")
    html = club.client.get("/t/club/whatif?game=1.1&result=0-1").text
    assert "Bye" in html


def test_each_working_adds_up_to_the_figure_in_the_standings() -> None:
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    club.play(2, "½-½", "1-0", "0-1")
    html = club.client.get("/t/club").text
    for entrant in ("e1", "e2", "e3", "e4", "e5", "e6"):
        row = html.partition(f'<tr data-key="{entrant}"')[2].partition("</tr>")[0]
        shown = re.findall(r'class="tiebreak(?: parts)?"><a [^>]*>([^<]*)</a>', row)
        working = club.client.get(f"/t/club/entrants/{entrant}/working").text
        totals = re.findall(r"<h4[^>]*>[^<]* <b>([^<]*)</b></h4>", working)
        assert totals == [figure for figure in shown if figure != "–"]


def test_a_column_of_the_standings_is_shown_by_its_field_and_its_label(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The page, its heading and what scripts go by follow from a line of the table."""
    rating = TableColumn("rating", Figure.NUMBER, style="figure")
    monkeypatch.setattr(standings, "TABLE", (*standings.TABLE, rating))
    club = Club()
    club.found()
    html = club.client.get("/t/club").text
    heading = 'class="figure" data-column="rating" data-figure="number">Rating</th>'
    assert heading in html
    assert html.count('<td class="figure">') == len(SIX)


def test_a_rating_average_of_the_book_is_shown_rounded_by_the_page_and_its_script() -> None:
    """Compared in sixths, for three rounds; the minus sign tells the script to round."""
    club = Club()
    club.found(tiebreaks=("ARO",))
    for number in (1, 2, 3):
        club.play(number, "1-0", "½-½", "0-1")
    html = club.client.get("/t/club").text
    assert 'data-unit="-6"' in html
    shown = re.findall(r'class="tiebreak(?: parts)?"><a [^>]*>([^<]*)</a>', html)
    assert len(shown) == 6
    assert all(figure.isdigit() for figure in shown)


def test_a_working_shows_what_is_cut_and_by_which_article() -> None:
    """e1 beat e4 and has a zero-point bye in round 2: the dummy has his 1 point (16.4.2).

    e4, without points, would be the lowest element: 0. The dummy is not lower, so it is cut (16.5).
    """
    club = Club()
    announced: dict[str, Any] = {
        "tiebreaks": ["DE", "BH/C1", "AOB", "TPR"],
        "first_colour": "white",
    }
    club.found("swiss-dutch-2026", **announced)
    club.play(1, "1-0", "1-0", "1-0")
    card = club.client.get("/t/club/entrants/e1/working").text
    assert "<del>0</del>" in card
    assert "cut" in card
    assert "rating difference for that share" in card
    club.command("club", "request-bye", entrant="e1", round=2, kind="Z")
    games = club.pair_odd()
    assert games[0] == "2.1"
    card = club.client.get("/t/club/entrants/e1/working").text
    assert "C.07, 16.5" in card
    assert "<del>1</del>" in card
    assert "among the tied: " in club.client.get("/t/club/entrants/e2/working").text


def test_both_numberings_can_be_read_after_a_late_entry() -> None:
    """Grace is the strongest and takes number 1; everybody else moves down by one."""
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    late = {"id": "late", "person": {"name": "Grace Late"}, "rating": 3999}
    club.command("club", "enter-entrants", entrants=[late])
    club.command("club", "pair-round", round=2)
    html = club.client.get("/t/club/entrants").text
    assert "formerly no.\u00a01<" in html
    assert "formerly no.\u00a06<" in html
    assert "antes n.º\u00a06<" in club.browser("es").get("/t/club/entrants").text


@pytest.mark.parametrize(
    ("language", "white", "black"),
    [pytest.param("es", "B", "N", id="as the book prints them"), pytest.param("en", "W", "B")],
)
def test_colours_are_written_with_the_letters_of_the_language(
    language: str, white: str, black: str
) -> None:
    """After round 1 number 1 had White, which the book writes B; nobody has floated."""
    club = Club()
    club.found()
    club.play(1, "1-0", "½-½", "0-1")
    reader = club.browser(language)
    html = reader.get("/t/club/cross").text.replace("\n", "")
    assert f'<td class="wide history">{white}</td><td class="wide history"></td>' in html
    assert f'<td class="wide history">{black}</td>' in html
    card = reader.get("/t/club/entrants/e1").text
    assert re.search(f'<span class="history">[{white}{black}]</span>', card)
