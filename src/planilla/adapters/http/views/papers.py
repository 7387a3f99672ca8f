"""Papers: what each shows, and whether a printed one still says what the log says."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from markupsafe import Markup

from planilla.adapters.http.views.matches import round_shown
from planilla.adapters.http.views.pairings import pairings_shown
from planilla.adapters.http.views.people import entrant_rows
from planilla.adapters.http.views.standings import (
    crosstable_shown,
    is_matrix,
    keizer_shown,
    standings_shown,
)
from planilla.adapters.http.views.tables import TableShown
from planilla.adapters.http.views.teams import cross_shown, has_cross
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.application.board_codes import SlipCodes
from planilla.domain.pairing.system import RankingMethod
from planilla.domain.tournament.matches import place_of
from planilla.domain.tournament.ranking import ranking_method
from planilla.domain.tournament.state import RoundState, Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.projections import crosstable, keizer, standings


class Paper(StrEnum):
    """A kind of paper of a tournament with rounds."""

    BOARDS = "boards"
    NAMES = "names"
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    PLACES = "places"
    PRESENCE = "presence"
    SLIPS = "slips"

    @property
    def is_of_round(self) -> bool:
        """True if it shows a round, which then has to be published."""
        return self in {Paper.BOARDS, Paper.NAMES, Paper.PLACES, Paper.SLIPS}


class PlaceCard(NamedTuple):
    """A board to be set out: its number as it is shown, and its players."""

    board: str
    white: str
    black: str


def place_cards(page: TournamentPage, played: RoundState) -> list[PlaceCard]:
    """Return the boards of a round in order."""
    return [
        PlaceCard(board_number(page, played, index), page.name(white), page.name(black))
        for index, (white, black) in enumerate(played.boards)
    ]


def board_number(page: TournamentPage, played: RoundState, index: int) -> str:
    """Return the number of a board as papers show it: `7`, or `3.2` in a match."""
    place = place_of(page.state, played, index)
    return str(place.board) if place.match is None else f"{place.match}.{place.board}"


class PresenceLine(NamedTuple):
    """An entrant who plays the coming round; `number` is 0 before numbers are assigned."""

    entrant: EntrantId
    number: int
    name: str
    detail: str


def presence_lines(page: TournamentPage) -> list[PresenceLine]:
    """Return the entrants who would play the next round, by pairing number."""
    coming = len(page.state.rounds) + 1
    return [
        PresenceLine(EntrantId(each.entrant), each.number, page.name(each.entrant), each.note)
        for each in entrant_rows(page)
        if page.state.entrants[EntrantId(each.entrant)].plays(coming)
    ]


def boards_table(page: TournamentPage, played: RoundState) -> TableShown:
    """Return the boards of a round, or its matches."""
    return (round_shown if played.sides else pairings_shown)(page, played)


def standings_table(page: TournamentPage) -> TableShown:
    """Return the standings, by the values of Keizer where these rank."""
    if ranking_method(page.state) is not RankingMethod.VALUES:
        return standings_shown(page)
    table: TableShown = keizer_shown(page)["table"]
    return table


def cross_fields(page: TournamentPage) -> Mapping[str, Any]:
    """Return the crosstable as its template wants it."""
    if has_cross(page):
        return {"cross": cross_shown(page)}
    return {"cross": None, "table": crosstable_shown(page), "is_matrix": is_matrix(page)}


def content_of(paper: Paper, state: Tournament, number: int) -> object:
    """Return what a paper shows, to be compared with the same at another moment.

    Names are not among it: they are not in the log. None if its round is not published.
    """
    match paper:
        case Paper.STANDINGS:
            is_by_value = ranking_method(state) is RankingMethod.VALUES
            return (keizer if is_by_value else standings).rows(state)
        case Paper.CROSSTABLE:
            return crosstable.rows(state)
        case Paper.PRESENCE:
            coming = len(state.rounds) + 1
            return tuple(each for each in state.order if state.entrants[each].plays(coming))
        case _:
            played = state.round(number)
            if played is None or not played.is_published:
                return None
            codes = state.claiming.issue if paper is Paper.SLIPS else 0
            return (played.games, played.boards, played.byes, codes)


class Slip(NamedTuple):
    """A result slip: its board and players, and a code for each side, or one of the board alone.

    A code is `(side, QR code, written)`; the side of that of the board is "", and so is its text.
    """

    board: str
    white: str
    black: str
    codes: tuple[tuple[str, Markup, str], ...]


def slips_of(
    page: TournamentPage,
    played: RoundState,
    codes: Sequence[SlipCodes],
    code_at: Callable[[str], Markup],
) -> list[Slip]:
    """Return the slips of a round in board order; without `codes` each leads to its board.

    `code_at` draws the QR code of a path.
    """
    cards = place_cards(page, played)
    found = []
    for index, card in enumerate(cards):
        if codes:
            sides = (("white", codes[index].white), ("black", codes[index].black))
            shown = tuple((side, code_at(f"/c/{page.id}/{code}"), code) for side, code in sides)
        else:
            shown = (("", code_at(f"/t/{page.id}/boards#g{played.games[index]}"), ""),)
        found.append(Slip(*card, codes=shown))
    return found
