"""The Keizer system: 1 with 2, 3 with 4 … from the top of a ladder of values.

Values, totals and their rules are those of `pairing.ladder`; here is who meets whom.
Source: seed 000, 2.10; options of clubs: `docs/rules/keizer.md`.
"""

from planilla.domain.crosstable import Game
from planilla.domain.pairing.floats import Float, FloatRule
from planilla.domain.pairing.keizer.engine import pair_round
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput
from planilla.domain.scoring import PointSystem

NAME = "keizer"


class Keizer:
    """The system of the book; what clubs do otherwise is in the rules of each ladder."""

    edition = "libro"

    @property
    def floats(self) -> FloatRule:
        """There are no score groups, so nobody floats."""
        return no_float

    def pair(self, given: PairingInput) -> Pairing | NoPairing:
        """The round that the list in force gives; without one, that which the games lead to."""
        return pair_round(given, NAME)


def no_float(_game: Game, _difference: int, _system: PointSystem) -> Float:
    """Nobody floats."""
    return Float.NONE


KEIZER: dict[str, Keizer] = {NAME: Keizer()}
"""The system by its name."""
