"""Notifications in Chromium: the button, the subscription that is sent, the worker's message."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from browser.conftest import serving
from browser.test_axe import ALL, RUN

SETTINGS = {"PLANILLA_PUSH": "on", "PLANILLA_PUSH_HOSTS": "push.example.org"}
SUBSCRIBING = """
const point = new Uint8Array(65).fill(4);
const made = ({ applicationServerKey: key }) => ({
  endpoint: "https://push.example.org/phone",
  options: { applicationServerKey: Uint8Array.from(
    atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)).buffer },
  getKey: (name) => (name === "auth" ? point.slice(0, 16) : point).buffer,
  unsubscribe: async () => { known = null; return true; },
});
let known = sessionStorage.key0 ? made({ applicationServerKey: sessionStorage.key0 }) : null;
PushManager.prototype.subscribe = async (options) => {
  sessionStorage.key0 = options.applicationServerKey;
  return (known = made(options));
};
PushManager.prototype.getSubscription = async () => known;
"""
"""The push service of the browser, which a machine without a network does not reach."""
MESSAGE = {
    "title": "Open",
    "body": "Ana – Round 1: 1–0 against Carl",
    "page": "/t/open/entrants/e1",
    "tag": "open 9",
    "lang": "en",
}
TAPPED = """async () => {
  const opened = new Promise((done) => { self.clients.openWindow = async (url) => done(url); });
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
  return [await opened, (await self.registration.getNotifications()).length];
}"""
"""A tap, which only a person can make; the window that the worker then asks for."""


@pytest.fixture
def browser(browser: Browser, chromium: Path) -> Iterator[Browser]:
    """A Chromium of its own: in one that had other windows before, no such message arrives."""
    own = browser.browser_type.launch(executable_path=chromium, args=["--no-sandbox"])
    yield own
    own.close()


def delivered(page: Page, site: str, message: object) -> list[dict[str, str]]:
    """The notifications that the worker shows of a message from the push service."""
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda said: found.extend(each["registrationId"] for each in said["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    push = {"origin": site, "registrationId": found[0], "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", push)
    shown: list[dict[str, str]] = page.evaluate("""async () => {
      const registration = await navigator.serviceWorker.ready;
      for (;;) {
        const shown = await registration.getNotifications();
        const [first] = shown.map(({ title, body, tag, lang }) => ({ title, body, tag, lang }));
        if (first) return [first];
        await new Promise((again) => setTimeout(again, 20));
      }
    }""")
    return shown


def test_a_browser_is_notified_of_those_it_follows(
    tmp_path: Path, new_window: Callable[..., Any]
) -> None:
    with serving(tmp_path, settings=SETTINGS) as site:
        site.open_round("open", ("Ana", "Bea", "Carl", "Dora"))
        window = new_window(width=360, permissions=["notifications"])
        page = window.page
        page.add_init_script(SUBSCRIBING)
        page.goto(f"{site.url}/t/open")
        expect(page.locator("#notify")).to_have_count(0)
        page.get_by_role("button", name="Follow Ana").click()
        button = page.locator("#notify button")
        expect(button).to_have_text("Notify me")
        button.focus()
        with page.expect_request("**/t/open/push") as asked:
            page.keyboard.press("Enter")
        answer = asked.value.response()
        assert answer is not None
        assert (answer.status, asked.value.post_data_json["entrants"]) == (204, ["e1"])
        expect(button).to_have_text("Stop notifying me")
        expect(page.locator("#notify [role=status]")).to_contain_text("is notified of boards")
        page.evaluate(AXE_SCRIPT)
        assert page.evaluate(RUN, ALL) == []

        with page.expect_request("**/t/open/push") as asked:
            page.get_by_role("button", name="Follow Bea").click()
        assert asked.value.post_data_json["entrants"] == ["e1", "e2"]

        shown = delivered(page, site.url, MESSAGE)
        assert shown == [{key: MESSAGE[key] for key in ("title", "body", "tag", "lang")}]
        (worker,) = page.context.service_workers
        assert worker.evaluate(TAPPED) == [f"{site.url}/t/open/entrants/e1", 0]

        page.reload()
        with page.expect_request("**/t/open/push/end") as asked:
            button.click()
        assert asked.value.post_data_json == {"endpoint": "https://push.example.org/phone"}
        expect(button).to_have_text("Notify me")
        expect(page.locator("#notify [role=status]")).to_have_text(
            "This browser is no longer notified."
        )
        assert window.complaints == []

        blocked = new_window(width=360)
        blocked.page.add_init_script(
            "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"
        )
        blocked.page.goto(f"{site.url}/t/open")
        blocked.page.get_by_role("button", name="Follow Ana").click()
        expect(blocked.page.locator("#notify")).to_contain_text("are blocked: allow them")
        expect(blocked.page.locator("#notify button")).to_be_hidden()
