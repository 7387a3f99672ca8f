"""Tables of ballots: the same ballots as in JSON, and each fault at its cell."""

import json
from pathlib import Path
from typing import Any

import pytest

from planilla.domain.allocation.hungarian import Ballots, Goal, allocate
from planilla.domain.allocation.team_formation import TeamBallots, TeamMode, form
from planilla.formats.ballot_table import read_table
from planilla.formats.ballots import ReadBallots, read_ballots

GOLDEN = Path(__file__).parents[1] / "golden" / "assignment"
MAX, MIN = (
    json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    for name in ("hungarian_max", "hungarian_min")
)


def ballots(text: str) -> Ballots | TeamBallots:
    read = read_table(text.encode())
    assert isinstance(read, ReadBallots), read
    return read.ballots


def faults(text: str) -> list[tuple[int, int, str]]:
    read = read_table(text.encode())
    assert not isinstance(read, ReadBallots)
    return [(each.line, each.column, each.code) for each in read]


def table(corner: str, book: dict[str, Any], rows: list[list[int]], delimiter: str) -> str:
    lines = [[corner, *book["options"]]]
    lines += [[name, *map(str, row)] for name, row in zip(book["players"], rows, strict=True)]
    return "\r\n".join(delimiter.join(line) for line in lines)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("corner", ["", "votes", "Votos", "max:100"])
def test_the_votes_of_the_book_are_those_of_its_json(corner: str, delimiter: str) -> None:
    read = read_ballots((GOLDEN / "hungarian_max.json").read_bytes())
    assert isinstance(read, ReadBallots)
    found = ballots(table(corner, MAX, MAX["votes"], delimiter))
    assert isinstance(found, Ballots)
    assert isinstance(read.ballots, Ballots)
    assert (found.players, found.options, found.rows) == (
        read.ballots.players,
        read.ballots.options,
        read.ballots.rows,
    )
    assert allocate(found).total == MAX["optimum"]


@pytest.mark.parametrize("corner", ["ranks", "min", "Preferencias"])
def test_the_ranks_of_the_book_are_those_of_its_json(corner: str) -> None:
    read = read_ballots((GOLDEN / "hungarian_min.json").read_bytes())
    assert isinstance(read, ReadBallots)
    found = ballots("\ufeff" + table(corner, MIN, MIN["preferences"], ";"))
    assert isinstance(found, Ballots)
    assert isinstance(read.ballots, Ballots)
    assert found.goal is Goal.MIN
    assert found.rows == read.ballots.rows


def test_options_have_places_and_names_may_be_in_quotes() -> None:
    """The best is Ana north 7, and the two places of the south for Bo 4 and Carl 8."""
    found = ballots(
        '"votes : 10","Hall, ""north""",South:2\n\n Ana ,7,3\n"Bo\nBosch",6,4\nCarl,2,8\n,,\n'
    )
    assert isinstance(found, Ballots)
    assert found.options == ('Hall, "north"', "South")
    assert found.players == ("Ana", "Bo Bosch", "Carl")
    assert (found.votes, found.places) == (10, (1, 2))
    assert allocate(found).assignment == (0, 1, 1)
    assert allocate(found).total == 19


def test_empty_cells_are_no_votes_and_an_empty_row_no_preferences() -> None:
    votes = ballots("votes:3,A,B\nAna,3\nBo,,3\n")
    assert isinstance(votes, Ballots)
    assert votes.rows == ((3, 0), (0, 3))
    ranks = ballots("ranks,A,B\nAna,,\nBo,2,1\n")
    assert isinstance(ranks, Ballots)
    assert ranks.rows == ((), (2, 1))


@pytest.mark.parametrize(("corner", "votes"), [("A", 12), ("b:2", 16)])
def test_players_vote_for_players_and_form_teams(corner: str, votes: int) -> None:
    """A1: 4 players x 3 (mode B: 4) x 2 / 2."""
    rest = votes - 6
    found = ballots(
        f"{corner};Ana;Bo;Carl;Dora\nAna;;6;{rest - 1};1\nBo;6;0;{rest - 1};1\n"
        f"Carl;{rest - 1};1;;6\nDora;1;{rest - 1};6;\n"
    )
    assert isinstance(found, TeamBallots)
    assert found.mode is TeamMode(corner[0].upper())
    assert found.rows[0] == (0, 6, rest - 1, 1)
    assert len(form(found).teams) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("", [(1, 1, "no-table")], id="nothing"),
        pytest.param("votes\nAna\n", [(1, 1, "no-table")], id="no options"),
        pytest.param("votes,A,B\n", [(1, 1, "no-table")], id="no players"),
        pytest.param("often,A\nAna,100\n", [(1, 1, "bad-corner")], id="no mode"),
        pytest.param("votes:0,A\nAna,0\n", [(1, 1, "bad-corner")], id="no votes to give"),
        pytest.param("votes,,B\nAna,50,50\n", [(1, 7, "no-name")], id="an option without name"),
        pytest.param("votes,A\n,100\nBo,100\n", [(2, 1, "no-name")], id="a player without name"),
        pytest.param(f"votes,{'x' * 201}\nAna,100\n", [(1, 7, "no-name")], id="too long a name"),
        pytest.param("votes,A:0\nAna,100\n", [(1, 7, "bad-places")], id="no places"),
        pytest.param("votes,A,B\nAna,50,x\n", [(2, 8, "bad-cell")], id="no number"),
        pytest.param("ranks,A,B\nAna,1,\n", [(3, 1, "bad-cell")], id="half a list of ranks"),
        pytest.param("ranks,A,B\nAna,,1\n", [(2, 5, "bad-cell")], id="half a list, first cell"),
        pytest.param('votes,A\n"Ana,100\n', [(2, 1, "bad-quotes")], id="open quotes"),
        pytest.param('votes,A\nAna,"1"00\n', [(2, 5, "bad-quotes")], id="text after quotes"),
        pytest.param("A,Ana,Carl\nAna,,6\nBo,6,\n", [(1, 7, "other-player")], id="other columns"),
        pytest.param("votes,A,B\nAna,60,40\nBo,60,41\n", [(3, 1, "votes-sum")], id="too many"),
        pytest.param("votes,A\nAna,100\nAna,100\n", [(3, 1, "name-twice")], id="a player twice"),
        pytest.param("votes,A,A\nAna,50,50\n", [(1, 9, "name-twice")], id="an option twice"),
        pytest.param("votes,A,B\nAna,110,-10\n", [(2, 9, "vote-range")], id="a negative vote"),
        pytest.param("votes,A\nAna,60,40\n", [(2, 1, "row-length")], id="a value too many"),
        pytest.param("ranks,A,B\nAna,1,1\n", [(2, 1, "ranks")], id="a rank twice"),
        pytest.param("A:9,Ana,Bo\nAna,,6\nBo,6,\n", [(1, 1, "size")], id="too large a team"),
        pytest.param("A,Ana,Bo\nAna,1,5\nBo,6,\n", [(2, 5, "own-vote")], id="a vote for oneself"),
    ],
)
def test_each_fault_is_at_its_cell(text: str, expected: list[tuple[int, int, str]]) -> None:
    assert faults(text) == expected


def test_a_file_that_is_no_text_is_refused_at_its_place() -> None:
    read = read_table(b"votes,A\nAn\xff,100\n")
    assert not isinstance(read, ReadBallots)
    assert [(each.line, each.column, each.code) for each in read] == [(2, 3, "not-utf-8")]
