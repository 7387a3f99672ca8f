"""Limits of all addresses: cost classes, body lengths, token buckets, work shares, threads.

Each address declares its own limits (`Endpoint`). Holders of a valid link are not limited, since
all devices of a playing hall share one IP address.
"""

import asyncio
import ipaddress
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar
from urllib.parse import unquote_to_bytes

from starlette.requests import HTTPConnection
from starlette.routing import compile_path
from starlette.types import Scope

from planilla.adapters.http.bodies import BODY_MAX
from planilla.adapters.http.endpoints import Cost, Endpoint
from planilla.adapters.http.problems import Failure
from planilla.application.ports import Clock

BUCKETS_MAX = 20_000
"""Most buckets; the least recently used is dropped first."""
IPV6_HOLDER_BITS = 64
"""Prefix length of the IPv6 network of one subscriber (RFC 6177)."""
UNKNOWN_ADDRESS_MAX = 64
MICROSECONDS = 1_000_000
ALLOWANCE_S = 1.0
"""Seconds of costly work without a pause, after the same time without any."""
REST_MAX_S = 0.25
"""Longest pause before costly work, in seconds."""
PUBLIC_AT_ONCE, STAFF_AT_ONCE = 1, 3
"""Concurrent tasks in threads: few, since they share one processor."""

Found = TypeVar("Found")


class RequestRate(NamedTuple):
    """Burst of requests of an address, and refill per second."""

    at_once: int
    per_s: float


RATES: dict[Cost, RequestRate] = {
    Cost.PAGE: RequestRate(1_000, 20),  # pages that are not in the cache
    Cost.MOMENT: RequestRate(120, 4),
    Cost.WORK: RequestRate(30, 0.5),  # at most 60 in any minute
    Cost.DOOR: RequestRate(60, 1),
    Cost.ACT: RequestRate(120, 2),
    Cost.LINK: RequestRate(600, 10),  # invalid links
    Cost.APPLY: RequestRate(20, 0.02),  # requests to enter: a club at once, then one in 50 s
    Cost.SIGN_IN: RequestRate(30, 0.1),  # tries to sign in, of an address
    Cost.ACCOUNT: RequestRate(10, 0.02),  # tries with the name of one account, from anywhere
}

READ_METHODS = frozenset({"GET", "HEAD"})


@dataclass(frozen=True, kw_only=True)
class Limit:
    """Cost of reading and writing of a route, and the maximum length of its body in bytes."""

    read: Cost
    sent: Cost
    body_max: int
    is_cached: bool


DEFAULT_LIMIT = Limit(read=Cost.ACT, sent=Cost.ACT, body_max=BODY_MAX, is_cached=False)
"""Limits of an unknown address."""


class Limits:
    """Limits by address, from the table of all addresses."""

    def __init__(self, endpoints: Iterable[Endpoint]) -> None:
        by_path: dict[str, Limit] = {}
        for each in endpoints:
            known = by_path.get(each.path, DEFAULT_LIMIT)
            if each.method == "GET":
                known = replace(known, read=each.cost, is_cached=each.is_cached)
            else:
                known = replace(known, sent=each.cost, body_max=each.body_max)
            by_path[each.path] = known
        self._table = [(compile_path(path)[0], limit) for path, limit in by_path.items()]

    def of(self, path: str) -> Limit:
        """Return the limits of an address; an unknown one costs as much as an act."""
        return next((limit for pattern, limit in self._table if pattern.match(path)), DEFAULT_LIMIT)

    def is_cached(self, path: str) -> bool:
        """Return whether a page is the same for all until something is recorded."""
        return self.of(path).is_cached

    def cost(self, scope: Scope) -> Cost:
        """Return the cost of a request; pages of past moments are not cached."""
        limit = self.of(scope["path"])
        if scope["method"] not in READ_METHODS:
            return limit.sent
        asks_then = b"at=" in unquote_to_bytes(scope["query_string"])
        return Cost.MOMENT if asks_then and limit.read is Cost.PAGE else limit.read

    def largest_body(self, scope: Scope) -> int:
        """Return the most bytes of the body of a request."""
        largest = self.of(scope["path"]).body_max
        kind = dict(scope["headers"]).get(b"content-type", b"")
        is_plain = kind.startswith((b"application/x-www-form-urlencoded", b"application/json"))
        return min(largest, BODY_MAX) if is_plain else largest


def address_of(connection: HTTPConnection) -> str:
    """Return the key of a client's address: the IPv4 address, or the network of an IPv6 one."""
    host = connection.client.host if connection.client else ""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:UNKNOWN_ADDRESS_MAX]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_HOLDER_BITS), strict=False))


class TooOften(Failure):
    """Too many requests of an address; `retry_s` is the wait in seconds."""

    def __init__(self, retry_s: int) -> None:
        super().__init__("too-often", {"seconds": retry_s}, retry_s=retry_s)


class Buckets:
    """Token buckets by address and class; times are in microseconds."""

    def __init__(self, clock: Clock, rates: Mapping[Cost, RequestRate] = RATES) -> None:
        self._clock = clock
        self._rates = rates
        self._left: OrderedDict[tuple[str, Cost], tuple[float, int]] = OrderedDict()

    def spend(self, address: str, cost: Cost, number: int = 1) -> None:
        """Take tokens out of the bucket of an address.

        Raises:
            TooOften: there are too few; none is taken.
        """
        rate = self._rates.get(cost)
        if rate is None:
            return
        left = self._take(address, cost, rate, number)
        if left < number:
            raise TooOften(max(1, -int((left - number) // rate.per_s)))

    def _take(self, address: str, cost: Cost, rate: RequestRate, number: int) -> float:
        """Return the tokens that are there, and take so many if there are enough."""
        now = self._clock.now()
        left, at = self._left.pop((address, cost), (float(rate.at_once), now))
        left = refilled(left, now - at, rate)
        self._left[address, cost] = (left - number if left >= number else left, now)
        if len(self._left) > BUCKETS_MAX:
            self._left.popitem(last=False)
        return left


def refilled(left: float, passed: int, rate: RequestRate) -> float:
    """Return the tokens of a bucket after some microseconds; a clock set back adds none."""
    return min(left + max(passed, 0) / MICROSECONDS * rate.per_s, rate.at_once)


class WorkShare:
    """Limiter that leaves costly work half of the time, beyond an allowance.

    The duration of work is added to a debt, and idle time is subtracted from it. While the debt
    exceeds `ALLOWANCE_S`, a pause precedes the next piece of work. A single visitor causes no
    pause; many at once leave half of the time to other requests.
    """

    def __init__(self) -> None:
        self._debt_s = 0.0
        self._begun_at = self._ended_at = 0.0

    async def begin(self) -> None:
        """Pause if the debt is too large, then begin a piece of work."""
        now = asyncio.get_running_loop().time
        debt_s = self._debt_s - (now() - self._ended_at)
        await asyncio.sleep(max(debt_s - ALLOWANCE_S, 0.0))
        self._begun_at = now()

    def end(self) -> None:
        """End a piece of work."""
        now = asyncio.get_running_loop().time()
        debt_s = max(self._debt_s - (self._begun_at - self._ended_at), 0.0) + now - self._begun_at
        self._debt_s, self._ended_at = min(debt_s, ALLOWANCE_S + REST_MAX_S), now


class Threads:
    """Runner of work in threads, with separate limits for the public and the staff."""

    def __init__(self) -> None:
        self._public = asyncio.Semaphore(PUBLIC_AT_ONCE)
        self._staff = asyncio.Semaphore(STAFF_AT_ONCE)
        self._share = WorkShare()

    async def run(self, work: Callable[..., Found], *about: Any, is_staff: bool) -> Found:
        """Return `work(*about)`, run in a thread when its turn comes."""
        if is_staff:
            async with self._staff:
                return await asyncio.to_thread(work, *about)
        async with self._public:
            await self._share.begin()
            try:
                return await asyncio.to_thread(work, *about)
            finally:
                self._share.end()
