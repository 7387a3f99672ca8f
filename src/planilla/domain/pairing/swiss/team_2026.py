"""The Swiss Team System of FIDE: even brackets, with preferences of three types.

A board of the crosstable is a match, and its White the team with White on the first board. The
scores are given with the input: match points or game points first, the others for the first-team.
The limits of colours of the Basic Rules do not apply.

Source: FIDE C.04.6 (edition of 1 February 2026).
"""

from functools import partial

from planilla.domain.pairing.colours import (
    NO_PREFERENCE,
    ColourSide,
    Preference,
    Strength,
    both_preferences,
    drawn_colour,
    higher_ranked,
    latest_difference,
)
from planilla.domain.pairing.floats import float_when_played
from planilla.domain.pairing.swiss.even_brackets import EvenRules, check, pair_round
from planilla.domain.pairing.swiss.players import SwissPlayer
from planilla.domain.pairing.system import (
    TIEBREAKS_OF_A_TEAM_ROUND_ROBIN,
    ColourType,
    PairingInput,
    RankingMethod,
    System,
    Usual,
)
from planilla.domain.vocabulary import Colour

NAME = "swiss-team-2026"
FREE_ROUNDS = 2
"""Rounds before the end in which floats are free (C7 and C10)."""
ABSOLUTE_DIFFERENCE = 2


def preference_of_team(given: PairingInput, player: SwissPlayer) -> Preference:
    """Return the preference of a team by the type of the tournament (C.04.6, 1).

    In type A there is one strength. In type B a difference of one, or the colour of the last match
    when there is no difference, make a mild preference; the latter not in the last round.
    """
    played = player.played
    if given.colour_type is ColourType.NONE or not played:
        return NO_PREFERENCE
    difference = difference_of_colours(played)
    due = _due_strongly(played, difference)
    if given.colour_type is ColourType.A:
        strength = Strength.NONE if due is None else Strength.MILD
        return Preference(colour=due, strength=strength, difference=difference)
    if due is not None:
        return Preference(colour=due, strength=Strength.STRONG, difference=difference)
    is_last = given.round == given.crosstable.rounds_planned
    if difference:
        due = Colour.BLACK if difference > 0 else Colour.WHITE
    elif not is_last:
        due = played[-1].other
    strength = Strength.NONE if due is None else Strength.MILD
    return Preference(colour=due, strength=strength, difference=difference)


def difference_of_colours(played: tuple[Colour, ...]) -> int:
    """Return the matches with White less those with Black (C.04.6, 1)."""
    return played.count(Colour.WHITE) - played.count(Colour.BLACK)


def _due_strongly(played: tuple[Colour, ...], difference: int) -> Colour | None:
    """Return the colour due by a difference of two, or by two colours in a row (C.04.6, 1)."""
    if abs(difference) >= ABSOLUTE_DIFFERENCE:
        return Colour.BLACK if difference > 0 else Colour.WHITE
    last_two = played[-2:]
    if last_two == (Colour.BLACK, Colour.BLACK) and difference in {0, -1}:
        return Colour.WHITE
    if last_two == (Colour.WHITE, Colour.WHITE) and difference in {0, 1}:
        return Colour.BLACK
    return None


def nobody_has_played(first: ColourSide, other: ColourSide, drawn: Colour) -> Colour | None:
    """4.3.1: the initial colour for a first-team with an odd number, if neither has played."""
    return None if first.played or other.played else drawn_colour(first, other, drawn)


def only_preference(first: ColourSide, other: ColourSide, drawn: Colour) -> Colour | None:
    """4.3.2: the preference of the only one of the two who has one."""
    if (first.preference.colour is None) == (other.preference.colour is None):
        return None
    return both_preferences(first, other, drawn)


def opposite_preferences(first: ColourSide, other: ColourSide, drawn: Colour) -> Colour | None:
    """4.3.3: both preferences, where they differ."""
    return both_preferences(first, other, drawn)


def only_strong_preference(first: ColourSide, other: ColourSide, _drawn: Colour) -> Colour | None:
    """4.3.4: the only strong preference of two for the same colour."""
    mine, theirs = first.preference, other.preference
    if mine.colour is None or mine.strength is theirs.strength:
        return None
    return mine.colour if mine.strength > theirs.strength else mine.colour.other


def lower_difference(first: ColourSide, other: ColourSide, _drawn: Colour) -> Colour | None:
    """4.3.5: White for the lower difference of colours."""
    mine, theirs = (difference_of_colours(side.played) for side in (first, other))
    if mine == theirs:
        return None
    return Colour.WHITE if mine < theirs else Colour.BLACK


def last_of_the_first(first: ColourSide, _other: ColourSide, _drawn: Colour) -> Colour | None:
    """4.3.8: the other colour than the last one of the first-team."""
    return first.played[-1].other if first.played else None


def last_of_the_other(_first: ColourSide, other: ColourSide, _drawn: Colour) -> Colour | None:
    """4.3.9: for the other team another colour than its last one."""
    return other.played[-1] if other.played else None


COLOUR_RULES = (
    ("4.3.1", nobody_has_played),
    ("4.3.2", only_preference),
    ("4.3.3", opposite_preferences),
    ("4.3.4", only_strong_preference),
    ("4.3.5", lower_difference),
    ("4.3.6", latest_difference),
    ("4.3.7", higher_ranked),
    ("4.3.8", last_of_the_first),
    ("4.3.9", last_of_the_other),
)

RULES = EvenRules(
    name=NAME,
    last_rounds=FREE_ROUNDS,
    colours=COLOUR_RULES,
    preference=preference_of_team,
    criteria=("origin", "C8", "C9", "C10"),
)

SWISS_TEAM = System(
    name=NAME,
    edition="fide-c0406-2026",
    usual=Usual(tiebreaks=TIEBREAKS_OF_A_TEAM_ROUND_ROBIN),
    trf_code="FIDE_TEAM",
    plays_in_teams=True,
    prefers_colours_by_type=True,
    takes_acceleration=True,
    ranking=RankingMethod.TEAMS,
    pair=partial(pair_round, rules=RULES),
    check=check,
    floats=float_when_played,
)
"""The Swiss Team System of 2026."""
