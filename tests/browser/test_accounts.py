"""An arbiter with an account: from the invitation to a session that is ended elsewhere."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from browser.conftest import QUICK_HEARTBEAT, SOURCES, Planilla, serving
from browser.test_axe import ALL, RUN
from patience import PATIENCE_S
from services import free_port

pytestmark = pytest.mark.service
NAMES = ("Ana", "Bea", "Carl", "Dora")
PASSWORD = "four rooks on the seventh"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Planilla]:
    """A server with accounts at `localhost`, where browsers have passkeys without TLS."""
    port = free_port()
    settings = {
        "PLANILLA_ACCOUNTS": "on",
        "PLANILLA_PORT": str(port),
        "PLANILLA_PUBLIC_URL": f"http://localhost:{port}",
    }
    with serving(tmp_path, str(QUICK_HEARTBEAT), settings=settings) as running:
        yield running


def planilla_command(folder: Path, url: str, *arguments: str) -> str:
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCES),
        "PLANILLA_DATA_DIR": str(folder),
        "PLANILLA_PUBLIC_URL": url,
        "LANG": "C.UTF-8",
    }
    program = [sys.executable, "-c", "from planilla.main import main; main()"]
    done = subprocess.run(
        [*program, *arguments], env=environment, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


WATCH_THE_DESK = """() => {
  window.said = [];
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}/live`);
  socket.binaryType = "arraybuffer";
  socket.onmessage = ({ data }) => window.said.push(new TextDecoder().decode(data));
  socket.onopen = () => socket.send(JSON.stringify({ sub: { channel: "t/open/desk" } }));
}"""


class Arbiter:
    """Ana with her phone, which has a platform authenticator, and with her laptop."""

    def __init__(self, url: str, new_window: Callable[..., Any]) -> None:
        self.url = url
        self.phone = new_window(width=360)
        self.page = self.phone.page
        self.laptop = new_window().page
        devices = self.page.context.new_cdp_session(self.page)
        devices.send("WebAuthn.enable")
        devices.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})

    def watch_the_desk(self) -> None:
        """Subscribe to a view of the staff on the open page."""
        self.page.evaluate(WATCH_THE_DESK)
        self.wait_for_frame('"snapshot"')

    def wait_for_frame(self, text: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while text not in self.page.evaluate("said.join()"):
            assert time.monotonic() < deadline, self.page.evaluate("said")
            self.page.wait_for_timeout(50)

    def accept(self, invitation: str) -> None:
        self.page.goto(invitation)
        expect(self.page.locator("input[name='token']")).to_be_hidden()
        self.page.locator("input[name='password']").fill(PASSWORD)
        self.page.get_by_role("button", name="Set the password").click()
        self.page.wait_for_url("**/account")
        assert "#" not in self.page.url

    def add_passkey(self) -> None:
        self.page.get_by_label("Name of the device").fill("Phone")
        self.page.get_by_role("button", name="Add a passkey").click()
        expect(self.page.locator("#passkeys li")).to_contain_text("Phone")

    def sign_in_by_passkey(self) -> None:
        self.page.get_by_role("button", name="Sign out").click()
        self.page.goto(f"{self.url}/account/sign-in")
        self.page.get_by_role("button", name="Sign in with a passkey").click()
        self.page.wait_for_url("**/account")
        expect(self.page.locator("main")).to_contain_text("by passkey")

    def end_it_on_the_laptop(self) -> None:
        self.laptop.goto(f"{self.url}/account/sign-in")
        self.laptop.get_by_label("Name of the account").fill("ana pons")
        self.laptop.get_by_label("Password").fill(PASSWORD)
        self.laptop.get_by_role("button", name="Sign in", exact=True).click()
        self.laptop.wait_for_url("**/account")
        self.laptop.get_by_role("button", name="End all other sessions").click()
        expect(self.laptop.get_by_role("button", name="End", exact=True)).to_have_count(1)


def check_for_all(page: Page) -> None:
    """Check a page with axe, and that it fits the width of a phone."""
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(RUN, ALL) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def invited_by_the_organiser(site: Planilla, page: Page, name: str) -> str:
    """Return the invitation that the holder of the organiser's link makes on the page."""
    page.goto(site.link)
    page.wait_for_url(f"{site.url}/")
    page.get_by_role("link", name="All accounts").click()
    page.get_by_label("Name of the account").fill(name)
    page.get_by_role("button", name="Make the account").click()
    invitation = page.locator(".secret").inner_text()
    check_for_all(page)
    page.get_by_role("link", name="All accounts").click()
    check_for_all(page)
    page.get_by_role("link", name=name).click()
    expect(page.locator("main")).to_contain_text("invited until")
    check_for_all(page)
    return invitation


def test_an_arbiter_signs_in_by_passkey_and_ends_the_session_elsewhere(
    site: Planilla, tmp_path: Path, new_window: Callable[..., Any]
) -> None:
    site.open_round("open", NAMES)
    invitation = invited_by_the_organiser(site, new_window(width=360).page, "Ana Pons")
    planilla_command(tmp_path, site.url, "account", "grant", "Ana Pons", "open", "--role", "deputy")
    ana = Arbiter(site.url, new_window)
    page = ana.page
    ana.accept(invitation)
    ana.add_passkey()
    ana.sign_in_by_passkey()
    check_for_all(page)

    page.locator("main").get_by_role("link", name="Open").click()
    page.wait_for_url("**/t/open/arbiter")
    page.locator("#g1\\.1 button[value$=' 1-0']").click()
    expect(page.locator("#g1\\.1 .said")).to_have_text("1–0")
    expect(page.locator("#live")).to_have_class("live on")
    ana.watch_the_desk()
    assert ana.phone.complaints == []

    ana.end_it_on_the_laptop()
    ana.wait_for_frame("not-permitted")
    page.reload()
    expect(page.locator("main")).to_contain_text("This session has ended. Sign in again.")
    laptop = ana.laptop
    laptop.goto(f"{site.url}/t/open/arbiter")
    laptop.locator("#g1\\.2 button[value$=' ½-½']").click()
    expect(laptop.locator("#g1\\.2 .said")).to_have_text("½–½")
