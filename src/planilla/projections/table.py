"""Columns of tables as data: what pages, scripts and other readers show of the rows of a view.

A column names the field of the row that it shows; its label is `page.col.<name>` in the locales
unless it says another. To add a column to a table: a field of its row, a column in its `TABLE`, and
the label in each language.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Optional

import msgspec


class Figure(StrEnum):
    """The ways to write a cell, for pages, scripts and terminals alike.

    `place` counts the rows from the top, `move` is the place in the field less the place now,
    `player` the name of the row's player with a small line, `side` that of the player in the field,
    and `result` how a game ended, with what was first reported. `points` are in units of the
    tournament unless the column has its own; `decimal` and `change` are in hundredths, the latter
    with an arrow and a bar, `money` in the smallest unit of a currency, and `chance` is a fraction.
    `number` and `text` stand as they are, and
    0 is no `rating`.

    Several columns are one here: `tiebreaks` has one for each of them, in its unit, and `rounds`
    (outcomes), `games` and `changes` (of ratings) have one for each round, `opponents` one for each
    of them, and `places` one for each place, with its chance. `last` are shapes of the last
    outcomes, from a row's `form`. `reason` leads to the reason of a pairing; `made` is made by the
    page alone, and `entry` is a form of its template, such as the buttons of a result: scripts
    fetch both anew.
    """

    PLACE = "place"
    MOVE = "move"
    PLAYER = "player"
    SIDE = "side"
    RESULT = "result"
    POINTS = "points"
    DECIMAL = "decimal"
    CHANGE = "change"
    MONEY = "money"
    CHANCE = "chance"
    NUMBER = "number"
    RATING = "rating"
    TEXT = "text"
    TIEBREAKS = "tiebreaks"
    ROUNDS = "rounds"
    GAMES = "games"
    OPPONENTS = "opponents"
    CHANGES = "changes"
    PLACES = "places"
    LAST = "last"
    REASON = "reason"
    MADE = "made"
    ENTRY = "entry"


class TableColumn(msgspec.Struct, frozen=True):
    """One column, or those of the tie-breaks, rounds or places.

    `style` is the class of its cells, else its name. `label` and `help` are keys of the locales,
    the second of what its heading explains. The label of one that `is_quiet` is for screen readers
    alone. `opens` is what a tap on a cell explains of its row: `working` or `movement`, and `hint`
    the key of a text that says so. The rows of a table are in the order of the column that `sorts`
    them, by its number from the least, else in that of their keys. A cell of one that `heads_rows`
    names its row. A row is lit when the figure of a column that `lights` it changes. `unit` is what
    one point is written as where it is not the tournament's; `beneath` is written in the same cell,
    smaller, `prefix` before the figure.
    """

    name: str
    figure: Figure
    style: str = ""
    label: str = ""
    help: str = ""
    opens: str = ""
    hint: str = ""
    prefix: str = ""
    unit: int = 0
    is_quiet: bool = False
    heads_rows: bool = False
    sorts: bool = False
    lights: bool = False
    beneath: Optional["TableColumn"] = None


PLACE = TableColumn("place", Figure.PLACE, is_quiet=True)
PLAYER = TableColumn("player", Figure.PLAYER, "who", heads_rows=True)
TEAM = TableColumn("player", Figure.PLAYER, "who", "page.col.team", heads_rows=True)
POINTS = TableColumn("points", Figure.POINTS, opens="working", lights=True)
LAST = TableColumn("last", Figure.LAST)
COLOUR = TableColumn("colour", Figure.MADE, is_quiet=True)
OPPONENT = TableColumn("player", Figure.PLAYER, "who", "page.col.opponent", heads_rows=True)
RESULT = TableColumn("result", Figure.MADE, "points")
ROUND = TableColumn("place", Figure.PLACE, label="page.round")
"""Columns of several tables."""


def of_entrants(columns: Sequence[TableColumn], *, teams: bool) -> tuple[TableColumn, ...]:
    """Return the columns of a table whose rows are entrants, who may be teams."""
    return tuple(TEAM if teams and each is PLAYER else each for each in columns)
