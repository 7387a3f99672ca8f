"""Read-only views: pure folds of the facts that an audience may see.

To add one: write a module with a named row and `rows`, and add it to `VIEWS`. Names and keys travel
to clients, so a name is never reused; when the meaning of a cell changes, raise the version.
"""

from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.values import PublicLevel
from planilla.projections import (
    allocation,
    bracket,
    crosstable,
    desk,
    elo,
    event,
    keizer,
    masnou,
    matches,
    pairings,
    people,
    players,
    prizes,
    standings,
    timeline,
    timers,
)
from planilla.projections.view import MEMORY, TIME, TIME_AND_MEMORY, FactView, StateView, View

PUBLIC, STAFF = Audience.PUBLIC, Audience.STAFF
RESULTS = PublicLevel.RESULTS
VIEWS: dict[str, View] = {
    view.name: view
    for view in (
        StateView("event", PUBLIC, event.EventRow._fields, event.rows, level=RESULTS),
        StateView("standings", PUBLIC, standings.StandingsRow._fields, standings.rows, TIME),
        StateView(
            "pairings",
            PUBLIC,
            pairings.PairingRow._fields,
            pairings.rows,
            TIME_AND_MEMORY,
            level=RESULTS,
        ),
        StateView(
            "crosstable",
            PUBLIC,
            crosstable.CrosstableRow._fields,
            crosstable.rows,
            TIME_AND_MEMORY,
        ),
        StateView("elo", PUBLIC, elo.EloRow._fields, elo.rows, TIME_AND_MEMORY),
        StateView("hall", PUBLIC, masnou.COLUMNS, masnou.rows, TIME, level=RESULTS),
        StateView(
            "matches",
            PUBLIC,
            matches.MatchRow._fields,
            matches.rows,
            TIME_AND_MEMORY,
            level=RESULTS,
        ),
        StateView(
            "bracket",
            PUBLIC,
            bracket.BracketRow._fields,
            bracket.rows,
            TIME_AND_MEMORY,
            level=RESULTS,
        ),
        StateView("keizer", PUBLIC, keizer.KeizerRow._fields, keizer.rows),
        StateView("prizes", PUBLIC, prizes.PrizeRow._fields, prizes.rows, TIME),
        StateView(
            "players",
            PUBLIC,
            players.PlayerListRow._fields,
            players.rows,
            TIME_AND_MEMORY,
            level=RESULTS,
        ),
        StateView(
            "people",
            PUBLIC,
            people.CommitmentRow._fields,
            people.rows,
            TIME_AND_MEMORY,
            version=2,
            level=RESULTS,
        ),
        StateView("allocation", PUBLIC, allocation.AllocationRow._fields, allocation.rows, TIME),
        StateView(
            "notices",
            PUBLIC,
            event.NoticeRow._fields,
            event.notice_rows,
            MEMORY,
            level=PublicLevel.NOTHING,
        ),
        StateView("timers", PUBLIC, timers.TimerRow._fields, timers.rows, level=RESULTS),
        FactView(
            "timeline",
            PUBLIC,
            timeline.TimelineRow._fields,
            timeline.rows,
            version=2,
            level=RESULTS,
        ),
        StateView("desk", STAFF, desk.DeskRow._fields, desk.rows),
    )
}
