"""Somebody is erased while people look: the page that is open forgets the name by itself.

Nothing tells a page again that names went, so it asks a server that is busy until it answers.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

from patience import PATIENCE_MS


def test_an_open_page_forgets_the_name(
    empty_planilla: Any, new_window: Callable[..., Any], tmp_path: Path
) -> None:
    entrants = [
        {"id": name[0].lower(), "person": {"name": name}, "rating": 2000 - 10 * place}
        for place, name in enumerate(("Ada", "Bea", "Cleo", "Dora"))
    ]
    body = {"name": "Open", "rounds": 3, "first_colour": "white"}
    empty_planilla.post("club", "create-tournament", "1", **body)
    empty_planilla.post("club", "enter-entrants", "2", entrants=entrants)
    empty_planilla.post("club", "assign-numbers", "3")
    empty_planilla.post("club", "pair-round", "4", round=1)
    empty_planilla.post("club", "publish-pairings", "5", round=1)

    window = new_window()
    window.page.goto(f"{empty_planilla.url}/t/club")
    expect(window.page.locator("#live")).to_have_class("live on")
    expect(window.page.get_by_text("Bea").first).to_be_visible()
    busy = [f"{empty_planilla.url}/api/t/club/people", f"{empty_planilla.url}/t/club"]

    def once_busy(route: Route) -> None:
        if route.request.url in busy:
            busy.remove(route.request.url)
            route.fulfill(status=503)
        else:
            route.continue_()

    window.page.route("**/t/club/people", once_busy)
    window.page.route("**/t/club", once_busy)

    planilla = [sys.executable, "-c", "from planilla.main import main; raise SystemExit(main())"]
    subprocess.run(
        [*planilla, "person", "erase", "club", "b"],
        env={
            **os.environ,
            "PLANILLA_DATA_DIR": str(tmp_path),
            "PYTHONPATH": os.pathsep.join(sys.path),
        },
        check=True,
        capture_output=True,
    )

    gone = expect(window.page.locator("#frame").get_by_text("Bea"))
    gone.to_have_count(0, timeout=PATIENCE_MS)
    expect(window.page.get_by_text("Player 2").first).to_be_visible()
    assert busy == []
    assert [each for each in window.complaints if "503" not in each] == []
