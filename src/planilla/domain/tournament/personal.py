"""Personal data used by rules: the name, the age, the arbiter title, and who is one person.

They are an input of a decision and never recorded; the event holds only the decision.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from planilla.domain.instants import utc_day
from planilla.domain.vocabulary import EntrantId

_YEAR = re.compile(r"[0-9]{4}")
_BIRTH = re.compile(r"(\d{4})(?:[-/.](\d{1,2})[-/.](\d{1,2}))?")

_LAST = (12, 31)

_TILDE = "\u0303"

_AFTER_EVERY_LETTER = "\U0010ffff"


class Personal(msgspec.Struct, frozen=True, kw_only=True):
    """A person as entered: the name, a date or year of birth, an arbiter title, the FIDE id, club.

    What is unknown is "".
    """

    name: str = ""
    birth: str = ""
    arbiter: str = ""
    fide_id: str = ""
    club: str = ""


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


def birth_year(birth: str) -> int:
    """Return the year of a date or year of birth; 0 without one."""
    found = _YEAR.search(birth)
    return int(found[0]) if found else 0


def person_of(people: Mapping[EntrantId, Personal], entrant: EntrantId) -> Personal:
    """Return the personal data of an entrant."""
    return people.get(entrant, NOBODY)


@dataclass
class Entered:
    """People who are entered, or ask to be: the columns that identify them, by name."""

    marks_of: dict[str, dict[str, set[str]]] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)

    def add(self, values: Mapping[str, str]) -> None:
        """Add a person by name, with the columns that distinguish people of the same name."""
        marks = _marks(values)
        known = self.marks_of.setdefault(_name_key(values), {column: set() for column in marks})
        for column, mark in marks.items():
            known[column].add(mark)
        self.ids |= {marks["fide_id"]} - {""}

    def twice(self, values: Mapping[str, str]) -> tuple[str, str] | None:
        """Return the column that shows a person as entered already, and the code of the problem.

        Two of the same name are different people only if their ids, years of birth or clubs differ.
        Ratings change and empty columns prove nothing, so neither is compared.
        """
        marks = _marks(values)
        if marks["fide_id"] in self.ids:
            return "fide_id", "twice"
        known = self.marks_of.get(_name_key(values))
        if known is None or not values.get("name"):
            return None
        is_told = any(mark and not {"", mark} & known[column] for column, mark in marks.items())
        return None if is_told else ("name", "namesake")

    def copy(self) -> "Entered":
        """Return an independent copy, to which others can be added."""
        marks = {
            name: {column: set(each) for column, each in known.items()}
            for name, known in self.marks_of.items()
        }
        return Entered(marks, set(self.ids))


def _name_key(values: Mapping[str, str]) -> str:
    """Return the words of a name in one order: `Gómez, Gil` and `gil gomez` are the same name."""
    return " ".join(sorted(_letters(values.get("name", "")).split()))


def _marks(values: Mapping[str, str]) -> dict[str, str]:
    return {
        "fide_id": values.get("fide_id", ""),
        "birth": str(birth_year(values.get("birth", "")) or ""),
        "club": values.get("club", "").casefold(),
    }
