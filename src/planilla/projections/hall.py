"""A Masnou hall: its tables, everybody in it, and what rules it; all that a tablet needs to go on.

The queue is told by links: each row of who waits names who is directly ahead, so that one act
changes few rows.
"""

from planilla.domain.pairing.masnou import HallRules, points_of
from planilla.domain.tournament.hall.state import (
    Call,
    Hall,
    HallGame,
    Member,
    Playoff,
    Sitter,
    Table,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId
from planilla.projections.view import Row, Rows

HALL = "hall"
COLUMNS = ("kind", "facts")
"""Rows are keyed `hall`, `table/<number>`, `member/<entrant>` and `playoff/<round>`; `facts` is a
mapping whose names are those of `domain.tournament.hall.state`; `order` counts tables and members
as they came. The games of a table are cut to the last ones: those that may still be mended."""
GAMES_SHOWN = 4
"""Games that are not void; the void ones between them come along."""


def rows(state: Tournament) -> Rows:
    """All rows, once the hall is open."""
    hall = state.hall
    if hall is None:
        return {}
    ahead = dict(zip(hall.queue, ("", *hall.queue), strict=False))
    return {
        HALL: ("hall", _hall(hall)),
        **{
            f"table/{number}": ("table", {"order": order, **_table(each)})
            for order, (number, each) in enumerate(hall.tables.items())
        },
        **{
            f"member/{entrant}": (
                "member",
                {"order": order, **_member(hall, each, ahead.get(entrant))},
            )
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
    }


def _fields(value: HallRules | Sitter | Call | Member) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__struct_fields__}


def _table(table: Table) -> dict[str, object]:
    valid = [place for place, game in enumerate(table.games) if not game.voided]
    first = valid[-GAMES_SHOWN] if len(valid) > GAMES_SHOWN else 0
    return {
        "number": table.number,
        "games_before": first,
        "games": tuple(_game(each) for each in table.games[first:]),
        "sitters": tuple(_fields(each) for each in table.sitters),
        "calls": tuple(_fields(each) for each in table.calls),
        "withdrawing": table.withdrawing,
        "withdrawn": table.withdrawn,
    }


def _game(game: HallGame) -> dict[str, object]:
    return {
        "white": game.white,
        "black": game.black,
        "at": game.at,
        "newcomer": game.newcomer,
        "streaks": game.streaks,
        "result": RESULT_NOTATION[game.result],
        "recorded": RESULT_NOTATION[game.recorded],
        "version": game.version,
        "voided": game.voided,
        "offline": game.offline,
    }


def _member(hall: Hall, member: Member, ahead: EntrantId | str | None) -> dict[str, object]:
    return {
        **_fields(member),
        "points": points_of(hall.rules, member.wins, member.draws),
        "ahead": ahead,
    }


def _playoff(number: int, drawn: Playoff) -> Row:
    games = tuple(_game(each) for each in drawn.games)
    return ("playoff", {"round": number, "games": games, "byes": drawn.byes})
