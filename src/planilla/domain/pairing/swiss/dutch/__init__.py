"""The Dutch system of pairing: by score, then by rating, bracket by bracket from the top.

One mechanism, several editions: what sets an edition apart is the data in `edition` and
`criteria`. To add one: write its `Edition`, give it a class here, and add it to `SYSTEMS`.
"""

from planilla.domain.pairing.floats import FloatRule
from planilla.domain.pairing.swiss.dutch.edition import LIBRO, OF_2012, OF_2017, OF_2026, Edition
from planilla.domain.pairing.swiss.dutch.engine import pair_briefly, pair_round
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput


class SwissDutch:
    """The Dutch system in one of its editions."""

    def __init__(self, rules: Edition) -> None:
        self.rules = rules

    @property
    def edition(self) -> str:
        """The text that is followed."""
        return self.rules.source

    @property
    def floats(self) -> FloatRule:
        """What is a float in this edition."""
        return self.rules.reading.floats

    def pair(self, given: PairingInput) -> Pairing | NoPairing:
        """The one pairing that the rules of the edition give."""
        return pair_round(given, self.rules)

    def pair_briefly(self, given: PairingInput) -> Pairing | NoPairing:
        """The same pairing; its explanation does not tell who would have come first: half the time.

        For those who pair many rounds and look at the boards.
        """
        return pair_briefly(given, self.rules)


DUTCH: dict[str, SwissDutch] = {
    rules.name: SwissDutch(rules) for rules in (OF_2026, OF_2017, OF_2012, LIBRO)
}
"""The editions by their names."""
