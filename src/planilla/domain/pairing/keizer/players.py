"""Those to be paired, from the top of the list, with what the bounds on pairs ask of them."""

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
from planilla.domain.pairing.ladder.memory import LadderMemory, replayed
from planilla.domain.pairing.ladder.rules import SEED, KeizerRules
from planilla.domain.pairing.ladder.season import Season
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import Colour


class Climber(msgspec.Struct, frozen=True, kw_only=True):
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


def memory_of(given: PairingInput) -> LadderMemory:
    """The list in force; where nothing is recorded, the one that the games lead to."""
    return given.ladder or replayed(Season(crosstable=given.crosstable, rules=SEED)).memory


def climbers_of(given: PairingInput, memory: LadderMemory) -> tuple[Climber, ...]:
    """Who is to be paired, from the top of the list."""
    histories = colour_history(given.crosstable)
    present = frozenset(given.present)
    order = [seat for seat in memory.everybody if seat in present]
    listed = frozenset(order)
    order += [seat for seat in given.present if seat not in listed]
    return tuple(
        _climber(given.crosstable, memory, seat, played_only(histories[seat])) for seat in order
    )


def _climber(
    crosstable: Crosstable, memory: LadderMemory, seat: Seat, played: tuple[Colour, ...]
) -> Climber:
    games = crosstable.games[seat]
    return Climber(
        seat=seat,
        original=memory.original[seat] if seat < len(memory.original) else 0,
        played=played,
        preference=preference_of(played),
        may=frozenset(colour for colour in Colour if _may_have(played, colour, memory.rules)),
        meetings=_meetings(games),
        rests=tuple(game.round for game in games if game.bye in FULL_POINT_BYES),
    )


def _may_have(played: tuple[Colour, ...], colour: Colour, rules: KeizerRules) -> bool:
    """Whether one more game with `colour` keeps the bounds (seed 000, 2.10, optional)."""
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
