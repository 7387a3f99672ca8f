"""The groups of a tournament: its parallel stages, with the places that go on to a later one."""

from typing import NamedTuple

from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.vocabulary import EntrantId
from planilla.projections.table import PLAYER, POINTS, Figure, TableColumn

ENTRIES = 1
"""The stage that holds the entries of everybody."""


class GroupRow(NamedTuple):
    """One entrant of a group; `goes_to` is the title of the stage in which they play on."""

    group: str
    rank: int
    points: int
    goes_to: str


RANK = TableColumn("rank", Figure.NUMBER, "place", "groups.col.rank")
GOES_TO = TableColumn("goes_to", Figure.TEXT, "goes", "groups.col.goes-to")
TABLE = (TableColumn("group", Figure.TEXT, label="groups.group"), RANK, PLAYER, POINTS, GOES_TO)
"""The columns of all groups in terminals and files."""


def groups_of(state: Tournament) -> tuple[Tournament, ...]:
    """Return the stages whose entrants come from the entries alone, if they play in rounds.

    A stage drawn as a bracket is no group.
    """
    stages = (focused(state, number) for number in range(ENTRIES + 1, state.stages + 1))
    return tuple(
        stage
        for stage in stages
        if stage.order
        and all(source.stage == ENTRIES for source in stage.plan.sources)
        and (stage.table is None or stage.table.bracket is None)
    )


def goes_on(state: Tournament) -> dict[EntrantId, str]:
    """Return the title of the later stage in which each entrant of a stage plays.

    Before that stage starts, they are those whose places lead there now; nobody who shares a place
    of which only some do.
    """
    ranked = current_standings(state)
    found: dict[EntrantId, str] = {}
    for number in range(state.stage + 1, state.stages + 1):
        later = focused(state, number)
        for source in later.plan.sources:
            if source.stage != state.stage:
                continue
            if later.plan.started_at:
                leads = [each for each in later.order if each in state.entrants]
            else:
                within = range(source.first - 1, source.last)
                shared = {row.rank for at, row in enumerate(ranked) if at not in within}
                rows = ranked[source.first - 1 : source.last]
                leads = [state.order[row.seat] for row in rows if row.rank not in shared]
            found |= dict.fromkeys(leads, later.plan.title)
    return found


def rows(state: Tournament) -> tuple[tuple[str, GroupRow], ...]:
    """Return everybody in a group with their row, group by group and by rank."""
    found: list[tuple[str, GroupRow]] = []
    for group in groups_of(state):
        leads = goes_on(group)
        for each in current_standings(group):
            entrant = group.order[each.seat]
            row = GroupRow(
                group=group.plan.title,
                rank=each.rank,
                points=each.points,
                goes_to=leads.get(entrant, ""),
            )
            found.append((entrant, row))
    return tuple(found)
