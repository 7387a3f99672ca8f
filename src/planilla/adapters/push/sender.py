"""Sending of push messages: a bounded queue and a few connections for each push service (RFC 8030).

A slow or dead service delays nobody but its own messages: what does not fit, or has become old, is
dropped. No redirect is followed. Addresses of browsers are secrets, so no log has one.
"""

import asyncio
import contextlib
import http.client
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from planilla.adapters.push.encryption import PushKeys, UnfitKeys, Voucher, encrypted
from planilla.application.ports import Clock, StoreUnavailable
from planilla.application.push import PushSubscription, service_of
from planilla.presentation.followed import FollowedMessage

QUEUE_MAX = 5_000
"""Most messages that wait for one service."""
LINES = 4
"""Connections to one service at once."""
TIMEOUT_S = 10.0
"""Seconds without a byte after which a request is given up."""
TRIES = 3
RETRY_S = 5.0
"""Seconds until the second try where the service names none; doubled for the third."""
RETRY_MAX_S = 120.0
"""Longest pause that is kept for a service; a message that would wait longer is dropped."""
ANSWER_BYTES_MAX = 10_000
VOUCHER_S, VOUCHER_LEFT_S = 12 * 3600, 3600
"""Seconds that a voucher is valid (RFC 8292, 2: at most 24 hours), and of its last use."""
GONE = frozenset({404, 410})
"""Statuses of a subscription that has ended (RFC 8030, 7.3)."""
MICROSECONDS = 1_000_000

logger = logging.getLogger(__name__)

Connect = Callable[[str], http.client.HTTPConnection]
Forget = Callable[[str], Awaitable[None]]


class QueuedPush(NamedTuple):
    """A message on its way to a browser, until `until` (microseconds since 1970, UTC)."""

    subscription: PushSubscription
    message: FollowedMessage
    until: int


class PushAnswer(NamedTuple):
    """The answer of a push service: its status, 0 without one, and the pause that it asks for."""

    status: int
    retry_s: float | None = None

    @property
    def is_retried(self) -> bool:
        """Return whether the same message may be sent again."""
        return self.status in {0, 429} or self.status >= 500


def tls_connection(host: str) -> http.client.HTTPConnection:
    """Return a connection to a push service; nothing is sent yet."""
    context = ssl.create_default_context()
    return http.client.HTTPSConnection(host, timeout=TIMEOUT_S, context=context)


class PushSender:
    """Queues and connections of all push services of a server.

    `contact` is an address for their operators, "" for none; `forget` is called with the address
    of a browser that has ended its subscription.
    """

    def __init__(  # noqa: PLR0913 - a test connects to a service of its own
        self,
        voucher: Voucher,
        services: tuple[str, ...],
        forget: Forget,
        clock: Clock,
        *,
        contact: str = "",
        connect: Connect = tls_connection,
    ) -> None:
        self._authorization = _Authorization(voucher, contact, clock)
        self._services = services
        self._forget = forget
        self._clock = clock
        self._connect = connect
        self._queues: Mapping[str, asyncio.Queue[QueuedPush]] = {}

    def put(self, push: QueuedPush) -> bool:
        """Queue a message; return False if its service is not allowed or has too many waiting."""
        service = service_of(push.subscription.endpoint, self._services)
        queue = self._queues.get(service)
        if queue is None or queue.full():
            return False
        queue.put_nowait(push)
        return True

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Send what is queued while the block runs; what is left then is dropped."""
        self._queues = {each: asyncio.Queue(QUEUE_MAX) for each in self._services}
        threads = ThreadPoolExecutor(LINES * len(self._services), thread_name_prefix="push")
        tasks, lines = [], []
        for service, queue in self._queues.items():
            pause = _Pause()
            for _ in range(LINES):
                line = _Line(self._connect, threads)
                lines.append(line)
                tasks.append(asyncio.create_task(self._serve(service, queue, line, pause)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for line in lines:
                line.abort()
            await asyncio.to_thread(threads.shutdown, cancel_futures=True)
            for line in lines:
                line.close()

    async def _serve(
        self, service: str, queue: asyncio.Queue[QueuedPush], line: "_Line", pause: "_Pause"
    ) -> None:
        while True:
            push = await queue.get()
            try:
                await self._send(service, push, line, pause)
            except StoreUnavailable:
                logger.warning("an ended push subscription was not deleted: the database is away")
            except Exception:
                logger.exception("a push message to %s was not sent", service)

    async def _send(self, service: str, push: QueuedPush, line: "_Line", pause: "_Pause") -> None:
        """Send one message, again where the service asks for it and while it is not old."""
        endpoint, answer = push.subscription.endpoint, PushAnswer(0)
        for number in range(TRIES):
            left_s = (push.until - self._clock.now()) / MICROSECONDS
            if pause.left_s() >= left_s:
                return
            await pause.wait()
            try:
                answer = await line.post(endpoint, *self._request(push, int(left_s)))
            except UnfitKeys:
                answer = PushAnswer(410)
            if answer.status in GONE:
                await self._forget(endpoint)
                return
            if not answer.is_retried:
                if answer.status >= 300:
                    logger.warning("%s refused a push message (%d)", service, answer.status)
                return
            retry_s = RETRY_S * 2**number if answer.retry_s is None else answer.retry_s
            pause.begin(min(retry_s, RETRY_MAX_S))
            if retry_s > RETRY_MAX_S:
                break
        logger.warning("%s did not take a push message (%d)", service, answer.status)

    def _request(self, push: QueuedPush, ttl_s: int) -> tuple[bytes, Mapping[str, str]]:
        """Return the body and the headers of a message.

        Source: RFC 8030, 5; RFC 8291, 4; RFC 8292, 3.
        """
        subscription = push.subscription
        keys = PushKeys(subscription.p256dh, subscription.auth)
        body = encrypted(msgspec.json.encode(push.message), keys)
        headers = {
            "TTL": str(max(0, ttl_s)),
            "Urgency": "normal",
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Authorization": self._authorization.of(subscription.endpoint),
        }
        return body, headers


class _Authorization:
    """The header `Authorization` for each push service, signed anew before it expires."""

    def __init__(self, voucher: Voucher, contact: str, clock: Clock) -> None:
        self._voucher = voucher
        self._contact = contact
        self._clock = clock
        self._known: dict[str, tuple[int, str]] = {}

    def of(self, endpoint: str) -> str:
        """Return the header for the address of a browser."""
        parts = urlsplit(endpoint)
        audience = f"https://{parts.hostname}"
        now_s = self._clock.now() // MICROSECONDS
        expires_s, header = self._known.get(audience, (0, ""))
        if expires_s - now_s < VOUCHER_LEFT_S:
            expires_s = now_s + VOUCHER_S
            header = self._voucher.authorization(audience, self._contact, expires_s)
            self._known[audience] = (expires_s, header)
        return header


class _Pause:
    """The pause that a push service has asked for."""

    def __init__(self) -> None:
        self._until = 0.0

    def begin(self, seconds: float) -> None:
        """Send nothing for so many seconds, or as long as was asked before."""
        self._until = max(self._until, asyncio.get_running_loop().time() + seconds)

    def left_s(self) -> float:
        """Return the seconds that are left of it."""
        return max(0.0, self._until - asyncio.get_running_loop().time())

    async def wait(self) -> None:
        """Wait until it is over, also where it is made longer meanwhile."""
        left = self.left_s()
        while left:
            await asyncio.sleep(left)
            left = self.left_s()


class _Line:
    """One connection to a push service, kept open between two messages to the same host."""

    def __init__(self, connect: Connect, threads: ThreadPoolExecutor) -> None:
        self._connect = connect
        self._threads = threads
        self._open: http.client.HTTPConnection | None = None
        self._host = ""

    async def post(self, endpoint: str, body: bytes, headers: Mapping[str, str]) -> PushAnswer:
        """Send one request, in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._post, endpoint, body, headers)

    def abort(self) -> None:
        """End the request that a thread waits for."""
        kept = self._open
        if kept is not None and kept.sock is not None:
            with contextlib.suppress(OSError):
                kept.sock.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection, if it is open."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def _post(self, endpoint: str, body: bytes, headers: Mapping[str, str]) -> PushAnswer:
        parts = urlsplit(endpoint)
        host, path = parts.hostname or "", parts.path + (f"?{parts.query}" if parts.query else "")
        if host != self._host:
            self.close()
        tries = 2 if self._open is not None else 1  # the service may have closed what was kept
        for _ in range(tries):
            with contextlib.suppress(OSError, http.client.HTTPException):
                return self._asked(host, path, body, headers)
            self.close()
        return PushAnswer(0)

    def _asked(self, host: str, path: str, body: bytes, headers: Mapping[str, str]) -> PushAnswer:
        if self._open is None:
            self._open, self._host = self._connect(host), host
        self._open.request("POST", path, body, dict(headers))
        answer = self._open.getresponse()
        answer.read(ANSWER_BYTES_MAX)
        if not answer.isclosed():
            self.close()
        return PushAnswer(answer.status, _seconds(answer.getheader("Retry-After", "")))


def _seconds(text: str) -> float | None:
    """Return the pause of a header `Retry-After` in seconds; a date is taken for the longest."""
    if not text:
        return None
    return float(text) if text.isascii() and text.isdigit() and len(text) <= 6 else RETRY_MAX_S
