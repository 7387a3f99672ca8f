"""What the Dutch rules look at in one player, read once from the crosstable."""

from collections.abc import Sequence

import msgspec

from planilla.domain.crosstable import Game, Seat, games_by_entrant
from planilla.domain.pairing.byes import may_have_bye
from planilla.domain.pairing.colours import (
    Preference,
    Strength,
    both_absolute,
    colour_history,
    played_only,
    preference_of,
)
from planilla.domain.pairing.floats import Float, floats_by_round, pairing_scores
from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import system_of
from planilla.domain.vocabulary import Colour


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """One player before the round is paired; `score` is in units of the point system.

    `met` is the set of seats already played, one bit each; `last_float` and `float_before` are
    the floats of the last round and of the one before; `top_scorer` holds in the last round only.
    """

    seat: Seat
    score: int
    played: tuple[Colour, ...]
    preference: Preference
    met: int
    last_float: Float | None
    float_before: Float | None
    may_have_bye: bool
    top_scorer: bool


def players_of(given: PairingInput) -> tuple[Player, ...]:
    """All who are to be paired, by score from the top and then by pairing number (A.2)."""
    crosstable = given.crosstable
    scores = pairing_scores(crosstable)
    games = games_by_entrant(crosstable)
    histories = [played_only(history) for history in colour_history(crosstable)]
    floats = floats_by_round(crosstable)
    eligible = may_have_bye(crosstable)
    half = half_of_maximum(given)
    unsorted = (
        Player(
            seat=seat,
            score=scores[seat],
            played=histories[seat],
            preference=preference_of(histories[seat]),
            met=_met(games[seat]),
            last_float=(None, *floats[seat])[-1],
            float_before=(None, None, *floats[seat])[-2],
            may_have_bye=eligible[seat],
            top_scorer=half is not None and 2 * scores[seat] > half,
        )
        for seat in given.present
    )
    return tuple(sorted(unsorted, key=lambda player: (-player.score, player.seat)))


def half_of_maximum(given: PairingInput) -> int | None:
    """Twice the score beyond which a player is a top scorer, or None before the last round.

    More than half of what could be won in the rounds played. Source: FIDE C.04.3 (2012), A.10;
    seed 000, 2.9 (*).
    """
    if given.round != given.crosstable.rounds_planned:
        return None
    return system_of(given.crosstable).win * len(given.crosstable.rounds)


def have_met(one: Player, other: Player) -> bool:
    """Whether the two have played, or are playing, a game over the board (B1.a)."""
    return bool(one.met >> other.seat & 1)


def top_scorers_of_one_colour(one: Player, other: Player) -> bool:
    """Whether only the exception for the last round lets the two meet (seed 000, 2.9 (*))."""
    return one.top_scorer and other.top_scorer and both_absolute(one.preference, other.preference)


def may_meet(one: Player, other: Player) -> bool:
    """Whether the absolute criteria B1.a and B2 let the two meet."""
    return not have_met(one, other) and (
        not both_absolute(one.preference, other.preference) or (one.top_scorer and other.top_scorer)
    )


def opponents_of(players: Sequence[Player]) -> list[int]:
    """For each of `players` the places of those it may meet, one bit each (as `may_meet`)."""
    everybody = (1 << len(players)) - 1
    place_of = {player.seat: place for place, player in enumerate(players)}
    forced = dict.fromkeys(Colour, 0)
    top = 0
    for place, player in enumerate(players):
        if player.preference.colour and player.preference.strength is Strength.ABSOLUTE:
            forced[player.preference.colour] |= 1 << place
        top |= player.top_scorer << place
    opponents = []
    for place, player in enumerate(players):
        barred = 1 << place
        for seat in bits(player.met):
            barred |= 1 << place_of[seat] if seat in place_of else 0
        for same in forced.values():
            if same >> place & 1:
                barred |= same & ~top if player.top_scorer else same
        opponents.append(everybody & ~barred)
    return opponents


def _met(games: tuple[Game, ...]) -> int:
    return sum(
        1 << opponent
        for opponent in {
            game.opponent for game in games if game.opponent is not None and not game.is_unplayed
        }
    )
