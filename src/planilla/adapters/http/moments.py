"""The moment that an address asks for (`?at=`), and the one address that each moment has.

Facts at a moment are identical for ever, so each moment has one address, `?at=v61`: whatever else
names it, a time or a round, is answered with a redirect to that. Names are joined when shown, and
are those that may be read today.
"""

from starlette.datastructures import URL
from starlette.requests import Request
from starlette.responses import RedirectResponse

from planilla.adapters.http.problems import Failure
from planilla.application.moments import (
    MomentFault,
    Reached,
    canonical,
    moment_in,
    version_at,
)
from planilla.application.ports import Clock, Log
from planilla.application.states import History, HistoryEntry

MOMENT_CACHE_CONTROL = "public, max-age=31536000, immutable"
"""Value of `cache-control` for the state at a past moment, in answers without names."""
PRESENT_CACHE_CONTROL = "no-cache"


class Elsewhen(Exception):
    """The moment has an address of its own, and this is not it."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(url)


async def to_its_address(_: Request, moved: Elsewhen) -> RedirectResponse:
    """The way to the address of a moment; a time may come to another one where facts are added."""
    headers = {"cache-control": "no-cache", "vary": "cookie, authorization"}
    return RedirectResponse(moved.url, status_code=302, headers=headers)


async def moment_of(
    request: Request, history: History, entries: tuple[HistoryEntry, ...], clock: Clock, log: Log
) -> int | None:
    """The version that a request asks for; None for the present.

    Raises:
        Failure: it cannot be read, or is no moment of this tournament.
        Elsewhen: it is written in another way than the address of the moment.
    """
    written = request.query_params.get("at")
    if written is None:
        return None
    try:
        moment = moment_in(written)
        reached = Reached(now=_now(clock, entries), position=await log.position())
        version = version_at(moment, entries, history.staff, reached)
    except MomentFault as fault:
        raise Failure(fault.code, fault.fields) from fault
    if written != canonical(version) and request.method in {"GET", "HEAD"}:
        raise Elsewhen(address_at(request.url, version))
    return version


def address_at(url: URL, version: int) -> str:
    """The same page of this site at a version."""
    moved = url.include_query_params(at=canonical(version))
    return f"{moved.path}?{moved.query}"


def _now(clock: Clock, entries: tuple[HistoryEntry, ...]) -> int:
    """The time; what was recorded has happened, whatever the clock says since."""
    return max(clock.now(), entries[-1].fact.recorded_at)


def caching(at: int | None) -> str:
    """Return the `cache-control` of an answer that holds facts alone, without names."""
    return PRESENT_CACHE_CONTROL if at is None else MOMENT_CACHE_CONTROL
