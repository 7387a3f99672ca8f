"""The relative criteria of the Dutch system, in their order, as data.

A criterion counts how often one pair or one floater breaks it. Of all pairings of a bracket with
as many pairs as possible, the rules take those with the fewest breaches of the first criterion,
among these those with the fewest of the second, and so on (C10: a criterion is dropped only for
the minimum number of pairs). To add an edition: write its criteria here in its own order.

Source: seed 000, 2.9 "Criterios de emparejamiento"; FIDE C.04.3 (2012), B and C10.
"""

from collections.abc import Callable

import msgspec

from planilla.domain.pairing.colours import same_colour_wanted
from planilla.domain.pairing.floats import Float
from planilla.domain.pairing.swiss.dutch.players import Player, top_scorers_of_one_colour


class Criterion(msgspec.Struct, frozen=True, kw_only=True):
    """One article: what a pair costs (higher ranked first), and what a floater costs.

    A floater is judged against `floor`, the score one point below the lowest of the bracket.
    """

    article: str
    of_pair: Callable[[Player, Player], int]
    of_floater: Callable[[Player, int], int]


def _never(_player: Player, _other: Player | int) -> int:
    return 0


def _score_difference(one: Player, other: Player) -> int:
    return (one.score - other.score) ** 2


def _difference_of_floater(player: Player, floor: int) -> int:
    return (player.score - floor) ** 2


def _top_scorers(one: Player, other: Player) -> int:
    return int(top_scorers_of_one_colour(one, other))


def _same_colour(one: Player, other: Player) -> int:
    return int(same_colour_wanted(one.preference, other.preference))


def _down_last(player: Player, _floor: int) -> int:
    return int(player.last_float is Float.DOWN)


def _down_in_two(player: Player, _floor: int) -> int:
    return int(Float.DOWN in (player.last_float, player.float_before))


def _up_last(higher: Player, lower: Player) -> int:
    return int(higher.score > lower.score and lower.last_float is Float.UP)


def _up_in_two(higher: Player, lower: Player) -> int:
    return int(higher.score > lower.score and Float.UP in (lower.last_float, lower.float_before))


BOOK_CRITERIA: tuple[Criterion, ...] = (
    Criterion(article="B2", of_pair=_top_scorers, of_floater=_never),
    Criterion(article="B3", of_pair=_score_difference, of_floater=_difference_of_floater),
    Criterion(article="B4", of_pair=_same_colour, of_floater=_never),
    Criterion(article="B5-down", of_pair=_never, of_floater=_down_last),
    Criterion(article="B6-down", of_pair=_never, of_floater=_down_in_two),
    Criterion(article="B5-up", of_pair=_up_last, of_floater=_never),
    Criterion(article="B6-up", of_pair=_up_in_two, of_floater=_never),
)
"""The book's order. Two top scorers of one colour meet only when more pairs result, so that B2
comes before all others; B6 looks at *either* of the last two rounds (seed 000, 2.9 and A.6)."""
