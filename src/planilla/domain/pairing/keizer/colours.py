"""Who has White in a pair of the list.

Both alternate where that goes; where both are due the same colour it goes to the larger difference,
then to who has lacked it longest, then to the one whose first value is greater. Before anybody has
played, the drawn colour alternates down the boards. A bound of the rules comes before all that.
Source: seed 000, 2.10.
"""

from planilla.domain.pairing.colours import (
    ColourRule,
    Side,
    both_preferences,
    colour_for,
    drawn_colour,
    higher_ranked,
    longest_without,
)
from planilla.domain.pairing.keizer.players import Climber
from planilla.domain.vocabulary import Colour


def larger_difference(stronger: Side, other: Side, _drawn: Colour) -> Colour | None:
    """Give the colour that both are due to whoever has had it less often than the other colour.

    The difference is counted towards that colour: where both are due Black, 3 White and 2 Black are
    more than 2 White and 3 Black (`docs/rules/keizer.md`).
    """
    wanted = stronger.preference.colour
    if wanted is None:
        return None
    sign = 1 if wanted is Colour.BLACK else -1
    mine = sign * stronger.preference.difference
    theirs = sign * other.preference.difference
    if mine == theirs:
        return None
    return wanted if mine > theirs else wanted.other


COLOUR_RULES: tuple[tuple[str, ColourRule], ...] = (
    ("ladder-both", both_preferences),
    ("ladder-difference", larger_difference),
    ("ladder-longest", longest_without),
    ("ladder-stronger", higher_ranked),
    ("ladder-lot", drawn_colour),
)
"""The order of seed 000, 2.10; before any game, the lot."""

BOUND = "ladder-bound"
"""The code of a colour that nothing else could be."""


def white_of(
    upper: Climber, lower: Climber, board: int, drawn: Colour
) -> tuple[Climber, Climber, str]:
    """White, Black and the rule that decided, at a board counted from 0."""
    stronger, other = sorted((upper, lower), key=lambda each: (-each.original, each.seat))
    colour, rule = colour_for(COLOUR_RULES, _side(stronger, board), _side(other, board), drawn)
    if not _is_allowed(stronger, other, colour) and _is_allowed(stronger, other, colour.other):
        colour, rule = colour.other, BOUND
    pair = (stronger, other) if colour is Colour.WHITE else (other, stronger)
    return (*pair, rule)


def _side(climber: Climber, board: int) -> Side:
    return Side(played=climber.played, preference=climber.preference, ordinal=board)


def _is_allowed(one: Climber, other: Climber, colour: Colour) -> bool:
    return colour in one.may and colour.other in other.may
