"""Accounts on the command line: invited, given roles, disabled."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla


@pytest.fixture(autouse=True)
def data(database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of the settings; its database is a played one."""
    monkeypatch.setenv("PLANILLA_DATA_DIR", str(database.parent))
    return database.parent


def test_an_account_is_invited_given_a_role_and_listed(planilla: Planilla) -> None:
    assert planilla("account", "list").out == "There are no accounts.\n"
    made = planilla("account", "new", "Ana Pons")
    assert made.out.startswith("http://127.0.0.1:8000/account/accept#")
    given = planilla("account", "grant", "ana pons", "muestra", "--role", "deputy")
    assert given.out.startswith("Ana Pons has the role “Deputy arbiter” in muestra (")
    listed = planilla("account", "list").out.splitlines()
    assert listed[0].startswith("account-")
    assert "  Ana Pons  since " in listed[0]
    assert listed[1].startswith("  invited until ")
    assert listed[2] == "  muestra  Deputy arbiter"
    (data,) = json.loads(planilla("account", "list", "--json").out)
    assert (data["passkeys"], data["sessions"], data["signed_in_at"]) == (0, 0, None)
    assert data["grants"] == [{"tournament": "muestra", "role": "deputy"}]
    assert f"muestra  {data['id']}  since" in planilla("link", "list").out
    taken = planilla("account", "revoke", "Ana Pons", "muestra")
    assert (taken.code, taken.out) == (0, "1 role taken from Ana Pons.\n")
    again = planilla("account", "revoke", "Ana Pons", "muestra")
    assert (again.code, again.out) == (1, "0 roles taken from Ana Pons.\n")


def test_an_account_is_given_the_role_of_the_owner_in_all_tournaments(planilla: Planilla) -> None:
    planilla("account", "new", "Ana")
    given = planilla("account", "grant", "Ana", "--role", "owner")
    assert given.out.startswith("Ana has the role “Organiser” in * (")
    assert planilla("account", "list").out.splitlines()[2] == "  *  Organiser"
    assert planilla("account", "revoke", "Ana", "*").out == "1 role taken from Ana.\n"
    for wrong in (("muestra", "--role", "owner"), ("--role", "deputy"), ("*", "--role", "deputy")):
        refused = planilla("account", "grant", "Ana", *wrong)
        assert refused.code == 2
        assert "The role of the owner is for all tournaments" in refused.err


def test_an_account_is_invited_again_and_disabled(planilla: Planilla) -> None:
    first = planilla("account", "new", "Ana").out
    second = planilla("account", "invite", "Ana").out
    assert second.startswith("http://127.0.0.1:8000/account/accept#")
    assert first != second
    assert planilla("account", "end-sessions", "Ana").out == "0 sessions ended.\n"
    assert planilla("account", "sign-ins", "Ana").out == ""
    assert planilla("account", "remove-passkeys", "Ana").out == "0 passkeys removed.\n"
    gone = planilla("account", "disable", "Ana")
    assert (gone.code, gone.out) == (0, "Ana is disabled; all its sessions have ended.\n")
    assert planilla("account", "disable", "Ana").code == 1
    assert ", disabled " in planilla("account", "list").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param(("new", "ANA"), "There is already an account “ANA”.", id="a name twice"),
        pytest.param(("new", " "), "at most 60 characters", id="no name"),
        pytest.param(("invite", "Bea"), "There is no open account “Bea”.", id="nobody"),
        pytest.param(("invite", "Carl"), "There is no open account “Carl”.", id="disabled"),
        pytest.param(("disable", "Bea"), "There is no open account “Bea”.", id="nobody disabled"),
        pytest.param(("grant", "Ana", "nowhere"), "nowhere", id="no tournament"),
        pytest.param(
            ("grant", "Ana", "muestra", "--role", "king"), "There is no role king.", id="no role"
        ),
    ],
)
def test_a_wrong_call_is_refused_in_a_sentence(
    planilla: Planilla, arguments: tuple[str, ...], said: str
) -> None:
    for name in ("Ana", "Carl"):
        planilla("account", "new", name)
    planilla("account", "disable", "Carl")
    refused = planilla("account", *arguments)
    assert (refused.code != 0, said in refused.err) == (True, True), refused
