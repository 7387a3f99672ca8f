"""Days and times as people read them in a language, by CLDR; lengths of time in signs.

A time of day has 24 hours and two digits in every language, as in the schedules of tournaments.
"""

from datetime import date, datetime
from functools import lru_cache

from planilla.domain.instants import utc
from planilla.locales import language as language_named
from planilla.presentation.figures import locale_of

DAYS_MAX = 4096
"""Days kept as they are written: a page has few of them, each many times."""


@lru_cache(maxsize=DAYS_MAX)
def _written(language: str, day: date, form: str) -> str:
    # Babel takes longer to import than `--help` may take.
    from babel.dates import format_date

    return format_date(day, form, locale=locale_of(language))


def moment_date(language: str, at: int) -> str:
    """The day of a moment (microseconds since 1970, UTC): `4 de mayo de 2026`, `4 May 2026`."""
    return _written(language, utc(at).date(), "long")


def long_day(language: str, when: date) -> str:
    """Return a day without its weekday: `4 de julio de 2026`, `4 July 2026`."""
    return _written(language, when, "long")


def days_between(language: str, first: date | None, last: date | None) -> str:
    """Return a first and a last day, once if they are one day; None: not said."""
    days = [long_day(language, each) for each in (first, last) if each is not None]
    return " – ".join(dict.fromkeys(days))


def clock(at: int) -> str:
    """Return the time of day of a moment, UTC: `16:05:09`."""
    return utc(at).strftime("%H:%M:%S")


def moment(language: str, at: int) -> str:
    """Day and time of a moment, UTC."""
    return f"{moment_date(language, at)}, {clock(at)}"


def stamp(language: str, local: datetime) -> str:
    """Day and minute of a local time in a table or line: `3 may 2026, 14:32`, `3 May 2026, 14:32`.

    The scripts of the pages write the same.
    """
    return f"{_written(language, local.date(), 'medium')}, {local:%H:%M}"


def day(language: str, when: date) -> str:
    """Return a day with its weekday: `sábado 4 de julio de 2026`, `Saturday 4 July 2026`."""
    on = date(when.year, when.month, when.day)
    parts = {"weekday": _written(language, on, "EEEE"), "date": _written(language, on, "long")}
    return language_named(language).texts["language.weekday-and-date"].format_map(parts)


def day_and_time(language: str, when: datetime) -> str:
    """Return a moment as it is local to the venue: `sábado 4 de julio de 2026, 16:30`."""
    return f"{day(language, when)}, {when:%H:%M}"


def length(seconds: int) -> str:
    """Return a length of time in signs that all languages share: `4 h`, `2 h 30 min`, `90 s`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return _in_signs((hours, "h"), (minutes, "min"), (rest, "s"))


def minutes_and_seconds(seconds: int) -> str:
    """Return a length of time in minutes, as players call it: `90 min`, not an hour and a half."""
    minutes, rest = divmod(seconds, 60)
    return _in_signs((minutes, "min"), (rest, "s"))


def _in_signs(*parts: tuple[int, str]) -> str:
    return " ".join(f"{number} {sign}" for number, sign in parts if number) or "0 s"
