"""Whether the lines of a file agree with one another: opponents, colours, results, rounds.

Both players of a board tell the same story, each from their own side. A half-point penalty
(`=` against `0`) is no contradiction (TRF26: the two sides need not mirror). Source: rules of the
result columns, FIDE TRF16 and TRF26.
"""

from planilla.formats.trf.document import (
    BLANK,
    BYE_RESULTS,
    FORFEIT_RESULTS,
    OPEN,
    WITH_OPPONENT,
    Cell,
    Player,
)
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.players import CELL_WIDTH, FIRST_CELL

MIRRORED = frozenset(
    {
        ("1", "0"),
        ("=", "="),
        ("0", "1"),
        ("0", "0"),
        ("+", "-"),
        ("-", "+"),
        ("-", "-"),
        ("W", "L"),
        ("D", "D"),
        ("L", "W"),
        ("L", "L"),
        (BLANK, BLANK),
        (OPEN, OPEN),
    }
)
"""Results that two sides of one board may say, first side first."""

UNEVEN = frozenset({("=", "0"), ("0", "="), ("D", "L"), ("L", "D")})
"""Results by a ruling: a draw for one side and a loss for the other."""

_LEGAL = frozenset(
    mine + one + theirs + other
    for mine, theirs in (("w", "b"), ("b", "w"))
    for one, other in MIRRORED
)
_UNPLAYED = FORFEIT_RESULTS | {BLANK, OPEN}

NumberedPlayers = list[tuple[int, Player]]
"""Players with the line on which each stands."""


def check_coherence(
    players: NumberedPlayers, findings: Findings, doubtful: frozenset[int] = frozenset()
) -> None:
    """Everything in which the columns of the rounds contradict one another.

    Nothing is said of boards with a `doubtful` player, whose line has faults already.
    """
    by_number = {player.number: player for _, player in players}
    for line, player in players:
        if findings.are_full:
            return
        if player.number not in doubtful:
            for index, cell in enumerate(player.cells):
                if cell.opponent and cell.opponent not in doubtful:
                    opponent = by_number.get(cell.opponent)
                    _check_board(line, index, player, opponent, findings)
    if not doubtful:
        _check_rounds(players, findings)


def _say_nobody(line: int, index: int, player: Player, findings: Findings) -> None:
    opponent = player.cells[index].opponent
    findings.fault(
        line,
        column_of(index, 0),
        "own-opponent" if opponent == player.number else "unknown-opponent",
        round=index + 1,
        number=player.number,
        opponent=opponent,
    )


def column_of(index: int, offset: int) -> int:
    """The column in a file (from 1) of a place in the cell of a round (from 0)."""
    return FIRST_CELL + CELL_WIDTH * index + offset + 1


def _check_board(
    line: int, index: int, player: Player, opponent: Player | None, findings: Findings
) -> None:
    if opponent is None or opponent is player:
        _say_nobody(line, index, player, findings)
        return
    cell = player.cells[index]
    theirs = opponent.cell(index + 1)
    if theirs.opponent != player.number:
        findings.fault(
            line,
            column_of(index, 0),
            "not-mutual",
            round=index + 1,
            number=player.number,
            opponent=opponent.number,
            theirs=theirs.opponent,
        )
    elif cell.colour + cell.result + theirs.colour + theirs.result not in _LEGAL:
        fault = _contradiction(cell, theirs, second=player.number > opponent.number)
        _say(line, index, (player, opponent), fault, findings)


def _contradiction(cell: Cell, theirs: Cell, *, second: bool) -> tuple[str, int] | None:
    """The code and the place of what is wrong with one side of a board.

    What only the two sides together have wrong is told of the first one.
    """
    if cell.result not in WITH_OPPONENT:
        return "bye-with-opponent", 7
    if cell.colour == "-" and cell.result not in _UNPLAYED:
        return "colour-missing", 5
    if second or theirs.result in BYE_RESULTS:
        return None
    if cell.colour == theirs.colour != "-":
        return "colour-contradicts", 5
    pair = (cell.result, theirs.result)
    if pair in UNEVEN:
        return "uneven", 7
    return None if pair in MIRRORED else ("result-contradicts", 7)


def _say(
    line: int,
    index: int,
    board: tuple[Player, Player],
    fault: tuple[str, int] | None,
    findings: Findings,
) -> None:
    if fault is None:
        return
    code, offset = fault
    mine, theirs = (player.cell(index + 1) for player in board)
    say = findings.note if code == "uneven" else findings.fault
    say(
        line,
        column_of(index, offset),
        code,
        round=index + 1,
        number=board[0].number,
        opponent=board[1].number,
        found=mine.colour if offset == 5 else mine.result,
        theirs=theirs.colour if offset == 5 else theirs.result,
    )


def _check_rounds(players: NumberedPlayers, findings: Findings) -> None:
    """A round in which nobody has anything, before one in which somebody has."""
    last = max((len(player.cells) for _, player in players), default=0)
    for index in range(last - 1):
        if all(player.cell(index + 1).is_blank for _, player in players):
            findings.fault(players[0][0], column_of(index, 0), "missing-round", round=index + 1)
