"""A real server on an empty SQLite database, and Chromium to look at it."""

import contextlib
import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect, sync_playwright

from patience import PATIENCE_MS, PATIENCE_S
from services import free_port
from stores import sqlite_in

HERE = Path(__file__).parent
SOURCES = HERE.parent.parent / "src"
SCRIPTS = HERE.parent.parent / "web" / "scripts"
SITE = "http://tablet.test"
"""A site without a server: every address is a script from disk."""
WITHOUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # said here since the last list counts: Playwright's own, as far as pages notice it
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
)
"""What Chromium does not do. The suggestions below its address bar, which nobody sees, are pages
that each window loads: more than a second of work."""
QUICK_HEARTBEAT = Path(__file__).parents[1] / "dsl" / "quick_heartbeat.py"


class Planilla(NamedTuple):
    """A running server and the link of its organiser."""

    url: str
    link: str

    def post(self, tournament: str, command: str, key: str, **body: object) -> None:
        """Hand a command in as a program does."""
        request = urllib.request.Request(
            f"{self.url}/api/t/{tournament}/commands/{command}",
            data=json.dumps(body).encode(),
            headers={
                "authorization": f"Bearer {self.link.partition('#')[2]}",
                "idempotency-key": key,
            },
        )
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            assert answer.status == 200

    def open_round(self, tournament: str, names: Iterable[str], **settings: object) -> None:
        """Create an open, enter e1, e2 … in the order of their ratings, and publish round 1.

        White is first on the first board (C.04.3, 5.2.5), and the first half meets the second.
        """
        entrants = [
            {"id": f"e{n}", "person": {"name": name}, "rating": 2500 - 10 * n}
            for n, name in enumerate(names, start=1)
        ]
        create = {"name": "Open", "rounds": 3, "first_colour": "white", **settings}
        for command, body in (
            ("create-tournament", create),
            ("enter-entrants", {"entrants": entrants}),
            ("pair-round", {"round": 1}),
            ("publish-pairings", {"round": 1}),
        ):
            self.post(tournament, command, f"{tournament}-{command}", **body)

    def codes(self, tournament: str, number: int) -> list[dict[str, Any]]:
        """Return the codes on the slips of a round, board by board."""
        asked = urllib.request.Request(
            f"{self.url}/api/t/{tournament}/rounds/{number}/codes",
            headers={"authorization": f"Bearer {self.link.partition('#')[2]}"},
        )
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            found: list[dict[str, Any]] = json.load(answer)
        return found

    def link_for(self, arbiter: Page, tournament: str, role: str, boards: str = "") -> str:
        """Return the link that an arbiter makes for a role, on the page of links."""
        arbiter.goto(f"{self.url}/t/{tournament}/links")
        arbiter.locator(f"input[name='role'][value='{role}']").check()
        if boards:
            arbiter.locator("details summary").click()
            arbiter.locator("input[name='boards']").press_sequentially(boards)
        arbiter.locator("form.stack button").click()
        return str(arbiter.locator(".secret").inner_text())


@pytest.fixture
def empty_planilla(tmp_path: Path) -> Iterator[Planilla]:
    """A server of this test's own, on an empty database; its heartbeats come often."""
    with serving(tmp_path, str(QUICK_HEARTBEAT)) as running:
        yield running


@pytest.fixture(scope="session")
def planilla(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planilla]:
    """One server for all tests that bring their own tournament."""
    with serving(tmp_path_factory.mktemp("planilla")) as running:
        yield running


@contextlib.contextmanager
def serving(
    folder: Path, *program: str, settings: Mapping[str, str] | None = None
) -> Iterator[Planilla]:
    """`planilla serve` on a free port, with further settings."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCES),
        "PYTHONUNBUFFERED": "1",
        "PLANILLA_DATA_DIR": str(folder),
        "PLANILLA_PORT": str(free_port()),
        "LANG": "C.UTF-8",
        **(settings or {}),
    }
    command = [sys.executable, "-c", "from planilla.main import main; main()"]
    sqlite_in(folder)
    with subprocess.Popen(
        [sys.executable, *program, "serve"] if program else [*command, "serve"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        try:
            url = _address_said_by(server)
            token = (folder / "token").read_text(encoding="ascii").strip()
            yield Planilla(url=url, link=f"{url}/enter#{token}")
        finally:
            server.terminate()
            server.communicate(timeout=PATIENCE_S)


def _address_said_by(server: "subprocess.Popen[str]") -> str:
    assert server.stdout is not None
    said = ""
    for line in server.stdout:
        said += line
        found = re.search(r"http://\S+", said)
        if found is not None:
            return found[0]
    pytest.fail(f"the server did not start:\n{said}")


class _Chromium:
    """The browser of this folder, launched by the first test that asks for it."""

    def __init__(self) -> None:
        self._open = contextlib.ExitStack()
        self._launched: Browser | None = None

    def launched(self, program: Path) -> Browser:
        if self._launched is None:
            playwright = self._open.enter_context(sync_playwright())
            self._launched = playwright.chromium.launch(
                executable_path=program,
                args=[
                    "--no-sandbox",
                    f"--disable-features={','.join(WITHOUT)}",
                    # drawn by the processor in the browser's own process: a fifth less work
                    *("--disable-gpu", "--in-process-gpu"),
                ],
            )
            self._open.callback(self._launched.close)
        return self._launched

    def close(self) -> None:
        self._launched = None
        self._open.close()


_CHROMIUM = _Chromium()


@pytest.fixture(scope="module")
def browser(chromium: Path) -> Browser:
    """One Chromium for the tests of this folder that follow one another, not for longer.

    While Playwright's loop is open no other test of the process can run a loop of its own.
    """
    return _CHROMIUM.launched(chromium)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None, object, object]:
    """End Chromium after the last test of this folder."""
    try:
        return (yield)
    finally:
        if nextitem is None or HERE not in nextitem.path.parents:
            _CHROMIUM.close()


expect.set_options(timeout=PATIENCE_MS)


class Window:
    """A browser of one person; whatever it complains about is kept."""

    def __init__(self, context: BrowserContext) -> None:
        self.complaints: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _console(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        if kind == "error" or "Content Security Policy" in text:
            self.complaints.append(text)


@pytest.fixture
def new_window(browser: Browser) -> Iterator[Callable[..., Window]]:
    """Opens the browser of one more person: `new_window(width=360, …)`."""
    contexts = []

    def opened(*, width: int = 1400, **options: Any) -> Window:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, locale="en-GB", **options
        )
        contexts.append(context)
        return Window(context)

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def scripts_page(new_window: Callable[..., Window]) -> Page:
    """An empty page that may import the modules of `web/scripts` and of this folder."""
    page = new_window().page
    page.route(f"{SITE}/**", _from_disk)
    page.goto(f"{SITE}/")
    return page


def _from_disk(route: Route) -> None:
    name = route.request.url.rpartition("/")[2]
    if not name:
        route.fulfill(body="<!doctype html><title>Scripts</title>", content_type="text/html")
        return
    found = next((each / name for each in (HERE, SCRIPTS) if (each / name).exists()), None)
    if found is None:
        route.fulfill(status=404)
    else:
        route.fulfill(path=found, content_type="text/javascript")
