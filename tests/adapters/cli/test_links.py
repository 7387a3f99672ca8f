"""Secret links on the command line: listed, made, revoked, and the organiser's own."""

import asyncio
import json
import re
import stat
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from planilla.adapters.clock import SystemClock
from planilla.adapters.store.engines import SideStore
from planilla.adapters.store.links import DatabaseGrants
from planilla.application.envelope import Actor


@pytest.fixture
def data(database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of the settings; its database is a played one."""
    monkeypatch.setenv("PLANILLA_DATA_DIR", str(database.parent))
    return database.parent


def scopes_of(folder: Path, token: str) -> frozenset[str] | None:
    async def asked() -> Actor | None:
        side = SideStore(f"sqlite:///{folder / 'planilla.db'}")
        try:
            return await DatabaseGrants(side, SystemClock()).holder(token)
        finally:
            await side.close()

    found = asyncio.run(asked())
    return None if found is None else frozenset(each.tournament for each in found.grants)


def token_in(link: str) -> str:
    return link.strip().partition("/enter#")[2]


def test_a_link_is_made_listed_and_revoked(planilla: Planilla, data: Path) -> None:
    assert planilla("link", "list").out == "There are no links.\n"
    made = json.loads(planilla("link", "new", "muestra", "--json").out)
    token = token_in(made["link"])
    assert scopes_of(data, token) == frozenset({"muestra"})

    listed = planilla("link", "list", "muestra").out
    assert listed.startswith(f"{made['id']}  muestra  arbiter-")
    assert token not in listed, "what opens is never shown again"
    assert planilla("link", "list", "another").out == "There are no links.\n"

    closed = planilla("link", "revoke", made["id"])
    assert (closed.code, closed.out) == (
        0,
        f"{made['id']} is revoked and no longer works.\n",
    )
    assert scopes_of(data, token) is None
    assert ", revoked " in planilla("link", "list").out
    again = planilla("link", "revoke", made["id"])
    assert (again.code, again.out) == (1, f"{made['id']} has already been revoked.\n")


def test_the_organisers_link_is_renewed_and_the_old_one_closed(
    planilla: Planilla, data: Path
) -> None:
    none = planilla("link", "organiser")
    assert none.code == 1
    assert "“planilla serve” makes one" in none.err

    first = token_in(planilla("link", "organiser", "--renew").out)
    assert scopes_of(data, first) == frozenset({"*"})
    assert stat.S_IMODE((data / "token").stat().st_mode) == 0o600
    assert token_in(planilla("link", "organiser").out) == first

    second = token_in(planilla("link", "organiser", "--renew").out)
    assert second != first
    assert (scopes_of(data, first), scopes_of(data, second)) == (None, frozenset({"*"}))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("new", "nowhere"), "There is no tournament “nowhere”"),
        (("revoke", "feedfeedfeed"), "There is no link feedfeedfeed here."),
    ],
)
def test_what_is_not_there_is_told(
    planilla: Planilla, data: Path, arguments: tuple[str, ...], said: str
) -> None:
    answer = planilla("link", *arguments)
    assert answer.code == 2
    assert said in answer.err


def test_a_link_for_some_boards_is_made_with_a_code_to_type(planilla: Planilla, data: Path) -> None:
    asked = ("link", "new", "muestra", "--role", "sector-arbiter", "--boards", "1-2")
    made = json.loads(planilla(*asked, "--json").out)
    assert re.fullmatch(r"[0-9A-Z]{4}(-[0-9A-Z]{4}){2}", made["code"])
    link, said = planilla(*asked).out.splitlines()
    assert token_in(link)
    assert said.startswith("code to type at http://127.0.0.1:8000/enter, until ")
    assert "code" not in json.loads(planilla("link", "new", "muestra", "--json").out)
