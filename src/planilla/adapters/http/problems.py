"""Problems: a status, a stable code and fields; the messages are in the catalogues.

Programs receive them as `application/problem+json` (RFC 9457), browsers as a page.
"""

from collections.abc import Mapping
from typing import Any

from planilla.application.envelope import Answer
from planilla.domain.tournament.refusal import Conflict
from planilla.domain.tournament.subjects import REFUSALS

STALE = "stale-version"
"""Code of a refusal because of changes since the version that was seen."""

STATUS_OF_CODE = {
    "bad-if-match": 400,
    "bad-version": 400,
    "command-id-missing": 400,
    "malformed": 400,
    "moment-day-missing": 400,
    "moment-unreadable": 400,
    "not-a-form": 400,
    "not-a-text": 422,
    "no-credentials": 401,
    "unknown-link": 401,
    "cross-site": 403,
    "not-permitted": 403,
    "only-organiser": 403,
    "outside-boards": 403,
    "outside-rounds": 403,
    "passkey-refused": 403,
    "session-ended": 403,
    "moment-ahead": 404,
    "moment-before-log": 404,
    "moment-no-round": 404,
    "moment-round-open": 404,
    "no-case": 404,
    "no-rating-list": 404,
    "no-such-board-code": 404,
    "no-such-channel": 404,
    "no-such-command": 404,
    "no-such-correction": 404,
    "no-such-evidence": 404,
    "no-such-festival": 404,
    "no-such-file": 404,
    "no-such-moment": 404,
    "no-such-page": 404,
    "no-such-player": 404,
    "no-such-position": 404,
    "no-such-problem": 404,
    "no-such-run": 404,
    "no-such-text": 404,
    "no-such-tournament": 404,
    "no-such-version": 404,
    "no-such-link": 404,
    "passkeys-need-tls": 404,
    "no-such-method": 405,
    "body-too-large": 413,
    "address-too-long": 414,
    "command-id-reused": 422,
    "portion-unfit": 422,
    "push-service-unknown": 422,
    "push-unfit": 422,
    "no-such-choice": 422,
    "no-such-dialect": 422,
    "no-such-end": 422,
    "no-such-form": 422,
    "no-such-kind": 422,
    "not-a-day": 422,
    "not-a-moment": 422,
    "not-a-number": 422,
    "not-a-time-control": 422,
    "not-confirmed": 422,
    "not-an-amount": 422,
    "no-tournament-chosen": 422,
    "number-not-typed": 422,
    "unfit-text": 422,
    "unreadable-entry": 422,
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
    "too-many-push-subscriptions": 503,
    "too-many-watchers": 503,
    "too-many-what-ifs": 503,
    "unavailable": 503,
    "what-if-too-long": 503,
}
"""Statuses of codes that do not follow from the kind of refusal."""


class Failure(Exception):
    """A request that cannot be served: a code, and fields for its message.

    The HTTP `status` follows from the code unless given, as 404 for an unknown address. The request
    may be repeated after `retry_s` seconds, if given.
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
    """Return the failure of an answer; None if the command was done, now or before."""
    if answer.status in {"done", "already"}:
        return None
    return Failure(answer.code, answer.fields, version=answer.version)


def status_of(code: str) -> int:
    """Return the HTTP status of a refusal: 409 if the state forbids it, 422 if it is not valid."""
    if code in STATUS_OF_CODE:
        return STATUS_OF_CODE[code]
    kind = REFUSALS.get(code)
    return 409 if kind is None or issubclass(kind, Conflict) else 422
