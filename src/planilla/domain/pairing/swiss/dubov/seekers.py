"""Data of one player for the Dubov rules: the colour sought, the opposition met, the upfloats.

Source: FIDE C.04.4.1 (2026), 1.6 to 1.8.
"""

from collections.abc import Callable, Sequence

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.colours import Preference, Strength
from planilla.domain.pairing.floats import Float, difference_of, only_upfloats, scores_by_round
from planilla.domain.pairing.matching import bits
from planilla.domain.pairing.swiss.boards import ColourRules
from planilla.domain.pairing.swiss.players import (
    ABSOLUTE,
    HistoryReading,
    SwissPlayer,
    players_of,
)
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import system_of
from planilla.domain.vocabulary import Colour

MILD_BLACK = Preference(colour=Colour.BLACK, strength=Strength.MILD)
"""The preference of a player without any game (1.6.4)."""


class Seeker(msgspec.Struct, frozen=True, kw_only=True):
    """A player who seeks White or Black, with the mark that orders those of the same score.

    `mark` is the average rating of the opponents or, in a system ordered so, another value.
    `games` and `upfloats` count rounds of the tournament; `upfloated` tells of the last one.
    """

    player: SwissPlayer
    white: bool
    mark: int
    games: int
    upfloats: int
    upfloated: bool


class FloatLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The criteria on who floats up: `most` is MaxT (1.8); in the last round nothing counts."""

    most: int
    last_round: bool

    def loss(self, seeker: Seeker) -> tuple[int, int, int]:
        """Return what the upfloat of this player costs in C8, C9 and C10."""
        if self.last_round:
            return 0, 0, 0
        maximum = seeker.upfloats >= self.most
        return int(maximum), seeker.upfloats if maximum else 0, int(seeker.upfloated)


class DubovRules(msgspec.Struct, frozen=True, kw_only=True):
    """Differences of a system of the family from the others.

    `marks` gives the mark of each entrant, by seat; `limits` the criteria on who floats up;
    `shifted` the order in which players of a list of so many are shifted (4.3); `blacks` is the
    order of those in the subgroup of Black, for transpositions (4.4) and for shifting.
    """

    name: str
    source: str
    reading: HistoryReading
    colour_rules: ColourRules
    marks: Callable[[PairingInput], Sequence[int]]
    limits: Callable[[PairingInput], FloatLimits]
    shifted: Callable[[int], Sequence[int]]
    blacks: Callable[[Seeker], tuple[int, Seat]]


def by_mark(each: Seeker) -> tuple[int, Seat]:
    """Return the order of the subgroup of White: rising marks, then pairing numbers (3.2.3)."""
    return each.mark, each.player.seat


def by_number(each: Seeker) -> tuple[int, Seat]:
    """Return the order of the subgroup of Black by pairing numbers (4.4)."""
    return 0, each.player.seat


def seekers_of(given: PairingInput, rules: DubovRules) -> tuple[Seeker, ...]:
    """Return all who are to be paired, by score from the top and then by pairing number."""
    marks = rules.marks(given)
    upfloats = upfloats_of(given)
    return tuple(
        Seeker(
            player=player,
            white=player.lean > 0,
            mark=marks[player.seat],
            games=len(player.played),
            upfloats=upfloats[player.seat],
            upfloated=player.last_float is Float.UP,
        )
        for player in map(_with_preference, players_of(given, rules.reading))
    )


def _with_preference(player: SwissPlayer) -> SwissPlayer:
    """Return the player as the articles see it: without a game, a mild preference for Black."""
    if player.played:
        return player
    return msgspec.structs.replace(player, preference=MILD_BLACK, lean=-int(Strength.MILD))


def upfloats_of(given: PairingInput) -> tuple[int, ...]:
    """Return how many rounds each entrant was upfloated in, by seat (1.8)."""
    table = given.crosstable
    scores, system = scores_by_round(table, given.accelerated), system_of(table)
    return tuple(
        sum(
            only_upfloats(game, difference_of(game, seat, scores), system) is Float.UP
            for game in games
        )
        for seat, games in enumerate(table.games)
    )


def average_ratings(given: PairingInput) -> Sequence[int]:
    """Return the average rating of the opponents met over the board, by seat (ARO, 1.7).

    Rounded to the nearest whole number, a half upwards; 0 if there was none. An opponent without
    a rating counts with 0.
    """
    table = given.crosstable
    ratings = [entrant.rating for entrant in table.entrants]
    found = []
    for games in table.games:
        met = [
            ratings[game.opponent]
            for game in games
            if game.opponent is not None and not game.is_unplayed
        ]
        found.append(_rounded(sum(met), len(met)) if met else 0)
    return found


def _rounded(total: int, number: int) -> int:
    return (2 * total + number) // (2 * number)


def permitted(seekers: Sequence[Seeker]) -> list[int]:
    """Return the places that each may meet, one bit each (C1 and C3; no topscorer is exempt)."""
    everybody = (1 << len(seekers)) - 1
    place_of: dict[Seat, int] = {each.player.seat: place for place, each in enumerate(seekers)}
    present = sum(1 << seat for seat in place_of)
    forced = {ABSOLUTE: 0, -ABSOLUTE: 0}
    for place, each in enumerate(seekers):
        if each.player.lean in forced:
            forced[each.player.lean] |= 1 << place
    rows = []
    for place, each in enumerate(seekers):
        barred = 1 << place | forced.get(each.player.lean, 0)
        for seat in bits(each.player.met & present):
            barred |= 1 << place_of[seat]
        rows.append(everybody & ~barred)
    return rows


def kept_apart(seekers: Sequence[Seeker], rows: Sequence[int]) -> list[int]:
    """Return the same without those of the same origin (seed 000, 2.9, B3 bis)."""
    place_of: dict[Seat, int] = {each.player.seat: place for place, each in enumerate(seekers)}
    return [
        row & ~sum(1 << place_of[seat] for seat in bits(each.player.unwanted) if seat in place_of)
        for each, row in zip(seekers, rows, strict=True)
    ]
