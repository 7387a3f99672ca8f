"""Admission of requests: rate limits and queues before any work is done.

Cached answers are sent without limits. Other requests take a token from the bucket of their address
and cost class, and wait in a queue. Holders of a valid link for the requested tournament are
neither limited nor queued.
"""

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from planilla.adapters.http.endpoints import Cost
from planilla.adapters.http.limits import RATES, Buckets, Limits, TooOften, WorkShare, address_of
from planilla.adapters.http.page_cache import PageCache
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.site import Site
from planilla.adapters.http.visitor import NOBODY, actor_behind, session_of, tokens_of
from planilla.application.permissions import grants_in
from planilla.application.ports import StoreUnavailable

QUERY_MAX = 8_000
"""Longest query of an address in bytes."""
LONG_QUERY_MAX = 40_000
"""Longest query with edits in bytes."""
PARAMETERS_MAX = 400
HEADERS_MAX = 16_000
"""Most bytes of all headers: several functions parse cookies and languages."""
QUEUES: Mapping[Cost, tuple[int, int]] = {
    Cost.PAGE: (4, 512),
    Cost.MOMENT: (1, 64),
    Cost.WORK: (16, 64),
    Cost.ACT: (4, 64),
    Cost.DOOR: (2 * RATES[Cost.DOOR].at_once, 64),
    Cost.APPLY: (2, 32),
}
"""Concurrent requests and waiting requests of each class.

At the sign-in a wrong link is answered with a delay; the number leaves room for others beside a
full burst of one address.
"""
BUSY_RETRY_S = 5
KNOWN_LINKS_MAX = 1_000
"""Most links remembered as valid; looking them up again is not counted."""

Refuse = Callable[[Request, Failure], Awaitable[Response]]


logger = logging.getLogger(__name__)


class Busy(Failure):
    """The queue is full."""

    def __init__(self) -> None:
        super().__init__("busy", {"seconds": BUSY_RETRY_S}, retry_s=BUSY_RETRY_S)


class Queue:
    """Semaphore for requests in order of arrival, with a limit on those waiting.

    With a limit of one at a time, their work is bounded by a `WorkShare`, since a part of it runs
    in the event loop.
    """

    def __init__(self, at_once: int, waiting_max: int) -> None:
        self._room = asyncio.Semaphore(at_once)
        self._at_once = at_once
        self._waiting_max = waiting_max
        self._waiting = 0
        self._share = WorkShare()

    async def enter(self) -> None:
        """Wait until there is room.

        Raises:
            Busy: too many are waiting.
        """
        if self._room.locked() and self._waiting >= self._waiting_max:
            raise Busy
        self._waiting += 1
        try:
            await self._room.acquire()
        finally:
            self._waiting -= 1
        if self._at_once == 1:
            try:
                await self._share.begin()
            except asyncio.CancelledError:
                self._room.release()
                raise

    def leave(self) -> None:
        """Admit the next one."""
        if self._at_once == 1:
            self._share.end()
        self._room.release()


class Admission:
    """Middleware that admits requests; `is_awaited` is true for reloads with a ticket."""

    def __init__(  # noqa: PLR0913 - a middleware is made with all its parts
        self,
        app: ASGIApp,
        *,
        site: Site,
        buckets: Buckets,
        limits: Limits,
        refuse: Refuse,
        is_awaited: Callable[[Request], bool],
    ) -> None:
        self._app = app
        self._cache = PageCache(site.log, site.clock, limits.is_cached)
        self._limits = limits
        self._clock = site.clock
        self._grants = site.grants
        self._refuse = refuse
        self._is_awaited = is_awaited
        self._buckets = buckets
        self._known_links: OrderedDict[bytes, None] = OrderedDict()
        self._queues = {cost: Queue(*bounds) for cost, bounds in QUEUES.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on in its turn."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADERS_MAX:
            failure = Failure("headers-too-long", {"limit": HEADERS_MAX})
            await (await self._refuse(_without_headers(request), failure))(scope, receive, send)
            return
        try:
            await self._answer(request, receive, send)
        except StoreUnavailable:  # nothing is sent yet: it was looking up a mark or a link
            failure = Failure("unavailable")
            await (await self._refuse(request, failure))(scope, receive, send)

    async def _answer(self, request: Request, receive: Receive, send: Send) -> None:
        scope, asked_at = request.scope, self._clock.now()
        kept = await self._cache.answer(request, asked_at)
        if kept is not None:
            await kept(scope, receive, send)
            return
        try:
            queue = await self._admitted(request)
            if queue is not None:
                await queue.enter()
        except (TooOften, Busy) as refusal:
            await (await self._refuse(request, refusal))(scope, receive, send)
        except Failure as failure:
            unread = Request({**scope, "query_string": b""})  # it is too long
            await (await self._refuse(unread, failure))(scope, receive, send)
        else:
            await self._pass_on(queue, asked_at, scope, receive, send)

    async def _pass_on(
        self, queue: Queue | None, asked_at: int, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Pass a request on in its turn; leave the queue when the answer begins.

        The answer may be in the cache by then.
        """
        is_held = queue is not None

        def leave() -> None:
            nonlocal is_held
            if is_held and queue is not None:
                is_held = False
                queue.leave()

        async def send_and_leave(message: Message) -> None:
            leave()
            await send(message)

        try:
            kept = await self._cache.answer(Request(scope), asked_at)
            if kept is not None:
                await kept(scope, receive, send_and_leave)
            else:
                await self._cache.make(self._app, scope, receive, send_and_leave)
        finally:
            leave()

    async def _admitted(self, request: Request) -> Queue | None:
        """Return the queue of a request; None if it does not wait.

        Raises:
            Failure: the query is too long, or there are too many requests.
        """
        cost = self._limits.cost(request.scope)
        if cost is Cost.FREE:
            return None
        _check_query(request, cost)
        address = address_of(request)
        if await self._is_trusted(request, address):
            return None
        if cost is Cost.WORK and self._is_awaited(request):
            cost = Cost.PAGE
        self._buckets.spend(address, cost)
        return self._queues[cost]

    async def _is_trusted(self, request: Request, address: str) -> bool:
        """Return whether a valid link or session opens its tournament; invalid ones are counted.

        Raises:
            TooOften: too many invalid links came from its address.
        """
        tokens = tuple(filter(None, (*tokens_of(request), session_of(request))))
        if not tokens:
            return False
        hashes = [hashlib.sha256(token.encode()).digest() for token in tokens]
        unknown = [each for each in hashes if each not in self._known_links]
        if unknown:
            self._buckets.spend(address, Cost.LINK, len(unknown))
        actor = await actor_behind(request, self._grants)
        if actor is NOBODY:
            if tokens_of(request):
                logger.warning("invalid links came from %s: %d", address, len(tokens))
            else:
                logger.warning("a session that has ended came from %s", address)
            return False
        for each in hashes:
            self._known_links[each] = None
            self._known_links.move_to_end(each)
        while len(self._known_links) > KNOWN_LINKS_MAX:
            self._known_links.popitem(last=False)
        parts = request.url.path.removeprefix("/api").split("/")
        return len(parts) < 3 or parts[1] != "t" or bool(grants_in(actor, parts[2]))


def _without_headers(request: Request) -> Request:
    """Return the request without its headers, which are too long."""
    return Request({**request.scope, "headers": []})


def _check_query(request: Request, cost: Cost) -> None:
    """Refuse a query that is too long; it would be repeated in every link of its page.

    Raises:
        Failure: it is too long.
    """
    query: bytes = request.scope["query_string"]
    largest = LONG_QUERY_MAX if cost is Cost.WORK else QUERY_MAX
    if len(query) > largest or query.count(b"&") >= PARAMETERS_MAX:
        raise Failure("address-too-long", {"limit": largest})
