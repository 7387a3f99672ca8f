"""The second look: the results of a round are typed again, unseen, and compared; none is recorded.

A page has no recorded result before it was typed again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from planilla.adapters.http.arbiter import QUICK_RESULTS, RESULTS
from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.endpoints import Access, number_in, page_at
from planilla.adapters.http.page_request import PageRequest, round_in
from planilla.adapters.http.views.pairings import BoardShown, board_shown
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.application.permissions import covered_boards
from planilla.application.roles import View
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.results import SecondLook, second_look
from planilla.domain.tournament.state import RoundState
from planilla.domain.vocabulary import RESULT_OF_NOTATION, GameId, GameRef
from planilla.presentation.figures import RESULT_TEXTS

ADDRESS = "/t/{tournament}/second-look"


@dataclass(frozen=True, kw_only=True)
class BoardTyped:
    """A board with the names of its players and the result that was typed again, or "".

    `sides` are those of its match, if the match begins with this board. `again` is the typed result
    as people read it.
    """

    board: BoardShown
    players: tuple[str, ...]
    sides: tuple[str, ...]
    typed: str
    again: str
    differs: bool


class SecondLookPages(Pages, trait=Trait.HAS_ROUNDS):
    """The form that takes the results a second time, and its answer."""

    @page_at(
        ADDRESS,
        access=Access.STAFF,
        view=View.BOARDS,
        desk_link="second-look.title",
    )
    async def show(self, page_request: PageRequest) -> Response:
        """Show the boards with a result that the visitor may record, without these results."""
        return await self._page(page_request, {})

    @page_at(ADDRESS, method="POST", access=Access.STAFF, view=View.BOARDS)
    async def compare(self, page_request: PageRequest) -> Response:
        """Show the boards whose recorded result is another one than the typed one."""
        return await self._page(page_request, await read_form(page_request.request))

    async def _page(self, page_request: PageRequest, form: Mapping[str, str]) -> Response:
        state = page_request.page.state
        asked = number_in(page_request.request.query_params.get("round", ""))
        played = round_in(page_request, asked) if asked else state.round(state.last_published)
        return await self._arbiter.page(
            page_request, "second_look.html", None, lambda: _fields(page_request, played, form)
        )


def _fields(
    page_request: PageRequest, played: RoundState | None, form: Mapping[str, str]
) -> Mapping[str, Any]:
    if played is None:
        return {"shown": None}
    page, visitor = page_request.page, page_request.visitor
    typed = {game: form[game] for game in played.games if form.get(game) in RESULTS}
    results = {game: RESULT_OF_NOTATION[text] for game, text in typed.items()}
    found = second_look(played, covered_boards(visitor.actor, page.id, played), results)
    return {
        "shown": played,
        "rounds": range(1, page.state.last_published + 1),
        "boards": tuple(_boards(page, played, typed, found)),
        "found": found,
        "is_compared": bool(form),
        "done": len(found.agreeing) + len(found.differing),
        "mend_at": _mend_at(page_request, played),
        "quick": QUICK_RESULTS,
        "others": [each for each in RESULTS if each not in QUICK_RESULTS],
    }


def _boards(
    page: TournamentPage, played: RoundState, typed: Mapping[GameId, str], found: SecondLook
) -> Iterator[BoardTyped]:
    last = None
    for index in found.boards:
        game = played.games[index]
        match, text = GameRef.of(game).match, typed.get(game, "")
        begins = bool(played.sides) and match != last
        last = match
        yield BoardTyped(
            board=board_shown(page, played, index),
            players=tuple(page.name(each) for each in played.boards[index]),
            sides=tuple(page.name(each) for each in played.sides[match - 1]) if begins else (),
            typed=text,
            again=RESULT_TEXTS.get(text, ""),
            differs=index in found.differing,
        )


def _mend_at(page_request: PageRequest, played: RoundState) -> str:
    """Return the address of the page on which the visitor mends results of a round, or ""."""
    page = page_request.page
    if page_request.visitor.may_see(page.id, View.DESK):
        return f"/t/{page.id}/arbiter?round={played.number}"
    return f"/t/{page.id}/boards" if played.number == page.state.last_published else ""
