"""Pages of the rating changes of all players, and of one player game by game."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tab, page_at
from planilla.adapters.http.page_request import PageRequest, entrant_in
from planilla.adapters.http.views.elo import elo_card, elo_shown
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.domain.pairing.system import Trait
from planilla.projections.elo import rules_of

TAB = "elo"


class EloPages(Pages, trait=Trait.HAS_ROUNDS):
    """Pages of rating changes: public, live, and available at any past moment."""

    @page_at("/t/{tournament}/elo", cost=Cost.PAGE, is_cached=True, tab=Tab("elo", 6))
    async def table(self, page_request: PageRequest) -> Response:
        """Show all players by number."""
        return await self._public.page(
            page_request, TAB, "elo.html", partial(_table, page_request.page)
        )

    @page_at("/t/{tournament}/elo/{entrant}", cost=Cost.PAGE, is_cached=True)
    async def player(self, page_request: PageRequest) -> Response:
        """Show one player, game by game."""
        entrant = entrant_in(page_request).id
        return await self._public.page(
            page_request,
            TAB,
            "elo_player.html",
            lambda: {
                "card": elo_card(page_request.page, page_request.page.seats[entrant]),
                "rules": rules_of(page_request.page.state).name,
            },
        )

    @page_at("/t/{tournament}/elo/{entrant}/working", cost=Cost.PAGE, is_cached=True)
    async def working(self, page_request: PageRequest) -> Response:
        """Return the games of one player, for display below the row."""
        entrant = entrant_in(page_request).id
        return await self._public.part(
            page_request,
            "elo_games.html",
            lambda: {"card": elo_card(page_request.page, page_request.page.seats[entrant])},
        )


def _table(page: TournamentPage) -> Mapping[str, Any]:
    return {"table": elo_shown(page), "rules": rules_of(page.state).name}
