"""Evidence for a fact: files kept beside the log, which events name by their SHA-256.

The file itself may be erased; the event goes on naming it, so that whoever holds a copy can show
that it is the one the arbiter saw.
"""

import re

import msgspec

MEDIA_TYPES = ("application/pdf", "image/jpeg", "image/png", "text/plain")
"""What may be evidence: a score sheet as a photo or a scan, or a written statement."""
SIZE_MAX = 10_000_000
"""Bytes in one file."""
FILES_MAX = 5
"""Files that one act may bring."""

SHA256 = re.compile(r"[0-9a-f]{64}")


class EvidenceFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file as an event names it: `sha256` in hexadecimal, `size` in bytes."""

    sha256: str
    media_type: str
    size: int
