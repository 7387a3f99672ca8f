"""The Burstein system of 2026 by trying everything, for fields of up to about ten.

Straight from C.04.4.2: the index, the bye, and bracket by bracket every pairing in the order of
article 4, judged by C5 to C8; of equal ones the first. Seeding rounds are those of the Dutch
oracle.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

from dsl.dutch_oracle import Answer
from dsl.dutch_oracle_2026 import paired_by_hand_2026
from planilla.domain.crosstable import Game, Seat
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import points_of, system_of
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

Value = tuple[Any, ...]
FORFEIT_WIN = {
    Colour.WHITE: GameResult.WHITE_WINS_BY_FORFEIT,
    Colour.BLACK: GameResult.BLACK_WINS_BY_FORFEIT,
}


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """`score` is that of the score groups, `colours` those played, `rank` the order of 1.8."""

    seat: Seat
    score: int
    rank: tuple[int, int, int]
    colours: tuple[Colour, ...]
    games: int
    may_have_bye: bool
    number: int

    @property
    def preference(self) -> tuple[Colour | None, int]:
        """1.5: the colour, and 3 absolute, 2 strong, 1 mild, 0 none."""
        if not self.colours:
            return None, 0
        difference = self.difference
        lacking = Colour.BLACK if difference > 0 else Colour.WHITE
        if abs(difference) > 1:
            return lacking, 3
        if len(self.colours) > 1 and self.colours[-1] is self.colours[-2]:
            return self.colours[-1].other, 3
        if difference:
            return lacking, 2
        return self.colours[-1].other, 1

    @property
    def difference(self) -> int:
        return self.colours.count(Colour.WHITE) - self.colours.count(Colour.BLACK)


def paired_by_hand_burstein(given: PairingInput) -> Answer | None:
    """The round by C.04.4.2 in force since 1 February 2026; None where there is no pairing."""
    if given.round <= min(given.crosstable.rounds_planned // 2, 4):
        return paired_by_hand_2026(given)
    return Oracle(given).pair()


def pairings_in_order(size: int, floaters: int) -> Iterator[tuple[int, ...]]:
    """4.3: the opponents of BSN 1, 2, …, 0 for who floats, in the order of the article."""

    def extend(opponents: dict[int, int], zeros: int) -> Iterator[tuple[int, ...]]:
        free = [bsn for bsn in range(1, size + 1) if bsn not in opponents]
        if not free:
            yield tuple(opponents[bsn] for bsn in range(1, size + 1))
            return
        first, *others = free
        for other in reversed(others):
            yield from extend({**opponents, first: other, other: first}, zeros)
        if zeros:
            yield from extend({**opponents, first: 0}, zeros - 1)

    return (each for each in extend({}, floaters) if each.count(0) == floaters)


ORDER = cache(lambda size, floaters: tuple(pairings_in_order(size, floaters)))


class Oracle:
    """The players of one round, and what two of them may do."""

    def __init__(self, given: PairingInput) -> None:
        self.given = given
        self.table = given.crosstable
        self.system = system_of(self.table)
        size = self.table.size
        self.earned = [
            [self.points(game) for game in self.table.games[seat]] for seat in range(size)
        ]
        self.totals = [sum(points) for points in self.earned]
        numbers = self._numbers()
        self.pool = [
            Player(
                seat=seat,
                score=self.totals[seat] + (given.accelerated[seat][-1] if given.accelerated else 0),
                rank=self.rank(seat),
                colours=tuple(
                    game.colour
                    for game in self.table.games[seat]
                    if game.colour is not None and not game.is_unplayed
                ),
                games=sum(not game.is_unplayed for game in self.table.games[seat]),
                may_have_bye=not any(map(self._bars_bye, self.table.games[seat])),
                number=numbers[seat],
            )
            for seat in given.present
        ]
        self._looks: dict[tuple[int, ...], Value | None] = {}
        self._complete: dict[int, bool] = {0: True}

    def points(self, game: Game) -> int:
        """An adjourned game counts as a draw."""
        return self.system.draw if game.is_open else points_of(game, self.system)

    def _bars_bye(self, game: Game) -> bool:
        """C2: the bye, or as many points as for a win without playing."""
        if game.bye is not None:
            return (
                game.bye is ByeKind.PAIRING_ALLOCATED
                or points_of(game, self.system) >= self.system.win
            )
        return game.colour is not None and game.result is FORFEIT_WIN[game.colour]

    def rank(self, seat: Seat) -> tuple[int, int, int]:
        """1.7 and 1.8."""
        buchholz = berger = 0
        for points, game in zip(self.earned[seat], self.table.games[seat], strict=True):
            if game.opponent is None or game.is_unplayed:
                score = self.totals[seat]
            else:
                score = self.totals[game.opponent] + self._as_draws(game.opponent)
            buchholz += score
            berger += points * score
        return -buchholz, -berger, seat

    def _as_draws(self, seat: Seat) -> int:
        """1.7.2: the draws for a series of absences up to and with the round to be paired."""
        now = dict(self.given.requested).get(seat, ByeKind.ZERO_POINT)
        if seat in self.given.present or now is not ByeKind.ZERO_POINT:
            return 0
        series = 0
        for game in reversed(self.table.games[seat]):
            if game.opponent is not None or game.bye in (
                ByeKind.HALF_POINT,
                ByeKind.FULL_POINT,
                ByeKind.PAIRING_ALLOCATED,
            ):
                return series * self.system.draw
            series += 1
        return series * self.system.draw

    def _numbers(self) -> list[int]:
        """The running numbers of those who have been there by now (ruling of August 2026)."""
        there = set(self.given.present)
        for each in self.table.rounds:
            there |= {seat for board in each.boards for seat in board}
            there |= {seat for seat, kind in each.byes if kind is ByeKind.PAIRING_ALLOCATED}
        return [sum(other in there for other in range(seat + 1)) for seat in range(self.table.size)]

    def may_meet(self, one: Player, other: Player) -> bool:
        """C1 and C3, and prohibited pairs."""
        pair = (min(one.seat, other.seat), max(one.seat, other.seat))
        if pair in self.given.forbidden or any(
            game.opponent == other.seat and not game.is_unplayed
            for game in self.table.games[one.seat]
        ):
            return False
        return not (one.preference == other.preference and one.preference[1] == 3)

    def all_paired(self, players: Sequence[Player]) -> bool:
        """C4: these can all be paired with one another."""
        key = sum(1 << player.seat for player in players)
        if key not in self._complete:
            first, *others = players
            self._complete[key] = len(players) % 2 == 0 and any(
                self.may_meet(first, other)
                and self.all_paired([each for each in others if each is not other])
                for other in others
            )
        return self._complete[key]

    def pair(self) -> Answer | None:
        """3: the bye, then bracket by bracket."""
        bye = None
        players = self.pool
        if len(players) % 2:
            bye = self._bye()
            if bye is None:
                return None
            players = [player for player in players if player is not bye]
        if not self.all_paired(players):
            return None
        scores = sorted({player.score for player in players}, reverse=True)
        groups = [[player for player in players if player.score == score] for score in scores]
        floaters: list[Player] = []
        boards: set[tuple[Seat, Seat]] = set()
        for place, residents in enumerate(groups):
            members = sorted([*floaters, *residents], key=lambda player: player.rank)
            pairs, floaters = self._best(members, groups[place + 1 :])
            boards |= {self._seated(one, other) for one, other in pairs}
        assert not floaters
        return frozenset(boards), None if bye is None else bye.seat

    def _bye(self) -> Player | None:
        """3.1: the lowest score, the most games played, the lowest ranked."""
        able = [
            player
            for player in self.pool
            if player.may_have_bye
            and self.all_paired([other for other in self.pool if other is not player])
        ]
        return min(
            able,
            key=lambda player: (player.score, -player.games, tuple(-each for each in player.rank)),
            default=None,
        )

    def _best(
        self, members: Sequence[Player], below: Sequence[Sequence[Player]]
    ) -> tuple[list[tuple[Player, Player]], list[Player]]:
        for count in range(len(members) % 2, len(members) + 1, 2):
            best: tuple[Value, list[tuple[Player, Player]], list[Player]] | None = None
            for pairs, floaters in self._legal(members, count, below):
                value = (
                    sorted((player.score for player in floaters), reverse=True),
                    self._ahead(floaters, below),
                    sum(self._same_origin(*pair) for pair in pairs),
                    sum(self._same_colour(*pair) for pair in pairs),
                )
                if best is None or value < best[0]:
                    best = value, pairs, floaters
            if best is not None:
                return best[1], best[2]
        raise AssertionError("the round can be completed")

    def _legal(
        self, members: Sequence[Player], count: int, below: Sequence[Sequence[Player]]
    ) -> Iterator[tuple[list[tuple[Player, Player]], list[Player]]]:
        """Pairings of a bracket with so many floaters by C1, C3 and C4, in the order of 4."""
        lower = [player for group in below for player in group]
        for opponents in ORDER(len(members), count):
            pairs = [
                (members[bsn - 1], members[other - 1])
                for bsn, other in enumerate(opponents, start=1)
                if bsn < other
            ]
            floaters = [
                member for member, other in zip(members, opponents, strict=True) if other == 0
            ]
            if all(self.may_meet(*pair) for pair in pairs) and self.all_paired([*floaters, *lower]):
                yield pairs, floaters

    def _ahead(self, floaters: Sequence[Player], below: Sequence[Sequence[Player]]) -> Value:
        """C7: in the next bracket the fewest left over, then the lowest scores of those."""
        if not below:
            return ()
        key = tuple(player.seat for player in floaters)
        key = (len(below), *key)
        if key not in self._looks:
            self._looks[key] = self._look(
                sorted([*floaters, *below[0]], key=lambda p: p.rank), below
            )
        found = self._looks[key]
        assert found is not None
        return found

    def _look(self, members: Sequence[Player], below: Sequence[Sequence[Player]]) -> Value:
        for count in range(len(members) % 2, len(members) + 1, 2):
            scores = [
                sorted((player.score for player in floaters), reverse=True)
                for _, floaters in self._legal(members, count, below[1:])
            ]
            if scores:
                return count, min(scores)
        raise AssertionError("the rest can be completed")

    def _same_origin(self, one: Player, other: Player) -> bool:
        return (min(one.seat, other.seat), max(one.seat, other.seat)) in self.given.unwanted

    @staticmethod
    def _same_colour(one: Player, other: Player) -> bool:
        """C8: one of the two does not get the colour that is due."""
        return one.preference[0] is not None and one.preference[0] is other.preference[0]

    def _seated(self, one: Player, other: Player) -> tuple[Seat, Seat]:
        """5: White first; `one` is ranked higher."""
        one, other = sorted((one, other), key=lambda player: player.rank)
        colour = self._colour(one, other)
        return (one.seat, other.seat) if colour is Colour.WHITE else (other.seat, one.seat)

    def _colour(self, one: Player, other: Player) -> Colour:
        (mine, strength), (theirs, others_strength) = one.preference, other.preference
        if mine is None and theirs is None:
            drawn = self.given.first_colour
            return drawn if one.number % 2 else drawn.other
        if mine is None or theirs is None or mine is not theirs:
            return mine if mine is not None else theirs.other  # type: ignore[union-attr]
        if strength != others_strength:
            return mine if strength > others_strength else mine.other
        if strength == 3 and abs(one.difference) != abs(other.difference):
            raise AssertionError("two of one absolute preference do not meet")
        for own, its in zip(reversed(one.colours), reversed(other.colours), strict=False):
            if own is not its:
                return own.other
        return mine
