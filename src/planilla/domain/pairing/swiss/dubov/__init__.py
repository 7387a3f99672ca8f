"""The Dubov systems: the players of a score who have met weak opponents now meet strong ones.

In each bracket those who seek White meet those who seek Black. The former are ordered by the
average rating of their opponents, the lowest first, the latter by their own, the highest first.
"""

from functools import partial

import msgspec

from planilla.domain.pairing.byes import as_much_as_a_win, point_without_playing
from planilla.domain.pairing.colours import (
    BOOK_COLOUR_RULES,
    both_preferences,
    higher_ranked,
    latest_difference,
    neither_has_played,
    stronger_preference,
)
from planilla.domain.pairing.floats import only_upfloats
from planilla.domain.pairing.swiss.boards import ColourRules
from planilla.domain.pairing.swiss.difference import first_difference_of_boards
from planilla.domain.pairing.swiss.dubov.engine import check, pair_round
from planilla.domain.pairing.swiss.dubov.seekers import (
    DubovCodes,
    DubovRules,
    average_ratings,
    buchholz_sums,
    by_falling_mark,
    by_games,
    by_mark,
    by_number,
    by_rank_alone,
    by_rating,
    by_score_and_falling_mark,
    by_score_and_mark,
)
from planilla.domain.pairing.swiss.dubov.subgroups import (
    highest_mark_first,
    lowest_mark_first,
    middle_outward,
)
from planilla.domain.pairing.swiss.dubov.upfloaters import loss_of_2026, loss_of_the_book
from planilla.domain.pairing.swiss.players import (
    HistoryReading,
    by_pairing_number,
    by_participation,
)
from planilla.domain.pairing.system import TIEBREAKS_OF_A_SWISS, System, Usual

BOOK_RULES: ColourRules = (("E5", neither_has_played), *BOOK_COLOUR_RULES[:-1])
"""Seed 000, 2.9: who has no game seeks Black here, so that the lot comes first."""

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
    codes=DubovCodes(
        criteria=("C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8", "C9", "C10"),
        absolute=("C1", "C3"),
        bye=("C2",),
        upfloaters="C5",
        colours="C7",
        of_floats=("C8", "", "C10"),
        not_in_the_last=("C8", "C9", "C10"),
    ),
    marks=average_ratings,
    loss=loss_of_2026,
    rank=by_number,
    whites=by_mark,
    blacks=by_number,
    bye=by_games,
    white_shifters=middle_outward,
    black_shifters=middle_outward,
)
"""FIDE C.04.4.1 in force since 1 February 2026."""

LIBRO = msgspec.structs.replace(
    OF_2026,
    name="swiss-dubov-libro",
    source="seed-000",
    reading=HistoryReading(
        floats=only_upfloats, bye_bar=point_without_playing, numbers=by_pairing_number
    ),
    colour_rules=BOOK_RULES,
    codes=DubovCodes(
        criteria=("B1", "B2", "B3", "B4", "B5-up", "B6-up"),
        absolute=("B1", "B2"),
        bye=("B1",),
        upfloaters="",
        colours="B4",
        of_floats=("B5-up", "B6-up", ""),
    ),
    loss=loss_of_the_book,
    rank=by_rating,
    blacks=by_rating,
    bye=by_rank_alone,
    white_shifters=lowest_mark_first,
    black_shifters=highest_mark_first,
)
"""The reading of the seed book (seed 000, 2.9.1), by the rules of its time where it is silent."""

VEGA = msgspec.structs.replace(
    LIBRO,
    name="swiss-vega",
    marks=buchholz_sums,
    rank=by_falling_mark,
    whites=by_score_and_mark,
    blacks=by_score_and_falling_mark,
)
"""The same by Buchholz instead of ratings (seed 000, 2.9.1)."""


OF_THE_BOOK = Usual(
    tiebreaks=TIEBREAKS_OF_A_SWISS, tiebreak_edition="libro", rating_rules="elo-libro"
)
"""The usual settings by the rules of the book's time."""


def system_of_rules(rules: DubovRules, usual: Usual, trf_code: str = "") -> System:
    """Return the system of these rules, with the usual settings of its time."""
    own, faults = partial(pair_round, rules=rules), partial(check, rules=rules)
    return System(
        name=rules.name,
        edition=rules.source,
        usual=usual,
        trf_code=trf_code,
        takes_acceleration=True,
        pair=own,
        check=faults,
        compare=partial(first_difference_of_boards, pair=own, check=faults),
        floats=rules.reading.floats,
    )


DUBOV: dict[str, System] = {
    system.name: system
    for system in (
        system_of_rules(OF_2026, Usual(tiebreaks=TIEBREAKS_OF_A_SWISS), "FIDE_DUBOV"),
        system_of_rules(LIBRO, OF_THE_BOOK),
        system_of_rules(VEGA, OF_THE_BOOK),
    )
}
"""The systems by their names, the newest first."""
