"""The contest of a team tournament: a tally of match points and one of game points.

Both tallies have the same unit.

A match is *played* if at least one of its games was. Without a game played, the team with more game
points won by forfeit; with equal game points above 0 the match counts as played. A match with a
missing result counts 0 in both scores until it is complete.
"""

from collections.abc import Sequence
from math import lcm
from typing import Any, NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.teams import (
    GAME,
    MATCH,
    Match,
    TeamCrosstable,
    result_of_match,
    scored_in,
    worth_of_bye,
)
from planilla.domain.tiebreaks.arrays import Array, np
from planilla.domain.tiebreaks.contest import (
    NOBODY,
    BoardResults,
    Contest,
    Grid,
    RoundKind,
    Tally,
    exact,
)
from planilla.domain.vocabulary import ByeKind, GameResult

_BOTH_OPEN = (RoundKind.OPEN, RoundKind.OPEN)
_BOTH_PLAYED = (RoundKind.PLAYED, RoundKind.PLAYED)
_FIRST_CAME = (RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS)
_SECOND_CAME = (RoundKind.FORFEIT_LOSS, RoundKind.FORFEIT_WIN)
_NOBODY_CAME = (RoundKind.FORFEIT_LOSS, RoundKind.FORFEIT_LOSS)
_KINDS = {
    GameResult.OPEN: _BOTH_OPEN,
    GameResult.WHITE_WINS_BY_FORFEIT: _FIRST_CAME,
    GameResult.BLACK_WINS_BY_FORFEIT: _SECOND_CAME,
    GameResult.BOTH_FORFEIT: _NOBODY_CAME,
}


class _Cell(NamedTuple):
    """One round of one team: match points, game points, and boards."""

    opponent: Seat
    kind: RoundKind
    match: int
    games: int
    outcome: int = 0
    is_second: bool = False
    points: tuple[int, ...] = ()
    played: bytes = b""
    blacks: bytes = b""


def contest_of_teams(table: TeamCrosstable) -> Contest:
    """Return the contest of the teams of a crosstable; its primary score comes first."""
    rows = _rows(table)
    each = {MATCH: _match_tally(table, rows), GAME: _game_tally(table, rows)}
    secondary = GAME if table.primary == MATCH else MATCH
    return Contest(
        tallies={table.primary: each[table.primary], secondary: each[secondary]},
        ratings=tuple(team.rating for team in table.teams),
        rounds_planned=table.rounds_planned,
        lots=table.lots,
        boards=BoardResults(
            boards=table.boards,
            points=[[_times(_game_scale(table), cell.points) for cell in row] for row in rows],
            played=[[cell.played for cell in row] for row in rows],
            blacks=[[cell.blacks for cell in row] for row in rows],
        ),
    )


def _rows(table: TeamCrosstable) -> list[list[_Cell]]:
    """Return the rounds of each team, by seat."""
    absent = _Cell(
        NOBODY,
        RoundKind.FREE if table.predetermined else RoundKind.REQUESTED,
        0,
        table.boards * table.game_points.zero_bye,
    )
    rows: list[list[_Cell]] = [[] for _ in table.teams]
    for played in table.rounds:
        of_seat = {seat: _bye(table, kind) for seat, kind in played.byes}
        for match in played.matches:
            of_seat[match.first], of_seat[match.second] = _of_match(table, match)
        for seat, row in enumerate(rows):
            row.append(of_seat.get(seat, absent))
    return rows


def _bye(table: TeamCrosstable, bye: ByeKind) -> _Cell:
    """Return a round without a match; at each board a pairing-allocated bye is a win (C.07, 12)."""
    games, boards = table.game_points, table.boards
    match, total = worth_of_bye(table, bye)
    kind, at_board = {
        ByeKind.PAIRING_ALLOCATED: (RoundKind.FULL_BYE, games.win),
        ByeKind.FULL_POINT: (RoundKind.FULL_BYE, games.full_bye),
        ByeKind.HALF_POINT: (RoundKind.REQUESTED, games.half_bye),
        ByeKind.ZERO_POINT: (RoundKind.REQUESTED, games.zero_bye),
    }[bye]
    return _Cell(
        NOBODY,
        RoundKind.FREE if table.predetermined else kind,
        match,
        total,
        points=(at_board,) * boards,
        played=bytes(boards),
        blacks=bytes(boards),
    )


def _of_match(table: TeamCrosstable, match: Match) -> tuple[_Cell, _Cell]:
    scored = scored_in(match, table.boards, table.game_points)
    totals = sum(scored.first), sum(scored.second)
    kinds = _KINDS.get(result_of_match(match, totals), _BOTH_PLAYED)
    worth = table.match_points
    if kinds == _BOTH_OPEN:
        return (
            _Cell(match.second, RoundKind.OPEN, 0, 0),
            _Cell(match.first, RoundKind.OPEN, 0, 0, is_second=True),
        )
    outcomes = _outcomes(kinds, totals)
    match_points = [(worth.loss, worth.draw, worth.win)[outcome] for outcome in outcomes]
    played = _by_board(table, [each.result.is_played for each in match.boards])
    return (
        _Cell(
            match.second,
            kinds[0],
            match_points[0],
            totals[0],
            outcome=outcomes[0],
            points=scored.first,
            played=played,
            blacks=_by_board(table, [not each.first_has_white for each in match.boards]),
        ),
        _Cell(
            match.first,
            kinds[1],
            match_points[1],
            totals[1],
            outcome=outcomes[1],
            is_second=True,
            points=scored.second,
            played=played,
            blacks=_by_board(table, [each.first_has_white for each in match.boards]),
        ),
    )


def _outcomes(kinds: tuple[RoundKind, RoundKind], totals: tuple[int, int]) -> tuple[int, int]:
    """Return 2 for a win and 1 for a drawn match, by team; forfeits count as win and loss."""
    if kinds == _BOTH_PLAYED:
        first, second = totals
        return (first > second) + (first >= second), (second > first) + (second >= first)
    first_kind, second_kind = kinds
    return 2 * (first_kind == RoundKind.FORFEIT_WIN), 2 * (second_kind == RoundKind.FORFEIT_WIN)


def _by_board(table: TeamCrosstable, said: Sequence[bool]) -> bytes:
    """Return one byte per board; 0 for boards without an entry."""
    return bytes(said) + bytes(table.boards - len(said))


def _unit(table: TeamCrosstable) -> int:
    return lcm(table.match_points.unit, table.game_points.unit)


def _game_scale(table: TeamCrosstable) -> int:
    return _unit(table) // table.game_points.unit


def _times(scale: int, points: tuple[int, ...]) -> tuple[int, ...]:
    return points if scale == 1 else tuple(scale * each for each in points)


def _match_tally(table: TeamCrosstable, rows: Sequence[Sequence[_Cell]]) -> Tally:
    worth = table.match_points
    scale = _unit(table) // worth.unit
    points = [[scale * cell.match for cell in row] for row in rows]
    return _tally(table, rows, points, (scale * worth.win, scale * worth.draw, scale * worth.loss))


def _game_tally(table: TeamCrosstable, rows: Sequence[Sequence[_Cell]]) -> Tally:
    """Return the tally of game points; `win`, `draw` and `loss` are those of a whole match."""
    games, scale = table.game_points, _game_scale(table)
    points = [[scale * cell.games for cell in row] for row in rows]
    at_boards = scale * table.boards
    worth = (at_boards * games.win, at_boards * games.draw, at_boards * games.loss)
    return _tally(table, rows, points, worth)


def _tally(
    table: TeamCrosstable,
    rows: Sequence[Sequence[_Cell]],
    points: list[list[int]],
    worth: tuple[int, int, int],
) -> Tally:
    win, draw, loss = worth
    greatest = max((abs(each) for row in points for each in row), default=0)
    return Tally(
        unit=_unit(table),
        win=win,
        draw=draw,
        loss=loss,
        grid=Grid(
            opponents=_by_round([[cell.opponent for cell in row] for row in rows], table, np.intp),
            points=_by_round(points, table, exact((), greatest, len(table.rounds)).dtype),
            kinds=_by_round([[cell.kind for cell in row] for row in rows], table, np.uint8),
            blacks=_by_round([[cell.is_second for cell in row] for row in rows], table, np.uint8),
            outcomes=_by_round([[cell.outcome for cell in row] for row in rows], table, np.uint8),
        ),
        predetermined=table.predetermined,
    )


def _by_round(rows: Sequence[Sequence[int]], table: TeamCrosstable, dtype: Any) -> Array:
    """Return rows by team as an array by round and team."""
    return np.array(rows, dtype=dtype).reshape(len(table.teams), len(table.rounds)).T
