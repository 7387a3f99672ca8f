"""The narrow waist: entrants and their games as one value.

Pairing systems, tie-breaks and standings read a `Crosstable` and nothing else. Entrants are
addressed by their *seat*: the index in `entrants`, which is the pairing number less one. Boards are
pairs of seats. A round is one tuple of boards and one byte a board, so that a fold over thousands
of results stays linear; a `Game` is a view made on reading.
"""

from collections.abc import Hashable, Iterator
from functools import cached_property, lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from planilla.domain.vocabulary import FORFEITS, RESULTS, ByeKind, Colour, EntrantId, GameResult

ROUNDS_KEPT = 32
"""Rounds whose games are cached, entrant by entrant."""

Seat = int
"""Index of an entrant in `Crosstable.entrants`: the pairing number less one."""


class PointSystem(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The points for each outcome, in units of one `unit`-th of a point.

    With `unit` = 2 a win is written 2 and means one point. `black_win`, `black_draw` and
    `black_loss` are None where colours do not matter, which is the rule (they may in XXS).
    (`dict=True` gives the look-up tables a place to stay.)
    """

    name: str
    unit: int
    win: int
    draw: int
    loss: int
    forfeit_win: int
    forfeit_loss: int
    pairing_bye: int
    full_bye: int
    half_bye: int
    zero_bye: int
    black_win: int | None = None
    black_draw: int | None = None
    black_loss: int | None = None

    @cached_property
    def by_result(self) -> tuple[tuple[int, int], ...]:
        """The points of White and Black, by the byte of a result."""
        black_win = self.win if self.black_win is None else self.black_win
        black_draw = self.draw if self.black_draw is None else self.black_draw
        black_loss = self.loss if self.black_loss is None else self.black_loss
        worth = {
            GameResult.OPEN: (0, 0),
            GameResult.WHITE_WINS: (self.win, black_loss),
            GameResult.DRAW: (self.draw, black_draw),
            GameResult.BLACK_WINS: (self.loss, black_win),
            GameResult.WHITE_WINS_BY_FORFEIT: (self.forfeit_win, self.forfeit_loss),
            GameResult.BLACK_WINS_BY_FORFEIT: (self.forfeit_loss, self.forfeit_win),
            GameResult.BOTH_FORFEIT: (self.forfeit_loss, self.forfeit_loss),
            GameResult.BOTH_LOSE: (self.loss, black_loss),
        }
        return tuple(worth[result] for result in RESULTS)

    @cached_property
    def by_bye(self) -> dict[ByeKind, int]:
        """The points of each kind of bye."""
        return {
            ByeKind.PAIRING_ALLOCATED: self.pairing_bye,
            ByeKind.FULL_POINT: self.full_bye,
            ByeKind.HALF_POINT: self.half_bye,
            ByeKind.ZERO_POINT: self.zero_bye,
        }


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """The sporting facts of a player or team. Names are kept elsewhere.

    `first_round` is the round from which a late entry takes part, `k` the development coefficient
    (0: by the rating alone).
    """

    id: EntrantId
    rating: int = 0
    title: str = ""
    federation: str = ""
    first_round: int = 1
    k: int = 0
    categories: tuple[str, ...] = ()


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round: boards in board order as (White's seat, Black's seat), and one result byte each.

    `rated` holds the results that count for rating, when a ruling made them differ. Who is in no
    board and in no bye was absent: zero points. Where a board is a match whose result does not tell
    what it is worth, `scored` holds the points of White and Black, in units; the matches in
    `uncoloured` count as played, without a colour.
    """

    boards: tuple[tuple[Seat, Seat], ...] = ()
    results: bytes = b""
    byes: tuple[tuple[Seat, ByeKind], ...] = ()
    rated: bytes | None = None
    scored: tuple[tuple[int, int], ...] | None = None
    uncoloured: frozenset[int] = frozenset()

    def __hash__(self) -> int:
        """Hash the results alone: rounds are cached by the hundred, and boards take long."""
        return hash((self.results, self.byes))


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One entrant's view of one round.

    `opponent` and `colour` are None without a board; `bye` is None with one. An absence has
    neither. What it is worth: `scoring`, by the result, or by the points `scored` in a match.
    """

    round: int
    opponent: Seat | None = None
    colour: Colour | None = None
    result: GameResult = GameResult.OPEN
    bye: ByeKind | None = None
    scored: int | None = None
    is_uncoloured: bool = False

    @property
    def is_played(self) -> bool:
        """Return whether pieces were moved: only then do colour and meeting count."""
        return self.opponent is not None and self.result.is_played

    @property
    def is_open(self) -> bool:
        """Return whether a paired game has no result yet."""
        return self.opponent is not None and self.result is GameResult.OPEN

    @property
    def is_unplayed(self) -> bool:
        """Return whether the round ended without a game: by a bye, an absence or a forfeit."""
        return self.opponent is None or self.result in FORFEITS


class Crosstable(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Entrants by pairing number, and their rounds in order.

    `point_system` names an entry of `scoring.POINT_SYSTEMS`; `points`, where it is given, takes its
    place, for files come with point systems of their own. `predetermined` tells that who meets whom
    was known from the start, as in a round robin (FIDE C.07, 15.2). `lots` is the place that each
    drew, by seat, where lots were drawn. `ahead` ranks before points do, by seat, the greater
    first, where a system has a ranking of its own; if it `ranks_by_ahead_alone`, nothing separates
    those who are equal in it. The games of the seats `annulled` are shown and rated, but count for
    nobody. `brought` are the points of an earlier stage that count, by seat, in units; empty: none.
    Of the points of each entrant only the `best_rounds` best rounds count (0: all).
    (`dict=True` gives `games` and `kept` a place to stay; they take no part in equality or
    encoding.)
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[Round, ...] = ()
    rounds_planned: int = 0
    point_system: str = "1-½-0"
    points: PointSystem | None = None
    predetermined: bool = False
    lots: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    ranks_by_ahead_alone: bool = False
    annulled: frozenset[Seat] = frozenset()
    brought: tuple[int, ...] = ()
    best_rounds: int = 0

    def __hash__(self) -> int:
        """Hash the rounds alone: crosstables of one tournament differ in them."""
        return hash((self.rounds, self.point_system))

    @property
    def size(self) -> int:
        """The number of entrants, withdrawn ones included."""
        return len(self.entrants)

    def counts(self, seat: Seat, game: Game) -> bool:
        """Return whether a game of the entrant with this seat counts in the standings."""
        return game.opponent is None or self.annulled.isdisjoint((seat, game.opponent))

    @cached_property
    def games(self) -> tuple[tuple[Game, ...], ...]:
        """`games_by_entrant`, made once and shared by all that read this value."""
        return games_by_entrant(self)

    @cached_property
    def kept(self) -> dict[Hashable, Any]:
        """Results of calculations with this value, each under a key of its own."""
        return {}


def games_by_entrant(crosstable: Crosstable) -> tuple[tuple[Game, ...], ...]:
    """Return each entrant's games, one for each round, by seat and then by round."""
    columns = [
        games_of_round(number, played, crosstable.size)
        for number, played in enumerate(crosstable.rounds, start=1)
    ]
    return tuple(zip(*columns, strict=True)) if columns else ((),) * crosstable.size


@lru_cache(maxsize=ROUNDS_KEPT)
def games_of_round(number: int, played: Round, size: int) -> tuple[Game, ...]:
    """Return the games of one round by seat; cached, for a result changes only its own round."""
    games = [Game(round=number)] * size
    for seat, game in _seats_and_games(number, played):
        games[seat] = game
    if played.scored is not None:
        for board, (seats, scored) in enumerate(zip(played.boards, played.scored, strict=True)):
            for seat, points in zip(seats, scored, strict=True):
                is_uncoloured = board in played.uncoloured
                games[seat] = replace(games[seat], scored=points, is_uncoloured=is_uncoloured)
    return tuple(games)


def _seats_and_games(number: int, played: Round) -> Iterator[tuple[Seat, Game]]:
    for (white, black), code in zip(played.boards, played.results, strict=True):
        result = RESULTS[code]
        yield white, Game(round=number, opponent=black, colour=Colour.WHITE, result=result)
        yield black, Game(round=number, opponent=white, colour=Colour.BLACK, result=result)
    for seat, kind in played.byes:
        yield seat, Game(round=number, bye=kind)


def before_round(crosstable: Crosstable, number: int) -> Crosstable:
    """Return the crosstable before round `number` was paired, without the order of `ahead`."""
    return msgspec.structs.replace(crosstable, rounds=crosstable.rounds[: number - 1], ahead=())
