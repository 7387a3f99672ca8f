"""The criteria of the Dutch system as data: what a pair costs, and what a floater costs.

Of all pairings of a bracket with as many pairs as possible, the rules take those that break the
first criterion least, among these those that break the second least, and so on. A criterion is
either a count of breaches, or a list of score differences that is compared from the largest down
(`listed`). To add an edition: write its criteria here in its own order.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from operator import or_

import msgspec

from planilla.domain.pairing.colours import FIDE_COLOUR_RULES, colour_for
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.matching import bits, set_of
from planilla.domain.pairing.swiss.players import (
    ABSOLUTE,
    STRONG,
    SwissPlayer,
    same_absolute,
    side_of,
)
from planilla.domain.vocabulary import Colour

OfLeans = Callable[[int, int], int]
"""Cost of a pair by the two preferences alone (`SwissPlayer.lean`)."""


def _free(_player: SwissPlayer, _other: SwissPlayer) -> int:
    return 0


class Floating(msgspec.Struct, frozen=True, kw_only=True):
    """Scores for the comparison of floaters; `floor` is one point below the lowest of the bracket.

    `resident` is the score of the bracket's residents.
    """

    floor: int
    resident: int


def _no_floater(_player: SwissPlayer, _floating: Floating) -> int:
    return 0


class PairingCriterion(msgspec.Struct, frozen=True, kw_only=True):
    """One article: what a pair costs (higher ranked first), and what a floater costs.

    `of_leans` is given where the cost of a pair follows from the preferences alone, and must then
    agree with `of_pair`. `avoids` is given where each member of a bracket costs something only with
    those at certain places, a set for each. `concerns` is given where a pair of equal scores costs
    nothing unless one of the two is at one of these places. Every other cost of a pair of equal
    scores is the same for all pairs, but for that of two who must have the same colour.
    """

    article: str
    of_pair: Callable[[SwissPlayer, SwissPlayer], int] = _free
    of_floater: Callable[[SwissPlayer, Floating], int] = _no_floater
    of_leans: OfLeans | None = None
    avoids: Callable[[Sequence[SwissPlayer]], list[int]] | None = None
    concerns: Callable[[Sequence[SwissPlayer]], list[int]] | None = None
    listed: bool = False


def by_preference(article: str, of_leans: OfLeans) -> PairingCriterion:
    """Return a criterion that looks at the two preferences alone."""

    def of_pair(one: SwissPlayer, other: SwissPlayer) -> int:
        return of_leans(one.lean, other.lean)

    return PairingCriterion(article=article, of_pair=of_pair, of_leans=of_leans)


# --- colours ------------------------------------------------------------------------------------


def same_colour(one: int, other: int) -> int:
    """Return 1 if two preferences are for the same colour, so that one is not granted."""
    return int(one * other > 0)


def _both_strong(one: int, other: int) -> int:
    return int(one * other > 0 and min(abs(one), abs(other)) >= STRONG)


def _strong_as_absolute(one: int, other: int) -> int:
    return int(_both_strong(one, other) and min(abs(one), abs(other)) < ABSOLUTE)


def _same_absolute(one: SwissPlayer, other: SwissPlayer) -> int:
    return int(same_absolute(one, other))


def _beyond_two(one: SwissPlayer, other: SwissPlayer) -> int:
    """C10: the number of the two who get the colour of which they have two too many."""
    if not same_absolute(one, other) or not (one.top_scorer or other.top_scorer):
        return 0
    return int(abs(without_colour(one, other).preference.difference) > 1)


def _third_in_a_row(one: SwissPlayer, other: SwissPlayer) -> int:
    """C11: the number of the two who get the same colour a third time running."""
    if not (one.top_scorer or other.top_scorer):
        return 0
    if not same_absolute(one, other):
        return _repeats_by_preference(one) + _repeats_by_preference(other)
    without = without_colour(one, other)
    return _had_two_running(without) + _repeats_by_preference(other if without is one else one)


def _had_two_running(player: SwissPlayer) -> bool:
    wanted = player.preference.colour
    return wanted is not None and player.played[-2:] == (wanted.other, wanted.other)


def _repeats_by_preference(player: SwissPlayer) -> bool:
    """Return whether an absolute preference is for the colour of the last two games.

    Before those two, that colour must have been missing four times or more: boards paired by hand
    can leave such a difference, the rules cannot.
    """
    wanted = player.preference.colour
    return abs(player.lean) == ABSOLUTE and player.played[-2:] == (wanted, wanted)


def _who_repeat_by_preference(members: Sequence[SwissPlayer]) -> list[int]:
    if not any(player.top_scorer for player in members):
        return []
    return [place for place, player in enumerate(members) if _repeats_by_preference(player)]


def without_colour(higher: SwissPlayer, lower: SwissPlayer) -> SwissPlayer:
    """Return the one of two with the same preference who gets the other colour (E2 to E4)."""
    colour, _article = colour_for(FIDE_COLOUR_RULES, side_of(higher), side_of(lower), Colour.WHITE)
    return lower if colour is higher.preference.colour else higher


def _same_origin(one: SwissPlayer, other: SwissPlayer) -> int:
    return one.unwanted >> other.seat & 1


def _places_of_same_origin(members: Sequence[SwissPlayer]) -> list[int]:
    place_of = {player.seat: place for place, player in enumerate(members)}
    present = set_of(place_of)
    return [
        set_of(place_of[seat] for seat in bits(player.unwanted & present)) for player in members
    ]


SAME_ORIGIN = PairingCriterion(article="B3bis", of_pair=_same_origin, avoids=_places_of_same_origin)
"""Those of the same club or federation meet only where nothing else is possible (seed 000, 2.9)."""

RATING_GAP = 100
"""The greatest difference of rating within which equals meet in a maxi-tournament."""


def _far_apart(one: SwissPlayer, other: SwissPlayer) -> int:
    both_rated = one.rating and other.rating
    gap = abs(one.rating - other.rating) if both_rated and one.score == other.score else 0
    return int(gap > RATING_GAP)


def _places_far_apart(members: Sequence[SwissPlayer]) -> list[int]:
    """Return for each member the places of equals more than 100 points away.

    A player without a rating is away from nobody.
    """
    rated: dict[int, list[tuple[int, int]]] = {}
    for place, player in enumerate(members):
        if player.rating:
            rated.setdefault(player.score, []).append((player.rating, place))
    found = [0] * len(members)
    for group in rated.values():
        group.sort()
        ratings = [rating for rating, _ in group]
        below = [0, *accumulate((1 << place for _, place in group), or_)]
        for rating, place in group:
            weaker = below[bisect_left(ratings, rating - RATING_GAP)]
            stronger = below[-1] & ~below[bisect_right(ratings, rating + RATING_GAP)]
            found[place] = weaker | stronger
    return found


FAR_APART = PairingCriterion(article="B3bisbis", of_pair=_far_apart, avoids=_places_far_apart)
"""In a maxi-tournament equals more than 100 rating points apart do not meet (seed 000, 2.9)."""


# --- scores and floats --------------------------------------------------------------------------


def _difference(one: SwissPlayer, other: SwissPlayer) -> int:
    return abs(one.score - other.score)


def _difference_of_floater(player: SwissPlayer, floating: Floating) -> int:
    return player.score - floating.floor


def _squared(one: SwissPlayer, other: SwissPlayer) -> int:
    return (one.score - other.score) ** 2


def _squared_of_floater(player: SwissPlayer, floating: Floating) -> int:
    return (player.score - floating.floor) ** 2


def _last(player: SwissPlayer) -> Float:
    return player.last_float


def _before(player: SwissPlayer) -> Float:
    return player.float_before


def _either(player: SwissPlayer) -> Float:
    return player.last_float | player.float_before


Marks = Callable[[SwissPlayer], Float]


def _downfloaters(article: str, marks: Marks) -> PairingCriterion:
    """Return the criterion on repeated downfloats of players left over (2012, libro)."""

    def of_floater(player: SwissPlayer, _floating: Floating) -> int:
        return int(Float.DOWN in marks(player))

    return PairingCriterion(article=article, of_floater=of_floater)


def _upfloaters(article: str, marks: Marks) -> PairingCriterion:
    """Return the criterion on repeated upfloats: the lower of two unequal scores."""

    def of_pair(higher: SwissPlayer, lower: SwissPlayer) -> int:
        return int(higher.score > lower.score and Float.UP in marks(lower))

    return PairingCriterion(article=article, of_pair=of_pair)


def _all_downfloats(article: str, marks: Marks) -> PairingCriterion:
    """Return the criterion on repeated downfloats, left over or against a lower score (2017)."""

    def of_pair(higher: SwissPlayer, lower: SwissPlayer) -> int:
        return int(higher.score > lower.score and Float.DOWN in marks(higher))

    def of_floater(player: SwissPlayer, _floating: Floating) -> int:
        return int(Float.DOWN in marks(player))

    return PairingCriterion(article=article, of_pair=of_pair, of_floater=of_floater)


def _differences_of_downfloats(article: str, marks: Marks) -> PairingCriterion:
    def of_pair(higher: SwissPlayer, lower: SwissPlayer) -> int:
        return _difference(higher, lower) if Float.DOWN in marks(higher) else 0

    def of_floater(player: SwissPlayer, floating: Floating) -> int:
        return _difference_of_floater(player, floating) if Float.DOWN in marks(player) else 0

    return PairingCriterion(article=article, of_pair=of_pair, of_floater=of_floater, listed=True)


def _differences_of_upfloats(article: str, marks: Marks) -> PairingCriterion:
    def of_pair(higher: SwissPlayer, lower: SwissPlayer) -> int:
        return _difference(higher, lower) if Float.UP in marks(lower) else 0

    return PairingCriterion(article=article, of_pair=of_pair, listed=True)


def _resident_downfloaters(article: str, marks: Marks) -> PairingCriterion:
    """Residents who float down again (2026, C14 and C16)."""

    def of_floater(player: SwissPlayer, floating: Floating) -> int:
        return int(player.score == floating.resident and Float.DOWN in marks(player))

    return PairingCriterion(article=article, of_floater=of_floater)


FLOATER_DIFFERENCE = 1 << 20
"""A moved-down player who floats on differs by more than any who is paired (C18, reading 3)."""


def amount(costs: Iterable[int]) -> int:
    """Return the sum of the costs as shown in explanations."""
    return sum(cost % FLOATER_DIFFERENCE for cost in costs)


def _differences_of_moved(article: str, marks: Marks) -> PairingCriterion:
    """Moved-down players who float down again, by their differences (2026, C18 and C20)."""

    def of_pair(higher: SwissPlayer, lower: SwissPlayer) -> int:
        return _difference(higher, lower) if Float.DOWN in marks(higher) else 0

    def of_floater(player: SwissPlayer, floating: Floating) -> int:
        floats_on = player.score > floating.resident and Float.DOWN in marks(player)
        return FLOATER_DIFFERENCE + player.score if floats_on else 0

    return PairingCriterion(article=article, of_pair=of_pair, of_floater=of_floater, listed=True)


# --- the editions -------------------------------------------------------------------------------

B3 = PairingCriterion(article="B3", of_pair=_squared, of_floater=_squared_of_floater)
B2_TOP_SCORERS = PairingCriterion(article="B2", of_pair=_same_absolute)

BOOK_CRITERIA: tuple[PairingCriterion, ...] = (
    B2_TOP_SCORERS,
    B3,
    by_preference("B4", same_colour),
    _downfloaters("B5-down", _last),
    _downfloaters("B6-down", _either),
    _upfloaters("B5-up", _last),
    _upfloaters("B6-up", _either),
)
"""The book's order. Two top scorers of one colour meet only when more pairs result, so that B2
comes before all others; B6 looks at *either* of the last two rounds (seed 000, 2.9 and A.6)."""

_FLOATS_OF_2012 = (
    _downfloaters("B5-down", _last),
    _downfloaters("B6-down", _before),
    _upfloaters("B5-up", _last),
    _upfloaters("B6-up", _before),
)

ODD_ROUNDS_OF_2012: tuple[PairingCriterion, ...] = (
    B3,
    B2_TOP_SCORERS,
    by_preference("A7.d", _strong_as_absolute),
    by_preference("B4", same_colour),
    *_FLOATS_OF_2012,
)
"""C10 of 2012 for odd rounds: what is dropped last comes first (readings 1, 6 and 9)."""

EVEN_ROUNDS_OF_2012: tuple[PairingCriterion, ...] = (
    B3,
    B2_TOP_SCORERS,
    by_preference("B4", same_colour),
    by_preference("A7.e", _both_strong),
    *_FLOATS_OF_2012,
)
"""C10 of 2012 for even rounds: X before Z (readings 1 and 7)."""

C6_OF_2017 = PairingCriterion(
    article="C.6", of_pair=_difference, of_floater=_difference_of_floater, listed=True
)
"""The list of score differences (A.8)."""

CRITERIA_OF_2017: tuple[PairingCriterion, ...] = (
    C6_OF_2017,
    PairingCriterion(article="C.8", of_pair=_beyond_two),
    PairingCriterion(article="C.9", of_pair=_third_in_a_row, concerns=_who_repeat_by_preference),
    by_preference("C.10", same_colour),
    by_preference("C.11", _both_strong),
    _all_downfloats("C.12", _last),
    _upfloaters("C.13", _last),
    _all_downfloats("C.14", _before),
    _upfloaters("C.15", _before),
    _differences_of_downfloats("C.16", _last),
    _differences_of_upfloats("C.17", _last),
    _differences_of_downfloats("C.18", _before),
    _differences_of_upfloats("C.19", _before),
)
"""After the number of pairs (C.5); the next bracket (C.7) comes after the first."""

CRITERIA_OF_2026: tuple[PairingCriterion, ...] = (
    PairingCriterion(article="C10", of_pair=_beyond_two),
    PairingCriterion(article="C11", of_pair=_third_in_a_row, concerns=_who_repeat_by_preference),
    by_preference("C12", same_colour),
    by_preference("C13", _both_strong),
    _resident_downfloaters("C14", _last),
    _upfloaters("C15", _last),
    _resident_downfloaters("C16", _before),
    _upfloaters("C17", _before),
    _differences_of_moved("C18", _last),
    _differences_of_upfloats("C19", _last),
    _differences_of_moved("C20", _before),
    _differences_of_upfloats("C21", _before),
)
"""After completion (C4, C5), pairs (C6), floaters (C7), the next bracket (C8) and C9."""

UNPLAYED = PairingCriterion(article="C9", of_floater=lambda player, _floating: player.unplayed)
"""The unplayed games of who gets the bye; only where one player alone floats (C9)."""
