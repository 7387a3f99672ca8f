"""One request about a tournament, and what its address asks for: stage, round, entrant, players."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request

from planilla.adapters.http.endpoints import number_in
from planilla.adapters.http.limits import Threads
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.views.tournament_page import TournamentPage
from planilla.adapters.http.visitor import Visitor
from planilla.application.envelope import Submission
from planilla.application.roles import View
from planilla.application.states import History, HistoryEntry, seen_at
from planilla.domain.tournament.state import EntrantState, RoundState, Tournament
from planilla.domain.vocabulary import EntrantId, GameId, GameRef
from planilla.projections.stages import current_stage

UNTHREADED_ENTRANTS_MAX, UNTHREADED_FACTS_MAX = 500, 2_000
"""Most entrants and facts of a tournament whose pages are made in the event loop."""
FOLLOWED_MAX = 20
"""Most followed players: their ids are repeated in every link of a page."""
ID_MAX = 64

Found = TypeVar("Found")


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """One request: its visitor, tournament and moment.

    `history` is what the visitor may see, `recorded` all of it, for acts of people without a link.
    """

    request: Request
    visitor: Visitor
    history: History
    recorded: History
    entries: tuple[HistoryEntry, ...]
    page: TournamentPage
    at: int | None
    threads: Threads

    @property
    def seen(self) -> tuple[HistoryEntry, ...]:
        """The visible facts up to the moment."""
        return self.entries if self.at is None else seen_at(self.entries, self.at)

    @property
    def version(self) -> int:
        """The version of the tournament that is shown."""
        return self.at or self.history.version

    @property
    def is_staff(self) -> bool:
        """True if the visitor sees what the public does not."""
        return self.visitor.may_see(self.page.id, View.STAFF)

    def submission(
        self, name: str, body: Any, command_id: str, *, dry_run: bool = False
    ) -> Submission:
        """Return a command of the visitor about the tournament; `body` is encoded as JSON."""
        return Submission(
            tournament=self.page.id,
            name=name,
            body=msgspec.json.encode(body),
            command_id=command_id,
            actor=self.visitor.actor,
            dry_run=dry_run,
        )

    @property
    def followed(self) -> tuple[str, ...]:
        """The entrants that the spectator follows, from the address."""
        return _followed_in(self.request, self.page.state)

    async def beside(self, work: Callable[..., Found], *about: Any) -> Found:
        """Return `work(*about)`, run in a thread when its turn comes."""
        return await self.threads.run(work, *about, is_staff=self.is_staff)

    async def made(self, work: Callable[..., Found], *about: Any) -> Found:
        """Return `work(*about)`, run in a thread if it may take long.

        A thread is used for large tournaments and for the staff, whose rows contain forms.
        """
        if is_large(self.history) or self.is_staff:
            return await self.beside(work, *about)
        return work(*about)


def is_large(history: History) -> bool:
    """Return whether work that grows with the tournament would block the event loop."""
    return (
        len(history.staff.entrants) > UNTHREADED_ENTRANTS_MAX
        or history.version > UNTHREADED_FACTS_MAX
    )


def _followed_in(request: Request, state: Tournament) -> tuple[str, ...]:
    """Return the first 20 distinct entrants of the tournament in `?follow=`."""
    text = request.query_params.get("follow", "")[: FOLLOWED_MAX * (ID_MAX + 1)]
    known = (each for each in dict.fromkeys(text.split(",")) if each in state.entrants)
    return tuple(islice(known, FOLLOWED_MAX))


def with_known_followed(request: Request, state: Tournament) -> Request:
    """Return the request with only these players in `?follow=`, for the links of its page."""
    if "follow" not in request.query_params:
        return request
    known = {"follow": ",".join(_followed_in(request, state))}
    pairs = [
        (name, known.pop(name, "") if name == "follow" else value)
        for name, value in request.query_params.multi_items()
    ]
    query = urlencode([pair for pair in pairs if pair != ("follow", "")])
    return Request({**request.scope, "query_string": query.encode()}, request.receive)


def stage_in(request: Request, state: Tournament) -> int:
    """Return the stage of a request: that in its address, or that of its game.

    Without one, a page shows the stage that is played now, and data are of the first stage.

    Raises:
        Failure: there is no such stage.
    """
    written = request.query_params.get("stage")
    if written is None:
        ref = GameRef.parse(GameId(request.path_params.get("game", "")))
        if ref is not None and 1 < ref.stage <= state.stages:
            return ref.stage
        return current_stage(state) if request.state.endpoint.follows_play else 1
    number = number_in(written)
    if not 1 <= number <= state.stages:
        raise Failure("no-such-stage", {"stage": number, "stages": state.stages}, status=404)
    return number


def round_in(page_request: PageRequest, number: int) -> RoundState:
    """Return a published round.

    Raises:
        Failure: there is no such published round.
    """
    played = page_request.page.state.round(number)
    if played is None or not played.is_published:
        fields = {"round": number, "rounds": page_request.page.state.last_published}
        raise Failure("no-such-round", fields, status=404)
    return played


def entrant_in(page_request: PageRequest) -> EntrantState:
    """Return the entrant named in the address.

    Raises:
        Failure: there is no such entrant.
    """
    wanted = page_request.request.path_params["entrant"]
    found = page_request.page.state.entrants.get(EntrantId(wanted))
    if found is None:
        raise Failure("no-such-entrant", {"entrant": wanted[:64]}, status=404)
    return found
