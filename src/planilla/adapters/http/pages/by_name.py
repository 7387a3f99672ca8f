"""The pairings of a round by name: a list in which players find their board, on paper or a wall."""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from starlette.responses import Response

from planilla.adapters.http.endpoints import RESULTS, Cost, page_at
from planilla.adapters.http.page_request import PageRequest, round_in
from planilla.adapters.http.views.filters import chosen_in
from planilla.adapters.http.views.marks import SQUARES
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.matches import place_of
from planilla.domain.tournament.personal import alphabetical
from planilla.domain.tournament.state import RoundState
from planilla.domain.vocabulary import Colour, EntrantId


class NamedBoard(NamedTuple):
    """A player with board, colour and opponent; with a bye these are empty, and `bye` is its kind.

    `square` is the sign of the colour, `colour` its word. `board` is `7`, or `3.2` in a match.
    A player of a team that is an entrant has no card. `of` names the tournament in a list of
    several.
    """

    entrant: str
    name: str
    board: str = ""
    square: str = ""
    colour: str = ""
    opponent: str = ""
    bye: str = ""
    has_card: bool = True
    of: str = ""


class ByNamePages(Pages, trait=Trait.HAS_ROUNDS):
    """The alphabetical list of a round."""

    @page_at(
        "/t/{tournament}/rounds/{number:int}/names", cost=Cost.PAGE, is_cached=True, level=RESULTS
    )
    async def show(self, page_request: PageRequest) -> Response:
        """Show everybody of a published round by name."""
        played = round_in(page_request, page_request.request.path_params["number"])
        return await self._public.page(
            page_request,
            "pairings",
            "by_name.html",
            partial(_chosen_lines, page_request, played),
        )


def _chosen_lines(page_request: PageRequest, played: RoundState) -> Mapping[str, Any]:
    page = page_request.page
    chosen = chosen_in(page, page_request.request.query_params)
    lines = [line for line in by_name(page, played) if chosen.has([line.entrant], line.board)]
    return {"played": played, "lines": lines, **chosen.fields}


def by_name(page: TournamentPage, played: RoundState) -> list[NamedBoard]:
    """Return everybody on a board or with a bye, in alphabetical order."""
    found = [
        _seated(page, played, index, colour)
        for index in range(len(played.boards))
        for colour in Colour
    ]
    found += [
        NamedBoard(entrant=bye.entrant, name=page.name(bye.entrant), bye=bye.kind.value)
        for bye in played.byes
    ]
    shared = {name for name, several in Counter(line.name for line in found).items() if several > 1}
    numbered = [
        _numbered(page, line) if line.has_card and line.name in shared else line for line in found
    ]
    return sorted(numbered, key=lambda line: (alphabetical(line.name), line.entrant))


def _numbered(page: TournamentPage, line: NamedBoard) -> NamedBoard:
    """Return the line with the number of the player, who has the name of another one."""
    number = page.say("page.number", number=page.number(EntrantId(line.entrant)))
    return line._replace(name=f"{line.name} · {number}")


def _seated(page: TournamentPage, played: RoundState, index: int, colour: Colour) -> NamedBoard:
    pair: tuple[EntrantId, EntrantId] = played.boards[index]
    place = place_of(page.state, played, index)
    own, other = pair if colour is Colour.WHITE else pair[::-1]
    return NamedBoard(
        entrant=own,
        name=page.name(own),
        board=str(place.board) if place.match is None else f"{place.match}.{place.board}",
        square=SQUARES[colour],
        colour=colour.name.lower(),
        opponent=page.name(other),
        has_card=own in page.state.entrants,
    )
