"""Reasons for a player's movement, below a row of the standings, and player cards as JSON."""

import msgspec
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tag, operation_at, page_at
from planilla.adapters.http.moments import caching
from planilla.adapters.http.page_request import PageRequest, entrant_in
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.web import Pages
from planilla.projections.movement import Movement
from planilla.projections.player_card import PlayerCard, player_card


class CardOfAPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """A player's card with the movement, None before the second round."""

    card: PlayerCard
    movement: Movement | None


class MovementPages(Pages):
    """Handlers for one player, without calculations for the whole table."""

    @page_at("/t/{tournament}/entrants/{entrant}/movement", cost=Cost.PAGE, is_cached=True)
    async def movement(self, page_request: PageRequest) -> Response:
        """Return the causes of one player's movement, for display below a row."""
        entrant = entrant_in(page_request).id
        return await self._public.part(
            page_request,
            "movement.html",
            lambda: {
                "moves": self._public.moves(page_request, entrant),
                "tournament": page_request.page.id,
            },
        )

    @operation_at(
        "/api/t/{tournament}/entrants/{entrant}",
        name="read-card",
        tag=Tag.VIEWS,
        summary="The rounds, tie-breaks and last movement of one player, without the name.",
        cost=Cost.PAGE,
        parameters=("at", "stage"),
        answer=CardOfAPlayer,
    )
    async def card(self, page_request: PageRequest) -> Response:
        """Return the card of one player without the name, at the version in the ETag."""
        entrant = entrant_in(page_request).id
        card = await page_request.made(player_card, page_request.page.state, entrant)
        assert card is not None, "whoever was entered has a card"
        moved = await page_request.made(self._public.moved, page_request, entrant)
        answer = CardOfAPlayer(card=card, movement=moved)
        return data_response(answer, version=page_request.version, cache=caching(page_request.at))
