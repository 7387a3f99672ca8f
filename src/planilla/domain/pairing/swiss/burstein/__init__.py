"""The Burstein system: the opponents met decide the order, and the first meets the last.

Source: FIDE C.04.4.2 (2026).
"""

from functools import partial

from planilla.domain.pairing.swiss.burstein.engine import pair_briefly, pair_round
from planilla.domain.pairing.swiss.burstein.rules import BURSTEIN_OF_2026
from planilla.domain.pairing.swiss.faults import faults_of_round
from planilla.domain.pairing.system import System

BURSTEIN = System(
    name=BURSTEIN_OF_2026.name,
    edition=BURSTEIN_OF_2026.source,
    trf_code="FIDE_BURSTEIN",
    pair=pair_round,
    pair_briefly=pair_briefly,
    check=partial(faults_of_round, reading=BURSTEIN_OF_2026.reading),
    floats=BURSTEIN_OF_2026.reading.floats,
)
"""The edition in force since 1 February 2026."""
