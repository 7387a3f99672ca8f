"""What a tournament report file tells of the regulations: the dates and the time control."""

from collections.abc import Container, Iterator

from planilla.domain.tournament.regulations.announcement import Regulations
from planilla.domain.tournament.regulations.time_controls import code_of, symbols_of
from planilla.formats.trf.document import Header

FIRST_DATE_AT = 87
"""Where the date of round 1 begins in the text of a 132 record: column 92 of its line."""
DATE_WIDTH = 10


def announced_headers(regulations: Regulations | None, known: Container[str]) -> Iterator[Header]:
    """Start (042), end (052), time control in signs (122) and as a code (222), dates (132).

    What cannot be said is left out, as are codes in `known`, which the file has already.
    """
    if regulations is None:
        return
    for code, text in (*_dates(regulations), *_clocks(regulations)):
        if code not in known:
            yield Header(code=code, text=text)


def _dates(regulations: Regulations) -> Iterator[tuple[str, str]]:
    starts = regulations.schedule.starts
    if not starts:
        return
    yield "042", f"{starts[0]:%Y/%m/%d}"
    yield "052", f"{starts[-1]:%Y/%m/%d}"
    days = "".join(f"{start:%y/%m/%d}".ljust(DATE_WIDTH) for start in starts)
    yield "132", " " * FIRST_DATE_AT + days.rstrip()


def _clocks(regulations: Regulations) -> Iterator[tuple[str, str]]:
    control = regulations.time_control
    if control is None:
        return
    yield "122", symbols_of(control)
    code = code_of(control)
    if code is not None:
        yield "222", code
