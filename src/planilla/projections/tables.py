"""Tables of a tournament as rows with their columns, for terminals and files.

To add one: a function from the state to its `PlainTable`, and its name in `TABLES`. Names are in
addresses, so a name is never changed.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from planilla.domain.pairing.masnou import POINTS_UNIT, MasnouTiebreak
from planilla.domain.pairing.system import RankingMethod
from planilla.domain.scoring import POINT_SYSTEMS, system_of
from planilla.domain.tiebreaks import tiebreak_of
from planilla.domain.tournament.crosstables import for_standings, seats_of
from planilla.domain.tournament.masnou.hall import Status, hall_of
from planilla.domain.tournament.masnou.ranking import ranking
from planilla.domain.tournament.masnou.seen import AT_A_TABLE
from planilla.domain.tournament.prizes import plan_of
from planilla.domain.tournament.ranking import contest_for, ranking_method
from planilla.domain.tournament.state import Tournament, focused
from planilla.projections import (
    crosstable,
    elo,
    groups,
    keizer,
    masnou,
    masnou_standings,
    matches,
    pairings,
    players,
    prizes,
    qualifying,
    stages,
    standings,
    teams,
)
from planilla.projections.table import Figure, TableColumn, of_entrants

ROUND = TableColumn("round", Figure.NUMBER, label="page.round")
SIDE = TableColumn("side", Figure.TEXT, label="qualifying.title")
SEATED = AT_A_TABLE | {Status.CALLED}
"""Those in a hall who have a table now."""
HISTORIES = (crosstable.COLOURS, crosstable.FLOATS)
"""Columns of a crosstable that follow from its games."""


class PlainRow(NamedTuple):
    """One line: the entrant, their place, the fields of the row, and tie-breaks as shown."""

    entrant: str
    place: int
    fields: Mapping[str, Any]
    values: Sequence[Fraction | None] = ()


class PlainTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the order in which it is read.

    One point is written as `unit`; `tiebreaks` are the codes of its values, and `numbered` is the
    number of columns of rounds, or of opponents. Amounts are in the smallest unit of `currency`.
    """

    columns: Sequence[TableColumn]
    rows: Sequence[PlainRow]
    unit: int
    tiebreaks: Sequence[str] = ()
    numbered: int = 0
    currency: str = ""


def player_details(state: Tournament) -> Mapping[str, Mapping[str, Any]]:
    """Return the figures that files have beside each name, also of entrants of other stages.

    Players of teams have no number of their own.
    """
    known: dict[str, Mapping[str, Any]] = {
        entrant: {
            "number": None,
            "title": player.title,
            "federation": player.federation,
            "rating": player.rating,
        }
        for entrant, player in focused(state, 1).players.items()
    }
    return known | {
        entrant: {
            "number": seat + 1,
            "title": stage.entrants[entrant].title,
            "federation": stage.entrants[entrant].federation,
            "rating": stage.entrants[entrant].rating,
        }
        for stage in (focused(state, 1), state)
        for entrant, seat in seats_of(stage).items()
    }


def _unit(state: Tournament) -> int:
    return system_of(for_standings(state)).unit


def _by_points(state: Tournament) -> PlainTable:
    contest = contest_for(state)
    tiebreaks = [tiebreak_of(code, state.tiebreak_edition) for code in state.tiebreaks]
    rows = [
        PlainRow(
            entrant,
            place,
            row._asdict(),
            [
                None if value is None else tiebreak.shown(contest, value)
                for tiebreak, value in zip(tiebreaks, row.values, strict=True)
            ],
        )
        for place, entrant, row in standings.ranked(standings.rows(state))
    ]
    return PlainTable(
        columns=of_entrants(standings.TABLE, teams=state.system.plays_in_teams),
        rows=rows,
        unit=contest.tally.unit,
        tiebreaks=state.tiebreaks,
        numbered=len(for_standings(state).rounds),
    )


def _by_values(state: Tournament) -> PlainTable:
    rows = [
        PlainRow(entrant, place, row._asdict() | {"total": Fraction(int(row.total), int(row.unit))})
        for place, (entrant, row) in enumerate(keizer.rows(state).items(), start=1)
    ]
    return PlainTable(columns=keizer.TABLE, rows=rows, unit=_unit(state))


def _by_tally(state: Tournament) -> PlainTable:
    hall = hall_of(state)
    codes = hall.rules.tiebreaks
    units = [POINTS_UNIT if code is MasnouTiebreak.PARTICULAR else 1 for code in codes]
    order = ranking(hall)
    places = masnou_standings.category_places(state, order)
    rows = [
        PlainRow(
            each.entrant,
            each.place,
            {
                **msgspec.structs.asdict(hall.members[each.entrant]),
                "games": hall.members[each.entrant].games,
                "points": each.points,
                "longest_wait_s": hall.members[each.entrant].longest // 1_000_000,
                "categories": "; ".join(f"{code}: {at}" for code, at in places[each.entrant]),
            },
            [
                None if value is None else Fraction(value, unit)
                for value, unit in zip(each.values, units, strict=True)
            ],
        )
        for each in order
    ]
    return PlainTable(
        columns=masnou_standings.TALLY,
        rows=rows,
        unit=POINTS_UNIT,
        tiebreaks=[code.value for code in codes],
    )


def _hall(state: Tournament) -> PlainTable:
    """Everybody in a hall: by table, then by place in the queue, then who is elsewhere."""
    found = {
        key.partition("/")[2]: cells[1]
        for key, cells in masnou.rows(state).items()
        if cells[0] == "member"
    }
    waiting = hall_of(state).queue if found else ()
    queue: dict[str, int] = {each: at for at, each in enumerate(waiting, start=1)}
    rows = [
        PlainRow(
            each,
            0,
            {
                **facts,
                "table": facts["table"] if facts["status"] in SEATED else 0,
                "queue": queue.get(each),
            },
        )
        for each, facts in found.items()
    ]
    last = len(found) + 1
    rows.sort(
        key=lambda each: (
            not each.fields["table"],
            each.fields["table"],
            each.fields["queue"] or last,
        )
    )
    return PlainTable(columns=masnou.TABLE, rows=rows, unit=POINTS_UNIT)


OWN_STANDINGS: Mapping[RankingMethod, Callable[[Tournament], PlainTable]] = {
    RankingMethod.VALUES: _by_values,
    RankingMethod.TALLY: _by_tally,
}
"""Standings of another shape than that of points, by the method that ranks."""


def _standings(state: Tournament) -> PlainTable:
    return OWN_STANDINGS.get(ranking_method(state), _by_points)(state)


def _crosstable(state: Tournament) -> PlainTable:
    """Everybody by place; where everybody meets everybody, by number."""
    shown, is_matrix = for_standings(state), state.system.has_schedule
    found = crosstable.rows(state)
    ranked = standings.ranked(standings.rows(state))
    places = {key: cells[0] for key, cells in found.items()} if is_matrix else {}
    places = places or {entrant: place for place, entrant, _ in ranked}
    named = len(crosstable.CrosstableRow._fields)
    rows = [
        PlainRow(
            entrant, place, {"games": found[entrant][named:], "points": found[entrant][POINTS_CELL]}
        )
        for entrant, place in places.items()
    ]
    by_round = tuple(each for each in crosstable.TABLE if each not in HISTORIES)
    return PlainTable(
        columns=of_entrants(
            crosstable.MATRIX if is_matrix else by_round, teams=state.system.plays_in_teams
        ),
        rows=rows,
        unit=_unit(state),
        numbered=shown.size if is_matrix else len(shown.rounds),
    )


POINTS_CELL = crosstable.CrosstableRow._fields.index("points")


def _pairings(state: Tournament) -> PlainTable:
    rows = [PlainRow(row.white, 0, row._asdict()) for row in pairings.rows(state).values()]
    return PlainTable(columns=(ROUND, *pairings.TABLE), rows=rows, unit=_unit(state))


def _elo(state: Tournament) -> PlainTable:
    rows = [PlainRow(key, row.number, row._asdict()) for key, row in elo.rows(state).items()]
    numbered = len(for_standings(state).rounds)
    return PlainTable(columns=elo.TABLE, rows=rows, unit=_unit(state), numbered=numbered)


def _prizes(state: Tournament) -> PlainTable:
    ranked = {row.entrant: row for row in _standings(state).rows}
    plan = plan_of(state)
    rows = [
        ranked[entrant]._replace(
            fields={"points": ranked[entrant].fields["points"], "amount": row.amount}
        )
        for entrant, row in prizes.rows(state).items()
        if row.amount
    ]
    currency = "" if plan is None else plan.currency
    return PlainTable(columns=prizes.WINNERS, rows=rows, unit=_unit(state), currency=currency)


def _qualifying(state: Tournament) -> PlainTable:
    found = qualifying.qualifying(state)
    entrants = () if found is None else found.entrants
    rows = [
        PlainRow(each.entrant, each.rank, {"points": each.points, "side": each.side.value})
        for each in entrants
    ]
    columns = (*qualifying.TABLE, SIDE)
    return PlainTable(columns=columns, rows=rows, unit=1 if found is None else found.unit)


def _matches(state: Tournament) -> PlainTable:
    rows = [PlainRow(row.first, 0, row._asdict()) for row in matches.rows(state).values()]
    return PlainTable(columns=matches.TABLE, rows=rows, unit=_unit(state))


def _groups(state: Tournament) -> PlainTable:
    """Everybody in a group, by group and rank; all groups have one point system."""
    rows = [PlainRow(entrant, row.rank, row._asdict()) for entrant, row in groups.rows(state)]
    first = next(iter(groups.groups_of(state)), state)
    return PlainTable(columns=groups.TABLE, rows=rows, unit=_unit(first))


def _stages(state: Tournament) -> PlainTable:
    """The path of stages; none in a tournament of one."""
    rows = [PlainRow("", row["number"], row) for row in stages.rows(state)]
    return PlainTable(columns=stages.TABLE, rows=rows, unit=1)


def _entrants(state: Tournament) -> PlainTable:
    """All entrants by number, also those who are out."""
    rows = [PlainRow(each, row.number, row._asdict()) for each, row in players.rows(state).items()]
    columns = of_entrants(players.FILE, teams=state.system.plays_in_teams)
    return PlainTable(columns=columns, rows=rows, unit=_points_unit(state))


def _teams(state: Tournament) -> PlainTable:
    """The teams by the points of their players; none in a tournament without teams."""
    rows = [PlainRow(row.team, row.place, row._asdict()) for row in teams.team_totals(state)]
    return PlainTable(columns=teams.TABLE, rows=rows, unit=_points_unit(state))


def _points_unit(state: Tournament) -> int:
    return (state.points or POINT_SYSTEMS[state.point_system]).unit


TABLES: Mapping[str, Callable[[Tournament], PlainTable]] = {
    "standings": _standings,
    "crosstable": _crosstable,
    "pairings": _pairings,
    "elo": _elo,
    "prizes": _prizes,
    "qualifying": _qualifying,
    "hall": _hall,
    "matches": _matches,
    "groups": _groups,
    "stages": _stages,
    "teams": _teams,
    "entrants": _entrants,
}
"""All tables by the names of their addresses."""
