"""A team tournament as a report file: each team has as many players as there are boards."""

from dsl.trf_text import trf
from planilla.domain.teams import Board, Match, TeamCrosstable
from planilla.domain.vocabulary import ByeKind, GameResult

_SIGNS = {
    GameResult.WHITE_WINS: "10",
    GameResult.DRAW: "==",
    GameResult.BLACK_WINS: "01",
    GameResult.WHITE_WINS_BY_FORFEIT: "+-",
    GameResult.BLACK_WINS_BY_FORFEIT: "-+",
    GameResult.BOTH_FORFEIT: "--",
    GameResult.OPEN: "??",
}


def team_file(table: TeamCrosstable, *records: str) -> str:
    """The file of a tournament; player `number_of(table, seat, board)` sits where the name says.

    The players of a team without games have zero-point byes; records tell what the team had.
    """
    size = len(table.teams) * table.boards
    cells = [["Z"] * len(table.rounds) for _ in range(size)]
    for at, played in enumerate(table.rounds):
        for match in played.matches:
            _write_match(table, match, at, cells)
    lines = [
        f"142 {table.rounds_planned}",
        f"352 {'WB' * ((table.boards + 1) // 2)}"[: 4 + table.boards],
        *records,
        *_teams(table),
        *_byes(table),
        *_forfeits(table),
    ]
    return trf(cells, *lines)


def number_of(table: TeamCrosstable, seat: int, board: int) -> int:
    """The player at a board (from 1) of the team of a seat."""
    return seat * table.boards + board


def _write_match(table: TeamCrosstable, match: Match, at: int, cells: list[list[str]]) -> None:
    for board, (result, first_has_white) in enumerate(_boards(table, match), start=1):
        seats = (match.first, match.second) if first_has_white else (match.second, match.first)
        white, black = (number_of(table, seat, board) for seat in seats)
        signs = _SIGNS[result]
        cells[white - 1][at] = f"{black}w{signs[0]}"
        cells[black - 1][at] = f"{white}b{signs[1]}"


def _boards(table: TeamCrosstable, match: Match) -> tuple[Board, ...]:
    """The games of a match; one that was forfeited as a whole was forfeited at each board."""
    if match.result is None:
        return match.boards
    whites = [board % 2 == 0 for board in range(table.boards)]
    return tuple(
        Board(match.result if first_has_white else match.result.reversed, first_has_white)
        for first_has_white in whites
    )


def _teams(table: TeamCrosstable) -> list[str]:
    lines = []
    for seat, team in enumerate(table.teams):
        players = [number_of(table, seat, board) for board in range(1, table.boards + 1)]
        head = f"310 {seat + 1:>3} {f'Team {seat + 1}':<32} {'':5} {team.rating or '':>6}"
        lines.append(f"{head:<72}" + "".join(f" {number:>4}" for number in players))
    return lines


def _byes(table: TeamCrosstable) -> list[str]:
    allocated = ["000"] * len(table.rounds)
    lines = []
    for at, played in enumerate(table.rounds):
        for seat, kind in played.byes:
            if kind is ByeKind.PAIRING_ALLOCATED:
                allocated[at] = f"{seat + 1:03}"
            else:
                lines.append(f"240 {kind.value} {at + 1:03} {seat + 1:>4}")
    worth = table.match_points
    if set(allocated) == {"000"}:
        return lines
    match_points = worth.draw if worth.pairing_bye is None else worth.pairing_bye
    games = table.boards * table.game_points.draw if worth.bye_games is None else worth.bye_games
    bye = f"{match_points / worth.unit:>4.1f} {games / table.game_points.unit:>4.1f}"
    return [*lines, f"320 {bye} {' '.join(allocated)}"]


def _forfeits(table: TeamCrosstable) -> list[str]:
    return [
        f"330 {_SIGNS[match.result]} {at:>3} {match.first + 1:>3} {match.second + 1:>3}"
        for at, played in enumerate(table.rounds, start=1)
        for match in played.matches
        if match.result is not None
    ]
