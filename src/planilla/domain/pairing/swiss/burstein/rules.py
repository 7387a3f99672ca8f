"""The Burstein system of 2026 as data: edition, seeding rounds, colour rules, and the index.

Source: FIDE C.04.4.2 (2026), 1.6.2, 1.7.1, 1.7.2, and 1.8.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile

import msgspec

from planilla.domain.crosstable import Crosstable, Game, Seat
from planilla.domain.pairing.colours import (
    both_preferences,
    higher_ranked,
    latest_difference,
    neither_has_played,
    stronger_preference,
)
from planilla.domain.pairing.floats import scores_by_round
from planilla.domain.pairing.swiss.boards import ColourRules
from planilla.domain.pairing.swiss.dutch.criteria import by_preference, same_colour
from planilla.domain.pairing.swiss.dutch.edition import OF_2026
from planilla.domain.pairing.swiss.players import SwissPlayer, players_of
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import points_of, system_of
from planilla.domain.vocabulary import ByeKind

_ZERO = ByeKind.ZERO_POINT

SEEDING_ROUNDS_MAX = 4
"""Most rounds that are paired by the Dutch system (1.6.2), and as many in an unknown number."""

Rank = Callable[[SwissPlayer], tuple[int, int, int]]
"""The place of a player in the order of 1.8: the smaller is ranked higher."""


def seeding_rounds(crosstable: Crosstable) -> int:
    """Return the number of first rounds that the Dutch system pairs (1.6.2)."""
    planned = crosstable.rounds_planned
    return min(planned // 2, SEEDING_ROUNDS_MAX) if planned else SEEDING_ROUNDS_MAX


def ranking(given: PairingInput) -> Rank:
    """Return the order of players of any score: by the index, then by number (1.8)."""
    found = indexes(given)

    def rank(player: SwissPlayer) -> tuple[int, int, int]:
        index = found[player.seat]
        return -index.buchholz, -index.sonneborn_berger, player.seat

    return rank


def players_to_pair(given: PairingInput) -> tuple[SwissPlayer, ...]:
    """Return all who are to be paired; there are no top scorers in this system (C3)."""
    return tuple(
        msgspec.structs.replace(player, top_scorer=False)
        for player in players_of(given, BURSTEIN_OF_2026.reading)
    )


COLOUR_RULES: ColourRules = (
    ("5.2.1", neither_has_played),
    ("5.2.2", both_preferences),
    ("5.2.3", stronger_preference),
    ("5.2.4", latest_difference),
    ("5.2.5", higher_ranked),
)
"""The rules of colours; the higher ranked of two is the one of the better index (5.2)."""

BURSTEIN_OF_2026 = msgspec.structs.replace(
    OF_2026,
    name="swiss-burstein-2026",
    source="fide-c040402-2026",
    relative=lambda _round: (by_preference("C8", same_colour),),
    colour_rules=COLOUR_RULES,
    moved_down_meet=True,
)
"""FIDE C.04.4.2 in force since 1 February 2026; floats, byes and numbers as in the Dutch system."""


class PlayerIndex(msgspec.Struct, frozen=True, kw_only=True, order=True):
    """The two sums of a player: `buchholz` in units of points, `sonneborn_berger` in their square.

    Source: 1.7.1.
    """

    buchholz: int
    sonneborn_berger: int


def indexes(given: PairingInput) -> tuple[PlayerIndex, ...]:
    """Return the index of each entrant before the round is paired, by seat.

    All scores are current ones without fictitious points; an adjourned game counts as a draw. A
    round without a game is one against oneself, with the points registered. Source: 1.7.1, 1.7.2.
    """
    crosstable = given.crosstable
    own = [totals[-1] for totals in scores_by_round(crosstable)]
    draw, stays = system_of(crosstable).draw, _absent_by_now(given)
    for_others = [
        score + (_absences_at_the_end(games) * draw if seat in stays else 0)
        for seat, (score, games) in enumerate(zip(own, crosstable.games, strict=True))
    ]
    return tuple(
        _index_of(crosstable, games, own[seat], for_others)
        for seat, games in enumerate(crosstable.games)
    )


def _index_of(
    crosstable: Crosstable, games: Sequence[Game], own: int, for_others: Sequence[int]
) -> PlayerIndex:
    system = system_of(crosstable)
    buchholz = sonneborn_berger = 0
    for game in games:
        met = own if game.opponent is None or game.is_unplayed else for_others[game.opponent]
        buchholz += met
        sonneborn_berger += met * (system.draw if game.is_open else points_of(game, system))
    return PlayerIndex(buchholz=buchholz, sonneborn_berger=sonneborn_berger)


def _absent_by_now(given: PairingInput) -> frozenset[Seat]:
    """Return who has a zero-point bye, or is absent, in the round to be paired."""
    here = {*given.present, *(seat for seat, kind in given.requested if kind is not _ZERO)}
    return frozenset(range(given.crosstable.size)) - here


def _absences_at_the_end(games: Sequence[Game]) -> int:
    """Return the length of the series of zero-point byes up to the last round played.

    For someone absent from the round to be paired too, each counts as a draw for the opponents
    (1.7.2, exception).
    """
    series = takewhile(
        lambda game: game.opponent is None and game.bye in {None, _ZERO}, games[::-1]
    )
    return sum(1 for _ in series)
