"""Players to be paired, from the top of the list, and the bounds on their pairs.

A forbidden pair never meets. Every other bound is relative: where nobody could be paired otherwise,
those named in `KeizerRules.relax` give way one after another, and the others never.
"""

from collections.abc import Mapping

import msgspec

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.pairing.byes import FULL_POINT_BYES
from planilla.domain.pairing.colours import (
    Preference,
    colour_history,
    played_only,
    preference_of,
)
from planilla.domain.pairing.keizer.memory import KeizerMemory, replayed
from planilla.domain.pairing.keizer.rules import SEED, KeizerRules, Relaxed
from planilla.domain.pairing.keizer.season import Season
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import Colour


class KeizerPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """One player of the list.

    `meetings` maps opponents to the rounds of their games; `rests` are the rounds of byes; `may`
    the colours that the bounds of the rules leave.
    """

    seat: Seat
    original: int
    played: tuple[Colour, ...]
    preference: Preference
    may: frozenset[Colour]
    meetings: Mapping[Seat, tuple[int, ...]]
    rests: tuple[int, ...]


def memory_of(given: PairingInput) -> KeizerMemory:
    """Return the recorded list; where nothing is recorded, the one that the games lead to."""
    if given.memory is None:
        return replayed(Season(crosstable=given.crosstable, rules=SEED)).memory
    assert isinstance(given.memory, KeizerMemory), "the input was made for this system"
    return given.memory


def players_of_list(given: PairingInput, memory: KeizerMemory) -> tuple[KeizerPlayer, ...]:
    """Return the players to be paired, from the top of the list."""
    histories = colour_history(given.crosstable)
    present = frozenset(given.present)
    order = [seat for seat in memory.everybody if seat in present]
    listed = frozenset(order)
    order += [seat for seat in given.present if seat not in listed]
    return tuple(
        _player(given.crosstable, memory, seat, played_only(histories[seat])) for seat in order
    )


def _player(
    crosstable: Crosstable, memory: KeizerMemory, seat: Seat, played: tuple[Colour, ...]
) -> KeizerPlayer:
    games = crosstable.games[seat]
    return KeizerPlayer(
        seat=seat,
        original=memory.original[seat] if seat < len(memory.original) else 0,
        played=played,
        preference=preference_of(played),
        may=frozenset(colour for colour in Colour if _may_have(played, colour, memory.rules)),
        meetings=_meetings(games),
        rests=tuple(game.round for game in games if game.bye in FULL_POINT_BYES),
    )


def _may_have(played: tuple[Colour, ...], colour: Colour, rules: KeizerRules) -> bool:
    """Return whether one more game with `colour` keeps the bounds (seed 000, 2.10, optional)."""
    after = (*played, colour)
    longest, largest = rules.same_colour_max, rules.colour_difference_max
    if longest and after[-(longest + 1) :] == (colour,) * (longest + 1):
        return False
    return not largest or after.count(colour) - after.count(colour.other) <= largest


def _meetings(games: tuple[Game, ...]) -> dict[Seat, tuple[int, ...]]:
    found: dict[Seat, tuple[int, ...]] = {}
    for game in games:
        if game.opponent is not None and (game.is_played or game.is_open):
            found[game.opponent] = (*found.get(game.opponent, ()), game.round)
    return found


FORBIDDEN = "keizer-forbidden"
"""The code of a pair that may not meet at all."""


class Wishes(msgspec.Struct, frozen=True, kw_only=True):
    """The bounds of one round; pairs hold seats, the lower first."""

    rules: KeizerRules
    round: int
    forbidden: frozenset[tuple[Seat, Seat]]
    unwanted: frozenset[tuple[Seat, Seat]]

    @property
    def asked(self) -> tuple[Relaxed, ...]:
        """The wishes that there are in this round, in the order in which they give way.

        Those that never give way come last.
        """
        asked = {
            Relaxed.ORIGIN: bool(self.unwanted),
            Relaxed.COLOUR: bool(self.rules.colour_difference_max or self.rules.same_colour_max),
            Relaxed.DISTANCE: bool(self.rules.rounds_between),
            Relaxed.MEETINGS: bool(self.rules.meetings_max),
        }
        order = (*self.rules.relax, *(each for each in Relaxed if each not in self.rules.relax))
        return tuple(each for each in order if asked[each])

    @property
    def levels(self) -> tuple[frozenset[Relaxed], ...]:
        """The sets of wishes given up, from none to all that can be."""
        yielding = [each for each in self.asked if each in self.rules.relax]
        return tuple(frozenset(yielding[:count]) for count in range(len(yielding) + 1))


def wishes_of(given: PairingInput, rules: KeizerRules) -> Wishes:
    """The bounds of the round to be paired."""
    return Wishes(
        rules=rules, round=given.round, forbidden=given.forbidden, unwanted=given.unwanted
    )


def code_of(wish: Relaxed) -> str:
    """Return the code of a wish in explanations."""
    return f"keizer-{wish.value}"


def broken_by(one: KeizerPlayer, other: KeizerPlayer, wishes: Wishes) -> tuple[Relaxed, ...]:
    """The wishes that this pair does not keep, in the order of `Relaxed`."""
    pair = (min(one.seat, other.seat), max(one.seat, other.seat))
    met = one.meetings.get(other.seat, ())
    rules = wishes.rules
    broken = {
        Relaxed.ORIGIN: pair in wishes.unwanted,
        Relaxed.COLOUR: not any(colour.other in other.may for colour in one.may),
        Relaxed.DISTANCE: bool(met) and wishes.round - met[-1] <= rules.rounds_between,
        Relaxed.MEETINGS: 0 < rules.meetings_max <= len(met),
    }
    return tuple(wish for wish in Relaxed if broken[wish])


def is_forbidden(one: KeizerPlayer, other: KeizerPlayer, wishes: Wishes) -> bool:
    """Return whether the two are forbidden to meet at every level."""
    return (min(one.seat, other.seat), max(one.seat, other.seat)) in wishes.forbidden
