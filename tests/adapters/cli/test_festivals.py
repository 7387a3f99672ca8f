"""Festivals on the command line: joined, shown, listed and left, with a link for all of one."""

import json
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla


@pytest.fixture
def data(database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder of the settings; its database holds the tournament `muestra`."""
    monkeypatch.setenv("PLANILLA_DATA_DIR", str(database.parent))
    return database.parent


@pytest.mark.usefixtures("data")
def test_tournaments_join_a_festival_and_leave_it(planilla: Planilla) -> None:
    assert planilla("festival", "list").code == 1
    nameless = planilla("festival", "join", "muestra", "summer")
    assert (nameless.code, "give it a name (--name)" in nameless.err) == (2, True)
    said = ("--name", "Summer", "--place", "Masnou", "--from", "2026-07-04", "--to", "2026-07-12")
    assert planilla("festival", "join", "muestra", "summer", *said).code == 0
    planilla("act", "second", "create-tournament", '{"name": "Second", "rounds": 3}')
    assert planilla("festival", "join", "second", "summer").code == 0
    assert planilla("festival", "list").out == "summer\tSummer\tmuestra, second\n"
    shown = planilla("festival", "show", "summer").out.splitlines()
    assert shown[0] == "Summer, Masnou, 4 July 2026, 12 July 2026"
    assert shown[2] == "second: Second, round 0, 0 entrants"
    again = json.loads(planilla("festival", "join", "second", "summer", "--json").out)
    assert again["status"] == "already"
    refused = planilla("festival", "join", "second", "winter", "--name", "Winter")
    assert (refused.code, "take it out of that one first" in refused.err) == (1, True)
    made = planilla("link", "new", "festival/summer", "--role", "check-in")
    assert "/enter#" in made.out
    assert planilla("link", "new", "festival/none").code == 2
    assert planilla("festival", "leave", "second").code == 0
    one = json.loads(planilla("festival", "show", "summer", "--json").out)
    assert one["tournaments"] == ["muestra"]
    assert planilla("festival", "show", "none").code == 2


@pytest.mark.usefixtures("data")
def test_an_announcement_names_what_each_tournament_did(planilla: Planilla) -> None:
    planilla("act", "second", "create-tournament", '{"name": "Second", "rounds": 3}')
    for each in ("muestra", "second"):
        planilla("festival", "join", each, "summer", "--name", "Summer")
    for number in range(5):
        planilla("act", "second", "post-notice", f'{{"note": "Notice {number}"}}')
    done = planilla("festival", "announce", "summer", "Lunch at 14:00", "--id", "lunch")
    assert done.code == 1
    first, second = done.out.splitlines()
    assert first.startswith("muestra: announced (v")
    assert second.startswith("second: ")
    assert "announced" not in second
    again = planilla("festival", "announce", "summer", "Lunch at 14:00", "--id", "lunch")
    assert again.out == done.out
    one = planilla("festival", "announce", "summer", "Tea", "--only", "muestra")
    assert (one.code, len(one.out.splitlines())) == (0, 1)
    assert planilla("festival", "announce", "summer", "Tea", "--only", "third").code == 2
    assert planilla("festival", "announce", "winter", "Tea").code == 2
