"""A page of another site with the standings as an element and the pairings in a frame."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

EXAMPLE = Path(__file__).parents[2] / "docs" / "operating" / "embed-example.html"


@pytest.fixture(scope="module")
def played(planilla: Any) -> Any:
    """Round 1 of four: 1 meets 3 and 4 meets 2; board 1 ends 1-0."""
    names = ("Ana", "Bea", "Carl", "Dora")
    planilla.open_round("open-2026", names, name="Open 2026", rounds=2, tiebreaks=[])
    planilla.post("open-2026", "record-result", "embedded", game="1.1", result="1-0")
    return planilla


@pytest.fixture
def club_site(played: Any) -> Iterator[str]:
    """The example page of the documentation on a server of its own."""
    page = EXAMPLE.read_text(encoding="utf-8").replace("https://planilla.example", played.url)

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/page"
        server.shutdown()


def test_another_site_shows_the_standings_and_the_pairings_as_they_come(
    played: Any, club_site: str, new_window: Callable[..., Any]
) -> None:
    window = new_window()
    page = window.page
    page.goto(club_site)
    rows = page.locator("planilla-standings tbody tr")
    expect(rows).to_have_text(["1Ana1", "2Bea0", "2Carl0", "2Dora0"])
    frame = page.frame_locator("iframe")
    expect(frame.locator("tr[data-key='1.2'] .said")).to_have_text("–")
    expect(frame.locator("#live")).to_have_class("live on")
    played.post("open-2026", "record-result", "embedded-late", game="1.2", result="½-½")
    expect(frame.locator("tr[data-key='1.2'] .said")).to_have_text("½–½")
    page.evaluate("document.querySelector('planilla-standings').setAttribute('limit', '2')")
    expect(rows).to_have_count(2)
    page.evaluate("document.querySelector('planilla-standings').removeAttribute('limit')")
    expect(rows.nth(1).locator("td").last).to_have_text("½")
    assert page.context.cookies(played.url) == []
    assert [each for each in window.complaints if "favicon" not in each] == []
