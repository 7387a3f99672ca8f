"""Days, lengths and time controls as the regulations tell them."""

from datetime import date, datetime

from planilla.domain.tournament.regulations.time_controls import (
    Period,
    TimeControl,
    symbols_of,
)
from planilla.words.catalogue import tr
from planilla.words.figures import DATE, MONTHS


def day(language: str, when: date) -> str:
    """A day with its weekday: `sábado 4 de julio de 2026`, `Saturday 4 July 2026`."""
    weekday = tr(language, f"regulations.weekday.{when.weekday()}")
    month = MONTHS[language][when.month - 1]
    return f"{weekday} {DATE[language].format(day=when.day, month=month, year=when.year)}"


def day_and_time(language: str, when: datetime) -> str:
    """A moment as it is local to the venue: `sábado 4 de julio de 2026, 16:30`."""
    return f"{day(language, when)}, {when:%H:%M}"


def length(seconds: int) -> str:
    """So much time in signs that both languages share: `4 h`, `2 h 30 min`, `90 s`."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "h"), (minutes, "min"), (rest, "s"))
    return " ".join(f"{number} {sign}" for number, sign in parts if number) or "0 s"


def time_control(language: str, control: TimeControl) -> str:
    """What a time control means, in a sentence; with what Black has where that differs."""
    said = tr(
        language,
        f"regulations.control.{control.kind.value}",
        periods=_periods(language, control),
        first=_amount(control.periods[0].seconds),
        each=_amount(control.each_s),
        repeats=control.repeats,
    )
    if control.black is None:
        return said
    black = tr(language, "regulations.control.black", signs=symbols_of(control.black))
    return f"{said} {black}"


def _periods(language: str, control: TimeControl) -> str:
    return tr(language, "regulations.control.then").join(
        _period(language, period, last=period is control.periods[-1]) for period in control.periods
    )


def _period(language: str, period: Period, *, last: bool) -> str:
    without_moves = "rest" if last else "first"
    form = "moves" if period.moves else without_moves
    return tr(
        language,
        f"regulations.control.period.{form}",
        time=_amount(period.seconds),
        moves=period.moves,
    )


def _amount(seconds: int) -> str:
    """Minutes as players say them: `90 min`, not an hour and a half."""
    minutes, rest = divmod(seconds, 60)
    parts = ((minutes, "min"), (rest, "s"))
    return " ".join(f"{number} {sign}" for number, sign in parts if number) or "0 s"
