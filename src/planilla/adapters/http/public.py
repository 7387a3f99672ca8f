"""The public pages: the list of tournaments, and the tabs of each."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from planilla.adapters.http.limits import Cost, LimitedRoute
from planilla.adapters.http.moments import moment_of
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.reading import History, HistoryEntry, TournamentReader, seen_at
from planilla.adapters.http.rendering import Renderer
from planilla.adapters.http.site import Site
from planilla.adapters.http.threads import Threads
from planilla.adapters.http.views.boards import round_sheet
from planilla.adapters.http.views.committee import committee_of, lot_rows
from planilla.adapters.http.views.cross import crosstable_of, is_matrix
from planilla.adapters.http.views.damage import damage_said
from planilla.adapters.http.views.hall_ranking import (
    cartulina_shown,
    followed_shown,
    ranking_shown,
)
from planilla.adapters.http.views.head import head_of, past_of, scrubber_of
from planilla.adapters.http.views.heads import seal_of
from planilla.adapters.http.views.ladder import ladder_shown, shown_workings
from planilla.adapters.http.views.ladder_rules import rules_said
from planilla.adapters.http.views.moves import Moves, moves_of
from planilla.adapters.http.views.people import card_of, entrant_rows
from planilla.adapters.http.views.qualifying import line_of, places_parted
from planilla.adapters.http.views.sheet import TournamentPage
from planilla.adapters.http.views.tables import TableShown, standings_shown
from planilla.adapters.http.views.tabs import tabs_of
from planilla.adapters.http.views.timeline import fact_lines, last_lines
from planilla.adapters.http.views.timers import Timetable
from planilla.adapters.http.views.why import Behind, RoundReasons, behind_round, scheduled, why_of
from planilla.adapters.http.visitor import Visitor, visitor_of
from planilla.application.jobs import JobRunner, SingleFlight
from planilla.application.privacy import shown_to_all
from planilla.domain.pairing.system import NoPairing, Pairing
from planilla.domain.tournament.ladder import ladder_of
from planilla.domain.tournament.questions import pairing_for
from planilla.domain.tournament.state import EntrantState, RoundState, Tournament
from planilla.domain.vocabulary import EntrantId
from planilla.presentation.figures import setting_shown
from planilla.projections.movement import Movement, movement, publication_of

LATEST = 7
AT_ONCE_MAX, FACTS_AT_ONCE_MAX = 500, 2_000
"""Entrants and facts: the pages of a larger tournament are made in a thread."""
ANSWERS_MAX = 256
"""Rounds whose reasons are kept in memory."""
FOLLOWED_MAX = 20
"""Players that somebody follows: their ids are repeated in every link of a page."""
ID_MAX = 64

Found = TypeVar("Found")
Fields = Callable[[], Mapping[str, Any]]
"""Makes the fields of a template; where a tournament is large it is called in a thread."""


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """One request: the visitor, the tournament, and the moment it shows."""

    request: Request
    visitor: Visitor
    history: History
    entries: tuple[HistoryEntry, ...]
    sheet: TournamentPage
    at: int | None
    threads: Threads

    @property
    def seen(self) -> tuple[HistoryEntry, ...]:
        """The visible facts up to the moment."""
        return self.entries if self.at is None else seen_at(self.entries, self.at)

    @property
    def followed(self) -> tuple[str, ...]:
        """The entrants that the spectator follows, from the address."""
        return _followed_in(self.request, self.sheet.state)

    async def beside(self, work: Callable[..., Found], *about: Any) -> Found:
        """Return `work(*about)`, run in a thread when its turn comes."""
        is_staff = self.visitor.may_act(self.sheet.id)
        return await self.threads.run(work, *about, is_staff=is_staff)

    async def made(self, work: Callable[..., Found], *about: Any) -> Found:
        """Return `work(*about)`, run in a thread if it may take long.

        A thread is used for large tournaments and for the staff, whose rows contain forms.
        """
        if is_large(self.history) or self.visitor.may_act(self.sheet.id):
            return await self.beside(work, *about)
        return work(*about)


def is_large(history: History) -> bool:
    """Return whether work that grows with the tournament would block the event loop."""
    return len(history.staff.entrants) > AT_ONCE_MAX or history.version > FACTS_AT_ONCE_MAX


class PublicPages:
    """Answers the requests for pages that everybody may see."""

    def __init__(
        self, site: Site, readings: TournamentReader, renderer: Renderer, runner: JobRunner
    ) -> None:
        self._site = site
        self._readings = readings
        self._renderer = renderer
        self._runner = runner
        self._threads = Threads()
        self._answers: SingleFlight[Pairing | NoPairing] = SingleFlight(ANSWERS_MAX)

    @property
    def routes(self) -> list[Route]:
        """The addresses of the public pages."""
        cached: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "/": self.index,
            "/t/{tournament}": self.standings,
            "/t/{tournament}/rounds": self.pairings,
            "/t/{tournament}/rounds/{number:int}": self.pairings,
            "/t/{tournament}/cross": self.crosstable,
            "/t/{tournament}/entrants": self.entrants,
            "/t/{tournament}/entrants/{entrant}": self.card,
            "/t/{tournament}/entrants/{entrant}/working": self.working,
            "/t/{tournament}/rules": self.rules,
            "/t/{tournament}/now": self.now,
        }
        why = "/t/{tournament}/rounds/{number:int}/why"
        return [
            *(
                LimitedRoute(path, page, read=Cost.PAGE, is_cached=True)
                for path, page in cached.items()
            ),
            LimitedRoute(why, self.reasons, read=Cost.MOMENT),
            LimitedRoute(f"{why}/{{board:int}}", self.reason, read=Cost.MOMENT),
        ]

    async def look(self, request: Request, *, to_staff: bool = False) -> PageRequest:
        """The tournament of a request at the moment it asks for.

        Raises:
            Failure: there is no such tournament, or no such moment.
            Elsewhen: the moment has another address.
        """
        tournament = request.path_params["tournament"]
        visitor = await visitor_of(request, self._site.grants)
        history = await self._readings.history(tournament)
        if history is None:
            raise Failure(status=404, code="no-such-tournament", fields={"tournament": tournament})
        entries = history.visible(to_staff=to_staff)
        at = await moment_of(request, history, entries, self._site.clock, self._site.log)
        people = await self._readings.names(tournament)

        def looked() -> PageRequest:
            state = history.state_at(history.version if at is None else at, to_staff=to_staff)
            shown = people if to_staff else shown_to_all(people, history.staff)
            return PageRequest(
                request=_with_known_followed(request, state),
                visitor=visitor,
                history=history,
                entries=entries,
                sheet=TournamentPage(tournament, state, shown, visitor.language),
                at=at,
                threads=self._threads,
            )

        if not is_large(history):
            return looked()
        return await self._threads.run(looked, is_staff=visitor.may_act(tournament))

    async def page(
        self,
        look: PageRequest,
        tab: str,
        template: str,
        fields: Fields = dict,
        *,
        status: int = 200,
    ) -> Response:
        """A page of a tournament, made as `PageRequest.made` makes it."""
        texts = await self.texts(look)

        def framed() -> Mapping[str, Any]:
            return {**self.frame(look, tab, texts), **fields(), "status": status}

        return await self.part(look, template, framed)

    async def part(self, look: PageRequest, template: str, fields: Fields) -> Response:
        """A part of a page, or a page with a frame of its own; made as `page`."""
        return await look.made(
            lambda: self._renderer.page(look.request, look.visitor, template, **fields())
        )

    def frame(self, look: PageRequest, tab: str, texts: Mapping[str, str]) -> dict[str, Any]:
        """Return the fields common to all pages of a tournament; `texts` are the public ones."""
        lines = fact_lines(look.sheet, last_lines(look.seen, LATEST), texts)
        past = past_of(look.sheet, look.entries, look.at)
        now = self._site.clock.now() if past is None else past.at
        return {
            "damage": damage_said(look.visitor.language, self._site.integrity.of(look.sheet.id)),
            "head": head_of(look.sheet, look.at or look.history.version),
            "seal": seal_of(look.history, look.at or look.history.version),
            "tab": tab,
            "tabs": tabs_of(look.sheet),
            "past": past,
            "scrubber": scrubber_of(look.history, look.entries, look.at),
            "latest": lines[::-1],
            "followed": followed_shown(look.sheet, look.followed),
            "is_arbiter": look.visitor.may_act(look.sheet.id),
            "now": now,
            "timers": Timetable(look.sheet, now).announced(),
        }

    async def texts(self, look: PageRequest, audience: str = "public") -> dict[str, str]:
        """The reasons that an audience may read, by commitment."""
        return dict(await self._site.log.texts(look.sheet.id, audience))

    async def index(self, request: Request) -> Response:
        """All tournaments, the last changed first."""
        visitor = await visitor_of(request, self._site.grants)
        tournaments = [
            each
            for each in await self._site.log.tournaments()
            if not each.hidden or visitor.may_act(each.id)
        ]
        lost = self._site.integrity.lost
        return self._renderer.page(
            request, visitor, "index.html", tournaments=tournaments, lost=lost
        )

    async def standings(self, request: Request) -> Response:
        """The standings."""
        look = await self.look(request)
        if look.sheet.state.hall is not None:
            return await self.page(look, "standings", "ranking.html", partial(_ranking, look))
        if look.sheet.state.system.keeps_values:
            return await self.page(look, "standings", "ladder.html", partial(_ladder, look.sheet))
        return await self.page(look, "standings", "standings.html", partial(_standings, look.sheet))

    async def pairings(self, request: Request) -> Response:
        """The boards of a round; without a number those of the last one."""
        look = await self.look(request)
        last = look.sheet.state.last_published
        number = request.path_params.get("number", last)
        if not number:
            return await self.page(look, "pairings", "pairings.html", lambda: {"rounds": ()})
        played = round_in(look, number)
        return await self.page(
            look,
            "pairings",
            "pairings.html",
            lambda: {"rounds": range(1, last + 1), "shown": round_sheet(look.sheet, played)},
        )

    async def reasons(self, request: Request) -> Response:
        """Show the reasons of a round's pairing, bracket by bracket."""
        look = await self.look(request)
        played = round_in(look, request.path_params["number"])
        why = await self.explained(look, played)
        return await self.page(
            look,
            "pairings",
            "why.html",
            lambda: {"shown": round_sheet(look.sheet, played), "why": why},
        )

    async def reason(self, request: Request) -> Response:
        """The same of one board, to be shown below its row."""
        look = await self.look(request)
        number, board = request.path_params["number"], request.path_params["board"]
        played = round_in(look, number)
        if not 0 < board <= len(played.games):
            fields = {"game": f"{number}.{board}"}
            raise Failure(status=404, code="no-such-game", fields=fields)
        why = await self.explained(look, played)
        said = "" if why is None else why.boards.get(played.games[board - 1], "")
        return await self.part(look, "why_board.html", lambda: {"said": said})

    async def explained(self, look: PageRequest, played: RoundState) -> RoundReasons | None:
        """The reasons of a round: it is paired again, runner and once for all who ask."""
        behind = await look.beside(behind_round, look.history, played.number)
        answer = await self._answer(behind)
        return await look.beside(why_of, look.sheet, behind, answer, played)

    async def _answer(self, behind: Behind) -> Pairing | NoPairing:
        question = behind.question
        if question is None:
            return scheduled(behind)
        return await self._answers.get(
            question, lambda: self._runner.run_in_worker(pairing_for, question)
        )

    async def crosstable(self, request: Request) -> Response:
        """Everybody's rounds side by side."""
        look = await self.look(request)
        return await self.page(look, "crosstable", "crosstable.html", partial(_cross, look.sheet))

    async def entrants(self, request: Request) -> Response:
        """Everybody by number."""
        look = await self.look(request)
        return await self.page(
            look, "players", "entrants.html", lambda: {"entrants": entrant_rows(look.sheet)}
        )

    async def card(self, request: Request) -> Response:
        """One player."""
        look = await self.look(request)
        entrant = entrant_in(look)
        seen, followed = look.seen, look.followed
        cartulina = await look.made(cartulina_shown, look.sheet, seen, entrant.id, followed)
        if cartulina is not None:
            return await self.page(look, "players", "hall_card.html", lambda: {"card": cartulina})

        def fields() -> Mapping[str, Any]:
            return {
                "card": card_of(look.sheet, entrant, followed),
                "workings": shown_workings(look.sheet, look.sheet.seats[entrant.id]),
                "moves": self.moves(look, entrant.id),
            }

        return await self.page(look, "players", "card.html", fields)

    def moved(self, look: PageRequest, entrant: EntrantId) -> Movement | None:
        """Return the entrant's movement since the last publication; None before the second."""
        facts = tuple(entry.fact for entry in look.seen)
        at = publication_of(facts, look.sheet.state.last_published)
        if at is None:
            return None
        published = look.history.state_at(at, to_staff=False)
        return movement(published, (fact for fact in facts if fact.version > at), entrant)

    def moves(self, look: PageRequest, entrant: EntrantId) -> Moves | None:
        """The same in words."""
        found = self.moved(look, entrant)
        return None if found is None else moves_of(look.sheet, look.seen, found)

    async def working(self, request: Request) -> Response:
        """Show the workings of one player's tie-breaks below a row; in a hall the games."""
        look = await self.look(request)
        entrant = entrant_in(look).id
        cartulina = await look.made(cartulina_shown, look.sheet, look.seen, entrant)
        if cartulina is not None:
            fields = {"card": cartulina, "tournament": look.sheet.id}
            return await self.part(look, "hall_games.html", lambda: fields)
        return await self.part(
            look,
            "working.html",
            lambda: {"workings": shown_workings(look.sheet, look.sheet.seats[entrant])},
        )

    async def now(self, request: Request) -> Response:
        """Show the frame of every tab, for pages that patch their table themselves."""
        return await self.page(await self.look(request), "standings", "now.html")

    async def rules(self, request: Request) -> Response:
        """Show the announced regulations."""
        look = await self.look(request)
        return await self.page(look, "rules", "rules.html", partial(_rules, look.sheet))


def _ranking(look: PageRequest) -> Mapping[str, Any]:
    hall = look.sheet.state.hall
    assert hall is not None, "its page was chosen for it"
    return ranking_shown(look.sheet, hall, look.seen)


def _ladder(sheet: TournamentPage) -> Mapping[str, Any]:
    shown = ladder_shown(sheet)
    return {"ladder": shown, **_with_line(sheet, shown.table)}


def _standings(sheet: TournamentPage) -> Mapping[str, Any]:
    return _with_line(sheet, standings_shown(sheet))


def _with_line(sheet: TournamentPage, table: TableShown) -> Mapping[str, Any]:
    """A table, and the line below the places that qualify."""
    line = line_of(sheet, [row.place for row in table.rows])
    return {"table": table, "line": line, "places": places_parted(sheet)}


def _cross(sheet: TournamentPage) -> Mapping[str, Any]:
    matrix, rounds = is_matrix(sheet), sheet.crosstable.rounds
    return {
        "cross": crosstable_of(sheet) if rounds else (),
        "is_matrix": matrix,
        "columns": range(1, (sheet.crosstable.size if matrix else len(rounds)) + 1),
    }


def _rules(sheet: TournamentPage) -> Mapping[str, Any]:
    return {
        "state": sheet.state,
        "committee": committee_of(sheet),
        "lots": lot_rows(sheet),
        "ladder_rules": rules_said(sheet.say, ladder_of(sheet.state).rules),
        "said_setting": setting_shown,
    }


def _followed_in(request: Request, state: Tournament) -> tuple[str, ...]:
    """The players in `?follow=`, each once, if they are of the tournament; at most the first 20."""
    text = request.query_params.get("follow", "")[: FOLLOWED_MAX * (ID_MAX + 1)]
    known = (each for each in dict.fromkeys(text.split(",")) if each in state.entrants)
    return tuple(islice(known, FOLLOWED_MAX))


def _with_known_followed(request: Request, state: Tournament) -> Request:
    """The request whose address names in `?follow=` just those, as the links of its page will."""
    if "follow" not in request.query_params:
        return request
    known = {"follow": ",".join(_followed_in(request, state))}
    pairs = [
        (name, known.pop(name, "") if name == "follow" else value)
        for name, value in request.query_params.multi_items()
    ]
    query = urlencode([pair for pair in pairs if pair != ("follow", "")])
    return Request({**request.scope, "query_string": query.encode()}, request.receive)


def round_in(look: PageRequest, number: int) -> RoundState:
    """A round that everybody may see.

    Raises:
        Failure: there is none of this number yet.
    """
    played = look.sheet.state.round(number)
    if played is None or not played.is_published:
        fields = {"round": number, "rounds": look.sheet.state.last_published}
        raise Failure(status=404, code="no-such-round", fields=fields)
    return played


def entrant_in(look: PageRequest) -> EntrantState:
    """The entrant that the address names.

    Raises:
        Failure: nobody has this id.
    """
    wanted = look.request.path_params["entrant"]
    found = look.sheet.state.entrants.get(EntrantId(wanted))
    if found is None:
        raise Failure(status=404, code="no-such-entrant", fields={"entrant": wanted[:64]})
    return found
