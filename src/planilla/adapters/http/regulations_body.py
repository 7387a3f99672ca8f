"""What the form of the regulations stands for: the body of a command, or all that is wrong."""

from collections.abc import Mapping
from typing import Any

import msgspec

from planilla.adapters.http.ladder_form import keizer_in
from planilla.adapters.http.problems import Failure
from planilla.adapters.http.regulations_form import Form, FormReader, Problem
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.regulations.announcement import Regulations
from planilla.domain.tournament.rules.regulations import faults_in
from planilla.domain.tournament.timers import time_zone_of

FIELD_OF_CODE = {
    "name-missing": "name",
    "no-such-system": "play.system",
    "rounds-out-of-range": "play.rounds",
    "no-such-point-system": "play.point_system",
    "no-such-mode": "play.tiebreak_mode",
    "no-such-tiebreak-edition": "play.tiebreak_edition",
    "no-such-rating-rules": "rating.rules",
    "not-in-this-system": "same_origin",
}
"""Where a refusal belongs that names no field of the form."""
PRIZE_CODES = frozenset(
    {
        "no-prizes",
        "no-such-currency",
        "negative-prize",
        "prizes-rise",
        "prize-group-twice",
        "rating-band-empty",
        "prize-fund-mismatch",
    }
)
"""Refusals of a prize plan."""


class Wrong(Exception):
    """What was typed cannot be announced."""

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__(*problems)


def body_of(form: Form, before: Mapping[str, str]) -> dict[str, Any]:
    """The body of the command; of the free texts those that are not as `before`.

    Raises:
        Wrong: with everything that cannot be read or would be refused of any tournament.
    """
    reader = FormReader(form)
    regulations = reader.regulations
    problems = reader.problems or problems_in(regulations)
    if problems:
        raise Wrong(*problems)
    try:
        keizer = keizer_in(form, form.get("play.system", ""))
    except Failure as wrong:
        problem = Problem(field="keizer", code=wrong.code, fields=wrong.fields)
        raise Wrong(problem) from wrong
    return {
        "regulations": regulations,
        "prose": reader.prose(before),
        "same_origin": form.get("same_origin") or None,
        "keizer": keizer,
        "reason": form.get("reason", ""),
    }


def problems_in(body: Mapping[str, Any]) -> list[Problem]:
    """Everything for which regulations that were read would be refused."""
    try:
        regulations = msgspec.convert(body, Regulations, strict=True)
    except msgspec.ValidationError as error:
        fields = {"path": "regulations", "message": str(error)}
        return [Problem(field="", code="malformed", fields=fields)]
    found = [placed(fault.code, fault.fields) for fault in faults_in(regulations, Given())]
    zone = regulations.schedule.time_zone
    if not found and zone and time_zone_of(zone) is None:
        place = "schedule.time_zone"
        found.append(
            Problem(field=place, code="no-such-code", fields={"field": place, "value": zone})
        )
    return found


def placed(code: str, fields: Mapping[str, Any]) -> Problem:
    """A refusal beside the field that it is about; "" above the form."""
    named = FIELD_OF_CODE.get(code)
    if named is None and "tiebreak" in fields:
        named = "play.tiebreaks"
    if code in PRIZE_CODES:
        named = "prizes"
    if code == "keizer-setting-impossible":
        named = "keizer"
    return Problem(field=named or str(fields.get("field", "")), code=code, fields=fields)
