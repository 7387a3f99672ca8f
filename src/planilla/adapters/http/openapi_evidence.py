"""The paths of evidence in the machine-readable description: for the staff of a tournament."""

from typing import Any

_SHA256 = {
    "name": "sha256",
    "in": "path",
    "required": True,
    "schema": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
}
_FILE = {"$ref": "#/components/schemas/EvidenceFile"}


def evidence_paths(
    tournament: dict[str, Any], problems: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """List, keep, read and erase files; `problems` are the answers where something is wrong."""

    def operation(name: str, summary: str, answers: dict[str, Any]) -> dict[str, Any]:
        return {"operationId": name, "summary": summary, "responses": {**answers, **problems}}

    listed = {"type": "array", "items": {"type": "object"}}
    any_bytes = {"schema": {"type": "string", "format": "binary"}}
    taken = operation("keep-evidence", "Keep the file that is the body.", _answer("201", _FILE))
    return {
        "/api/t/{tournament}/evidence": {
            "parameters": [tournament],
            "get": operation("list-evidence", "Every file, hashed again.", _answer("200", listed)),
            "post": {
                **taken,
                "requestBody": {
                    "required": True,
                    "content": {"application/octet-stream": any_bytes},
                },
            },
        },
        "/api/t/{tournament}/evidence/{sha256}": {
            "parameters": [tournament, _SHA256],
            "get": operation(
                "read-evidence",
                "The bytes of a file, as an attachment.",
                {"200": {"description": "The file.", "content": {"*/*": any_bytes}}},
            ),
            "delete": operation(
                "erase-evidence",
                "Forget the bytes of a file; its hash stays in the log.",
                {"204": {"description": "They are forgotten."}},
            ),
        },
    }


def _answer(status: str, schema: dict[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": schema}}
    return {status: {"description": "Done.", "content": content}}
