"""Colour histories, preferences and who gets which colour when two players meet.

A round without a game over the board has no colour and is taken out of a history before it is
read: `NBN0`, `0NBN`, `N0BN` and `NB0N` are all `NBN`. A game that has no result yet (adjourned)
counts as played. Source: seed 000, 2.9 "Asignación de colores", A.5.3, A.5.4 and C.2; FIDE C.04.3
(2012), A.7 and E.
"""

from collections.abc import Callable
from enum import IntEnum

import msgspec

from planilla.domain.crosstable import Crosstable, Game, games_by_entrant
from planilla.domain.vocabulary import Colour

LETTERS: dict[Colour | None, str] = {Colour.WHITE: "B", Colour.BLACK: "N", None: "0"}
"""The book's letters for colours: blancas, negras, and 0 for a round without a game."""

NON_ABSOLUTE_DIFFERENCE_MAX = 1


class Strength(IntEnum):
    """Strength of a colour preference, from the weakest up (A.7)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


class Preference(msgspec.Struct, frozen=True, kw_only=True):
    """The colour a player is due, and how strongly; `difference` is whites less blacks."""

    colour: Colour | None
    strength: Strength
    difference: int = 0


NO_PREFERENCE = Preference(colour=None, strength=Strength.NONE)
"""The preference of a player without any game (A.7.f)."""


class ColourSide(msgspec.Struct, frozen=True, kw_only=True):
    """Data of one of the two players for the colour rules."""

    played: tuple[Colour, ...]
    preference: Preference
    ordinal: int
    """Place from which the drawn colour alternates: 0 for the first of S1, or the seat."""


ColourRule = Callable[[ColourSide, ColourSide, Colour], Colour | None]
"""From the higher ranked side, the other one and the drawn colour: the first side's colour."""


def colour_history(crosstable: Crosstable) -> tuple[tuple[Colour | None, ...], ...]:
    """Return the colours of each entrant round by round, by seat; None where there was no game."""
    return tuple(tuple(colour_of(game) for game in games) for games in games_by_entrant(crosstable))


def colour_of(game: Game) -> Colour | None:
    """Return the colour that counts for pairing: that of a game played or still being played."""
    if game.is_uncoloured:
        return None
    return game.colour if game.is_played or game.is_open else None


def written(history: tuple[Colour | None, ...]) -> str:
    """A history as the book prints it, such as `NBN0`, with `*` after an absolute preference."""
    forced = preference_of(played_only(history)).strength is Strength.ABSOLUTE
    return "".join(LETTERS[colour] for colour in history) + ("*" if forced else "")


def played_only(history: tuple[Colour | None, ...]) -> tuple[Colour, ...]:
    """Return a history without the rounds that had no colour (seed 000, A.5.3)."""
    return tuple(colour for colour in history if colour is not None)


def preference_of(played: tuple[Colour, ...]) -> Preference:
    """Return the preference that follows from the colours played, oldest first.

    A difference beyond one decides before two games in a row do. Source: A.7.a to A.7.c and A.7.f.
    """
    if not played:
        return NO_PREFERENCE
    difference = played.count(Colour.WHITE) - played.count(Colour.BLACK)
    alternated = played[-1].other
    if abs(difference) > NON_ABSOLUTE_DIFFERENCE_MAX:
        return _wanting(_lacking(difference), Strength.ABSOLUTE, difference)
    if played[-2:] in _TWICE_THE_SAME:
        return _wanting(alternated, Strength.ABSOLUTE, difference)
    if difference:
        return _wanting(_lacking(difference), Strength.STRONG, difference)
    return _wanting(alternated, Strength.MILD, difference)


def same_colour_wanted(one: Preference, other: Preference) -> bool:
    """Return whether both players are due the same colour."""
    return one.colour is not None and one.colour is other.colour


def both_absolute(one: Preference, other: Preference) -> bool:
    """Return whether both have an absolute preference for one colour, and so may not meet (B2)."""
    return (
        same_colour_wanted(one, other)
        and one.strength is Strength.ABSOLUTE
        and other.strength is Strength.ABSOLUTE
    )


def both_preferences(higher: ColourSide, lower: ColourSide, _drawn: Colour) -> Colour | None:
    """E1: both get the colour they are due; who has no preference takes the other one."""
    wanted, others = higher.preference.colour, lower.preference.colour
    if wanted is None:
        return others.other if others is not None else None
    return wanted if others is not wanted else None


def stronger_preference(higher: ColourSide, lower: ColourSide, _drawn: Colour) -> Colour | None:
    """E2: the stronger preference; of two absolute ones that of the larger difference."""
    wanted = higher.preference.colour
    if wanted is None or higher.preference.strength is lower.preference.strength is not (
        Strength.ABSOLUTE
    ):
        return None
    mine = (higher.preference.strength, abs(higher.preference.difference))
    theirs = (lower.preference.strength, abs(lower.preference.difference))
    if mine == theirs:
        return None
    return wanted if mine > theirs else wanted.other


def longest_without(higher: ColourSide, lower: ColourSide, _drawn: Colour) -> Colour | None:
    """E3 as in the book: the colour goes to whoever has lacked it longest.

    Rounds without a game go to the front of the shorter history. Going back from the last round
    to the first place where the two differ, the other colour counts more than no colour, and that
    more than the colour wanted. Source: seed 000, 2.9 E3, A.5.4 and C.2.
    """
    wanted = higher.preference.colour
    if wanted is None:
        return None
    length = max(len(higher.played), len(lower.played))
    for mine, theirs in zip(
        _from_the_last(higher.played, length), _from_the_last(lower.played, length), strict=True
    ):
        if mine is not theirs:
            return wanted if _lack(mine, wanted) > _lack(theirs, wanted) else wanted.other
    return None


def latest_difference(higher: ColourSide, lower: ColourSide, _drawn: Colour) -> Colour | None:
    """E3: alternate from the latest game in which one had White and the other Black.

    Rounds without a game are left out, and a shorter history ends the comparison. Source: FIDE
    C.04.3 (2012) E3, (2017) E.3, (2026) 5.2.3; C.04.2, 3.4.
    """
    for mine, theirs in zip(reversed(higher.played), reversed(lower.played), strict=False):
        if mine is not theirs:
            return mine.other
    return None


def higher_ranked(higher: ColourSide, _lower: ColourSide, _drawn: Colour) -> Colour | None:
    """E4: the preference of the higher ranked player."""
    return higher.preference.colour


def drawn_colour(higher: ColourSide, _lower: ColourSide, drawn: Colour) -> Colour | None:
    """E5: nobody has a colour history; the drawn colour alternates down the list."""
    return drawn if higher.ordinal % 2 == 0 else drawn.other


def neither_has_played(higher: ColourSide, lower: ColourSide, drawn: Colour) -> Colour | None:
    """Return the drawn colour, alternating down the list, while neither has a game (5.2.1)."""
    return None if higher.played or lower.played else drawn_colour(higher, lower, drawn)


def colour_for(
    rules: tuple[tuple[str, ColourRule], ...], higher: ColourSide, lower: ColourSide, drawn: Colour
) -> tuple[Colour, str]:
    """Return the colour of the higher ranked side, and the article that decided.

    The last rule must always decide.
    """
    decided = ((rule(higher, lower, drawn), article) for article, rule in rules)
    return next((colour, article) for colour, article in decided if colour is not None)


BOOK_COLOUR_RULES: tuple[tuple[str, ColourRule], ...] = (
    ("E1", both_preferences),
    ("E2", stronger_preference),
    ("E3", longest_without),
    ("E4", higher_ranked),
    ("E5", drawn_colour),
)
"""The order of seed 000, 2.9 "Asignación de colores"."""

FIDE_COLOUR_RULES: tuple[tuple[str, ColourRule], ...] = (
    ("E1", both_preferences),
    ("E2", stronger_preference),
    ("E3", latest_difference),
    ("E4", higher_ranked),
    ("E5", drawn_colour),
)
"""FIDE C.04.3, section E (2012, 2017) and 5.2 (2026)."""

_TWICE_THE_SAME = frozenset({(Colour.WHITE, Colour.WHITE), (Colour.BLACK, Colour.BLACK)})


def _lacking(difference: int) -> Colour:
    return Colour.BLACK if difference > 0 else Colour.WHITE


def _wanting(colour: Colour, strength: Strength, difference: int) -> Preference:
    return Preference(colour=colour, strength=strength, difference=difference)


def _from_the_last(played: tuple[Colour, ...], length: int) -> tuple[Colour | None, ...]:
    return (*reversed(played), *(None for _ in range(length - len(played))))


def _lack(colour: Colour | None, wanted: Colour) -> int:
    if colour is None:
        return 1
    return 0 if colour is wanted else 2
