"""The pages of a Keizer tournament: complete without script, in two languages, at any moment.

e1 … e6 are rated 2000, 1900, … 1500 and begin with 9 8 7 6 5 4.
"""

import re

import pytest

from dsl.web_club import SIX, Club


def club(rounds: int = 6) -> Club:
    found = Club()
    found.found("keizer", rounds=rounds, first_colour="white")
    return found


def row_of(html: str, entrant: str) -> str:
    return html.partition(f'<tr data-key="{entrant}">')[2].partition("</tr>")[0]


def texts(html: str) -> list[str]:
    shown = re.sub(r'<span class="hidden">[^<]*</span>', "", html)
    return [text.strip() for text in re.findall(r">([^<]+)<", shown) if text.strip()]


@pytest.mark.parametrize("language", ["es", "en"])
def test_the_pages_answer_before_during_and_after(language: str) -> None:
    of = club()
    browser = of.browser(language)
    pages = (
        "/t/club",
        "/t/club/entrants/e1",
        "/t/club/entrants/e1/working",
        "/t/club/rounds",
        "/t/club/facts",
        "/t/club/rules",
        "/t/club/elo",
        "/t/club/cross",
    )
    for path in pages:
        assert browser.get(path).status_code == 200, path
    of.play(1, "1-0", "½-½", "+/-")
    of.play(2, "0-1", "½-½", "1-0")
    for path in (*pages, "/t/club?at=v12", "/t/club/entrants/e1/working?at=v14"):
        assert browser.get(path).status_code == 200, path


def test_the_standings_have_place_value_total_and_points() -> None:
    """Round 1: 1-2 1-0, 4-3 ½-½, 5-6 1-0: 9+8, 8, 7+3, 6+3½, 5+4, 4."""
    of = club()
    of.play(1, "1-0", "½-½", "1-0")
    of.command("club", "close-round", round=1)
    html = of.client.get("/t/club").text
    order = re.findall(r'<tr data-key="(e\d)"', html)
    assert order == ["e1", "e3", "e4", "e5", "e2", "e6"]
    shown = [texts(row_of(html, entrant)) for entrant in order]
    assert [row[0] for row in shown] == ["1", "2", "3", "4", "5", "6"]
    assert all(name in html for name in SIX)
    for row, figures in zip(shown, EXPECTED, strict=True):
        assert figures in zip(row, row[1:], row[2:], strict=False)
    assert "Totals after round 1" in html
    of.pair(2)
    assert "All games counted with the current values" in of.client.get("/t/club").text


EXPECTED = (
    ("9", "17", "1"),
    ("8", "10", "½"),
    ("7", "9½", "½"),
    ("6", "9", "1"),
    ("5", "8", "0"),
    ("4", "4", "0"),
)
"""The value for the next round, the total, and the points of the tournament."""


def test_one_tap_shows_the_sum() -> None:
    of = club()
    of.play(1, "½-½", "½-½", "½-½")
    html = of.client.get("/t/club/entrants/e1/working").text
    said = texts(html)
    assert {"own value", "9", "8 × ½ = 4", "13"} <= set(said)
    before = of.client.get("/t/club/entrants/e1/working?at=v3")
    assert before.status_code == 200


def test_other_systems_keep_their_standings() -> None:
    of = Club()
    of.found("swiss-dutch-libro")
    html = of.client.get("/t/club").text
    assert 'data-view="standings"' in html
    assert 'data-view="keizer"' in club().client.get("/t/club").text


def test_what_is_out_of_the_ordinary_is_told() -> None:
    """In a circle of three the passes never come to rest; who joins and who left are marked."""
    of = Club()
    rules = {"mode": "fixed-point", "retired": "frozen", "justified": {"share": "1/2", "limit": 1}}
    of.found("keizer", rounds=6, first_colour="white", keizer=rules)
    of.play(1, "1-0", "½-½", "1-0")
    of.command("club", "withdraw-entrant", entrant="e6")
    new = {"id": "e7", "person": {"name": "Gil Gamo"}, "rating": 1400}
    of.command("club", "enter-entrants", entrants=[new])
    for number in (2, 3):
        of.command("club", "request-bye", entrant="e2", round=number, kind="Z")
    of.pair(2)
    for game in ("2.1", "2.2"):
        of.command("club", "record-result", game=game, result="1-0")
    of.pair(3)
    html = of.client.get("/t/club").text
    assert "The list converged in pass" in html
    assert "new in the list" in of.client.get("/t/club?at=v27").text or "e7" in html
    assert "only a share of the last value" in of.client.get("/t/club/entrants/e5/working").text
    assert "beyond the limit: not counted" in of.client.get("/t/club/entrants/e2/working").text


@pytest.mark.parametrize(
    ("passes", "said"),
    [
        pytest.param(20, "repeat in a cycle of", id="a cycle"),
        pytest.param(1, "Stopped after 1 passes", id="stopped"),
    ],
)
def test_passes_that_do_not_come_to_rest_are_told(passes: int, said: str) -> None:
    """Three players who beat one another in a circle, 2 rests in round 1, 1 in 2, 0 in 3."""
    of = Club()
    rules = {
        "mode": "fixed-point",
        "passes_max": passes,
        "bye": {"share": "0"},
        "rounds_between": 9,
    }
    of.command("club", "create-tournament", name="Club", system="keizer", rounds=6, keizer=rules)
    people = [{"id": f"e{n}", "person": {"name": f"P {n}"}, "rating": 2000 - n} for n in (1, 2, 3)]
    of.command("club", "enter-entrants", entrants=people)
    beats = {("e1", "e2"), ("e2", "e3"), ("e3", "e1")}
    for number in (1, 2, 3):
        of.command("club", "pair-round", round=number)
        of.command("club", "publish-pairings", round=number)
        html = of.client.get("/t/club/rounds").text
        white, black = re.findall(r"/t/club/entrants/(e\d)", html.partition("<tbody>")[2])[:2]
        result = "1-0" if (white, black) in beats else "0-1"
        of.command("club", "record-result", game=f"{number}.1", result=result)
        of.command("club", "close-round", round=number)
    assert said in of.client.get("/t/club").text
    if passes > 1:
        assert "Values are the mean of" in of.client.get("/t/club/entrants/e1/working").text


def test_how_a_round_was_paired_is_told_from_the_top() -> None:
    of = Club()
    of.found("keizer", rounds=6, first_colour="white", keizer={"meetings_max": 1})
    of.play(1, "1-0", "½-½", "1-0")
    of.pair(2)
    html = of.client.get("/t/club/rounds/2/why").text
    assert "the nearest player below" in html
    assert ">List<" in html
