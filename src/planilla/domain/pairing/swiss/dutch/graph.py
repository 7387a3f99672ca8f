"""Permitted opponents under the absolute criteria, as sets of bits over places."""

from collections.abc import Callable, Sequence

from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.dutch.edition import Edition
from planilla.domain.pairing.swiss.players import (
    ABSOLUTE,
    SwissPlayer,
    have_met,
    same_absolute,
)


def may_meet(one: SwissPlayer, other: SwissPlayer, edition: Edition) -> bool:
    """Return whether the absolute criteria let two meet (B1.a and B2; C.1 and C.3; C1 and C3)."""
    if have_met(one, other):
        return False
    return not same_absolute(one, other) or may_break_colours(one, other, edition)


def may_break_colours(one: SwissPlayer, other: SwissPlayer, edition: Edition) -> bool:
    """Return whether two may meet in the last round whatever colours they have had."""
    if edition.one_top_scorer_is_enough:
        return one.top_scorer or other.top_scorer
    return one.top_scorer and other.top_scorer


def opponents_of(players: Sequence[SwissPlayer], edition: Edition) -> list[int]:
    """Return the permitted opponents of each player, as one bit per place (by `may_meet`)."""
    everybody = (1 << len(players)) - 1
    place_of = {player.seat: place for place, player in enumerate(players)}
    present = sum(1 << player.seat for player in players)
    forced = {ABSOLUTE: 0, -ABSOLUTE: 0}
    top = 0
    for place, player in enumerate(players):
        if player.lean in forced:
            forced[player.lean] |= 1 << place
        if player.top_scorer:
            top |= 1 << place
    opponents = []
    for place, player in enumerate(players):
        barred = 1 << place
        for seat in bits(player.met & present):
            barred |= 1 << place_of[seat]
        if player.lean in forced:
            barred |= forced[player.lean] & ~_excepted(player, top, edition)
        opponents.append(everybody & ~barred)
    return opponents


def _excepted(player: SwissPlayer, top: int, edition: Edition) -> int:
    if edition.one_top_scorer_is_enough:
        return -1 if player.top_scorer else top
    return top if player.top_scorer else 0


def with_bye(opponents: Sequence[int], eligible: int) -> list[int]:
    """Return the same graph with one more vertex, the bye, for the `eligible` places."""
    bye = 1 << len(opponents)
    return [
        *(met | bye if eligible >> place & 1 else met for place, met in enumerate(opponents)),
        eligible,
    ]


def places_of(players: Sequence[SwissPlayer], wanted: Callable[[SwissPlayer], bool]) -> int:
    """Return the places of those for whom `wanted` holds, one bit each."""
    return sum(1 << place for place, player in enumerate(players) if wanted(player))
