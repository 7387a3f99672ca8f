"""The records of teams, column by column, and what is wrong with them."""

import pytest

from planilla.domain.vocabulary import GameResult
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.team_records import (
    LineUp,
    TeamByes,
    TeamForfeit,
    TeamLine,
    TeamRecords,
    has_teams,
    read_teams,
)

PLAYER = "001    1      Reyes, Ana" + " " * 60


def read(*lines: str) -> tuple[TeamRecords, list[tuple[int, int, str, str]]]:
    """The records after a first line with a player, and the faults: place, record, expected."""
    document = read_trf("\n".join((PLAYER, *lines)).encode(), "teams.trf")
    assert not isinstance(document, tuple)
    findings = Findings("teams.trf")
    records = read_teams(document, findings)
    faults = [
        (each.line, each.column, str(each.fields["record"]), str(each.fields["expected"]))
        for each in findings.faults
    ]
    return records, faults


INDIA = f"{'310   7 India':<47}{2650:>6}{'':>21}" + "    1    2   13"


def test_a_team_has_number_name_strength_and_players_in_board_order() -> None:
    records, faults = read(INDIA)
    assert records.teams == (TeamLine(2, 7, "India", 2650, (1, 2, 13)),)
    assert faults == []


def test_teams_of_the_old_record_have_their_places_as_numbers() -> None:
    records, _ = read(f"{'013 Reyes':<36}   1    2", f"{'013 Torres':<36}   3    4")
    assert records.teams == (
        TeamLine(2, 1, "Reyes", 0, (1, 2)),
        TeamLine(3, 2, "Torres", 0, (3, 4)),
    )


def test_old_records_say_nothing_beside_the_new_ones() -> None:
    records, _ = read(f"{'013 Reyes':<36}   1    2", INDIA)
    assert [team.name for team in records.teams] == ["India"]


def test_a_line_up_keeps_its_empty_boards() -> None:
    records, _ = read("300   3   7  12    1 0000        13")
    assert records.line_ups == (LineUp(2, 3, 7, 12, (1, 0, 0, 13)),)


def test_byes_of_teams_stand_by_round() -> None:
    records, _ = read("320  1.0  2.0 000 012     007", "320           001")
    assert records.byes == (
        TeamByes(2, 100, 200, (0, 12, 0, 7)),
        TeamByes(3, None, None, (1,)),
    )


@pytest.mark.parametrize(
    ("signs", "result"),
    [
        ("+-", GameResult.WHITE_WINS_BY_FORFEIT),
        ("-+", GameResult.BLACK_WINS_BY_FORFEIT),
        ("--", GameResult.BOTH_FORFEIT),
    ],
)
def test_a_forfeited_match_has_a_result_from_the_white_team(signs: str, result: GameResult) -> None:
    records, _ = read(f"330 {signs}   6   6   1")
    assert records.forfeits == (TeamForfeit(2, result, 6, 6, 1),)


def test_colours_and_match_points_are_read_and_otherwise_usual() -> None:
    usual, _ = read()
    assert (usual.colours, usual.match_points) == ("", {"W": 200, "D": 100, "L": 0})
    said, _ = read("352 WBBW", "362 TW 3.0    TD 1.0")
    assert (said.colours, said.match_points) == ("WBBW", {"W": 300, "D": 100, "L": 0})


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        pytest.param("310 x   India", 5, "1-999", id="no number of a team"),
        pytest.param(f"{'310   7 India':<73}   1    x", 82, "1-9999", id="no number of a player"),
        pytest.param("300   3   7       1", 13, "1-999", id="a line-up without opponents"),
        pytest.param("300   3   7  12   1x", 17, "0-9999", id="no player of a line-up"),
        pytest.param("320  1,x  2.0 000", 5, "1.0", id="no match points"),
        pytest.param("320  1.0 -2.0 000", 10, "1.0", id="less than nothing"),
        pytest.param("320  1.0  2.0 000 x", 19, "0-999", id="no team with a bye"),
        pytest.param("330 ==   6   6   1", 5, "+-, -+, --", id="no forfeit"),
        pytest.param("330 +-   x   6   1", 8, "1-999", id="no round"),
        pytest.param("352 WX", 5, "WBWB", id="no colours"),
        pytest.param("362 two", 5, "TW 2.0", id="no match points at all"),
        pytest.param("362 TW", 5, "TW 2.0", id="without its points"),
    ],
)
def test_what_cannot_be_read_is_a_fault_with_its_place(
    line: str, column: int, expected: str
) -> None:
    records, faults = read(line)
    assert faults == [(2, column, line[:3], expected)]
    assert records == read()[0]


def test_acceleration_of_teams_in_match_points_is_kept_as_it_is() -> None:
    document = read_trf(f"{PLAYER}\n250  2          1   1    1    2\n".encode(), "teams.trf")
    assert not isinstance(document, tuple)
    assert [each.code for each in document.notes] == ["kept-lines"]


@pytest.mark.parametrize(
    ("lines", "teams"), [((INDIA,), True), (("013 Reyes",), True), (("330 +-",), False)]
)
def test_a_file_is_of_teams_where_it_has_a_team(lines: tuple[str, ...], *, teams: bool) -> None:
    document = read_trf("\n".join((PLAYER, *lines)).encode(), "teams.trf")
    assert not isinstance(document, tuple)
    assert has_teams(document) is teams
