"""Days, moments and lengths of time in the languages that are here."""

from datetime import UTC, date, datetime

import pytest

from planilla.presentation.dates import (
    clock,
    day,
    day_and_time,
    days_between,
    length,
    moment,
    moment_date,
    stamp,
)

MAY_THE_FOURTH = 1_777_910_709_000_000
"""4 May 2026, 16:05:09 UTC: 20,577 days of 86,400 s (56 years with 14 leap days, and 123 days
from 1 January to 4 May) are 1,777,852,800 s; 16:05:09 are 57,909 s more."""


def test_a_moment_is_written_in_full() -> None:
    assert moment_date("es", MAY_THE_FOURTH) == "4 de mayo de 2026"
    assert moment_date("en", MAY_THE_FOURTH) == "4 May 2026"
    assert clock(MAY_THE_FOURTH) == "16:05:09"
    assert moment("en", MAY_THE_FOURTH) == "4 May 2026, 16:05:09"


def test_a_day_is_told_with_its_weekday() -> None:
    saturday = date(2026, 7, 4)
    assert day("es", saturday) == "sábado 4 de julio de 2026"
    assert day("en", saturday) == "Saturday 4 July 2026"


def test_a_start_is_told_with_its_time() -> None:
    start = datetime(2026, 7, 6, 9, 5)  # noqa: DTZ001 - local to the venue
    assert day_and_time("es", start) == "lunes 6 de julio de 2026, 09:05"


@pytest.mark.parametrize(
    ("language", "written"), [("es", "4 sept 2026, 16:05"), ("en", "4 Sept 2026, 16:05")]
)
def test_a_moment_in_a_table_has_a_short_date_in_the_readers_language(
    language: str, written: str
) -> None:
    assert stamp(language, datetime(2026, 9, 4, 16, 5, 9, tzinfo=UTC)) == written


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(14_400, "4 h"), (9000, "2 h 30 min"), (90, "1 min 30 s"), (0, "0 s")],
)
def test_a_length_is_told_in_signs(seconds: int, said: str) -> None:
    assert length(seconds) == said


def test_days_are_a_first_and_a_last_and_one_day_is_written_once() -> None:
    first, last = date(2026, 7, 4), date(2026, 7, 12)
    assert days_between("en", first, last) == "4 July 2026 – 12 July 2026"
    assert days_between("es", first, first) == "4 de julio de 2026"
    assert days_between("en", None, last) == "12 July 2026"
    assert days_between("en", None, None) == ""
