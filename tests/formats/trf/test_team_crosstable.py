"""A file of teams as their crosstable: matches board by board, byes, and what does not fit."""

import json
from pathlib import Path

import pytest

from dsl.team_files import team_file
from dsl.teams import team_table
from dsl.trf_text import trf
from planilla.domain.scoring import STANDARD
from planilla.domain.teams import Board, Match, MatchPoints, TeamCrosstable
from planilla.domain.tiebreaks.contest import Contest
from planilla.domain.tiebreaks.teams import contest_of_teams
from planilla.domain.vocabulary import ByeKind, GameResult
from planilla.formats.trf.document import TrfRemark
from planilla.formats.trf.reader import read_trf
from planilla.formats.trf.team_crosstable import TrfTeams, teams_of

EXERCISES = Path(__file__).parents[2] / "golden" / "team_tiebreaks" / "exercises.json"


def asked(text: str, rounds: int) -> TrfTeams | tuple[TrfRemark, ...]:
    document = read_trf(text.encode(), "teams.trf")
    assert not isinstance(document, tuple), document
    return teams_of(document, rounds)


def teams(text: str, rounds: int = 1) -> TeamCrosstable:
    found = asked(text, rounds)
    assert isinstance(found, TrfTeams), found
    return found.crosstable


def faults(text: str, rounds: int = 1) -> list[tuple[int, int, str]]:
    found = asked(text, rounds)
    assert isinstance(found, tuple)
    return [(each.line, each.column, each.code) for each in found]


def team(number: int, *players: int) -> str:
    return f"{f'310 {number:>3} Team {number}':<72}" + "".join(f" {each:>4}" for each in players)


TWO = (team(1, 1, 2), team(2, 3, 4))
"""Two teams of two; their players are 1 and 2, 3 and 4. The players' lines follow these two."""


def match(text: str) -> Match:
    (only,) = teams(text).rounds[0].matches
    return only


def boards(*said: tuple[str, bool]) -> tuple[Board, ...]:
    results = {"1": GameResult.WHITE_WINS, "0": GameResult.BLACK_WINS, "=": GameResult.DRAW}
    results |= {"+": GameResult.WHITE_WINS_BY_FORFEIT, "-": GameResult.BLACK_WINS_BY_FORFEIT}
    results |= {"x": GameResult.BOTH_FORFEIT}
    return tuple(Board(results[sign], white) for sign, white in said)


def facts_of(contest: Contest) -> dict[str, object]:
    """All of its tallies, arrays as lists: arrays do not compare to one answer."""
    return {
        name: (
            (tally.unit, tally.win, tally.draw, tally.loss, tally.predetermined),
            {field: getattr(tally.grid, field).tolist() for field in tally.grid._fields},
        )
        for name, tally in contest.tallies.items()
    }


def test_a_file_of_a_tournament_is_that_tournament() -> None:
    rounds = json.loads(EXERCISES.read_text(encoding="utf-8"))["rounds"]
    table = team_table(14, *rounds, rounds_planned=7, strengths=range(2600, 2460, -10))
    found = teams(team_file(table), 7)
    mine, theirs = contest_of_teams(found), contest_of_teams(table)
    assert facts_of(mine) == facts_of(theirs)
    assert mine.boards is not None
    assert theirs.boards is not None
    assert mine.boards.points == theirs.boards.points
    assert (found.teams, found.boards, found.rounds_planned) == (table.teams, 4, 7)


def test_teams_are_in_the_order_of_their_numbers() -> None:
    found = asked(trf([("2w1",), ("1b0",)], team(9, 1), team(3, 2)), 1)
    assert isinstance(found, TrfTeams)
    assert (found.numbers, found.names) == ((3, 9), ("Team 3", "Team 9"))
    assert found.crosstable.rounds[0].matches == (
        Match(first=1, second=0, boards=boards(("1", True))),
    )


# --- boards --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        pytest.param(
            ["3w1", "4b=", "1b0", "2w="], boards(("1", True), ("=", False)), id="in order"
        ),
        pytest.param(
            ["+", "4b=", "Z", "2w="], boards(("+", True), ("=", False)), id="an empty chair"
        ),
        pytest.param(
            ["+", "4b=", "-", "2w="], boards(("+", True), ("=", False)), id="somebody missed it"
        ),
        pytest.param(
            ["3w1", "4b-", "1b0", "2w-"], boards(("1", True), ("x", False)), id="neither came"
        ),
        pytest.param(["3w1", "-", "1b0", "-"], boards(("1", True)), id="nobody was put up"),
        pytest.param(
            ["Z", "3w1", "2b0", "+"], boards(("1", True), ("+", False)), id="the lower board alone"
        ),
    ],
)
def test_both_teams_sit_in_the_order_of_their_records(
    cells: list[str], expected: tuple[Board, ...]
) -> None:
    if cells[3] == "+":
        expected = (expected[0], Board(GameResult.WHITE_WINS_BY_FORFEIT, first_has_white=False))
    played = match(trf([(cell,) for cell in cells], *TWO))
    assert (played.first, played.second, played.boards) == (0, 1, expected)


def test_the_first_team_has_white_on_board_1_whoever_has_the_lower_number() -> None:
    played = match(trf([("3b0",), ("4w=",), ("1w1",), ("2b=",)], *TWO))
    assert (played.first, played.boards) == (1, boards(("1", True), ("=", False)))


def test_a_lower_board_tells_the_colours_where_the_first_was_not_played() -> None:
    # Board 2: the second team has White there, so the first has White on board 1.
    played = match(trf([("3--",), ("4b=",), ("1--",), ("2w=",)], "352 WB", *TWO))
    assert (played.first, played.boards) == (0, boards(("x", True), ("=", False)))
    # With 352 WW: the second team has White on all boards.
    played = match(trf([("3--",), ("4b=",), ("1--",), ("2w=",)], "352 WW", *TWO))
    assert (played.first, played.boards) == (1, boards(("x", True), ("=", True)))


def test_without_colours_the_lower_team_is_first() -> None:
    played = match(trf([("3-+",), ("4-+",), ("1--",), ("2--",)], *TWO))
    assert (played.first, played.boards) == (0, boards(("+", True), ("-", False)))


SWAPPED = [("4w1",), ("3b=",), ("2w=",), ("1b0",)]
"""Player 1 against 4 and 2 against 3: somebody did not sit in order."""
FIRST, SECOND = "300   1   1   2    1    2", "300   1   2   1    4    3"


@pytest.mark.parametrize("line_ups", [(FIRST,), (SECOND,), (FIRST, SECOND)])
def test_a_line_up_tells_who_sat_out_of_order(line_ups: tuple[str, ...]) -> None:
    played = match(trf(SWAPPED, *line_ups, *TWO))
    assert (played.first, played.boards) == (0, boards(("1", True), ("=", False)))


def test_a_line_up_may_leave_boards_empty() -> None:
    # Team 1 put nobody at board 1; 3 was there alone.
    cells = [("Z",), ("4b=",), ("+",), ("2w=",)]
    played = match(trf(cells, "300   1   1   2 0000    2", *TWO))
    assert played.boards == boards(("-", True), ("=", False))
    both = match(trf(cells, "300   1   1   2 0000    2", "300   1   2   1    3    4", *TWO))
    assert both == played


@pytest.mark.parametrize(
    ("cells", "records", "line"),
    [
        pytest.param(SWAPPED, (), 1, id="out of order, without line-ups"),
        pytest.param([("+",), ("4b1",), ("+",), ("2w0",)], (), 1, id="two empty chairs at once"),
        pytest.param(SWAPPED, ("300   1   1   2    1",), 1, id="who sat too is not named"),
        pytest.param(SWAPPED, (FIRST, "300   1   2   1    3    4"), 1, id="they contradict"),
        pytest.param(
            [("3w1",), ("Z",), ("1b0",), ("+",)], ("300   1   1   2    1",), 1, id="a board too few"
        ),
        pytest.param(
            [("3w1",), ("4b0",), ("1b0",), ("2w1",)],
            ("300   1   1   2    1    2", "300   1   2   1    3 0000    4"),
            1,
            id="an opponent is elsewhere",
        ),
    ],
)
def test_boards_that_cannot_be_told_are_a_fault(
    cells: list[tuple[str]], records: tuple[str, ...], line: int
) -> None:
    assert faults(trf(cells, *records, *TWO)) == [(line, 5, "boards-unclear")]


def test_somebody_named_who_did_not_sit_leaves_an_empty_board() -> None:
    # 2 missed board 1; at board 2, where 1 has White, the team of 4 has Black: White on board 1.
    cells = [("4w1",), ("Z",), ("Z",), ("1b0",)]
    played = match(trf(cells, "300   1   1   2    2    1", *TWO))
    assert (played.first, played.boards) == (1, boards(("x", True), ("1", False)))


def test_somebody_named_who_does_not_exist_is_a_fault() -> None:
    text = trf([("3w1",), ("Z",), ("1b0",), ("Z",)], "300   1   1   2    1    9", *TWO)
    assert faults(text) == [(1, 17, "unknown-player")]


def test_a_player_without_a_team_who_never_played_is_no_fault() -> None:
    cells = [("3w1",), ("4b=",), ("1b0",), ("2w=",), ("Z",)]
    assert match(trf(cells, *TWO)).boards == boards(("1", True), ("=", False))


# --- forfeits and byes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "record", "expected"),
    [
        pytest.param(
            ["Z", "Z", "Z", "Z"],
            "330 -+   1   2   1",
            Match(first=1, second=0, result=GameResult.BLACK_WINS_BY_FORFEIT),
            id="nobody has a cell",
        ),
        pytest.param(
            ["3w-", "4b-", "1b-", "2w-"],
            "330 -+   1   1   2",
            Match(first=0, second=1, result=GameResult.BLACK_WINS_BY_FORFEIT),
            id="nobody has won a game",
        ),
        pytest.param(
            ["+", "+", "Z", "Z"],
            "330 -+   1   2   1",
            Match(
                first=1,
                second=0,
                boards=boards(("-", True), ("+", False)),
                result=GameResult.BLACK_WINS_BY_FORFEIT,
            ),
            id="those who came have theirs",
        ),
        pytest.param(
            ["3w+", "4b+", "1b-", "2w-"],
            "330 -+   1   2   1",
            Match(
                first=0,
                second=1,
                boards=boards(("+", True), ("-", False)),
                result=GameResult.WHITE_WINS_BY_FORFEIT,
            ),
            id="by the colours of the boards, not of the record",
        ),
    ],
)
def test_a_match_forfeited_as_a_whole(cells: list[str], record: str, expected: Match) -> None:
    assert match(trf([(cell,) for cell in cells], record, *TWO)) == expected


@pytest.mark.parametrize(
    ("cells", "records", "kind"),
    [
        pytest.param("Z", ("320  1.0  2.0 002",), ByeKind.PAIRING_ALLOCATED, id="320"),
        pytest.param("Z", ("240 F 001    2",), ByeKind.FULL_POINT, id="240 F"),
        pytest.param("Z", ("240 H 001    2",), ByeKind.HALF_POINT, id="240 H"),
        pytest.param("U", (), ByeKind.PAIRING_ALLOCATED, id="its players have U"),
        pytest.param("F", (), ByeKind.FULL_POINT, id="its players have F"),
        pytest.param("H", (), ByeKind.HALF_POINT, id="its players have H"),
        pytest.param("U", ("240 Z 001    2",), ByeKind.ZERO_POINT, id="a record counts more"),
        pytest.param("Z", (), None, id="absent"),
    ],
)
def test_the_bye_of_a_team(cells: str, records: tuple[str, ...], kind: ByeKind | None) -> None:
    text = trf([("2w1",), ("1b0",), (cells,)], *records, team(1, 1), team(2, 3), team(3, 2))
    assert teams(text).rounds[0].byes == (() if kind is None else ((1, kind),))


def test_a_round_to_come_is_not_read() -> None:
    text = trf([("2w1", "H"), ("1b0", "")], "240 F 002    1", team(1, 1), team(2, 2))
    assert len(teams(text, 1).rounds) == 1
    assert teams(text, 0).boards == 0


# --- what it is worth ----------------------------------------------------------------------------

ONE = ([("2w1",), ("1b0",)], team(1, 1), team(2, 2))


def test_match_points_and_byes_are_worth_what_the_file_says() -> None:
    cells, *two = ONE
    found = teams(trf(cells, "362 TW 1.0    TD 0.5", "320  0.5  1.5 000", *two))
    assert found.match_points == MatchPoints(
        unit=2, win=2, draw=1, loss=0, pairing_bye=1, bye_games=3
    )
    assert found.game_points == STANDARD
    usual = teams(trf(cells, "320           000", *two))
    assert usual.match_points == MatchPoints()


def test_a_bye_may_be_worth_quarters_of_a_point() -> None:
    cells, *two = ONE
    found = teams(trf(cells, "320  1.0 0.25 000", *two))
    assert (found.game_points.unit, found.match_points.bye_games) == (4, 1)


@pytest.mark.parametrize(
    ("records", "primary"),
    [
        ((), "MP"),
        (("212 GPTS,BH",), "GP"),
        (("212 MPTS,GPTS", "192 FIDE_TEAM_TYPEB_GP"), "MP"),
        (("192 FIDE_TEAM_TYPEA_GP_MP_BAKU",), "GP"),
        (("192 FIDE_TEAM",), "MP"),
    ],
)
def test_the_score_that_decides(records: tuple[str, ...], primary: str) -> None:
    cells, *two = ONE
    assert teams(trf(cells, *records, *two)).primary == primary


# --- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "records", "expected"),
    [
        pytest.param(
            ["2w1", "1b0"],
            (team(1, 1), team(1, 2)),
            [(2, 5, "duplicate-number"), (4, 5, "without-team")],
            id="a number twice",
        ),
        pytest.param(
            ["2w1", "1b0"], (team(1, 1, 7), team(2, 2)), [(1, 1, "unknown-player")], id="nobody"
        ),
        pytest.param(
            ["2w1", "1b0"],
            (team(1, 1), team(2, 2, 1)),
            [(2, 1, "player-of-two-teams")],
            id="a player of two teams",
        ),
        pytest.param(
            ["2w1", "1b0", "Z"], (team(1, 1), team(2, 3)), [(4, 5, "without-team")], id="of none"
        ),
        pytest.param(
            ["2w1", "1b0"],
            (team(1, 1, 2), team(2)),
            [(1, 5, "forfeits-without-match"), (3, 92, "team-mates"), (4, 92, "team-mates")],
            id="a game within a team",
        ),
        pytest.param(
            ["3w1", "4w1", "1b0", "2b0"],
            (team(1, 1, 2), team(2, 3), team(3, 4)),
            [(1, 5, "two-matches")],
            id="against two teams",
        ),
        pytest.param(
            ["2w1", "1b0"],
            (team(1, 1), team(2, 2), "320  1.0  2.0 002"),
            [(2, 5, "match-and-bye")],
            id="a match and a bye",
        ),
        pytest.param(
            ["+", "Z"],
            (team(1, 1), team(2, 2)),
            [(1, 5, "forfeits-without-match")],
            id="forfeits of nobody's match",
        ),
        pytest.param(
            ["3w1", "4b0", "1b0", "2w1"],
            (*TWO, "352 W"),
            [(1, 5, "too-many-boards")],
            id="more boards than colours",
        ),
        pytest.param(
            ["2w1", "1b0"],
            (team(1, 1), team(2, 2), "320  1.0  2.0 009", "240 H 001    8"),
            [(3, 5, "unknown-team"), (4, 5, "unknown-team")],
            id="byes of nobody",
        ),
        pytest.param(
            ["2w1", "1b0"],
            (team(1, 1), team(2, 2), "330 +-   1   1   9", "300   1   1   1    1"),
            [(3, 5, "unknown-team"), (4, 5, "unknown-team")],
            id="matches of nobody",
        ),
    ],
)
def test_what_does_not_fit_is_a_fault_with_its_place(
    cells: list[str], records: tuple[str, ...], expected: list[tuple[int, int, str]]
) -> None:
    assert faults(trf([(cell,) for cell in cells], *records)) == expected
