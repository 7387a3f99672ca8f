"""Time controls in a sentence, as the regulations show them."""

from planilla.domain.tournament.time_controls import Period, TimeControl, symbols_of
from planilla.presentation.catalogue import tr
from planilla.presentation.dates import minutes_and_seconds


def time_control(language: str, control: TimeControl) -> str:
    """Return a time control in a sentence; with the time of Black where that differs."""
    said = tr(
        language,
        f"regulations.control.{control.kind.value}",
        periods=_periods(language, control),
        first=minutes_and_seconds(control.periods[0].seconds),
        each=minutes_and_seconds(control.each_s),
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
        time=minutes_and_seconds(period.seconds),
        moves=period.moves,
    )
