"""Any rating list: what its first bytes look like decides which reader is asked."""

from collections.abc import Iterable, Iterator
from itertools import chain

from planilla.formats.rating_list.cells import FOUND_MAX
from planilla.formats.rating_list.columns import fields_of, fixed_columns, month_in
from planilla.formats.rating_list.delimited import DELIMITERS, Delimited, cells_of
from planilla.formats.rating_list.fixed_width import FixedWidth
from planilla.formats.rating_list.lines import LINE_MAX, MARK, Lines, lines_of
from planilla.formats.rating_list.records import STANDARD, ListReading, NotAList
from planilla.formats.rating_list.xml_list import XmlList

FIXED, CSV, XML = "fixed-width", "csv", "xml"


def read_list(chunks: Iterable[bytes], rate: str = STANDARD) -> ListReading:
    """The players of a list as they come, in batches, and its broken lines.

    `rate` is the rate of play of a list that has one rating.

    Raises:
        NotAList: no head that is known, no text at all, or XML that could do harm; from the batches
            too.
    """
    pieces = iter(chunks)
    first = next((chunk for chunk in pieces if chunk.strip()), b"").removeprefix(MARK)
    if not first:
        raise NotAList("empty")
    everything = chain([first], pieces)
    if first.lstrip().startswith(b"<"):
        return ListReading(XML, "", XmlList(rate).batches(everything))
    return _with_head(lines_of(everything), rate)


def _with_head(lines: Iterator[Lines], rate: str) -> ListReading:
    """A list in lines, the first of which names the columns."""
    for piece in lines:
        for at, line in enumerate(piece.lines):
            if line.strip():
                head = line[:LINE_MAX]
                rest = piece._replace(first=piece.first + at + 1, lines=piece.lines[at + 1 :])
                return _by_head(head, chain([rest], lines), rate)
    raise NotAList("no-columns", found="")


def _by_head(head: str, lines: Iterable[Lines], rate: str) -> ListReading:
    for delimiter in DELIMITERS:
        fields = fields_of(cells_of(head, delimiter), rate)
        if {"id", "name"} <= set(fields):
            return ListReading(CSV, month_in(head), Delimited(fields, delimiter).batches(lines))
    columns = fixed_columns(head, rate)
    if not columns:
        raise NotAList("no-columns", found=" ".join(head.split())[:FOUND_MAX])
    return ListReading(FIXED, month_in(head), FixedWidth(columns, head).batches(lines))
