"""Parsers of the records of teams: 310 or 013, 300, 320, 330, 352 and 362.

In a file of individuals these lines are kept unread. The crosstable of teams is built from them
(`team_crosstable`), so here a line that cannot be read is a fault. Source: FIDE TRF26, records of
teams.
"""

import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from planilla.domain.vocabulary import GameResult
from planilla.formats.trf.document import Hundredths, TrfDocument
from planilla.formats.trf.figures import number_of, points_of
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.records import UnreadableRecord, ids_from

TEAM_310, TEAM_013 = "310", "013"
TEAM_NUMBER_MAX = 999
_SIGNS = {
    "+-": GameResult.WHITE_WINS_BY_FORFEIT,
    "-+": GameResult.BLACK_WINS_BY_FORFEIT,
    "--": GameResult.BOTH_FORFEIT,
}
_MATCH_POINTS = re.compile(r"T([WDL])\s*(\d*(?:[.,]\d{1,2})?)", re.IGNORECASE)
USUAL_MATCH_POINTS: dict[str, Hundredths] = {"W": 200, "D": 100, "L": 0}
_COLOURS = re.compile(r"[WB]+")
USUAL_COLOURS = "WB"


class TeamLine(NamedTuple):
    """310 or 013: a team, its strength (0 without), and its players in board order."""

    line: int
    number: int
    name: str
    strength: int
    players: tuple[int, ...]


class LineUp(NamedTuple):
    """300: the players of a team by board in one match; 0 is an empty board."""

    line: int
    round: int
    team: int
    opponent: int
    players: tuple[int, ...]


class TeamByes(NamedTuple):
    """320: the points of a pairing-allocated bye, and the team with the bye by round; 0 is none."""

    line: int
    match_points: Hundredths | None
    game_points: Hundredths | None
    teams: tuple[int, ...]


class TeamForfeit(NamedTuple):
    """330: a match forfeited as a whole; the result is that of the White team."""

    line: int
    result: GameResult
    round: int
    white: int
    black: int


class TeamRecords(NamedTuple):
    """All records of teams of a file. `colours` are those of the White team, board by board."""

    teams: tuple[TeamLine, ...]
    line_ups: tuple[LineUp, ...]
    byes: tuple[TeamByes, ...]
    forfeits: tuple[TeamForfeit, ...]
    colours: str
    match_points: dict[str, Hundredths]


R = TypeVar("R")


def read_teams(document: TrfDocument, findings: Findings) -> TeamRecords:
    """Return the records of teams; one that cannot be read is reported and left out.

    Records 013 are ignored if there are records 310. The teams of 013 are numbered in order.
    """
    teams = _read(document, findings, TEAM_310, _team_of)
    if not teams:
        teams = tuple(
            team._replace(number=place)
            for place, team in enumerate(_read(document, findings, TEAM_013, _old_team_of), start=1)
        )
    colours = _read(document, findings, "352", _colours_of)
    worth = _read(document, findings, "362", _match_points_of)
    return TeamRecords(
        teams=teams,
        line_ups=_read(document, findings, "300", _line_up_of),
        byes=_read(document, findings, "320", _byes_of),
        forfeits=_read(document, findings, "330", _forfeit_of),
        colours=colours[-1] if colours else "",
        match_points={**USUAL_MATCH_POINTS, **(worth[-1] if worth else {})},
    )


def has_teams(document: TrfDocument) -> bool:
    """Return whether a file is of teams."""
    return any(line.text.startswith((TEAM_310, TEAM_013)) for line in document.lines)


def _read(
    document: TrfDocument, findings: Findings, code: str, read: Callable[[int, str], R]
) -> tuple[R, ...]:
    found = []
    for number, line in enumerate(document.lines, start=1):
        if not line.text.startswith(code):
            continue
        try:
            found.append(read(number, line.text))
        except UnreadableRecord as why:
            findings.fault(
                number,
                why.column,
                "unreadable",
                record=code,
                found=line.text[why.column - 1 :][:40].strip(),
                expected=why.expected,
            )
    return tuple(found)


def _team_of(line: int, text: str) -> TeamLine:
    return TeamLine(
        line,
        _number(text, 4, 7),
        text[8:40].strip(),
        number_of(text[47:53]) or 0,
        ids_from(text, 73),
    )


def _old_team_of(line: int, text: str) -> TeamLine:
    return TeamLine(line, 0, text[4:36].strip(), 0, ids_from(text, 36))


def _line_up_of(line: int, text: str) -> LineUp:
    players = tuple(_board_player(text, start) for start in range(16, len(text.rstrip()), 5))
    return LineUp(line, _number(text, 4, 7), _number(text, 8, 11), _number(text, 12, 15), players)


def _board_player(text: str, start: int) -> int:
    written = text[start : start + 4]
    number = number_of(written) if written.strip() else 0
    if number is None:
        raise UnreadableRecord(start + 1, "0-9999")
    return number


def _byes_of(line: int, text: str) -> TeamByes:
    teams = tuple(_bye_team(text, start) for start in range(14, len(text.rstrip()), 4))
    return TeamByes(line, _points(text, 4, 8), _points(text, 9, 13), teams)


def _bye_team(text: str, start: int) -> int:
    written = text[start : start + 3]
    number = number_of(written) if written.strip() else 0
    if number is None:
        raise UnreadableRecord(start + 1, "0-999")
    return number


def _forfeit_of(line: int, text: str) -> TeamForfeit:
    result = _SIGNS.get(text[4:6])
    if result is None:
        raise UnreadableRecord(5, "+-, -+, --")
    return TeamForfeit(
        line, result, _number(text, 7, 10), _number(text, 11, 14), _number(text, 15, 18)
    )


def _colours_of(_: int, text: str) -> str:
    colours = text[4:].strip().upper()
    if not _COLOURS.fullmatch(colours):
        raise UnreadableRecord(5, "WBWB")
    return colours


def _match_points_of(_: int, text: str) -> dict[str, Hundredths]:
    pairs = _MATCH_POINTS.findall(text[4:])
    if not pairs or _MATCH_POINTS.sub("", text[4:]).strip():
        raise UnreadableRecord(5, "TW 2.0")
    values = {symbol.upper(): points_of(written) for symbol, written in pairs}
    if None in values.values():
        raise UnreadableRecord(5, "TW 2.0")
    return {symbol: points for symbol, points in values.items() if points is not None}


def _number(text: str, start: int, end: int) -> int:
    number = number_of(text[start:end])
    if not number:
        raise UnreadableRecord(start + 1, f"1-{TEAM_NUMBER_MAX}")
    return number


def _points(text: str, start: int, end: int) -> Hundredths | None:
    written = text[start:end]
    if not written.strip():
        return None
    points = points_of(written)
    if points is None or points < 0:
        raise UnreadableRecord(start + 1, "1.0")
    return points
