"""Monrad, Schenkel and Amalfi by hand: candidates are tried from the top, and taken back.

Straight from seed 000, 2.9.1: nothing of the engine is used but points and games.
"""

from collections.abc import Callable, Sequence

from planilla.domain.crosstable import Seat
from planilla.domain.pairing.byes import FULL_POINT_BYES
from planilla.domain.pairing.floats import scores_by_round
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import Colour, GameResult

Order = Callable[[Seat, Sequence[Seat]], Sequence[Seat]]
"""From the places of a player and of those below who are not paired: all, the ideal one first."""

MayMeet = Callable[[Seat, Seat], bool]


def nearest_first(_upper: int, below: Sequence[int]) -> Sequence[int]:
    return below


def from_distance(rounds: int, number: int) -> Order:
    """The distance is the number of rounds that remain, with the one to be paired."""
    distance = rounds - number + 1 if rounds >= number else 1

    def order(upper: int, below: Sequence[int]) -> Sequence[int]:
        further = [place for place in below if place - upper >= distance]
        nearer = [place for place in below if place - upper < distance]
        return [*further, *nearer[::-1]]

    return order


def pairs_by_hand(
    given: PairingInput, order: Order, *, limits_colours: bool
) -> tuple[set[frozenset[Seat]], Seat | None] | None:
    """The pairs and the bye of a round; None where there is none."""
    scores = scores_by_round(given.crosstable, given.accelerated)
    listed = sorted(given.present, key=lambda seat: (-scores[seat][-1], seat))

    def may_meet(one: Seat, other: Seat) -> bool:
        if (min(one, other), max(one, other)) in given.forbidden or _met(given, one, other):
            return False
        forced = _forced(given, one)
        return not (limits_colours and forced is not None and forced is _forced(given, other))

    for rests in reversed(listed) if len(listed) % 2 else (None,):
        if rests is None or _may_rest(given, rests):
            players = [seat for seat in listed if seat != rests]
            found = _paired(players, list(range(len(players))), order, may_meet)
            if found is not None:
                return set(found), rests
    return None


def _paired(
    players: Sequence[Seat], left: Sequence[int], order: Order, may_meet: MayMeet
) -> list[frozenset[Seat]] | None:
    """The first complete pairs from the top; None where somebody has nobody."""
    if not left:
        return []
    first, *below = left
    for other in order(first, below):
        if may_meet(players[first], players[other]):
            rest = _paired(players, [at for at in below if at != other], order, may_meet)
            if rest is not None:
                return [frozenset((players[first], players[other])), *rest]
    return None


def colours_of(given: PairingInput, seat: Seat) -> list[Colour]:
    """The colours of the games that were played or are being played."""
    return [
        game.colour
        for game in given.crosstable.games[seat]
        if game.colour is not None and (game.is_played or game.is_open)
    ]


def _met(given: PairingInput, one: Seat, other: Seat) -> bool:
    return any(
        game.opponent == other and not game.is_unplayed for game in given.crosstable.games[one]
    )


def _forced(given: PairingInput, seat: Seat) -> Colour | None:
    """The only colour that keeps the difference below three, and three in a row away."""
    colours = colours_of(given, seat)
    difference = colours.count(Colour.WHITE) - colours.count(Colour.BLACK)
    if abs(difference) > 1:
        return Colour.BLACK if difference > 0 else Colour.WHITE
    if len(colours) > 1 and colours[-1] is colours[-2]:
        return colours[-1].other
    return None


def _may_rest(given: PairingInput, seat: Seat) -> bool:
    """No point without playing yet (B1.b)."""
    wins = {
        Colour.WHITE: GameResult.WHITE_WINS_BY_FORFEIT,
        Colour.BLACK: GameResult.BLACK_WINS_BY_FORFEIT,
    }
    return not any(
        game.bye in FULL_POINT_BYES or (game.colour and game.result is wins[game.colour])
        for game in given.crosstable.games[seat]
    )
