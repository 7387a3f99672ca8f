"""Writes a document: every line as it stands, in its encoding and with its endings.

What was read comes out byte for byte, also the lines that nobody understood and those that are not
in canonical form; only lines that were made or changed here are in canonical form (`rendering`).
"""

from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.lines import encode


def write_trf(document: TrfDocument) -> bytes:
    """The bytes of the file."""
    text = "".join(line.text + line.ending for line in document.lines)
    return encode(text, document.encoding, mark=document.mark)
