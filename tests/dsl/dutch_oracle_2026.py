"""The Dutch system of 2026 by trying everything, for fields of up to about ten.

Bracket by bracket: every candidate in the order of its generation (3.6 to 3.8), each judged by the
values of C6 to C21, the least values win, and of equal ones the first. The readings are those of
`dutch_oracle`'s source; each is named where it is used.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from dsl.dutch_oracle import DOWN, FORFEIT_WIN, UP, Answer, Candidate, Oracle, Pair, Player
from planilla.domain.crosstable import Game
from planilla.domain.pairing.system import PairingInput
from planilla.domain.scoring import points_of
from planilla.domain.vocabulary import ByeKind

BEYOND_ANY_DIFFERENCE = 10**6
Value = tuple[Any, ...]


def paired_by_hand_2026(given: PairingInput, budget: int | None = None) -> Answer | None:
    """The round by C.04.3 in force since 1 February 2026; None where there is no pairing."""
    return Oracle2026(given, budget).pair()


class Oracle2026(Oracle):
    """`bye_score` is the score of whoever has the bye (C5), None in an even field."""

    bye_score: int | None = None

    def floats_unplayed(self, game: Game) -> bool:
        """1.4.3: the bye, and any more than a loss gives without playing."""
        if game.bye is ByeKind.PAIRING_ALLOCATED:
            return True
        return points_of(game, self.system) > self.system.loss

    def bars_bye(self, game: Game) -> bool:
        """C2: the bye, and as many points as for a win without playing."""
        if game.bye is ByeKind.PAIRING_ALLOCATED or _is_forfeit_win(game):
            return True
        return game.bye is not None and points_of(game, self.system) >= self.system.win

    def pair(self) -> Answer | None:
        everybody = self.mask(self.pool)
        if len(self.pool) % 2:
            reachable = [
                score
                for score in sorted({player.score for player in self.pool})
                if self._with_bye_of(score, everybody)
            ]
            if not reachable:
                return None
            self.bye_score = reachable[0]
        elif not self.can_all_be_paired(everybody):
            return None
        groups = self.groups()
        down: tuple[Player, ...] = ()
        pairs: list[Pair] = []
        for place, residents in enumerate(groups):
            best = _Bracket(self, down, residents, groups[place + 1 :]).best()
            pairs += best.pairs
            down = best.down
        return self.answer(pairs, down)

    def completes(self, who: int) -> bool:
        """C4 with C5: all can be paired, but for one of the score `bye_score` in an odd field."""
        if who.bit_count() % 2 == 0:
            return self.can_all_be_paired(who)
        return self.bye_score is not None and self._with_bye_of(self.bye_score, who)

    def _with_bye_of(self, score: int, who: int) -> bool:
        return any(
            player.score == score
            and player.may_have_bye
            and who >> player.seat & 1
            and self.can_all_be_paired(who & ~(1 << player.seat))
            for player in self.pool
        )


class _Bracket:
    """Moved-down players, residents, and the scoregroups below."""

    def __init__(
        self,
        oracle: Oracle2026,
        moved: tuple[Player, ...],
        residents: Sequence[Player],
        below: Sequence[Sequence[Player]],
    ) -> None:
        self.oracle = oracle
        self.moved = moved
        self.residents = residents
        self.below = below
        self._everybody_below = [player for group in below for player in group]
        self._looks: dict[int, Value] = {}

    def best(self) -> Candidate:
        """3.4 and 3.8: the perfect candidate at once, otherwise the best, otherwise the first."""
        best: tuple[Value, Candidate] | None = None
        for candidate in self._candidates():
            self.oracle.try_one()
            if self._leaves_completion(candidate.down):
                value = self._value(candidate)
                if best is None or value < best[0]:
                    best = value, candidate
                if _is_perfect(value):
                    break
        assert best is not None, "the round can be completed, so each bracket can be paired"
        return best[1]

    def _leaves_completion(self, down: Sequence[Player]) -> bool:
        return self.oracle.completes(self.oracle.mask([*down, *self._everybody_below]))

    def _candidates(self) -> Iterator[Candidate]:
        scores = self._fewest_downfloaters()
        boards = (len(self.moved) + len(self.residents) - len(scores)) // 2
        if not self.moved:
            for pairs in self.oracle.homogeneous(self.residents, boards):
                yield self._candidate(pairs)
            return
        limbo_scores = [score for score in scores if score > self.residents[0].score]
        paired = len(self.moved) - len(limbo_scores)
        for chosen in combinations(self.moved, paired):  # 4.4, in its order
            limbo = [player.score for player in self.moved if player not in chosen]
            if sorted(limbo, reverse=True) == limbo_scores:
                yield from self._with_moved(chosen, boards - paired)

    def _with_moved(self, chosen: tuple[Player, ...], boards_of_rest: int) -> Iterator[Candidate]:
        for pairs in self.oracle.transpositions(chosen, self.residents):
            partners = {lower for _, lower in pairs}
            rest = [player for player in self.residents if player not in partners]
            for following in self.oracle.homogeneous(rest, boards_of_rest):
                yield self._candidate((*pairs, *following))

    def _candidate(self, pairs: tuple[Pair, ...]) -> Candidate:
        paired = {player for pair in pairs for player in pair}
        everybody = (*self.moved, *self.residents)
        return Candidate(
            pairs=pairs, down=tuple(player for player in everybody if player not in paired)
        )

    def _fewest_downfloaters(self) -> tuple[int, ...]:
        """C6 and C7 over all legal pairings of the bracket; moved-down players never meet."""
        everybody = [*self.moved, *self.residents]
        apart = self.oracle.mask(self.moved)
        return next(
            scores
            for scores, down in _sets_of_downfloaters(everybody)
            if self._leaves_completion(down)
            and self.oracle.can_all_be_paired(
                self.oracle.mask(everybody) & ~self.oracle.mask(down), apart
            )
        )

    def _value(self, candidate: Candidate) -> Value:
        """C8 to C21; C6 and C7 are alike for all candidates of the bracket."""
        return (
            self._look_ahead(candidate.down),
            self._unplayed_games_of_bye(candidate.down),
            *self.oracle.colour_losses(candidate.pairs),
            *self._floats_counted(candidate, 1),
            *self._floats_counted(candidate, 2),
            *self._floats_measured(candidate, 1),
            *self._floats_measured(candidate, 2),
        )

    def _look_ahead(self, down: tuple[Player, ...]) -> Value:
        """C8: fewest unpaired of the next bracket, then their scores; any two may meet there."""
        if not self.below:
            return 0, ()
        key = self.oracle.mask(down)
        if key not in self._looks:
            following = [*down, *self.below[0]]
            lower = [player for group in self.below[1:] for player in group]
            self._looks[key] = next(
                (len(scores), scores)
                for scores, left in _sets_of_downfloaters(following)
                if self.oracle.completes(self.oracle.mask([*left, *lower]))
                and self.oracle.can_all_be_paired(
                    self.oracle.mask(following) & ~self.oracle.mask(left)
                )
            )
        return self._looks[key]

    def _unplayed_games_of_bye(self, down: tuple[Player, ...]) -> int:
        """C9 binds where one player floats who has the score of the bye."""
        if len(down) == 1 and down[0].score == self.oracle.bye_score:
            return down[0].unplayed
        return 0

    def _floats_counted(self, candidate: Candidate, rounds_back: int) -> Value:
        """C14 and C15, or C16 and C17."""
        return (
            sum(
                player.floated(rounds_back) == DOWN
                for player in candidate.down
                if player not in self.moved
            ),
            sum(lower.floated(rounds_back) == UP for _, lower in self._led(candidate)),
        )

    def _floats_measured(self, candidate: Candidate, rounds_back: int) -> Value:
        """C18 and C19, or C20 and C21; who floats on counts for more than any who is paired."""
        led = self._led(candidate)
        down = [
            higher.score - lower.score
            for higher, lower in led
            if higher.floated(rounds_back) == DOWN
        ]
        down += [
            BEYOND_ANY_DIFFERENCE + player.score
            for player in candidate.down
            if player in self.moved and player.floated(rounds_back) == DOWN
        ]
        up = [
            higher.score - lower.score for higher, lower in led if lower.floated(rounds_back) == UP
        ]
        return tuple(sorted(down, reverse=True)), tuple(sorted(up, reverse=True))

    def _led(self, candidate: Candidate) -> list[Pair]:
        """The pairs of a moved-down player and a resident."""
        return [pair for pair in candidate.pairs if pair[0] in self.moved]


def _sets_of_downfloaters(
    players: Sequence[Player],
) -> Iterator[tuple[tuple[int, ...], tuple[Player, ...]]]:
    """Who may be left over, as few as possible first, then by their scores in falling order."""
    for number in range(len(players) % 2, len(players) + 1, 2):
        sets = [
            (tuple(sorted((player.score for player in down), reverse=True)), down)
            for down in combinations(players, number)
        ]
        yield from sorted(sets, key=lambda each: each[0])


def _is_perfect(value: Value) -> bool:
    ahead, *others = value
    return ahead == (0, ()) and not any(others)


def _is_forfeit_win(game: Game) -> bool:
    return game.colour is not None and game.result is FORFEIT_WIN[game.colour]
