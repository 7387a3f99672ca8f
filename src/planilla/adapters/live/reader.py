"""Checks of a connection: access to the views of staff, and the origin of its page."""

from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection

from planilla.application.envelope import Actor
from planilla.application.permissions import may_act

ScopesOf = Callable[[HTTPConnection], Awaitable[frozenset[str]]]
"""The scopes that a connection's secret grants; none for the public."""


async def nobody(_: HTTPConnection) -> frozenset[str]:
    """Everybody is the public."""
    return frozenset()


def is_staff(scopes: frozenset[str], tournament: str) -> bool:
    """Return whether these scopes open the staff's views of a tournament."""
    return may_act(Actor(id="", scopes=scopes), tournament)


def is_from_our_page(connection: HTTPConnection, origins: frozenset[str]) -> bool:
    """Return whether a browser's page may open this socket: it is ours, or its origin is allowed.

    Programs send no `Origin`. Without this check any page could read a private board with the
    arbiter's cookie.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in origins:
        return True
    return origin.partition("://")[2] == connection.headers.get("host")
