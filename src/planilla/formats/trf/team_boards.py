"""The matches of one round, board by board, from the cells of the players.

A file does not say at which board a player sat. Both teams sit down in the order of their records,
so going down both lists at once tells the boards; where somebody sat out of that order, record 300
names the line-up. Source: FIDE TRF26, 300, 310 and 352.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from planilla.domain.teams import Board
from planilla.formats.trf.document import Cell
from planilla.formats.trf.rounds import RESULT_OF

LOSS_SIGN = "-"
WIN_SIGN = "+"


class SeatedPlayer(NamedTuple):
    """A player of a line-up, and the cell of the round in his line."""

    player: int
    cell: Cell


Chair = SeatedPlayer | None
"""A board of one team; None where nobody was put up."""

Table = tuple[Chair, Chair]
"""A board of both teams."""


def sits(cell: Cell) -> bool:
    """Return whether a cell places its player at a board: an opponent, or a win by forfeit.

    Programs write `0000 - -` for whoever was not in the line-up.
    """
    return bool(cell.opponent) or cell.result == WIN_SIGN


def tables_in_order(
    mine: Sequence[SeatedPlayer], theirs: Sequence[SeatedPlayer]
) -> list[Table] | None:
    """The boards of two teams that sat in the order of their records; None where that is not so."""
    left, right = list(mine), list(theirs)
    tables: list[Table] = []
    while left or right:
        one = left[0] if left else None
        other = right[0] if right else None
        table = _next_table(one, other)
        if table is None:
            return None
        tables.append(table)
        del left[: table[0] is not None], right[: table[1] is not None]
    return tables


def _next_table(one: Chair, other: Chair) -> Table | None:
    """The next board: the two of them, one of them alone, or None where it cannot be told."""
    one_alone = one is not None and not one.cell.opponent
    other_alone = other is not None and not other.cell.opponent
    if one is not None and other is not None and one.cell.opponent == other.player:
        return one, other
    if one_alone and other_alone:
        return None
    if one_alone:
        return one, None
    return (None, other) if other_alone else None


def tables_by_line_up(named: Sequence[Chair], theirs: Sequence[SeatedPlayer]) -> list[Table] | None:
    """The boards where the line-up of one team is known; None where the other's does not fit it.

    Who of the other team has an opponent sits there; the others fill the empty boards.
    """
    by_number = {each.player: each for each in theirs}
    met = [by_number.get(chair.cell.opponent) if chair else None for chair in named]
    alone = [each for each in theirs if not each.cell.opponent]
    tables: list[Table] = []
    for chair, other in zip(named, met, strict=True):
        is_free = other is None and (chair is None or not chair.cell.opponent)
        tables.append((chair, alone.pop(0) if is_free and alone else other))
    return None if alone else tables


def tables_of_both(named: Sequence[Chair], theirs: Sequence[Chair]) -> list[Table] | None:
    """The boards where both line-ups are known; None where they contradict one another."""
    tables = list(zip_longest(named, theirs))
    return tables if all(map(_is_one_board, tables)) else None


def _is_one_board(table: Table) -> bool:
    one, other = table
    met = one.cell.opponent if one else 0
    back = other.cell.opponent if other else 0
    return (met, back) in {(0, 0), (other.player if other else 0, one.player if one else 0)}


def mirrored(tables: Sequence[Table]) -> list[Table]:
    """The same boards seen from the other team."""
    return [(other, one) for one, other in tables]


# --- colours and results -------------------------------------------------------------------------


def has_white(table: Table) -> bool | None:
    """Return whether the first of the two has White; None when no colour is written."""
    one, other = table
    mine = one.cell.colour if one else "-"
    theirs = other.cell.colour if other else "-"
    if mine == theirs:
        return None
    return mine == "w" or theirs == "b"


def is_first(tables: Sequence[Table], colours: str) -> bool | None:
    """Return whether the first team has White on board 1; None when no board shows it."""
    for at, table in enumerate(tables):
        white = has_white(table)
        if white is not None:
            return white == alternates(colours, at)
    return None


def alternates(colours: str, at: int) -> bool:
    """Return whether a team has the same colour at board `at` (from 0) as on board 1."""
    return colours[at % len(colours)] == colours[0]


def boards_of(tables: Sequence[Table], colours: str) -> tuple[Board, ...]:
    """The games of two teams, of which the first has White on board 1."""
    return tuple(
        _board(table, usually_white=alternates(colours, at)) for at, table in enumerate(tables)
    )


def _board(table: Table, *, usually_white: bool) -> Board:
    white = has_white(table)
    first_has_white = usually_white if white is None else white
    one, other = table
    mine = one.cell.result if one else LOSS_SIGN
    theirs = other.cell.result if other else LOSS_SIGN
    result = RESULT_OF[(mine, theirs) if first_has_white else (theirs, mine)]
    return Board(result, first_has_white)
