"""OpenAPI 3.1 document of all addresses for programs, generated from the table of endpoints."""

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from planilla.adapters.http.endpoints import (
    JSON,
    Access,
    Endpoint,
    Operation,
    Tag,
    described_endpoints,
)
from planilla.adapters.http.openapi_schemas import (
    PARAMETERS,
    PATH_PARAMETERS,
    Schema,
    Schemas,
    ref,
    schemas,
)
from planilla.domain.tournament.subjects import COMMANDS

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
    Tag.PLAYERS: "For a player: the result of the own game, by the code of the slip.",
    Tag.PEOPLE: "Personal data, and their erasure.",
    Tag.SERVICE: "The interface itself.",
}
_LINKS: list[dict[str, list[str]]] = [{"link": []}, {"cookie": []}]
SECURITY: dict[Access, list[dict[str, list[str]]]] = {
    Access.PUBLIC: [],
    Access.ANYBODY: [{}, *_LINKS],
    Access.STAFF: _LINKS,
    Access.ORGANISER: _LINKS,
}
_ETAG = {"ETag": {"description": "The version, quoted.", "schema": {"type": "string"}}}
_LOCATION = {"Location": {"required": True, "schema": {"type": "string"}}}
_RETRY = {"Retry-After": {"schema": {"type": "integer"}}}
_CHALLENGE = {"WWW-Authenticate": {"required": True, "schema": {"type": "string"}}}


@lru_cache(maxsize=8)
def openapi_document(public_url: str, version: str) -> bytes:
    """Return the document as JSON, cached by public address."""
    described = described_endpoints()
    sent = _types(kind for _, each in described for kind in (each.answer, each.unavailable))
    made = schemas(sent, _types(each.body for _, each in described if each.tag is not Tag.COMMANDS))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint, operation in described:
        for path, found in _operations(endpoint, operation, made):
            paths.setdefault(path, {})[endpoint.method.lower()] = found
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
            "schemas": made.named,
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


def _types(declared: Iterable[Any]) -> list[Any]:
    """Return the declared types without duplicates; an answer may have several."""
    found = [kind for each in declared for kind in (each if isinstance(each, tuple) else (each,))]
    return [
        kind for place, kind in enumerate(found) if kind is not None and kind not in found[:place]
    ]


def _operations(
    endpoint: Endpoint, operation: Operation, made: Schemas
) -> list[tuple[str, Schema]]:
    """Return the path and operation of an address; for commands, one for each command."""
    path = re.sub(r"\{(\w+):\w+\}", r"{\1}", endpoint.path)
    if operation.tag is not Tag.COMMANDS:
        return [(path, _operation(endpoint, operation, made))]
    return [
        (
            path.replace("{name}", name),
            _operation(
                replace(endpoint, path=endpoint.path.replace("{name}", name)),
                replace(
                    operation,
                    id=name,
                    summary=(kind.__doc__ or "").partition("\n")[0],
                    body=kind,
                ),
                made,
            ),
        )
        for name, kind in COMMANDS.items()
    ]


def _operation(endpoint: Endpoint, operation: Operation, made: Schemas) -> Schema:
    examples = EXAMPLES.get(operation.id, {})
    found: Schema = {
        "operationId": operation.id,
        "tags": [operation.tag.value],
        "summary": operation.summary,
        "security": SECURITY[endpoint.access],
        "parameters": [
            *(PATH_PARAMETERS[name] for name in re.findall(r"\{(\w+)", endpoint.path)),
            *(PARAMETERS[name] for name in operation.parameters),
        ],
        "responses": _answers(endpoint, operation, examples, made),
    }
    if operation.description:
        found["description"] = operation.description
    if operation.body_media:
        body = _content(operation.body, operation.body_media, made, examples.get("body"))
        found["requestBody"] = {
            "required": operation.is_body_required,
            "content": {operation.body_media: body},
        }
    return found


def _answers(endpoint: Endpoint, operation: Operation, examples: Schema, made: Schemas) -> Schema:
    answer: Schema = {"description": operation.summary}
    if operation.status != 204:
        is_command = operation.tag is Tag.COMMANDS  # all commands have the same answer
        example = (EXAMPLES["submit-command"] if is_command else examples).get("answer")
        content = _content(operation.answer, operation.media, made, example)
        answer["content"] = {operation.media: content}
    if operation.tag in {Tag.COMMANDS, Tag.VIEWS} and operation.media == JSON:
        answer["headers"] = _ETAG
    found = {str(operation.status): answer}
    if "Prefer-wait" in operation.parameters:
        found["202"] = {
            "description": "It is being worked out: the run tells how far it is.",
            "headers": {**_LOCATION, **_RETRY},
            "content": {JSON: {"schema": ref("RunStatus")}},
        }
    if "at" in operation.parameters and endpoint.method == "GET":
        found["302"] = {"description": "The address of this moment.", "headers": _LOCATION}
    if "If-None-Match" in operation.parameters:
        found["304"] = {"description": "It is still so.", "headers": _ETAG}
    for status in endpoint.statuses:
        found[str(status)] = {"$ref": f"#/components/responses/{status}"}
    if operation.unavailable is not None:
        found["503"] = {
            "description": "Commands cannot be recorded now.",
            "headers": _RETRY,
            "content": {JSON: _content(operation.unavailable, JSON, made, examples["problem"])},
        }
    return found


def _content(kind: Any, media: str, made: Schemas, example: Any) -> Schema:
    """Return the schema of a body with its example; without a type text, or bytes."""
    if media == "text/event-stream":  # one event after another: AsyncAPI describes them
        found: Schema = {}
    elif kind is None:
        is_text = media.startswith("text/") or media == "application/jsonl"
        found = {"schema": {"type": "string"} if is_text else {}}
    elif isinstance(kind, tuple):
        found = {"schema": {"anyOf": [made.by_type[each] for each in kind]}}
    else:
        found = {"schema": made.by_type[kind]}
    return found if example is None else {**found, "example": example}


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
