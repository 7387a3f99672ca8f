"""The OpenAPI 3.1 document of the command interface, made from the structs of the commands."""

from functools import lru_cache
from typing import Any

import msgspec

from planilla.adapters.http.api import AnswerWithImpact
from planilla.adapters.http.changes import Wanted
from planilla.adapters.http.facts import FactsFound
from planilla.adapters.http.listed import PlayersFound
from planilla.adapters.http.moves import CardOfAPlayer
from planilla.adapters.http.openapi_audit import AUDITS, audit_paths
from planilla.adapters.http.openapi_erasure import erasure_paths
from planilla.adapters.http.openapi_evidence import evidence_paths
from planilla.adapters.http.openapi_hall import hall_paths
from planilla.adapters.http.openapi_qualifying import QUALIFYING, qualifying_paths
from planilla.adapters.http.openapi_whatif import WHAT_IFS, whatif_paths
from planilla.application.envelope import Answer, Person
from planilla.application.trf_export import DIALECT
from planilla.audit.preview import Preview
from planilla.audit.review import Review
from planilla.domain.tournament.commands import COMMANDS, ImportedEntrant, NewEntrant, Sealed
from planilla.domain.tournament.committee import Choice
from planilla.domain.tournament.regulations.announcement import Topic
from planilla.domain.tournament.rules.numbering import LatePlace
from planilla.formats.trf.dialects import DIALECTS

REF = "#/components/schemas/{name}"
PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "RFC 9457: why not, as a sentence in the request's language and a stable code.",
    "required": ["type", "title", "status", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "article": {"type": "string", "description": "The article of the regulations."},
        "fields": {"type": "object"},
        "version": {"type": "integer"},
    },
}
ENTRANTS = (NewEntrant, ImportedEntrant)
"""The parts of commands that hold personal data."""
STATUSES = {
    "400": "It cannot be read, or the Idempotency-Key is missing.",
    "403": "The link does not allow it, or another site made the browser send it.",
    "404": "No such tournament or command.",
    "409": "Not in the present state of the tournament.",
    "413": "The body is longer than a megabyte.",
    "422": "It cannot be meant, or the Idempotency-Key was used for something else.",
    "503": "The database does not answer; the same command may be sent again safely.",
}
_AT: dict[str, Any] = {
    "name": "at",
    "in": "query",
    "schema": {"type": "string"},
    "description": (
        "A moment: v61, p1234, 14:32, 2026-05-03T14:32, before-round-5 or after-round-5; what is "
        "not written as v61 is answered with 302 to what is."
    ),
}
_TOURNAMENT: dict[str, Any] = {
    "name": "tournament",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"},
}
_ROUND: dict[str, Any] = {
    "name": "round",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 1},
}
ANSWERS = (Answer, AnswerWithImpact)
"""What a command is answered, and what a dry run of it."""
ANSWERED = (
    Preview,
    Review,
    LatePlace,
    Wanted,
    Choice,
    CardOfAPlayer,
    FactsFound,
    PlayersFound,
    *WHAT_IFS,
    *AUDITS,
    *QUALIFYING,
)
"""What previews, reviews and cards are made of."""
HEADERS = (
    ("Idempotency-Key", "The command id; the same one again gets the same answer.", True),
    ("If-Match", 'The version you looked at, `"61"`: refused if anything changed since.', False),
    ("Prefer", "`dry-run`: what it would bring, without writing; `top=8`: eight qualify.", False),
)


@lru_cache(maxsize=8)
def openapi_document(public_url: str, version: str) -> bytes:
    """The document as JSON; a site of the same address has the same."""
    kinds = (*(_on_the_wire(kind) for kind in COMMANDS.values()), *ANSWERS, *ANSWERED)
    _, schemas = msgspec.json.schema_components(kinds, ref_template=REF)
    schemas["Problem"] = PROBLEM
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Planilla", "version": version or "0"},
        "servers": [{"url": public_url}],
        "security": [{"link": []}, {"cookie": []}],
        "paths": {
            "/api/t/{tournament}/trf": {"get": _file_operation()},
            "/api/t/{tournament}/entrants/{entrant}": {"get": _card_operation()},
            "/api/t/{tournament}/facts": {"get": _facts_operation()},
            **_heads(),
            **evidence_paths(_TOURNAMENT, _problems()),
            **audit_paths(_TOURNAMENT, _AT, _problems()),
            **hall_paths(_TOURNAMENT, _AT, _problems()),
            **qualifying_paths(_TOURNAMENT, _AT, _problems()),
            **erasure_paths(_TOURNAMENT, _problems()),
            **_what_would_be(),
            **whatif_paths(
                _TOURNAMENT, {status: _problem(text) for status, text in STATUSES.items()}
            ),
            **{
                f"/api/t/{{tournament}}/commands/{name}": {"post": _operation(name, kind)}
                for name, kind in COMMANDS.items()
            },
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {
                "link": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "planilla_links"},
            },
        },
    }
    return msgspec.json.encode(document)


def _problems() -> dict[str, Any]:
    return {status: _problem(text) for status, text in STATUSES.items()}


def _on_the_wire(kind: type) -> type:
    """A struct as it is sent: a sealed text is a string, a sealed person an object."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        sent = _sent_type(field)
        if field.required:
            fields.append((field.encode_name, sent))
            continue
        default = "" if isinstance(field.default, Sealed) else field.default
        fields.append((field.encode_name, sent, default))
    return msgspec.defstruct(
        kind.__name__,
        fields,
        forbid_unknown_fields=True,
        kw_only=True,
        namespace={"__doc__": kind.__doc__},
    )


def _sent_type(field: msgspec.structs.FieldInfo) -> Any:
    if field.type is Sealed:
        return Person if field.name == "person" else str
    if field.type == dict[Topic, Sealed]:
        return dict[Topic, str]
    for entrant in ENTRANTS:
        if field.type == tuple[entrant, ...]:  # type: ignore[valid-type]  # chosen at run time
            return tuple[_on_the_wire(entrant), ...]  # type: ignore[misc]  # made at run time
    return field.type


def _what_would_be() -> dict[str, Any]:
    """What an arbiter's program may ask for and nothing records."""
    proposal = {"required": True, "content": {"application/json": {"schema": _ref("Wanted")}}}
    late = {"type": "array", "items": _ref("LatePlace")}
    seats = {"type": "array", "items": _ref("Choice")}
    return {
        "/api/t/{tournament}/preview": {"get": _reading("preview", _ref("Preview"), _AT)},
        "/api/t/{tournament}/rounds/{round}/review": {
            "get": _reading("review", _ref("Review"), _ROUND),
            "post": {
                **_reading("review-change", _ref("Review"), _ROUND),
                "requestBody": proposal,
            },
        },
        "/api/t/{tournament}/late-entries": {"get": _reading("late-entries", late)},
        "/api/t/{tournament}/rating-list": {"get": _rating_list_operation()},
        "/api/t/{tournament}/committee": {"get": _reading("committee", seats)},
    }


def _reading(name: str, schema: dict[str, Any], *parameters: dict[str, Any]) -> dict[str, Any]:
    return {
        "operationId": name,
        "parameters": [_TOURNAMENT, *parameters],
        "responses": {
            "200": {
                "description": "As of the version in the ETag; entrants by id.",
                "content": {"application/json": {"schema": schema}},
            },
            **{status: _problem(text) for status, text in STATUSES.items()},
        },
    }


def _heads() -> dict[str, Any]:
    """What a log says of itself, for everybody: `docs/reference/heads.md`."""
    version = {"name": "version", "in": "path", "required": True, "schema": {"type": "integer"}}
    at = _query("position", {"type": "integer", "minimum": 1})
    ends = [_query(name, {"type": "integer", "minimum": 1}) for name in ("from", "to")]
    return {
        "/api/t/{tournament}/head": {"get": _of_the_log("head", _TOURNAMENT, at)},
        "/api/t/{tournament}/proof/{version}": {
            "get": _of_the_log("proof", _TOURNAMENT, version, at)
        },
        "/api/log/consistency": {"get": _of_the_log("consistency", *ends)},
    }


def _of_the_log(name: str, *parameters: dict[str, Any]) -> dict[str, Any]:
    return {
        "operationId": name,
        "security": [{}, {"link": []}, {"cookie": []}],
        "parameters": list(parameters),
        "responses": {
            "200": {
                "description": "The document as docs/reference/heads.md has it.",
                "content": {"application/json": {"schema": {"type": "object"}}},
            },
            "404": _problem("No such tournament, version or position."),
            "503": _problem("This server has no key that it can use."),
        },
    }


def _file_operation() -> dict[str, Any]:
    return {
        "operationId": "tournament-file",
        "summary": "The tournament as a tournament report file; everybody may read it.",
        "security": [{}, {"link": []}, {"cookie": []}],
        "parameters": [
            _TOURNAMENT,
            _query("dialect", {"enum": list(DIALECTS), "default": DIALECT}),
            _AT,
        ],
        "responses": {
            "200": {
                "description": "The file; with a link of the tournament also birth dates.",
                "content": {"text/plain": {"schema": {"type": "string"}}},
            },
            "404": _problem("No such tournament or version."),
            "422": _problem("No such dialect."),
        },
    }


def _card_operation() -> dict[str, Any]:
    entrant = {"name": "entrant", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        **_reading("player", _ref("CardOfAPlayer"), entrant, _AT),
        "summary": "A player's card, and why the player moved; everybody may read it.",
        "security": [{}, {"link": []}, {"cookie": []}],
    }


def _facts_operation() -> dict[str, Any]:
    names = ("player", "round", "board", "kind", "actor")
    asked = (_query(name, {"type": "string"}) for name in names)
    return {
        **_reading("facts", _ref("FactsFound"), *asked, _AT),
        "summary": "The facts that fit, each with its cause; everybody may read the public ones.",
        "security": [{}, {"link": []}, {"cookie": []}],
    }


def _rating_list_operation() -> dict[str, Any]:
    q, kind = _query("q", {"type": "string"}), _query("list", {"type": "string"})
    operation = _reading("rating-list", _ref("PlayersFound"), q, kind)
    operation["responses"]["429"] = _problem("Asked too often in a short time.")
    return {**operation, "summary": "Players of a rating list by id or name."}


def _query(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": "query", "schema": schema}


def _operation(name: str, kind: type) -> dict[str, Any]:
    return {
        "operationId": name,
        "summary": (kind.__doc__ or "").partition("\n")[0],
        "parameters": [
            _TOURNAMENT,
            *(_header(*header) for header in HEADERS),
        ],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _ref(kind.__name__)}},
        },
        "responses": {
            "200": {
                "description": "Recorded, or already so; after a dry run with its impact.",
                "content": {
                    "application/json": {
                        "schema": {"oneOf": [_ref(answer.__name__) for answer in ANSWERS]}
                    }
                },
            },
            **{status: _problem(text) for status, text in STATUSES.items()},
        },
    }


def _header(name: str, description: str, required: bool) -> dict[str, Any]:  # noqa: FBT001 - a row of HEADERS
    return {
        "name": name,
        "in": "header",
        "required": required,
        "description": description,
        "schema": {"type": "string"},
    }


def _problem(description: str) -> dict[str, Any]:
    schema = _ref("Problem")
    return {
        "description": description,
        "content": {"application/problem+json": {"schema": schema}},
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": REF.format(name=name)}
