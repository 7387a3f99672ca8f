"""Refused subscriptions as HTTP problems (RFC 9457) with the stable code."""

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.application.moments import MomentFault
from planilla.presentation.catalogue import language_of, sentence
from planilla.presentation.problems import problem_of

STATUS = {
    "no-such-channel": 404,
    "no-such-tournament": 404,
    "tournament-hidden": 404,
    "no-such-version": 404,
    "bad-version": 400,
    "moment-day-missing": 400,
    "moment-ahead": 404,
    "moment-before-log": 404,
    "moment-no-round": 404,
    "moment-round-open": 404,
    "no-credentials": 401,
    "not-permitted": 403,
    "too-many-channels": 503,
    "too-many-watchers": 503,
    "projection-stopped": 503,
    "unavailable": 503,
}
RETRY_AFTER_S = "5"
CREDENTIALS = frozenset({"authorization", "cookie"})
NO_FIELDS: Mapping[str, Any] = {}


MOMENT_CODES = {"moment-unreadable": "bad-version", "no-such-moment": "no-such-version"}
"""Codes of faulty moments in this interface, which had only versions at first."""
CHALLENGE = 'Bearer realm="planilla"'


def no_moment(request: Request, fault: MomentFault) -> Response:
    """Return the response for a moment that does not exist or cannot be parsed."""
    code = MOMENT_CODES.get(fault.code, fault.code)
    return problem(
        request, code, fault.fields, title=sentence(_language(request), fault.code, fault.fields)
    )


def problem(
    request: Request, code: str, more: Mapping[str, Any] = NO_FIELDS, *, title: str = ""
) -> Response:
    """Return the response for a code; `title` replaces the message of the code.

    A request without credentials is answered with 401 (RFC 9110, 15.5.2).
    """
    headers = {"Cache-Control": "no-store", "Content-Language": _language(request)}
    if code == "not-permitted" and CREDENTIALS.isdisjoint(request.headers):
        code = "no-credentials"
        headers["WWW-Authenticate"] = CHALLENGE
    fields = {"tournament": request.path_params["tournament"], **more}
    status = STATUS[code]
    if status == 503:
        headers["Retry-After"] = RETRY_AFTER_S
    body = problem_of(_language(request), code, status, fields)
    if title:
        body["title"] = title
    return Response(msgspec.json.encode(body), status, headers, "application/problem+json")


def _language(request: Request) -> str:
    return language_of(request.headers.get("accept-language", ""))
