"""Detection of the type of an evidence file by its content, never by its name or its sender."""

import re

_JPEG = b"\xff\xd8\xff"
_PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
_PDF = re.compile(rb"%PDF-[12]\.[0-9]")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")
"""Control characters that rule out plain text; tabs, line ends and form feeds are allowed."""


def media_type_of(body: bytes) -> str | None:
    """Return the media type of a PDF, JPEG or PNG file or of UTF-8 text; None for all else."""
    if body.startswith(_JPEG):
        return "image/jpeg"
    if body.startswith(_PNG):
        return "image/png"
    if _PDF.match(body):
        return "application/pdf"
    return "text/plain" if _is_text(body) else None


def _is_text(body: bytes) -> bool:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        return False
    return bool(text.strip()) and _CONTROL.search(text) is None
