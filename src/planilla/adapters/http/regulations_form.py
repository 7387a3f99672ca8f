"""What was typed into the form of the regulations, as the body of a command.

A field is named by its place in `Regulations`, as refusals name it. What cannot be read is told
beside its field, all at once.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from planilla.domain.prizes.currencies import decimals_of
from planilla.domain.tournament.regulations.announcement import Topic
from planilla.domain.tournament.regulations.time_controls import FORMS, Kind

CATEGORY_ROWS = 3
PRIZE_ROWS = 3
"""Rows offered at least; there is always an empty one."""
EMPTY_ROWS = 1
ROWS_MAX = 60

_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,3}))?", re.ASCII)
_PERIOD = re.compile(r"(?:(\d{1,3})\s*/\s*)?(\d{1,4})\s*('|min|m|\"|s)?", re.ASCII)
_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2})[T ]+(\d{1,2}:\d{2})", re.ASCII)

Form = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Problem:
    """What is wrong with a field, as a code with the fields of its sentence."""

    field: str
    code: str
    fields: Mapping[str, Any]


def rows_of(form: Form, prefix: str, mark: str, least: int) -> range:
    """The numbers of the rows of a list to offer: those filled in, and an empty one."""
    number = 1
    while form.get(f"{prefix}-{number}.{mark}", "").strip() and number < ROWS_MAX:
        number += 1
    return range(1, max(least, number - 1 + EMPTY_ROWS) + 1)


class FormReader:
    """Reads the fields of one form; `problems` are what could not be read, in their order."""

    def __init__(self, form: Form) -> None:
        self.problems: list[Problem] = []
        self._form = form

    @property
    def regulations(self) -> dict[str, Any]:
        """The body of the structure, as JSON has it; read it once, then look at `problems`."""
        return {
            "name": self._text("name"),
            "entries": self._entries(),
            "categories": self._categories(),
            "venue": {
                "city": self._text("venue.city"),
                "federation": self._text("venue.federation").upper(),
            },
            "schedule": {
                "time_zone": self._text("schedule.time_zone"),
                "starts": self._starts(),
                "round_minutes": self._number("schedule.round_minutes"),
            },
            "rating": {
                "federations": self._words("rating.federations"),
                "rules": self._text("rating.rules"),
            },
            "play": self._play(),
            "time_control": self._time_control(),
            "conduct": {
                "laws": self._text("conduct.laws"),
                "default_minutes": self._number("conduct.default_minutes"),
                "no_shows_max": self._number("conduct.no_shows_max"),
            },
            "prizes": self._prizes(),
            "appeals": {
                "committee": self._text("appeals.committee"),
                "minutes": self._number("appeals.minutes"),
                "deposit": self._amount("appeals.deposit", self._text("appeals.deposit")),
            },
            "privacy": {
                "published": self._words("privacy.published"),
                "minors_in_full": bool(self._text("privacy.minors_in_full")),
            },
        }

    def prose(self, before: Mapping[str, str]) -> dict[str, str]:
        """The free texts that are not as they were; what is sent as Windows has it is the same."""
        now = {topic.value: _plain(self._text(f"prose.{topic.value}")) for topic in Topic}
        return {topic: text for topic, text in now.items() if text != _plain(before.get(topic, ""))}

    def _text(self, name: str) -> str:
        return self._form.get(name, "").strip()

    def _words(self, name: str) -> list[str]:
        return self._text(name).replace(",", " ").split()

    def _fail(self, name: str, code: str, text: str) -> None:
        self.problems.append(Problem(field=name, code=code, fields={"text": text[:60]}))

    def _number(self, name: str, place: str = "") -> int:
        text = self._text(name) or "0"
        if _NUMBER.fullmatch(text):
            return int(text)
        self._fail(place or name, "not-a-number", text)
        return 0

    def _amount(self, name: str, text: str) -> int:
        decimals = decimals_of(self._text("entries.currency"))
        found = _AMOUNT.fullmatch(text or "0")
        if found is None or len((found[2] or "").rstrip("0")) > decimals:
            self._fail(name, "not-an-amount", text)
            return 0
        cents = (found[2] or "").rstrip("0").ljust(decimals, "0")
        return int(found[1] + cents)

    def _when(self, name: str, text: str, code: str, read: Callable[[str], date]) -> str | None:
        """A day or a moment in ISO form; None for nothing."""
        if not text:
            return None
        try:
            return read(text).isoformat()
        except ValueError:
            self._fail(name, code, text)
            return None

    def _entries(self) -> dict[str, Any]:
        opens, closes = self._text("entries.opens"), self._text("entries.closes")
        return {
            "opens": self._when("entries.opens", opens, "not-a-day", date.fromisoformat),
            "closes": self._when("entries.closes", closes, "not-a-moment", _moment),
            "fee": self._amount("entries.fee", self._text("entries.fee")),
            "currency": self._text("entries.currency"),
            "players_min": self._number("entries.players_min"),
            "players_max": self._number("entries.players_max"),
        }

    def _starts(self) -> list[str]:
        lines = [line.strip() for line in self._text("schedule.starts").splitlines()]
        found = [
            self._when("schedule.starts", line, "not-a-moment", _moment) for line in lines if line
        ]
        return [start for start in found if start is not None]

    def _play(self) -> dict[str, Any]:
        return {
            "system": self._text("play.system"),
            "rounds": self._number("play.rounds"),
            "point_system": self._text("play.point_system"),
            "tiebreaks": self._words("play.tiebreaks") or None,
            "tiebreak_mode": self._text("play.tiebreak_mode"),
            "tiebreak_edition": self._text("play.tiebreak_edition"),
            "first_colour": self._text("play.first_colour") or None,
        }

    def _time_control(self) -> dict[str, Any] | None:
        kind = self._text("time_control")
        if kind not in FORMS:
            return None
        form = FORMS[Kind(kind)]
        control: dict[str, Any] = {
            "kind": kind,
            "periods": self._periods("time_control.periods"),
            "each_s": self._number("time_control.each_s") if form.has_each else 0,
            "repeats": self._number("time_control.repeats") if form.has_repeats else 1,
        }
        if self._text("time_control.black"):
            control["black"] = {**control, "periods": self._periods("time_control.black")}
        return control

    def _periods(self, name: str) -> list[dict[str, int]]:
        periods = []
        for part in self._text(name).split("+"):
            found = _PERIOD.fullmatch(part.strip())
            if found is None:
                self._fail(name, "not-a-time-control", part.strip())
                continue
            unit = 1 if found[3] in {"s", '"'} else 60
            periods.append({"moves": int(found[1] or 0), "seconds": unit * int(found[2])})
        return periods

    def _categories(self) -> list[dict[str, Any]]:
        return [
            {
                "code": self._text(f"{row}.code"),
                "minors": bool(self._text(f"{row}.minors")),
                "born_from": self._number(f"{row}.born_from", "categories"),
                "rating_to": self._number(f"{row}.rating_to", "categories"),
            }
            for row in (f"category-{number}" for number in range(1, ROWS_MAX))
            if self._text(f"{row}.code")
        ]

    def _prizes(self) -> dict[str, Any] | None:
        groups = [
            {
                "prizes": [self._amount("prizes", text) for text in self._prize_words(row)],
                "category": self._text(f"{row}.category"),
                "rating_from": self._bound(f"{row}.rating_from"),
                "rating_to": self._bound(f"{row}.rating_to"),
                "admits_unrated": bool(self._text(f"{row}.admits_unrated")),
                "sharing": self._text(f"{row}.sharing"),
            }
            for row in (f"prize-{number}" for number in range(1, ROWS_MAX))
            if self._text(f"{row}.prizes")
        ]
        if not groups and not self._text("prizes.fund").strip("0"):
            return None
        return {
            "currency": self._text("entries.currency"),
            "fund": self._amount("prizes", self._text("prizes.fund")),
            "groups": groups,
            "taking": self._text("prizes.taking"),
        }

    def _bound(self, name: str) -> int | None:
        return self._number(name, "prizes") if self._text(name) else None

    def _prize_words(self, row: str) -> list[str]:
        """Between spaces: a comma is one of decimals."""
        return self._text(f"{row}.prizes").replace(";", " ").split()


def _moment(text: str) -> datetime:
    """A local day and time of day, with a blank or a T between them.

    Raises:
        ValueError: it is none.
    """
    found = _MOMENT.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return datetime.fromisoformat(f"{found[1]}T{found[2]:0>5}")


def _plain(text: str) -> str:
    return text.strip().replace("\r\n", "\n")
