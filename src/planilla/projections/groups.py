"""The groups of a tournament: its parallel stages, with the places that go on to a later one."""

from typing import NamedTuple

from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.state import Tournament, focused
from planilla.projections.table import PLAYER, POINTS, Figure, TableColumn

ENTRIES = 1
"""The stage that holds the entries of everybody."""


class GroupRow(NamedTuple):
    """One entrant of a group; `goes_to` is the title of the stage that their place leads to."""

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


def next_stages(state: Tournament) -> dict[int, str]:
    """Return the title of the stage that each place of a stage leads to, by place."""
    found: dict[int, str] = {}
    for number in range(state.stage + 1, state.stages + 1):
        plan = focused(state, number).plan
        for source in plan.sources:
            if source.stage == state.stage:
                found |= dict.fromkeys(range(source.first, source.last + 1), plan.title)
    return found


def rows(state: Tournament) -> tuple[tuple[str, GroupRow], ...]:
    """Return everybody in a group with their row, group by group and by rank."""
    found: list[tuple[str, GroupRow]] = []
    for group in groups_of(state):
        leads = next_stages(group)
        found += [
            (
                group.order[each.seat],
                GroupRow(
                    group=group.plan.title,
                    rank=each.rank,
                    points=each.points,
                    goes_to=leads.get(place, ""),
                ),
            )
            for place, each in enumerate(current_standings(group), start=1)
        ]
    return tuple(found)
