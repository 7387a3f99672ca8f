"""What the fields of published documents may hold, and how deep their JSON may nest.

Whatever one reader of JSON takes and another refuses is refused here, so that everybody who checks
a document comes to the same verdict. Our decoder itself refuses the escape of half a character.

Source: docs/reference/archive.md, The canonical form.
"""

import re
from typing import Annotated

from msgspec import Meta

Number = Annotated[int, Meta(ge=-(2**53) + 1, le=2**53 - 1)]
"""What every reader of JSON takes for a whole number."""

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes in hex: of a hash, or of a public key."""

Signature = Annotated[str, Meta(pattern=r"^[0-9a-f]{128}\Z")]
"""64 bytes in hex."""

Node = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=\Z")]
"""32 bytes in base64, in the one way that leaves no bit over (RFC 4648, 3.5 and 4)."""

NESTING_MAX = 200
"""Arrays and objects within one another: every reader of JSON takes so many, some take no more."""


def is_too_deep(text: bytes) -> bool:
    """Whether arrays and objects in a JSON text are nested deeper than `NESTING_MAX`."""
    if text.count(b"[") + text.count(b"{") <= NESTING_MAX:
        return False
    depth, is_quoted = 0, False
    for token in _NESTS.finditer(text):
        if token[0] == b'"':
            is_quoted = not is_quoted
        elif not is_quoted:
            depth += _STEP.get(token[0], 0)
        if depth > NESTING_MAX:
            return True
    return False


_NESTS = re.compile(rb'\\.|["\[\]{}]', re.DOTALL)
_STEP = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
