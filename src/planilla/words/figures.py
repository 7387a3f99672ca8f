"""Numbers, points, lists and moments as they are written in Spanish and in English."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction

from planilla.domain.instants import utc

HALF = 2
NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
GROUPED_FROM = 10_000
"""Spanish groups digits from five on (RAE); English here likewise, so that ratings stay `2104`."""

SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
}
"""Fractions that have a sign of their own."""
WORD_JOINER = "\N{WORD JOINER}"
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
RESULTS = {
    **{
        f"{white}-{black}": f"{white}–{WORD_JOINER}{black}"
        for white in ("1", "½", "0")
        for black in ("1", "½", "0")
    },
    "+/-": f"+{NO_BREAK_SPACE}–",
    "-/+": f"–{WORD_JOINER}{NO_BREAK_SPACE}+",
    "-/-": f"–{WORD_JOINER}{NO_BREAK_SPACE}–",
}
"""Results and forfeits as the tables show them, so joined that no line breaks within."""
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
SHORT_MONTHS = {
    "es": ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"),
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"),
}
DATE = {"es": "{day} de {month} de {year}", "en": "{day} {month} {year}"}


def points(value: int, unit: int = HALF) -> str:
    """Points with the sign of their fraction: 7 half points are `3½`, 9 quarters `2¼`.

    A fraction that has no sign is written out: 11 fifths are `2 1/5`.
    """
    minus = "−" if value < 0 else ""
    whole, rest = divmod(abs(value), unit)
    if not rest:
        return f"{minus}{whole}"
    sign = SIGNS.get(Fraction(rest, unit))
    if sign is not None:
        return f"{minus}{whole or ''}{sign}"
    return f"{minus}{whole} {rest}/{unit}" if whole else f"{minus}{rest}/{unit}"


def value(text: str) -> str:
    """A tie-break written exactly, as people read it: `29/2` is `14½`; a dash where it is none."""
    if not text:
        return "–"
    exact = Fraction(text)
    return points(exact.numerator, exact.denominator)


def agreeing(points: str) -> int:
    """The number that a noun beside points agrees with: 1 beside `1` and `½`, 2 beside all else."""
    return 1 if points == "1" or points in SIGNS.values() else 2


def sentence_case(text: str) -> str:
    """A text that begins with a capital letter; its other letters stay: `Suizo (FIDE 2026)`."""
    return text[:1].upper() + text[1:]


def result(notation: str) -> str:
    """A result as people read it, in one piece: `1–0`, `½–½`, `+ –`; anything else as it is."""
    return RESULTS.get(notation, notation)


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


def stamp(language: str, local: datetime) -> str:
    """Day and minute of a local time in a table or line: `3 may 2026, 14:32`, `3 May 2026, 14:32`.

    The scripts of the pages write the same.
    """
    month = SHORT_MONTHS[language][local.month - 1]
    return f"{local.day} {month} {local.year}, {local:%H:%M}"


def date(language: str, at: int) -> str:
    """The day of a moment (microseconds since 1970, UTC): `4 de mayo de 2026`, `4 May 2026`."""
    day = utc(at)
    month = MONTHS[language][day.month - 1]
    return DATE[language].format(day=day.day, month=month, year=day.year)


def clock(at: int) -> str:
    """The time of day of a moment, UTC: `16:05:09`."""
    return utc(at).strftime("%H:%M:%S")


def moment(language: str, at: int) -> str:
    """Day and time of a moment, UTC."""
    return f"{date(language, at)}, {clock(at)}"
