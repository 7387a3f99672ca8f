"""Normalisation of typed texts: names, reasons and notes without invisible characters.

The same rule applies to all of them (docs/reference/commands.md). A text with a control character
or a sign that changes the direction of writing is refused. In single-line texts line breaks and
tabs become one space; zero-width marks are left out.
"""

import re
import unicodedata

_DIRECTION = "\u202a-\u202e\u2066-\u2069"
_BREAKS = "\t\n\v\f\r\u0085\u2028\u2029"
_WITHOUT_WIDTH = re.compile("[\u00ad\u180e\u200b\u2060\ufeff]+")
_UNFIT = re.compile(f"(?![{_BREAKS}])[\\x00-\\x1f\\x7f-\\x9f{_DIRECTION}]")
_SPACES = re.compile(rf"[ {_BREAKS}]+")


def unfit_character(text: str) -> str:
    """Return the first forbidden character of a text, as `U+202E`; "" without one."""
    found = _UNFIT.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def cleaned(text: str, *, lines: bool = False) -> str:
    """Return the text without zero-width marks; in one line unless `lines` is true.

    A text without visible characters becomes empty.
    """
    if text.isascii() and text.isprintable():
        return text
    kept = _WITHOUT_WIDTH.sub("", text)
    if all(unicodedata.category(each)[0] in "CZ" for each in kept):
        return ""
    return kept if lines else _SPACES.sub(_space_of, kept)


def _space_of(found: re.Match[str]) -> str:
    """Return one space for a line break; plain spaces stay unchanged."""
    return found[0] if found[0].strip(" ") == "" else " "
