"""Pages of the arbiter: round, game, player, corrections, prohibitions, committee, timers.

Their forms are handled by `acts`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import compile_path

from planilla.adapters.http.endpoints import (
    Access,
    Endpoint,
    Handler,
    Tag,
    endpoints_of,
    handlers_of,
    operation_at,
    page_at,
    takes,
)
from planilla.adapters.http.forms import Input, WrongForm
from planilla.adapters.http.page_request import PageRequest, entrant_in
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.public import LATEST_FACTS, Fields, PublicPages
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.site import Site
from planilla.adapters.http.system_settings import ACCELERATIONS
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
    masnou_game_shown,
    may_renumber,
    numbers_text,
    of_a_game,
    of_a_player,
    other_games,
    other_masnou_games,
    rated_games,
    tables_of,
)
from planilla.adapters.http.views.desk import (
    arrival_choices,
    boards_changed,
    desk_shown,
    engine_pairs,
    next_of,
    open_boards,
    players_of,
    prohibition_rows,
)
from planilla.adapters.http.views.pairings import RoundReasons, board_shown
from planilla.adapters.http.views.people import entrant_rows
from planilla.adapters.http.views.prizes import prize_desk, prize_preview, qualifying_desk
from planilla.adapters.http.views.regulations import rounds_judged
from planilla.adapters.http.views.standings import is_matrix
from planilla.adapters.http.views.timeline import UndoOffered, fact_lines, last_lines, undo_offered
from planilla.adapters.http.views.timers import Timetable
from planilla.adapters.http.views.tournament_page import zone_name
from planilla.adapters.http.visitor import not_permitted, visitor_of
from planilla.application.evidence import check
from planilla.application.roles import View
from planilla.domain.tournament.committee import Choice, announced_way
from planilla.domain.tournament.drafting import may_fix_boards
from planilla.domain.tournament.entrants import may_be_removed
from planilla.domain.tournament.entry_requests import pending_requests
from planilla.domain.tournament.fixed_boards import BOARDS_MAX
from planilla.domain.tournament.masnou.hall import hall_of
from planilla.domain.tournament.masnou.results import NOTATIONS
from planilla.domain.tournament.prizes import plan_of
from planilla.domain.tournament.state import RoundState
from planilla.domain.tournament.values import SameOrigin, Way
from planilla.domain.vocabulary import RESULT_OF_NOTATION, ByeKind, GameId, number_written
from planilla.presentation.catalogue import sentence

RESULTS = tuple(text for text in RESULT_OF_NOTATION if text != "*")


@dataclass(frozen=True, kw_only=True)
class Refused:
    """A refused act, for its form: the message, the input, and what was refused."""

    act: str
    sentence: str
    status: int
    form: Mapping[str, str] = field(default_factory=dict)
    failure: Failure | None = None


QUICK_RESULTS = ("1-0", "½-½", "0-1")
BEGINNING_MAX = 20
"""Most players listed on the desk before round 1; the page of entries has all of them."""
BYES = (ByeKind.ZERO_POINT, ByeKind.HALF_POINT, ByeKind.FULL_POINT)


class ArbiterPages:
    """Pages for visitors with a link of the tournament."""

    def __init__(self, site: Site, public: PublicPages) -> None:
        self._site = site
        self._public = public
        self._refusal_pages: list[tuple[Endpoint, Handler]] = []

    async def page_request(self, request: Request) -> PageRequest:
        """Return the tournament of a request, with all facts for those who see them.

        Raises:
            Failure: there is no such tournament, or the visitor may not see the view of the
                address, or do anything here.
        """
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        is_presence = request.state.endpoint.view is View.PRESENCE  # byes are facts of the staff
        to_staff = is_presence or visitor.may_see(tournament, View.STAFF)
        page_request = await self._public.page_request(request, to_staff=to_staff)
        if not visitor.may_open(tournament, request.state.endpoint):
            raise not_permitted(request, visitor.actor)
        return page_request

    async def page(
        self, page_request: PageRequest, template: str, refused: Refused | None, fields: Fields
    ) -> Response:
        """Return a page of the arbiter, for a refused act with the message and the input."""

        def everything() -> Mapping[str, Any]:
            return {
                "version": page_request.history.version,
                "failed": refused,
                "kept_form": Input(refused.form if refused is not None else {}),
                "kept_for": lambda act: _kept_for(refused, act),
                "results": RESULTS,
                "undo": undo_shown(page_request),
                **fields(),
            }

        status = 200 if refused is None else refused.status
        response = await self._public.page(
            page_request, "arbiter", template, everything, status=status
        )
        response.headers["cache-control"] = "no-store"
        return response

    def said(self, page_request: PageRequest, failure: Failure) -> str:
        """Return the reason of a refusal in the visitor's language, with all wrong fields.

        People have their names, games their round and board behind their identifiers.
        """
        if isinstance(failure, WrongForm):
            said = (self._said(page_request, each.code, each.fields) for each in failure.problems)
            return " ".join(dict.fromkeys(said))
        return self._said(page_request, failure.code, failure.fields)

    def _said(self, page_request: PageRequest, code: str, given: Mapping[str, Any]) -> str:
        fields, page = dict(given), page_request.page
        if "game" in fields:
            fields["game"] = page.game_and_board(fields["game"])
        if isinstance(fields.get("games"), Sequence):  # a number of games is no list of them
            fields["games"] = [page.game_and_board(game) for game in fields["games"]]
        return sentence(page_request.visitor.language, code, fields, page.isolated_name)

    def show_refusals_on(self, pages: Iterable[object]) -> None:
        """Show refused acts on the pages with a parameter `refused`."""
        self._refusal_pages = [
            (endpoint, handler)
            for each in pages
            for endpoint, handler in handlers_of(each)
            if takes(handler, "refused")
        ]

    async def again(
        self, request: Request, page_request: PageRequest, back: str, refused: Refused
    ) -> Response:
        """Return the page at `back` with the refusal; the desk, if that shows no refused acts."""
        path, system = back.partition("?")[0].partition("#")[0], page_request.page.state.system
        shown_on = [each for each in self._refusal_pages if system.has(each[0].trait)]
        for endpoint, show in shown_on:
            pattern, _, convertors = compile_path(endpoint.path)
            found = pattern.match(path)
            if found is not None:
                for name, text in found.groupdict().items():
                    request.path_params[name] = convertors[name].convert(text)
                return await show(await self.page_request(request), refused)
        desks = (show for endpoint, show in shown_on if endpoint.is_desk)
        return await next(desks, self.desk)(await self.page_request(request), refused)

    @page_at("/t/{tournament}/arbiter", access=Access.STAFF)
    async def desk(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the current round with its boards and pending acts, or the desk of the system."""
        page = page_request.page
        for endpoint in endpoints_of(page.state.system):
            if endpoint.is_desk:
                own = endpoint.path.replace("{tournament}", page.id)
                return RedirectResponse(own, status_code=303)
        played = _round_asked(page_request) or page.current
        texts = await self._public.texts(page_request, "staff")
        changed = None if refused else boards_since(page_request, played)
        why = await self._why_draft(page_request, played) if changed is None else None
        only_open = page_request.request.query_params.get("show") == "open"
        only_open = only_open and played is not None and played.is_published

        def fields() -> dict[str, Any]:
            covered = open_boards(page, played) if only_open and played else None
            if changed is not None:
                covered = changed
            return {
                "why": why,
                "only_open": only_open,
                "is_part": changed is not None,
                "table": played and desk_shown(page, played, why, covered),
                **self._desk_fields(page_request, played, texts),
            }

        return await self.page(page_request, "arbiter.html", refused, fields)

    def _desk_fields(
        self, page_request: PageRequest, played: RoundState | None, texts: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return the fields of the desk: a round and its pending acts."""
        page = page_request.page
        return {
            "next": next_of(page),
            "arriving": arrival_choices(page, played),
            "zone": zone_name(page.state),
            "shown": played,
            "is_current": played is page.current,
            "rounds": range(1, len(page.state.rounds) + 1),
            "latest": fact_lines(page, last_lines(page_request.seen, LATEST_FACTS), texts)[::-1],
            "quick": QUICK_RESULTS,
            "entered": len(page.state.entrants),
            "beginning": () if played else entrant_rows(page)[:BEGINNING_MAX],
            "asking": len(pending_requests(page.state)),
            "awaiting": Timetable(page, self._site.clock.now()).awaiting(texts),
            "judged": rounds_judged(page),
            "has_report": not page.state.system.seats_at_once,
            "has_prizes": plan_of(page.state) is not None,
            "links": desk_links(page_request),
        }

    async def _why_draft(
        self, page_request: PageRequest, played: RoundState | None
    ) -> RoundReasons | None:
        """Return the reasons of a draft, for its review."""
        if played is None or played.is_published:
            return None
        return await self._public.explained(page_request, played)

    @page_at("/t/{tournament}/arbiter/rounds/{number:int}", access=Access.STAFF)
    async def change(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the form that changes a pairing, with the engine's own answer."""
        played = last_round(page_request)
        return await self.page(
            page_request,
            "change.html",
            refused,
            lambda: {
                "shown": played,
                "players": players_of(page_request.page, played),
                "engine": engine_pairs(page_request.history, played.number),
                "name": page_request.page.name,
            },
        )

    @page_at("/t/{tournament}/arbiter/apart", access=Access.STAFF)
    async def apart(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the prohibited pairs, and whether players of one federation may meet."""
        page, texts = page_request.page, await self._public.texts(page_request, "staff")
        return await self.page(
            page_request,
            "prohibitions.html",
            refused,
            lambda: {
                "is_schedule": is_matrix(page),
                "kept_apart": prohibition_rows(page, page_request.seen, texts),
                "entrants": entrant_rows(page),
                "asked": page_request.request.query_params.get("entrant", ""),
                "coming": page.state.last_published + 1,
                "origin": page.state.same_origin.value,
                "origins": [rule.value for rule in SameOrigin],
                "may_accelerate": page.state.system.takes_acceleration and not page.state.rounds,
                "acceleration": page.state.acceleration.method.value,
                "accelerations": [each.value for each in ACCELERATIONS],
                "unknown": sum(not each.federation for each in page.state.entrants.values()),
            },
        )

    @page_at("/t/{tournament}/arbiter/committee", access=Access.STAFF)
    async def committee(
        self, page_request: PageRequest, refused: Refused | None = None
    ) -> Response:
        """Show the appeals committee and the lots: the proposals by the rules, and the acts."""
        page = page_request.page
        return await self.page(
            page_request,
            "committee_desk.html",
            refused,
            lambda: {
                "committee": committee_of(page),
                "proposed": proposed_for(page, self._site.clock.now()),
                "cases": case_choices(page),
                "ways": [way.value for way in (Way.RULES, Way.LOT, Way.VOTE)],
                "announced": announced_way(page.state).value,
                "entrants": entrant_rows(page),
                "lots": lot_rows(page),
            },
        )

    @page_at("/t/{tournament}/arbiter/prizes", access=Access.STAFF)
    async def prizes(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the prize plan to be announced, and the acts of the distribution."""
        typed = refused.form if refused is not None and refused.act == "announce-prizes" else None
        return await self.page(
            page_request,
            "prizes_desk.html",
            refused,
            lambda: prize_desk(page_request.page, typed),
        )

    @page_at("/t/{tournament}/arbiter/qualifying", access=Access.STAFF)
    async def qualifying(
        self, page_request: PageRequest, refused: Refused | None = None
    ) -> Response:
        """Show the number of qualifying places and the stage they lead to."""
        form = {} if refused is None else refused.form
        return await self.page(
            page_request,
            "qualifying_desk.html",
            refused,
            lambda: qualifying_desk(page_request.page, form),
        )

    @page_at("/t/{tournament}/arbiter/timers", access=Access.STAFF)
    async def timers(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the timers that are set, and the players missing when a round begins."""
        timetable = Timetable(page_request.page, self._site.clock.now())
        texts = await self._public.texts(page_request, "staff")
        return await self.page(
            page_request,
            "timers.html",
            refused,
            lambda: {
                "form": timetable.form(),
                "pending": timetable.pending(texts),
                "awaiting": timetable.awaiting(texts),
                "fired": timetable.fired(page_request.seen),
                "open_boards": timetable.open_boards(),
            },
        )

    @operation_at(
        "/api/t/{tournament}/committee",
        name="choose-committee",
        tag=Tag.ARBITER,
        summary="The appeals committee that the rules would give now.",
        access=Access.STAFF,
        view=View.STAFF,
        timeless="the current choice by the rules",
        answer=tuple[Choice, ...],
    )
    async def committee_by_the_rules(self, page_request: PageRequest) -> Response:
        """Return the committee that the rules give now, seat by seat, as JSON for the arbiter."""
        choices = choices_for(page_request.page, self._site.clock.now())
        return data_response(choices, version=page_request.history.version)

    @page_at("/t/{tournament}/arbiter/games/{game}", access=Access.STAFF)
    async def game(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show a game: its history in both times, and all possible acts."""
        game = GameId(page_request.request.path_params["game"])
        if page_request.page.state.memory.has_games:
            return await self._masnou_game(page_request, game, refused)
        found = page_request.page.state.find(game)
        if found is None:
            raise Failure("no-such-game", {"game": game[:40]}, status=404)
        played, index = found
        chain = await self._chain(page_request)
        in_force = played.version_of(index)
        return await self.page(
            page_request,
            "game.html",
            refused,
            lambda: {
                "played": played,
                "board": board_shown(page_request.page, played, index),
                "name": page_request.page.name,
                "chain": chain.links(of_a_game(page_request.seen, game), in_force),
                "cases": case_lines(page_request.page, played) if played.is_published else (),
                "others": other_games(page_request.page, game),
                "zone": zone_name(page_request.page.state),
                "coming": page_request.page.state.last_published + 1,
                "prizes": prize_preview(page_request.page, game, QUICK_RESULTS)
                if played.is_published
                else (),
            },
        )

    async def _masnou_game(
        self, page_request: PageRequest, game: GameId, refused: Refused | None
    ) -> Response:
        hall = hall_of(page_request.page.state)
        found = hall.find(game)
        if found is None:
            raise Failure("no-such-game", {"game": game[:40]}, status=404)
        chain = await self._chain(page_request)
        return await self.page(
            page_request,
            "masnou_game.html",
            refused,
            lambda: {
                "game": masnou_game_shown(page_request.page, game, found),
                "chain": chain.links(of_a_game(page_request.seen, game), found.version),
                "others": other_masnou_games(page_request.page, hall, game),
                "zone": zone_name(page_request.page.state),
                "hall_results": NOTATIONS,
            },
        )

    async def _chain(self, page_request: PageRequest) -> CorrectionChain:
        evidence = self._site.evidence
        kept = () if evidence is None else await evidence.kept(page_request.page.id)
        return CorrectionChain(
            page_request.page, await self._public.texts(page_request, "staff"), kept
        )

    @page_at("/t/{tournament}/arbiter/corrections", access=Access.STAFF)
    async def corrections(
        self, page_request: PageRequest, refused: Refused | None = None
    ) -> Response:
        """Show all corrections in both times, and the files of evidence."""
        page, evidence = page_request.page, self._site.evidence
        chain = await self._chain(page_request)
        files = () if evidence is None else await check(evidence, page.id, page.state)
        return await self.page(
            page_request,
            "corrections.html",
            refused,
            lambda: {
                "chain": chain.links(corrections_in(page_request.seen))[::-1],
                "tables": tables_of(page, hall_of(page.state))
                if page.state.memory.has_games
                else (),
                "files": chain.checked(files),
                "keeps_files": evidence is not None,
                "zone": zone_name(page.state),
            },
        )

    @page_at("/t/{tournament}/arbiter/entrants/{entrant}", access=Access.STAFF)
    async def entrant(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show a player: byes, withdrawal, return, data, and their history in both times."""
        entrant = entrant_in(page_request)
        state = page_request.page.state
        chain = await self._chain(page_request)
        return await self.page(
            page_request,
            "entrant.html",
            refused,
            lambda: {
                "entrant": entrant,
                "person": page_request.page.people.get(entrant.id),
                "name": page_request.page.name(entrant.id),
                "coming": len(state.rounds) + 1,
                "last_published": state.last_published,
                "byes": [kind.value for kind in BYES],
                "chain": chain.links(
                    of_a_player(page_request.seen, entrant.id), entrant.data_version
                ),
                "zone": zone_name(state),
                "numbers": numbers_text(page_request.page),
                "may_renumber": may_renumber(page_request.page, entrant),
                "rated": rated_games(page_request.page, entrant.id),
                "may_remove": may_be_removed(state, entrant),
                "boards_max": BOARDS_MAX if may_fix_boards(state) else None,
            },
        )


def desk_links(page_request: PageRequest) -> list[tuple[str, str]]:
    """Return the addresses that are links of the desk and open to the visitor, with their texts."""
    page = page_request.page
    return [
        (endpoint.path.replace("{tournament}", page.id), endpoint.desk_link)
        for endpoint in endpoints_of(page.state.system)
        if endpoint.desk_link and page_request.visitor.may_open(page.id, endpoint)
    ]


def undo_shown(page_request: PageRequest) -> UndoOffered | None:
    """Return the undo that a page offers its visitor; none at a moment of the past."""
    if page_request.at is not None:
        return None
    return undo_offered(page_request.page, page_request.history, page_request.visitor.actor)


def last_round(page_request: PageRequest) -> RoundState:
    """Return the round of an address, whose pairings can still be changed.

    Raises:
        Failure: it is not paired, or another was paired after it.
    """
    number, current = page_request.request.path_params["number"], page_request.page.current
    if current is None or current.number < number:
        raise Failure("round-not-paired", {"round": number}, status=404)
    if current.number > number:
        raise Failure("not-the-last-round", {"round": number, "last": current.number})
    return current


def boards_since(page_request: PageRequest, played: RoundState | None) -> frozenset[int] | None:
    """Return the boards that changed since the version of the parameter `since`.

    None without it, for a moment of the past, or if more changed than boards of the round.
    """
    asked = number_written(page_request.request.query_params.get("since", ""))
    if not asked or played is None or page_request.at is not None:
        return None
    return boards_changed(page_request.seen, played, asked)


def _kept_for(refused: Refused | None, act: str) -> Input:
    """Return the fields sent with `act` if it was refused; none for another act."""
    return Input(refused.form if refused is not None and refused.act == act else {})


def _round_asked(page_request: PageRequest) -> RoundState | None:
    asked = page_request.request.query_params.get("round", "")
    return page_request.page.state.round(number_written(asked) or 0)
