"""What both brute-force oracles of the Dutch system share: players, colours, what can be paired.

A literal reading of FIDE C.04.3 for small fields, sharing nothing with the engine but the
crosstable. Source: `dutch_bruteforce.py` of the research for this system, which gave the pairs,
colours and bye of bbpPairings 6.0.0 in 23,073 random rounds (`dutch_oracle_2026`) and of 5.0.1 in
5,810 (`dutch_oracle_2017`). Written anew in this form; what those runs did not cover and was added
here: forbidden pairs, point systems other than 1-½-0, fictitious points, games still open.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from itertools import combinations

import msgspec

from planilla.domain.crosstable import Game, Seat
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput
from planilla.domain.scoring import PointSystem, points_of, system_of
from planilla.domain.vocabulary import ByeKind, Colour, GameResult

DOWN, UP = "D", "U"
NONE, MILD, STRONG, ABSOLUTE = range(4)
FORFEIT_WIN = {
    Colour.WHITE: GameResult.WHITE_WINS_BY_FORFEIT,
    Colour.BLACK: GameResult.BLACK_WINS_BY_FORFEIT,
}


class Player(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """One who is to be paired; `score` in units, with the fictitious points of the round.

    `floats` has one letter or None for each round; `number` is the one whose parity decides a
    colour; `wish` the colour preferred and how strongly.
    """

    seat: Seat
    score: int
    played: tuple[Colour, ...]
    wish: tuple[int, Colour | None]
    met: frozenset[Seat]
    floats: tuple[str | None, ...]
    may_have_bye: bool
    unplayed: int
    number: int
    top: bool

    @property
    def difference(self) -> int:
        return self.played.count(Colour.WHITE) - self.played.count(Colour.BLACK)

    def floated(self, rounds_back: int) -> str | None:
        return self.floats[-rounds_back] if len(self.floats) >= rounds_back else None


Pair = tuple[Player, Player]
Pairs = tuple[Pair, ...]
Answer = tuple[frozenset[tuple[Seat, Seat]], Seat | None]
"""Boards as (White, Black) without their order, and who has the bye."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A way to pair a bracket: its pairs, and those who float down."""

    pairs: Pairs
    down: tuple[Player, ...]


def answer_of(given: Pairing | NoPairing) -> Answer | None:
    """An engine's answer, to be compared with an oracle's."""
    if isinstance(given, NoPairing):
        return None
    byes = [seat for seat, kind in given.byes if kind is ByeKind.PAIRING_ALLOCATED]
    return frozenset(given.boards), byes[0] if byes else None


def wish_of(played: tuple[Colour, ...]) -> tuple[int, Colour | None]:
    """1.7 (2026) and A.6 (2017): how strong a preference, and for what."""
    if not played:
        return NONE, None
    difference = played.count(Colour.WHITE) - played.count(Colour.BLACK)
    if abs(difference) > 1:
        return ABSOLUTE, Colour.BLACK if difference > 0 else Colour.WHITE
    if played[-2:] == (played[-1], played[-1]):
        return ABSOLUTE, played[-1].other
    if difference:
        return STRONG, Colour.BLACK if difference > 0 else Colour.WHITE
    return MILD, played[-1].other


class TooManyCandidates(Exception):
    """The round has more candidates than one is ready to try."""


class Oracle:
    """A round to be paired; subclasses know an edition. One object answers once.

    With a `budget` it tries that many candidates, and then raises `TooManyCandidates`.
    """

    def __init__(self, given: PairingInput, budget: int | None = None) -> None:
        self.given = given
        self.budget = budget
        self.system = system_of(given.crosstable)
        self._matched: dict[tuple[int, int], bool] = {}
        self._colours: dict[tuple[Seat, Seat], Pair] = {}
        players = self._players()
        self.pool = sorted(players, key=lambda player: (-player.score, player.seat))
        self._partners = {
            one.seat: self.mask([other for other in self.pool if self.legal(one, other)])
            for one in self.pool
        }

    @abstractmethod
    def pair(self) -> Answer | None:
        """The pairs with their colours and the bye, or None where the rules leave none."""

    @abstractmethod
    def floats_unplayed(self, game: Game) -> bool:
        """Whether a round without a game is a downfloat."""

    @abstractmethod
    def bars_bye(self, game: Game) -> bool:
        """Whether a round without a game bars the pairing-allocated bye (C2)."""

    def try_one(self) -> None:
        """Take note of one more candidate; raises `TooManyCandidates`."""
        if self.budget is not None:
            self.budget -= 1
            if self.budget < 0:
                raise TooManyCandidates

    def answer(self, pairs: Sequence[Pair], down: Sequence[Player]) -> Answer:
        boards = [self.coloured(*pair) for pair in pairs]
        return (
            frozenset((white.seat, black.seat) for white, black in boards),
            down[0].seat if down else None,
        )

    def groups(self) -> list[list[Player]]:
        """The scoregroups from the top."""
        scores = sorted({player.score for player in self.pool}, reverse=True)
        return [[player for player in self.pool if player.score == score] for score in scores]

    # What may be paired

    def legal(self, one: Player, other: Player) -> bool:
        """C1 and C3, and no forbidden pair (C.04.2)."""
        if one is other or other.seat in one.met:
            return False
        if (min(one.seat, other.seat), max(one.seat, other.seat)) in self.given.forbidden:
            return False
        both_absolute = one.wish[0] == other.wish[0] == ABSOLUTE and one.wish == other.wish
        return not both_absolute or one.top or other.top

    @staticmethod
    def mask(players: Sequence[Player]) -> int:
        return sum(1 << player.seat for player in players)

    def can_all_be_paired(self, who: int, apart: int = 0) -> bool:
        """Whether the seats of `who` can be paired off; no two of `apart` meet each other."""
        if not who:
            return True
        key = (who, apart)
        if key not in self._matched:
            seat = who.bit_length() - 1
            others = self._partners[seat] & who
            if apart >> seat & 1:
                others &= ~apart
            self._matched[key] = any(
                self.can_all_be_paired(who & ~(1 << seat | 1 << other), apart)
                for other in _bits(others)
            )
        return self._matched[key]

    # Candidates in the order of their generation

    def homogeneous(self, members: Sequence[Player], boards: int) -> Iterator[Pairs]:
        """Exchanges (4.3, D.2) of S1 and S2, and in each the transpositions (4.2, D.1)."""
        places = range(len(members))
        first, second = set(places[:boards]), set(places[boards:])
        for leaving, entering in _exchanges(sorted(first), sorted(second)):
            upper = sorted((first - set(leaving)) | set(entering))
            lower = sorted((second - set(entering)) | set(leaving))
            yield from self.transpositions(
                [members[place] for place in upper], [members[place] for place in lower]
            )

    def transpositions(self, upper: Sequence[Player], lower: Sequence[Player]) -> Iterator[Pairs]:
        """Every legal way to give each of `upper` one of `lower`, in lexicographic order."""
        if not upper:
            yield ()
            return
        for place, partner in enumerate(lower):
            if self._partners[upper[0].seat] >> partner.seat & 1:
                rest = [*lower[:place], *lower[place + 1 :]]
                for following in self.transpositions(upper[1:], rest):
                    yield ((upper[0], partner), *following)

    # Colours (2026, Article 5; 2017, E)

    def coloured(self, one: Player, other: Player) -> Pair:
        """The two as (White, Black)."""
        key = (one.seat, other.seat)
        if key not in self._colours:
            ranked = sorted((one, other), key=lambda player: (-player.score, player.seat))
            higher, lower = ranked
            white = self._colour_of_higher(higher, lower) is Colour.WHITE
            self._colours[key] = (higher, lower) if white else (lower, higher)
        return self._colours[key]

    def _colour_of_higher(self, higher: Player, lower: Player) -> Colour:
        (mine, wanted), (theirs, others) = higher.wish, lower.wish
        if wanted is None and others is None:
            first = self.given.first_colour
            return first if higher.number % 2 else first.other
        if wanted is None or others is None or wanted is not others:
            return wanted or _other(others)
        if mine != theirs:
            return wanted if mine > theirs else wanted.other
        if mine == ABSOLUTE and abs(higher.difference) != abs(lower.difference):
            return wanted if abs(higher.difference) > abs(lower.difference) else wanted.other
        for own, opposite in zip(reversed(higher.played), reversed(lower.played), strict=False):
            if own is not opposite:
                return own.other
        return wanted

    def colour_losses(self, pairs: Pairs) -> tuple[int, int, int, int]:
        """C10 to C13 (2017: C.8 to C.11) counted over all players of the pairs.

        A difference that was beyond two already, as only an arbiter can leave it, and comes nearer
        to nought does not count in C10. (gacrux reads it so too; the source never met the case.)
        """
        wide = thrice = lost = lost_strong = 0
        for one, other in pairs:
            for player, colour in zip(self.coloured(one, other), Colour, strict=True):
                if one.top or other.top:
                    step = 1 if colour is Colour.WHITE else -1
                    wide += abs(player.difference + step) > max(2, abs(player.difference))
                    thrice += player.played[-2:] == (colour, colour)
                if player.wish[1] not in (None, colour):
                    lost += 1
                    lost_strong += player.wish[0] >= STRONG
        return wide, thrice, lost, lost_strong

    # Players

    def _players(self) -> list[Player]:
        table, present = self.given.crosstable, set(self.given.present)
        games = table.games
        scores = [_running(each, self.system) for each in games]
        pairing_scores = [self._with_fictitious(seat, each) for seat, each in enumerate(scores)]
        numbered = [
            seat
            for seat in range(table.size)
            if seat in present or any(_participated(game) for game in games[seat])
        ]
        last = self.given.round == table.rounds_planned
        most = self.system.win * len(table.rounds)
        players = []
        for seat in present:
            played = tuple(
                game.colour for game in games[seat] if _is_game(game) and game.colour is not None
            )
            players.append(
                Player(
                    seat=seat,
                    score=pairing_scores[seat][-1],
                    played=played,
                    wish=wish_of(played),
                    met=frozenset(
                        game.opponent
                        for game in games[seat]
                        if _is_game(game) and game.opponent is not None
                    ),
                    floats=tuple(self._float(seat, game, pairing_scores) for game in games[seat]),
                    may_have_bye=not any(self.bars_bye(game) for game in games[seat]),
                    unplayed=sum(not _is_game(game) for game in games[seat]),
                    number=numbered.index(seat) + 1,
                    top=last and 2 * scores[seat][-1] > most,
                )
            )
        return players

    def _with_fictitious(self, seat: Seat, scores: list[int]) -> list[int]:
        if not self.given.accelerated:
            return scores
        return [a + b for a, b in zip(scores, self.given.accelerated[seat], strict=True)]

    def _float(self, seat: Seat, game: Game, scores: list[list[int]]) -> str | None:
        if not _is_game(game):
            return DOWN if self.floats_unplayed(game) else None
        assert game.opponent is not None
        mine, theirs = scores[seat][game.round - 1], scores[game.opponent][game.round - 1]
        if mine == theirs:
            return None
        return DOWN if mine > theirs else UP


def _is_game(game: Game) -> bool:
    return game.is_played or game.is_open


def _running(games: tuple[Game, ...], system: PointSystem) -> list[int]:
    scores = [0]
    for game in games:
        scores.append(scores[-1] + (system.draw if game.is_open else points_of(game, system)))
    return scores


def _participated(game: Game) -> bool:
    """Section 6 of the general handling: a board, or the pairing-allocated bye."""
    return game.opponent is not None or game.bye is ByeKind.PAIRING_ALLOCATED


def _exchanges(
    first: Sequence[int], second: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    yield (), ()
    for number in range(1, min(len(first), len(second)) + 1):
        yield from sorted(
            (
                (leaving, entering)
                for leaving in combinations(first, number)
                for entering in combinations(second, number)
            ),
            key=lambda both: (
                sum(both[1]) - sum(both[0]),
                [-place for place in sorted(both[0], reverse=True)],
                sorted(both[1]),
            ),
        )


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _other(colour: Colour | None) -> Colour:
    assert colour is not None
    return colour.other
