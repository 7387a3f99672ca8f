"""Arbiter's page of a Keizer tournament: values, rulings on absences, rules before round 1."""

from dataclasses import dataclass

from starlette.responses import Response

from planilla.adapters.http.arbiter import Refused
from planilla.adapters.http.command_forms import KEIZER, keizer_groups, shown
from planilla.adapters.http.endpoints import Access, page_at
from planilla.adapters.http.forms import Input
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.domain.crosstable import Seat
from planilla.domain.pairing.keizer.rules import Absence
from planilla.domain.pairing.keizer.season import entries_of
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.keizer import was_absent
from planilla.domain.tournament.keizer_values import KeizerStandings, keizer_of, keizer_standings


@dataclass(frozen=True, kw_only=True)
class Missed:
    """A player who did not play in a round, and the kind of the absence."""

    entrant: str
    name: str
    round: int
    absence: str


class KeizerDesk(Pages, trait=Trait.KEEPS_VALUES):
    """Pages of Keizer absences for the arbiter."""

    @page_at("/t/{tournament}/arbiter/keizer", access=Access.STAFF, desk_link="page.keizer.desk")
    async def show(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the values, and the acts that affect them."""
        page = page_request.page
        kept = refused.form if refused is not None and refused.act == "rule-keizer" else {}
        return await self._arbiter.page(
            page_request,
            "keizer_desk.html",
            refused,
            lambda: {
                "missed": missed_in(page),
                "absences": [each.value for each in Absence],
                "keizer_groups": keizer_groups(),
                "form": Input({**shown(keizer_of(page.state).rules, KEIZER), **kept}),
                "is_fixed": bool(page.state.rounds),
            },
        )


def missed_in(page: TournamentPage) -> tuple[Missed, ...]:
    """Return the players who missed a published round, last round first."""
    climb = keizer_standings(page.state)
    taken = [
        {entry.round: entry.kind.value for entry in entries_of(climb.season, seat)}
        for seat in range(len(climb.order))
    ]
    return tuple(
        Missed(
            entrant=entrant,
            name=page.name(entrant),
            round=played.number,
            absence=taken[seat][played.number],
        )
        for played in page.state.rounds[::-1]
        if played.is_published
        for seat, entrant in enumerate(page.state.order)
        if was_absent(played, entrant) and not _gone(climb, seat, played.number)
    )


def _gone(climb: KeizerStandings, seat: Seat, number: int) -> bool:
    """Return whether a player had left by round `number`."""
    return number >= climb.season.left.get(seat, number + 1)
