"""What keeps two players of the list apart, and in which order the wishes give way.

A forbidden pair never meets. Everything else is a wish; where nobody could be paired otherwise
those named in `KeizerRules.relax` give way one after another, and the others never.
"""

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.keizer.players import Climber
from planilla.domain.pairing.ladder.rules import KeizerRules, Relaxed
from planilla.domain.pairing.system import PairingInput

FORBIDDEN = "ladder-forbidden"
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
        """Which wishes have given way, from none to all that may."""
        yielding = [each for each in self.asked if each in self.rules.relax]
        return tuple(frozenset(yielding[:count]) for count in range(len(yielding) + 1))


def wishes_of(given: PairingInput, rules: KeizerRules) -> Wishes:
    """The bounds of the round to be paired."""
    return Wishes(
        rules=rules, round=given.round, forbidden=given.forbidden, unwanted=given.unwanted
    )


def code_of(wish: Relaxed) -> str:
    """How an explanation names a wish."""
    return f"ladder-{wish.value}"


def broken_by(one: Climber, other: Climber, wishes: Wishes) -> tuple[Relaxed, ...]:
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


def is_forbidden(one: Climber, other: Climber, wishes: Wishes) -> bool:
    """Whether the two may not meet whatever gives way."""
    return (min(one.seat, other.seat), max(one.seat, other.seat)) in wishes.forbidden
