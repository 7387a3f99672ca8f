"""Texts that people type: names, reasons and notes without signs that nobody sees.

One rule for all of them, told in docs/reference/commands.md. Control characters and signs that turn
the direction of writing are never meant, and a text with one is refused. Line breaks and tabs
become one space where a single line is meant, and marks without width are left out.
"""

import re
import unicodedata

_DIRECTION = "\u202a-\u202e\u2066-\u2069"
_BREAKS = "\t\n\v\f\r\u0085\u2028\u2029"
_WITHOUT_WIDTH = re.compile("[\u00ad\u180e\u200b\u2060\ufeff]+")
_UNFIT = re.compile(f"(?![{_BREAKS}])[\\x00-\\x1f\\x7f-\\x9f{_DIRECTION}]")
_SPACES = re.compile(rf"[ {_BREAKS}]+")


def unfit_character(text: str) -> str:
    """The first character that no text may hold, as `U+202E`; empty where there is none."""
    found = _UNFIT.search(text)
    return f"U+{ord(found[0]):04X}" if found else ""


def cleaned(text: str, *, lines: bool = False) -> str:
    """The text without marks that have no width, in one line unless several `lines` are meant.

    A text of which nothing can be seen is empty.
    """
    if text.isascii() and text.isprintable():
        return text
    kept = _WITHOUT_WIDTH.sub("", text)
    if all(unicodedata.category(each)[0] in "CZ" for each in kept):
        return ""
    return kept if lines else _SPACES.sub(_space_of, kept)


def _space_of(found: re.Match[str]) -> str:
    """One space where a line breaks; spaces alone stay as they are."""
    return found[0] if found[0].strip(" ") == "" else " "
