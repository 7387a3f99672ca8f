"""Entry of players: one by a form, or many as pasted lines or a file, after a review.

Both are completed from the federations' rating lists, if any; the completed data are shown before
they are entered.
"""

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.http.acts import Act
from planilla.adapters.http.arbiter import Refused, undo_shown
from planilla.adapters.http.bodies import read_form
from planilla.adapters.http.command_forms import known_in, new_entrant, new_entrant_id
from planilla.adapters.http.endpoints import Access, Tag, operation_at, page_at
from planilla.adapters.http.forms import Input
from planilla.adapters.http.page_request import PageRequest
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.responses import data_response
from planilla.adapters.http.site import Site
from planilla.adapters.http.views.entry_requests import entered_of
from planilla.adapters.http.views.festivals import twice_entered
from planilla.adapters.http.views.people import entrant_rows, left_out_of_categories
from planilla.adapters.http.views.tournament_page import zone_name
from planilla.adapters.http.visitor import Visitor
from planilla.adapters.http.web import Pages, Web
from planilla.application.completing import (
    Completion,
    CompletionSource,
    completed,
    standing_at,
    values_of,
)
from planilla.application.envelope import Person
from planilla.application.festivals import FestivalPart
from planilla.application.ports import Clock
from planilla.application.rating_lists import ListUnusable, RatingList, chosen
from planilla.application.roles import View
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.numbering import LAST_ROUND_TO_RENUMBER, LatePlace, late_places
from planilla.domain.tournament.personal import Entered
from planilla.domain.tournament.time_controls import rate_of
from planilla.domain.vocabulary import EntrantId, number_written
from planilla.formats.entry_list import (
    COLUMNS,
    LIST_COLUMNS,
    EntryLine,
    as_table,
    lines_left,
    read_entries,
)
from planilla.formats.rating_list.records import RATES, STANDARD, ListedPlayer
from planilla.presentation.catalogue import sentence

SEARCHES_MAX, SEARCH_INTERVAL_S = 60, 10
"""Searches per interval in seconds: enough for typing; programs import the whole list."""

MICROSECONDS = 1_000_000
ACTORS_MAX = 1_000
"""Most actors with a search rate; the least recent is dropped first."""
TEXT_MAX = 120

logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Found:
    """A search result for the page."""

    id: int
    name: str
    detail: str
    rating: int
    is_inactive: bool


@dataclass(frozen=True, kw_only=True)
class Search:
    """The search field: query, results, and choices."""

    lists: tuple[RatingList, ...]
    listed: RatingList
    rate: str
    text: str
    found: tuple[Found, ...]
    rates: tuple[str, ...] = RATES


class RatingSearch:
    """Player search of one site."""

    def __init__(self, site: Site) -> None:
        self._lists = site.rating_lists
        self._pace = RateLimit(site.clock, most=SEARCHES_MAX, within_s=SEARCH_INTERVAL_S)

    async def source(self, asked: Mapping[str, str]) -> CompletionSource | None:
        """Return the requested list and rate; None without such a list.

        An unusable list counts as missing, and is logged.
        """
        try:
            lists = await asyncio.to_thread(self._lists.lists)
        except ListUnusable as error:
            logger.warning("the rating list %s cannot be used: import it again", error.kind)
            return None
        listed = chosen(lists, asked.get("list", ""))
        if listed is None:
            return None
        rate = asked.get("rate", "")
        return CompletionSource(self._lists, listed, rate if rate in RATES else STANDARD)

    async def search(self, visitor: Visitor, asked: Mapping[str, str]) -> Search | None:
        """Return the values of the search field; None if there is no list.

        Raises:
            Failure: the visitor searches more often than a person types.
        """
        source = await self.source(asked)
        if source is None:
            return None
        text = asked.get("q", "").strip()[:TEXT_MAX]
        players = await self.players(visitor, source, text) if text else ()
        return Search(
            lists=await asyncio.to_thread(self._lists.lists),
            listed=source.listed,
            rate=source.rate,
            text=text,
            found=tuple(found_of(player, source.rate) for player in players),
        )

    async def players(
        self, visitor: Visitor, source: CompletionSource, text: str
    ) -> tuple[ListedPlayer, ...]:
        """Return the players with this id or name.

        Raises:
            Failure: the visitor searches more often than a person types.
        """
        self._pace.keep(visitor.actor.id)
        return await asyncio.to_thread(source.lists.find, source.listed.kind, text[:TEXT_MAX])

    async def taken(self, asked: Mapping[str, str]) -> dict[str, str]:
        """Return the form values of the player with the id in `take`; empty without one.

        `listed_rating` shows later whether the rating was changed by hand.
        """
        source, id_ = await self.source(asked), asked.get("take", "")
        if source is None or not (id_.isascii() and id_.isdigit() and len(id_) <= 10):
            return {}
        player = await asyncio.to_thread(source.lists.with_id, source.listed.kind, int(id_))
        if player is None:
            return {}
        values = values_of(player, source)
        return {**values, "listed_rating": values.get("rating", "")}

    async def complete(
        self, lines: Iterable[EntryLine], form: Mapping[str, str], entered: Entered
    ) -> tuple[Completion, ...]:
        """Complete lines from the list named in the form; without a list they are unchanged.

        The default is the first list; `-` means no list.
        """
        source = await self.source(form)
        if source is None:
            return tuple(Completion(line=line) for line in lines)
        picked = {
            line: answer
            for name, answer in form.items()
            if name.startswith("pick-")
            and (line := number_written(name.removeprefix("pick-"))) is not None
        }
        return await asyncio.to_thread(completed, tuple(lines), source, picked, entered)


def found_of(player: ListedPlayer, rate: str) -> Found:
    """Return a search result with the data that distinguishes namesakes, and the rating."""
    detail = (player.title, player.federation, str(player.birth or ""), str(player.id))
    return Found(
        id=player.id,
        name=player.name,
        detail=" · ".join(filter(None, detail)),
        rating=standing_at(player, rate).rating,
        is_inactive="i" in player.flag,
    )


PlayerOfAList = msgspec.defstruct(
    "PlayerOfAList",
    [each for each in ListedPlayer.__annotations__.items() if each[0] not in {"line", "key"}],
    frozen=True,
    kw_only=True,
    namespace={
        "__doc__": "A player of a list for programs: a rating of 0 is none, a birth year of 0 "
        "is unknown."
    },
)


class PlayersFound(msgspec.Struct, frozen=True, kw_only=True):
    """The players found, and their list."""

    list: RatingList
    players: tuple[PlayerOfAList, ...]  # type: ignore[valid-type]  # made of the record


def answer_of(listed: RatingList, players: Iterable[ListedPlayer]) -> PlayersFound:
    """Return the players found as data."""
    fields = PlayerOfAList.__struct_fields__
    found = (PlayerOfAList(**{name: getattr(each, name) for name in fields}) for each in players)
    return PlayersFound(list=listed, players=tuple(found))


class RateLimit:
    """Limiter of the searches of each actor."""

    def __init__(self, clock: Clock, *, most: int, within_s: int) -> None:
        self._clock = clock
        self._most = most
        self._within_s = within_s
        self._asked: OrderedDict[str, deque[int]] = OrderedDict()

    def keep(self, actor: str) -> None:
        """Count a search.

        Raises:
            Failure: there were too many lately.
        """
        now = self._clock.now()
        asked = self._asked.setdefault(actor, deque(maxlen=self._most))
        self._asked.move_to_end(actor)
        if len(self._asked) > ACTORS_MAX:
            self._asked.popitem(last=False)
        if len(asked) == self._most and now - asked[0] < self._within_s * MICROSECONDS:
            fields = {"most": self._most, "seconds": self._within_s}
            raise Failure("too-many-questions", fields, retry_s=self._within_s)
        asked.append(now)


ENTERED_STATUS = 303
"""Status of the redirect to the list after an entry."""


class EntryPages(Pages):
    """The arbiter's list of entries, and the forms for entering players."""

    def __init__(self, web: Web) -> None:
        super().__init__(web)
        self._listed = RatingSearch(web.site)

    @page_at(
        "/t/{tournament}/entries",
        access=Access.STAFF,
        timeless="a form for entries made now",
    )
    async def show(self, page_request: PageRequest, refused: Refused | None = None) -> Response:
        """Show the forms and the entrants; a player of the rating list may fill the form."""
        form = await self._listed.taken(list_asked(page_request))
        problem, status = ("", 200) if refused is None else (refused.sentence, refused.status)
        return await self._page(page_request, form, problem, status)

    @operation_at(
        "/api/t/{tournament}/rating-list",
        name="search-rating-list",
        tag=Tag.ARBITER,
        summary="Players of a rating list by id or name.",
        access=Access.STAFF,
        timeless="the current rating list",
        parameters=("q", "list"),
        answer=PlayersFound,
    )
    async def find(self, page_request: PageRequest) -> Response:
        """Return players of the rating list by name or id, as JSON."""
        source = await self._listed.source(list_asked(page_request))
        if source is None:
            raise Failure("no-rating-list")
        text = page_request.request.query_params.get("q", "")
        players = await self._listed.players(page_request.visitor, source, text)
        return data_response(answer_of(source.listed, players))

    @operation_at(
        "/api/t/{tournament}/late-entries",
        name="list-late-entries",
        tag=Tag.ARBITER,
        summary="The number that each late entry will take.",
        access=Access.STAFF,
        timeless="the entries still possible now",
        answer=tuple[LatePlace, ...],
    )
    async def late(self, page_request: PageRequest) -> Response:
        """Return the pairing numbers of late entries, as JSON."""
        late = await page_request.made(_late, page_request)
        return data_response(late, version=page_request.history.version)

    @page_at("/t/{tournament}/entries/review", method="POST", access=Access.STAFF)
    async def review(self, page_request: PageRequest) -> Response:
        """Show the entries read from a list before they are recorded."""
        try:
            form = await read_form(page_request.request, with_files=True)
        except Failure as failure:
            said = self._arbiter.said(page_request, failure)
            return await self._page(page_request, {}, said, failure.status)
        text = form.get("file", "").strip() or form.get("lines", "")
        entered = await page_request.beside(entered_in, page_request)
        lines = await page_request.beside(read_entries, text, entered)
        done = await self._listed.complete(lines, list_asked(page_request, form), entered)
        if not done:
            said = page_request.page.say("page.entries.nothing")
            return await self._page(page_request, form, said, 422)
        source = await self._listed.source(list_asked(page_request, form))

        def fields() -> Mapping[str, Any]:
            good = [each.line for each in done if not each.line.problems]
            return {
                "done": done,
                "problems": [said for each in done for said in wrong_in(page_request, each.line)],
                "good": len(good),
                "left": lines_left(text, {line.line for line in good}),
                "text": text,
                "table": as_table(good),
                "columns": (*COLUMNS, *LIST_COLUMNS)
                if any(each.filled for each in done)
                else COLUMNS,
                "picks": {name: form[name] for name in form if name.startswith("pick-")},
                "search": source,
                "found_of": found_of,
            }

        return await self._public.page(page_request, "arbiter", "review.html", fields)

    @page_at(
        "/t/{tournament}/entries", method="POST", access=Access.STAFF, records=("enter-entrants",)
    )
    async def enter(self, request: Request) -> Response:
        """Enter one player, or the correct lines of a list; late entries are confirmed first."""
        page_request = await self._arbiter.page_request(request)
        form = await read_form(request)
        if "mend" in form:
            return await self._page(page_request, form, "", 200)
        entered = await page_request.beside(entered_in, page_request)
        if "lines" in form:
            read = await page_request.beside(read_entries, form["lines"], entered)
            lines = tuple(line for line in read if not line.problems)
        else:
            line = line_of_form(form, entered)
            wanted = await self._by_id(line, list_asked(page_request, form))
            if wanted:
                return await self._page(page_request, wanted, "", 200)
            if line.problems:
                said = wrong_in(page_request, line, is_form=True)[0]
                return await self._page(page_request, form, said, 422)
            lines = (line,)
        left = form.get("left", "")
        try:
            act = await page_request.beside(_act, page_request, form, lines)
            answer = await self._acts.done_or_asked(request, page_request, act)
        except Failure as failure:
            return await self._refused(request, form, lines, failure)
        if not left or answer.status_code != ENTERED_STATUS:
            return answer
        said = page_request.page.say("page.entries.left", n=len(lines))
        return await self._page(
            await self._arbiter.page_request(request), {"lines": left}, said, 200
        )

    async def _refused(
        self,
        request: Request,
        form: Mapping[str, str],
        lines: tuple[EntryLine, ...],
        failure: Failure,
    ) -> Response:
        """Return the page with the refusal, and with the rest of a list entered in part."""
        page_request = await self._arbiter.page_request(request)
        said = sentence(page_request.visitor.language, failure.code, failure.fields)
        rest = not_entered(page_request, form.get("command_id", ""), lines)
        text = form.get("lines", "")
        if text and len(rest) < len(lines):
            done = page_request.page.say(
                "page.entries.partly", n=len(lines) - len(rest), all=len(lines)
            )
            said, text = f"{done} {said}", as_table(rest)
        kept = "\n".join(each for each in (text, form.get("left", "")) if each)
        return await self._page(page_request, {**form, "lines": kept}, said, failure.status)

    async def _by_id(self, line: EntryLine, form: Mapping[str, str]) -> dict[str, str]:
        """Return the data that the rating list has for a line with only an id, for review."""
        if line.values.get("name") or "fide_id" not in line.values:
            return {}
        taken = await self._listed.taken({**form, "take": line.values["fide_id"]})
        return {**taken, **line.values} if taken else {}

    async def _page(
        self, page_request: PageRequest, form: Mapping[str, str], problem: str, status: int
    ) -> Response:
        search = await self._listed.search(page_request.visitor, list_asked(page_request))
        festival, actor = page_request.page.state.festival, page_request.visitor.actor
        parts: Sequence[FestivalPart] = ()
        if festival is not None:
            parts = await self._web.festivals.parts(actor, festival.id, View.DESK)

        def fields() -> Mapping[str, Any]:
            last = undo_shown(page_request)
            undo = last if last is not None and last.act == "remove-entries" else None
            rounds = len(page_request.page.state.rounds)
            return {
                "search": search,
                "form": Input(form),
                "undo": undo,
                "undone": 0 if undo is None else undo.fields["entrants"].count(",") + 1,
                "problem": problem,
                "twice": twice_entered(parts, page_request.page.id),
                "entrants": entrant_rows(page_request.page),
                "left_out": left_out_of_categories(page_request.page),
                "has_begun": bool(rounds),
                "late": _late(page_request),
                "name": page_request.page.name,
                "zone": zone_name(page_request.page.state),
                "coming": rounds + 1,
                "is_fixed": rounds >= LAST_ROUND_TO_RENUMBER,
            }

        return await self._public.page(
            page_request, "arbiter", "entries.html", fields, status=status
        )


def _act(page_request: PageRequest, form: Mapping[str, str], lines: tuple[EntryLine, ...]) -> Act:
    entrants = [new_entrant(line, form.get("command_id", "")) for line in lines]
    address = f"/t/{page_request.page.id}/entries"
    return Act(
        name="enter-entrants",
        address=address,
        form=form,
        body=lambda: {"entrants": entrants, "known_at": known_in(form)},
        back=address,
        mends=True,
        people={each["id"]: Person(name=each["person"].get("name", "")) for each in entrants},
    )


def list_asked(
    page_request: PageRequest, form: Mapping[str, str] | None = None
) -> Mapping[str, str]:
    """Return the search fields for the rating list; the default rate is the announced one."""
    announced = page_request.page.state.regulations
    control = announced.time_control if announced is not None else None
    rate = rate_of(control) if control is not None else None
    usual = {"rate": rate.value} if rate is not None else {}
    return {**usual, **(page_request.request.query_params if form is None else form)}


def _late(page_request: PageRequest) -> tuple[LatePlace, ...]:
    names = {EntrantId(id_): person.name for id_, person in page_request.page.people.items()}
    return late_places(page_request.page.state, DecisionContext(alphabet=names))


def entered_in(page_request: PageRequest) -> Entered:
    """Return the entrants of the tournament, to find duplicates in a list."""
    return entered_of(page_request.page.state, page_request.page.people)


def line_of_form(form: Mapping[str, str], entered: Entered) -> EntryLine:
    """Return the line of the form; the list of a rating changed by hand is left out."""
    values = {
        column: " ".join(form.get(column, "").split()) for column in (*COLUMNS, *LIST_COLUMNS)
    }
    if values["rating"] != form.get("listed_rating", ""):
        values |= {"k": "", "rating_list": ""}
    found = read_entries(as_table([EntryLine(line=1, values=values)]), entered)
    return found[0] if found else read_entries("\t0", entered)[0]


def wrong_in(page_request: PageRequest, line: EntryLine, *, is_form: bool = False) -> list[str]:
    """Return the problems of a line of a list, or of the fields of a form, as sentences."""
    say, found = page_request.page.say, []
    for problem in line.problems:
        place = "field" if is_form else "cell" if problem.column else "line"
        said = say(f"page.entries.wrong.{problem.code}", text=problem.text)
        column = say(f"page.entries.column.{problem.column or 'name'}")
        found.append(say(f"page.entries.at.{place}", line=problem.line, column=column, said=said))
    return found


def not_entered(
    page_request: PageRequest, command_id: str, lines: tuple[EntryLine, ...]
) -> tuple[EntryLine, ...]:
    """Return the lines of a list that were not entered with this command."""
    known = page_request.page.state.entrants
    return tuple(line for line in lines if new_entrant_id(line, command_id) not in known)
