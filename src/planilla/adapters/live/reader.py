"""Checks of a connection: access to staff views, and the origin of the page."""

from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection, Request

from planilla.application.envelope import Actor
from planilla.application.frames import ChannelName, channel_name
from planilla.application.permissions import may_see
from planilla.application.roles import View
from planilla.application.watchers import IsStaff

ActorOf = Callable[[HTTPConnection], Awaitable[Actor]]
"""Function that returns whoever opened a connection."""


async def nobody(_: HTTPConnection) -> Actor:
    """Return an actor without grants, for a server without staff."""
    return Actor(id="spectator")


def is_staff(actor: Actor, tournament: str) -> bool:
    """Return whether the actor may see the staff views of a tournament."""
    return may_see(actor, tournament, View.STAFF)


def staff_over(connection: HTTPConnection, actor_of: ActorOf) -> IsStaff:
    """Return the function that looks up the links of a connection, each time anew."""

    async def is_staff_now(tournament: str) -> bool:
        return is_staff(await actor_of(connection), tournament)

    return is_staff_now


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
