"""The pages of Elo: what the games so far do to everybody's rating, and game by game."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.limits import Cost, LimitedRoute
from planilla.adapters.http.public import PublicPages, entrant_in
from planilla.adapters.http.views.elo import elo_card, elo_rows
from planilla.adapters.http.views.sheet import TournamentPage
from planilla.projections.elo import rules_of

TAB = "elo"


class EloPages:
    """Public, live, and complete at any past moment."""

    def __init__(self, public: PublicPages) -> None:
        self._public = public

    @property
    def routes(self) -> list[Route]:
        """The table, one player's games, and these to be shown below a row."""
        return [
            LimitedRoute("/t/{tournament}/elo", self.table, read=Cost.PAGE, is_cached=True),
            LimitedRoute(
                "/t/{tournament}/elo/{entrant}", self.player, read=Cost.PAGE, is_cached=True
            ),
            LimitedRoute(
                "/t/{tournament}/elo/{entrant}/working",
                self.working,
                read=Cost.PAGE,
                is_cached=True,
            ),
        ]

    async def table(self, request: Request) -> Response:
        """Everybody by number."""
        look = await self._public.look(request)
        return await self._public.page(look, TAB, "elo.html", partial(_table, look.sheet))

    async def player(self, request: Request) -> Response:
        """One player, game by game."""
        look = await self._public.look(request)
        entrant = entrant_in(look).id
        return await self._public.page(
            look,
            TAB,
            "elo_player.html",
            lambda: {
                "card": elo_card(look.sheet, look.sheet.seats[entrant]),
                "rules": rules_of(look.sheet.state).name,
            },
        )

    async def working(self, request: Request) -> Response:
        """The games of one player, to be shown below the row."""
        look = await self._public.look(request)
        entrant = entrant_in(look).id
        return await self._public.part(
            look,
            "elo_games.html",
            lambda: {
                "card": elo_card(look.sheet, look.sheet.seats[entrant]),
                "tournament": look.sheet.id,
            },
        )


def _table(sheet: TournamentPage) -> Mapping[str, Any]:
    players, scale = elo_rows(sheet)
    return {
        "players": players,
        "scale": scale,
        "rules": rules_of(sheet.state).name,
        "rounds": range(1, len(sheet.crosstable.rounds) + 1),
    }
