"""The table of all addresses for programs: routes and the OpenAPI document come from it.

To add one: a row in `ENDPOINTS`, its handler by `api_routes`, and an example in
`openapi_examples.json`.
"""

from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, compile_path

from planilla.adapters.http.bodies import BODY_MAX, QUESTION_MAX, UPLOAD_MAX
from planilla.adapters.http.limits import Cost

Handler = Callable[[Request], Awaitable[Response]]

JSON = "application/json"


class Tag(StrEnum):
    """The groups of the document."""

    TOURNAMENTS = "tournaments"
    COMMANDS = "commands"
    VIEWS = "views"
    FACTS = "facts"
    FILES = "files"
    PROOFS = "proofs"
    WHAT_IF = "what-if"
    ARBITER = "arbiter"
    PEOPLE = "people"
    SERVICE = "service"


class Access(StrEnum):
    """The credentials that an address asks for."""

    PUBLIC = "public"
    """None at all."""
    ANYBODY = "anybody"
    """None; a link of the tournament shows more."""
    STAFF = "staff"
    """A link of the tournament, or the organiser's."""


class Endpoint(msgspec.Struct, frozen=True, kw_only=True):
    """One method of one address.

    `path` is Starlette's. `answer` and `body` name a schema of the document, `[Name]` an array of
    it; without a name they are bytes of their media type. `parameters` are keys of `PARAMETERS`.
    `problems` are the statuses that may be answered besides those that follow from the rest. `cost`
    is the class by which an address is limited; `is_cached`: everybody is answered alike until
    something is recorded.
    """

    id: str
    path: str
    tag: Tag
    summary: str
    method: str = "GET"
    access: Access = Access.ANYBODY
    parameters: tuple[str, ...] = ()
    body: str = ""
    body_media: str = ""
    is_body_required: bool = True
    answer: str = ""
    media: str = JSON
    status: int = 200
    problems: tuple[int, ...] = ()
    cost: Cost = Cost.ACT
    body_max: int = BODY_MAX
    is_cached: bool = False

    @property
    def statuses(self) -> tuple[int, ...]:
        """The statuses of all problems that may be answered, in order."""
        found = {414, 429, 500, 503, *self.problems}
        if "{" in self.path:
            found.add(404)
        if "at" in self.parameters:
            found.add(400)
        if self.access is Access.STAFF:
            found |= {401, 403}
        if self.body_media:
            found |= {400, 413, 422}
        return tuple(sorted(found))


T = "/api/t/{tournament}"
RUN = f"{T}/whatif/runs/{{run}}"
WHAT_IF = ("game", "result", "known_from", "correction", "edit", "reading", "draws", "seed", "top")

_TOURNAMENTS = (
    Endpoint(
        id="list-tournaments",
        path="/api/t",
        cost=Cost.PAGE,
        tag=Tag.TOURNAMENTS,
        summary="List the tournaments, the last changed first.",
        answer="TournamentList",
    ),
    Endpoint(
        id="read-tournament",
        path=T,
        cost=Cost.PAGE,
        tag=Tag.TOURNAMENTS,
        summary="Name, system and state of a tournament, and the addresses of what it has.",
        parameters=("at",),
        answer="TournamentOverview",
    ),
    Endpoint(
        id="submit-command",
        path=f"{T}/commands/{{name}}",
        method="POST",
        tag=Tag.COMMANDS,
        summary="Submit a command: one operation for each in the document.",
        access=Access.STAFF,
        parameters=("Idempotency-Key", "If-Match", "Prefer"),
        body="Command",
        body_media=JSON,
        answer="CommandAnswer",
        problems=(409, 412),
    ),
)

_VIEWS = (
    Endpoint(
        id="read-view",
        path=f"{T}/views/{{view}}",
        cost=Cost.PAGE,
        is_cached=True,
        tag=Tag.VIEWS,
        summary="All rows of a view, now or at a past moment.",
        parameters=("at", "If-None-Match"),
        answer="ViewSnapshot",
        problems=(401, 403),
    ),
    Endpoint(
        id="watch-view",
        path="/t/{tournament}/{view}/stream",
        cost=Cost.FREE,
        tag=Tag.VIEWS,
        summary=(
            "The changes of a view as server-sent events; the same by WebSocket at `/live` "
            "(`/api/asyncapi.json`)."
        ),
        parameters=("Last-Event-ID", "since"),
        media="text/event-stream",
        problems=(401, 403),
    ),
    Endpoint(
        id="read-people",
        path=f"{T}/people",
        cost=Cost.PAGE,
        is_cached=True,
        tag=Tag.VIEWS,
        summary="The names that the rows of views are joined with, by entrant.",
        access=Access.PUBLIC,
        parameters=("If-None-Match",),
        answer="PublicPeople",
    ),
    Endpoint(
        id="read-card",
        path=f"{T}/entrants/{{entrant}}",
        cost=Cost.PAGE,
        tag=Tag.VIEWS,
        summary="The rounds, tie-breaks and last movement of one player, without the name.",
        parameters=("at",),
        answer="CardOfAPlayer",
    ),
    Endpoint(
        id="read-qualifying",
        path=f"{T}/qualifying",
        cost=Cost.PAGE,
        tag=Tag.VIEWS,
        summary="The players who qualify as it stands, and the chances while games are open.",
        parameters=("likelihood", "at"),
        answer="WhoQualifies",
        problems=(422,),
    ),
)

_FACTS = (
    Endpoint(
        id="list-facts",
        path=f"{T}/facts",
        cost=Cost.PAGE,
        tag=Tag.FACTS,
        summary="The facts that fit, each with its cause; the public ones without a link.",
        parameters=("player", "of_round", "board", "kind", "actor", "at"),
        answer="FactsFound",
        problems=(422,),
    ),
    Endpoint(
        id="audit-pairings",
        path=f"{T}/audit",
        cost=Cost.MOMENT,
        tag=Tag.FACTS,
        summary=(
            "Every round paired again: `same`, `by-hand`, `differs`, or `unjudged` where the "
            "reader's facts do not suffice."
        ),
        parameters=("at",),
        answer="AuditAnswer",
    ),
    Endpoint(
        id="read-dossier",
        path=f"{T}/dossier/{{version:int}}",
        cost=Cost.WORK,
        tag=Tag.FACTS,
        summary="The case of a correction that was made.",
        parameters=("at", "Prefer-wait"),
        answer="DossierAnswer",
        problems=(409, 422),
    ),
    Endpoint(
        id="suppose-dossier",
        path=f"{T}/dossier",
        cost=Cost.WORK,
        tag=Tag.FACTS,
        summary="The case of a correction that was not made yet.",
        parameters=("of_game", "as_result", "at", "Prefer-wait"),
        answer="DossierAnswer",
        problems=(409, 422),
    ),
)

_FILES = (
    Endpoint(
        id="download-trf",
        path=f"{T}/trf",
        cost=Cost.MOMENT,
        tag=Tag.FILES,
        summary="The tournament as a tournament report file; with a link also birth dates.",
        parameters=("dialect", "at"),
        media="text/plain",
        problems=(409, 422),
    ),
    Endpoint(
        id="download-archive",
        path="/t/{tournament}/archive.jsonl",
        cost=Cost.WORK,
        tag=Tag.FILES,
        summary="All facts of a tournament, signed, one JSON line each.",
        parameters=("form",),
        media="application/jsonl",
        problems=(401, 403, 422),
    ),
    Endpoint(
        id="download-calendar",
        path="/t/{tournament}/schedule.ics",
        cost=Cost.PAGE,
        tag=Tag.FILES,
        summary="The rounds as a calendar (RFC 5545), to be subscribed to.",
        parameters=("at",),
        media="text/calendar",
    ),
    *(
        Endpoint(
            id=f"download-hall-{name}-{kind}",
            path=f"{T}/hall/{name}.{kind}",
            cost=Cost.MOMENT,
            tag=Tag.FILES,
            summary=summary,
            parameters=("at",),
            answer=answer if kind == "json" else "",
            media=media,
            problems=(409,),
        )
        for name, summary, answer in (
            ("games", "Every game of a Masnou, in the order in which they began.", "[MasnouGame]"),
            ("ranking", "The ranking of a Masnou with its tie-breaks.", "[HallRank]"),
        )
        for kind, media in (("csv", "text/csv"), ("json", JSON))
    ),
)

_PROOFS = (
    Endpoint(
        id="read-head",
        path=f"{T}/head",
        cost=Cost.PAGE,
        tag=Tag.PROOFS,
        summary="The signed head of the log, now or at a position.",
        parameters=("position",),
        answer="HeadAnswer",
        problems=(422,),
    ),
    Endpoint(
        id="prove-event",
        path=f"{T}/proof/{{version:int}}",
        cost=Cost.PAGE,
        tag=Tag.PROOFS,
        summary="The proof that an event is in the log.",
        parameters=("position",),
        answer="Proof",
        problems=(422,),
    ),
    Endpoint(
        id="prove-consistency",
        path="/api/log/consistency",
        cost=Cost.MOMENT,
        tag=Tag.PROOFS,
        summary="The proof that the log at one position is the beginning of the log at another.",
        parameters=("from", "to"),
        answer="ConsistencyProof",
        problems=(404, 422),
    ),
)

_WHAT_IF = (
    Endpoint(
        id="ask-what-if",
        path=f"{T}/whatif",
        cost=Cost.WORK,
        tag=Tag.WHAT_IF,
        summary="A game with another result: the rounds paired again, and the branch of endings.",
        parameters=(*WHAT_IF, "at", "Prefer-wait"),
        answer="WhatIfAnswer",
        problems=(409, 422),
    ),
    Endpoint(
        id="ask-what-if-of-edits",
        path=f"{T}/whatif",
        method="POST",
        cost=Cost.WORK,
        body_max=QUESTION_MAX,
        tag=Tag.WHAT_IF,
        summary="The same for a list of edits of the log; nothing is recorded.",
        parameters=("reading", "at", "Prefer-wait"),
        body="WantedWhatIf",
        body_media=JSON,
        answer="WhatIfAnswer",
        problems=(409,),
    ),
    Endpoint(
        id="read-what-if-run",
        path=RUN,
        cost=Cost.PAGE,
        tag=Tag.WHAT_IF,
        summary="The progress of a what-if that takes long.",
        answer="RunStatus",
    ),
    Endpoint(
        id="stop-what-if-run",
        path=RUN,
        method="DELETE",
        tag=Tag.WHAT_IF,
        summary="Give a what-if up.",
        status=204,
        problems=(403,),
    ),
    Endpoint(
        id="read-what-if-answer",
        path=f"{RUN}/answer",
        cost=Cost.PAGE,
        tag=Tag.WHAT_IF,
        summary="The answer of a what-if, or its progress again.",
        parameters=("Prefer-wait",),
        answer="WhatIfAnswer",
        problems=(409, 422),
    ),
)

_ARBITER = (
    Endpoint(
        id="preview-round",
        path=f"{T}/preview",
        tag=Tag.ARBITER,
        summary="The next round after each outcome of the open games.",
        access=Access.STAFF,
        parameters=("at",),
        answer="Preview",
        problems=(409, 422),
    ),
    Endpoint(
        id="review-pairing",
        path=f"{T}/rounds/{{number:int}}/review",
        tag=Tag.ARBITER,
        summary="The last round beside the system's own answer; null where a table pairs.",
        access=Access.STAFF,
        parameters=("at",),
        answer="ReviewAnswer",
        problems=(409, 422),
    ),
    Endpoint(
        id="review-change",
        path=f"{T}/rounds/{{number:int}}/review",
        method="POST",
        tag=Tag.ARBITER,
        summary="A pairing by hand beside the system's own answer; nothing is recorded.",
        access=Access.STAFF,
        body="ProposedRound",
        body_media=JSON,
        answer="ReviewAnswer",
        problems=(409,),
    ),
    Endpoint(
        id="list-late-entries",
        path=f"{T}/late-entries",
        tag=Tag.ARBITER,
        summary="The number that each late entry will take.",
        access=Access.STAFF,
        answer="[LatePlace]",
    ),
    Endpoint(
        id="search-rating-list",
        path=f"{T}/rating-list",
        tag=Tag.ARBITER,
        summary="Players of a rating list by id or name.",
        access=Access.STAFF,
        parameters=("q", "list"),
        answer="PlayersFound",
    ),
    Endpoint(
        id="choose-committee",
        path=f"{T}/committee",
        tag=Tag.ARBITER,
        summary="The appeals committee that the rules would give now.",
        access=Access.STAFF,
        answer="[Choice]",
    ),
    Endpoint(
        id="list-evidence",
        path=f"{T}/evidence",
        tag=Tag.ARBITER,
        summary="Every file of evidence, hashed again.",
        access=Access.STAFF,
        answer="[Checked]",
    ),
    Endpoint(
        id="keep-evidence",
        path=f"{T}/evidence",
        method="POST",
        body_max=UPLOAD_MAX,
        tag=Tag.ARBITER,
        summary="Keep the file that is the body, for commands to name.",
        access=Access.STAFF,
        body_media="application/octet-stream",
        answer="EvidenceFile",
        status=201,
    ),
    Endpoint(
        id="download-evidence",
        path=f"{T}/evidence/{{sha256}}",
        tag=Tag.ARBITER,
        summary="The bytes of a file of evidence, as an attachment.",
        access=Access.STAFF,
        media="*/*",
    ),
    Endpoint(
        id="erase-evidence",
        path=f"{T}/evidence/{{sha256}}",
        method="DELETE",
        tag=Tag.ARBITER,
        summary="Forget the bytes of a file; its hash stays in the log.",
        access=Access.STAFF,
        status=204,
    ),
)

_PEOPLE = (
    Endpoint(
        id="preview-erasure",
        path=f"{T}/people/{{entrant}}",
        tag=Tag.PEOPLE,
        summary="The personal data of an entrant, and where else the person may be named.",
        access=Access.STAFF,
        answer="Prospect",
    ),
    Endpoint(
        id="erase-person-and-report",
        path=f"{T}/people/{{entrant}}",
        method="DELETE",
        tag=Tag.PEOPLE,
        summary="Forget a person: the report of what was emptied, what remains and why.",
        access=Access.STAFF,
        body="ErasureChoice",
        body_media=JSON,
        is_body_required=False,
        answer="ErasureReport",
        problems=(409,),
    ),
)

_SERVICE = (
    Endpoint(
        id="list-problems",
        path="/problems",
        cost=Cost.PAGE,
        tag=Tag.SERVICE,
        summary="All codes of problems; a page for people, JSON where JSON is asked for.",
        access=Access.PUBLIC,
        answer="ProblemCodes",
    ),
    Endpoint(
        id="explain-problem",
        path="/problems/{code}",
        cost=Cost.PAGE,
        tag=Tag.SERVICE,
        summary="The meaning of a code of a problem, what to do, and the article behind it.",
        access=Access.PUBLIC,
        answer="ProblemCode",
    ),
    Endpoint(
        id="read-openapi",
        path="/api/openapi.json",
        cost=Cost.FREE,
        tag=Tag.SERVICE,
        summary="This document.",
        access=Access.PUBLIC,
        answer="OpenapiDocument",
    ),
    Endpoint(
        id="read-asyncapi",
        path="/api/asyncapi.json",
        cost=Cost.FREE,
        tag=Tag.SERVICE,
        summary="The messages of the WebSocket at `/live` and of the event streams (AsyncAPI 3).",
        access=Access.PUBLIC,
        answer="AsyncapiDocument",
    ),
    Endpoint(
        id="check-health",
        path="/healthz",
        cost=Cost.FREE,
        tag=Tag.SERVICE,
        summary="Answers 200 when the database can be read.",
        access=Access.PUBLIC,
        answer="Health",
    ),
    Endpoint(
        id="check-readiness",
        path="/readyz",
        cost=Cost.FREE,
        tag=Tag.SERVICE,
        summary="Answers 200 when commands can be recorded, otherwise 503 with the reasons.",
        access=Access.PUBLIC,
        answer="Readiness",
    ),
)

ENDPOINTS: Mapping[str, Endpoint] = {
    each.id: each
    for each in (
        *_TOURNAMENTS,
        *_VIEWS,
        *_FACTS,
        *_FILES,
        *_PROOFS,
        *_WHAT_IF,
        *_ARBITER,
        *_PEOPLE,
        *_SERVICE,
    )
}
"""All addresses for programs, by the id of the operation."""


def api_routes(handlers: Mapping[str, Handler]) -> list[Route]:
    """The routes of some endpoints, one for each address, so that 405 names all its methods."""
    methods: dict[str, dict[str, Handler]] = {}
    for name, handler in handlers.items():
        endpoint = ENDPOINTS[name]
        methods.setdefault(endpoint.path, {})[endpoint.method] = handler
    return [Route(path, _chosen(by), methods=[*by]) for path, by in methods.items()]


def _chosen(handlers: Mapping[str, Handler]) -> Handler:
    """One handler for all methods of an address; HEAD is answered as GET."""
    if len(handlers) == 1:
        return next(iter(handlers.values()))

    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return handle


_ELSEWHERE = tuple(
    compile_path(each.path)[0] for each in ENDPOINTS.values() if not each.path.startswith("/api/")
)
"""The addresses for programs that are not below `/api`; browsers ask for them too."""


def wants_html(request: Request) -> bool:
    """Return whether the request is from a browser: only browsers name HTML in `Accept`."""
    return "text/html" in request.headers.get("accept", "")


def is_from_program(request: Request) -> bool:
    """Return whether problems are sent to this client as JSON and not as a page."""
    path = request.url.path
    if path == "/api" or path.startswith("/api/"):
        return True
    return not wants_html(request) and any(each.match(path) for each in _ELSEWHERE)
