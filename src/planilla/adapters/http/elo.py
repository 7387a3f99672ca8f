"""The pages of Elo: what the games so far do to everybody's rating, and game by game."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.public import PublicPages, entrant_in
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.views.elo import elo_card, elo_rows
from planilla.projections.elo import rules_of

TAB = "elo"


class EloPages:
    """Public, live, and complete at any past moment."""

    def __init__(self, public: PublicPages, renderer: Renderer) -> None:
        self._public = public
        self._renderer = renderer

    @property
    def routes(self) -> list[Route]:
        """The table, one player's games, and these to be shown below a row."""
        return [
            Route("/t/{tournament}/elo", self.table),
            Route("/t/{tournament}/elo/{entrant}", self.player),
            Route("/t/{tournament}/elo/{entrant}/working", self.working),
        ]

    async def table(self, request: Request) -> Response:
        """Everybody by number."""
        look = await self._public.look(request)
        players, scale = elo_rows(look.sheet)
        around = await self._public.frame(look, TAB)
        return self._renderer.page(
            request,
            look.visitor,
            "elo.html",
            **around,
            players=players,
            scale=scale,
            rules=rules_of(look.sheet.state).name,
            rounds=range(1, len(look.sheet.crosstable.rounds) + 1),
        )

    async def player(self, request: Request) -> Response:
        """One player, game by game."""
        look = await self._public.look(request)
        card = elo_card(look.sheet, look.sheet.seats[entrant_in(look).id])
        around = await self._public.frame(look, TAB)
        return self._renderer.page(
            request,
            look.visitor,
            "elo_player.html",
            **around,
            card=card,
            rules=rules_of(look.sheet.state).name,
        )

    async def working(self, request: Request) -> Response:
        """The games of one player, to be shown below the row."""
        look = await self._public.look(request)
        card = elo_card(look.sheet, look.sheet.seats[entrant_in(look).id])
        return self._renderer.page(
            request, look.visitor, "elo_games.html", card=card, tournament=look.sheet.id
        )
