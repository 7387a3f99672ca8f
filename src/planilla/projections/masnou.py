"""A Masnou hall: its tables, members and rules; all data that a tablet needs to continue offline.

The queue is a linked list: the row of each queued player names the player directly ahead, so that
one act changes few rows.
"""

from collections.abc import Callable

from planilla.domain.pairing.masnou import MasnouRules, points_of
from planilla.domain.tournament.masnou.hall import (
    Call,
    ForbiddenPair,
    Hall,
    MasnouGame,
    Member,
    Passed,
    Playoff,
    Sitter,
    Table,
    hall_of,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId
from planilla.projections.table import PLAYER, Figure, TableColumn
from planilla.projections.view import Row, Rows

TABLE = (
    PLAYER,
    TableColumn("status", Figure.TEXT, label="screens.col.status"),
    TableColumn("table", Figure.RATING, label="screens.col.table"),
    TableColumn("queue", Figure.NUMBER, label="screens.col.queue"),
    TableColumn("points", Figure.POINTS),
    TableColumn("wins", Figure.NUMBER, label="screens.col.wins"),
    TableColumn("draws", Figure.NUMBER, label="screens.col.draws"),
    TableColumn("losses", Figure.NUMBER, label="screens.col.losses"),
    TableColumn("streak", Figure.NUMBER, label="screens.col.streak"),
)
"""The columns of who is in a hall, for terminals and files."""
HALL = "hall"
COLUMNS = ("kind", "facts")
"""Rows are keyed `hall`, `table/<number>`, `member/<entrant>` and `playoff/<round>`; `facts` is a
mapping whose names are those of `domain.tournament.masnou.hall`; `order` counts tables and members
as they came. The games of a table are cut to the last ones: those that may still be mended."""
TABLES_KEPT, MEMBERS_KEPT = 1_024, 4_096
"""Rows that are remembered, of all halls: 3.5 kB for a table with its games, 1 kB for a member."""
GAMES_SHOWN = 4
"""Games that are not void; the void ones between them come along."""


def rows(state: Tournament) -> Rows:
    """Return all rows, once the hall is open."""
    if not state.memory.has_games:
        return {}
    hall = hall_of(state)
    ahead = dict(zip(hall.queue, ("", *hall.queue), strict=False))
    return {
        HALL: ("hall", _hall(hall)),
        **{
            f"table/{number}": _TABLES.row(each, (order,))
            for order, (number, each) in enumerate(hall.tables.items())
        },
        **{
            f"member/{entrant}": _MEMBERS.row(each, (order, ahead.get(entrant), hall.rules))
            for order, (entrant, each) in enumerate(hall.members.items())
        },
        **{
            f"playoff/{number}": _playoff(number, drawn)
            for number, drawn in enumerate(hall.playoff, start=1)
        },
    }


def _hall(hall: Hall) -> dict[str, object]:
    return {
        "rules": _fields(hall.rules),
        "opened_at": hall.opened_at,
        "ends_at": hall.ends_at,
        "free": hall.free,
        "held": tuple(_fields(each) for each in hall.held),
        "to_withdraw": hall.to_withdraw,
        "calls_made": hall.calls_made,
        "over": hall.over,
        "paused_at": hall.paused_at,
        "pauses": hall.pauses,
        "apart": tuple(_fields(each) for each in hall.apart),
        "ended_at": hall.ended_at,
    }


def _fields(
    value: MasnouRules | Sitter | Call | Member | Passed | ForbiddenPair,
) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def first_shown(table: Table) -> int:
    """Return the place in `games` of the first game that the row of a table tells."""
    valid = [place for place, game in enumerate(table.games) if not game.voided]
    return valid[-GAMES_SHOWN] if len(valid) > GAMES_SHOWN else 0


def _table(table: Table, order: int) -> Row:
    first = first_shown(table)
    facts = {
        "order": order,
        "number": table.number,
        "games_before": first,
        "games": tuple(_game(each) for each in table.games[first:]),
        "sitters": tuple(_fields(each) for each in table.sitters),
        "calls": tuple(_fields(each) for each in table.calls),
        "withdrawing": table.withdrawing,
        "withdrawn": table.withdrawn,
    }
    return ("table", facts)


def _game(game: MasnouGame) -> dict[str, object]:
    return {
        "white": game.white,
        "black": game.black,
        "at": game.at,
        "newcomer": game.newcomer,
        "streaks": game.streaks,
        "opponents": game.opponents,
        "result": RESULT_NOTATION[game.result],
        "recorded": RESULT_NOTATION[game.recorded],
        "version": game.version,
        "voided": game.voided,
        "offline": game.offline,
        "seatless": game.seatless,
    }


def _member(member: Member, order: int, ahead: EntrantId | None, rules: MasnouRules) -> Row:
    facts = {
        "order": order,
        **_fields(member),
        "passed_by": tuple(_fields(each) for each in member.passed_by),
        "points": points_of(rules, member.wins, member.draws),
        "ahead": ahead,
    }
    return ("member", facts)


def _playoff(number: int, drawn: Playoff) -> Row:
    games = tuple(_game(each) for each in drawn.games)
    return ("playoff", {"round": number, "games": games, "byes": drawn.byes})


class RememberedRows:
    """Rows made before, by what they were made of: an act changes few of a large hall."""

    def __init__(self, make: Callable[..., Row], kept: int) -> None:
        self._make = make
        self._kept = kept
        self._made: dict[int, tuple[object, tuple[object, ...], Row]] = {}

    def __len__(self) -> int:
        """Return the number of rows that are remembered."""
        return len(self._made)

    def row(self, value: Table | Member, beside: tuple[object, ...]) -> Row:
        """Return the row of this very value with what stands beside it."""
        known = self._made.get(id(value))
        if known is not None and known[0] is value and known[1] == beside:
            return known[2]
        if len(self._made) >= self._kept:
            self._made.clear()
        row = self._make(value, *beside)
        self._made[id(value)] = (value, beside, row)
        return row


_TABLES = RememberedRows(_table, TABLES_KEPT)
_MEMBERS = RememberedRows(_member, MEMBERS_KEPT)
