"""An edition of the Dutch system: its criteria, colour rules and options, on one mechanism."""

import msgspec

from planilla.domain.pairing.colours import BOOK_COLOUR_RULES, ColourRule
from planilla.domain.pairing.swiss.dutch.criteria import BOOK_CRITERIA, Criterion


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """What sets one edition apart from another.

    `half_from_above_is_homogeneous`: a bracket of which at least half moved down is paired as a
    homogeneous one (A.3). `asks_the_bracket_above`: C12, another floater of the same score may be
    asked for. Both are readings that no seed contradicts.
    """

    name: str
    criteria: tuple[Criterion, ...]
    colour_rules: tuple[tuple[str, ColourRule], ...]
    half_from_above_is_homogeneous: bool = True
    asks_the_bracket_above: bool = True


LIBRO = Edition(
    name="swiss-dutch-libro",
    criteria=BOOK_CRITERIA,
    colour_rules=BOOK_COLOUR_RULES,
)
"""The reading of seed 000: no A7.d, no A7.e, and colour rule E3 of the book."""
