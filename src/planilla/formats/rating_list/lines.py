"""Lines with their numbers, from chunks of bytes."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from planilla.formats.rating_list.records import ListFault

LINE_MAX = 4096
"""Longest line in bytes; lines of actual lists have a few hundred."""
MARK = b"\xef\xbb\xbf"


class Lines(NamedTuple):
    """Consecutive lines, the number of the first, and the places of lines that were too long."""

    first: int
    lines: list[str]
    faults: list[ListFault]


def lines_of(chunks: Iterable[bytes]) -> Iterator[Lines]:
    """Yield the lines of a file in batches, without their ends (LF or CR LF).

    A line is UTF-8, or else Windows-1252. A line beyond `LINE_MAX` is dropped and reported.
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
    """Decode a line as UTF-8, or else as Windows-1252 with replacement characters."""
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")
