"""Cache of public pages by version: a page is rendered once for all readers.

Answers to requests without a link are cached until something is recorded or erased, and at most for
`FRESH_US`, since some pages show the time. The cache is bounded in bytes.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakValueDictionary

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from planilla.adapters.http.limits import READ_METHODS
from planilla.adapters.http.middleware import PUBLIC_CACHE_CONTROL
from planilla.adapters.http.visitor import (
    THEME_COOKIE,
    THEMES,
    chosen,
    chosen_language,
    has_credentials,
)
from planilla.application.ports import Clock, Log

BYTES_MAX = 16_000_000
PAGE_MAX = 2_000_000
"""Largest cached answer in bytes."""
FRESH_US = 1_000_000
KEPT_S = 5.0
"""Seconds until an answer is dropped."""
QUERY_MAX = 500
"""Longest query in bytes of a cached answer."""
ANSWER_OVERHEAD_BYTES = 2_000
"""Bytes of memory of a cached answer besides its body."""

Key = tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class CachedPage:
    """A sent answer; `mark` identifies the facts that it shows."""

    mark: str
    made_at: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def size(self) -> int:
        """The bytes of memory used."""
        return len(self.body) + ANSWER_OVERHEAD_BYTES


class PageCache:
    """Cached answers by request key."""

    def __init__(
        self,
        log: Log,
        clock: Clock,
        is_cached: Callable[[str], bool],
        bytes_max: int = BYTES_MAX,
    ) -> None:
        self._log = log
        self._is_cached = is_cached
        self._clock = clock
        self._bytes_max = bytes_max
        self._size = 0
        self._kept: OrderedDict[Key, CachedPage] = OrderedDict()
        self._marks: dict[str, asyncio.Task[str]] = {}
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._making: dict[Key, asyncio.Future[CachedPage | None]] = {}

    async def answer(self, request: Request, asked_at: int) -> Response | None:
        """Return the cached answer, or None if there is no valid one.

        An answer being made is awaited, and is valid however long it took; so is one made since
        `asked_at`. Simultaneous requests cause one rendering.
        """
        key = self._key(request)
        if key is None:
            return None
        if (making := self._making.get(key)) is not None:
            kept = await asyncio.shield(making)
        else:
            kept = self._kept.get(key)
            if kept is not None and not self._holds(kept, asked_at):
                return None
        if kept is None or kept.mark != await self._mark(_tournament_in(request.url.path)):
            return None
        if key in self._kept:
            self._kept.move_to_end(key)
        return _answer(request, kept)

    async def make(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application, and cache its answer if it is public."""
        key = self._key(Request(scope))
        if key is None or key in self._making or scope["method"] != "GET":
            await app(scope, receive, send)
            return
        making = self._making[key] = asyncio.get_running_loop().create_future()

        def release(kept: CachedPage | None = None) -> None:
            if not making.done():
                del self._making[key]
                making.set_result(kept)

        seen = AnswerRecorder(send, release)
        try:
            mark, made_at = await self._mark(_tournament_in(scope["path"])), self._clock.now()
            await app(scope, receive, seen.send)
            if seen.may_be_kept:
                release(self._keep(key, mark, made_at, seen))
        finally:
            release()
        await seen.pass_on()

    def _key(self, request: Request) -> Key | None:
        is_shared = request.method in READ_METHODS and self._is_cached(request.url.path)
        return _key(request) if is_shared else None

    def _holds(self, kept: CachedPage, asked_at: int) -> bool:
        now = self._clock.now()
        return min(asked_at, now - FRESH_US + 1) <= kept.made_at <= now

    async def _mark(self, tournament: str) -> str:
        """Return the current mark; requests that arrive before the query starts share it."""
        task = self._marks.get(tournament)
        if task is None:
            task = self._marks[tournament] = asyncio.ensure_future(self._asked(tournament))
        return await asyncio.shield(task)

    async def _asked(self, tournament: str) -> str:
        """Return the mark by a query started after the one under way, if any.

        A request during a query may follow facts that the query does not see.
        """
        async with self._asking.setdefault(tournament, asyncio.Lock()):
            del self._marks[tournament]
            return await self._log.mark(tournament)

    def _keep(self, key: Key, mark: str, made_at: int, seen: "AnswerRecorder") -> CachedPage:
        body, before = seen.body, self._kept.get(key)
        if before is not None and before.body == body:
            body = before.body  # it may still be being sent to others
        self._forget(key)
        kept = CachedPage(mark=mark, made_at=made_at, headers=seen.headers, body=body)
        self._kept[key] = kept
        self._size += kept.size
        while self._size > self._bytes_max:
            self._forget(next(iter(self._kept)))
        asyncio.get_running_loop().call_later(KEPT_S, self._expire, key, made_at)
        return kept

    def _expire(self, key: Key, made_at: int) -> None:
        """Drop an answer unless a later one has replaced it."""
        kept = self._kept.get(key)
        if kept is not None and kept.made_at == made_at:
            self._forget(key)

    def _forget(self, key: Key) -> None:
        before = self._kept.pop(key, None)
        self._size -= 0 if before is None else before.size


class AnswerRecorder:
    """Recorder of an answer, which holds it back until it is complete or not to be cached.

    So other readers do not wait for a slow first reader. `release` is called before anything is
    sent.
    """

    def __init__(self, send: Send, release: Callable[[], None]) -> None:
        self._send = send
        self._release = release
        self._size = 0
        self._is_good = False
        self._is_whole = False
        self._held: list[Message] = []
        self.headers: list[tuple[bytes, bytes]] = []

    @property
    def may_be_kept(self) -> bool:
        """True if the answer is complete, public, and not too long."""
        return self._is_good and self._is_whole

    @property
    def body(self) -> bytes:
        """The body held back so far."""
        return b"".join([body for message in self._held if (body := message.get("body"))])

    async def send(self, message: Message) -> None:
        """Receive a message of the answer."""
        self._held.append(message)
        if message["type"] == "http.response.start":
            self.headers = list(message["headers"])
            headers = Headers(raw=self.headers)
            is_for_all = (
                headers.get("cache-control") == PUBLIC_CACHE_CONTROL and "set-cookie" not in headers
            )
            self._is_good = message["status"] == 200 and is_for_all
        else:
            self._size += len(message.get("body", b""))
            self._is_good = self._is_good and self._size <= PAGE_MAX
            self._is_whole = not message.get("more_body", False)
        if not self._is_good:
            self._release()
            await self.pass_on()

    async def pass_on(self) -> None:
        """Send what was held back."""
        held, self._held = self._held, []
        for message in held:
            await self._send(message)


def _key(request: Request) -> Key | None:
    """Return the cache key of a page; None if the page is not public."""
    if "authorization" in request.headers or has_credentials(request):
        return None
    query = request.url.query
    if len(query) > QUERY_MAX:
        return None
    return (
        request.url.path,
        query,
        chosen_language(request),
        chosen(request, "theme", THEME_COOKIE, THEMES) or "",
        str("gzip" in request.headers.get("accept-encoding", "")),
    )


def _tournament_in(path: str) -> str:
    """Return the tournament of a cached page; "" for the list of all."""
    parts = path.removeprefix("/api").split("/")
    return parts[2] if len(parts) > 2 and parts[1] == "t" else ""


def _answer(request: Request, kept: CachedPage) -> Response:
    headers = Headers(raw=kept.headers)
    etag = headers.get("etag")
    if etag is not None and etag in request.headers.get("if-none-match", ""):
        named = {name: headers[name] for name in ("etag", "cache-control") if name in headers}
        return Response(status_code=304, headers=named)
    response = Response(kept.body)
    response.raw_headers = list(kept.headers)  # middleware adds to them
    return response
