"""Conversion of bytes to lines and back: encoding, byte order mark, line ends (LF, CRLF, CR).

Lines that were read are written byte for byte, including unknown lines and those not in canonical
form. Only lines made or changed by Planilla are in canonical form (`rendering`).
"""

import re
from collections.abc import Iterator

from planilla.formats.trf.dialects import in_dialect
from planilla.formats.trf.document import TrfDocument

ENDINGS = re.compile("\r\n|\n|\r")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def decode(data: bytes) -> tuple[str, str, bool]:
    """Return the text, its encoding, and whether it begins with a byte order mark.

    The encoding is UTF-8 if that is possible, otherwise Latin-1, which accepts any byte.
    """
    mark = data.startswith(BYTE_ORDER_MARK)
    body = data[len(BYTE_ORDER_MARK) :] if mark else data
    try:
        return body.decode("utf-8"), "utf-8", mark
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1", False


def split(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line with its line end; a last line without one is not empty."""
    start = 0
    for found in ENDINGS.finditer(text):
        yield text[start : found.start()], found[0]
        start = found.end()
    if start < len(text):
        yield text[start:], ""


def encode(text: str, encoding: str, *, mark: bool) -> bytes:
    """Encode a text; in UTF-8 if the encoding lacks one of its characters."""
    try:
        body = text.encode(encoding)
    except UnicodeEncodeError:
        body = text.encode("utf-8", "replace")
    return BYTE_ORDER_MARK + body if mark else body


def write_trf(document: TrfDocument, dialect: str | None = None) -> bytes:
    """Return the bytes of the file, unchanged or in a dialect of `dialects.DIALECTS`.

    Raises:
        KeyError: there is no such dialect.
    """
    spoken = document if dialect is None else in_dialect(document, dialect)
    text = "".join(line.text + line.ending for line in spoken.lines)
    return encode(text, spoken.encoding, mark=spoken.mark)
