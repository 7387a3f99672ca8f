"""The arbiter's pages: the round, a game, a player, corrections, prohibitions, committee, timers.

The acts of their forms: `acts`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from planilla.adapters.http.endpoints import api_routes
from planilla.adapters.http.forms import Input, WrongForm
from planilla.adapters.http.limits import LimitedRoute
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import LATEST, Fields, PageRequest, PublicPages, entrant_in
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.apart import prohibition_rows
from planilla.adapters.http.views.boards import round_sheet
from planilla.adapters.http.views.committee import (
    case_choices,
    choices_for,
    committee_of,
    lot_rows,
    proposed_for,
)
from planilla.adapters.http.views.corrections import (
    CorrectionChain,
    case_lines,
    corrections_in,
    may_renumber,
    numbers_said,
    of_a_game,
    of_a_player,
    other_games,
    rated_games,
)
from planilla.adapters.http.views.cross import is_matrix
from planilla.adapters.http.views.desk import engine_pairs, next_of
from planilla.adapters.http.views.hall_corrections import (
    hall_game_shown,
    other_hall_games,
    tables_of,
)
from planilla.adapters.http.views.local import zone_name
from planilla.adapters.http.views.people import entrant_rows
from planilla.adapters.http.views.prize_desk import prize_desk
from planilla.adapters.http.views.prizes import prize_preview
from planilla.adapters.http.views.qualifying import qualifying_desk
from planilla.adapters.http.views.timeline import fact_lines, last_lines
from planilla.adapters.http.views.timers import Timetable
from planilla.adapters.http.views.undo import undo_of
from planilla.adapters.http.views.why import RoundReasons
from planilla.adapters.http.visitor import not_permitted
from planilla.application.evidence import check
from planilla.domain.tournament.committee import announced_way
from planilla.domain.tournament.entrants import may_be_removed
from planilla.domain.tournament.masnou.results import NOTATIONS
from planilla.domain.tournament.masnou_state import Hall
from planilla.domain.tournament.state import RoundState
from planilla.domain.tournament.values import SameOrigin, Way
from planilla.domain.vocabulary import RESULT_OF_NOTATION, ByeKind, GameId, number_written
from planilla.presentation.catalogue import sentence

RESULTS = tuple(text for text in RESULT_OF_NOTATION if text != "*")


@dataclass(frozen=True, kw_only=True)
class Refused:
    """An act that was refused: the sentence stands beside its form, which keeps its input."""

    act: str
    sentence: str
    status: int
    form: Mapping[str, str] = field(default_factory=dict)


QUICK_RESULTS = ("1-0", "½-½", "0-1")
BYES = (ByeKind.ZERO_POINT, ByeKind.HALF_POINT, ByeKind.FULL_POINT)


class ArbiterPages:
    """Pages for those with a link of the tournament, and for nobody else."""

    def __init__(self, site: Site, public: PublicPages) -> None:
        self._site = site
        self._public = public

    @property
    def routes(self) -> list[Route]:
        """The pages."""
        return [
            LimitedRoute("/t/{tournament}/arbiter", self.desk),
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

    async def look(self, request: Request) -> PageRequest:
        """The tournament of a request as its arbiter may see it.

        Raises:
            Failure: there is no such tournament, or the visitor is not its arbiter.
        """
        look = await self._public.look(request, to_staff=True)
        if not look.visitor.may_act(look.sheet.id):
            raise not_permitted(request, look.visitor.actor)
        return look

    async def page(
        self, look: PageRequest, template: str, refused: Refused | None, fields: Fields
    ) -> Response:
        """A page of the arbiter's; where an act was refused, with its sentence and its input."""

        def everything() -> Mapping[str, Any]:
            return {
                "version": look.history.version,
                "failed": refused,
                "kept_form": Input(refused.form if refused is not None else {}),
                "kept_for": lambda act: _kept_for(refused, act),
                "results": RESULTS,
                **fields(),
            }

        status = 200 if refused is None else refused.status
        response = await self._public.page(look, "arbiter", template, everything, status=status)
        response.headers["cache-control"] = "no-store"
        return response

    def said(self, look: PageRequest, failure: Failure) -> str:
        """Return why not, in the visitor's language: a sentence for each field that is wrong.

        Games and people stand with their names.
        """
        if isinstance(failure, WrongForm):
            said = (self._said(look, each.code, each.fields) for each in failure.problems)
            return " ".join(dict.fromkeys(said))
        return self._said(look, failure.code, failure.fields)

    def _said(self, look: PageRequest, code: str, given: Mapping[str, Any]) -> str:
        fields = dict(given)
        if "game" in fields:
            fields["game"] = look.sheet.game_name(fields["game"])
        if "games" in fields:
            fields["games"] = [look.sheet.game_name(game) for game in fields["games"]]
        return sentence(look.visitor.language, code, fields, look.sheet.isolated_name)

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
        if sheet.state.system.seats_at_once:
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
        self, look: PageRequest, played: RoundState | None, texts: Mapping[str, str]
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
            "keeps_values": sheet.state.system.keeps_values,
        }

    async def _why_draft(self, look: PageRequest, played: RoundState | None) -> RoundReasons | None:
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
        """Show the prohibited pairs, and whether players of one federation may meet."""
        look = await self.look(request)
        sheet, texts = look.sheet, await self._public.texts(look, "staff")
        return await self.page(
            look,
            "prohibitions.html",
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
        """Show the number of qualifying places and the stage they lead to."""
        look = await self.look(request)
        form = {} if refused is None else refused.form
        return await self.page(
            look, "qualifying_desk.html", refused, lambda: qualifying_desk(look.sheet, form)
        )

    async def timers(self, request: Request, refused: Refused | None = None) -> Response:
        """Show the timers that are set, and the players missing when a round begins."""
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
        """Return the committee that the rules give now, seat by seat, as JSON for the arbiter."""
        look = await self.look(request)
        return Response(
            msgspec.json.encode(choices_for(look.sheet, self._site.clock.now())),
            headers={"etag": f'"{look.history.version}"', "cache-control": "no-store"},
            media_type="application/json",
        )

    async def game(self, request: Request, refused: Refused | None = None) -> Response:
        """One game: its history in both times, and every act it allows."""
        look = await self.look(request)
        game = GameId(request.path_params["game"])
        hall = look.sheet.state.hall
        if hall is not None:
            return await self._hall_game(look, hall, game, refused)
        found = look.sheet.state.find(game)
        if found is None:
            raise Failure(status=404, code="no-such-game", fields={"game": game[:40]})
        played, index = found
        chain = await self._chain(look)
        in_force = played.version_of(index)
        return await self.page(
            look,
            "game.html",
            refused,
            lambda: {
                "played": played,
                "board": round_sheet(look.sheet, played).boards[index],
                "chain": chain.links(of_a_game(look.seen, game), in_force),
                "cases": case_lines(look.sheet, played) if played.is_published else (),
                "others": other_games(look.sheet, game),
                "zone": zone_name(look.sheet.state),
                "coming": look.sheet.state.last_published + 1,
                "prizes": prize_preview(look.sheet, game, QUICK_RESULTS)
                if played.is_published
                else (),
            },
        )

    async def _hall_game(
        self, look: PageRequest, hall: Hall, game: GameId, refused: Refused | None
    ) -> Response:
        found = hall.find(game)
        if found is None:
            raise Failure(status=404, code="no-such-game", fields={"game": game[:40]})
        chain = await self._chain(look)
        return await self.page(
            look,
            "hall_game.html",
            refused,
            lambda: {
                "game": hall_game_shown(look.sheet, game, found),
                "chain": chain.links(of_a_game(look.seen, game), found.version),
                "others": other_hall_games(look.sheet, hall, game),
                "zone": zone_name(look.sheet.state),
                "hall_results": NOTATIONS,
            },
        )

    async def _chain(self, look: PageRequest) -> CorrectionChain:
        evidence = self._site.evidence
        kept = () if evidence is None else await evidence.kept(look.sheet.id)
        return CorrectionChain(look.sheet, await self._public.texts(look, "staff"), kept)

    async def corrections(self, request: Request, refused: Refused | None = None) -> Response:
        """All corrections in both their times, and the files that are evidence for facts."""
        look = await self.look(request)
        sheet, evidence = look.sheet, self._site.evidence
        chain = await self._chain(look)
        files = () if evidence is None else await check(evidence, sheet.id, sheet.state)
        return await self.page(
            look,
            "corrections.html",
            refused,
            lambda: {
                "chain": chain.links(corrections_in(look.seen))[::-1],
                "tables": () if sheet.state.hall is None else tables_of(sheet, sheet.state.hall),
                "files": chain.checked(files),
                "keeps_files": evidence is not None,
                "zone": zone_name(sheet.state),
            },
        )

    async def entrant(self, request: Request, refused: Refused | None = None) -> Response:
        """One player: byes, leaving, coming back, data, and what was known of them when."""
        look = await self.look(request)
        entrant = entrant_in(look)
        state = look.sheet.state
        chain = await self._chain(look)
        return await self.page(
            look,
            "entrant.html",
            refused,
            lambda: {
                "entrant": entrant,
                "person": look.sheet.people.get(entrant.id),
                "name": look.sheet.name(entrant.id),
                "coming": len(state.rounds) + 1,
                "last_published": state.last_published,
                "byes": [kind.value for kind in BYES],
                "chain": chain.links(of_a_player(look.seen, entrant.id), entrant.data_version),
                "zone": zone_name(state),
                "numbers": numbers_said(look.sheet),
                "may_renumber": may_renumber(look.sheet, entrant),
                "rated": rated_games(look.sheet, entrant.id),
                "may_remove": may_be_removed(state, entrant),
            },
        )


def _kept_for(refused: Refused | None, act: str) -> Input:
    """Return the fields sent with `act` if it was refused; none for another act."""
    return Input(refused.form if refused is not None and refused.act == act else {})


def _round_asked(look: PageRequest) -> RoundState | None:
    asked = look.request.query_params.get("round", "")
    return look.sheet.state.round(number_written(asked) or 0)
