"""Columns of tables as data: what pages, scripts and other readers show of the rows of a view.

A column names the field of the row that it shows; its label is `page.col.<name>` in the locales
unless it says another. To add a column to a table: a field of its row, a column in its `TABLE`, and
the label in each language.
"""

from enum import StrEnum

import msgspec


class Figure(StrEnum):
    """The ways to write a cell, for pages and scripts alike.

    `place` counts the rows from the top, `move` is the place in the field less the place now, and
    `player` the name with a small line. `points` are in units of the tournament, and `tiebreaks` a
    column for each of them, in theirs. `last` are shapes of the last outcomes, and `rounds` a
    column for each round, both from a row's `form`. `number` and `text` stand as they are; `made`
    is made by the page alone, which scripts fetch anew.
    """

    PLACE = "place"
    MOVE = "move"
    PLAYER = "player"
    POINTS = "points"
    TIEBREAKS = "tiebreaks"
    LAST = "last"
    ROUNDS = "rounds"
    NUMBER = "number"
    TEXT = "text"
    MADE = "made"


class TableColumn(msgspec.Struct, frozen=True, kw_only=True):
    """One column, or those of the tie-breaks or rounds.

    `style` is the class of its cells, else its name. `label` and `help` are keys of the locales,
    the second of what its heading explains. `opens` is what a tap on a cell explains of its row:
    `working` or `movement`. The label of one that `is_quiet` is for screen readers alone.
    """

    name: str
    figure: Figure
    style: str = ""
    label: str = ""
    help: str = ""
    opens: str = ""
    is_quiet: bool = False


PLACE = TableColumn(name="place", figure=Figure.PLACE, is_quiet=True)
PLAYER = TableColumn(name="player", figure=Figure.PLAYER, style="who")
POINTS = TableColumn(name="points", figure=Figure.POINTS, opens="working")
LAST = TableColumn(name="last", figure=Figure.LAST)
"""Columns of several tables."""
