"""What cannot be watched, as an HTTP problem (RFC 9457) with the stable code."""

import msgspec
from starlette.responses import Response

STATUS = {
    "no-such-channel": 404,
    "no-such-tournament": 404,
    "no-such-version": 404,
    "bad-version": 400,
    "not-permitted": 403,
    "too-many-channels": 503,
    "too-many-watchers": 503,
    "projection-stopped": 503,
    "unavailable": 503,
}
RETRY_AFTER_S = "5"


def problem(code: str) -> Response:
    """The answer for a code."""
    status = STATUS[code]
    headers = {"Cache-Control": "no-store"}
    if status == 503:
        headers["Retry-After"] = RETRY_AFTER_S
    body = msgspec.json.encode({"type": "about:blank", "status": status, "code": code})
    return Response(body, status, headers, "application/problem+json")
