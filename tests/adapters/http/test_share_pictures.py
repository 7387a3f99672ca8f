"""Share pictures: their size, what stands on them, and names that cannot be drawn."""

import io
import re
from html import unescape

import pytest
from PIL import Image

from dsl.web_club import Club
from planilla.adapters.http.views.share_picture import (
    PictureLine,
    SharePicture,
    can_draw,
    drawn,
    picture_of,
)
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.envelope import Person
from planilla.domain.tournament.evolve import fold

BYTES_MAX = 100_000
LONG = "Campionat internacional obert de la Costa Daurada, memorial de la fundació " * 3


def pixels(body: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(body))
    assert image.format == "PNG"
    return image.convert("RGB")


def picture(club: Club, tournament: str = "club", language: str = "en") -> SharePicture:
    state = fold(each.fact for each in club.store.ledger.events(tournament, 0))
    rows = club.store.ledger.persons(tournament)
    people: dict[str, Person] = dict(rows)
    return picture_of(TournamentPage(tournament, state, people, language), 1, "club.test")


def test_a_page_names_its_picture_which_is_a_png_of_the_size_that_networks_show() -> None:
    club = Club()
    club.found(first_colour="white")
    club.play(1, "1-0", "½-½", "0-1")
    page = club.client.get("/t/club").text
    found = re.search(r'og:image" content="http://club.test([^"]+)"', page)
    assert found is not None
    answer = club.client.get(unescape(found[1]))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert len(answer.content) <= BYTES_MAX
    assert pixels(answer.content).size == (1200, 630)
    earlier = club.client.get("/t/club/share.png?at=v2")
    assert earlier.content != answer.content


def test_it_has_the_round_and_the_first_places() -> None:
    club = Club()
    club.found(first_colour="white")
    club.play(1, "1-0", "0-1", "1-0")
    shown = picture(club)
    assert (shown.title, shown.foot) == ("Club", "club.test/t/club")
    assert shown.status == "Round 1 of 3 · 3 of 3 boards · 6 entrants"
    assert len(shown.lines) == 5
    assert shown.lines[0] == PictureLine("1", "Ana Alba", "1"), "the highest rated winner"
    assert "Ronda 1 de 3" in picture(club, language="es").status


def test_where_nobody_is_ranked_by_points_it_has_the_first_boards() -> None:
    club = Club()
    club.found("keizer", rounds=9)
    club.pair(1)
    (first, *_) = picture(club).lines
    assert (first.left, first.right) == ("", "–"), "it is not played yet"
    assert " – " in first.middle


def test_before_the_first_round_and_in_a_hall_it_has_no_lines() -> None:
    club = Club()
    club.found()
    assert picture(club).lines == ()
    assert picture(club).status == "6 entrants"
    club.command("hall", "create-tournament", name="Hall", system="masnou", rounds=0)
    assert picture(club, "hall").lines == ()


@pytest.mark.parametrize(
    "name", ["Ştefan Ğ. Øster-Ñuñez", "Ольга Яковлева", "Γιώργος", "ნანა ალექსანდრია"]
)
def test_these_letters_are_drawn(name: str) -> None:
    assert can_draw(name)


def test_a_name_with_letters_that_the_font_lacks_is_drawn_as_a_number() -> None:
    assert not can_draw("侯逸凡")
    club = Club()
    club.found(first_colour="white")
    club.command("club", "correct-personal-data", entrant="e1", person={"name": "侯逸凡"})
    club.play(1, "1-0", "½-½", "0-1")
    names = [each.middle for each in picture(club).lines]
    assert "Player 1" in names
    assert "侯逸凡" not in names


def test_the_longest_texts_stay_on_the_picture_and_below_the_limit() -> None:
    lines = tuple(PictureLine("1", LONG, "10½") for _ in range(8))
    body = drawn(SharePicture(LONG, LONG, lines, LONG))
    image = pixels(body)
    assert len(body) <= BYTES_MAX
    paper = image.getpixel((5, 300))
    right = {image.getpixel((x, y)) for x in range(1140, 1200) for y in range(20, 630, 3)}
    assert right == {paper}, "nothing is drawn beyond the margin"


def test_a_festival_has_a_picture_of_its_own() -> None:
    club = Club()
    club.found()
    club.command("club", "join-festival", id="opens", name="Opens", place="Masnou")
    assert "http://club.test/e/opens/share.png?lang=en" in club.client.get("/e/opens").text
    answer = club.client.get("/e/opens/share.png")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert pixels(answer.content).size == (1200, 630)
