"""Limits and descriptions of the addresses of the live adapter, which answers them itself."""

from typing import Annotated, Any

import msgspec

from planilla.adapters.http.endpoints import Access, Cost, Endpoint, Operation, Tag, enter
from planilla.projections import VIEWS


class ViewSnapshot(msgspec.Struct, frozen=True, kw_only=True):
    """All rows of a view by key; cells have the types of their columns."""

    view: str
    at: Annotated[
        tuple[str | int, str | int],
        msgspec.Meta(description="The epoch of the numbering, and the version."),
    ]
    columns: tuple[str, ...]
    rows: dict[str, tuple[Any, ...]]


class PublicPerson(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of the personal data of an entrant."""

    name: str
    club: str
    fide_id: str


class PublicPeople(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of the personal data, by entrant."""

    people: dict[str, PublicPerson]


_COLUMNS = "\n".join(f"- `{name}`: {', '.join(view.columns)}" for name, view in VIEWS.items())

LIVE = tuple(
    enter(each)
    for each in (
        Endpoint(
            path="/api/t/{tournament}/views/{view}",
            cost=Cost.PAGE,
            is_cached=True,
            operation=Operation(
                id="read-view",
                tag=Tag.VIEWS,
                summary="All rows of a view, now or at a past moment.",
                description=f"The columns of each view:\n\n{_COLUMNS}",
                parameters=("at", "If-None-Match"),
                answer=ViewSnapshot,
                problems=(401, 403),
            ),
        ),
        Endpoint(
            path="/t/{tournament}/{view}/stream",
            cost=Cost.FREE,
            timeless="updates from now on",
            operation=Operation(
                id="watch-view",
                tag=Tag.VIEWS,
                summary=(
                    "The changes of a view as server-sent events; the same by WebSocket at `/live` "
                    "(`/api/asyncapi.json`)."
                ),
                parameters=("Last-Event-ID", "since"),
                media="text/event-stream",
                problems=(401, 403),
            ),
        ),
        Endpoint(
            path="/api/t/{tournament}/people",
            access=Access.PUBLIC,
            cost=Cost.PAGE,
            is_cached=True,
            timeless="the names that may be read today",
            operation=Operation(
                id="read-people",
                tag=Tag.VIEWS,
                summary="The names that the rows of views are joined with, by entrant.",
                parameters=("If-None-Match",),
                answer=PublicPeople,
            ),
        ),
        Endpoint(
            path="/api/asyncapi.json",
            access=Access.PUBLIC,
            cost=Cost.FREE,
            timeless="the interface, not a tournament",
            operation=Operation(
                id="read-asyncapi",
                tag=Tag.SERVICE,
                summary=(
                    "The messages of the WebSocket at `/live` and of the event streams "
                    "(AsyncAPI 3)."
                ),
                answer=dict[str, Any],
            ),
        ),
    )
)
