"""Data of one player for the Dutch rules, read once from the crosstable."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from planilla.domain.crosstable import Game, Seat
from planilla.domain.pairing.byes import ByeBar
from planilla.domain.pairing.colours import ColourSide, Preference, colour_of, preference_of
from planilla.domain.pairing.floats import (
    Float,
    FloatRule,
    difference_of,
    scores_by_round,
    with_fictitious,
)
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import system_of
from planilla.domain.vocabulary import ByeKind, Colour

ABSOLUTE = 3
STRONG = 2


class SwissPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """One player before the round is paired; `score` is in units of the point system.

    `lean` is the preference as one number: positive for White, negative for Black, 0 for none, and
    its size the strength (1 mild, 2 strong, 3 absolute). `met` is the set of seats that the player
    may not meet for having met them or by a ban, one bit each, and `unwanted` those that it should
    not meet for being of the same origin. `rating` is 0 for none. `last_float` and `float_before`
    are the floats of the last round and the one before. `top_scorer` holds in the last round only.
    `unplayed` counts rounds without a game. `number` is the running number among all who have
    taken part by now, of which only odd or even matters (C.04.2; ruling of August 2026).
    """

    seat: Seat
    score: int
    played: tuple[Colour, ...]
    preference: Preference
    lean: int
    met: int
    last_float: Float
    float_before: Float
    may_have_bye: bool
    top_scorer: bool
    unplayed: int
    number: int
    unwanted: int = 0
    rating: int = 0


class HistoryReading(msgspec.Struct, frozen=True, kw_only=True):
    """Interpretation of a history by an edition: floats, bars from the bye, and player numbers."""

    floats: FloatRule
    bye_bar: ByeBar
    numbers: Callable[[PairingInput], Sequence[int]]


def by_pairing_number(given: PairingInput) -> Sequence[int]:
    """Return the pairing number itself, by seat."""
    return range(1, given.crosstable.size + 1)


def by_participation(given: PairingInput) -> Sequence[int]:
    """Return a running number that leaves out who has never been there, by seat.

    Counted are those to be paired now, and who was paired or had the bye in an earlier round.
    Source: C.04.2, ruling of August 2026 on "odd" pairing numbers; C.04.3 of 2017, reading R10.
    """
    there = set(given.present)
    for played in given.crosstable.rounds:
        there.update(seat for board in played.boards for seat in board)
        there.update(seat for seat, kind in played.byes if kind is ByeKind.PAIRING_ALLOCATED)
    numbers, running = [], 0
    for seat in range(given.crosstable.size):
        running += seat in there
        numbers.append(running)
    return numbers


def players_of(given: PairingInput, reading: HistoryReading) -> tuple[SwissPlayer, ...]:
    """Return all who are to be paired, by score from the top and then by pairing number (A.2)."""
    crosstable = given.crosstable
    games = crosstable.games
    real = given.totals or scores_by_round(crosstable)
    totals = with_fictitious(real, given.accelerated)
    system = system_of(crosstable)
    numbers = reading.numbers(given)
    half = half_of_maximum(given)
    barred, unwanted = _seats_by_seat(given.forbidden), _seats_by_seat(given.unwanted)
    first_of_two = max(0, len(crosstable.rounds) - 2)
    players = []
    for seat in given.present:
        mine = games[seat]
        played = tuple(colour for colour in map(colour_of, mine) if colour is not None)
        preference = preference_of(played)
        floats = [
            reading.floats(game, difference_of(game, seat, totals), system)
            for game in mine[first_of_two:]
        ]
        before, last = (Float.NONE, Float.NONE, *floats)[-2:]
        players.append(
            SwissPlayer(
                seat=seat,
                score=totals[seat][-1],
                played=played,
                preference=preference,
                lean=lean_of(preference),
                met=_met(mine) | barred.get(seat, 0),
                unwanted=unwanted.get(seat, 0),
                last_float=last,
                float_before=before,
                may_have_bye=not any(reading.bye_bar(game, system) for game in mine),
                top_scorer=half is not None and 2 * real[seat][-1] > half,
                unplayed=sum(game.is_unplayed for game in mine),
                number=numbers[seat],
                rating=crosstable.entrants[seat].rating,
            )
        )
    players.sort(key=lambda player: (-player.score, player.seat))
    return tuple(players)


def half_of_maximum(given: PairingInput) -> int | None:
    """Twice the score beyond which a player is a top scorer, or None before the last round.

    More than half of what could be won in the rounds played. Source: FIDE C.04.3 (2012), A.10;
    (2026), 1.8; seed 000, 2.9 (*).
    """
    if given.round != given.crosstable.rounds_planned:
        return None
    return system_of(given.crosstable).win * len(given.crosstable.rounds)


def side_of(player: SwissPlayer) -> ColourSide:
    """Return the data of the player for the colour rules."""
    return ColourSide(played=player.played, preference=player.preference, ordinal=player.number - 1)


def have_met(one: SwissPlayer, other: SwissPlayer) -> bool:
    """Return whether the two have met, are playing, or are prohibited from meeting (B1.a)."""
    return bool(one.met >> other.seat & 1)


def same_absolute(one: SwissPlayer, other: SwissPlayer) -> bool:
    """Return whether both have an absolute preference for the same colour (B2, C3)."""
    return one.lean == other.lean and abs(one.lean) == ABSOLUTE


def lean_of(preference: Preference) -> int:
    """Return a preference as one number: positive for White, and of the size of its strength."""
    if preference.colour is None:
        return 0
    return int(preference.strength) * (1 if preference.colour is Colour.WHITE else -1)


def _met(games: tuple[Game, ...]) -> int:
    met = 0
    for game in games:
        if game.opponent is not None and not game.is_unplayed:
            met |= 1 << game.opponent
    return met


def _seats_by_seat(pairs: Iterable[tuple[Seat, Seat]]) -> dict[Seat, int]:
    found: dict[Seat, int] = {}
    for one, other in pairs:
        found[one] = found.get(one, 0) | 1 << other
        found[other] = found.get(other, 0) | 1 << one
    return found
