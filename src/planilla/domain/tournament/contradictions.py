"""Contradictions in announced regulations, each reported as a refusal.

`field` is the path in the regulations. Dates and times are in ISO form, local to the venue; amounts
are in the smallest unit of a currency.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from itertools import pairwise

from planilla.domain.instants import YEARS as CALENDAR_YEARS
from planilla.domain.tournament.announcement import Regulations
from planilla.domain.tournament.refusal import Refusal, Unacceptable
from planilla.domain.tournament.time_controls import Rate, expected_length_s, fault_of, rate_of

# Refusals


class NumberOutOfRange(Unacceptable):
    """A number in the regulations is too small or too great."""

    field: str
    value: int
    smallest: int
    largest: int


class NoSuchCode(Unacceptable):
    """A currency, federation, time zone or category has no such code."""

    field: str
    value: str


class CategoryTwice(Unacceptable):
    """Two categories have the same code."""

    field: str
    category: str


class MinimumAboveMaximum(Unacceptable):
    """The minimum number of players is greater than the maximum."""

    field: str
    minimum: int
    maximum: int


class TooManyRounds(Unacceptable):
    """There are too many rounds for the number of players to avoid repeated opponents."""

    field: str
    rounds: int
    players: int


class EntriesCloseBeforeTheyOpen(Unacceptable):
    """The period of entry ends before it begins."""

    field: str
    opens: str
    closes: str


class LocalTimeWanted(Unacceptable):
    """A date and time is written with a zone; regulations use the local time of the venue."""

    field: str
    value: str


class EntriesCloseTooLate(Unacceptable):
    """Entries close after round 1 has begun."""

    field: str
    closes: str
    starts: str


class ScheduleIncomplete(Unacceptable):
    """The number of starts in the schedule is not the number of rounds."""

    field: str
    starts: int
    rounds: int


class RoundsOverlap(Unacceptable):
    """A round starts before the previous one ends."""

    field: str
    round: int
    starts: str
    ends: str


class TimeControlImpossible(Unacceptable):
    """A part of the time control does not fit its kind."""

    field: str
    kind: str
    part: str


class TimeControlNotRated(Unacceptable):
    """FIDE rates no games played at this time control."""

    field: str
    kind: str


class NoSuchCategory(Unacceptable):
    """A prize group refers to a category that the regulations do not have."""

    field: str
    category: str
    known: tuple[str, ...]


# Rules


LIMITS: tuple[tuple[str, int, int], ...] = (
    ("entries.fee", 0, 10_000_000),
    ("entries.players_min", 0, 10_000),
    ("entries.players_max", 0, 10_000),
    ("schedule.round_minutes", 0, 2880),
    ("conduct.default_minutes", 0, 600),
    ("conduct.no_shows_max", 0, 30),
    ("appeals.minutes", 0, 2880),
    ("appeals.deposit", 0, 10_000_000),
)
"""The smallest and greatest permitted value of each number."""

YEARS = (1900, 2100)

RATING_MAX = 4000

CATEGORIES_MAX = 50

CURRENCY = re.compile(r"[A-Z]{3}")

CITY_MAX = 80

FEDERATION_LETTERS = 3

FEDERATION = re.compile(r"FIDE|[A-Z]{3}")

TIME_ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+)*")

CATEGORY = re.compile(r"\S(?:.{0,38}\S)?")

FIDE = "FIDE"

Found = Iterator[Refusal]


def contradictions(regulations: Regulations) -> tuple[Refusal, ...]:
    """Return all contradictions, in the order of the regulations; none if they are consistent."""
    outside = tuple(_calendar(regulations))
    return outside or tuple(refusal for check in CHECKS for refusal in check(regulations))


def _calendar(regulations: Regulations) -> Found:
    """Yield the invalid dates and times; if there are any, nothing else is checked."""
    entries, schedule = regulations.entries, regulations.schedule
    days = [("entries.opens", entries.opens), ("entries.closes", entries.closes)]
    for field, day in (*days, *(("schedule.starts", start) for start in schedule.starts)):
        if day is not None:
            yield from faults_of_day(field, day)


def faults_of_day(field: str, day: date) -> Found:
    """Yield the faults of a day or a local time: its year, or a time zone."""
    yield from _bounds(field, day.year, CALENDAR_YEARS)
    if isinstance(day, datetime) and day.tzinfo is not None:
        yield LocalTimeWanted(field=field, value=day.isoformat())


def _numbers(regulations: Regulations) -> Found:
    for field, smallest, largest in LIMITS:
        part, _, name = field.partition(".")
        value = getattr(getattr(regulations, part), name)
        if not smallest <= value <= largest:
            yield NumberOutOfRange(field=field, value=value, smallest=smallest, largest=largest)


def _codes(regulations: Regulations) -> Found:
    if not CURRENCY.fullmatch(regulations.entries.currency):
        yield NoSuchCode(field="entries.currency", value=regulations.entries.currency)
    zone = regulations.schedule.time_zone
    if zone and not TIME_ZONE.fullmatch(zone):
        yield NoSuchCode(field="schedule.time_zone", value=zone)
    venue = regulations.venue
    if len(venue.city) > CITY_MAX or "\n" in venue.city:
        yield NoSuchCode(field="venue.city", value=venue.city[:CITY_MAX])
    if venue.federation and not (
        FEDERATION.fullmatch(venue.federation) and len(venue.federation) == FEDERATION_LETTERS
    ):
        yield NoSuchCode(field="venue.federation", value=venue.federation)
    for code in regulations.rating.federations:
        if not FEDERATION.fullmatch(code):
            yield NoSuchCode(field="rating.federations", value=code)


def _categories(regulations: Regulations) -> Found:
    seen: set[str] = set()
    for category in regulations.categories[:CATEGORIES_MAX]:
        if not CATEGORY.fullmatch(category.code):
            yield NoSuchCode(field="categories", value=category.code)
        if category.code in seen:
            yield CategoryTwice(field="categories", category=category.code)
        seen.add(category.code)
        yield from _bounds("categories", category.born_from, YEARS)
        yield from _bounds("categories", category.rating_to, (0, RATING_MAX))
    yield from _bounds("categories", len(regulations.categories), (0, CATEGORIES_MAX))


def _bounds(field: str, value: int, limits: tuple[int, int]) -> Found:
    smallest, largest = limits
    if value and not smallest <= value <= largest:
        yield NumberOutOfRange(field=field, value=value, smallest=smallest, largest=largest)


def _players(regulations: Regulations) -> Found:
    entries, rounds = regulations.entries, regulations.play.rounds
    if 0 < entries.players_max < entries.players_min:
        yield MinimumAboveMaximum(
            field="entries.players_min", minimum=entries.players_min, maximum=entries.players_max
        )
    # A round robin plans no rounds here: it has as many as its players need.
    if entries.players_max and rounds >= entries.players_max:
        yield TooManyRounds(field="play.rounds", rounds=rounds, players=entries.players_max)


def _entry_period(regulations: Regulations) -> Found:
    opens, closes = regulations.entries.opens, regulations.entries.closes
    if closes is None:
        return
    if opens is not None and closes.date() < opens:
        yield EntriesCloseBeforeTheyOpen(
            field="entries.closes", opens=opens.isoformat(), closes=_said(closes)
        )
    starts = regulations.schedule.starts
    if starts and closes > starts[0]:
        yield EntriesCloseTooLate(
            field="entries.closes", closes=_said(closes), starts=_said(starts[0])
        )


def _schedule(regulations: Regulations) -> Found:
    starts, rounds = regulations.schedule.starts, regulations.play.rounds
    if starts and rounds and len(starts) != rounds:
        yield ScheduleIncomplete(field="schedule.starts", starts=len(starts), rounds=rounds)
    length = timedelta(seconds=round_length_s(regulations) or 0)
    for number, (before, start) in enumerate(pairwise(starts), start=2):
        if start < before + length or start == before:
            yield RoundsOverlap(
                field="schedule.starts",
                round=number,
                starts=_said(start),
                ends=_said(before + length),
            )


def _time_control(regulations: Regulations) -> Found:
    control = regulations.time_control
    if control is None:
        return
    part = fault_of(control)
    if part:
        yield TimeControlImpossible(field="time_control", kind=control.kind.value, part=part)
    elif FIDE in regulations.rating.federations and rate_of(control) in {None, Rate.FASTER}:
        yield TimeControlNotRated(field="time_control", kind=control.kind.value)


def _prizes(regulations: Regulations) -> Found:
    known = tuple(category.code for category in regulations.categories)
    for group in () if regulations.prizes is None else regulations.prizes.groups:
        if group.category and group.category not in known:
            yield NoSuchCategory(field="prizes", category=group.category, known=known)


CHECKS: tuple[Callable[[Regulations], Found], ...] = (
    _numbers,
    _codes,
    _categories,
    _players,
    _entry_period,
    _schedule,
    _time_control,
    _prizes,
)
"""The checks, in the order of the regulations."""


def round_length_s(regulations: Regulations) -> int | None:
    """Return the planned seconds of a round, announced or by the clocks; None if unknown."""
    if regulations.schedule.round_minutes:
        return regulations.schedule.round_minutes * 60
    control = regulations.time_control
    return None if control is None or fault_of(control) else expected_length_s(control)


def _said(moment: datetime) -> str:
    return moment.isoformat(sep=" ", timespec="minutes")
