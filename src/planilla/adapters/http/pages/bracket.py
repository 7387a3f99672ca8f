"""Page of the bracket of a knockout: the tree with names and scores, live and at any moment."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

from starlette.responses import Response

from planilla.adapters.http.endpoints import RESULTS, Cost, Tab, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.pages.papers import paper_frame
from planilla.adapters.http.views.bracket import drawn_matches
from planilla.adapters.http.views.charts import bracket_parts
from planilla.adapters.http.views.papers import Paper
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.brackets import bracket_of
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.drawings.bracket import bracket_markup, heads_markup
from planilla.presentation.drawings.bracket_layout import GAP, WIDTH, layout_of

SHEET_WIDTH = 1060
"""Width of the sheet beside its margin on a desktop, in px: a wider tree has the whole page."""


class BracketPages(Pages, trait=Trait.HAS_BRACKET):
    """The bracket of a knockout."""

    @page_at(
        "/t/{tournament}/bracket",
        cost=Cost.PAGE,
        is_cached=True,
        tab=Tab("bracket", 2),
        may_be_embedded=True,
        level=RESULTS,
    )
    async def tree(self, page_request: PageRequest) -> Response:
        """Show the tree of all matches; `?follow=` marks the path of a player."""
        return await self._public.page(
            page_request,
            "bracket",
            "bracket.html",
            partial(_tree, page_request.page, page_request.followed),
        )

    @page_at("/t/{tournament}/bracket/paper", cost=Cost.PAGE, is_cached=True, level=RESULTS)
    async def paper(self, page_request: PageRequest) -> Response:
        """Show the tree for printing, in parts that can be joined; a blank one before the draw."""
        return await self._public.page(
            page_request,
            "bracket",
            "bracket_paper.html",
            lambda: {
                **paper_frame(page_request, Paper.BRACKET, self._site.public_url),
                **bracket_parts(page_request.page, followed=page_request.followed),
            },
        )


class PathChoice(NamedTuple):
    """A side whose path may be marked, by its number."""

    number: int
    entrant: EntrantId
    name: str


def _tree(page: TournamentPage, followed: Collection[str]) -> Mapping[str, Any]:
    """Return the drawing and the sides to follow; empty before the bracket is drawn."""
    bracket = bracket_of(page.state)
    if bracket is None:
        return {"tree": "", "heads": ""}
    layout = layout_of(bracket)
    return {
        "heads": heads_markup(layout, page.language),
        "tree": bracket_markup(layout, drawn_matches(page, followed), page.language),
        "sides": [
            PathChoice(number, entrant, page.name(entrant))
            for number, entrant in enumerate(page.state.order[: bracket.players], start=1)
        ],
        "rounds": layout.rounds,
        "column_width": WIDTH + GAP,
        "unit": page.unit,
        "is_wide": layout.width > SHEET_WIDTH,
    }
