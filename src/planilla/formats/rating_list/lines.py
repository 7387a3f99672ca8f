"""Bytes as they come, parted into lines with their numbers."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from planilla.formats.rating_list.records import ListFault

LINE_MAX = 4096
"""Bytes: the longest lists have lines of some hundred."""
MARK = b"\xef\xbb\xbf"


class Lines(NamedTuple):
    """Whole lines, the number of the first, and those between them that were too long to keep."""

    first: int
    lines: list[str]
    faults: list[ListFault]


def lines_of(chunks: Iterable[bytes]) -> Iterator[Lines]:
    """The lines of a file, without their ends (LF or CR LF), as many at a time as come together.

    A line is UTF-8, or else Windows-1252. One that never ends is not kept: it is a fault.
    """
    rest, number, is_skipping = b"", 1, False
    for chunk in chunks:
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()
        faults = []
        if is_skipping and lines:
            lines[0], is_skipping = b"", False
        if len(rest) > LINE_MAX:
            if not is_skipping:
                faults.append(_too_long(number + len(lines)))
            rest, is_skipping = b"", True
        yield Lines(number, _decoded(lines), faults)
        number += len(lines)
    if rest and not is_skipping:
        yield Lines(number, _decoded([rest]), [])


def _too_long(line: int) -> ListFault:
    return ListFault(line, LINE_MAX + 1, "line-too-long", {"most": LINE_MAX})


def _decoded(lines: list[bytes]) -> list[str]:
    if not lines:
        return []
    joined = b"\n".join([*lines, b""]).replace(b"\r\n", b"\n")
    try:
        return joined.decode("utf-8").split("\n")[:-1]
    except UnicodeDecodeError:
        return [text_of(line) for line in joined.split(b"\n")[:-1]]


def text_of(line: bytes) -> str:
    """A line as text; what is neither UTF-8 nor Windows-1252 becomes a mark of replacement."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")
