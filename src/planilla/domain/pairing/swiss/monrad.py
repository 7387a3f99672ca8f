"""Monrad, its Norwegian variant, and Schenkel: neighbours of the standings meet.

1 plays 2, 3 plays 4 and so on, except where two have met already or one would rest again. Colours
are given to the pairs that were made. In Schenkel's system the list is cut into groups that are
formed again after some rounds.
Source: seed 000, 2.9.1 "Monrad-Schenkel"; for the Norwegian start numbers and colours the rules of
the Norwegian federation as quoted in public (`docs/rules/monrad.md`).
"""

from collections.abc import Iterator

from msgspec.structs import replace

from planilla.domain.pairing.colours import FIDE_COLOUR_RULES, ColourSide
from planilla.domain.pairing.swiss.boards import ColourRules
from planilla.domain.pairing.swiss.ranked_list import (
    ListInput,
    ListSystem,
    by_points,
    by_standings,
    system_of_list,
    white_to_the_higher,
    white_to_the_lower,
)
from planilla.domain.pairing.system import PairingInput, Usual
from planilla.domain.vocabulary import Colour

TIEBREAKS_OF_NORWAY = ("BH/C2", "BH/C1", "BH", "SB")
"""Quality points: without the two lowest opponents, without the lowest, all; then the book's SB."""


def nearest(_field: ListInput, _upper: int, below: Iterator[int]) -> Iterator[int]:
    """Yield the others from the next one downwards."""
    return below


def own_group_first(field: ListInput, upper: int, below: Iterator[int]) -> Iterator[int]:
    """Yield the others from the next one downwards, those of the player's own group first."""
    groups = {seat: number for number, group in enumerate(field.given.groups) for seat in group}
    last = len(field.given.groups)
    own = groups.get(field.players[upper].seat, last)
    others = []
    for place in below:
        if groups.get(field.players[place].seat, last) == own:
            yield place
        else:
            others.append(place)
    yield from others


def fewer_whites(higher: ColourSide, lower: ColourSide, _drawn: Colour) -> Colour | None:
    """Give White to whoever had it less often than Black, compared with the other one."""
    mine, theirs = higher.preference.difference, lower.preference.difference
    if mine == theirs:
        return None
    return Colour.WHITE if mine < theirs else Colour.BLACK


def other_than_last(higher: ColourSide, lower: ColourSide, _drawn: Colour) -> Colour | None:
    """Alternate where the two had different colours in their last games."""
    if not (higher.played and lower.played) or higher.played[-1] is lower.played[-1]:
        return None
    return higher.played[-1].other


def norwegian_colours(given: PairingInput) -> ColourRules:
    """Return the colour rules of the Norwegian variant: White to the lower in odd rounds."""
    last = white_to_the_lower if given.round % 2 else white_to_the_higher
    return (
        ("monrad-difference", fewer_whites),
        ("monrad-last", other_than_last),
        ("monrad-round", last),
    )


MONRAD_RULES = ListSystem(
    name="monrad", ranked=by_standings, order=nearest, colour_rules=lambda _given: FIDE_COLOUR_RULES
)
NORWEGIAN_RULES = ListSystem(
    name="monrad-norwegian", ranked=by_points, order=nearest, colour_rules=norwegian_colours
)


SCHENKEL_RULES = ListSystem(
    name="schenkel",
    ranked=by_standings,
    order=own_group_first,
    colour_rules=lambda _given: FIDE_COLOUR_RULES,
)


MONRAD = replace(
    system_of_list(MONRAD_RULES, "libro"), pairs_by_standings=True, counts_best_rounds=True
)
MONRAD_NORWEGIAN = replace(
    system_of_list(NORWEGIAN_RULES, "nsf"),
    usual=Usual(tiebreaks=TIEBREAKS_OF_NORWAY),
    counts_best_rounds=True,
)
SCHENKEL = replace(
    system_of_list(SCHENKEL_RULES, "libro"),
    pairs_by_standings=True,
    plays_in_groups=True,
    counts_best_rounds=True,
)
