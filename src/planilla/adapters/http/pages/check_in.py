"""The check-in: everybody who may play the next round, and those who are here."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.views.people import entrant_rows
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.application.roles import View
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.check_in import here_for, missing_from
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.values import AbsentBecome
from planilla.domain.vocabulary import EntrantId

MISSING = "missing"
"""Value of `?show=` that leaves out those who are here."""


class CheckInPages(Pages, trait=Trait.HAS_ROUNDS):
    """The list of the check-in, and its end."""

    @page_at(
        "/t/{tournament}/check-in",
        access=Access.STAFF,
        view=View.PRESENCE,
        desk_link="role.work.presence",
    )
    async def show(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show who is here for the round that is paired next, with a button for each player."""
        return await self._arbiter.page(
            page_request,
            "check_in.html",
            refused,
            lambda: _fields(page_request.page, page_request.request.query_params.get("show", "")),
        )


def _fields(page: TournamentPage, shown: str) -> Mapping[str, Any]:
    state = page.state
    coming = len(state.rounds) + 1
    here = here_for(state, coming)
    playing = [
        line for line in entrant_rows(page) if state.entrants[EntrantId(line.entrant)].plays(coming)
    ]
    absent = frozenset(missing_from(state, coming))
    missing = [line for line in playing if line.entrant in absent]
    return {
        "coming": coming if not state.finished and coming <= rounds_planned(state) else 0,
        "lines": missing if shown == MISSING else playing,
        "here": here,
        "here_count": len(playing) - len(missing),
        "all_count": len(playing),
        "missing": missing,
        "is_missing_only": shown == MISSING,
        "becomes": [each.value for each in AbsentBecome],
    }
