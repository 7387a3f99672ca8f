"""The Keizer system: 1 with 2, 3 with 4 … from the top of a list of values.

Totals are exact and follow from the games, the rules and the current values alone.
Source: seed 000, 2.10; options of clubs: `docs/rules/keizer.md`.
"""

from planilla.domain.crosstable import Game
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.keizer.engine import NAME, faults_of_pairing, pair_round
from planilla.domain.pairing.system import TIEBREAKS_OF_A_ROUND_ROBIN, RankingMethod, System, Usual
from planilla.domain.scoring import PointSystem
from planilla.domain.vocabulary import ByeKind

ROUNDS_MAX = 100
ROUNDS_DEFAULT = 40


def no_float(_game: Game, _difference: int, _system: PointSystem) -> Float:
    """Return no float: there are no score groups."""
    return Float.NONE


KEIZER = System(
    name=NAME,
    edition="libro",
    usual=Usual(
        tiebreaks=TIEBREAKS_OF_A_ROUND_ROBIN, tiebreak_edition="libro", rating_rules="elo-libro"
    ),
    rounds_default=ROUNDS_DEFAULT,
    rounds_max=ROUNDS_MAX,
    byes_on_request=frozenset({ByeKind.ZERO_POINT}),
    may_end_early=True,
    keeps_values=True,
    ranking=RankingMethod.VALUES,
    pair=pair_round,
    check=faults_of_pairing,
    floats=no_float,
)
"""The system of the book; what clubs do otherwise is in the rules of each tournament."""
