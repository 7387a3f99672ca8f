"""The check-in: everybody who may play the next round, and those who are here."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.views.filters import MISSING
from planilla.adapters.http.views.people import entrant_rows
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.application.roles import View
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.check_in import (
    checked_in_for,
    here_for,
    left_out,
    missing_from,
)
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.values import AbsentBecome
from planilla.domain.vocabulary import ByeKind, EntrantId


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


class NotPlaying(NamedTuple):
    """An entrant who does not play the next round, with the command that brings them back.

    `bye` is that in the round; without one they are withdrawn, from round `out_from` on.
    """

    entrant: EntrantId
    name: str
    bye: ByeKind | None
    out_from: int | None
    returns_by: str


def _fields(page: TournamentPage, shown: str) -> Mapping[str, Any]:
    state = page.state
    coming = len(state.rounds) + 1
    absent = frozenset((*missing_from(state, coming), *left_out(state, coming)))
    here = here_for(state, coming)
    expected = [
        line
        for line in entrant_rows(page)
        if line.entrant in absent or state.entrants[EntrantId(line.entrant)].plays(coming)
    ]
    missing = [line for line in expected if line.entrant in absent]
    return {
        "coming": coming if not state.finished and coming <= rounds_planned(state) else 0,
        "lines": missing if shown == MISSING else expected,
        "here": here,
        "here_count": len(expected) - len(missing),
        "all_count": len(expected),
        "missing": missing,
        "is_missing_only": shown == MISSING,
        "becomes": [each.value for each in AbsentBecome],
        "ended": checked_in_for(state, coming).others,
        "not_ended": bool(missing_from(state, coming)),
        "expected": expected,
        "byes": [each.value for each in ByeKind if each in state.system.byes_on_request],
        "not_playing": [each for each in _not_playing(page, coming) if each.entrant not in absent],
    }


def _not_playing(page: TournamentPage, coming: int) -> Iterator[NotPlaying]:
    """Yield those who may still come back for the next round, by pairing number."""
    for entrant in page.state.order:
        known = page.state.entrants[entrant]
        bye, out_from = known.bye_in(coming), known.out_from
        is_barred = known.expelled or known.ineligible_from is not None
        if is_barred or (bye is None and out_from is None):
            continue
        yield NotPlaying(
            entrant=entrant,
            name=page.name(entrant),
            bye=bye if out_from is None else None,
            out_from=out_from,
            returns_by="cancel-bye" if out_from is None else "return-entrant",
        )
