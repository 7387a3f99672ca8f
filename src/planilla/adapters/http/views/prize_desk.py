"""The arbiter's form of the prizes: as typed, or as the plan has them."""

from typing import Any, Protocol

from planilla.adapters.http.command_forms import fields_shown, plan_texts
from planilla.adapters.http.forms import Input
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.domain.prizes.outcomes import open_games
from planilla.domain.prizes.plan import Sharing
from planilla.domain.tournament.prizes import plan_of

ANNOUNCE = "announce-prizes"
CURRENCY_USUAL = "EUR"
GROUPS = 6
"""Groups that the form offers."""


class RefusedPrizePlan(Protocol):
    """A form that was refused: the act, and what was typed."""

    @property
    def act(self) -> str:
        """The act that was refused."""

    @property
    def form(self) -> Any:
        """The fields as they were typed."""


def prize_desk(page: TournamentPage, refused: RefusedPrizePlan | None) -> dict[str, Any]:
    """The fields of the page."""
    plan = plan_of(page.state)
    was_typed = refused is not None and refused.act == ANNOUNCE
    usual = plan_texts(plan, "plan") or {"plan.currency": CURRENCY_USUAL}
    regulations = page.state.regulations
    entrants = page.state.entrants.values()
    return {
        "form": Input(refused.form if refused is not None and was_typed else usual),
        "described": fields_shown(ANNOUNCE),
        "groups": range(1, GROUPS + 1),
        "sharings": [each.value for each in (Sharing.HORT, Sharing.FIXED, Sharing.SHARED)],
        "categories": sorted({each for entrant in entrants for each in entrant.categories}),
        "in_regulations": regulations is not None and regulations.prizes is not None,
        "has_plan": plan is not None,
        "games": len(open_games(page.crosstable)),
    }
