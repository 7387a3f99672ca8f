"""The Dutch articles that differ from one edition to the next, counted one by one for the oracle.

An edition is here the list of what it counts, in the order in which C10 gives it up (the first is
kept longest), and its way with colours. Articles are those of FIDE C.04.3.
"""

from collections.abc import Callable

import msgspec

from dsl.dutch_cards import BLACK, DOWN, UP, WHITE, Card
from planilla.domain.vocabulary import Colour

Pair = tuple[Card, Card]
"""The higher ranked first."""

MILD, STRONG, ABSOLUTE = 1, 2, 3


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """One article: what a pair costs, and what one who is left over costs above `floor`."""

    article: str
    of_pair: Callable[[Card, Card], int] = lambda _higher, _lower: 0
    of_floater: Callable[[Card, int], int] = lambda _floater, _floor: 0


class Articles(msgspec.Struct, frozen=True, kw_only=True):
    """One edition in an odd or an even round."""

    counts: tuple[Count, ...]
    one_top_scorer_is_enough: bool
    forfeit_win_floats: bool
    colours: Callable[[Card, Card], Colour | None]

    def legal(self, one: Card, other: Card) -> bool:
        """B1.a and B2, with the exception of the last round."""
        if other.seat in one.met:
            return False
        tops = one.top_scorer + other.top_scorer
        return not both_absolute(one, other) or tops >= 2 - self.one_top_scorer_is_enough


def same_wish(one: Card, other: Card) -> bool:
    return one.wants is not None and one.wants is other.wants


def both_absolute(one: Card, other: Card) -> bool:
    return same_wish(one, other) and one.strength == other.strength == ABSOLUTE


def breaks_a7d(one: Card, other: Card) -> bool:
    """A7.d: strong preferences are absolute; B2 itself is counted elsewhere."""
    return (
        same_wish(one, other)
        and min(one.strength, other.strength) >= STRONG
        and not both_absolute(one, other)
    )


def both_strong(one: Card, other: Card) -> bool:
    """A8.b: both strong or absolute; A7.e lets whoever is mild take the other colour."""
    return same_wish(one, other) and min(one.strength, other.strength) >= STRONG


def floats_up_again(lower: Card, *rounds: frozenset[str]) -> Callable[[Card], bool]:
    return lambda higher: higher.score > lower.score and any(UP in marks for marks in rounds)


B3 = Count(
    article="B3",
    of_pair=lambda higher, lower: (higher.score - lower.score) ** 2,
    of_floater=lambda floater, floor: (floater.score - floor) ** 2,
)
B2 = Count(article="B2", of_pair=both_absolute)
B3_BIS = Count(article="B3 bis", of_pair=lambda one, other: other.seat in one.same_origin)
A7D = Count(article="A7.d", of_pair=breaks_a7d)
X = Count(article="X", of_pair=same_wish)
Z = Count(article="Z", of_pair=both_strong)
B5_DOWN = Count(article="B5-down", of_floater=lambda floater, _floor: DOWN in floater.last_float)
B6_DOWN = Count(article="B6-down", of_floater=lambda floater, _floor: DOWN in floater.float_before)
B5_UP = Count(
    article="B5-up",
    of_pair=lambda higher, lower: floats_up_again(lower, lower.last_float)(higher),
)
B6_UP = Count(
    article="B6-up",
    of_pair=lambda higher, lower: floats_up_again(lower, lower.float_before)(higher),
)
EITHER_DOWN = Count(
    article="B6-down",
    of_floater=lambda floater, _floor: DOWN in floater.last_float | floater.float_before,
)
EITHER_UP = Count(
    article="B6-up",
    of_pair=lambda higher, lower: floats_up_again(lower, lower.last_float, lower.float_before)(
        higher
    ),
)


def both_preferences(higher: Card, lower: Card) -> Colour | None:
    """E1, and A7.f where one of the two has none."""
    if higher.wants is lower.wants:
        return None
    return higher.wants or (lower.wants and lower.wants.other)


def stronger(higher: Card, lower: Card) -> Colour | None:
    """E2; of two absolute preferences that of the larger difference."""
    mine, theirs = (
        (card.strength, abs(card.difference) * (card.strength == ABSOLUTE))
        for card in (higher, lower)
    )
    return _for_the_greater(higher, mine > theirs, theirs > mine)


def latest_difference(higher: Card, lower: Card) -> Colour | None:
    """E3: alternate from the latest game, counted from the end, that had different colours."""
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine is not theirs:
            return mine.other
    return None


def longest_without(higher: Card, lower: Card) -> Colour | None:
    """E3 of seed 000: to whoever has gone longer without the colour (C.2: 13-12)."""

    def waited(card: Card) -> tuple[int, ...]:
        missing = length - len(card.colours)
        known = tuple(0 if colour is card.wants else 2 for colour in reversed(card.colours))
        return known + (1,) * missing

    length = max(len(higher.colours), len(lower.colours))
    mine, theirs = waited(higher), waited(lower)
    return _for_the_greater(higher, mine > theirs, theirs > mine)


def by_the_written_order(
    *rules: Callable[[Card, Card], Colour | None],
) -> Callable[[Card, Card], Colour | None]:
    """E1 to E4, one after another; None where neither has a preference (E5)."""

    def colour(higher: Card, lower: Card) -> Colour | None:
        decided = (rule(higher, lower) for rule in rules)
        return next((each for each in decided if each is not None), higher.wants)

    return colour


def _for_the_greater(higher: Card, mine: bool, theirs: bool) -> Colour | None:
    if higher.wants is None or mine is theirs:
        return None
    return higher.wants if mine else higher.wants.other


def libro(_round: int) -> Articles:
    """Seed 000, 2.9: B2 first, and B6 looks at either of the last two rounds."""
    return Articles(
        counts=(B2, B3, B3_BIS, X, B5_DOWN, EITHER_DOWN, B5_UP, EITHER_UP),
        one_top_scorer_is_enough=False,
        forfeit_win_floats=False,
        colours=by_the_written_order(both_preferences, stronger, longest_without),
    )


def edition_2012(number: int) -> Articles:
    """FIDE C.04.3 (2012): A7.d in odd rounds, the count Z in even ones."""
    colour_counts = (A7D, X) if number % 2 else (X, Z)
    return Articles(
        counts=(B3, B2, B3_BIS, *colour_counts, B5_DOWN, B6_DOWN, B5_UP, B6_UP),
        one_top_scorer_is_enough=True,
        forfeit_win_floats=True,
        colours=by_the_written_order(both_preferences, stronger, latest_difference),
    )


def least_failing(cards: tuple[Card, ...], number: int) -> tuple[int, int]:
    """A8: X1 and, in even rounds, Z1, for the pairs that so many players make."""
    boards = len(cards) // 2
    none = sum(card.wants is None for card in cards)

    def wanting(colour: Colour, *, mild: bool) -> int:
        return sum(card.wants is colour and (card.strength == MILD) == mild for card in cards)

    white, black = wanting(WHITE, mild=False), wanting(BLACK, mild=False)
    mild_white, mild_black = wanting(WHITE, mild=True), wanting(BLACK, mild=True)
    fewer = min(white + mild_white, black + mild_black)
    either = mild_white + mild_black if number % 2 == 0 else 0
    strong = boards - min(white, black) - either - none
    return max(0, boards - fewer - none), max(0, strong) if number % 2 == 0 else 0
