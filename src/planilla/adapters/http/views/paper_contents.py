"""Contents of papers, compared at two moments: is a printed one still current?

Names are those of today at every moment, since they are not in the log. The commitments to them
are, and say whether the data of a person on the paper were corrected or erased.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from msgspec.structs import replace

from planilla.adapters.http.views.bracket import drawn_matches
from planilla.adapters.http.views.charts import blank_bracket, blank_chart, cross_fields, lines_of
from planilla.adapters.http.views.masnou_ranking import ranking_of
from planilla.adapters.http.views.papers import (
    CardShown,
    Paper,
    board_number,
    boards_table,
    cards_shown,
    presence_lines,
    standings_table,
)
from planilla.adapters.http.views.tables import TableShown
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.brackets import bracket_of
from planilla.domain.tournament.masnou.hall import hall_of
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.projections.masnou_games import games

RESULT_COLUMNS = frozenset({"result", "reason"})
"""Columns of pairings by board that change with a result, which makes no such list old."""


def content_of(paper: Paper, page: TournamentPage, number: int) -> object:
    """Return what a paper prints with its head; None if there is no such paper at the moment."""
    if not paper.is_of(page.state):
        return None
    head = (page.state.name, page.state.plan.title)
    if not paper.is_of_round:
        return (*head, OF_TOURNAMENT[paper](page))
    played = page.state.round(number)
    if played is None or not played.is_published:
        return None
    codes = page.state.claiming.issue if paper is Paper.SLIPS else 0
    return (*head, codes, _seats(page, played), paper is Paper.BOARDS and _boards(page, played))


def _seats(page: TournamentPage, played: RoundState) -> object:
    """Return boards with their numbers and sides, and byes."""
    numbers = [board_number(page, played, index) for index in range(len(played.boards))]
    return numbers, played.boards, played.byes


def _boards(page: TournamentPage, played: RoundState) -> object:
    """Return the rows of a list by board but for results; of matches the line-ups say all."""
    if played.sides:
        return played.sides
    table = boards_table(page, played)
    kept = [column for column in table.columns if column.name not in RESULT_COLUMNS]
    return _cells(replace(table, columns=kept))


def _cells(table: TableShown) -> object:
    """Return the headings and cells of a table as they are printed."""
    cells = table.cells("", lambda _: "")
    rows = table.rows if table.foot is None else (*table.rows, table.foot)
    return [each.label for each in table.headings], [cells(row) for row in rows]


def _cross(page: TournamentPage) -> object:
    fields = cross_fields(page)
    cross = fields["cross"]
    tables = (fields["table"],) if cross is None else (cross.totals, cross.table)
    return [_cells(table) for table in tables]


def _short(card: CardShown) -> object:
    """Return what a short card prints."""
    lines = [
        (each.round, each.opponent, each.floats, each.points, each.total) for each in card.lines
    ]
    return card.number, card.name, lines, card.games, card.points, card.progress


def _bracket(page: TournamentPage) -> object:
    if bracket_of(page.state) is None:
        return _chart(page)
    return drawn_matches(page)


def _chart(page: TournamentPage) -> object:
    lines = lines_of(page, 0)
    if page.state.system.has(Trait.HAS_BRACKET):
        return blank_bracket(page, lines)
    return _cells(blank_chart(page, lines))


def _hall(page: TournamentPage) -> object:
    """Return the ranking and the games of a hall, from which its cards and its poster are made."""
    hall = hall_of(page.state)
    ranks = [(row.entrant, row.place, row.points) for row in ranking_of(page, hall)]
    return ranks, games(hall, ()), len(hall.tables)


OF_TOURNAMENT = {
    Paper.STANDINGS: lambda page: _cells(standings_table(page)),
    Paper.CROSSTABLE: _cross,
    Paper.CARDS: cards_shown,
    Paper.SHORT_CARDS: lambda page: [_short(each) for each in cards_shown(page)],
    Paper.PRESENCE: lambda page: (len(page.state.rounds) + 1, presence_lines(page)),
    Paper.BRACKET: _bracket,
    Paper.CHART: _chart,
    Paper.GAME_CARDS: _hall,
    Paper.POSTER: _hall,
}
"""Functions that return what papers without a round print."""


class PaperVerdict(StrEnum):
    """Answers to the question whether a printed paper may be used, by the names of their texts."""

    CURRENT = "current"
    RENAMED = "renamed"
    OLD = "old"


People = Mapping[EntrantId, tuple[str, bool]]
"""The commitments to the data of people, and whether these were erased."""


def people_on(paper: Paper, state: Tournament, number: int) -> People:
    """Return the people whose names a paper prints, in the state of the staff."""
    known = {**state.entrants, **state.players}
    return {
        each: (known[each].person, known[each].person in state.erased)
        for each in _named(paper, state, number)
    }


def _named(paper: Paper, state: Tournament, number: int) -> Iterable[EntrantId]:
    if paper is Paper.PRESENCE:
        return [each for each in state.order if state.entrants[each].plays(len(state.rounds) + 1)]
    if paper is Paper.CHART and state.system.has(Trait.HAS_BRACKET):
        return ()
    played = state.round(number) if paper.is_of_round else None
    if played is None:
        return {**state.entrants, **state.players}
    seated = (each for board in played.boards for each in board)
    return {*seated, *(bye.entrant for bye in played.byes)}


def verdict_on(content: tuple[object, object], people: tuple[People, People]) -> PaperVerdict:
    """Return the verdict on a paper by what it prints and the people it names, then and now."""
    if content[0] is None or content[0] != content[1]:
        return PaperVerdict.OLD
    before, now = people
    if any(now.get(each, known) != known for each, known in before.items()):
        return PaperVerdict.RENAMED
    return PaperVerdict.CURRENT
