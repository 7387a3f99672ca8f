"""Teams: rosters, the cross of the teams of a table, and groups of a tournament side by side."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from planilla.adapters.http.views.marks import Columns, Mark
from planilla.adapters.http.views.people import fide_id_of
from planilla.adapters.http.views.standings import crosstable_shown
from planilla.adapters.http.views.tables import TableRow, TableShown, detail_of, table_of
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.tournament.shapes import Team
from planilla.domain.vocabulary import EntrantId
from planilla.projections.groups import RANK, goes_on, groups_of
from planilla.projections.table import PLACE, POINTS, Figure, TableColumn
from planilla.projections.teams import PlayerTotal, player_totals, team_totals

ROSTER = (
    TableColumn("place", Figure.PLACE, label="page.col.board"),
    TableColumn("name", Figure.MADE, "who", "page.col.player", heads_rows=True),
    TableColumn("rating", Figure.RATING, "figure"),
    TableColumn("games", Figure.NUMBER, "figure", "screens.col.games"),
    TableColumn("points", Figure.POINTS),
)
MEMBER = TableColumn("member", Figure.MADE, "who", "page.col.player", heads_rows=True)
CELLS = TableColumn("cells", Figure.ROUNDS, "round")
CROSS = (MEMBER, CELLS, POINTS)
TOTALS = (
    PLACE,
    TableColumn("team", Figure.MADE, "who", "teams.team.col", heads_rows=True),
    TableColumn("games", Figure.NUMBER, "figure", "screens.col.games"),
    POINTS,
)
BETWEEN_TWO = 2
"""Teams whose players all meet: their cross has a column for each player of the other team."""


class RosterFigures(NamedTuple):
    """The figures of a player of a roster: games with a result, points in units, and the rating."""

    games: int
    points: int
    rating: int


class RosterShown(msgspec.Struct, frozen=True, kw_only=True):
    """A team as a page: its name, captain, mean rating of its boards, and players.

    `own_name` is the name of a team of a table, without its letters; None where it is an entrant.
    """

    id: str
    name: str
    own_name: str | None
    captain: str
    mean: str
    table: TableShown


class CrossShown(msgspec.Struct, frozen=True, kw_only=True):
    """The cross of teams: the teams with their points, and the games of their players."""

    totals: TableShown
    table: TableShown
    is_between_two: bool


class GroupTable(msgspec.Struct, frozen=True, kw_only=True):
    """A group as a small crosstable, with its title."""

    title: str
    stage: int
    table: TableShown


def roster_shown(page: TournamentPage, team: Team) -> RosterShown:
    """Return a team with its players in board order; those below its boards are reserves."""
    boards = page.state.shape.boards or len(team.players)
    known = player_totals(page.state)
    ratings = [page.player(each).rating for each in team.players[:boards]]
    rated = [rating for rating in ratings if rating]
    name = page.team_name(team.id)
    rows = [
        TableRow(
            player=player,
            place=place,
            fields=RosterFigures(*known.get(player, PlayerTotal()), page.player(player).rating),
            style="reserve" if place > boards else "",
            made={"name": _member(page, team, player, is_reserve=place > boards)},
        )
        for place, player in enumerate(team.players, start=1)
    ]
    return RosterShown(
        id=team.id,
        name=name,
        own_name=page.own_team_name(team.id) if page.state.system.forms_teams else None,
        captain=page.name(team.captain) if team.captain else "",
        mean=page.say("teams.mean", boards=len(ratings), mean=_mean(rated)) if rated else "",
        table=table_of(page, ROSTER, rows, "roster", name),
    )


def _mean(ratings: Sequence[int]) -> int:
    """Return the mean, rounded, halves up."""
    return (2 * sum(ratings) + len(ratings)) // (2 * len(ratings))


def _member(page: TournamentPage, team: Team, player: EntrantId, *, is_reserve: bool) -> str:
    roles = [page.say("teams.captain")] if player == team.captain else []
    roles += [page.say("teams.reserve")] if is_reserve else []
    small = f"<small>{escape(' · '.join(roles))}</small>" if roles else ""
    name = f"<bdi>{escape(page.name(player))}</bdi>"
    address = _page_of_player(page, player)
    return (
        f'<a class="name" href="{escape(address)}">{name}</a>{small}' if address else name + small
    )


def _page_of_player(page: TournamentPage, player: EntrantId) -> str:
    """Return the card of an entrant, or the page of a player with a FIDE id; "" without one."""
    if player in page.state.entrants:
        return f"/t/{page.id}/entrants/{player}"
    fide_id = "" if page.state.hidden else fide_id_of(page, player)
    return f"/players/{fide_id}#t-{page.id}" if fide_id else ""


def has_cross(page: TournamentPage) -> bool:
    """Return whether the entrants are players of teams, grouped for a table of teams."""
    teams = page.state.teams
    return bool(teams) and all(each in page.seats for team in teams for each in team.players)


def cross_shown(page: TournamentPage) -> CrossShown:
    """Return the cross of the teams of a table, with the points of each team."""
    known, teams = player_totals(page.state), page.state.teams
    totals = [
        TableRow(
            key=total.team,
            place=total.place,
            fields=total,
            made={"team": _team_link(page, total.team)},
        )
        for total in team_totals(page.state)
    ]
    is_between_two = len(teams) == BETWEEN_TWO
    rows = _between_two(page, known) if is_between_two else _by_team(page, known)
    if is_between_two:
        others = teams[1]
        labels = [
            (_label(others, at), page.name(player), 0) for at, player in enumerate(others.players)
        ]
    else:
        labels = [(str(each), page.say("page.round"), 0) for each in _rounds(page)]
    return CrossShown(
        totals=table_of(page, TOTALS, totals, "standings", page.say("teams.totals"), file="teams"),
        table=table_of(
            page,
            CROSS,
            rows,
            "cross matrix teams" if is_between_two else "cross teams",
            page.say("page.tab.crosstable"),
            is_keyed=False,
            labels={"cells": labels},
            foot=_foot(page, known) if is_between_two else None,
        ),
        is_between_two=is_between_two,
    )


def _team_link(page: TournamentPage, team: str) -> str:
    name = escape(page.team_name(team))
    return f'<a class="name" href="/t/{escape(page.id)}/teams/{escape(team)}"><bdi>{name}</bdi></a>'


def _rounds(page: TournamentPage) -> range:
    return range(1, page.state.last_published + 1)


def _label(team: Team, at: int) -> str:
    """Return the short name of a board of a team: `A1`."""
    return f"{team.id}{at + 1}"


def _between_two(
    page: TournamentPage, known: Mapping[EntrantId, PlayerTotal]
) -> Iterator[TableRow]:
    """Yield the players of the first team against each of the second."""
    first, second = page.state.teams
    columns = Columns(page)
    for at, player in enumerate(first.players):
        marks = {mark.seat: mark for mark in columns.marks(page.seats[player])}
        cells = (_cell(marks.get(page.seats[other]), "") for other in second.players)
        yield _line(page, first, at, known, "".join(cells))


def _by_team(page: TournamentPage, known: Mapping[EntrantId, PlayerTotal]) -> Iterator[TableRow]:
    """Yield the players of each team by round, with their opponents."""
    columns = Columns(page)
    labels = {
        page.seats[player]: _label(team, at)
        for team in page.state.teams
        for at, player in enumerate(team.players)
    }
    for team in page.state.teams:
        for at, player in enumerate(team.players):
            marks = columns.marks(page.seats[player])
            cells = (_cell(mark, "" if mark.seat is None else labels[mark.seat]) for mark in marks)
            yield _line(page, team, at, known, "".join(cells))


def _line(
    page: TournamentPage, team: Team, at: int, known: Mapping[EntrantId, PlayerTotal], cells: str
) -> TableRow:
    player = team.players[at]
    name = (
        f'<span class="quiet">{escape(_label(team, at))}</span> '
        f'<a class="name" href="/t/{escape(page.id)}/entrants/{escape(player)}">'
        f"<bdi>{escape(page.name(player))}</bdi></a>"
    )
    return TableRow(
        player=player,
        style="team-start" if at == 0 else "",
        fields=known.get(player, PlayerTotal()),
        rounds=cells,
        made={"member": name},
    )


def _foot(page: TournamentPage, known: Mapping[EntrantId, PlayerTotal]) -> TableRow:
    """Return the points of the second team, below its columns."""
    team = page.state.teams[1]
    found = [known.get(player, PlayerTotal()) for player in team.players]
    cells = "".join(f'<td class="round">{page.points(each.points)}</td>' for each in found)
    total = PlayerTotal(sum(each.games for each in found), sum(each.points for each in found))
    return TableRow(fields=total, rounds=cells, made={"member": escape(page.team_name(team.id))})


def _cell(mark: Mark | None, opponent: str) -> str:
    """Return a game: the opponent unless the column is theirs, colour, score, and the round."""
    if mark is None or (mark.kind == "absent" and mark.seat is None):
        return '<td class="round"></td>'
    other = f'<span class="opponent">{escape(opponent)}</span>' if opponent else ""
    number = "" if opponent else f'<small class="quiet">{mark.round}</small>'
    return (
        f'<td class="round {mark.kind}" title="{escape(mark.label)}">{other}'
        f'<span class="colour">{mark.colour}</span>'
        f'<span class="score">{mark.score or "·"}</span>{number}</td>'
    )


def groups_shown(page: TournamentPage) -> tuple[GroupTable, ...]:
    """Return each group as a small crosstable in the order of its ranks."""
    return tuple(
        _group(TournamentPage(page.id, group, page.people, page.language))
        for group in groups_of(page.state)
    )


def _group(page: TournamentPage) -> GroupTable:
    whole = crosstable_shown(page)
    leads = goes_on(page.state)
    rows = []
    for row in whole.rows:
        goes = leads.get(EntrantId(row.player), "")
        rows.append(replace(row, style="goes", below=_goes_to(page, row, goes)) if goes else row)
    title = page.state.plan.title
    return GroupTable(
        title=title,
        stage=page.state.stage,
        table=table_of(
            page,
            (*whole.columns, RANK),
            rows,
            whole.style,
            title,
            is_keyed=False,
        ),
    )


def _goes_to(page: TournamentPage, row: TableRow, stage: str) -> str:
    """Return the detail line, and below it the stage that a place leads to, as HTML."""
    detail = f"<small>{escape(detail_of(page, row.player))}</small>"
    word = escape(page.say("groups.goes-to", stage=stage))
    return f'{detail}<small class="goes-to"><span aria-hidden="true">▲</span> {word}</small>'
