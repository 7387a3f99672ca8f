"""Read-only views: pure folds of the facts that an audience may see.

To add one: write a module with a named row and `rows`, and add it to `VIEWS`. Names and keys travel
to clients, so a name is never reused; when the meaning of a cell changes, raise the version.
"""

from planilla.domain.tournament.event import Audience
from planilla.projections import (
    crosstable,
    desk,
    elo,
    event,
    keizer,
    masnou,
    pairings,
    people,
    players,
    prizes,
    standings,
    timeline,
    timers,
)
from planilla.projections.view import MEMORY, TIME, FactView, StateView, View

VIEWS: dict[str, View] = {
    "event": StateView(
        name="event",
        version=1,
        audience=Audience.PUBLIC,
        columns=event.EventRow._fields,
        rows=event.rows,
    ),
    "standings": StateView(
        name="standings",
        version=1,
        audience=Audience.PUBLIC,
        columns=standings.StandingsRow._fields,
        rows=standings.rows,
        blind_to=TIME,
    ),
    "pairings": StateView(
        name="pairings",
        version=1,
        audience=Audience.PUBLIC,
        columns=pairings.PairingRow._fields,
        rows=pairings.rows,
        blind_to=TIME | MEMORY,
    ),
    "crosstable": StateView(
        name="crosstable",
        version=1,
        audience=Audience.PUBLIC,
        columns=crosstable.COLUMNS,
        rows=crosstable.rows,
        blind_to=TIME | MEMORY,
        more_by_round=True,
    ),
    "elo": StateView(
        name="elo",
        version=1,
        audience=Audience.PUBLIC,
        columns=elo.EloRow._fields,
        rows=elo.rows,
        blind_to=TIME | MEMORY,
    ),
    "hall": StateView(
        name="hall",
        version=1,
        audience=Audience.PUBLIC,
        columns=masnou.COLUMNS,
        rows=masnou.rows,
        blind_to=TIME,
    ),
    "ladder": StateView(
        name="ladder",
        version=1,
        audience=Audience.PUBLIC,
        columns=keizer.KeizerRow._fields,
        rows=keizer.rows,
    ),
    "prizes": StateView(
        name="prizes",
        version=1,
        audience=Audience.PUBLIC,
        columns=prizes.PrizeRow._fields,
        rows=prizes.rows,
        blind_to=TIME,
    ),
    "players": StateView(
        name="players",
        version=1,
        audience=Audience.PUBLIC,
        columns=players.PlayerListRow._fields,
        rows=players.rows,
        blind_to=TIME | MEMORY,
    ),
    "people": StateView(
        name="people",
        version=2,
        audience=Audience.PUBLIC,
        columns=people.CommitmentRow._fields,
        rows=people.rows,
        blind_to=TIME | MEMORY,
    ),
    "timers": StateView(
        name="timers",
        version=1,
        audience=Audience.PUBLIC,
        columns=timers.TimerRow._fields,
        rows=timers.rows,
    ),
    "timeline": FactView(
        name="timeline",
        version=2,
        audience=Audience.PUBLIC,
        columns=timeline.TimelineRow._fields,
        rows=timeline.rows,
    ),
    "desk": StateView(
        name="desk",
        version=1,
        audience=Audience.STAFF,
        columns=desk.DeskRow._fields,
        rows=desk.rows,
    ),
}
