"""The what-if with its two readings, round by round and as a branch, as pages and as JSON."""

from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.bodies import QUESTION_MAX, read_json
from planilla.adapters.http.endpoints import JSON, Cost, Tag, choice_in, operation_at, page_at
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.views import whatif as words
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.views.whatif import seat_tables, slope_drawn
from planilla.adapters.http.web import Pages
from planilla.adapters.http.whatif_asked import (
    WHAT_IF_ANSWERS,
    Supposed,
    WantedWhatIf,
    beside,
    data_of,
    edits_wanted,
    facts_seen,
    patience_of,
    supposed,
    supposed_correction,
    wanted_of,
)
from planilla.adapters.http.whatif_waiting import StillAtWork
from planilla.application.roles import View
from planilla.application.whatif import Reading
from planilla.audit.branch import Branch
from planilla.audit.known_from_start import known_in_masnou
from planilla.audit.masnou_replay import MasnouEdited, MasnouWhatIf, masnou_edited, masnou_what_if
from planilla.audit.round_by_round import RoundByRound
from planilla.domain.tournament.masnou.results import NOTATIONS
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.vocabulary import RESULT_OF_NOTATION, GameId
from planilla.presentation.drawings.ranges import legend_markup
from planilla.presentation.whatif import BranchWords, WhatIfWords, reservations

PLACES_AT_ONCE = 40


class WhatIfPages(Pages):
    """Pages of the what-if: public with public facts, and for the staff with all facts."""

    @page_at("/t/{tournament}/whatif/{version:int}", cost=Cost.WORK)
    async def of_correction(self, request: Request) -> Response:
        """Show the what-if of a correction known from the start."""
        version = request.path_params["version"]
        wanted = msgspec.structs.replace(wanted_of(request.query_params), correction=version)
        return await self._shown(request, wanted)

    @page_at("/t/{tournament}/whatif", cost=Cost.WORK)
    async def of_edits(self, request: Request) -> Response:
        """Show the what-if of another result, `?game=2.3&result=1-0`, or other facts, `&edit=…`."""
        return await self._shown(request, wanted_of(request.query_params))

    async def _shown(self, request: Request, wanted: WantedWhatIf) -> Response:
        page_request = await self._reader_request(request)
        if (waiting := await self._waiting.again(page_request)) is not None:
            return waiting
        if page_request.page.state.system.seats_at_once:
            return await self._masnou_page(page_request, wanted)
        return await self._page(page_request, await _about(page_request, wanted))

    @operation_at(
        "/api/t/{tournament}/whatif",
        name="ask-what-if",
        tag=Tag.WHAT_IF,
        summary="A game with another result: the rounds paired again, and the branch of endings.",
        cost=Cost.WORK,
        parameters=(
            "game",
            "result",
            "known_from",
            "correction",
            "edit",
            "reading",
            "draws",
            "seed",
            "top",
            "at",
            "Prefer-wait",
        ),
        answer=WHAT_IF_ANSWERS,
        problems=(409, 422),
    )
    async def as_json(self, request: Request) -> Response:
        """Return both readings, or the requested one, as JSON."""
        return await self._json(request, wanted_of(request.query_params))

    @operation_at(
        "/api/t/{tournament}/whatif",
        method="POST",
        name="ask-what-if-of-edits",
        tag=Tag.WHAT_IF,
        summary="The same for a list of edits of the log; nothing is recorded.",
        cost=Cost.WORK,
        body_max=QUESTION_MAX,
        is_question=True,
        parameters=("reading", "at", "Prefer-wait"),
        body=WantedWhatIf,
        body_media=JSON,
        answer=WHAT_IF_ANSWERS,
        problems=(409,),
    )
    async def as_json_of_body(self, request: Request) -> Response:
        """Return the same for edits in a body; nothing is recorded."""
        return await self._json(request, await read_json(request, WantedWhatIf))

    async def _json(self, request: Request, wanted: WantedWhatIf) -> Response:
        page_request = await self._reader_request(request)
        if page_request.page.state.system.seats_at_once:
            return data_response(await self._of_masnou(page_request, wanted))
        about = await _about(page_request, wanted)
        asked = choice_in(request.query_params, "reading", tuple(Reading)) or wanted.reading or ""
        readings = [each for each in Reading if asked in {"", each.value}]
        await beside(page_request, about.log)  # for its refusals
        patience_s = patience_of(request)
        try:
            found = await self._waiting.worked_out(page_request, about, readings, patience_s)
        except StillAtWork as work:
            return self._waiting.accepted(page_request, work)
        return data_response(await data_of(page_request, about, found))

    async def _of_masnou(
        self, page_request: PageRequest, wanted: WantedWhatIf
    ) -> MasnouWhatIf | MasnouEdited:
        """Return a Masnou's what-if: with edited results, or one game with another result."""
        facts = facts_seen(page_request)
        if wanted.correction is not None:
            return await beside(
                page_request, masnou_what_if, facts, *_result_known(page_request, wanted.correction)
            )
        if not wanted.edits:
            return await beside(
                page_request, masnou_what_if, facts, GameId(wanted.game), wanted.result
            )
        edits = await beside(page_request, edits_wanted, wanted)
        return await beside(page_request, partial(masnou_edited, facts, edits, top=wanted.top))

    async def _page(self, page_request: PageRequest, about: Supposed) -> Response:
        asked = choice_in(page_request.request.query_params, "reading", tuple(Reading))
        reading = Reading(asked or Reading.ROUNDS)
        log = await beside(page_request, about.log)
        try:
            (found,) = (
                await self._waiting.worked_out(page_request, about, [reading], None)
            ).values()
        except StillAtWork as work:
            return await self._waiting.page(page_request, work)
        page, names = page_request.page, about.names

        def name_of(entrant: str) -> str:
            return names.get(entrant) or page.isolated_name(entrant)

        other, language = about.other, page.language

        def fields() -> dict[str, Any]:
            sentences = WhatIfWords(language, name_of)
            if isinstance(found, RoundByRound):
                said = _rounds(page, found, sentences)
            else:
                said = _branch(page, found, sentences)
            return {
                "reading": reading.value,
                "change": None if other is None else words.change_text(page, other),
                "edits": sentences.edits(log),
                "void": sentences.void(log),
                "results": tuple(text for text in RESULT_OF_NOTATION if text != "*"),
                "other": other,
                "asked_edits": "\n".join(page_request.request.query_params.getlist("edit")),
                "top": about.ways.top,
                "is_public": not page_request.visitor.may_see(page.id, View.STAFF),
                "found": found,
                **said,
            }

        return await self._public.page(page_request, "timeline", "whatif.html", fields)

    async def _masnou_page(self, page_request: PageRequest, wanted: WantedWhatIf) -> Response:
        """Show the what-if of a Masnou: the tables instead of pairings."""
        found, page = await self._of_masnou(page_request, wanted), page_request.page
        asked = "\n".join(page_request.request.query_params.getlist("edit"))

        def fields() -> dict[str, Any]:
            sentences = WhatIfWords(page.language, page.isolated_name)
            change, topics, slope = None, None, ""
            if isinstance(found, MasnouEdited):
                topics = sentences.topics(found.consequences)
                slope = slope_drawn(page, found.consequences, page.isolated_name)
            else:
                change = sentences.masnou_change(found)
            return {
                "change": change,
                "topics": topics,
                "slope": slope,
                "edits": asked.splitlines() if change is None else (),
                "found": found,
                "seats": seat_tables(page, found),
                "reach": tuple(sentences.reach(found)),
                "results": NOTATIONS,
                "asked_edits": asked,
            }

        return await self._public.page(page_request, "timeline", "whatif_masnou.html", fields)


async def _about(page_request: PageRequest, wanted: WantedWhatIf) -> Supposed:
    """Return the assumption: a correction known from the start, or edits."""
    if wanted.correction is None:
        return await beside(page_request, supposed, facts_seen(page_request), wanted)
    return await beside(page_request, supposed_correction, page_request, wanted.correction, wanted)


def _result_known(page_request: PageRequest, version: int) -> tuple[GameId, str]:
    """Return the corrected game of a Masnou, and its result.

    Raises:
        Failure: there is none, or it causes no new seating.
    """
    try:
        found = known_in_masnou(facts_seen(page_request), version)
    except Refusal as refusal:
        raise Failure(refusal.code, refusal.fields) from refusal
    assert found is not None, "there is none without a version alone"
    return found.game, found.result


def _rounds(page: TournamentPage, found: RoundByRound, sentences: WhatIfWords) -> dict[str, Any]:
    return {
        "later": tuple(
            words.round_text(page, found, each, sentences.stage(found, each.stage))
            for each in found.rounds
        ),
        "notes": reservations(page.language, found),
        "later_stages": sentences.later_stages(found),
        "stages": tuple(
            {
                "title": title,
                "topics": sentences.topics(effects),
                "slope": slope_drawn(page, effects, sentences.name_of),
                "is_nothing": effects.is_nothing,
            }
            for title, effects in sentences.stages(found)
        ),
        "at_once": PLACES_AT_ONCE,
    }


def _branch(page: TournamentPage, found: Branch, sentences: WhatIfWords) -> dict[str, Any]:
    return {
        "branches": tuple(
            _branch_of_stage(page, title, branch, sentences)
            for title, branch in sentences.branches(found)
        ),
        "notes": tuple(sentences.method(found)),
        "how": BranchWords(page.language, found).how,
        "legend": legend_markup(page.language),
        "at_once": PLACES_AT_ONCE,
    }


def _branch_of_stage(
    page: TournamentPage, title: str, found: Branch, sentences: WhatIfWords
) -> dict[str, Any]:
    effects = found.consequences
    return {
        "title": title,
        "later": tuple(words.branch_round_text(page, each) for each in found.rounds),
        "places": words.places_shown(page, found),
        "figures": [
            words.figures_shown(page, found, places)
            for places in (found.places[:PLACES_AT_ONCE], found.places[PLACES_AT_ONCE:])
            if effects is None
        ],
        "topics": None if effects is None else sentences.topics(effects),
        "is_nothing": effects is not None and effects.is_nothing,
        "slope": "" if effects is None else slope_drawn(page, effects, sentences.name_of),
    }
