"""The arbiter's pages: the desk, a game, a player, a pairing changed by hand. Acts: `acting`."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from planilla.adapters.http.arbiter_frame import Refused
from planilla.adapters.http.correction_desk import QUICK_RESULTS, CorrectionDesk
from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import LATEST, Look
from planilla.adapters.http.views.apart import prohibition_rows
from planilla.adapters.http.views.boards import round_sheet
from planilla.adapters.http.views.committee import (
    case_choices,
    choices_for,
    committee_of,
    lot_rows,
    proposed_for,
)
from planilla.adapters.http.views.cross import is_matrix
from planilla.adapters.http.views.desk import engine_pairs, next_of
from planilla.adapters.http.views.people import entrant_rows
from planilla.adapters.http.views.prize_desk import prize_desk
from planilla.adapters.http.views.qualifying_desk import qualifying_desk
from planilla.adapters.http.views.timeline import fact_lines, last_lines
from planilla.adapters.http.views.timers import Timetable
from planilla.adapters.http.views.undo import undo_of
from planilla.adapters.http.views.why import Why
from planilla.domain.tournament.committee import announced_way
from planilla.domain.tournament.ladder import is_ladder
from planilla.domain.tournament.masnou.rules import is_hall
from planilla.domain.tournament.state import RoundState
from planilla.domain.tournament.values import SameOrigin, Way
from planilla.domain.vocabulary import number_written

__all__ = ["ArbiterPages", "Refused"]


class ArbiterPages(CorrectionDesk):
    """What only those with a link see."""

    @property
    def routes(self) -> list[Route]:
        """The pages."""
        return [
            Route("/t/{tournament}/arbiter", self.desk),
            Route("/t/{tournament}/arbiter/rounds/{number:int}", self.change),
            Route("/t/{tournament}/arbiter/games/{game}", self.game),
            Route("/t/{tournament}/arbiter/entrants/{entrant}", self.entrant),
            Route("/t/{tournament}/arbiter/apart", self.apart),
            Route("/t/{tournament}/arbiter/committee", self.committee),
            *api_routes({"choose-committee": self.committee_by_the_rules}),
            Route("/t/{tournament}/arbiter/prizes", self.prizes),
            Route("/t/{tournament}/arbiter/qualifying", self.qualifying),
            Route("/t/{tournament}/arbiter/timers", self.timers),
            Route("/t/{tournament}/arbiter/corrections", self.corrections),
        ]

    async def again(self, request: Request, back: str, refused: Refused) -> Response:
        """The page on which the act was made, with what was wrong."""
        parts = back.partition("?")[0].partition("#")[0].split("/")[3:]
        match parts:
            case ["arbiter", ("games" | "entrants") as page, which]:
                show = self.game if page == "games" else self.entrant
                request.path_params["game" if page == "games" else "entrant"] = which
                return await show(request, refused)
            case ["arbiter", str(page)] if page in (shown := self._shown()):
                return await shown[page](request, refused)
            case ["arbiter", "rounds", written] if (number := number_written(written)) is not None:
                request.path_params["number"] = number
                return await self.change(request, refused)
            case _:
                return await self.desk(request, refused)

    def _shown(self) -> Mapping[str, Callable[[Request, Refused | None], Awaitable[Response]]]:
        """The pages that are found by one word."""
        return {
            "apart": self.apart,
            "committee": self.committee,
            "corrections": self.corrections,
            "prizes": self.prizes,
            "qualifying": self.qualifying,
            "timers": self.timers,
        }

    async def desk(self, request: Request, refused: Refused | None = None) -> Response:
        """The round on the boards, and in the margin what is due; of a hall its tablet."""
        look = await self.look(request)
        sheet = look.sheet
        if is_hall(sheet.state.system):
            return RedirectResponse(f"/t/{sheet.id}/arbiter/hall", status_code=303)
        played = _round_asked(look) or sheet.current
        texts = await self._public.texts(look, "staff")
        why = await self._why_draft(look, played)
        return await self.page(
            look,
            "arbiter.html",
            refused,
            lambda: {"why": why, **self._desk_fields(look, played, texts)},
        )

    def _desk_fields(
        self, look: Look, played: RoundState | None, texts: Mapping[str, str]
    ) -> dict[str, Any]:
        """The fields of the desk: a round, and what is due; they grow with the boards."""
        sheet = look.sheet
        return {
            "next": next_of(sheet),
            "shown": round_sheet(sheet, played) if played is not None else None,
            "is_current": played is sheet.current,
            "rounds": range(1, len(sheet.state.rounds) + 1),
            "undo": undo_of(look.history) if look.at is None else None,
            "latest": fact_lines(sheet, last_lines(look.seen, LATEST), texts)[::-1],
            "quick": QUICK_RESULTS,
            "entered": len(sheet.state.entrants),
            "awaiting": Timetable(sheet, self._site.clock.now()).awaiting(texts),
            "is_ladder": is_ladder(sheet.state),
        }

    async def _why_draft(self, look: Look, played: RoundState | None) -> Why | None:
        """The reasons of a draft, for its review."""
        if played is None or played.is_published:
            return None
        return await self._public.explained(look, played)

    async def change(self, request: Request, refused: Refused | None = None) -> Response:
        """A pairing to be changed by hand, with the engine's own answer beside it."""
        look = await self.look(request)
        number = request.path_params["number"]
        played = look.sheet.state.round(number)
        if played is None or played is not look.sheet.current:
            raise Failure(status=404, code="round-not-paired", fields={"round": number})
        return await self.page(
            look,
            "change.html",
            refused,
            lambda: {
                "shown": round_sheet(look.sheet, played),
                "engine": engine_pairs(look.history, number),
                "name": look.sheet.name,
            },
        )

    async def apart(self, request: Request, refused: Refused | None = None) -> Response:
        """Who may not meet, and whether those of one federation may."""
        look = await self.look(request)
        sheet, texts = look.sheet, await self._public.texts(look, "staff")
        return await self.page(
            look,
            "apart.html",
            refused,
            lambda: {
                "is_schedule": is_matrix(sheet),
                "kept_apart": prohibition_rows(sheet, look.seen, texts),
                "entrants": entrant_rows(sheet),
                "asked": request.query_params.get("entrant", ""),
                "coming": sheet.state.last_published + 1,
                "origin": sheet.state.same_origin.value,
                "origins": [rule.value for rule in SameOrigin],
                "unknown": sum(not each.federation for each in sheet.state.entrants.values()),
            },
        )

    async def committee(self, request: Request, refused: Refused | None = None) -> Response:
        """The appeals committee and the lots: what the rules give, and the acts."""
        look = await self.look(request)
        sheet = look.sheet
        return await self.page(
            look,
            "committee_desk.html",
            refused,
            lambda: {
                "committee": committee_of(sheet),
                "proposed": proposed_for(sheet, self._site.clock.now()),
                "cases": case_choices(sheet),
                "ways": [way.value for way in (Way.RULES, Way.LOT, Way.VOTE)],
                "announced": announced_way(sheet.state).value,
                "entrants": entrant_rows(sheet),
                "lots": lot_rows(sheet),
            },
        )

    async def prizes(self, request: Request, refused: Refused | None = None) -> Response:
        """The prize plan to be announced, and the acts that share the prizes."""
        look = await self.look(request)
        return await self.page(
            look, "prizes_desk.html", refused, lambda: prize_desk(look.sheet, refused)
        )

    async def qualifying(self, request: Request, refused: Refused | None = None) -> Response:
        """How many of the first places qualify, and for what."""
        look = await self.look(request)
        form = {} if refused is None else refused.form
        return await self.page(
            look, "qualifying_desk.html", refused, lambda: qualifying_desk(look.sheet, form)
        )

    async def timers(self, request: Request, refused: Refused | None = None) -> Response:
        """What is to happen at set times, and who is missing when a round begins."""
        look = await self.look(request)
        timetable = Timetable(look.sheet, self._site.clock.now())
        texts = await self._public.texts(look, "staff")
        return await self.page(
            look,
            "timers.html",
            refused,
            lambda: {
                "form": timetable.form(),
                "pending": timetable.pending(texts),
                "awaiting": timetable.awaiting(texts),
                "fired": timetable.fired(look.seen),
                "open_boards": timetable.open_boards(),
            },
        )

    async def committee_by_the_rules(self, request: Request) -> Response:
        """What the rules would give now, seat by seat, for programs of the arbiter."""
        look = await self.look(request)
        return Response(
            msgspec.json.encode(choices_for(look.sheet, self._site.clock.now())),
            headers={"etag": f'"{look.history.version}"', "cache-control": "no-store"},
            media_type="application/json",
        )


def _round_asked(look: Look) -> RoundState | None:
    asked = look.request.query_params.get("round", "")
    return look.sheet.state.round(number_written(asked) or 0)
