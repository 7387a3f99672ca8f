"""The Dutch system of 2017 by trying everything, for fields of up to about eight.

Every candidate of a bracket in the order of its generation (B.1 to B.8), judged by the values of
C.5 to C.19; the bracket that would leave the rest unpairable is paired again for it (the PPB of
A.9), and all below it in one (the CLB). Readings R1 to R11 are those of `dutch_oracle`'s source.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from dsl.dutch_oracle import DOWN, FORFEIT_WIN, UP, Answer, Candidate, Oracle, Pair, Player
from planilla.domain.crosstable import Game
from planilla.domain.pairing.system import PairingInput
from planilla.domain.vocabulary import ByeKind

WEIGHT_OF_ONE_BARRED = 3
Value = tuple[Any, ...]
Floated = list[tuple[Player, int]]


def paired_by_hand_2017(given: PairingInput, budget: int | None = None) -> Answer | None:
    """The round by C.04.3 of 2017 (Baku 2016); None where there is no pairing."""
    return Oracle2017(given, budget).pair()


class Oracle2017(Oracle):
    """`collapsed` tells afterwards whether the round went through the PPB and the CLB."""

    collapsed = False

    def floats_unplayed(self, game: Game) -> bool:
        """A.4.b and R8: whoever does not play, for whatever reason."""
        return not game.is_played

    def bars_bye(self, game: Game) -> bool:
        """C.2 and R9: the bye and a forfeit win; a full-point bye by request does not."""
        if game.bye is ByeKind.PAIRING_ALLOCATED:
            return True
        return game.colour is not None and game.result is FORFEIT_WIN[game.colour]

    def pair(self) -> Answer | None:
        if not self.completes(self.mask(self.pool)):
            return None
        groups = self.groups()
        down: tuple[Player, ...] = ()
        pairs: list[Pair] = []
        for place, residents in enumerate(groups):
            below = groups[place + 1 :]
            found = _Bracket(self, down, residents, below).best(complete=not below)
            lower = [player for group in below for player in group]
            if below and not self.completes(self.mask([*found.down, *lower])):
                self.collapsed = True
                last_but_one = _Bracket(self, down, residents, below).best(complete=True)
                last = _Bracket(self, last_but_one.down, lower, ()).best(complete=True)
                return self.answer([*pairs, *last_but_one.pairs, *last.pairs], last.down)
            pairs += found.pairs
            down = found.down
        return self.answer(pairs, down)

    def completes(self, who: int) -> bool:
        """A.9 and R1: all can be paired, but for one in an odd field who may have the bye."""
        if who.bit_count() % 2 == 0:
            return self.can_all_be_paired(who)
        return any(
            player.may_have_bye
            and who >> player.seat & 1
            and self.can_all_be_paired(who & ~(1 << player.seat))
            for player in self.pool
        )


class _Bracket:
    """Moved-down players, residents (of several scores in a CLB), and the scoregroups below."""

    def __init__(
        self,
        oracle: Oracle2017,
        moved: tuple[Player, ...],
        residents: Sequence[Player],
        below: Sequence[Sequence[Player]],
    ) -> None:
        self.oracle = oracle
        self.moved = moved
        self.residents = residents
        self.below = below
        self._everybody = (*moved, *residents)
        # A.8: a point below the lowest of the bracket, whatever the point system.
        self._floor = min(player.score for player in self._everybody) - oracle.system.unit
        self._looks: dict[int, Value] = {}

    def best(self, *, complete: bool) -> Candidate:
        """C.5, then the least values; `complete`: the last bracket, the PPB and the CLB (R2)."""
        lower = [player for group in self.below for player in group]
        for boards in range(len(self._everybody) // 2, -1, -1):
            best: tuple[Value, Candidate] | None = None
            for candidate in self._candidates(boards):
                self.oracle.try_one()
                if complete and not self.oracle.completes(
                    self.oracle.mask([*candidate.down, *lower])
                ):
                    continue
                value = self._value(candidate, look=not complete)
                if best is None or value < best[0]:
                    best = value, candidate
                if _is_perfect(value):
                    break
            if best is not None:
                return best[1]
        raise AssertionError("the round can be completed, so each bracket can be paired")

    def _candidates(self, boards: int) -> Iterator[Candidate]:
        if not self.moved:
            for pairs in self.oracle.homogeneous(self.residents, boards):
                yield self._candidate(pairs)
            return
        for number in range(min(len(self.moved), boards, len(self.residents)), -1, -1):
            if 2 * (boards - number) <= len(self.residents) - number:
                for chosen in self._sets_of_moved(number):
                    yield from self._with_moved(chosen, boards - number)

    def _sets_of_moved(self, number: int) -> list[tuple[Player, ...]]:
        """D.3 and R11: highest differing score, then the lowest places."""
        sets = list(combinations(range(len(self.moved)), number))
        sets.sort(key=lambda places: ([-self.moved[place].score for place in places], places))
        return [tuple(self.moved[place] for place in places) for places in sets]

    def _with_moved(self, chosen: tuple[Player, ...], boards_of_rest: int) -> Iterator[Candidate]:
        for pairs in self.oracle.transpositions(chosen, self.residents):
            partners = {lower for _, lower in pairs}
            rest = [player for player in self.residents if player not in partners]
            for following in self.oracle.homogeneous(rest, boards_of_rest):
                yield self._candidate((*pairs, *following))

    def _candidate(self, pairs: tuple[Pair, ...]) -> Candidate:
        paired = {player for pair in pairs for player in pair}
        return Candidate(
            pairs=pairs, down=tuple(player for player in self._everybody if player not in paired)
        )

    def _value(self, candidate: Candidate, *, look: bool) -> Value:
        """C.6 to C.19; C.5 is alike for all candidates compared."""
        downs: Floated = [(player, player.score - self._floor) for player in candidate.down]
        differences = [abs(one.score - other.score) for one, other in candidate.pairs]
        differences += [difference for _, difference in downs]
        ups: Floated = []
        for pair in candidate.pairs:
            higher, lower = sorted(pair, key=lambda player: -player.score)
            if higher.score != lower.score:
                downs.append((higher, higher.score - lower.score))
                ups.append((lower, higher.score - lower.score))
        return (
            tuple(sorted(differences, reverse=True)),
            self._look_ahead(candidate.down) if look else (),
            *self.oracle.colour_losses(candidate.pairs),
            *_counted(downs, ups, 1),
            *_counted(downs, ups, 2),
            *_measured(downs, ups, 1),
            *_measured(downs, ups, 2),
        )

    def _look_ahead(self, down: tuple[Player, ...]) -> Value:
        """C.7, R5 and R6: who would be unpaired in the next bracket, by C.1 and C.3 alone."""
        key = self.oracle.mask(down)
        if key not in self._looks:
            following = [*down, *self.below[0]]
            self._looks[key] = min(
                self._weight(left)
                for number in range(len(following) % 2, len(following) + 1, 2)
                for left in combinations(following, number)
                if self.oracle.can_all_be_paired(
                    self.oracle.mask(following) & ~self.oracle.mask(left)
                )
            )
        return self._looks[key]

    def _weight(self, left: tuple[Player, ...]) -> Value:
        lowest = len(self.below) == 1
        return (
            sum(
                WEIGHT_OF_ONE_BARRED if lowest and not player.may_have_bye else 1 for player in left
            ),
            tuple(sorted((player.score for player in left), reverse=True)),
        )


def _counted(downs: Floated, ups: Floated, rounds_back: int) -> Value:
    """C.12 and C.13, or C.14 and C.15: all who float the same way again (R7)."""
    return (
        sum(player.floated(rounds_back) == DOWN for player, _ in downs),
        sum(player.floated(rounds_back) == UP for player, _ in ups),
    )


def _measured(downs: Floated, ups: Floated, rounds_back: int) -> Value:
    """C.16 and C.17, or C.18 and C.19."""
    return tuple(
        tuple(
            sorted(
                (
                    difference
                    for player, difference in floated
                    if player.floated(rounds_back) == letter
                ),
                reverse=True,
            )
        )
        for floated, letter in ((downs, DOWN), (ups, UP))
    )


def _is_perfect(value: Value) -> bool:
    """Nothing can be better: nobody floats, no difference of scores, nothing lost."""
    differences, ahead, *others = value
    return not any(differences) and ahead in ((), (0, ())) and not any(others)
