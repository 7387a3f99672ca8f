"""Writes a document: every line as it stands, in its encoding and with its endings.

What was read comes out byte for byte, also the lines that nobody understood and those that are not
in canonical form; only lines that were made or changed here are in canonical form (`rendering`).
"""

from planilla.formats.trf.dialects import in_dialect
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.lines import encode


def write_trf(document: TrfDocument, dialect: str | None = None) -> bytes:
    """The bytes of the file, as it stands or in a dialect of `dialects.DIALECTS`.

    Raises:
        KeyError: there is no such dialect.
    """
    spoken = document if dialect is None else in_dialect(document, dialect)
    text = "".join(line.text + line.ending for line in spoken.lines)
    return encode(text, spoken.encoding, mark=spoken.mark)
