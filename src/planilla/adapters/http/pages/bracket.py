"""Page of the bracket of a knockout: the tree with names and scores, live and at any moment."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tab, page_at
from planilla.adapters.http.public import PageRequest
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.domain.pairing.knockout.progress import MatchStatus
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.brackets import bracket_of
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.drawings.bracket import (
    DrawnMatch,
    DrawnSide,
    bracket_markup,
    heads_markup,
    part_markup,
)
from planilla.presentation.drawings.bracket_layout import joints_of, layout_of, pages_of
from planilla.projections.bracket import BracketRow, rows


class BracketPages(Pages, trait=Trait.HAS_BRACKET):
    """The bracket of a knockout."""

    @page_at("/t/{tournament}/bracket", cost=Cost.PAGE, is_cached=True, tab=Tab("bracket", 2))
    async def tree(self, page_request: PageRequest) -> Response:
        """Show the tree of all matches; `?follow=` marks the path of a player."""
        return await self._public.page(
            page_request,
            "bracket",
            "bracket.html",
            partial(_tree, page_request.page, page_request.followed),
        )

    @page_at("/t/{tournament}/bracket/paper", cost=Cost.PAGE, is_cached=True)
    async def paper(self, page_request: PageRequest) -> Response:
        """Show the tree for printing, in parts that can be joined."""
        return await self._public.page(
            page_request,
            "bracket",
            "bracket_paper.html",
            partial(_parts, page_request.page, page_request.followed),
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
        "tree": bracket_markup(layout, _drawn(page, followed), page.language),
        "sides": [
            PathChoice(number, entrant, page.name(entrant))
            for number, entrant in enumerate(page.state.order[: bracket.players], start=1)
        ],
        "unit": page.unit,
    }


def _parts(page: TournamentPage, followed: Collection[str]) -> Mapping[str, Any]:
    """Return the drawing of each part; none before the bracket is drawn."""
    bracket = bracket_of(page.state)
    parts = () if bracket is None else pages_of(bracket)
    matches = _drawn(page, followed)
    layouts = [layout_of(bracket, part) for part in parts if bracket is not None]
    return {
        "stage_title": page.state.plan.title,
        "parts": [
            part_markup(layout, joints_of(layout, parts), matches, page.language)
            for layout in layouts
        ],
    }


def _drawn(page: TournamentPage, followed: Collection[str]) -> tuple[DrawnMatch, ...]:
    """Return the matches as they stand, in the order of their numbers."""
    numbers = {entrant: number for number, entrant in enumerate(page.state.order, start=1)}

    def side(entrant: EntrantId | None, points: int | None) -> DrawnSide | None:
        if entrant is None:
            return None
        return DrawnSide(
            name=page.name(entrant),
            number=str(numbers[entrant]),
            score="" if points is None else page.points(points),
            key=entrant,
            is_followed=entrant in followed,
        )

    def match(row: BracketRow) -> DrawnMatch:
        return DrawnMatch(
            status=MatchStatus(row.status),
            sides=(side(row.first, row.first_points), side(row.second, row.second_points)),
            winner=row.winner,
            is_invalid=row.invalid,
            href="" if row.match is None else f"/t/{page.id}/matches/{row.match}",
        )

    return tuple(match(row) for row in rows(page.state).values())
