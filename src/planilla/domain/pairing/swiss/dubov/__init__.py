"""The Dubov systems: the players of a score who have met weak opponents now meet strong ones.

In each bracket those who seek White meet those who seek Black. The former are ordered by the
average rating of their opponents, the lowest first, the latter by their own, the highest first.
"""

from functools import partial

from planilla.domain.pairing.byes import as_much_as_a_win
from planilla.domain.pairing.colours import (
    both_preferences,
    higher_ranked,
    latest_difference,
    neither_has_played,
    stronger_preference,
)
from planilla.domain.pairing.floats import only_upfloats
from planilla.domain.pairing.swiss.boards import ColourRules
from planilla.domain.pairing.swiss.dubov.engine import check, pair_round
from planilla.domain.pairing.swiss.dubov.seekers import DubovRules, average_ratings, by_number
from planilla.domain.pairing.swiss.dubov.subgroups import middle_outward
from planilla.domain.pairing.swiss.dubov.upfloaters import limits_of_2026
from planilla.domain.pairing.swiss.players import HistoryReading, by_participation
from planilla.domain.pairing.system import System

COLOUR_RULES: ColourRules = (
    ("5.2.1", neither_has_played),
    ("5.2.2", both_preferences),
    ("5.2.3", stronger_preference),
    ("5.2.4", latest_difference),
    ("5.2.5", higher_ranked),
)
"""FIDE C.04.4.1 (2026), 5.2."""

OF_2026 = DubovRules(
    name="swiss-dubov-2026",
    source="fide-c040401-2026",
    reading=HistoryReading(
        floats=only_upfloats, bye_bar=as_much_as_a_win, numbers=by_participation
    ),
    colour_rules=COLOUR_RULES,
    marks=average_ratings,
    limits=limits_of_2026,
    shifted=middle_outward,
    blacks=by_number,
)
"""FIDE C.04.4.1 in force since 1 February 2026."""


def system_of_rules(rules: DubovRules, trf_code: str = "") -> System:
    """Return the system of these rules, with the usual settings of a Swiss."""
    return System(
        name=rules.name,
        edition=rules.source,
        trf_code=trf_code,
        pair=partial(pair_round, rules=rules),
        check=partial(check, rules=rules),
        floats=rules.reading.floats,
    )


DUBOV: dict[str, System] = {
    system.name: system for system in (system_of_rules(OF_2026, "FIDE_DUBOV"),)
}
"""The systems by their names, the newest first."""
