"""The path of who qualifies in the machine-readable description; everybody may read it."""

from typing import Any

from planilla.adapters.http.qualifying import WhoQualifies
from planilla.domain.prizes.likelihood import Likelihood

QUALIFYING = (WhoQualifies,)
"""What is answered."""


def qualifying_paths(
    tournament: dict[str, Any], at: dict[str, Any], problems: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """Who qualifies; `problems` are the answers where something is wrong."""
    likelihood = {
        "name": "likelihood",
        "in": "query",
        "description": "Asks for the chances also before the last round, weighed so.",
        "schema": {"enum": [each.value for each in Likelihood]},
    }
    schema = {"$ref": "#/components/schemas/WhoQualifies"}
    return {
        "/api/t/{tournament}/qualifying": {
            "get": {
                "operationId": "qualifying",
                "summary": "Who qualifies as it stands, and the chances of it.",
                "security": [{}, {"link": []}, {"cookie": []}],
                "parameters": [tournament, likelihood, at],
                "responses": {
                    "200": {
                        "description": "As of the version in the ETag; entrants by id.",
                        "content": {"application/json": {"schema": schema}},
                    },
                    **problems,
                },
            }
        }
    }
