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
    `games` and `upfloats` count rounds of the tournament; `upfloated` tells of the last one, and
    `upfloated_before` of the one before.
    """

    player: SwissPlayer
    white: bool
    mark: int
    games: int
    upfloats: int
    upfloated: bool
    rating: int = 0
    upfloated_before: bool = False


Order = Callable[[Seeker], tuple[int, ...]]
"""A key by which players are sorted, the first of them first."""

FloatLoss = Callable[[Seeker], tuple[int, int, int]]
"""The cost of a player's upfloat in each criterion on who floats up, in their order."""


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


class DubovCodes(msgspec.Struct, frozen=True, kw_only=True):
    """Articles by which a system explains itself; an empty one is not told.

    `criteria` are all of them, in their order, `absolute` those of a second meeting and of two
    absolute preferences, `bye` those that the bye needs, `of_floats` those of `FloatLoss`; those
    `not_in_the_last` do not count in the last round.
    """

    criteria: tuple[str, ...]
    absolute: tuple[str, str]
    bye: tuple[str, ...]
    upfloaters: str
    colours: str
    of_floats: tuple[str, str, str]
    not_in_the_last: tuple[str, ...] = ()


class DubovRules(msgspec.Struct, frozen=True, kw_only=True):
    """Differences of a system of the family from the others.

    `marks` gives the mark of each entrant, by seat; `loss` the criteria on who floats up. Orders:
    `rank` of those of one score, who float up (4.2); `whites` of the subgroup of White (3.2.3);
    `blacks` of that of Black, for transpositions (4.4); `bye` of those of the lowest score, of whom
    the lowest by rank comes first where it is equal (3.1). From such a list of the subgroup of
    White or of Black, `white_shifters` and `black_shifters` give the places in the order in which
    they are shifted (4.3).
    """

    name: str
    source: str
    reading: HistoryReading
    colour_rules: ColourRules
    codes: DubovCodes
    marks: Callable[[PairingInput], Sequence[int]]
    loss: Callable[[PairingInput], FloatLoss]
    rank: Order
    whites: Order
    blacks: Order
    bye: Order
    white_shifters: Callable[[Sequence[Seeker]], Sequence[int]]
    black_shifters: Callable[[Sequence[Seeker]], Sequence[int]]


def by_number(each: Seeker) -> tuple[int, ...]:
    """Return the order of pairing numbers (4.2, 4.4)."""
    return (each.player.seat,)


def by_mark(each: Seeker) -> tuple[int, ...]:
    """Return the order of rising marks, then pairing numbers (3.2.3)."""
    return each.mark, each.player.seat


def by_rating(each: Seeker) -> tuple[int, ...]:
    """Return the order of falling ratings, then pairing numbers (seed 000, 2.9.1)."""
    return -each.rating, each.player.seat


def by_falling_mark(each: Seeker) -> tuple[int, ...]:
    """Return the order of falling marks, then pairing numbers."""
    return -each.mark, each.player.seat


def by_score_and_mark(each: Seeker) -> tuple[int, ...]:
    """Return the order of scores, then rising marks, then pairing numbers."""
    return -each.player.score, *by_mark(each)


def by_score_and_falling_mark(each: Seeker) -> tuple[int, ...]:
    """Return the order of scores, then falling marks, then pairing numbers."""
    return -each.player.score, *by_falling_mark(each)


def by_games(each: Seeker) -> tuple[int, ...]:
    """Return the order of games played, the most first (3.1.3)."""
    return (-each.games,)


def by_rank_alone(_each: Seeker) -> tuple[int, ...]:
    """Return the same for everybody: the rank decides."""
    return ()


def seekers_of(given: PairingInput, rules: DubovRules) -> tuple[Seeker, ...]:
    """Return all who are to be paired, by score from the top and then by rank."""
    marks = rules.marks(given)
    upfloats = upfloats_of(given)
    seekers = (
        Seeker(
            player=player,
            white=player.lean > 0,
            mark=marks[player.seat],
            games=len(player.played),
            upfloats=upfloats[player.seat],
            upfloated=player.last_float is Float.UP,
            rating=given.crosstable.entrants[player.seat].rating,
            upfloated_before=player.float_before is Float.UP,
        )
        for player in map(_with_preference, players_of(given, rules.reading))
    )
    return tuple(sorted(seekers, key=lambda each: (-each.player.score, *rules.rank(each))))


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


def buchholz_sums(given: PairingInput) -> Sequence[int]:
    """Return the sum of the scores of each entrant's opponents, by seat, in units.

    A round without a game counts the own score; fictitious points do not count.
    """
    table = given.crosstable
    scores = [own[-1] for own in scores_by_round(table)]
    return [
        sum(
            scores[seat if game.opponent is None or game.is_unplayed else game.opponent]
            for game in games
        )
        for seat, games in enumerate(table.games)
    ]


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
