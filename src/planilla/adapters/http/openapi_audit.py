"""The audit of the pairings and the dossier of a case in the OpenAPI document."""

from collections.abc import Mapping
from typing import Any

from planilla.adapters.http.openapi_whatif import ACCEPTED
from planilla.audit.verdicts import Audit

AUDITS = (Audit,)
"""What an audit is answered with."""

_VERSION = {"name": "version", "in": "path", "required": True, "schema": {"type": "integer"}}
_CASE = [
    {"name": name, "in": "query", "required": True, "schema": {"type": "string"}}
    for name in ("game", "result")
]
_DOSSIER = {
    "type": "object",
    "properties": {
        "dossier": {"type": "object"},
        "rounds": {"$ref": "#/components/schemas/RoundByRound"},
        "branch": {"$ref": "#/components/schemas/Branch"},
        "hall": {"type": "object"},
    },
}


def audit_paths(
    tournament: Mapping[str, Any], at: Mapping[str, Any], problems: Mapping[str, Any]
) -> dict[str, Any]:
    """Everybody may ask, from public facts; nothing is recorded."""

    def operation(name: str, summary: str, schema: Mapping[str, Any]) -> dict[str, Any]:
        answer = {"description": summary, "content": {"application/json": {"schema": schema}}}
        return {
            "operationId": name,
            "summary": summary,
            "security": [{}, {"link": []}, {"cookie": []}],
            "responses": {"200": answer, **problems},
        }

    verdicts = operation(
        "audit",
        "Every round paired again: same, by-hand, differs, or unjudged where the reader's facts do "
        "not suffice; `holds` says whether none differs.",
        {"$ref": "#/components/schemas/Audit"},
    )
    case = operation("dossier", "The case of a correction that was made.", _DOSSIER)
    supposed = operation("dossier-supposed", "The case of one that was not yet made.", _DOSSIER)
    for each in (case, supposed):
        each["responses"] = {**each["responses"], "202": ACCEPTED}
    return {
        "/api/t/{tournament}/audit": {"get": {**verdicts, "parameters": [tournament, at]}},
        "/api/t/{tournament}/dossier/{version}": {
            "get": {**case, "parameters": [tournament, _VERSION, at]}
        },
        "/api/t/{tournament}/dossier": {
            "get": {**supposed, "parameters": [tournament, *_CASE, at]}
        },
    }
