"""Files of ballots: each fault at its place, with a stable code."""

import json
from typing import Any

import pytest

from planilla.domain.allocation.hungarian import Ballots
from planilla.domain.allocation.team_formation import TeamBallots
from planilla.formats.ballots import BallotRemark, ReadBallots, read_ballots
from planilla.presentation.catalogue import LANGUAGES, tr

FILE: dict[str, Any] = {
    "mode": "max",
    "players": ["Ana", "Berta"],
    "options": ["A", "B"],
    "votes": [[60, 40], [70, 30]],
}


def written(**fields: Any) -> bytes:
    """A file in which each field has a line; None leaves a field out."""
    value = {name: field for name, field in (FILE | fields).items() if field is not None}
    lines = (f'"{name}": {json.dumps(field)}' for name, field in value.items())
    return ("{\n" + ",\n".join(lines) + "\n}").encode()


def remarks(data: bytes) -> list[BallotRemark]:
    read = read_ballots(data)
    assert not isinstance(read, ReadBallots)
    return [*read]


def test_a_file_becomes_ballots() -> None:
    read = read_ballots(written(vetoes=[["Berta", "A"]], note="for the club"))
    assert isinstance(read, ReadBallots)
    assert isinstance(read.ballots, Ballots)
    assert read.ballots.rows == ((60, 40), (70, 30))
    assert read.ballots.vetoes == {(1, 0)}
    assert read.unread == ("note",)


def test_options_have_the_places_of_the_file() -> None:
    read = read_ballots(written(places=[1, 2]))
    assert isinstance(read, ReadBallots)
    assert isinstance(read.ballots, Ballots)
    assert read.ballots.places == (1, 2)


def test_ranks_have_two_names_and_rows_may_be_missing() -> None:
    for name in ("ranks", "preferences"):
        read = read_ballots(written(mode="min", votes=None, **{name: [[0, 1], None]}))
        assert isinstance(read, ReadBallots)
        assert read.ballots.rows == ((0, 1), ())


@pytest.mark.parametrize(
    ("data", "line", "column", "code"),
    [
        pytest.param(b'{"players":\n ["\xff"]}', 2, 4, "not-utf-8", id="not UTF-8"),
        pytest.param(b'{"mode": "max",\n ]', 2, 2, "not-json", id="not JSON"),
        pytest.param(b"[" * 100_000, 1, 1, "not-json", id="nested too deeply"),
        pytest.param(b"[1]", 1, 1, "bad-file", id="an array"),
        pytest.param(written(mode=None), 1, 1, "bad-mode", id="no mode"),
        pytest.param(written(mode="most"), 2, 9, "bad-mode", id="unknown mode"),
        pytest.param(written(players=["Ana", ""]), 3, 20, "bad-players", id="an empty name"),
        pytest.param(written(votes=None), 1, 1, "bad-votes", id="no votes"),
        pytest.param(written(votes=[[60, 40], [70, 1.5]]), 5, 26, "bad-votes", id="half a vote"),
        pytest.param(written(votes=[[60, 40], [70, True]]), 5, 26, "bad-votes", id="a truth"),
        pytest.param(written(votes_per_player=0), 6, 21, "bad-votes_per_player", id="no budget"),
        pytest.param(written(vetoes=[["Ana"]]), 6, 12, "bad-vetoes", id="half a veto"),
        pytest.param(written(places=[1]), 6, 11, "bad-places", id="places of one option"),
        pytest.param(written(places=[1, 0]), 6, 15, "bad-places", id="no places"),
        pytest.param(written(players=["Ana", "Ana"]), 3, 20, "name-twice", id="a name twice"),
        pytest.param(written(vetoes=[["Eva", "A"]]), 6, 13, "unknown-name", id="a stranger"),
        pytest.param(written(vetoes=[["Ana", "Z"]]), 6, 20, "unknown-name", id="no such option"),
        pytest.param(written(options=[]), 4, 12, "size", id="no options"),
        pytest.param(written(options=None), 1, 1, "size", id="options left out"),
        pytest.param(b'{"mode": "max", "players": [], "votes": []}', 1, 28, "size", id="nobody"),
        pytest.param(written(votes=[[60, 40]]), 5, 10, "rows", id="a row too few"),
        pytest.param(written(votes=[[60, 40], [100]]), 5, 21, "row-length", id="a short row"),
        pytest.param(written(votes=[[60, 40], [-1, 101]]), 5, 22, "vote-range", id="below zero"),
        pytest.param(
            written(mode="min", votes=None, ranks=[[0, 1], [1, 1]]),
            5,
            19,
            "ranks",
            id="a rank twice",
        ),
    ],
)
def test_a_fault_has_its_place_and_code(data: bytes, line: int, column: int, code: str) -> None:
    first = remarks(data)[0]
    assert (first.line, first.column, first.code) == (line, column, code)
    for language in LANGUAGES:
        assert tr(language, f"allocation.{code}", **first.fields)


TEAMS: dict[str, Any] = {
    "mode": "A",
    "options": None,
    "players": ["Ana", "Berta", "Eva"],
    "votes": [[0, 4, 5], [4, 0, 5], [4, 5, 0]],
}


def test_votes_for_players_become_ballots_of_teams() -> None:
    read = read_ballots(written(**TEAMS, lots=["Eva", "Ana", "Berta"]))
    assert isinstance(read, ReadBallots)
    assert isinstance(read.ballots, TeamBallots)
    assert (read.ballots.mode, read.ballots.team, read.ballots.lots) == ("A", 2, (2, 0, 1))


@pytest.mark.parametrize(
    ("changed", "line", "column", "code"),
    [
        pytest.param({"lots": ["Eva", "Ana"]}, 5, 9, "bad-lots", id="a lot too few"),
        pytest.param({"team": 1}, 5, 9, "bad-team", id="a team of one"),
        pytest.param({"team": 4}, 5, 9, "size", id="a team of more than all"),
        pytest.param(
            {"votes": [[0, 4, 5], [4, 0, 6], [4, 5, 0]]}, 4, 22, "votes-sum", id="a vote more"
        ),
        pytest.param(
            {"votes": [[0, 4, 5], [4, 1, 4], [4, 5, 0]]}, 4, 26, "own-vote", id="for oneself"
        ),
    ],
)
def test_a_fault_of_votes_for_players_has_its_place(
    changed: dict[str, Any], line: int, column: int, code: str
) -> None:
    first = remarks(written(**(TEAMS | changed)))[0]
    assert (first.line, first.column, first.code) == (line, column, code)
    for language in LANGUAGES:
        assert tr(language, f"allocation.{code}", **first.fields)


def test_all_faults_are_told_together() -> None:
    codes = [remark.code for remark in remarks(written(votes=[[60, 41], [70, 29]]))]
    assert codes == ["votes-sum", "votes-sum"]
