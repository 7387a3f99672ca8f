"""An edition of the Dutch system: everything that sets it apart, as data on one mechanism."""

from collections.abc import Callable
from enum import Enum

import msgspec

from planilla.domain.pairing.byes import as_much_as_a_win, bye_or_forfeit_win, point_without_playing
from planilla.domain.pairing.colours import BOOK_COLOUR_RULES, FIDE_COLOUR_RULES, ColourRule
from planilla.domain.pairing.floats import book_float, float_of_2012, float_of_2017, float_of_2026
from planilla.domain.pairing.swiss.dutch.candidates import (
    SetOrder,
    highest_scores_first,
    lexicographic_sets,
)
from planilla.domain.pairing.swiss.dutch.criteria import (
    BOOK_CRITERIA,
    CRITERIA_OF_2017,
    CRITERIA_OF_2026,
    EVEN_ROUNDS_OF_2012,
    FAR_APART,
    ODD_ROUNDS_OF_2012,
    SAME_ORIGIN,
    PairingCriterion,
)
from planilla.domain.pairing.swiss.players import (
    HistoryReading,
    by_pairing_number,
    by_participation,
)


class Descent(Enum):
    """Dependence between the brackets, from the top of the table to the last one."""

    REPAIR = "repair"
    """Each bracket for itself; what fails below changes the one above (2012, C12 to C14)."""
    OUTLOOK = "outlook"
    """One bracket ahead; when the rest cannot be completed, the last ones collapse (2017, A.9)."""
    COMPLETION = "completion"
    """No bracket leaves a rest that cannot be completed (2026, C4, C5 and C8)."""


class Articles(msgspec.Struct, frozen=True, kw_only=True):
    """Article numbers of an edition for its rules beside the relative criteria.

    `pairs` as many pairs as possible, `floaters` as few points float as possible, `outlook` the
    next bracket, `completion` the rest of the round, `bye_score` the score of who has the bye;
    `sets`, `exchange` and `transposition` the order of generation.
    """

    rematch: str
    bye: str
    colours: str
    pairs: str
    floaters: str
    outlook: str
    completion: str
    bye_score: str
    sets: str
    exchange: str
    transposition: str


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """Differences of an edition from the others.

    `relative` gives the relative criteria in their order, for a round of the given number.
    `one_top_scorer_is_enough`: in the last round two players of the same absolute preference may
    meet if one of them is a top scorer; otherwise both must be. `moved_down_meet`: those moved
    down may be paired with one another in the bracket. `sets`: which moved-down players come
    first. `half_from_above_is_homogeneous`: a bracket of which at least half moved down is paired
    as a homogeneous one (2012, A.3). `asks_the_bracket_above`: another floater of the same score
    may be asked for (2012, C12). `first_round_by_place`: the colours of round 1 alternate down S1
    (2012, E5), not by pairing numbers. `has_maxi_rules`: B3 bis bis of the book, on request.
    """

    name: str
    source: str
    reading: HistoryReading
    relative: Callable[[int], tuple[PairingCriterion, ...]]
    colour_rules: tuple[tuple[str, ColourRule], ...]
    descent: Descent
    articles: Articles
    one_top_scorer_is_enough: bool = True
    moved_down_meet: bool = False
    sets: SetOrder = lexicographic_sets
    half_from_above_is_homogeneous: bool = False
    asks_the_bracket_above: bool = False
    first_round_by_place: bool = False
    has_maxi_rules: bool = False

    def criteria(
        self, number: int, *, origins: bool = False, maxi: bool = False
    ) -> tuple[PairingCriterion, ...]:
        """Return the relative criteria of round `number`, in their order.

        With `origins` those of the same origin are kept apart before colours are looked at, and
        after scores (seed 000, 2.9, B3 bis); with `maxi`, then, equals who are too far apart in an
        edition that has this rule (B3 bis bis).
        """
        found = self.relative(number)
        asked = {SAME_ORIGIN: origins, FAR_APART: maxi and self.has_maxi_rules}
        apart = tuple(each for each, is_asked in asked.items() if is_asked)
        if not apart:
            return found
        colours = next(at for at, each in enumerate(found) if each.of_leans is not None)
        return (*found[:colours], *apart, *found[colours:])


_ARTICLES_OF_2012 = Articles(
    rematch="B1",
    bye="B1",
    colours="B2",
    pairs="C14",
    floaters="B3",
    outlook="C12",
    completion="C13",
    bye_score="C13",
    sets="D3",
    exchange="D2",
    transposition="D1",
)
_ARTICLES_OF_2017 = Articles(
    rematch="C.1",
    bye="C.2",
    colours="C.3",
    pairs="C.5",
    floaters="C.6",
    outlook="C.7",
    completion="C.4",
    bye_score="C.4",
    sets="D.3",
    exchange="D.2",
    transposition="D.1",
)
_ARTICLES_OF_2026 = Articles(
    rematch="C1",
    bye="C2",
    colours="C3",
    pairs="C6",
    floaters="C7",
    outlook="C8",
    completion="C4",
    bye_score="C5",
    sets="4.4",
    exchange="4.3",
    transposition="4.2",
)

LIBRO = Edition(
    name="swiss-dutch-libro",
    source="seed-000",
    reading=HistoryReading(
        floats=book_float, bye_bar=point_without_playing, numbers=by_pairing_number
    ),
    relative=lambda _round: BOOK_CRITERIA,
    colour_rules=BOOK_COLOUR_RULES,
    descent=Descent.REPAIR,
    articles=_ARTICLES_OF_2012,
    one_top_scorer_is_enough=False,
    moved_down_meet=True,
    half_from_above_is_homogeneous=True,
    asks_the_bracket_above=True,
    first_round_by_place=True,
    has_maxi_rules=True,
)
"""The reading of seed 000: no A7.d, no A7.e, and colour rule E3 of the book."""

OF_2012 = msgspec.structs.replace(
    LIBRO,
    name="swiss-dutch-2012",
    source="fide-c0403-2012",
    reading=msgspec.structs.replace(LIBRO.reading, floats=float_of_2012),
    relative=lambda number: ODD_ROUNDS_OF_2012 if number % 2 else EVEN_ROUNDS_OF_2012,
    colour_rules=FIDE_COLOUR_RULES,
    one_top_scorer_is_enough=True,
    has_maxi_rules=False,
)
"""FIDE C.04.3 in the edition of Istanbul 2012 (seed 002)."""

OF_2017 = Edition(
    name="swiss-dutch-2017",
    source="fide-c0403-2017",
    reading=HistoryReading(
        floats=float_of_2017, bye_bar=bye_or_forfeit_win, numbers=by_participation
    ),
    relative=lambda _round: CRITERIA_OF_2017,
    colour_rules=FIDE_COLOUR_RULES,
    descent=Descent.OUTLOOK,
    articles=_ARTICLES_OF_2017,
    sets=highest_scores_first,
)
"""FIDE C.04.3 in the edition of Baku 2016, in force from 2017 to January 2026."""

OF_2026 = Edition(
    name="swiss-dutch-2026",
    source="fide-c0403-2026",
    reading=HistoryReading(
        floats=float_of_2026, bye_bar=as_much_as_a_win, numbers=by_participation
    ),
    relative=lambda _round: CRITERIA_OF_2026,
    colour_rules=FIDE_COLOUR_RULES,
    descent=Descent.COMPLETION,
    articles=_ARTICLES_OF_2026,
)
"""FIDE C.04.3 in force since 1 February 2026."""
