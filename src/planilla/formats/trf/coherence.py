"""Consistency of the lines of a file with one another: opponents, colours, results, rounds.

Both records of a board must agree, each from its own side. A half-point penalty (`=` against `0`)
is no contradiction (TRF26: the two sides need not mirror). Source: rules of the result columns,
FIDE TRF16 and TRF26.
"""

from itertools import zip_longest

from planilla.formats.trf.document import (
    BLANK,
    BYE_RESULTS,
    FORFEIT_RESULTS,
    NO_CELL,
    OPEN,
    OPPONENT_RESULTS,
    Cell,
    PlayerRecord,
)
from planilla.formats.trf.findings import Findings
from planilla.formats.trf.players import CELL_WIDTH, FIRST_CELL
from planilla.formats.trf.rounds import is_decided

MIRRORED_RESULTS = frozenset(
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

UNEVEN_RESULTS = frozenset({("=", "0"), ("0", "="), ("D", "L"), ("L", "D")})
"""Results by a ruling: a draw for one side and a loss for the other."""

_LEGAL = frozenset(
    mine + one + theirs + other
    for mine, theirs in (("w", "b"), ("b", "w"))
    for one, other in MIRRORED_RESULTS
)
_UNPLAYED = FORFEIT_RESULTS | {BLANK, OPEN}

NumberedPlayers = list[tuple[int, PlayerRecord]]
"""Players with the line on which each stands."""

Boards = dict[int, tuple[Cell, ...]]
"""The cells of every number, as many for everybody."""


def check_coherence(
    players: NumberedPlayers, findings: Findings, doubtful: frozenset[int] = frozenset()
) -> None:
    """Everything in which the columns of the rounds contradict one another.

    Nothing is said of boards with a `doubtful` player, whose line has faults already.
    """
    longest = max((len(player.cells) for _, player in players), default=0)
    boards = {player.number: _padded(player.cells, longest) for _, player in players}
    for line, player in players:
        if findings.are_full:
            return
        if player.number not in doubtful:
            for index in _contradicted(player, boards):
                if player.cells[index].opponent not in doubtful:
                    _say_of_board(line, index, player, boards, findings)
    if not doubtful:
        _check_rounds(players, findings)


def _padded(cells: tuple[Cell, ...], length: int) -> tuple[Cell, ...]:
    return cells + (NO_CELL,) * (length - len(cells))


def _contradicted(player: PlayerRecord, boards: Boards) -> list[int]:
    """The rounds, from 0, in which the opponent's line does not say the same."""
    mine = player.number
    nobody = (NO_CELL,) * len(player.cells)
    contradicted = []
    for index, cell in enumerate(player.cells):
        if cell.opponent:
            theirs = boards.get(cell.opponent, nobody)[index]
            if (
                theirs.opponent != mine
                or f"{cell.colour}{cell.result}{theirs.colour}{theirs.result}" not in _LEGAL
            ):
                contradicted.append(index)
    return contradicted


def _say_nobody(line: int, index: int, player: PlayerRecord, findings: Findings) -> None:
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


def _say_of_board(
    line: int, index: int, player: PlayerRecord, boards: Boards, findings: Findings
) -> None:
    cell = player.cells[index]
    if cell.opponent == player.number or cell.opponent not in boards:
        _say_nobody(line, index, player, findings)
        return
    theirs = boards[cell.opponent][index]
    if theirs.opponent != player.number:
        findings.fault(
            line,
            column_of(index, 0),
            "not-mutual",
            round=index + 1,
            number=player.number,
            opponent=cell.opponent,
            theirs=theirs.opponent,
        )
        return
    fault = _contradiction(cell, theirs, second=player.number > cell.opponent)
    if fault is not None:
        _say_contradiction((line, index), player.number, (cell, theirs), fault, findings)


def _contradiction(cell: Cell, theirs: Cell, *, second: bool) -> tuple[str, int] | None:
    """The code and the place of what is wrong with one side of a board.

    What only the two sides together have wrong is told of the first one.
    """
    if cell.result not in OPPONENT_RESULTS:
        return "bye-with-opponent", 7
    if cell.colour == "-" and cell.result not in _UNPLAYED:
        return "colour-missing", 5
    if second or theirs.result in BYE_RESULTS:
        return None
    if cell.colour == theirs.colour != "-":
        return "colour-contradicts", 5
    pair = (cell.result, theirs.result)
    if pair in UNEVEN_RESULTS:
        return "uneven", 7
    return None if pair in MIRRORED_RESULTS else ("result-contradicts", 7)


def _say_contradiction(
    place: tuple[int, int],
    number: int,
    cells: tuple[Cell, Cell],
    fault: tuple[str, int],
    findings: Findings,
) -> None:
    line, index = place
    code, offset = fault
    mine, theirs = cells
    say = findings.note if code == "uneven" else findings.fault
    say(
        line,
        column_of(index, offset),
        code,
        round=index + 1,
        number=number,
        opponent=mine.opponent,
        found=mine.colour if offset == 5 else mine.result,
        theirs=theirs.colour if offset == 5 else theirs.result,
    )


def _check_rounds(players: NumberedPlayers, findings: Findings) -> None:
    """A round in which nobody has anything, before one with a result."""
    columns = list(zip_longest(*(player.cells for _, player in players), fillvalue=NO_CELL))
    while columns and not any(map(is_decided, columns[-1])):
        columns.pop()
    for index, cells in enumerate(columns):
        if all(cell.is_blank for cell in cells):
            findings.fault(players[0][0], column_of(index, 0), "missing-round", round=index + 1)
