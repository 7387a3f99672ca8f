"""Input of tie-breaks: tallies of points, ratings, lots, and results at boards.

A tournament of individuals has one tally. A team tournament has two, of match points (`MP`) and of
game points (`GP`); the first of them is the primary score. A tally holds its data twice: as arrays
by round and entrant (`grid`) for calculations over all entrants, and as rows by entrant, created at
first use, for look-ups of single rounds. Rounds count from 0 here and from 1 in all output.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

import msgspec

from planilla.domain.crosstable import Crosstable, PointSystem, Round, Seat
from planilla.domain.scoring import system_of
from planilla.domain.tiebreaks.arrays import Array, is_equal, np
from planilla.domain.vocabulary import RESULTS, ByeKind, GameResult

Made = TypeVar("Made")

NOBODY = -1
"""Opponent number of a round without an opponent."""

ROUNDS_CACHED = 64
"""Number of rounds cached as arrays; earlier rounds rarely change."""

TOTAL_MAX = 2**20
"""Greatest total for which sums of products of three factors fit into 64 bits."""


class RoundKind(IntEnum):
    """The kind of a round for an entrant (FIDE C.07, 16.2); one byte.

    `REQUESTED` is a half- or zero-point bye, an absence, a round before a late entry or after a
    withdrawal; `FREE` is the free round with an odd number of entrants, which no tie-break counts
    (15.2).
    """

    OPEN = 0
    PLAYED = 1
    FORFEIT_WIN = 2
    FORFEIT_LOSS = 3
    FULL_BYE = 4
    REQUESTED = 5
    FREE = 6


FORFEITS = frozenset({RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS})
VOLUNTARY = frozenset({RoundKind.FORFEIT_LOSS, RoundKind.REQUESTED})
"""Voluntarily unplayed rounds (VUR; FIDE C.07, 16.2)."""

_BOTH_PLAYED = (RoundKind.PLAYED, RoundKind.PLAYED)
_KINDS_OF_RESULTS: dict[GameResult, tuple[RoundKind, RoundKind]] = {
    GameResult.OPEN: (RoundKind.OPEN, RoundKind.OPEN),
    GameResult.WHITE_WINS: _BOTH_PLAYED,
    GameResult.DRAW: _BOTH_PLAYED,
    GameResult.BLACK_WINS: _BOTH_PLAYED,
    GameResult.WHITE_WINS_BY_FORFEIT: (RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS),
    GameResult.BLACK_WINS_BY_FORFEIT: (RoundKind.FORFEIT_LOSS, RoundKind.FORFEIT_WIN),
    GameResult.BOTH_FORFEIT: (RoundKind.FORFEIT_LOSS, RoundKind.FORFEIT_LOSS),
    GameResult.BOTH_LOSE: _BOTH_PLAYED,
}
_KINDS_OF_BYES = {
    ByeKind.PAIRING_ALLOCATED: RoundKind.FULL_BYE,
    ByeKind.FULL_POINT: RoundKind.FULL_BYE,
    ByeKind.HALF_POINT: RoundKind.REQUESTED,
    ByeKind.ZERO_POINT: RoundKind.REQUESTED,
}
_OVER_THE_BOARD = {
    GameResult.WHITE_WINS: (2, 0),
    GameResult.DRAW: (1, 1),
    GameResult.BLACK_WINS: (0, 2),
}

# One byte codes a round of an entrant: a result with White, a result with Black, a bye, or no #
# board. The tables below convert the bytes of a whole tournament at once.
_BLACK = len(RESULTS)
_BYES = {bye: 2 * _BLACK + place for place, bye in enumerate(_KINDS_OF_BYES)}
_UNPAIRED = 2 * _BLACK + len(_BYES)


class Grid(NamedTuple):
    """Arrays by round and entrant; `opponents` are seats or `NOBODY`, the others as in `Tally`."""

    opponents: Array
    points: Array
    kinds: Array
    blacks: Array
    outcomes: Array

    def is_kind(self, *kinds: RoundKind) -> Array:
        """Return an array that is true for rounds of these kinds."""
        found = is_equal(self.kinds, kinds[0])
        for kind in kinds[1:]:
            found |= self.kinds == kind
        return found


class Tally(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Points by round and entrant: opponent, points, kind of the round, colour and outcome.

    Points, `win`, `draw` and `loss` are in units of one `unit`-th of a point. `blacks` is 1 for a
    game with Black, `outcomes` are the results over the board in half points of 1-½-0. A board at
    which a round is still open has its opponent. `predetermined` means pairings known from the
    start (15.2). `brought` are points of an earlier
    stage, by seat; of the rounds of each entrant the `best_rounds` best ones count (0: all).
    (`dict=True` is needed for cached properties.)
    """

    unit: int
    win: int
    draw: int
    loss: int
    grid: Grid
    predetermined: bool = False
    brought: tuple[int, ...] = ()
    best_rounds: int = 0

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return len(self.grid.kinds)

    @property
    def size(self) -> int:
        """The number of entrants."""
        return int(self.grid.kinds.shape[1])

    @cached_property
    def totals(self) -> Array:
        """The scores by seat."""
        totals = self.total_of(self.grid.points)
        return totals + np.array(self.brought) if self.brought else totals

    def total_of(self, points: Array) -> Array:
        """Return the sum of the rounds that count, by seat, of points by round and entrant."""
        if self.best_rounds:
            points = np.sort(points, axis=0)[-self.best_rounds :]
        total: Array = points.sum(axis=0)
        return total

    @cached_property
    def scores(self) -> list[int]:
        """The scores by seat."""
        return _listed(self.totals)

    @cached_property
    def opponents(self) -> list[list[Seat]]:
        """The opponents by seat and round."""
        return _listed(self.grid.opponents.T)

    @cached_property
    def points(self) -> list[list[int]]:
        """The points by seat and round."""
        return _listed(self.grid.points.T)

    @cached_property
    def kinds(self) -> list[bytes]:
        """The kinds by seat and round."""
        return _bytes_by_seat(self.grid.kinds)

    @cached_property
    def blacks(self) -> list[bytes]:
        """The colours by seat and round."""
        return _bytes_by_seat(self.grid.blacks)

    @cached_property
    def outcomes(self) -> list[bytes]:
        """The outcomes by seat and round."""
        return _bytes_by_seat(self.grid.outcomes)


def _listed(array: Array) -> list[Any]:
    listed: list[Any] = array.tolist()
    return listed


def _bytes_by_seat(array: Array) -> list[bytes]:
    rounds, size = array.shape
    table = array.T.tobytes()
    return [table[at * rounds : (at + 1) * rounds] for at in range(size)]


def exact(values: Any, greatest: int, rounds: int) -> Array:
    """Return an array in which sums of products are exact.

    No value exceeds `greatest`, and each total is a sum of one value per round.
    """
    fits = greatest * max(rounds, 1) < TOTAL_MAX
    return np.array(values, dtype=np.int64 if fits else object)


# --- individuals ---------------------------------------------------------------------------------


def tally_of(crosstable: Crosstable) -> Tally:
    """Return the tally of a crosstable, cached with the crosstable."""
    kept = crosstable.kept
    if "tally" not in kept:
        kept["tally"] = _tally(crosstable)
    tally: Tally = kept["tally"]
    return tally


def _tally(crosstable: Crosstable) -> Tally:
    size, rounds = crosstable.size, len(crosstable.rounds)
    codes = np.empty((rounds, size), dtype=np.uint8)
    opponents = np.empty((rounds, size), dtype=np.intp)
    for at, played in enumerate(crosstable.rounds):
        codes[at], opponents[at] = _round(played, size)
    if crosstable.annulled:
        annulled = np.zeros(size + 1, dtype=bool)  # the last one is that of `NOBODY`
        annulled[list(crosstable.annulled)] = True
        out = annulled[:size] | annulled[opponents]
        codes[out], opponents[out] = _UNPAIRED, NOBODY
    system = system_of(crosstable)
    grid = _grid(crosstable, codes, opponents)
    if any(played.scored is not None for played in crosstable.rounds):
        grid = grid._replace(points=_with_scored(crosstable, grid))
    return Tally(
        unit=system.unit,
        win=system.win,
        draw=system.draw,
        loss=system.loss,
        grid=grid,
        predetermined=crosstable.predetermined,
        brought=crosstable.brought,
        best_rounds=crosstable.best_rounds,
    )


def _grid(crosstable: Crosstable, codes: Array, opponents: Array) -> Grid:
    """Return the arrays of some rounds from their bytes and opponents."""
    tables = _tables()
    return Grid(
        opponents=opponents,
        points=_points_by_code(system_of(crosstable), len(crosstable.rounds))[codes],
        kinds=(tables.by_schedule if crosstable.predetermined else tables.kinds)[codes],
        blacks=tables.blacks[codes],
        outcomes=tables.outcomes[codes],
    )


def _with_scored(crosstable: Crosstable, grid: Grid) -> Array:
    """Return the points by round and entrant with those of matches as they were scored."""
    points = grid.points.copy()
    for at, played in enumerate(crosstable.rounds):
        for board, scored in zip(played.boards, played.scored or (), strict=False):
            for seat, gained in zip(board, scored, strict=True):
                points[at, seat] = gained
    return points


class _Tables(NamedTuple):
    """Arrays by the byte of a round."""

    kinds: Array
    by_schedule: Array
    blacks: Array
    outcomes: Array


@cache
def _tables() -> _Tables:
    kinds = [_KINDS_OF_RESULTS[result] for result in RESULTS]
    byes = len(_BYES)
    return _Tables(
        kinds=_table(kinds, _KINDS_OF_BYES.values(), RoundKind.REQUESTED),
        by_schedule=_table(kinds, [RoundKind.FREE] * byes, RoundKind.FREE),
        blacks=_table([(0, 1)] * len(RESULTS), bytes(byes), 0),
        outcomes=_table(
            [_OVER_THE_BOARD.get(result, (0, 0)) for result in RESULTS], bytes(byes), 0
        ),
    )


def _by_code(
    by_result: Iterable[tuple[int, int]], by_bye: Iterable[int], unpaired: int
) -> list[int]:
    """Return a value for each byte of a round: results of White and Black, byes, no board."""
    of_white, of_black = zip(*by_result, strict=True)
    return [*of_white, *of_black, *by_bye, unpaired]


def _table(by_result: Iterable[tuple[int, int]], by_bye: Iterable[int], unpaired: int) -> Array:
    return np.array(_by_code(by_result, by_bye, unpaired), dtype=np.uint8)


def _points_by_code(system: PointSystem, rounds: int) -> Array:
    byes = [system.by_bye[bye] for bye in _BYES]
    points = _by_code(system.by_result, byes, system.zero_bye)
    return exact(points, max(map(abs, points)), rounds)


@lru_cache(maxsize=ROUNDS_CACHED)
def _round(played: Round, size: int) -> tuple[Array, Array]:
    """Return the bytes and the opponents of one round, by seat."""
    codes, opponents = np.full(size, _UNPAIRED, np.uint8), np.full(size, NOBODY, np.intp)
    boards = len(played.boards)
    seats = np.fromiter(chain.from_iterable(played.boards), np.intp, 2 * boards)
    white, black = seats[::2], seats[1::2]
    results = np.frombuffer(played.results, np.uint8)
    codes[white], codes[black] = results, results + _BLACK
    opponents[white], opponents[black] = black, white
    for seat, bye in played.byes:
        codes[seat] = _BYES[bye]
    return codes, opponents


def with_last_round_drawn(tally: Tally) -> Tally:
    """Return the tally with all paired games of its last round as draws (FIDE C.07, `FB`)."""
    grid = tally.grid
    paired = grid.opponents[-1] != NOBODY
    points, kinds = grid.points.copy(), grid.kinds.copy()
    points[-1][paired] = tally.draw
    kinds[-1][paired] = RoundKind.PLAYED
    return msgspec.structs.replace(tally, grid=grid._replace(points=points, kinds=kinds))


# --- a contest -----------------------------------------------------------------------------------


class BoardResults(msgspec.Struct, frozen=True, kw_only=True):
    """Results of teams at each board, by team, round and board from the first, in game points.

    Individual forfeits count as they were scored; a bye of the team counts as a win on each board
    (FIDE C.07, 12). A round without a match and without a bye is empty. `played` and `blacks` hold
    one byte a board: 1 for a game over the board, and 1 for a game with Black.
    """

    boards: int
    points: list[list[tuple[int, ...]]]
    played: list[list[bytes]]
    blacks: list[list[bytes]]


class Contest(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Input of a tie-break; all lists are indexed by seat.

    `tallies` are keyed by score, the primary score first; individuals have one, named "". A rating
    of 0 means unrated. `ahead`, if not empty, ranks before any score, or alone. All tallies have
    the same unit. (`dict=True` is needed for the cached property `kept`.)
    """

    tallies: dict[str, Tally]
    ratings: tuple[int, ...]
    rounds_planned: int
    lots: tuple[int, ...] = ()
    ahead: tuple[int, ...] = ()
    ranks_by_ahead_alone: bool = False
    boards: BoardResults | None = None

    @property
    def tally(self) -> Tally:
        """The primary score."""
        return next(iter(self.tallies.values()))

    @property
    def secondary(self) -> Tally:
        """The tally of the other score; for individuals the primary one."""
        return list(self.tallies.values())[-1]

    def tally_by(self, score: str) -> Tally:
        """Return the tally of a score, or the primary one if there is no such score."""
        return self.tallies.get(score) or self.tally

    def named(self, score: str) -> str:
        """Return the score itself if it exists, or else the name of the primary score."""
        return score if score in self.tallies else next(iter(self.tallies))

    @property
    def size(self) -> int:
        """The number of entrants."""
        return len(self.ratings)

    @property
    def rounds(self) -> int:
        """The number of planned rounds, or of existing rounds if there are more."""
        return max(self.rounds_planned, self.tally.rounds)

    @cached_property
    def kept(self) -> dict[Hashable, Any]:
        """Cached results shared by several tie-breaks."""
        return {}

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the cached value of `key`, calling `make` at its first use."""
        if key not in self.kept:
            self.kept[key] = make()
        made: Made = self.kept[key]
        return made


def contest_of(crosstable: Crosstable) -> Contest:
    """Return the contest of individuals of a crosstable, cached with the crosstable."""
    kept = crosstable.kept
    if "contest" not in kept:
        kept["contest"] = _contest(crosstable, tally_of(crosstable), 1)
    contest: Contest = kept["contest"]
    return contest


def _contest(crosstable: Crosstable, tally: Tally, copies: int) -> Contest:
    return Contest(
        tallies={"": tally},
        ratings=tuple(entrant.rating for entrant in crosstable.entrants) * copies,
        rounds_planned=crosstable.rounds_planned,
        lots=crosstable.lots * copies,
        ahead=crosstable.ahead * copies,
        ranks_by_ahead_alone=crosstable.ranks_by_ahead_alone,
    )


def contest_of_copies(
    crosstable: Crosstable, games: Sequence[tuple[int, int]], results: Array
) -> Contest:
    """Return one contest of several copies of a crosstable, each with its own results.

    `games` are pairs of a round (from 0) and a board; `results` are the bytes of their results, by
    copy and game. Seats of the second copy are those of the first plus the size, and so on.
    """
    copies, size = len(results), crosstable.size
    one = tally_of(crosstable)
    grid = Grid(*(np.repeat(each[:, None], copies, axis=1) for each in one.grid))
    for place, (at, board) in enumerate(games):
        for side, seat in enumerate(crosstable.rounds[at].boards[board]):
            found = _grid(
                crosstable, results[:, place] + side * _BLACK, grid.opponents[at, :, seat]
            )
            for array, values in zip(grid, found, strict=True):
                array[at, :, seat] = values
    grid.opponents[...] = np.where(
        grid.opponents == NOBODY, NOBODY, grid.opponents + size * np.arange(copies)[:, None]
    )
    shape = (len(grid.kinds), copies * size)
    together = Grid(*(each.reshape(shape) for each in grid))
    return _contest(
        crosstable,
        msgspec.structs.replace(one, grid=together, brought=one.brought * copies),
        copies,
    )
