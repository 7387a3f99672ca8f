"""Problems as a status, a stable code and fields; the sentences are in the catalogues.

Programs get it as `application/problem+json` (RFC 9457), people as a sentence on a page.
"""

from collections.abc import Mapping
from typing import Any

from planilla.application.envelope import Answer
from planilla.domain.tournament.refusal import Conflict
from planilla.domain.tournament.subjects import REFUSALS

STALE = "stale-version"
"""The code of a refusal: something changed since the version that was looked at."""

STATUS_OF_CODE = {
    "bad-if-match": 400,
    "bad-version": 400,
    "command-id-missing": 400,
    "malformed": 400,
    "moment-day-missing": 400,
    "moment-unreadable": 400,
    "not-a-form": 400,
    "no-credentials": 401,
    "unknown-link": 401,
    "cross-site": 403,
    "not-permitted": 403,
    "only-organiser": 403,
    "moment-ahead": 404,
    "moment-before-log": 404,
    "moment-no-round": 404,
    "moment-round-open": 404,
    "no-case": 404,
    "no-rating-list": 404,
    "no-such-channel": 404,
    "no-such-command": 404,
    "no-such-correction": 404,
    "no-such-evidence": 404,
    "no-such-file": 404,
    "no-such-moment": 404,
    "no-such-page": 404,
    "no-such-position": 404,
    "no-such-problem": 404,
    "no-such-run": 404,
    "no-such-text": 404,
    "no-such-tournament": 404,
    "no-such-version": 404,
    "no-such-link": 404,
    "no-such-method": 405,
    "body-too-large": 413,
    "address-too-long": 414,
    "command-id-reused": 422,
    "no-such-choice": 422,
    "no-such-dialect": 422,
    "no-such-end": 422,
    "no-such-form": 422,
    "no-such-kind": 422,
    "not-a-day": 422,
    "not-a-moment": 422,
    "not-a-number": 422,
    "not-a-time-control": 422,
    "not-an-amount": 422,
    "number-not-typed": 422,
    "unfit-text": 422,
    "tournament-hidden": 404,
    "unknown-trf-system": 422,
    "headers-too-long": 431,
    "too-many-questions": 429,
    "too-often": 429,
    "internal": 500,
    "log-damaged": 500,
    "busy": 503,
    "database-newer": 503,
    "no-key": 503,
    "preview-too-long": 503,
    "projection-stopped": 503,
    "too-many-channels": 503,
    "too-many-watchers": 503,
    "too-many-what-ifs": 503,
    "unavailable": 503,
    "what-if-too-long": 503,
}
"""Codes whose status does not follow from the kind of refusal."""


class Failure(Exception):
    """A request that cannot be served: a code and fields for its sentence.

    Its `status` of HTTP follows from the code, unless it is given: an address that names what does
    not exist is answered with 404. With `retry_s` the same may be asked again after those seconds.
    """

    def __init__(
        self,
        code: str,
        fields: Mapping[str, Any] | None = None,
        *,
        status: int | None = None,
        version: int = 0,
        retry_s: int = 0,
    ) -> None:
        self.status = status_of(code) if status is None else status
        self.code = code
        self.fields = dict(fields or {})
        self.version = version
        self.retry_s = retry_s
        super().__init__(f"{self.status} {code}")


class TooLarge(Failure):
    """The body is longer than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__("body-too-large", {"limit": limit})


def failure_of(answer: Answer) -> Failure | None:
    """The failure that an answer tells of; None when it was done, or was so already."""
    if answer.status in {"done", "already"}:
        return None
    return Failure(answer.code, answer.fields, version=answer.version)


def status_of(code: str) -> int:
    """The HTTP status of a refusal: 409 where the state forbids it, 422 where it makes no sense."""
    if code in STATUS_OF_CODE:
        return STATUS_OF_CODE[code]
    kind = REFUSALS.get(code)
    return 409 if kind is None or issubclass(kind, Conflict) else 422
