"""Moments in addresses (`?at=`), each with one canonical address.

Facts at a moment never change, so each moment has one address, `?at=v61`; times and rounds are
redirected to it. Names are added when a page is shown, as readable today.
"""

from starlette.datastructures import URL
from starlette.requests import Request
from starlette.responses import RedirectResponse

from planilla.adapters.http.problems import Failure
from planilla.application.moments import MomentFault, Reached, canonical, moment_in, version_at
from planilla.application.ports import Clock, Log
from planilla.application.states import History, HistoryEntry

MOMENT_CACHE_CONTROL = "public, max-age=31536000, immutable"
"""Value of `cache-control` for the state at a past moment, in answers without names."""
PRESENT_CACHE_CONTROL = "no-cache"


class MomentRedirect(Exception):
    """The moment has another, canonical address."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(url)


async def to_its_address(_: Request, moved: MomentRedirect) -> RedirectResponse:
    """Redirect to the address of a moment; a time may mean another version after new facts."""
    headers = {"cache-control": "no-cache", "vary": "cookie, authorization"}
    return RedirectResponse(moved.url, status_code=302, headers=headers)


async def moment_of(
    request: Request, history: History, entries: tuple[HistoryEntry, ...], clock: Clock, log: Log
) -> int | None:
    """Return the requested version; None for the present.

    Raises:
        Failure: it is not valid, or not a moment of this tournament.
        MomentRedirect: the moment has another address.
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
        raise MomentRedirect(address_at(request.url, version))
    return version


def address_at(url: URL, version: int) -> str:
    """Return the address of the same page at a version."""
    moved = url.include_query_params(at=canonical(version))
    return f"{moved.path}?{moved.query}"


def _now(clock: Clock, entries: tuple[HistoryEntry, ...]) -> int:
    """Return the current time, at least that of the last fact."""
    return max(clock.now(), entries[-1].fact.recorded_at)


def caching(at: int | None) -> str:
    """Return the `cache-control` of an answer with facts but without names."""
    return PRESENT_CACHE_CONTROL if at is None else MOMENT_CACHE_CONTROL
