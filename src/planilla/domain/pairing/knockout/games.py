"""Games of a match of a knockout: regular games, tie-break games and sudden death, with colours.

A draw does not decide a match, so that the regulations name the games that follow a level score.
Source: seed 000, 2.1; colours and kinds of games: `docs/rules/knockout.md`.
"""

from enum import StrEnum

import msgspec

from planilla.domain.pairing.table import NoTable


class MatchGameKind(StrEnum):
    """The part of a match to which a game belongs."""

    REGULAR = "regular"
    TIEBREAK = "tie-break"
    SUDDEN_DEATH = "sudden-death"


class MatchRules(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a match: the regular ones, then series of tie-break games while it is level.

    With `sudden_death` a last game follows.
    """

    games: int = 1
    tiebreaks: tuple[int, ...] = ()
    sudden_death: bool = False


class MatchGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a match: its number from 1, its series from 0, and the side with White, 0 or 1."""

    number: int
    kind: MatchGameKind
    series: int
    white: int


def games_of_match(rules: MatchRules, lots: tuple[int, ...]) -> tuple[MatchGame, ...]:
    """Return all games that a match may have, in order.

    The first of `lots` is the side, 0 or 1, that has White in the first game; colours alternate.
    A further lot gives White in the first game of the next series; without one the colours go on
    alternating.

    Raises:
        NoTable: a series without a game (`games`), no lot, or more lots than series (`lots`).
    """
    series = [(MatchGameKind.REGULAR, rules.games)]
    series += [(MatchGameKind.TIEBREAK, games) for games in rules.tiebreaks]
    series += [(MatchGameKind.SUDDEN_DEATH, 1)] * rules.sudden_death
    fewest = min(games for _, games in series)
    if fewest < 1:
        raise NoTable("games", fewest, least=1)
    if not 0 < len(lots) <= len(series):
        raise NoTable("lots", len(lots), offered=tuple(range(1, len(series) + 1)))
    found: list[MatchGame] = []
    white = lots[0]
    for index, (kind, games) in enumerate(series):
        white = lots[index] if index < len(lots) else white
        for _ in range(games):
            found.append(MatchGame(number=len(found) + 1, kind=kind, series=index, white=white))
            white = 1 - white
    return tuple(found)
