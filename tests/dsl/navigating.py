"""Going to a page in a browser, also to one that is calculated first."""

from playwright.sync_api import Page

CALCULATED_MS = 60_000


def go_to(page: Page, url: str) -> None:
    """Go to a page and wait until it is loaded and calculated.

    A page that waits for a calculation is replaced by its answer, perhaps before it is loaded
    itself: that would break off a navigation that waits for it to be.
    """
    page.goto(url, wait_until="commit")
    page.locator("#waiting").wait_for(state="detached", timeout=CALCULATED_MS)
    page.wait_for_load_state("load")
