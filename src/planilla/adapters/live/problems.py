"""What cannot be watched, as an HTTP problem (RFC 9457) with the stable code."""

import msgspec
from starlette.responses import Response

from planilla.application.moments import MomentFault
from planilla.words.catalogue import LANGUAGES, sentence

STATUS = {
    "no-such-channel": 404,
    "no-such-tournament": 404,
    "no-such-version": 404,
    "bad-version": 400,
    "moment-day-missing": 400,
    "moment-ahead": 404,
    "moment-before-log": 404,
    "moment-no-round": 404,
    "moment-round-open": 404,
    "not-permitted": 403,
    "too-many-channels": 503,
    "too-many-watchers": 503,
    "projection-stopped": 503,
    "unavailable": 503,
}
RETRY_AFTER_S = "5"


OF_A_MOMENT = {"moment-unreadable": "bad-version", "no-such-moment": "no-such-version"}
"""What these are called here since there were versions alone."""


def no_moment(fault: MomentFault, accepted: str) -> Response:
    """The answer where there is no such moment, with a sentence in the first language accepted."""
    asked = (each.strip()[:2].lower() for each in accepted.split(","))
    language = next((each for each in asked if each in LANGUAGES), LANGUAGES[0])
    said = sentence(language, fault.code, fault.fields)
    return problem(OF_A_MOMENT.get(fault.code, fault.code), title=said)


def problem(code: str, *, title: str = "") -> Response:
    """The answer for a code, with a sentence where there is one."""
    status = STATUS[code]
    headers = {"Cache-Control": "no-store"}
    if status == 503:
        headers["Retry-After"] = RETRY_AFTER_S
    said = {"title": title} if title else {}
    body = msgspec.json.encode({"type": "about:blank", "status": status, "code": code, **said})
    return Response(body, status, headers, "application/problem+json")
