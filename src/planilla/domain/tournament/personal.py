"""Personal data used by rules: the name for alphabetical order, the age, the arbiter title.

They are an input of a decision and never recorded; the event holds only the decision.
"""

import re
import unicodedata
from collections.abc import Mapping

import msgspec

from planilla.domain.instants import utc_day
from planilla.domain.vocabulary import EntrantId

_BIRTH = re.compile(r"(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2}))?")

_LAST = (12, 31)

_TILDE = "\u0303"

_AFTER_EVERY_LETTER = "\U0010ffff"


class Personal(msgspec.Struct, frozen=True, kw_only=True):
    """A person as entered: the name, a date or year of birth, an arbiter title; "" if unknown."""

    name: str = ""
    birth: str = ""
    arbiter: str = ""


NOBODY = Personal()
"""A person without data, or whose data were erased."""


def alphabetical(name: str) -> tuple[str, str]:
    """Return a name in the form used for alphabetical order: surnames, then the given name.

    The surnames are before a comma; without a comma the whole name is used as written. Accents are
    ignored, and `ñ` follows `n`.
    """
    surnames, _, given = name.partition(",")
    return _letters(surnames), _letters(given)


def _letters(text: str) -> str:
    apart = unicodedata.normalize("NFD", text.casefold())
    spelt = apart.replace(f"n{_TILDE}", f"n{_AFTER_EVERY_LETTER}")
    kept = (
        " " if not unicodedata.category(each).startswith(("L", "N", "C")) else each
        for each in spelt
        if unicodedata.category(each) != "Mn"
    )
    return " ".join("".join(kept).split())


def age_at(birth: str, at: int) -> int | None:
    """Return the age in completed years at a time in microseconds since 1970 (UTC), or None.

    If only the year of birth is known, the birthday is taken to be its last day.
    """
    found = _BIRTH.match(birth)
    if found is None:
        return None
    year, month, day = (int(part or 0) for part in found.groups())
    today = utc_day(at)
    birthday = (month, day) if month and day else _LAST
    return today.year - year - ((today.month, today.day) < birthday)


def person_of(people: Mapping[EntrantId, Personal], entrant: EntrantId) -> Personal:
    """Return the personal data of an entrant."""
    return people.get(entrant, NOBODY)
