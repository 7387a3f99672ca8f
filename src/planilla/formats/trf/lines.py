"""Bytes to lines, and a document back to bytes: encoding, byte order mark, LF, CRLF or a lone CR.

What was read is written byte for byte, also lines that were not understood or are not in canonical
form; only lines that were made or changed here are in canonical form (`rendering`).
"""

import re
from collections.abc import Iterator

from planilla.formats.trf.dialects import in_dialect
from planilla.formats.trf.document import TrfDocument

ENDINGS = re.compile("\r\n|\n|\r")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def decode(data: bytes) -> tuple[str, str, bool]:
    """The text, its encoding, and whether a byte order mark came first.

    UTF-8 where it can be; otherwise Latin-1, in which every byte is a letter.
    """
    mark = data.startswith(BYTE_ORDER_MARK)
    body = data[len(BYTE_ORDER_MARK) :] if mark else data
    try:
        return body.decode("utf-8"), "utf-8", mark
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1", False


def split(text: str) -> Iterator[tuple[str, str]]:
    """Each line with its ending; the last one may have none, and then is not empty."""
    start = 0
    for found in ENDINGS.finditer(text):
        yield text[start : found.start()], found[0]
        start = found.end()
    if start < len(text):
        yield text[start:], ""


def encode(text: str, encoding: str, *, mark: bool) -> bytes:
    """The bytes of a text; UTF-8 where the encoding lacks a letter."""
    try:
        body = text.encode(encoding)
    except UnicodeEncodeError:
        body = text.encode("utf-8", "replace")
    return BYTE_ORDER_MARK + body if mark else body


def write_trf(document: TrfDocument, dialect: str | None = None) -> bytes:
    """The bytes of the file, as it stands or in a dialect of `dialects.DIALECTS`.

    Raises:
        KeyError: there is no such dialect.
    """
    spoken = document if dialect is None else in_dialect(document, dialect)
    text = "".join(line.text + line.ending for line in spoken.lines)
    return encode(text, spoken.encoding, mark=spoken.mark)
