"""Figures of a file: whole numbers, and points with a decimal point."""

import re

from planilla.formats.trf.document import Hundredths

POINTS = re.compile(r"(-?)(\d{0,4})(?:[.,](\d{1,2}))?")


def number_of(text: str) -> int | None:
    """Parse a whole number between blanks, in ASCII digits only; None for anything else."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def points_of(text: str) -> Hundredths | None:
    """Parse points between blanks, such as `11.5`, `.5`, `-1` or `1,5`; None for anything else."""
    digits = text.strip()
    found = POINTS.fullmatch(digits) if digits.isascii() else None
    if found is None or not (found[2] or found[3]):
        return None
    hundredths = int(found[2] or 0) * 100 + int((found[3] or "0").ljust(2, "0"))
    return -hundredths if found[1] else hundredths


def written(points: Hundredths) -> str:
    """Format points with at least one decimal: 150 is `1.5`, 25 is `0.25`."""
    sign = "-" if points < 0 else ""
    whole, rest = divmod(abs(points), 100)
    return f"{sign}{whole}.{rest // 10}" if rest % 10 == 0 else f"{sign}{whole}.{rest:02d}"


def fits(points: Hundredths, width: int = 4) -> bool:
    """Return whether points can be written in `width` columns."""
    return len(written(points)) <= width
