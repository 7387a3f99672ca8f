"""The Double-Swiss System of FIDE: matches of two games, in even brackets, whatever the colours.

A board of the crosstable is a match, scored by its games; its White has White in the first game. A
match is forfeited if one player forfeits both of its games.

Source: FIDE C.04.5 (edition of 1 February 2026).
"""

from functools import partial

from planilla.domain.pairing.colours import (
    NO_PREFERENCE,
    ColourSide,
    Preference,
    latest_difference,
)
from planilla.domain.pairing.floats import float_when_played
from planilla.domain.pairing.swiss.even_brackets import EvenRules, check, pair_round
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.pairing.swiss.team_2026 import (
    last_of_the_first,
    last_of_the_other,
    nobody_has_played,
)
from planilla.domain.pairing.system import PairingInput, System
from planilla.domain.vocabulary import Colour

NAME = "swiss-double"


def no_preference(_given: PairingInput, _player: SwissPlayer) -> Preference:
    """Return that nobody prefers a colour: both are played in each match."""
    return NO_PREFERENCE


def fewer_whites(first: ColourSide, other: ColourSide, _drawn: Colour) -> Colour | None:
    """White in the first game for who had it in fewer matches."""
    mine, theirs = (side.played.count(Colour.WHITE) for side in (first, other))
    if mine == theirs:
        return None
    return Colour.WHITE if mine < theirs else Colour.BLACK


COLOUR_RULES = (
    ("double-lot", nobody_has_played),
    ("double-fewer", fewer_whites),
    ("double-latest", latest_difference),
    ("double-first", last_of_the_first),
    ("double-other", last_of_the_other),
)

RULES = EvenRules(
    name=NAME,
    last_rounds=1,
    colours=COLOUR_RULES,
    preference=no_preference,
    criteria=("origin", "", "", "C8"),
)

SWISS_DOUBLE = System(
    name=NAME,
    edition="fide-c0405-2026",
    trf_code="FIDE_DOUBLESWISS",
    match_games=2,
    pair=partial(pair_round, rules=RULES),
    check=check,
    floats=float_when_played,
)
"""The Double-Swiss System of 2026."""
