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


def printed(page: Any, address: str, *, lies: bool = False) -> list[str]:
    """The words of each page of a paper, printed on A4, which lies for a bracket."""
    page.goto(address)
    pdf = pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True, format="A4")))
    for each in pdf.pages:
        size = [
            round(float(side) * 25.4 / 72) for side in (each.mediabox.width, each.mediabox.height)
        ]
        assert tuple(size) == (A4_MM[::-1] if lies else A4_MM)
    return [" ".join(each.extract_text().split()) for each in pdf.pages]


def bears_its_head(sheet: str, title: str) -> bool:
    """Whether a sheet says of itself what it is: title, version, head, and the code with them."""
    head = r" as of .* v\d+ · [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4} Still current\?"
    return re.match(rf"\d+ / \d+ (Open|Cup|Fair) {re.escape(title)}{head}", sheet) is not None


@pytest.mark.parametrize(
    ("paper", "title", "pages"),
    [
        ("boards", "Pairings by board · Round 1", 1),
        ("names", "Pairings by name · Round 1", 2),
        ("standings", "Standings", 2),
        ("crosstable", "Crosstable", 2),
        ("places", "Place cards · Round 1", 3),
        ("presence", "Presence list · Round 2", 2),
        ("chart", "Blank chart", 2),
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
    assert [bears_its_head(sheet, title) for sheet in sheets] == [True] * pages
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
    assert all(bears_its_head(sheet, "Result slips · Round 1") for sheet in sheets)


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 20])
def test_each_blank_chart_of_the_seed_is_one_sheet(
    planilla: Any, new_window: Callable[..., Any], size: int
) -> None:
    """Appendix D has round-robin charts of these sizes, the largest with twenty columns."""
    tournament = f"chart-{size}"
    planilla.post(tournament, "create-tournament", "q1", name="Open", system="round-robin")
    address = f"{planilla.url}/t/{tournament}/papers/chart?lines={size}"
    (sheet,) = printed(new_window().page, address)
    assert bears_its_head(sheet, "Blank chart")
    numbers = " ".join(str(number) for number in range(1, size + 1))
    tiebreaks = "T1 T2 T3" if size <= 10 else "T1"
    assert f"PLAYER {numbers} PTS {tiebreaks} PLACE {numbers} (T) Tie-breaks: T1" in sheet


@pytest.mark.parametrize(
    ("system", "sides", "sheets"),
    [
        *(("knockout-single", sides, 1) for sides in (8, 16, 32)),
        ("knockout-single", 64, 3),
        *(("knockout-double", sides, 1) for sides in (8, 16)),
        ("knockout-triple", 8, 1),
        ("knockout-triple", 16, 2),
    ],
)
def test_each_sheet_of_a_blank_bracket_bears_its_head(
    planilla: Any, new_window: Callable[..., Any], system: str, sides: int, sheets: int
) -> None:
    """The eliminations of Appendix D; 16 matches of a round fill a sheet, and lead to another."""
    tournament = f"{system}-{sides}"
    planilla.post(tournament, "create-tournament", "q1", name="Cup", system=system, rounds=0)
    address = f"{planilla.url}/t/{tournament}/papers/chart?lines={sides}"
    found = printed(new_window().page, address, lies=True)
    assert len(found) == sheets
    assert [each for each in found if not bears_its_head(each, "Blank chart")] == []
    parts = [f"Part {n} of {sheets}" in sheet for n, sheet in enumerate(found, start=1)]
    assert parts == [sheets > 1] * sheets


def test_the_papers_of_a_marathon_bear_their_heads(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    """Twelve players without a game: twelve small cards are one sheet, and the poster another."""
    planilla.post("fair", "create-tournament", "q1", name="Fair", system="masnou", rounds=0)
    people = [{"id": f"p{n}", "person": {"name": f"Nombre{n}"}} for n in range(1, 13)]
    planilla.post("fair", "enter-entrants", "q2", entrants=people)
    planilla.post("fair", "open-hall", "q3", rules={"tables": 2, "order": "arrival"})
    page = new_window().page
    (cards,) = printed(page, f"{planilla.url}/t/fair/cards")
    assert bears_its_head(cards, "Player cards")
    (poster,) = printed(page, f"{planilla.url}/t/fair/poster")
    assert re.search(r"fair · v\d+ · [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4} · Still current\?", poster)
