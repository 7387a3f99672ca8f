"""The limits of every route: its cost class, the length of its body, and a token bucket for each
address and class.

`COSTS` is the one table; a test holds it complete. Who holds a link that is good for what is asked
is not counted: a whole hall shares one address.
"""

import ipaddress
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from starlette.requests import HTTPConnection
from starlette.routing import compile_path
from starlette.types import Scope

from planilla.adapters.http.bodies import (
    BODY_MAX,
    DOOR_MAX,
    QUESTION_MAX,
    UPLOAD_MAX,
)
from planilla.adapters.http.problems import Failure
from planilla.application.ports import Clock

BUCKETS_MAX = 20_000
"""Addresses and classes that are remembered; what was used longest ago is forgotten first."""
IPV6_HOLDER_BITS = 64
"""A subscriber is given a whole network of IPv6 addresses (RFC 6177)."""
UNKNOWN_ADDRESS_MAX = 64
MICROSECONDS = 1_000_000


class Cost(StrEnum):
    """Cost classes of requests."""

    FREE = "free"
    PAGE = "page"
    MOMENT = "moment"
    WORK = "work"
    DOOR = "door"
    ACT = "act"
    LINK = "link"


class RequestRate(NamedTuple):
    """Requests that an address may send at once, and how many more come to be allowed a second."""

    at_once: int
    per_s: float


RATES: dict[Cost, RequestRate] = {
    Cost.PAGE: RequestRate(1_000, 20),  # pages that are not in the cache
    Cost.MOMENT: RequestRate(120, 4),
    Cost.WORK: RequestRate(30, 0.5),  # at most 60 in any minute
    Cost.DOOR: RequestRate(60, 1),
    Cost.ACT: RequestRate(120, 2),
    Cost.LINK: RequestRate(600, 10),  # links that open nothing
}

_PAGES = (
    "/",
    "/t/{tournament}",
    "/t/{tournament}/rounds",
    "/t/{tournament}/rounds/{number:int}",
    "/t/{tournament}/cross",
    "/t/{tournament}/entrants",
    "/t/{tournament}/entrants/{entrant}",
    "/t/{tournament}/entrants/{entrant}/working",
    "/t/{tournament}/entrants/{entrant}/movement",
    "/t/{tournament}/rules",
    "/t/{tournament}/now",
    "/t/{tournament}/facts",
    "/t/{tournament}/hall",
    "/t/{tournament}/screen",
    "/t/{tournament}/regulations",
    "/t/{tournament}/elo",
    "/t/{tournament}/elo/{entrant}",
    "/t/{tournament}/elo/{entrant}/working",
    "/api/t/{tournament}/people",
    "/api/t/{tournament}/views/{view}",
)
"""Pages that are the same for everybody until something is recorded: they are cached."""

COSTS: Mapping[Cost, tuple[str, ...]] = {
    Cost.FREE: (
        "/healthz",
        "/readyz",
        "/api/openapi.json",
        "/api/asyncapi.json",
        "/assets/{digest}/{path:path}",
        "/verify",
        "/verify/planilla_verify.py",
        "/t/{tournament}/{view}/stream",
        "/t/{tournament}/arbiter/hall-worker.js",
        "/enter",
    ),
    Cost.PAGE: (
        *_PAGES,
        "/problems",
        "/problems/{code}",
        "/t/{tournament}/qr.svg",
        "/t/{tournament}/hall/qr.svg",
        "/api/t",
        "/api/t/{tournament}",
        "/t/{tournament}/schedule.ics",
        "/t/{tournament}/prizes",
        "/t/{tournament}/prizes/{entrant}",
        "/t/{tournament}/prizes/{entrant}/working",
        "/t/{tournament}/qualifying",
        "/api/t/{tournament}/qualifying",
        "/api/t/{tournament}/entrants/{entrant}",
        "/api/t/{tournament}/facts",
        "/t/{tournament}/poster",
        "/t/{tournament}/poster.svg",
        "/t/{tournament}/cards",
        "/t/{tournament}/since/v{version:int}",
        "/api/t/{tournament}/whatif/runs/{run}",
        "/api/t/{tournament}/whatif/runs/{run}/answer",
        "/t/{tournament}/proof",
        "/api/t/{tournament}/head",
        "/api/t/{tournament}/proof/{version:int}",
        "/t/{tournament}/proof/v{version:int}.svg",
    ),
    Cost.MOMENT: (
        "/t/{tournament}/fairness",
        "/t/{tournament}/hall/ranking.csv",
        "/t/{tournament}/hall/ranking.json",
        "/t/{tournament}/hall/games.csv",
        "/t/{tournament}/hall/games.json",
        "/api/t/{tournament}/hall/ranking.csv",
        "/api/t/{tournament}/hall/ranking.json",
        "/api/t/{tournament}/hall/games.csv",
        "/api/t/{tournament}/hall/games.json",
        "/t/{tournament}/trf",
        "/api/t/{tournament}/trf",
        "/t/{tournament}/rounds/{number:int}/why",
        "/t/{tournament}/rounds/{number:int}/why/{board:int}",
        "/t/{tournament}/audit",
        "/api/t/{tournament}/audit",
        "/api/log/consistency",
    ),
    Cost.WORK: (
        "/t/{tournament}/whatif",
        "/t/{tournament}/whatif/{version:int}",
        "/api/t/{tournament}/whatif",
        "/t/{tournament}/dossier",
        "/t/{tournament}/dossier/{version:int}",
        "/api/t/{tournament}/dossier",
        "/api/t/{tournament}/dossier/{version:int}",
        "/t/{tournament}/archive.jsonl",
    ),
    Cost.ACT: (
        "/links",
        "/t/{tournament}/links",
        "/new",
        "/new/regulations",
        "/import",
        "/t/{tournament}/entries",
        "/t/{tournament}/hall/setup",
        "/api/t/{tournament}/late-entries",
        "/api/t/{tournament}/rating-list",
        "/api/t/{tournament}/preview",
        "/api/t/{tournament}/rounds/{number:int}/review",
        "/api/t/{tournament}/evidence",
        "/api/t/{tournament}/evidence/{sha256}",
        "/api/t/{tournament}/people/{entrant}",
        "/api/t/{tournament}/committee",
        "/t/{tournament}/arbiter",
        "/t/{tournament}/arbiter/{rest:path}",
    ),
}
"""Routes that are read, by what they cost; whatever is sent costs an act, but for `SENT`."""

SENT: Mapping[str, Cost] = {"/enter": Cost.DOOR, "/api/t/{tournament}/whatif": Cost.WORK}
BODIES: Mapping[str, int] = {
    "/enter": DOOR_MAX,
    "/leave": DOOR_MAX,
    "/t/{tournament}/whatif/runs/{run}/stop": DOOR_MAX,
    "/api/t/{tournament}/whatif": QUESTION_MAX,
    "/t/{tournament}/acts/{act}": UPLOAD_MAX,
    "/api/t/{tournament}/evidence": UPLOAD_MAX,
}
"""Bytes of a body, by route; elsewhere `BODY_MAX`."""
READ = frozenset({"GET", "HEAD"})


@dataclass(frozen=True, kw_only=True)
class Limit:
    """What a route costs when it is read, what when it is sent, and how long its body may be."""

    read: Cost
    sent: Cost
    body_max: int
    is_cached: bool


def _table() -> Iterator[tuple[str, Limit]]:
    read = {path: cost for cost, paths in COSTS.items() for path in paths}
    for path in (*read, *(SENT.keys() | BODIES.keys()) - read.keys()):
        yield (
            path,
            Limit(
                read=read.get(path, Cost.ACT),
                sent=SENT.get(path, Cost.ACT),
                body_max=BODIES.get(path, BODY_MAX),
                is_cached=path in _PAGES,
            ),
        )


_TABLE = [(compile_path(path)[0], limit) for path, limit in _table()]
_OTHERS = Limit(read=Cost.ACT, sent=Cost.ACT, body_max=BODY_MAX, is_cached=False)


def limit_of(path: str) -> Limit:
    """The limits of an address; one that is none of ours costs an act."""
    return next((limit for pattern, limit in _TABLE if pattern.match(path)), _OTHERS)


def cost_of(scope: Scope) -> Cost:
    """What a request costs; at a past moment nothing is kept in memory."""
    limit = limit_of(scope["path"])
    if scope["method"] not in READ:
        return limit.sent
    asks_then = b"at=" in unquote_to_bytes(scope["query_string"])
    return Cost.MOMENT if asks_then and limit.read is Cost.PAGE else limit.read


def largest_body(scope: Scope) -> int:
    """Bytes of a body: files are long, forms and JSON are not, wherever they go."""
    largest = limit_of(scope["path"]).body_max
    kind = dict(scope["headers"]).get(b"content-type", b"")
    is_plain = kind.startswith((b"application/x-www-form-urlencoded", b"application/json"))
    return min(largest, BODY_MAX) if is_plain else largest


def address_of(connection: HTTPConnection) -> str:
    """Whom an address stands for: an IPv4 address, or the network of an IPv6 one."""
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
    """An address asks too often; it may ask again in `retry_s` seconds."""

    def __init__(self, retry_s: int) -> None:
        fields = {"seconds": retry_s}
        super().__init__(status=429, code="too-often", fields=fields, retry_s=retry_s)


class Buckets:
    """A token bucket for each address and class; at a time in microseconds."""

    def __init__(self, clock: Clock, rates: Mapping[Cost, RequestRate] = RATES) -> None:
        self._clock = clock
        self._rates = rates
        self._left: OrderedDict[tuple[str, Cost], tuple[float, int]] = OrderedDict()

    def spend(self, address: str, cost: Cost, number: int = 1) -> None:
        """Take tokens out of the bucket of an address.

        Raises:
            TooOften: there are too few of them; none is taken.
        """
        rate = self._rates.get(cost)
        if rate is None:
            return
        now = self._clock.now()
        left, at = self._left.pop((address, cost), (float(rate.at_once), now))
        left = min(left + max(now - at, 0) / MICROSECONDS * rate.per_s, rate.at_once)
        is_enough = left >= number
        self._left[address, cost] = (left - number if is_enough else left, now)
        if len(self._left) > BUCKETS_MAX:
            self._left.popitem(last=False)
        if not is_enough:
            raise TooOften(max(1, -int((left - number) // rate.per_s)))
