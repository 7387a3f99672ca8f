"""The drawings of a what-if: who changes places, and bars of the places that may come out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planilla.adapters.http.views.sheet import TournamentPage
from planilla.audit.branch import Outlook
from planilla.audit.compare import Consequences
from planilla.presentation.drawings.ranges import bar_markup, last_place, legend_markup
from planilla.presentation.drawings.slopes import slope_markup, slope_of


@dataclass(frozen=True, kw_only=True)
class Bars:
    """A bar for each of the places, in their order, and what its parts are; all are markup."""

    legend: str
    bars: tuple[str, ...]


def slope_drawn(sheet: TournamentPage, told: Consequences, name_of: Callable[[str], str]) -> str:
    """Lines from the places before to those after, as markup; "" where nobody moves."""
    slope = slope_of(told.places)
    return "" if slope is None else slope_markup(slope, sheet.language, name_of)


def bars_drawn(sheet: TournamentPage, places: Sequence[Outlook]) -> Bars:
    """All bars on one scale, from the first place to the last that anybody may come to."""
    last = last_place(places)
    bars = tuple(bar_markup(each, last) for each in places)
    return Bars(legend=legend_markup(sheet.language), bars=bars)
