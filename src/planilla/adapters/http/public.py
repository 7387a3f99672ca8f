"""Public pages: the list of tournaments, and the tabs of each."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from planilla.adapters.http.endpoints import RESULTS, Cost, Tab, page_at
from planilla.adapters.http.limits import Threads
from planilla.adapters.http.moments import moment_of
from planilla.adapters.http.page_request import (
    FOLLOWED_MAX,
    PageRequest,
    entrant_in,
    is_large,
    round_in,
    stage_in,
    with_known_followed,
)
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.rendering import Renderer, StageKept
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.committee import committee_of, lot_rows
from planilla.adapters.http.views.filters import chosen_in
from planilla.adapters.http.views.following import Followed, followed_shown, push_key
from planilla.adapters.http.views.head import (
    damage_text,
    head_of,
    past_of,
    scrubber_of,
    seal_of,
    share_of,
    stage_links,
    tabs_of,
)
from planilla.adapters.http.views.masnou_ranking import cartulina_shown, ranking_shown
from planilla.adapters.http.views.matches import round_shown
from planilla.adapters.http.views.notices import notices_in
from planilla.adapters.http.views.pairings import (
    PairingBasis,
    RoundReasons,
    pairing_basis,
    pairings_shown,
    scheduled,
    why_of,
)
from planilla.adapters.http.views.people import card_of, entrants_shown, fide_id_of
from planilla.adapters.http.views.prizes import line_of, places_parted
from planilla.adapters.http.views.publication import waiting_fields
from planilla.adapters.http.views.regulations import rules_text
from planilla.adapters.http.views.standings import (
    ORDERS,
    Moves,
    crosstable_shown,
    is_matrix,
    keizer_shown,
    moves_of,
    order_asked,
    shown_workings,
    standings_shown,
)
from planilla.adapters.http.views.tables import TableShown
from planilla.adapters.http.views.teams import cross_shown, has_cross
from planilla.adapters.http.views.timeline import fact_lines, last_lines
from planilla.adapters.http.views.timers import Timetable
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.visitor import visitor_of
from planilla.application.jobs import JobRunner, SingleFlight
from planilla.application.privacy import shown_to_all
from planilla.application.recording import place_in
from planilla.application.roles import View
from planilla.application.states import TournamentReader
from planilla.domain.pairing.system import NoPairing, Pairing, RankingMethod, Trait
from planilla.domain.tournament.entry_requests import takes_requests
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.masnou.hall import hall_of
from planilla.domain.tournament.questions import pairing_for
from planilla.domain.tournament.ranking import ranking_method
from planilla.domain.tournament.state import RoundState, Tournament, focused
from planilla.domain.tournament.teams import have_names
from planilla.domain.tournament.values import PublicLevel
from planilla.domain.vocabulary import EntrantId, GameRef
from planilla.presentation.figures import setting_shown
from planilla.projections.groups import groups_of
from planilla.projections.movement import Movement, movement, publication_of
from planilla.projections.stages import plays_in_parallel

LATEST_FACTS = 7
ANSWERS_MAX = 256
"""Most rounds with cached reasons."""

Fields = Callable[[], Mapping[str, Any]]
"""Function that returns the fields of a template; for large tournaments it runs in a thread."""


class PublicPages:
    """The public pages of a tournament."""

    def __init__(
        self, site: Site, readings: TournamentReader, renderer: Renderer, runner: JobRunner
    ) -> None:
        self._site = site
        self._readings = readings
        self._renderer = renderer
        self._runner = runner
        self._threads = Threads()
        self._answers: SingleFlight[Pairing | NoPairing] = SingleFlight(ANSWERS_MAX)

    async def page_request(
        self, request: Request, *, to_staff: bool = False, level: PublicLevel | None = None
    ) -> PageRequest:
        """Return the tournament of a request at its moment.

        Without a `level` it shows the public what is of the level of its address.

        Raises:
            Failure: there is no such tournament or moment, or its system has no such page.
            MomentRedirect: the moment has another address.
        """
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        recorded = await self._readings.history(tournament)
        if recorded is None:
            raise Failure("no-such-tournament", {"tournament": tournament})
        history = recorded
        if not visitor.may_see(tournament, View.AHEAD):
            level = level or request.state.endpoint.level
            history = self._readings.as_public(recorded, level)
        entries = history.visible(to_staff=to_staff)
        at = await moment_of(request, history, entries, self._site.clock, self._site.log)
        people = await self._site.log.people(tournament)
        are_named = have_names(history.staff)
        names = await self._site.log.texts(tournament, "public") if are_named else {}

        def looked() -> PageRequest:
            whole = history.state_at(history.version if at is None else at, to_staff=to_staff)
            state = focused(whole, stage_in(request, whole))
            request.state.kept_stage = StageKept.of(request, state)
            endpoint = request.state.endpoint  # whoever may not open it is told that first
            if visitor.may_open(tournament, endpoint) and not state.system.has(endpoint.trait):
                raise Failure("not-in-this-system", {"system": state.system_name}, status=404)
            shown = people if to_staff else shown_to_all(people, recorded.staff)
            return PageRequest(
                request=with_known_followed(request, state),
                visitor=visitor,
                history=history,
                recorded=recorded,
                entries=entries,
                page=TournamentPage(tournament, state, shown, visitor.language, texts=names),
                at=at,
                threads=self._threads,
            )

        if not is_large(history):
            return looked()
        return await self._threads.run(looked, is_staff=visitor.may_see(tournament, View.STAFF))

    async def page(
        self,
        page_request: PageRequest,
        tab: str,
        template: str,
        fields: Fields = dict,
        *,
        status: int = 200,
    ) -> Response:
        """Return a page of a tournament, in a thread if it may take long."""
        texts = await self.texts(page_request)
        led_from = ""
        takes = takes_requests(page_request.recorded.staff, self._site.clock.now())
        if takes or page_request.is_staff:
            led_from = await self._site.log.led_from(page_request.page.id)
        led_place = place_in(led_from) if page_request.is_staff else ""
        said = {"status": status, "led_place": led_place, "takes_requests": takes and not led_from}

        def framed() -> Mapping[str, Any]:
            return {**self.frame(page_request, tab, texts), **fields(), **said}

        return await self.part(page_request, template, framed)

    async def part(self, page_request: PageRequest, template: str, fields: Fields) -> Response:
        """Return a part of a page, or a page with its own frame, as `page` does."""
        return await page_request.made(
            lambda: self._renderer.page(
                page_request.request, page_request.visitor, template, **fields()
            )
        )

    def frame(
        self, page_request: PageRequest, tab: str, texts: Mapping[str, str]
    ) -> dict[str, Any]:
        """Return the fields common to all pages of a tournament; `texts` are the public ones."""
        lines = fact_lines(page_request.page, last_lines(page_request.seen, LATEST_FACTS), texts)
        past = past_of(page_request.page, page_request.entries, page_request.at)
        now = self._site.clock.now() if past is None else past.at
        return {
            "damage": damage_text(
                page_request.visitor.language, self._site.integrity.of(page_request.page.id)
            ),
            "head": head_of(page_request.page, page_request.version),
            **share_of(page_request.page, self._site.public_url, texts),
            "seal": seal_of(page_request.history, page_request.version),
            "tab": tab,
            "tabs": tabs_of(page_request.page),
            "stage_links": stage_links(page_request.page, tab),
            "past": past,
            "scrubber": scrubber_of(page_request.history, page_request.entries, page_request.at),
            "latest": lines[::-1],
            "followed": self._followed(page_request),
            "followed_max": FOLLOWED_MAX,
            "push_key": push_key(self._site.push, page_request.page),
            "is_arbiter": page_request.visitor.may_see(page_request.page.id, View.DESK),
            "may_govern": page_request.visitor.may_see(page_request.page.id, View.GOVERN),
            "work": page_request.visitor.work_in(page_request.page.id),
            "now": now,
            "timers": Timetable(page_request.page, now).announced(),
            "notices": notices_in(noticed(page_request), page_request.page, now, texts),
            **self._waiting(page_request, now),
        }

    def _followed(self, page_request: PageRequest) -> tuple[Followed, ...]:
        """Return the lines of the followed; their places are no newer than the standings."""
        page, followed = page_request.page, page_request.followed
        may_see_all = page_request.visitor.may_see(page.id, View.AHEAD)
        if not followed or may_see_all or page_request.request.state.endpoint.level != RESULTS:
            return followed_shown(page, followed)
        standings = self._readings.as_public(page_request.recorded)
        if standings.version >= page_request.version:
            return followed_shown(page, followed)
        whole = standings.state_at(standings.version, to_staff=False)
        if not whole.exists or page.state.stage > whole.stages:
            return ()
        return followed_shown(page, followed, focused(whole, page.state.stage))

    def _waiting(self, page_request: PageRequest, now: int) -> Mapping[str, Any]:
        if page_request.at is not None:
            return {"unpublished": None, "published_later": ""}
        is_ahead = page_request.visitor.may_see(page_request.page.id, View.AHEAD)
        ahead = page_request.recorded if is_ahead else None
        level = page_request.request.state.endpoint.level
        return waiting_fields(page_request.page, ahead, level, now)

    async def texts(self, page_request: PageRequest, audience: str = "public") -> dict[str, str]:
        """Return the reasons that an audience may read, by commitment."""
        return dict(await self._site.log.texts(page_request.page.id, audience))

    @page_at(
        "/t/{tournament}",
        cost=Cost.PAGE,
        is_cached=True,
        tab=Tab("standings", 2),
        may_be_embedded=True,
    )
    async def standings(self, page_request: PageRequest) -> Response:
        """Show the standings; the path of stages while several are played and none is named."""
        page, query = page_request.page, page_request.request.url.query
        if "stage" not in page_request.request.query_params and plays_in_parallel(page.state):
            return RedirectResponse(f"/t/{page.id}/stages{query and '?'}{query}", status_code=303)
        template, fields = OWN_STANDINGS.get(ranking_method(page_request.page.state), BY_POINTS)
        return await self.page(page_request, "standings", template, partial(fields, page_request))

    @page_at(
        "/t/{tournament}/rounds",
        cost=Cost.PAGE,
        is_cached=True,
        tab=Tab("pairings", 3),
        trait=Trait.HAS_ROUNDS,
        may_be_embedded=True,
        level=RESULTS,
    )
    @page_at(
        "/t/{tournament}/rounds/{number:int}",
        cost=Cost.PAGE,
        is_cached=True,
        may_be_embedded=True,
        level=RESULTS,
    )
    async def pairings(self, page_request: PageRequest) -> Response:
        """Show the boards of a round, by default the last one."""
        last = page_request.page.state.last_published
        number = page_request.request.path_params.get("number", last)
        if not number:
            return await self.page(
                page_request, "pairings", "pairings.html", lambda: {"rounds": ()}
            )
        played = round_in(page_request, number)
        return await self.page(
            page_request,
            "pairings",
            "pairings.html",
            lambda: {
                "rounds": range(1, last + 1),
                "played": played,
                "starts": page_request.page.round_start(number),
                "has_line_ups": bool(played.sides and page_request.page.state.teams),
                **_boards(page_request, played),
            },
        )

    @page_at("/t/{tournament}/rounds/{number:int}/why", cost=Cost.MOMENT, level=RESULTS)
    async def reasons(self, page_request: PageRequest) -> Response:
        """Show the reasons of a round's pairing, bracket by bracket."""
        played = round_in(page_request, page_request.request.path_params["number"])
        why = await self.explained(page_request, played)
        return await self.page(
            page_request,
            "pairings",
            "why.html",
            lambda: {"shown": played, "why": why},
        )

    @page_at("/t/{tournament}/rounds/{number:int}/why/{board:int}", cost=Cost.MOMENT, level=RESULTS)
    async def reason(self, page_request: PageRequest) -> Response:
        """Return the reasons of one board, for display below its row."""
        number, board = (
            page_request.request.path_params["number"],
            page_request.request.path_params["board"],
        )
        played = round_in(page_request, number)
        if not 0 < board <= len(played.games):
            raise Failure(
                "no-such-game", {"game": GameRef(round=number, match=board).written}, status=404
            )
        why = await self.explained(page_request, played)
        said = "" if why is None else why.of_board(played, board - 1)
        return await self.part(page_request, "why_board.html", lambda: {"said": said})

    async def explained(self, page_request: PageRequest, played: RoundState) -> RoundReasons | None:
        """Return the reasons of a round by pairing it again in a worker, once for all requests."""
        behind = await page_request.beside(
            pairing_basis, page_request.history, played.number, page_request.page.state.stage
        )
        answer = await self._answer(behind)
        return await page_request.beside(why_of, page_request.page, behind, answer, played)

    async def _answer(self, behind: PairingBasis) -> Pairing | NoPairing:
        question = behind.question
        if question is None:
            return scheduled(behind)
        return await self._answers.get(
            question, lambda: self._runner.run_in_worker(pairing_for, question)
        )

    @page_at(
        "/t/{tournament}/cross",
        cost=Cost.PAGE,
        is_cached=True,
        tab=Tab("crosstable", 4),
        trait=Trait.HAS_ROUNDS,
        may_be_embedded=True,
    )
    async def crosstable(self, page_request: PageRequest) -> Response:
        """Show the crosstable."""
        return await self.page(
            page_request, "crosstable", "crosstable.html", partial(_cross, page_request)
        )

    @page_at(
        "/t/{tournament}/entrants",
        cost=Cost.PAGE,
        is_cached=True,
        tab=Tab("players", 5),
        may_be_embedded=True,
        level=RESULTS,
    )
    async def entrants(self, page_request: PageRequest) -> Response:
        """Show the entrants by number."""
        return await self.page(
            page_request,
            "players",
            "entrants.html",
            lambda: {
                **_of_chosen(page_request, entrants_shown(page_request.page)),
                "has_teams": bool(page_request.page.state.teams),
            },
        )

    @page_at("/t/{tournament}/entrants/{entrant}", cost=Cost.PAGE, is_cached=True)
    async def card(self, page_request: PageRequest) -> Response:
        """Show one player."""
        entrant = entrant_in(page_request)
        seen, followed = page_request.seen, page_request.followed
        cartulina = await page_request.made(
            cartulina_shown, page_request.page, seen, entrant.id, followed
        )
        if cartulina is not None:
            return await self.page(
                page_request,
                "players",
                "masnou_card.html",
                lambda: {"card": cartulina, "fide_id": fide_id_of(page_request.page, entrant.id)},
            )

        def fields() -> Mapping[str, Any]:
            return {
                "card": card_of(page_request.page, entrant, followed),
                "workings": shown_workings(page_request.page, page_request.page.seats[entrant.id]),
                "moves": self.moves(page_request, entrant.id),
                "is_rated": page_request.page.state.system.has_rounds,
            }

        return await self.page(page_request, "players", "card.html", fields)

    def moved(self, page_request: PageRequest, entrant: EntrantId) -> Movement | None:
        """Return the entrant's movement since the last publication; None before the second."""
        facts = tuple(entry.fact for entry in page_request.seen)
        state = page_request.page.state
        at = publication_of(facts, state.last_published, state.stage)
        if at is None:
            return None
        published = page_request.history.state_at(at, to_staff=False)
        later = (fact for fact in facts if fact.version > at)
        return movement(published, later, entrant, state.stage)

    def moves(self, page_request: PageRequest, entrant: EntrantId) -> Moves | None:
        """Return the same in words."""
        found = self.moved(page_request, entrant)
        return None if found is None else moves_of(page_request.page, page_request.seen, found)

    @page_at("/t/{tournament}/entrants/{entrant}/working", cost=Cost.PAGE, is_cached=True)
    async def working(self, page_request: PageRequest) -> Response:
        """Show the workings of one player's tie-breaks below a row; in a hall the games."""
        entrant = entrant_in(page_request).id
        cartulina = await page_request.made(
            cartulina_shown, page_request.page, page_request.seen, entrant
        )
        if cartulina is not None:
            return await self.part(page_request, "masnou_games.html", lambda: {"card": cartulina})
        return await self.part(
            page_request,
            "working.html",
            lambda: {
                "workings": shown_workings(page_request.page, page_request.page.seats[entrant])
            },
        )

    @page_at("/t/{tournament}/now", cost=Cost.PAGE, is_cached=True, level=RESULTS)
    async def now(self, request: Request) -> Response:
        """Show the frame of every tab, for pages that patch their table themselves."""
        return await self.page(await self.page_request(request), "standings", "now.html")

    @page_at(
        "/t/{tournament}/rules", cost=Cost.PAGE, is_cached=True, tab=Tab("rules", 9), level=RESULTS
    )
    async def rules(self, page_request: PageRequest) -> Response:
        """Show the announced regulations."""
        return await self.page(
            page_request, "rules", "rules.html", partial(_rules, page_request.page)
        )


def noticed(page_request: PageRequest) -> Tournament:
    """Return the state with the notices that a page shows: the public reads them at once."""
    return page_request.page.state if page_request.at is not None else page_request.recorded.public


def _ranking(page_request: PageRequest) -> Mapping[str, Any]:
    page = page_request.page
    shown = ranking_shown(page, hall_of(page.state), page_request.seen)
    found = _of_chosen(page_request, shown["table"])
    return {**found, "line": None if found["is_part"] else shown["line"]}


def _keizer(page_request: PageRequest) -> Mapping[str, Any]:
    shown = keizer_shown(page_request.page)
    return {"keizer": shown, **_with_line(page_request, shown["table"])}


def _standings(page_request: PageRequest) -> Mapping[str, Any]:
    return _with_line(page_request, standings_shown(page_request.page))


def _of_chosen(page_request: PageRequest, table: TableShown) -> dict[str, Any]:
    """Return the rows of a table with the players that the address asks for, and its filters."""
    chosen = chosen_in(page_request.page, page_request.request.query_params)
    return {"table": chosen.of(table), **chosen.fields}


def _boards(page_request: PageRequest, played: RoundState) -> dict[str, Any]:
    """Return the boards of a round as `_of_chosen` does; of a match all or none."""
    if not played.sides:
        return _of_chosen(page_request, pairings_shown(page_request.page, played))
    chosen = chosen_in(page_request.page, page_request.request.query_params)
    table = round_shown(page_request.page, played, chosen.has)
    return {"table": table, **chosen.fields}


BY_POINTS = ("standings.html", _standings)
OWN_STANDINGS: Mapping[RankingMethod, tuple[str, Callable[[PageRequest], Mapping[str, Any]]]] = {
    RankingMethod.VALUES: ("keizer.html", _keizer),
    RankingMethod.TALLY: ("ranking.html", _ranking),
}
"""Templates of standings of another shape than that of points, by the method that ranks."""


def _with_line(page_request: PageRequest, table: TableShown) -> Mapping[str, Any]:
    """Return standings as `_of_chosen` does; those of everybody with the line of qualifying."""
    page, found = page_request.page, _of_chosen(page_request, table)
    has_courses = page.state.last_published > 1 and not page.state.system.has_bracket
    found |= {"has_courses": has_courses}
    if found["is_part"]:
        return {**found, "line": None, "places": None}
    line = line_of(page, [row.place for row in table.rows])
    return {**found, "line": line, "places": places_parted(page)}


def _cross(page_request: PageRequest) -> Mapping[str, Any]:
    page, asked = page_request.page, page_request.request.query_params.get("order", "")
    if has_cross(page):
        return {"cross": cross_shown(page)}
    return {
        "cross": None,
        **_of_chosen(page_request, crosstable_shown(page, asked)),
        "order": order_asked(page, asked),
        "orders": ORDERS,
        "is_matrix": is_matrix(page),
        "is_league": page.state.system.plays_in_teams,
        "has_groups": bool(groups_of(page.state)),
    }


def _rules(page: TournamentPage) -> Mapping[str, Any]:
    return {
        "state": page.state,
        "committee": committee_of(page),
        "lots": lot_rows(page),
        "keizer_rules": rules_text(page.say, keizer_of(page.state).rules),
        "said_setting": setting_shown,
    }
