"""What the arbiter's page of the prizes shows: the form as it was typed, or as the plan stands."""

from typing import Any, Protocol

from planilla.adapters.http.prize_form import GROUPS, fields_of
from planilla.adapters.http.typed import Input
from planilla.adapters.http.views.sheet import Sheet
from planilla.domain.prizes.outcomes import open_games
from planilla.domain.prizes.plan import Sharing, Taking
from planilla.domain.tournament.winnings import plan_of

ANNOUNCE = "announce-prizes"


class Again(Protocol):
    """A form that was refused: the act, and what was typed."""

    @property
    def act(self) -> str:
        """The act that was refused."""

    @property
    def form(self) -> Any:
        """The fields as they were typed."""


def prize_desk(sheet: Sheet, refused: Again | None) -> dict[str, Any]:
    """The fields of the page."""
    plan = plan_of(sheet.state)
    was_typed = refused is not None and refused.act == ANNOUNCE
    regulations = sheet.state.regulations
    entrants = sheet.state.entrants.values()
    return {
        "typed": Input(refused.form if refused is not None and was_typed else fields_of(plan)),
        "groups": range(1, GROUPS + 1),
        "sharings": [each.value for each in (Sharing.HORT, Sharing.FIXED, Sharing.SHARED)],
        "takings": [each.value for each in Taking],
        "categories": sorted({each for entrant in entrants for each in entrant.categories}),
        "in_regulations": regulations is not None and regulations.prizes is not None,
        "has_plan": plan is not None,
        "games": len(open_games(sheet.crosstable)),
    }
