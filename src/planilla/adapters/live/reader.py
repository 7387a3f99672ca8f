"""Checks of a connection: the views that it may see, and the origin of the page."""

from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection, Request

from planilla.application.envelope import Actor
from planilla.application.frames import ChannelName, channel_name
from planilla.application.permissions import views_of
from planilla.application.roles import View
from planilla.application.watchers import ViewsOf

ActorOf = Callable[[HTTPConnection], Awaitable[Actor]]
"""Function that returns whoever opened a connection."""


async def nobody(_: HTTPConnection) -> Actor:
    """Return an actor without grants, for a server without staff."""
    return Actor(id="spectator")


def views_over(connection: HTTPConnection, actor_of: ActorOf) -> ViewsOf:
    """Return the function that looks up the links of a connection, each time anew."""

    async def views_now(tournament: str) -> frozenset[View]:
        return views_of(await actor_of(connection), tournament)

    return views_now


def is_from_our_page(connection: HTTPConnection, origins: frozenset[str]) -> bool:
    """Return whether the page's origin may open this socket: the same origin, or an allowed one.

    Programs send no `Origin` and are allowed. Without this check any page could read staff views
    with the arbiter's cookie.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    return origin.partition("://")[2] == connection.headers.get("host")


def channel_in(request: Request) -> ChannelName | None:
    """Return the channel that the path of a request names; None when it names none."""
    return channel_name("t/{tournament}/{view}".format(**request.path_params))
