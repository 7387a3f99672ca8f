"""Page of the prizes: the plan, the provisional winners, and the chances in open games."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tab, page_at
from planilla.adapters.http.page_request import PageRequest, entrant_in
from planilla.adapters.http.pages.qualifying import likelihood_of, open_now
from planilla.adapters.http.views.prizes import ChancesShown, PrizeSheet, TieShown, chances_of
from planilla.adapters.http.web import Pages
from planilla.domain.pairing.system import Trait
from planilla.domain.prizes.chances import Basis
from planilla.domain.prizes.outcomes import Likelihood, Model
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.tournament.prizes import OPEN_GAMES_MAX, chances_asked, plan_of
from planilla.domain.tournament.qualifying import places_of
from planilla.domain.vocabulary import EntrantId

TAB = "prizes"


class PrizePages(Pages):
    """Public, live, and complete at any past moment."""

    @page_at("/t/{tournament}/prizes", cost=Cost.PAGE, tab=Tab("prizes", 7, Trait.HAS_ROUNDS))
    async def table(self, page_request: PageRequest) -> Response:
        """Show the prizes; `?likelihood=elo` weights open games by Elo."""
        plan = plan_of(page_request.page.state)
        likelihood = likelihood_of(page_request.request)
        games = await page_request.made(open_now, page_request) if plan is not None else 0
        chances = await self._open(page_request, plan, games, likelihood)

        def fields() -> Mapping[str, Any]:
            return {
                "prizes": None if plan is None else PrizeSheet(page_request.page, plan),
                "games": games,
                "games_max": OPEN_GAMES_MAX,
                "is_last": page_request.page.state.last_published
                >= page_request.page.rounds_planned,
                "chances": chances,
                "likelihood": likelihood.value,
                "likelihoods": [each.value for each in Likelihood],
            }

        return await self._public.page(page_request, TAB, "prizes.html", fields)

    async def _open(
        self, page_request: PageRequest, plan: PrizePlan | None, games: int, likelihood: Likelihood
    ) -> ChancesShown | None:
        """Return the chances; None without open games, with too many, or while calculating.

        Before the last round they are shown only if the address states the weights.
        """
        page = page_request.page
        is_last = page.state.last_published >= page.rounds_planned
        is_asked = is_last or "likelihood" in page_request.request.query_params
        possible = 0 < games <= OPEN_GAMES_MAX and page.state.system.has_chances
        if plan is None or not possible or not is_asked:
            return None
        basis = Basis(model=Model(likelihood=likelihood), places=places_of(page.state))
        asked = await page_request.made(chances_asked, page.state, plan, basis, page.crosstable)
        found = await self._chances.chances(asked)
        if found is None:
            return None
        return chances_of(page, found, plan.currency, games, likelihood)

    @page_at("/t/{tournament}/prizes/{entrant}", cost=Cost.PAGE)
    async def player(self, page_request: PageRequest) -> Response:
        """Show the working of one player's prizes."""
        entrant = entrant_in(page_request).id
        return await self._public.page(
            page_request,
            TAB,
            "prizes_player.html",
            lambda: {
                "entrant": entrant,
                "name": page_request.page.name(entrant),
                "ties": _working(page_request, entrant),
                "is_final": page_request.page.state.finished,
            },
        )

    @page_at("/t/{tournament}/prizes/{entrant}/working", cost=Cost.PAGE)
    async def working(self, page_request: PageRequest) -> Response:
        """Return the same for display below the row."""
        entrant = entrant_in(page_request).id
        return await self._public.part(
            page_request,
            "prizes_working.html",
            lambda: {
                "ties": _working(page_request, entrant),
                "is_final": page_request.page.state.finished,
            },
        )


def _working(page_request: PageRequest, entrant: EntrantId) -> tuple[TieShown, ...]:
    plan = plan_of(page_request.page.state)
    if plan is None:
        return ()
    return PrizeSheet(page_request.page, plan).working(page_request.page.seats[entrant])
