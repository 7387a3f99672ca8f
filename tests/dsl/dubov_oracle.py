"""The Dubov systems by trying everything, for fields of up to about ten.

Straight from C.04.4.1: the bye, then score group by score group every set of upfloaters, every
pairing of its bracket, every set of shifted players and every transposition, each in its order.
Nothing is shared with the engine but the crosstable; the players are those of the Dutch oracles.
The readings are listed in `docs/rules/dubov.md`.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random

from msgspec import structs

from dsl.dutch_oracle import ABSOLUTE, FORFEIT_WIN, UP, Answer, Oracle, Pair, Player
from planilla.domain.crosstable import Game, Seat
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import points_of
from planilla.domain.vocabulary import ByeKind, Colour

RATINGS = (0, 1400, 1500, 1501, 1502, 1503, 1700, 1999, 2000, 2001, 2400)
Split = tuple[list[Player], list[Player]]


def rated(world: PairingInput, seed: int) -> PairingInput:
    """The same round between players of few different ratings, some of them without any."""
    chance = Random(seed)
    ratings = sorted((chance.choice(RATINGS) for _ in world.crosstable.entrants), reverse=True)
    if chance.random() < 0.2:
        chance.shuffle(ratings)
    entrants = tuple(
        structs.replace(entrant, rating=rating)
        for entrant, rating in zip(world.crosstable.entrants, ratings, strict=True)
    )
    return structs.replace(world, crosstable=structs.replace(world.crosstable, entrants=entrants))


def dubov_by_hand(given: PairingInput, name: str = "swiss-dubov-2026") -> Answer | None:
    """The round by a system of the family; None where there is no pairing."""
    return ORACLES[name](given).pair()


class DubovOracle(Oracle):
    """A round to be paired; one object answers once."""

    def floats_unplayed(self, _game: Game) -> bool:
        """Nobody floats down: only upfloats are counted."""
        return False

    def bars_bye(self, game: Game) -> bool:
        """C2: the bye, and as many points as for a win without playing."""
        if game.bye is ByeKind.PAIRING_ALLOCATED:
            return True
        if game.colour is not None and game.result is FORFEIT_WIN[game.colour]:
            return True
        return game.bye is not None and points_of(game, self.system) >= self.system.win

    def legal(self, one: Player, other: Player) -> bool:
        """C1 and C3: two of the same absolute preference never meet, not even in the last round."""
        both = one.wish == other.wish and one.wish[0] == ABSOLUTE
        return super().legal(one, other) and not both

    def pair(self) -> Answer | None:
        waiting = sorted(self.pool, key=lambda player: (-player.score, self.rank(player)))
        bye: list[Player] = []
        if len(waiting) % 2:
            bye = self._bye(waiting)
            waiting = [player for player in waiting if player not in bye]
        if len(waiting) % 2 or not self.can_all_be_paired(self.mask(waiting)):
            return None
        pairs: list[Pair] = []
        while waiting:
            residents = [player for player in waiting if player.score == waiting[0].score]
            lower = waiting[len(residents) :]
            upfloaters = self._upfloaters(residents, lower)
            pairs += self._paired([*residents, *upfloaters])
            waiting = [player for player in lower if player not in upfloaters]
        return self.answer(pairs, bye)

    def _bye(self, waiting: Sequence[Player]) -> list[Player]:
        """3.1: a legal rest, then the lowest score, the most games, the largest number."""
        able = [
            player
            for player in waiting
            if player.may_have_bye
            and self.can_all_be_paired(self.mask([each for each in waiting if each is not player]))
        ]
        lowest = [player for player in able if player.score == min(each.score for each in able)]
        return [max(lowest, key=self.bye_order)] if lowest else []

    # Orders of the system

    def bye_order(self, player: Player) -> tuple[float, ...]:
        """3.1.3 and 3.1.4: the last of this order has the bye."""
        return (len(player.played), player.seat)

    def rank(self, player: Player) -> tuple[float, ...]:
        """4.2: within a score, by numbers."""
        return (player.seat,)

    def whites(self, player: Player) -> tuple[float, ...]:
        """3.2.3: by ARO, then numbers."""
        return (self.average(player.seat), player.seat)

    def blacks(self, player: Player) -> tuple[float, ...]:
        """4.4: by numbers."""
        return (player.seat,)

    def losses(self, chosen: Sequence[Player]) -> tuple[int, ...]:
        """C8 to C10 of a set of upfloaters."""
        if self.given.round == self.given.crosstable.rounds_planned:
            return ()
        maximum = [each for each in chosen if self._upfloats(each) >= self._most()]
        return (
            len(maximum),
            sum(self._upfloats(each) for each in maximum),
            sum(each.floated(1) == UP for each in chosen),
        )

    # Upfloaters (3.2.1, 3.2.2)

    def _upfloaters(
        self, residents: Sequence[Player], lower: Sequence[Player]
    ) -> tuple[Player, ...]:
        for number in range(len(lower) + 1):
            sets = [
                chosen
                for chosen in combinations(lower, number)  # 4.1 and 4.2
                if self.can_all_be_paired(self.mask([*residents, *chosen]))
                and self.can_all_be_paired(
                    self.mask([player for player in lower if player not in chosen])
                )
            ]
            if sets:
                return min(sets, key=lambda chosen: self._value(residents, chosen))
        raise AssertionError("what can be paired has a set of upfloaters")

    def _value(self, residents: Sequence[Player], chosen: Sequence[Player]) -> tuple[object, ...]:
        """C6 to C10 of a bracket."""
        differences = sorted((residents[0].score - each.score for each in chosen), reverse=True)
        colours = self._fewest_lost([*residents, *chosen])
        return differences, colours, *self.losses(chosen)

    def _most(self) -> int:
        """1.8.2: MaxT; of an unknown number of rounds those that are known."""
        rounds = self.given.crosstable.rounds_planned or self.given.round
        return 2 + max(rounds, self.given.round) // 5

    @staticmethod
    def _upfloats(player: Player) -> int:
        return sum(each == UP for each in player.floats)

    def _fewest_lost(self, members: Sequence[Player]) -> int:
        """C7 of the best pairing."""
        return min(
            sum(seeks(one) is seeks(other) for one, other in pairs)
            for pairs in self._pairings(list(members))
        )

    def _pairings(self, members: list[Player]) -> Iterator[list[Pair]]:
        if not members:
            yield []
            return
        one = members[0]
        for other in members[1:]:
            if self.legal(one, other):
                rest = [player for player in members[1:] if player is not other]
                for following in self._pairings(rest):
                    yield [(one, other), *following]

    # Subgroups (3.2.3 to 3.2.6)

    def _paired(self, members: list[Player]) -> list[Pair]:
        first, second = self._subgroups(members)
        best = self._fewest_lost(members)
        smaller, larger = (first, second) if len(first) <= len(second) else (second, first)
        unavoidable = min(
            sum(one in smaller and other in smaller for one, other in pairs)
            for pairs in self._pairings(members)
        )
        missing = (len(larger) - len(smaller)) // 2 + unavoidable

        def splits(leaving: Sequence[Player]) -> Iterator[Split]:
            """Both subgroups, with `leaving` shifted, after each shift the other way (b)."""
            for entering in combinations(self.shifters(larger, larger is first), missing):
                grown = [each for each in smaller if each not in leaving] + list(entering)
                shrunk = [each for each in larger if each not in entering] + list(leaving)
                yield (grown, shrunk) if smaller is first else (shrunk, grown)

        for leaving in combinations(self.shifters(smaller, smaller is first), unavoidable):
            for split in splits(leaving):
                for pairs in self._transpositions(*split):
                    if sum(seeks(one) is seeks(other) for one, other in pairs) == best:
                        return next(self._transpositions(*split))
        raise AssertionError("a bracket that can be paired has subgroups that can")

    def _subgroups(self, members: Sequence[Player]) -> Split:
        if any(player.played for player in members):
            return (
                [player for player in members if seeks(player) is Colour.WHITE],
                [player for player in members if seeks(player) is Colour.BLACK],
            )
        order = sorted(members, key=lambda player: player.seat)
        return order[: len(order) // 2], order[len(order) // 2 :]

    def shifters(self, members: Sequence[Player], white: bool) -> list[Player]:
        """4.3: from the middle of the list outwards, of each two the higher first."""
        left = sorted(members, key=self.whites if white else self.blacks)
        order: list[Player] = []
        while left:
            # Taken out from the outside: the lowest of the list first, then the highest, and so on.
            order.append(left.pop(0 if len(order) % 2 else -1))
        return list(reversed(order))

    def average(self, seat: Seat) -> int:
        """1.7: ARO."""
        table = self.given.crosstable
        ratings = [
            table.entrants[game.opponent].rating
            for game in table.games[seat]
            if game.opponent is not None and (game.is_played or game.is_open)
        ]
        if not ratings:
            return 0
        whole, rest = divmod(sum(ratings), len(ratings))
        return whole + (2 * rest >= len(ratings))

    def _transpositions(
        self, first: Sequence[Player], second: Sequence[Player]
    ) -> Iterator[list[Pair]]:
        upper = sorted(first, key=self.whites)
        for lower in permutations(sorted(second, key=self.blacks)):
            pairs = list(zip(upper, lower, strict=True))
            if all(self.legal(*pair) for pair in pairs):
                yield pairs

    # Articles of colours: 5.2

    def _colour_of_higher(self, higher: Player, lower: Player) -> Colour:
        if not higher.played and not lower.played:
            first = self.given.first_colour
            return first if higher.number % 2 else first.other
        return super()._colour_of_higher(with_wish(higher), with_wish(lower))


class DubovBookOracle(DubovOracle):
    """Seed 000, 2.9.1, with the readings of `docs/rules/dubov.md`."""

    def bars_bye(self, game: Game) -> bool:
        """B1: a bye worth a point, and a win by forfeit."""
        if game.colour is not None:
            return game.result is FORFEIT_WIN[game.colour]
        return game.bye in (ByeKind.PAIRING_ALLOCATED, ByeKind.FULL_POINT)

    def bye_order(self, player: Player) -> tuple[float, ...]:
        return self.rank(player)

    def rank(self, player: Player) -> tuple[float, ...]:
        return (-self.rating(player), player.seat)

    def blacks(self, player: Player) -> tuple[float, ...]:
        return (-self.rating(player), player.seat)

    def rating(self, player: Player) -> int:
        return self.given.crosstable.entrants[player.seat].rating

    def mark(self, player: Player) -> int:
        """What orders those who are shifted."""
        return self.average(player.seat)

    def losses(self, chosen: Sequence[Player]) -> tuple[int, ...]:
        """B5 and B6: nobody floats up as one or two rounds before."""
        return tuple(sum(each.floated(back) == UP for each in chosen) for back in (1, 2))

    def shifters(self, members: Sequence[Player], white: bool) -> list[Player]:
        """Seekers of White with low marks first; of Black with high ones, then the lower ranked."""
        if white:
            return sorted(sorted(members, key=self.whites), key=self.mark)
        from_below = sorted(members, key=self.blacks)[::-1]
        return sorted(from_below, key=lambda each: -self.mark(each))

    def _colour_of_higher(self, higher: Player, lower: Player) -> Colour:
        """E5 where neither has a game, then E1 to E4 with E3 of the book."""
        if not higher.played and not lower.played:
            first = self.given.first_colour
            return first.other if higher.seat % 2 else first
        (mine, wanted), (theirs, others) = with_wish(higher).wish, with_wish(lower).wish
        assert wanted is not None
        if wanted is not others:
            return wanted
        if mine != theirs:
            return wanted if mine > theirs else wanted.other
        if mine == ABSOLUTE and abs(higher.difference) != abs(lower.difference):
            return wanted if abs(higher.difference) > abs(lower.difference) else wanted.other
        worth = {wanted: 0, None: 1, wanted.other: 2}
        length = max(len(higher.played), len(lower.played))
        for back in range(1, length + 1):
            own, opposite = (
                worth[each.played[-back] if back <= len(each.played) else None]
                for each in (higher, lower)
            )
            if own != opposite:
                return wanted if own > opposite else wanted.other
        return wanted


class VegaOracle(DubovBookOracle):
    """The same by Buchholz, and in each subgroup by points first."""

    def rank(self, player: Player) -> tuple[float, ...]:
        return (-self.mark(player), player.seat)

    def whites(self, player: Player) -> tuple[float, ...]:
        return (-player.score, self.mark(player), player.seat)

    def blacks(self, player: Player) -> tuple[float, ...]:
        return (-player.score, -self.mark(player), player.seat)

    def mark(self, player: Player) -> int:
        """Buchholz: scores of the opponents, and the own score for a round without a game."""
        total = 0
        for game in self.given.crosstable.games[player.seat]:
            met = game.is_played or game.is_open
            total += self._points(
                game.opponent if met and game.opponent is not None else player.seat
            )
        return total

    def _points(self, seat: Seat) -> int:
        return sum(
            self.system.draw if game.is_open else points_of(game, self.system)
            for game in self.given.crosstable.games[seat]
        )


ORACLES = {
    "swiss-dubov-2026": DubovOracle,
    "swiss-dubov-libro": DubovBookOracle,
    "swiss-vega": VegaOracle,
}


def with_wish(player: Player) -> Player:
    """1.6.4: without a game a mild preference for Black."""
    return player if player.played else structs.replace(player, wish=(1, Colour.BLACK))


def seeks(player: Player) -> Colour:
    """The colour that a player seeks."""
    wish = with_wish(player).wish[1]
    assert wish is not None
    return wish
