"""A round begins at its hour: a server fires it, and a screen with a wrong clock counts down."""

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from patience import PATIENCE_MS

AN_HOUR_SLOW = "const now = Date.now; Date.now = () => now() - 3_600_000;"
AHEAD_S = 2


def test_the_countdown_goes_by_the_server_and_ends_when_the_round_begins(
    planilla: Any, new_window: Callable[..., Any]
) -> None:
    planilla.post("begins", "create-tournament", "begins-1", name="Open", rounds=3)
    window = new_window(width=360)
    window.page.add_init_script(AN_HOUR_SLOW)
    window.page.goto(f"{planilla.url}/t/begins")
    expect(window.page.locator("#live")).to_have_class("live on")

    soon = time.time_ns() // 1000 + AHEAD_S * 1_000_000
    later = soon + 3_600_000_000
    planilla.post("begins", "schedule-timer", "begins-2", kind="round-start", round=1, due_at=soon)
    planilla.post("begins", "schedule-timer", "begins-3", kind="reminder", due_at=later)
    body = {"kind": "publish-pairings", "round": 2, "due_at": later}
    planilla.post("begins", "schedule-timer", "begins-4", **body)

    publication = window.page.locator(".timer", has_text="Pairings of round 2")
    expect(publication.locator(".countdown")).to_have_text(re.compile(r"(1:00:0|59:[345])\d"))
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    start = window.page.locator(".timer", has_text="Round 1 starts")
    expect(start).to_have_count(0, timeout=PATIENCE_MS)
    expect(window.page.locator("#latest")).to_contain_text("Round 1 begins.")
    expect(window.page.locator(".timer")).to_have_count(1)
    assert window.complaints == []
