"""Rules of a tournament in a comment of a file that no FIDE record can hold.

The line is `### planilla-shape` and the settings as JSON, without those of usual value: the rules
of a maxi-tournament, and how many best rounds count. Each counts in a system that has it.
"""

import msgspec

from planilla.domain.pairing.system import System
from planilla.formats.trf.document import TrfDocument, TrfLine

SHAPE_PREFIX = "### planilla-shape "


class ReportedShape(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The settings in a comment: `maxi`, and the `best_rounds` that count (0: all)."""

    maxi: bool = False
    best_rounds: int = 0


def shape_in(document: TrfDocument, system: System) -> ReportedShape:
    """Return the settings in a file that its system has; the usual ones where they are not valid.

    No more best rounds count than are planned, where that is known.
    """
    line = next(filter(is_shape_comment, document.lines), None)
    if line is None:
        return ReportedShape()
    try:
        shape = msgspec.json.decode(line.text[len(SHAPE_PREFIX) :], type=ReportedShape)
    except (msgspec.DecodeError, RecursionError):
        return ReportedShape()
    planned = document.rounds_planned or len(document.rounds)
    counts = system.counts_best_rounds and 0 <= shape.best_rounds <= planned
    return ReportedShape(
        maxi=shape.maxi and system.has_maxi_rules, best_rounds=shape.best_rounds if counts else 0
    )


def shape_lines(shape: ReportedShape) -> tuple[TrfLine, ...]:
    """Return the comment line with these settings; nothing for the usual ones."""
    if shape == ReportedShape():
        return ()
    return (TrfLine(text=SHAPE_PREFIX + msgspec.json.encode(shape).decode()),)


def is_shape_comment(line: TrfLine) -> bool:
    """Return whether a line is the comment with these settings."""
    return line.text.startswith(SHAPE_PREFIX)
