"""The files of a Masnou in the OpenAPI document: its games and its ranking."""

from collections.abc import Mapping
from typing import Any

MEDIA = {"csv": "text/csv", "json": "application/json"}
FILES = {
    "games": "Every game in the order in which they began.",
    "ranking": "The ranking with its tie-breaks.",
}


def hall_paths(
    tournament: Mapping[str, Any], at: Mapping[str, Any], problems: Mapping[str, Any]
) -> dict[str, Any]:
    """Everybody may fetch them; 404 in a tournament of rounds."""
    return {
        f"/api/t/{{tournament}}/hall/{name}.{kind}": {
            "get": {
                "operationId": f"hall-{name}-{kind}",
                "summary": summary,
                "security": [{}, {"link": []}, {"cookie": []}],
                "parameters": [tournament, at],
                "responses": {
                    "200": {"description": summary, "content": {media: {}}},
                    **problems,
                },
            }
        }
        for name, summary in FILES.items()
        for kind, media in MEDIA.items()
    }
