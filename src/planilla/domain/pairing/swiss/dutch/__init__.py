"""The Dutch system of pairing: by score, then by rating, bracket by bracket from the top.

One mechanism, several editions: what sets an edition apart is the data in `edition` and
`criteria`. To add one: write its `Edition`, give it a class here, and add it to `SYSTEMS`.
"""

from planilla.domain.pairing.swiss.dutch.edition import LIBRO
from planilla.domain.pairing.swiss.dutch.engine import pair_round
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput


class SwissDutchLibro:
    """The Dutch system as the seed book reads it (seed 000, 2.9 and Appendix A)."""

    edition = "seed-000"

    def pair(self, given: PairingInput) -> Pairing | NoPairing:
        """The one pairing that the book's rules give."""
        return pair_round(given, LIBRO)
