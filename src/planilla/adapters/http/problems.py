"""What went wrong, as a status, a stable code and fields; the sentence is in `words`.

Programs get it as `application/problem+json` (RFC 9457), people as a sentence on a page.
"""

from collections.abc import Mapping
from typing import Any

from planilla.application.envelope import Answer
from planilla.domain.tournament.refusals import REFUSALS, Conflict

STATUS_OF_CODE = {
    "no-such-tournament": 404,
    "no-such-command": 404,
    "no-such-correction": 404,
    "not-permitted": 403,
    "malformed": 400,
    "internal": 500,
    "log-damaged": 500,
    "command-id-reused": 422,
}
"""Codes whose status does not follow from the kind of refusal."""

ARTICLES = {
    "numbers-fixed": "C.04.2 2.3",
    "effect-out-of-range": "C.04.2 4.3",
    "round-has-results": "C.04.2 4.4",
    "no-legal-pairing": "C.04.1 2",
}
"""The article of the regulations behind a refusal, where there is one."""


class Failure(Exception):
    """A request that cannot be served: `status` of HTTP, code and fields for the sentence."""

    def __init__(
        self, *, status: int, code: str, fields: Mapping[str, Any] | None = None, version: int = 0
    ) -> None:
        self.status = status
        self.code = code
        self.fields = dict(fields or {})
        self.version = version
        super().__init__(f"{status} {code}")


class TooLarge(Failure):
    """The body is longer than the limit."""

    def __init__(self, limit: int) -> None:
        super().__init__(status=413, code="body-too-large", fields={"limit": limit})


def failure_of(answer: Answer) -> Failure | None:
    """The failure that an answer tells of; None when it was done, or was so already."""
    if answer.status in {"done", "already"}:
        return None
    return Failure(
        status=status_of(answer.code),
        code=answer.code,
        fields=answer.fields,
        version=answer.version,
    )


def status_of(code: str) -> int:
    """The HTTP status of a refusal: 409 where the state forbids it, 422 where it makes no sense."""
    if code in STATUS_OF_CODE:
        return STATUS_OF_CODE[code]
    kind = REFUSALS.get(code)
    return 409 if kind is None or issubclass(kind, Conflict) else 422


def article_of(failure: Failure) -> str | None:
    """The article behind a failure: the one it names, or that of its code."""
    named = failure.fields.get("article")
    return str(named) if named else ARTICLES.get(failure.code)
