"""Qualifying places: the page, its data as JSON, and the chances."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tag, choice_in, operation_at, page_at
from planilla.adapters.http.moments import caching
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.responses import NO_STORE, data_response
from planilla.adapters.http.views.prizes import note_of, qualifying_shown
from planilla.adapters.http.web import Pages
from planilla.domain.prizes.chances import Basis, Chances
from planilla.domain.prizes.outcomes import Likelihood, Model, open_games
from planilla.domain.tournament.prizes import (
    NO_PRIZES,
    OPEN_GAMES_MAX,
    chances_asked,
    chances_to_qualify,
    plan_of,
)
from planilla.domain.tournament.qualifying import places_of
from planilla.domain.vocabulary import EntrantId
from planilla.projections.qualifying import Qualification, qualifying


class QualifyingChances(msgspec.Struct, frozen=True, kw_only=True):
    """The chances to qualify as exact fractions, greatest first; players without one are left out.

    `outcomes` of the open `games` were evaluated, all of them if `is_exact`.
    """

    likelihood: Likelihood
    games: int
    outcomes: int
    is_exact: bool
    chances: dict[EntrantId, str]


class WhoQualifies(msgspec.Struct, frozen=True, kw_only=True):
    """The provisional qualifiers, None if no place qualifies; and the requested chances."""

    qualifying: Qualification | None
    chances: QualifyingChances | None


class QualifyingPages(Pages):
    """Public, and complete at any past moment."""

    @page_at("/t/{tournament}/qualifying", cost=Cost.PAGE)
    async def page(self, page_request: PageRequest) -> Response:
        """Show the table with its line; `?likelihood=elo` weights open games by Elo."""
        page = page_request.page
        likelihood = likelihood_of(page_request.request)
        found = await page_request.made(qualifying, page.state)
        games = await page_request.made(open_now, page_request) if found is not None else 0
        worked_out = await self._worked_out(page_request, games, likelihood)

        def fields() -> Mapping[str, Any]:
            chances = None if worked_out is None else _by_entrant(page_request, worked_out)
            return {
                "shown": None if found is None else qualifying_shown(page, found, chances),
                "places": places_of(page.state),
                "games": games,
                "games_max": OPEN_GAMES_MAX,
                "is_asked": _is_asked(page_request),
                "note": "" if worked_out is None else note_of(page, worked_out, games, likelihood),
                "likelihood": likelihood.value,
                "likelihoods": [each.value for each in Likelihood],
            }

        return await self._public.page(page_request, "standings", "qualifying.html", fields)

    @operation_at(
        "/api/t/{tournament}/qualifying",
        name="read-qualifying",
        tag=Tag.VIEWS,
        summary="The players who qualify as it stands, and the chances while games are open.",
        cost=Cost.PAGE,
        parameters=("likelihood", "at", "stage"),
        answer=WhoQualifies,
        problems=(422,),
    )
    async def data(self, page_request: PageRequest) -> Response:
        """Return the same as JSON; entrants by id, at the version in the ETag."""
        likelihood = likelihood_of(page_request.request)
        found = await page_request.made(qualifying, page_request.page.state)
        games = await page_request.made(open_now, page_request) if found is not None else 0
        worked_out = await self._worked_out(page_request, games, likelihood)
        answer = WhoQualifies(
            qualifying=found,
            chances=None
            if worked_out is None
            else _answer(page_request, worked_out, games, likelihood),
        )
        soon = worked_out is None and games and _is_asked(page_request)
        return data_response(
            answer,
            version=page_request.version,
            cache=NO_STORE if soon else caching(page_request.at),
        )

    async def _worked_out(
        self, page_request: PageRequest, games: int, likelihood: Likelihood
    ) -> Chances | None:
        """Return the chances; None without open games, with too many, or while calculating.

        Before the last round they are calculated only on request.
        """
        state = page_request.page.state
        if not 0 < games <= OPEN_GAMES_MAX or not _is_asked(page_request):
            return None
        basis = Basis(model=Model(likelihood=likelihood), places=places_of(state))
        plan = plan_of(state) or NO_PRIZES
        asked = await page_request.made(
            chances_asked, state, plan, basis, page_request.page.crosstable
        )
        return await self._chances.chances(asked)


def likelihood_of(request: Request) -> Likelihood:
    """Return the weights of the open games: those in the address, otherwise all equal.

    Raises:
        Failure: there is no such likelihood.
    """
    return Likelihood(
        choice_in(request.query_params, "likelihood", tuple(Likelihood)) or Likelihood.EVEN
    )


def open_now(page_request: PageRequest) -> int:
    """Return the number of open games; 0 if the system has no chances."""
    if not page_request.page.state.system.has_chances:
        return 0
    return len(open_games(page_request.page.crosstable))


def _is_asked(page_request: PageRequest) -> bool:
    is_last = page_request.page.state.last_published >= page_request.page.rounds_planned
    return is_last or "likelihood" in page_request.request.query_params


def _by_entrant(page_request: PageRequest, found: Chances) -> Mapping[EntrantId, Fraction]:
    chances = chances_to_qualify(found, places_of(page_request.page.state))
    return {page_request.page.entrant_at(seat): chance for seat, chance in chances.items()}


def _answer(
    page_request: PageRequest, found: Chances, games: int, likelihood: Likelihood
) -> QualifyingChances:
    chances = _by_entrant(page_request, found)
    order = sorted(chances, key=lambda entrant: chances[entrant], reverse=True)
    return QualifyingChances(
        likelihood=likelihood,
        games=games,
        outcomes=found.outcomes,
        is_exact=found.is_exact,
        chances={entrant: str(chances[entrant]) for entrant in order},
    )
