"""The pictures of the documentation: `make pictures` takes them again, on invented tournaments.

No test, and not collected as one: it borrows the server and the browser of the tests beside it.
"""

import contextlib
import itertools
import json
import shutil
import sqlite3
import subprocess
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext

from browser.conftest import Planilla, serving
from dsl.explained_swisses import INDIVIDUAL, TEAM, furnish_swisses
from dsl.page_kinds import HALL, TWELVE, furnished_by
from patience import PATIENCE_S
from planilla.demo.book_open import OPEN

FOLDER = Path(__file__).parents[2] / "docs" / "img"
LISTED = "Zoe Zorn; 1900; ESP\nYan Yuste; many\nXavi Xirau; 2050; CAT; FM\nWim; 9000"
LINES = "textarea[name=lines]"
SETTLED_MS = 600
"""Milliseconds within which the live badge and the countdowns are drawn.

A person looks at each picture before it is kept.
"""


class Picture(NamedTuple):
    """A page as it is shown: its size in px, theme and language, and what is done on it first."""

    name: str
    path: str
    size: tuple[int, int] = (360, 780)
    theme: str = "light"
    language: str = "en"
    is_staff: bool = True
    pasted: str = ""
    media: Literal["screen", "print"] = "screen"


PICTURES = (
    Picture("arbiter-desktop-light", "/t/open/arbiter", (1400, 800)),
    Picture("arbiter-phone-light", "/t/open/arbiter", language="es"),
    Picture("entries-review-phone-light", "/t/empty/entries", pasted=LISTED),
    Picture("masnou-screen", "/t/hall/screen", (1920, 1080), language="es", is_staff=False),
    Picture("masnou-over-screen", "/t/over/screen", (1920, 1080), "dark", "es", is_staff=False),
    Picture("masnou-over-phone", "/t/over/hall", is_staff=False),
    Picture("masnou-paused-phone-dark", "/t/paused/arbiter/hall", theme="dark", language="es"),
    Picture("damage-desktop-dark", "/t/damaged", (1400, 500), "dark"),
    Picture("hidden-phone-light-es", "/t/hidden", language="es"),
    Picture("problem-phone-dark-es", "/problems/not-as-seen", theme="dark", language="es"),
    Picture(
        "prizes-phone-light",
        "/t/open/prizes?likelihood=even",
        (360, 1360),
        language="es",
        is_staff=False,
    ),
    Picture("prizes-final-phone-light", "/t/done/prizes", is_staff=False),
    Picture("dossier-desktop-light", "/t/open/dossier/{correction}", (1400, 1000)),
    Picture("explained-round-desktop-light", "/t/open/rounds/2/why", (1400, 900), is_staff=False),
    Picture("pairings-print", "/t/open/rounds/3", (760, 620), is_staff=False, media="print"),
    Picture("bracket-desktop-light", "/t/knockout/bracket", (1400, 1000), is_staff=False),
    Picture(
        "bracket-phone-dark",
        "/t/copa/bracket?stage=6",
        theme="dark",
        language="es",
        is_staff=False,
    ),
    Picture("bracket-wall", "/t/knockout/screen", (1920, 1080), is_staff=False),
    Picture("match-phone-light", "/t/liga/matches/2.1", language="es", is_staff=False),
    Picture("line-ups-desktop-light", "/t/line-ups/arbiter/line-ups/1", (1400, 900)),
    Picture("league-cross-phone-light", "/t/liga/cross", is_staff=False),
    *(
        Picture(
            f"explained-{system}-desktop-light",
            f"/t/{system}/rounds/4/why",
            (1400, 900),
            is_staff=False,
        )
        for system in (*INDIVIDUAL, TEAM)
    ),
    Picture(
        "explained-swiss-lim-phone-dark",
        "/t/swiss-lim/rounds/4/why",
        (360, 1360),
        "dark",
        "es",
        is_staff=False,
    ),
    Picture("groups-desktop-light", "/t/copa/groups", (1400, 900), is_staff=False),
    Picture("allocation-tablet-light", "/t/places/allocation", (900, 2000), is_staff=False),
    Picture("removed-phone-light-es", "/t/removed/facts", language="es", is_staff=False),
)

WALL, SLIP = (1920, 1080), "/c/open-2026/{slip}"
MANUAL = (
    Picture("front-desktop-light", "/", (1400, 720), is_staff=False),
    Picture("front-phone-dark-es", "/", theme="dark", language="es", is_staff=False),
    Picture("founding-desktop-light", "/new", (1400, 900)),
    Picture("founding-phone-light-es", "/new", (360, 1000), language="es"),
    Picture("entries-desktop-light", "/t/autumn/entries", (1400, 800)),
    Picture("entries-phone-light-es", "/t/autumn/entries", (360, 900), language="es"),
    Picture("check-in-phone-light", "/t/autumn/check-in"),
    Picture("check-in-phone-light-es", "/t/autumn/check-in", language="es"),
    Picture("claim-phone-light", SLIP, (360, 640), is_staff=False),
    Picture("claim-phone-light-es", SLIP, (360, 640), language="es", is_staff=False),
    Picture("wall-both", "/t/open-2026/screen", WALL, is_staff=False),
    Picture(
        "wall-names-dark-es",
        "/t/open-2026/screen?show=names",
        WALL,
        "dark",
        "es",
        is_staff=False,
    ),
    Picture("slips-print", "/t/open-2026/arbiter/slips", (760, 970), media="print"),
    Picture(
        "slips-print-es", "/t/open-2026/arbiter/slips", (760, 970), "light", "es", media="print"
    ),
    Picture("follow-phone-light", "/t/open-2026?follow=e5,e20", is_staff=False),
    Picture(
        "follow-phone-dark-es",
        "/t/open-2026?follow=e5,e20",
        theme="dark",
        language="es",
        is_staff=False,
    ),
)
"""Pictures of the arbiter's manual, on a server with three tournaments."""


@pytest.fixture(scope="module")
def furnished(planilla: Any, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The versions that addresses name, once all tournaments stand on the server."""
    keys = itertools.count()

    def post(tournament: str, command: str, **fields: object) -> None:
        planilla.post(tournament, command, f"picture-{next(keys)}", **fields)

    def facts() -> Any:
        address = f"{planilla.url}/api/t/open/facts"
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
            return json.load(answer)["facts"]

    entrants = [
        {"id": f"e{n}", "person": {"name": name}, "rating": 2300 - 70 * n}
        for n, name in enumerate(TWELVE, start=1)
    ]
    for name, shown in (("hidden", "Torneo de prueba"), ("removed", "Abierto de primavera")):
        post(name, "create-tournament", name=shown, rounds=5)
        post(name, "enter-entrants", entrants=entrants[:7])
    post("hidden", "hide-tournament")
    post("removed", "remove-entries", entrants=["e6"])
    post("damaged", "create-tournament", name="Open del Masnou", rounds=5)
    post("damaged", "enter-entrants", entrants=entrants[:4])
    post("damaged", "pair-round", round=1)
    post("damaged", "publish-pairings", round=1)
    post("damaged", "record-result", game="1.1", result="1-0")
    post("paused", "create-tournament", name="Masnou de la Fira", system="masnou", rounds=0)
    post("paused", "enter-entrants", entrants=entrants)
    post("paused", "open-hall", rules=HALL)
    for call in range(1, 7):
        post("paused", "take-seat", call=call)
    post("paused", "record-result", game="T1.1", result="1-0")
    post("paused", "pause-hall")
    _change_a_result(next(tmp_path_factory.getbasetemp().glob("planilla*/planilla.db")))
    furnish_swisses(post)
    return furnished_by(post, facts)


def _change_a_result(database: Path) -> None:
    """Change a recorded result as somebody would who may write to the database."""
    with contextlib.closing(sqlite3.connect(database)) as store, store:
        made = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'event'"
        triggers = store.execute(made).fetchall()
        for name, _ in triggers:
            store.execute(f"DROP TRIGGER {name}")
        store.execute(
            "UPDATE event SET data = replace(data, '1-0', '0-1')"
            " WHERE stream_id = 'tournament/damaged' AND type = 'ResultRecorded'"
        )
        for _, sql in triggers:
            store.execute(sql)


@contextlib.contextmanager
def visitor(browser: Browser, link: str, picture: Picture) -> Iterator[BrowserContext]:
    """The browser of whoever looks at a picture's page."""
    width, height = picture.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.theme == "dark" else "light",
        locale={"es": "es-ES", "en": "en-GB"}[picture.language],
        timezone_id="Europe/Madrid",
        has_touch=width < 480,
    )
    try:
        if picture.is_staff:
            page = context.new_page()
            page.goto(link)
            page.wait_for_url(lambda address: "/enter" not in address)
            page.close()
        yield context
    finally:
        context.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planilla]:
    """A server with an open in its third round, one before its first, and a finished one."""
    players = json.loads(OPEN.read_text(encoding="utf-8"))["players"]
    keys = itertools.count()
    with serving(tmp_path_factory.mktemp("club")) as running:

        def post(tournament: str, command: str, **fields: object) -> None:
            running.post(tournament, command, f"club-{next(keys)}", **fields)

        def found(tournament: str, name: str, entered: int, **settings: object) -> None:
            fields = ("rating", "title", "federation")
            entrants = [
                {"id": f"e{n}", "person": {"name": each["name"]}, **{at: each[at] for at in fields}}
                for n, each in enumerate(players[:entered], start=1)
            ]
            post(tournament, "create-tournament", name=name, **settings)
            post(tournament, "enter-entrants", entrants=entrants)

        def play(tournament: str, number: int, boards: int) -> None:
            post(tournament, "pair-round", round=number)
            post(tournament, "publish-pairings", round=number)
            for board in range(1, boards + 1):
                result = ("1-0", "½-½", "0-1", "1-0")[board % 4]
                post(tournament, "record-result", game=f"{number}.{board}", result=result)

        found("summer", "Torneo de verano", 6, system="round-robin")
        for number in range(1, 6):
            play("summer", number, 3)
            post("summer", "close-round", round=number)
        post("summer", "finish-tournament")
        found("autumn", "Abierto de otoño", 26, rounds=7)
        here = [f"e{n}" for n in range(1, 26) if n % 3]
        post("autumn", "check-in", round=1, entrants=here)
        found(
            "open-2026",
            "Open 2026",
            40,
            rounds=9,
            first_colour="white",
            tiebreaks=["BH/C1", "BH", "SB"],
        )
        post("open-2026", "open-claims")
        for number, boards in ((1, 20), (2, 20), (3, 12)):
            play("open-2026", number, boards)
        yield running


@pytest.mark.parametrize("picture", MANUAL, ids=lambda picture: picture.name)
def test_picture_of_the_manual(picture: Picture, browser: Browser, club: Planilla) -> None:
    slip = club.codes("open-2026", 3)[12]["white"]  # of an open game
    take(picture, browser, club, {"slip": slip})


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_picture(
    picture: Picture, browser: Browser, planilla: Any, furnished: Mapping[str, str]
) -> None:
    take(picture, browser, planilla, furnished)


def take(picture: Picture, browser: Browser, planilla: Any, named: Mapping[str, str]) -> None:
    """Take one picture; `pngquant`, where it is installed, makes it a third of the size."""
    with visitor(browser, planilla.link, picture) as context:
        page = context.new_page()
        page.emulate_media(media=picture.media)
        page.goto(planilla.url + picture.path.format(**named))
        page.locator("#waiting").wait_for(state="detached")
        if picture.pasted:
            listed = page.locator("details", has=page.locator(LINES)).first
            listed.evaluate("each => { each.open = true; }")
            page.locator(LINES).fill(picture.pasted)
            with page.expect_navigation():
                page.locator("form", has=page.locator(LINES)).locator("button").click()
        page.wait_for_timeout(SETTLED_MS)
        target = FOLDER / f"{picture.name}.png"
        page.screenshot(path=target, animations="disabled")
    if shutil.which("pngquant"):
        subprocess.run(["pngquant", "--force", "--ext", ".png", "64", target], check=True)
    assert target.stat().st_size > 0
