"""A timer as its form gives it: a local moment in the zone of the event becomes a due time."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from planilla.adapters.http.problems import Failure
from planilla.domain.instants import is_instant
from planilla.domain.tournament.timers import time_zone_of

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DIGITS_MAX = 5


def timer_in(form: Mapping[str, str]) -> dict[str, Any]:
    """The body of `schedule-timer`: `due` and `zone`, or `weekday` and `hour` for a weekly one.

    Raises:
        Failure: a moment, an hour or a number cannot be read.
    """
    body: dict[str, Any] = {"kind": form.get("kind", ""), "by_rule": "by_rule" in form}
    if form.get("note", "").strip():
        body["note"] = form["note"].strip()
    for name in ("round", "default_minutes"):
        if form.get(name, "").strip():
            body[name] = _number_in(form[name].strip())
    if "weekday" in form:
        body["repeats"] = {
            "weekday": _number_in(form["weekday"]),
            "minute": _minute_in(form.get("hour", "")),
            "time_zone": form.get("zone", ""),
        }
    else:
        body["due_at"] = moment_in(form.get("due", ""), form.get("zone", ""))
    return body


def moment_in(text: str, zone_name: str) -> int:
    """Microseconds since 1970 (UTC); an hour that comes twice is the first, a skipped one later."""
    zone = time_zone_of(zone_name)
    try:
        local = datetime.fromisoformat(text)
    except ValueError:
        raise _no_moment(text) from None
    if zone is None or local.tzinfo is not None:
        raise _no_moment(text)
    at = (local.replace(tzinfo=zone) - _EPOCH) // timedelta(microseconds=1)
    if not is_instant(at):
        raise _no_moment(text)
    return at


def _minute_in(text: str) -> int:
    hour, _, minute = text.partition(":")
    return 60 * _number_in(hour) + _number_in(minute)


def _number_in(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX):
        raise Failure(status=422, code="not-a-number", fields={"text": text[:40]})
    return int(text)


def _no_moment(text: str) -> Failure:
    return Failure(status=422, code="not-a-moment", fields={"text": text[:40]})
