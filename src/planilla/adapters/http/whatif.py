"""The what-if of a correction: every later round paired again with it known, board by board."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.problems import Failure, status_of
from planilla.adapters.http.public import Look, PublicPages
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.views.hall_whatif import change_line, reach_lines, seat_tables
from planilla.adapters.http.views.prizes import effect_lines
from planilla.adapters.http.views.sheet import Sheet, figure
from planilla.audit.counterfactual import Change, WhatIf, correction_in, what_if
from planilla.audit.hall_whatif import hall_what_if
from planilla.audit.redraw import BoardDifference, RoundDifference
from planilla.domain.tournament.refusals import Refusal
from planilla.domain.tournament.rules.hall_results import NOTATIONS
from planilla.domain.vocabulary import RESULT_OF_NOTATION, GameId

Found = TypeVar("Found")


@dataclass(frozen=True, kw_only=True)
class BoardWords:
    """A board number with who sat there and who would have."""

    board: str
    was: str
    would_be: str
    change: str


@dataclass(frozen=True, kw_only=True)
class RoundWords:
    """A later round in words; `parting` is empty where nothing parts."""

    title: str
    boards: tuple[BoardWords, ...]
    parting: str
    identical: bool


class WhatIfPages:
    """Pages for the auditor; public, as the facts are."""

    def __init__(self, public: PublicPages, renderer: Renderer) -> None:
        self._public = public
        self._renderer = renderer

    @property
    def routes(self) -> list[Route]:
        """By the version of a recorded correction, or by a game and another result."""
        return [
            Route("/t/{tournament}/whatif/{version:int}", self.of_correction),
            Route("/t/{tournament}/whatif", self.of_game),
        ]

    async def of_correction(self, request: Request) -> Response:
        """Had the correction been known from the beginning."""
        look = await self._public.look(request)
        version = request.path_params["version"]
        change = correction_in([entry.fact for entry in look.entries], version)
        if change is None:
            raise Failure(status=404, code="no-such-correction", fields={"version": version})
        return await self._page(look, change)

    async def of_game(self, request: Request) -> Response:
        """Had a game ended otherwise: `?game=2.3&result=1-0`."""
        look = await self._public.look(request)
        game = GameId(request.query_params.get("game", "")[:40])
        result = request.query_params.get("result", "")[:10]
        return await self._page(look, Change(game=game, result=result))

    async def _page(self, look: Look, change: Change) -> Response:
        if look.sheet.state.hall is not None:
            return await self._hall_page(look, change)
        found = await _asked(what_if, [entry.fact for entry in look.entries], change)
        around = await self._public.frame(look, "timeline")
        return self._renderer.page(
            look.request,
            look.visitor,
            "whatif.html",
            **around,
            found=found,
            change=_change(look.sheet, found),
            later=tuple(_round(look.sheet, found, each) for each in found.rounds),
            results=tuple(text for text in RESULT_OF_NOTATION if text != "*"),
            prizes=None if found.prizes is None else effect_lines(look.sheet, found.prizes),
        )

    async def _hall_page(self, look: Look, change: Change) -> Response:
        """Of a Masnou: not who would have been paired, but who would have sat where."""
        facts = [entry.fact for entry in look.entries]
        found = await _asked(hall_what_if, facts, change.game, change.result)
        around = await self._public.frame(look, "timeline")
        return self._renderer.page(
            look.request,
            look.visitor,
            "whatif_hall.html",
            **around,
            found=found,
            change=change_line(look.sheet, found),
            seats=seat_tables(look.sheet, found),
            reach=reach_lines(look.sheet, found),
            results=NOTATIONS,
        )


async def _asked(question: Callable[..., Found], *about: Any) -> Found:
    """The answer, worked out beside the loop; a refusal is a page."""
    try:
        return await anyio.to_thread.run_sync(question, *about)
    except Refusal as refusal:
        raise Failure(
            status=status_of(refusal.code), code=refusal.code, fields=refusal.fields
        ) from refusal


def _change(sheet: Sheet, found: WhatIf) -> str:
    return sheet.say(
        "page.whatif.change",
        round=found.round,
        board=found.board,
        white=sheet.isolated_name(found.white),
        black=sheet.isolated_name(found.black),
        result=found.change.result,
        before=found.before,
    )


def _round(sheet: Sheet, found: WhatIf, paired: RoundDifference) -> RoundWords:
    fields: dict[str, Any] = {"round": paired.round, "n": paired.changed}
    kind = "unpairable" if paired.unpairable else "same" if paired.identical else "changed"
    key = "page.whatif.unpairable" if paired.unpairable else f"page.whatif.round-{kind}"
    boards = [_board(sheet, each) for each in paired.boards]
    if paired.bye_was is not None or paired.bye_would_be is not None:
        same = paired.bye_was == paired.bye_would_be
        boards.append(
            BoardWords(
                board=sheet.say("page.whatif.bye"),
                was=_name(sheet, paired.bye_was),
                would_be=_name(sheet, paired.bye_would_be),
                change="same" if same else "opponents",
            )
        )
    return RoundWords(
        title=sheet.say(key, **fields),
        boards=tuple(boards),
        parting=_parting(sheet, found, paired),
        identical=paired.identical,
    )


def _parting(sheet: Sheet, found: WhatIf, paired: RoundDifference) -> str:
    if paired.parting is None:
        return ""
    criterion = sheet.criterion(paired.parting.article)
    points = figure(paired.parting.points, found.unit)
    return sheet.say("page.whatif.parting", criterion=criterion, points=points)


def _board(sheet: Sheet, each: BoardDifference) -> BoardWords:
    return BoardWords(
        board=str(each.board),
        was=_pair(sheet, each.was),
        would_be=_pair(sheet, each.would_be),
        change=each.change,
    )


def _pair(sheet: Sheet, pair: tuple[str, str] | None) -> str:
    if pair is None:
        return "–"
    white, black = pair
    return f"□ {sheet.isolated_name(white)} – ■ {sheet.isolated_name(black)}"


def _name(sheet: Sheet, entrant: str | None) -> str:
    return "–" if entrant is None else sheet.isolated_name(entrant)
