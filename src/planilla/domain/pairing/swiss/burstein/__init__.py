"""The Burstein systems: the opponents met decide the order of strength, anew in every round.

That of FIDE pairs the first of a group with the last; that of the book pairs as the Dutch system.
"""

from functools import partial

from planilla.domain.pairing.swiss.burstein.by_strength import (
    BURSTEIN_OF_THE_BOOK,
    difference_by_strength,
    pair_by_strength,
    pair_by_strength_briefly,
)
from planilla.domain.pairing.swiss.burstein.engine import pair_briefly, pair_round
from planilla.domain.pairing.swiss.burstein.rules import BURSTEIN_OF_2026
from planilla.domain.pairing.swiss.difference import first_difference_of_boards
from planilla.domain.pairing.swiss.dutch.compare import check
from planilla.domain.pairing.swiss.faults import faults_of_round
from planilla.domain.pairing.system import System, Usual

_check = partial(faults_of_round, reading=BURSTEIN_OF_2026.reading)

BURSTEIN = System(
    name=BURSTEIN_OF_2026.name,
    edition=BURSTEIN_OF_2026.source,
    trf_code="FIDE_BURSTEIN",
    takes_acceleration=True,
    pair=pair_round,
    pair_briefly=pair_briefly,
    check=_check,
    compare=partial(first_difference_of_boards, pair=pair_briefly, check=_check, in_order=True),
    floats=BURSTEIN_OF_2026.reading.floats,
)
"""The edition of FIDE in force since 1 February 2026."""

BURSTEIN_LIBRO = System(
    name=BURSTEIN_OF_THE_BOOK.name,
    edition=BURSTEIN_OF_THE_BOOK.source,
    usual=Usual(tiebreaks=("SB", "BH", "WIN"), tiebreak_edition="libro", rating_rules="elo-libro"),
    takes_acceleration=True,
    pairs_by_standings=True,
    pair=pair_by_strength,
    pair_briefly=pair_by_strength_briefly,
    check=partial(check, edition=BURSTEIN_OF_THE_BOOK),
    compare=difference_by_strength,
    floats=BURSTEIN_OF_THE_BOOK.reading.floats,
)
"""The system of the seed book."""
