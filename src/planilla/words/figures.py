"""Numbers, points, lists and moments as they are written in Spanish and in English."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction

HALF = 2
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
GROUPED_FROM = 10_000
"""Spanish groups digits from five on (RAE); English here likewise, so that ratings stay `2104`."""

QUARTERS = {" 1/4": "¼", " 3/4": "¾"}
SEPARATOR = {"es": NARROW_SPACE, "en": ","}
AND = {"es": " y ", "en": " and "}
MONTHS = {
    "es": (
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ),
    "en": (
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ),
}
DATE = {"es": "{day} de {month} de {year}", "en": "{day} {month} {year}"}


def points(value: int, unit: int = HALF) -> str:
    """Points with the half sign: 7 half points are `3½`; other units as a fraction: `2 1/4`."""
    sign = "−" if value < 0 else ""
    whole, rest = divmod(abs(value), unit)
    if not rest:
        return f"{sign}{whole}"
    if 2 * rest == unit:
        return f"{sign}{whole or ''}½"
    return f"{sign}{whole} {rest}/{unit}" if whole else f"{sign}{rest}/{unit}"


def value(text: str) -> str:
    """A tie-break written exactly, as people read it: `29/2` is `14½`; a dash where it is none."""
    if not text:
        return "–"
    exact = Fraction(text)
    said = points(exact.numerator, exact.denominator)
    for quarter, sign in QUARTERS.items():
        said = said.removesuffix(quarter) + sign if said.endswith(quarter) else said
    return said


def grouped(language: str, number: int) -> str:
    """A whole number, its digits grouped from five on; a true or false stands as it is."""
    if number is True or number is False or abs(number) < GROUPED_FROM:
        return str(number)
    return f"{number:,}".replace(",", SEPARATOR[language])


def joined(language: str, items: Sequence[str]) -> str:
    """A list in a sentence: `a, b y c`; Spanish says `e` before the sound of an i.

    Where an item has a comma of its own, as names have, semicolons part them: `A, a; B, b y C, c`.
    """
    if not items:
        return "—"
    *first, last = items
    if not first:
        return last
    word = " e " if language == "es" and _sounds_like_i(last) else AND[language]
    apart = "; " if any(", " in each for each in items) else ", "
    return apart.join(first) + word + last


def _sounds_like_i(word: str) -> bool:
    start = word.casefold().lstrip("«\"'")
    return start.startswith(("i", "í", "hi", "hí")) and not start.startswith(("hie", "hia", "io"))


def date(language: str, at: int) -> str:
    """The day of a moment (microseconds since 1970, UTC): `4 de mayo de 2026`, `4 May 2026`."""
    day = EPOCH + timedelta(microseconds=at)
    month = MONTHS[language][day.month - 1]
    return DATE[language].format(day=day.day, month=month, year=day.year)


def clock(at: int) -> str:
    """The time of day of a moment, UTC: `16:05:09`."""
    return (EPOCH + timedelta(microseconds=at)).strftime("%H:%M:%S")


def moment(language: str, at: int) -> str:
    """Day and time of a moment, UTC."""
    return f"{date(language, at)}, {clock(at)}"
