"""The path of erasing in the machine-readable description: for the staff of a tournament."""

from typing import Any

_ENTRANT = {"name": "entrant", "in": "path", "required": True, "schema": {"type": "string"}}
_OBJECT = {"application/json": {"schema": {"type": "object"}}}
_HASHES = {"type": "array", "items": {"type": "string", "pattern": "^[0-9a-f]{8,64}$"}}
_CHOSEN = {
    "type": "object",
    "additionalProperties": False,
    "properties": {"texts": _HASHES, "files": _HASHES, "matching": {"type": "boolean"}},
}


def erasure_paths(
    tournament: dict[str, Any], problems: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """Look before, and erase; `problems` are the answers where something is wrong."""
    done = {"200": {"description": "Done.", "content": _OBJECT}, **problems}
    return {
        "/api/t/{tournament}/people/{entrant}": {
            "parameters": [tournament, _ENTRANT],
            "get": {
                "operationId": "foretell-erasure",
                "summary": "What there is of a person, and where else they may be named.",
                "responses": done,
            },
            "delete": {
                "operationId": "erase-person-and-report",
                "summary": "Forget a person; what was emptied, what remains and why.",
                "requestBody": {"content": {"application/json": {"schema": _CHOSEN}}},
                "responses": done,
            },
        },
    }
