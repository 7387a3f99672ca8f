"""The regulations in a tournament report file: place, dates, arbiters, time control."""

from collections.abc import Container, Iterator, Mapping

from planilla.domain.tournament.announcement import ProseTopic, Regulations
from planilla.domain.tournament.time_controls import code_of, symbols_of
from planilla.formats.trf.document import HeaderRecord

FIRST_DATE_AT = 87
"""The offset of the date of round 1 in the text of a 132 record: column 92 of its line."""
DATE_WIDTH = 10


def announced_headers(
    regulations: Regulations | None, prose: Mapping[str, str], known: Container[str]
) -> Iterator[HeaderRecord]:
    """City (022), federation (032), start (042), end (052), arbiters (102, 112), time control in
    signs (122) and as a code (222), dates (132).

    `prose` are the free texts by topic, which hold the names of arbiters. What cannot be said is
    left out, as are codes in `known`, which the file has already.
    """
    if regulations is None:
        return
    said = (*_places(regulations), *_dates(regulations), *_arbiters(prose), *_clocks(regulations))
    for code, text in said:
        if code not in known:
            yield HeaderRecord(code=code, text=text)


def _places(regulations: Regulations) -> Iterator[tuple[str, str]]:
    for code, text in (("022", regulations.venue.city), ("032", regulations.venue.federation)):
        if text:
            yield code, text


def _arbiters(prose: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """One line an arbiter, as it was typed: name and FIDE ID."""
    for code, topic in (("102", ProseTopic.CHIEF_ARBITER), ("112", ProseTopic.DEPUTY_ARBITERS)):
        for line in prose.get(topic.value, "").splitlines():
            if line.strip():
                yield code, " ".join(line.split())


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
