"""Chart of the places of several players, round by round."""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from planilla.adapters.http.endpoints import Cost, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.views.marks import safe
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.web import Pages
from planilla.domain.pairing.system import Trait
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.drawings.courses import CourseShown, courses_markup
from planilla.projections.courses import EntrantCourse, courses
from planilla.projections.standings import ranked, rows

FIRST = 10
"""Number of the first places that are shown where nobody is followed."""
NO_PLACE = "–"


class CourseRow(NamedTuple):
    """A player with the place after each round and the points; these are empty in a Keizer."""

    entrant: str
    name: str
    rounds: tuple[tuple[str, str], ...]


class CoursePages(Pages, trait=Trait.HAS_ROUNDS):
    """The chart of places."""

    @page_at("/t/{tournament}/progress", cost=Cost.PAGE, is_cached=True)
    async def show(self, page_request: PageRequest) -> Response:
        """Show the players in `?follow=`, at most twenty, or else the first ten."""
        return await self._public.page(
            page_request, "standings", "courses.html", partial(_fields, page_request)
        )


def _fields(page_request: PageRequest) -> Mapping[str, Any]:
    page, followed = page_request.page, page_request.followed
    order = [entrant for _, entrant, _ in ranked(rows(page.state))]
    chosen = [each for each in order if each in followed] or order[:FIRST]
    known = courses(page.state)
    found = {each: known[EntrantId(each)] for each in chosen}
    return {
        "drawing": _drawing(page, found),
        "rows": [_row(page, each, course) for each, course in found.items()],
        "rounds": max((len(course.places) for course in found.values()), default=0),
        "are_followed": bool(followed),
    }


def _drawing(page: TournamentPage, found: Mapping[str, EntrantCourse]) -> Markup:
    shown = [CourseShown(name=page.name(each), places=of.places) for each, of in found.items()]
    return safe(courses_markup(shown, page.say("courses.title")))


def _row(page: TournamentPage, entrant: str, course: EntrantCourse) -> CourseRow:
    points = [page.points(each) for each in course.points] or [""] * len(course.places)
    rounds = zip(course.places, points, strict=False)
    return CourseRow(
        entrant, page.name(entrant), tuple((str(place or NO_PLACE), of) for place, of in rounds)
    )
