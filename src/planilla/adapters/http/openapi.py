"""The OpenAPI 3.1 document of all addresses for programs, made from the table of endpoints."""

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from planilla.adapters.http.endpoints import ENDPOINTS, JSON, Access, Endpoint, Tag
from planilla.adapters.http.openapi_parameters import PARAMETERS, PATH_PARAMETERS
from planilla.adapters.http.openapi_schemas import Schema, ref, schemas
from planilla.domain.tournament.subjects import COMMANDS
from planilla.projections import VIEWS

EXAMPLES: dict[str, dict[str, Any]] = msgspec.json.decode(
    Path(__file__).with_name("openapi_examples.json").read_bytes()
)
"""Examples by operation id: `body`, `answer` and `problem`; a command has only `body`."""

STATUSES = {
    400: "It cannot be read, or a header is missing.",
    401: "No link came with the request, or one that opens nothing.",
    403: "The link does not allow it, or another site made the browser send it.",
    404: "No such tournament, or nothing of this name in it.",
    409: "Not in the present state of the tournament.",
    412: "Something changed since the version in `If-Match`.",
    413: "The body is longer than the limit.",
    414: "The part of the address behind the question mark is longer than the limit.",
    422: "It can be read but makes no sense, or the Idempotency-Key was used for something else.",
    429: "Asked too often in a short time.",
    500: "An internal error; nothing was written.",
    503: "The database or the key does not answer; the same may be sent again safely.",
}
TAGS = {
    Tag.TOURNAMENTS: "The list of tournaments, and what each is.",
    Tag.COMMANDS: "Everything that changes a tournament. Each can be tried out by a dry run.",
    Tag.VIEWS: (
        "Pairings, standings and so on as rows, now, at any past moment, and live. The WebSocket "
        "at `/live` carries any number of views; AsyncAPI describes it at `/api/asyncapi.json`."
    ),
    Tag.FACTS: "The log: its facts, their audit, and the dossier of a correction.",
    Tag.FILES: "Reports, archives, calendars and tables as files.",
    Tag.PROOFS: "Signed heads of the log, and proofs that an event is in it.",
    Tag.WHAT_IF: "The tournament as it would be with other facts; nothing is recorded.",
    Tag.ARBITER: "For the arbiters of a tournament.",
    Tag.PEOPLE: "Personal data, and their erasure.",
    Tag.SERVICE: "The interface itself.",
}
_LINKS: list[dict[str, list[str]]] = [{"link": []}, {"cookie": []}]
SECURITY: dict[Access, list[dict[str, list[str]]]] = {
    Access.PUBLIC: [],
    Access.ANYBODY: [{}, *_LINKS],
    Access.STAFF: _LINKS,
}
_ETAG = {"ETag": {"description": "The version, quoted.", "schema": {"type": "string"}}}
_LOCATION = {"Location": {"required": True, "schema": {"type": "string"}}}
_RETRY = {"Retry-After": {"schema": {"type": "integer"}}}
_CHALLENGE = {"WWW-Authenticate": {"required": True, "schema": {"type": "string"}}}
LONG_OPERATIONS = frozenset(
    {"read-dossier", "suppose-dossier", "ask-what-if", "ask-what-if-of-edits"}
)
"""Operations that may answer 202 with a run."""


@lru_cache(maxsize=8)
def openapi_document(public_url: str, version: str) -> bytes:
    """The document as JSON; a site of the same address has the same."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS.values():
        for path, operation in _operations(endpoint):
            paths.setdefault(path, {})[endpoint.method.lower()] = operation
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Planilla",
            "version": version or "0",
            "description": "Chess tournaments: everything that the pages do, for programs.",
        },
        "servers": [{"url": public_url}],
        "tags": [{"name": tag.value, "description": text} for tag, text in TAGS.items()],
        "security": _LINKS,
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "responses": {str(status): _problem(status) for status in STATUSES},
            "securitySchemes": {
                "link": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a secret link, which follows the `#` in it.",
                },
                "cookie": {"type": "apiKey", "in": "cookie", "name": "planilla_links"},
            },
        },
    }
    return msgspec.json.encode(document)


def _operations(endpoint: Endpoint) -> list[tuple[str, Schema]]:
    """An endpoint's path and operation; that of the commands is one for each command."""
    path = re.sub(r"\{(\w+):\w+\}", r"{\1}", endpoint.path)
    if endpoint.tag is not Tag.COMMANDS:
        return [(path, _operation(endpoint))]
    return [
        (
            path.replace("{name}", name),
            _operation(
                msgspec.structs.replace(
                    endpoint,
                    id=name,
                    path=endpoint.path.replace("{name}", name),
                    summary=(kind.__doc__ or "").partition("\n")[0],
                    body=kind.__name__,
                )
            ),
        )
        for name, kind in COMMANDS.items()
    ]


def _operation(endpoint: Endpoint) -> Schema:
    examples = EXAMPLES.get(endpoint.id, {})
    operation: Schema = {
        "operationId": endpoint.id,
        "tags": [endpoint.tag.value],
        "summary": endpoint.summary,
        "security": SECURITY[endpoint.access],
        "parameters": [
            *(PATH_PARAMETERS[name] for name in re.findall(r"\{(\w+)", endpoint.path)),
            *(PARAMETERS[name] for name in endpoint.parameters),
        ],
        "responses": _answers(endpoint, examples),
    }
    if endpoint.id == "read-view":
        operation["description"] = _columns()
    if endpoint.body_media:
        operation["requestBody"] = {
            "required": endpoint.is_body_required,
            "content": {
                endpoint.body_media: _content(endpoint.body, endpoint.body_media, examples, "body")
            },
        }
    return operation


def _answers(endpoint: Endpoint, examples: Schema) -> Schema:
    answer: Schema = {"description": endpoint.summary}
    if endpoint.status != 204:
        name = endpoint.answer
        answer["content"] = {
            endpoint.media: _content(name, endpoint.media, _answered(endpoint, examples), "answer")
        }
    if endpoint.tag in {Tag.COMMANDS, Tag.VIEWS} and endpoint.media == JSON:
        answer["headers"] = _ETAG
    found = {str(endpoint.status): answer}
    if endpoint.id in LONG_OPERATIONS or endpoint.id == "read-what-if-answer":
        found["202"] = {
            "description": "It is being worked out: the run tells how far it is.",
            "headers": {**_LOCATION, **_RETRY},
            "content": {JSON: {"schema": ref("RunStatus")}},
        }
    if "at" in endpoint.parameters and endpoint.method == "GET":
        found["302"] = {"description": "The address of this moment.", "headers": _LOCATION}
    if "If-None-Match" in endpoint.parameters:
        found["304"] = {"description": "It is still so.", "headers": _ETAG}
    for status in endpoint.statuses:
        found[str(status)] = {"$ref": f"#/components/responses/{status}"}
    if endpoint.id == "check-readiness":
        found["503"] = {
            "description": "Commands cannot be recorded now.",
            "headers": _RETRY,
            "content": {JSON: _content("NotReady", JSON, examples, "problem")},
        }
    return found


def _answered(endpoint: Endpoint, examples: Schema) -> Schema:
    """The examples of an endpoint; all commands are answered alike."""
    return EXAMPLES.get("submit-command", {}) if endpoint.tag is Tag.COMMANDS else examples


def _content(name: str, media: str, examples: Schema, part: str) -> Schema:
    """The schema of a body by its name, with its example; without a name text, or bytes."""
    if media == "text/event-stream":  # one event after another: AsyncAPI describes them
        found: Schema = {}
    elif not name:
        is_text = media.startswith("text/") or media == "application/jsonl"
        found = {"schema": {"type": "string"} if is_text else {}}
    elif name.startswith("["):
        found = {"schema": {"type": "array", "items": ref(name[1:-1])}}
    else:
        found = {"schema": ref(name)}
    return {**found, "example": examples[part]} if part in examples else found


def _problem(status: int) -> Schema:
    found: Schema = {
        "description": STATUSES[status],
        "content": {"application/problem+json": {"schema": ref("Problem")}},
    }
    if status in {429, 503}:
        found["headers"] = _RETRY
    if status == 401:
        found["headers"] = _CHALLENGE
    return found


def _columns() -> str:
    """The columns of every view."""
    lines = (f"- `{name}`: {', '.join(view.columns)}" for name, view in VIEWS.items())
    return "The columns of each view:\n\n" + "\n".join(lines)
