"""Table of all addresses, the source of routes, limits, tabs and the OpenAPI document.

A handler declares its addresses: with `page_at` for a page, with `operation_at` for programs. Both
state all properties of the address: access, cost, moments of the past, recorded commands. Modules
of `pages/` are found automatically.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from inspect import signature
from typing import Any, NamedTuple, TypedDict, TypeVar, Unpack

import msgspec
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import compile_path

from planilla.adapters.http.bodies import BODY_MAX
from planilla.adapters.http.problems import Failure
from planilla.application.roles import View
from planilla.domain.pairing.system import System, Trait
from planilla.domain.tournament.values import PublicLevel
from planilla.domain.vocabulary import DIGITS_MAX, number_written

JSON = "application/json"

Handler = Callable[..., Awaitable[Response]]
Declared = TypeVar("Declared", bound=Handler)


class Cost(StrEnum):
    """Cost classes of requests."""

    FREE = "free"
    PAGE = "page"
    MOMENT = "moment"
    WORK = "work"
    DOOR = "door"
    ACT = "act"
    LINK = "link"
    APPLY = "apply"
    SIGN_IN = "sign-in"
    ACCOUNT = "account"


class Tag(StrEnum):
    """The groups of the OpenAPI document."""

    TOURNAMENTS = "tournaments"
    COMMANDS = "commands"
    VIEWS = "views"
    FACTS = "facts"
    FILES = "files"
    PROOFS = "proofs"
    WHAT_IF = "what-if"
    ARBITER = "arbiter"
    PLAYERS = "players"
    PEOPLE = "people"
    SERVICE = "service"


RESULTS = PublicLevel.RESULTS
"""The level of an address without standings, and what follows from them."""


class Access(StrEnum):
    """The credentials that an address asks for."""

    PUBLIC = "public"
    """No credentials."""
    ANYBODY = "anybody"
    """No credentials; a link of the tournament shows more."""
    STAFF = "staff"
    """A link of the tournament, or the organiser's."""
    ORGANISER = "organiser"
    """The organiser's link."""


class Tab(NamedTuple):
    """A tab of a tournament: `place` counts from the left, and its title is `page.tab.<name>`."""

    name: str
    place: int
    trait: Trait | None = None
    """The trait of the systems that show the tab, where more of them have its page."""


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """An address as the OpenAPI document describes it to programs.

    `answer` and `body` are the types sent and read, None for bytes of their media type. `answer`
    may be several types, of which one is sent. `parameters` are keys of `PARAMETERS`. `problems`
    are possible statuses besides those that follow from the rest; `unavailable` is the type of a
    503 that is not a problem document.
    """

    id: str
    tag: Tag
    summary: str
    description: str = ""
    parameters: tuple[str, ...] = ()
    body: Any = None
    body_media: str = ""
    is_body_required: bool = True
    answer: Any = None
    media: str = JSON
    status: int = 200
    problems: tuple[int, ...] = ()
    unavailable: Any = None


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One method of one address; `path` is Starlette's.

    One for the `STAFF` shows a `view`, or None if what is sent decides who may send it.
    `cost` is its cost class and `body_max` the most bytes of a body. `is_cached`: the answer is the
    same for all until something is recorded. `timeless` is the reason for not accepting a moment of
    the past, or "". `tab` is its tab. `records` are the commands recorded by its form.
    `is_question`: the method changes nothing, so requests caused by other sites are harmless.
    `level` is that of what it shows the public (`domain/tournament/publication.py`).
    `trait` is the trait of the systems with this address, None for all. `is_desk` marks the first
    page of their arbiters; `desk_link` is the text of a link on the general desk. Pages of other
    sites may show one that `may_be_embedded`. One that `is_data` is a file or JSON, as every
    operation is: without a stage it is of the first.
    """

    path: str
    method: str = "GET"
    access: Access = Access.ANYBODY
    view: View | None = View.DESK
    cost: Cost = Cost.ACT
    body_max: int = BODY_MAX
    is_cached: bool = False
    timeless: str = ""
    tab: Tab | None = None
    records: tuple[str, ...] = ()
    is_question: bool = False
    level: PublicLevel = PublicLevel.STANDINGS
    trait: Trait | None = None
    is_desk: bool = False
    desk_link: str = ""
    may_be_embedded: bool = False
    is_data: bool = False
    operation: Operation | None = None

    @property
    def follows_play(self) -> bool:
        """Return whether it shows the stage that is played now where its address names none."""
        return self.operation is None and not self.is_data

    @property
    def statuses(self) -> tuple[int, ...]:
        """The statuses of all possible problems, in order."""
        assert self.operation is not None, "asked of what the document describes"
        found = {414, 429, 500, 503, *self.operation.problems}
        if "{" in self.path:
            found.add(404)
        if "at" in self.operation.parameters:
            found.add(400)
        if "stage" in self.operation.parameters:
            found.add(422)
        if self.access in {Access.STAFF, Access.ORGANISER}:
            found |= {401, 403}
        if self.operation.body_media:
            found |= {400, 413, 422}
        return tuple(sorted(found))


class EndpointFields(TypedDict, total=False):
    """The fields of an `Endpoint` that a page declares besides its path."""

    method: str
    access: Access
    view: View | None
    cost: Cost
    body_max: int
    is_cached: bool
    timeless: str
    tab: Tab | None
    records: tuple[str, ...]
    is_question: bool
    level: PublicLevel
    trait: Trait | None
    is_desk: bool
    desk_link: str
    may_be_embedded: bool
    is_data: bool


class OperationFields(EndpointFields, total=False):
    """The fields that an address for programs declares besides its path, id, tag and summary."""

    description: str
    parameters: tuple[str, ...]
    body: Any
    body_media: str
    is_body_required: bool
    answer: Any
    media: str
    status: int
    problems: tuple[int, ...]
    unavailable: Any


ENDPOINTS: dict[tuple[str, str], Endpoint] = {}
"""All addresses by path and method; handlers add theirs when their modules are loaded."""
_HANDLED = "endpoints"
"""Attribute of a handler with its addresses."""
_ELSEWHERE: list[re.Pattern[str]] = []
"""Addresses for programs outside `/api`, which browsers request too."""


def enter(endpoint: Endpoint) -> Endpoint:
    """Add an address to the table."""
    known = ENDPOINTS.setdefault((endpoint.path, endpoint.method), endpoint)
    assert known == endpoint, f"{endpoint.method} {endpoint.path} is entered twice"
    if endpoint.operation is not None and not endpoint.path.startswith("/api/"):
        _ELSEWHERE.append(compile_path(endpoint.path)[0])
    return endpoint


def page_at(path: str, **fields: Unpack[EndpointFields]) -> Callable[[Declared], Declared]:
    """Declare an address for browsers, answered by the decorated function."""
    return _entered(Endpoint(path=path, **fields))


def operation_at(
    path: str, *, name: str, tag: Tag, summary: str, **fields: Unpack[OperationFields]
) -> Callable[[Declared], Declared]:
    """Declare an address for programs, answered by the decorated function."""
    said = {field: value for field, value in fields.items() if field in _OPERATION_FIELDS}
    rest = {field: value for field, value in fields.items() if field not in _OPERATION_FIELDS}
    described = Operation(id=name, tag=tag, summary=summary, **said)  # type: ignore[arg-type]  # divided above
    return _entered(Endpoint(path=path, operation=described, **rest))  # type: ignore[arg-type]  # the same


_OPERATION_FIELDS = frozenset(Operation.__struct_fields__)


def _entered(endpoint: Endpoint) -> Callable[[Declared], Declared]:
    enter(endpoint)

    def declare(handler: Declared) -> Declared:
        vars(handler).setdefault(_HANDLED, []).append(endpoint)
        return handler

    return declare


def limit_to(trait: Trait, pages: type) -> None:
    """Limit the addresses of a class of pages to the systems with a trait."""
    for function in vars(pages).values():
        entered = getattr(function, _HANDLED, [])
        entered[:] = [msgspec.structs.replace(each, trait=trait) for each in entered]
        ENDPOINTS.update({(each.path, each.method): each for each in entered})


def handlers_of(pages: object) -> Iterable[tuple[Endpoint, Handler]]:
    """Yield the addresses answered by the methods of an object, each with its method."""
    for name, function in vars(type(pages)).items():
        for endpoint in getattr(function, _HANDLED, ())[::-1]:
            yield endpoint, getattr(pages, name)


def takes(handler: Handler, parameter: str) -> bool:
    """Return whether a handler has a parameter of this name."""
    return parameter in _parameters_of(getattr(handler, "__func__", handler))


@cache
def _parameters_of(function: Handler) -> frozenset[str]:
    return frozenset(signature(function).parameters)


def endpoints_of(system: System) -> list[Endpoint]:
    """Return the addresses that tournaments of a system have."""
    return [each for each in ENDPOINTS.values() if system.has(each.trait)]


def described_endpoints() -> list[tuple[Endpoint, Operation]]:
    """Return the addresses for programs with their descriptions, by group."""
    order = list(Tag)
    found = [(each, each.operation) for each in ENDPOINTS.values() if each.operation is not None]
    return sorted(found, key=lambda each: order.index(each[1].tag))


def wants_html(request: Request) -> bool:
    """Return whether the request is from a browser: only browsers name HTML in `Accept`."""
    return "text/html" in request.headers.get("accept", "")


def is_from_program(request: Request) -> bool:
    """Return whether problems are sent to this client as JSON and not as a page."""
    path = request.url.path
    if path == "/api" or path.startswith("/api/"):
        return True
    return not wants_html(request) and any(each.match(path) for each in _ELSEWHERE)


class ShortNumber(IntegerConvertor):
    """Converter of `{…:int}` in a path; numbers with more digits match no route."""

    regex = f"[0-9]{{1,{DIGITS_MAX}}}"


register_url_convertor("int", ShortNumber())


def number_in(text: str) -> int:
    """Parse a whole number; an empty text is 0.

    Raises:
        Failure: it is not a number.
    """
    if not text:
        return 0
    number = number_written(text)
    if number is None:
        raise Failure("not-a-number", {"text": text[:40]})
    return number


def choice_in(query: Mapping[str, str], name: str, known: Sequence[str]) -> str:
    """Return the word of a parameter of a query or a form, one of `known`; "" without it.

    Raises:
        Failure: the word is not known.
    """
    text = query.get(name, "")
    if text and text not in known:
        raise Failure("no-such-choice", {"name": name, "text": text[:20], "known": tuple(known)})
    return text


def choices_in(query: Mapping[str, str], name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the words of a parameter, separated by commas, in the order of the known ones.

    Raises:
        Failure: a word is not known.
    """
    words = tuple(known)
    chosen = {choice_in({name: word}, name, words) for word in query.get(name, "").split(",")}
    return tuple(word for word in words if word in chosen)
