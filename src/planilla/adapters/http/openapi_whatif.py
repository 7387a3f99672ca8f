"""The what-if in the OpenAPI document."""

from collections.abc import Mapping
from typing import Any

from planilla.adapters.http.whatif_asked import WantedWhatIf
from planilla.adapters.http.whatif_waiting import RunStatus
from planilla.audit.branch import Branch
from planilla.audit.roundwise import RoundByRound

WHAT_IFS = (WantedWhatIf, RoundByRound, Branch, RunStatus)
"""What a what-if is asked and answered with."""

QUERY: dict[str, dict[str, Any]] = {
    "game": {"type": "string"},
    "result": {"type": "string"},
    "known_from": {"type": "integer"},
    "correction": {"type": "integer"},
    "edit": {"type": "array", "items": {"type": "string"}},
    "reading": {"enum": ["rounds", "branch"]},
    "draws": {"type": "integer"},
    "seed": {"type": "integer"},
    "top": {"type": "integer"},
}


WISH = {
    "name": "Prefer",
    "in": "header",
    "schema": {"type": "string"},
    "description": "`respond-async`: do not wait; `wait=5`: so many seconds (RFC 7240).",
}
ANSWER = {
    "type": "object",
    "properties": {
        "left_out": {"type": "array", "items": {"type": "object"}},
        "added": {"type": "array", "items": {"type": "object"}},
        "void": {"type": "array", "items": {"type": "object"}},
        "rounds": {"$ref": "#/components/schemas/RoundByRound"},
        "branch": {"$ref": "#/components/schemas/Branch"},
    },
}
ASKER: list[dict[str, list[str]]] = [{}, {"link": []}, {"cookie": []}]
STATUS = {"application/json": {"schema": {"$ref": "#/components/schemas/RunStatus"}}}
RUN = {"name": "run", "in": "path", "required": True, "schema": {"type": "string"}}
ACCEPTED = {
    "description": "It is being worked out: look after it there.",
    "headers": {
        "Location": {"schema": {"type": "string"}},
        "Retry-After": {"schema": {"type": "integer"}},
    },
    "content": STATUS,
}


def whatif_paths(tournament: Mapping[str, Any], problems: Mapping[str, Any]) -> dict[str, Any]:
    """The address with its two methods, and its runs; everybody may ask, nothing is recorded."""
    responses = {
        "200": {
            "description": "The readings asked for; of a Masnou who would sit where.",
            "content": {"application/json": {"schema": ANSWER}},
        },
        "202": ACCEPTED,
        **problems,
    }
    common = {"security": ASKER, "responses": responses}
    query = [{"name": name, "in": "query", "schema": schema} for name, schema in QUERY.items()]
    wanted = {"$ref": "#/components/schemas/WantedWhatIf"}
    return {
        "/api/t/{tournament}/whatif": {
            "get": {**common, "operationId": "what-if", "parameters": [tournament, *query, WISH]},
            "post": {
                **common,
                "operationId": "what-if-of-edits",
                "parameters": [tournament, WISH],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": wanted}},
                },
            },
        },
        "/api/t/{tournament}/whatif/runs/{run}": _run(tournament, problems),
        "/api/t/{tournament}/whatif/runs/{run}/answer": {
            "get": {
                **common,
                "operationId": "what-if-answer",
                "parameters": [tournament, RUN, WISH],
            }
        },
    }


def _run(tournament: Mapping[str, Any], problems: Mapping[str, Any]) -> dict[str, Any]:
    """How far one is, and giving it up."""
    common = {"security": ASKER, "parameters": [tournament, RUN]}
    told = {"200": {"description": "How far it is.", "content": STATUS}, **problems}
    gone = {"204": {"description": "It is given up."}, **problems}
    return {
        "get": {**common, "operationId": "what-if-run", "responses": told},
        "delete": {**common, "operationId": "give-up-what-if-run", "responses": gone},
    }
