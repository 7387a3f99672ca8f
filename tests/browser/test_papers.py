"""Papers as PDF: Chromium prints each, and its pages and words are read back."""

import io
import re
from collections.abc import Callable
from typing import Any

import pypdf
import pytest

pytestmark = pytest.mark.service
OPEN, ENTRANTS = "papers", 40
A4_MM = (210, 297)


@pytest.fixture
def arbiter(planilla: Any, new_window: Callable[..., Any]) -> Any:
    """The page of the arbiter of an open of forty, round 1 on the boards."""
    names = [f"Nombre{n} Apellido{n}" for n in range(1, ENTRANTS + 1)]
    planilla.open_round(OPEN, names, rounds=5)
    planilla.post(OPEN, "open-claims", "q5")
    page = new_window().page
    page.goto(planilla.link)
    page.wait_for_url(lambda url: "enter" not in url)
    return page


def printed(page: Any, address: str) -> list[str]:
    """The words of each page of a paper, printed on A4."""
    page.goto(address)
    pdf = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True, format="A4")))
    for each in pdf.pages:
        size = [
            round(float(side) * 25.4 / 72) for side in (each.mediabox.width, each.mediabox.height)
        ]
        assert tuple(size) == A4_MM
    return [" ".join(each.extract_text().split()) for each in pdf.pages]


@pytest.mark.parametrize(
    ("paper", "title", "pages"),
    [
        ("boards", "Pairings by board · Round 1", 1),
        ("names", "Pairings by name · Round 1", 2),
        ("standings", "Standings", 2),
        ("crosstable", "Crosstable", 2),
        ("places", "Place cards · Round 1", 3),
        ("presence", "Presence list · Round 2", 2),
        ("cards", "Pairing cards", 5),
        ("short-cards", "Short pairing cards", 2),
    ],
)
def test_a_paper_names_everybody_on_the_fewest_sheets(
    planilla: Any, arbiter: Any, paper: str, title: str, pages: int
) -> None:
    """Forty lines fill a sheet and a part of another, twenty boards one, eight cards one.

    Of pairing cards with five rounds eight fill a sheet, and of short ones more than twenty.
    """
    sheets = printed(arbiter, f"{planilla.url}/t/{OPEN}/papers/{paper}")
    assert len(sheets) == pages
    assert title in sheets[0]
    assert re.search(r"v\d+ · [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}", sheets[0])
    words = " ".join(sheets)
    assert all(f"Nombre{n} Apellido{n}" in words for n in range(1, ENTRANTS + 1))
    assert "Pairings Crosstable Players" not in words, "the tabs stay on the screen"
    assert [f"{n} / {pages}" in sheets[n - 1] for n in range(1, pages + 1)] == [True] * pages


def test_six_slips_are_on_a_sheet_each_whole(planilla: Any, arbiter: Any) -> None:
    """Twenty boards: six, six, six and two."""
    sheets = printed(arbiter, f"{planilla.url}/t/{OPEN}/arbiter/slips")
    boards = [[int(n) for n in re.findall(r"Board (\d+)", sheet)] for sheet in sheets]
    assert boards == [[*range(1, 7)], [*range(7, 13)], [*range(13, 19)], [19, 20]]
    code = r"1\.\d+-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}"
    assert [len(re.findall(code, sheet)) for sheet in sheets] == [12, 12, 12, 4]
    assert [sheet.count("☐") for sheet in sheets] == [18, 18, 18, 6]
