"""The what-if in the OpenAPI document."""

from collections.abc import Mapping
from typing import Any

from planilla.adapters.http.whatif_asked import WantedWhatIf
from planilla.audit.branch import Branch
from planilla.audit.roundwise import RoundByRound

WHAT_IFS = (WantedWhatIf, RoundByRound, Branch)
"""What a what-if is asked and answered with."""

QUERY: dict[str, dict[str, Any]] = {
    "game": {"type": "string"},
    "result": {"type": "string"},
    "known_from": {"type": "integer"},
    "edit": {"type": "array", "items": {"type": "string"}},
    "reading": {"enum": ["rounds", "branch"]},
    "draws": {"type": "integer"},
    "seed": {"type": "integer"},
    "top": {"type": "integer"},
}


def whatif_paths(tournament: Mapping[str, Any], problems: Mapping[str, Any]) -> dict[str, Any]:
    """The address with its two methods; everybody may ask, and nothing is recorded."""
    answer = {
        "type": "object",
        "properties": {
            "left_out": {"type": "array", "items": {"type": "object"}},
            "added": {"type": "array", "items": {"type": "object"}},
            "void": {"type": "array", "items": {"type": "object"}},
            "rounds": {"$ref": "#/components/schemas/RoundByRound"},
            "branch": {"$ref": "#/components/schemas/Branch"},
        },
    }
    responses = {
        "200": {
            "description": "The readings asked for; of a Masnou who would sit where.",
            "content": {"application/json": {"schema": answer}},
        },
        **problems,
    }
    common = {"security": [{}, {"link": []}, {"cookie": []}], "responses": responses}
    query = [{"name": name, "in": "query", "schema": schema} for name, schema in QUERY.items()]
    wanted = {"$ref": "#/components/schemas/WantedWhatIf"}
    return {
        "/api/t/{tournament}/whatif": {
            "get": {**common, "operationId": "what-if", "parameters": [tournament, *query]},
            "post": {
                **common,
                "operationId": "what-if-of-edits",
                "parameters": [tournament],
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": wanted}},
                },
            },
        }
    }
