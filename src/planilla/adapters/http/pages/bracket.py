"""Page of the bracket of a knockout: the tree with names and scores, live and at any moment."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, Tab, page_at
from planilla.adapters.http.public import PageRequest
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.domain.pairing.knockout.bracket import Bracket
from planilla.domain.pairing.knockout.progress import NOBODY, BracketProgress, MatchProgress
from planilla.domain.pairing.system import Trait
from planilla.domain.tournament.brackets import bracket_of, progress_of
from planilla.domain.tournament.matches import MatchScore, match_scores
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId, GameRef
from planilla.presentation.drawings.bracket import (
    DrawnMatch,
    DrawnSide,
    bracket_markup,
    heads_markup,
    layout_of,
)
from planilla.presentation.figures import figure


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


def _tree(page: TournamentPage, followed: Collection[str]) -> Mapping[str, Any]:
    """Return the drawing, empty before the bracket is drawn."""
    bracket, now = bracket_of(page.state), progress_of(page.state)
    if bracket is None or now is None:
        return {"tree": "", "heads": ""}
    layout = layout_of(bracket)
    matches = _drawn(page, bracket, now, followed)
    return {
        "heads": heads_markup(layout, page.language),
        "tree": bracket_markup(layout, matches, page.language),
    }


def _drawn(
    page: TournamentPage, bracket: Bracket, now: BracketProgress, followed: Collection[str]
) -> tuple[DrawnMatch, ...]:
    """Return the matches as they stand, in the order of their numbers."""
    scores = _scores(page.state)
    return tuple(
        DrawnMatch(
            status=each.status,
            sides=(
                _side(page, each, 0, scores.get(match.number), followed),
                _side(page, each, 1, scores.get(match.number), followed),
            ),
            winner=each.sides.index(each.winner) if each.winner else None,
            is_invalid=match.number in now.invalid,
            href=_card(page, scores.get(match.number)),
        )
        for match, each in zip(bracket.matches, now.matches, strict=True)
    )


def _scores(state: Tournament) -> dict[int, MatchScore]:
    """Return the published matches by their numbers in the bracket."""
    return {
        number: score
        for played in state.rounds
        if played.is_published
        for number, score in zip(played.bracket_matches, match_scores(state, played), strict=True)
    }


def _card(page: TournamentPage, score: MatchScore | None) -> str:
    if score is None:
        return ""
    ref = GameRef(stage=page.state.stage, round=score.round, match=score.number)
    return f"/t/{page.id}/matches/{ref.written}"


def _side(
    page: TournamentPage,
    match: MatchProgress,
    at: int,
    score: MatchScore | None,
    followed: Collection[str],
) -> DrawnSide | None:
    number = match.sides[at]
    if number is None or number == NOBODY:
        return None
    entrant = page.state.order[number - 1]
    return DrawnSide(
        name=page.name(entrant),
        number=str(number),
        score="" if score is None else _points(page, score, entrant),
        key=entrant,
        is_followed=entrant in followed,
    )


def _points(page: TournamentPage, score: MatchScore, entrant: EntrantId) -> str:
    """Return the points of a side; nothing before the first result."""
    if entrant not in score.sides or score.open == len(score.games):
        return ""
    return figure(score.points[score.sides.index(entrant)], page.unit)
