"""Hungarian method: players to options, with the best total of their votes or ranks.

`allocate` finds the optimum for up to 2,000 players, proves it in whole numbers, and tests if it is
unique; `steps` are those of the book, for sizes that people read.

Source: seed 000, 2.7 (Kuhn and Munkres). The book does not say which of several optimal
assignments is taken: here it is the first in the order of the lists (the first player gets the
earliest possible option, then the second player, and so on; no option comes last).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from planilla.domain.allocation.faults import BallotFault, NotAllocated
from planilla.domain.tiebreaks.arrays import Array, np

VALUE_MAX = 1_000_000_000
"""Largest vote: sums of thousands of them are exact in the arithmetic of the optimum."""
SIZE_MAX = 2_000
"""Largest number of players, and of options."""
VOTES_USUAL = 100
"""Votes of each player in the example of the book (2.7.1)."""
STEPS_SIZE_MAX = 40
"""Largest matrix whose steps are written."""
UNREACHABLE = 2**60
"""Cost of a vetoed cell, above every sum of costs."""

Matrix = tuple[tuple[int | None, ...], ...]
"""Rows of a step; a vetoed cell is None."""


class Goal(StrEnum):
    """The goal of an allocation: as many votes as possible, or ranks as low as possible."""

    MAX = "max"
    MIN = "min"


class Ballots(msgspec.Struct, frozen=True, kw_only=True):
    """Votes (`max`) or ranks (`min`) by player, then by option.

    Votes are whole numbers that add up to `votes` for each player. Ranks are 0, 1, 2 … or
    1, 2, 3 …, the most wanted option first; an empty row is a player without preferences. `vetoes`
    are pairs of player and option that no assignment contains, and `places` the number of players
    that each option takes (empty: one each): additions of Planilla to the book.
    """

    goal: Goal
    players: tuple[str, ...]
    options: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    votes: int = VOTES_USUAL
    vetoes: frozenset[tuple[int, int]] = frozenset()
    places: tuple[int, ...] = ()

    @property
    def columns(self) -> tuple[int, ...]:
        """The option of each column of the matrix: a column for each place."""
        places = self.places or (1,) * len(self.options)
        return tuple(option for option, number in enumerate(places) for _ in range(number))

    def column_name(self, column: int | None) -> str | None:
        """Return the option of a column; None of an added one."""
        known = self.columns
        return None if column is None or column >= len(known) else self.options[known[column]]

    def value(self, player: int, option: int) -> int:
        """Return a player's vote or rank of an option; 0 without preferences."""
        return self.rows[player][option] if self.rows[player] else 0


class Allocation(msgspec.Struct, frozen=True, kw_only=True):
    """The option of each player, None for a player without one, and the total of votes or ranks."""

    assignment: tuple[int | None, ...]
    total: int
    is_unique: bool


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A step of the book's method, with the matrix that it leaves.

    `kind` is `negated`, `positive` (`amount` was added), `square` (rows or columns of zeros were
    added), `row_reduced` and `column_reduced` (`minima` were subtracted), `covered` (all zeros lie
    in the lines `rows` and `columns`), `adjusted` (`amount` was the least uncovered value) or
    `assigned` (`options` by row). Rows after the players are added ones, and so are columns after
    the options.
    """

    kind: str
    matrix: Matrix = ()
    amount: int | None = None
    minima: tuple[int, ...] = ()
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()
    lines: int | None = None
    options: tuple[int, ...] = ()


def allocate(ballots: Ballots) -> Allocation:
    """Return the optimal assignment that is first in the order of the lists.

    Raises:
        NotAllocated: ballots have faults, or the vetoes leave no assignment.
    """
    faults = faults_of(ballots)
    if faults:
        raise NotAllocated(*faults)
    costs, allowed = _costs(ballots)
    columns = _optimal_columns(ballots, costs, allowed)
    tight = _tight_cells(costs, allowed, columns)
    components = _components(tight, columns)
    known = ballots.columns
    added = (len(ballots.options),) * (len(costs) - len(known))
    places = np.array((*known, *added), dtype=np.int64)
    is_unique = _is_unique(tight, columns, components, places, len(ballots.players))
    if not is_unique:
        _take_first(tight, columns, components, places, len(ballots.players))
    options = [int(places[column]) for column in columns[: len(ballots.players)]]
    return Allocation(
        assignment=tuple(each if each < len(ballots.options) else None for each in options),
        total=sum(
            ballots.value(player, option)
            for player, option in enumerate(options)
            if option < len(ballots.options)
        ),
        is_unique=is_unique,
    )


def faults_of(ballots: Ballots) -> tuple[BallotFault, ...]:
    """Return all faults of the ballots, by player."""
    sizes = tuple(_size_faults(ballots))
    if sizes:
        return sizes
    if ballots.goal is Goal.MAX:
        return tuple(_vote_faults(ballots))
    return tuple(_rank_faults(ballots))


def _size_faults(ballots: Ballots) -> Iterator[BallotFault]:
    for size, field in ((len(ballots.players), "players"), (len(ballots.columns), "options")):
        if not 1 <= size <= SIZE_MAX:
            fields = {"field": field, "given": size, "least": 1, "most": SIZE_MAX}
            yield BallotFault(code="size", fields=fields)
    if len(ballots.rows) != len(ballots.players):
        fields = {"given": len(ballots.rows), "expected": len(ballots.players)}
        yield BallotFault(code="rows", fields=fields)
        return
    for player, row in enumerate(ballots.rows):
        is_empty = ballots.goal is Goal.MIN and not row
        if len(row) != len(ballots.options) and not is_empty:
            given, expected = len(row), len(ballots.options)
            yield _fault(ballots, "row-length", player, given=given, expected=expected)


def _vote_faults(ballots: Ballots) -> Iterator[BallotFault]:
    for player, row in enumerate(ballots.rows):
        outside = [at for at, vote in enumerate(row) if not 0 <= vote <= VALUE_MAX]
        for at in outside:
            given = row[at]
            yield _fault(ballots, "vote-range", player, at, given=given, least=0, most=VALUE_MAX)
        if not outside and sum(row) != ballots.votes:
            yield _fault(ballots, "votes-sum", player, given=sum(row), expected=ballots.votes)


def _rank_faults(ballots: Ballots) -> Iterator[BallotFault]:
    """Yield the players whose ranks are no permutation; all lists begin with the same rank."""
    first = 0 if any(0 in row for row in ballots.rows) else 1
    wanted = range(first, first + len(ballots.options))
    for player, row in enumerate(ballots.rows):
        if not row or sorted(row) == [*wanted]:
            continue
        yield _fault(
            ballots,
            "ranks",
            player,
            first=wanted[0],
            last=wanted[-1],
            missing=sorted(set(wanted) - set(row)),
            repeated=sorted(rank for rank, times in Counter(row).items() if times > 1),
        )


def _fault(
    ballots: Ballots, code: str, player: int, /, option: int | None = None, **fields: Any
) -> BallotFault:
    named: dict[str, Any] = {"player": ballots.players[player], **fields}
    if option is not None:
        named["option"] = ballots.options[option]
    return BallotFault(code=code, player=player, option=option, fields=named)


def _costs(ballots: Ballots) -> tuple[Array, Array]:
    """Return the square matrix of costs, completed with zeros, and its cells without a veto."""
    columns = np.array(ballots.columns, dtype=np.int64)
    size = max(len(ballots.players), len(columns))
    blank = (0,) * len(ballots.options)
    votes = np.array([row or blank for row in ballots.rows], dtype=np.int64)
    costs = np.zeros((size, size), dtype=np.int64)
    costs[: len(ballots.players), : len(columns)] = votes[:, columns]
    allowed = np.ones((size, size), dtype=np.bool_)
    for player, option in ballots.vetoes:
        allowed[player, np.flatnonzero(columns == option)] = False
    return (-costs if ballots.goal is Goal.MAX else costs), allowed


def _optimal_columns(ballots: Ballots, costs: Array, allowed: Array) -> Array:
    """Return the column of each row in an assignment with the least cost.

    Raises:
        NotAllocated: the vetoes leave no assignment.
    """
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - takes 0.3 s to load

    try:
        found = linear_sum_assignment(np.where(allowed, costs.astype(np.float64), np.inf))
    except ValueError as error:  # of all faults, only that no assignment is finite is left
        raise NotAllocated(_too_few_options(ballots, allowed)) from error
    return np.array(found[1], dtype=np.int64)


def _too_few_options(ballots: Ballots, allowed: Array) -> BallotFault:
    """Return the fault of vetoes: players who have too few options in common (Hall)."""
    cells = [[int(column) for column in np.flatnonzero(row)] for row in allowed]
    cover = _cover(cells, len(cells))
    players = [row for row in range(len(cells)) if row not in cover.rows]
    options = map(ballots.column_name, cover.columns)
    fields = {
        "players": [ballots.players[player] for player in players],
        "options": [*dict.fromkeys(option for option in options if option is not None)],
        "needed": len(players),
        "places": len(cover.columns),
    }
    return BallotFault(code="no-assignment", player=players[0], fields=fields)


def _tight_cells(costs: Array, allowed: Array, columns: Array) -> Array:
    """Return the cells of cost zero after reduction: those of every optimal assignment.

    The reductions are the lengths of shortest paths among the rows, where an edge is the cost of
    taking another row's column. They exist only for an optimum, so they prove it exactly.
    """
    own = costs[np.arange(len(costs)), columns]
    edges = np.where(allowed, costs, UNREACHABLE)[:, columns] - own[:, None]
    lengths = np.zeros(len(costs), dtype=np.int64)
    changed = np.arange(len(costs))
    for _ in range(len(costs) + 1):
        reached = (edges[changed] + lengths[changed, None]).min(axis=0)
        changed = np.flatnonzero(reached < lengths)
        if not changed.size:
            break
        lengths = np.minimum(lengths, reached)
    else:
        raise AssertionError("unreachable: a cheaper assignment exists")
    tight = np.empty_like(allowed)
    tight[:, columns] = edges + lengths[:, None] == lengths[None, :]
    return tight


def _components(tight: Array, columns: Array) -> Array:
    """Return the strong component of each row: rows of a common alternating cycle of cost zero."""
    from scipy.sparse import csr_array  # noqa: PLC0415
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415

    graph = csr_array(tight[:, columns])
    found = connected_components(graph, directed=True, connection="strong")
    return np.array(found[1], dtype=np.int64)


def _is_unique(
    tight: Array, columns: Array, components: Array, places: Array, players: int
) -> bool:
    """Return whether no alternating cycle of cost zero changes the option of a player.

    An edge lies on such a cycle exactly if both its rows are in one strong component.
    """
    held = places[columns]
    is_other = (components[:players, None] == components) & (held[:players, None] != held)
    return not (tight[:players, columns] & is_other).any()


def _take_first(
    tight: Array, columns: Array, components: Array, places: Array, players: int
) -> None:
    """Change `columns` to the assignment that is first in the order of the lists."""
    owners = np.empty_like(columns)
    owners[columns] = np.arange(len(columns))
    takers = np.ascontiguousarray(tight.T)
    for row in range(players):
        earlier = tight[row] & (places < places[columns[row]])
        earlier &= (owners >= row) & (components[owners] == components[row])
        wanted = np.flatnonzero(earlier)
        if wanted.size:
            _exchange(takers, columns, owners, row, wanted)


def _exchange(takers: Array, columns: Array, owners: Array, row: int, wanted: Array) -> None:
    """Give `row` the first of the columns `wanted` that the rows after it can do without.

    The search goes back from the column of `row`: which rows can take it, which can take theirs.
    """
    takes = np.full(len(columns), -1, dtype=np.int64)
    is_free = np.arange(len(columns)) > row
    frontier = columns[row : row + 1]
    best = int(wanted[0])
    while frontier.size and takes[owners[best]] < 0:
        found = np.flatnonzero(takers[frontier].any(axis=0) & is_free)
        takes[found] = frontier[takers[frontier][:, found].argmax(axis=0)]
        is_free[found] = False
        frontier = columns[found]
    reached = wanted[takes[owners[wanted]] >= 0]
    if reached.size:
        _rotate(takes, columns, owners, row, int(reached[0]))


def _rotate(takes: Array, columns: Array, owners: Array, row: int, column: int) -> None:
    """Give `row` a column, its owner the column that it `takes`, and so on along the path."""
    taker = row
    while True:
        loser = int(owners[column])
        columns[taker], owners[column] = column, taker
        if loser == row:
            return
        taker, column = loser, int(takes[loser])


def steps(ballots: Ballots) -> tuple[Step, ...]:
    """Return the steps of the book for ballots that `allocate` accepts; none for a large matrix."""
    return tuple(_steps(ballots)) if has_steps(ballots) else ()


def has_steps(ballots: Ballots) -> bool:
    """Return whether the matrix is small enough for its steps to be written."""
    return max(len(ballots.players), len(ballots.columns)) <= STEPS_SIZE_MAX


def _steps(ballots: Ballots) -> Iterator[Step]:
    rows: list[list[int | None]] = [
        [
            None if (player, option) in ballots.vetoes else ballots.value(player, option)
            for option in ballots.columns
        ]
        for player in range(len(ballots.players))
    ]
    if ballots.goal is Goal.MAX:
        rows = _plus(rows, rows_by=[0] * len(rows), sign=-1)
        yield Step(kind="negated", matrix=_frozen(rows))
        extreme = -min(_values(rows))
        rows = _plus(rows, rows_by=[extreme] * len(rows))
        yield Step(kind="positive", amount=extreme, matrix=_frozen(rows))
    if len(ballots.players) != len(ballots.columns):
        rows = _square(rows, len(ballots.columns))
        yield Step(kind="square", matrix=_frozen(rows))
    yield from _reductions(ballots, rows)


def _reductions(ballots: Ballots, rows: list[list[int | None]]) -> Iterator[Step]:
    """Yield the steps from the square matrix on.

    Ranks from 0 have no row to reduce, so the book leaves that step out (2.7.2).
    """
    minima = [min(_values([row])) for row in rows]
    if ballots.goal is Goal.MAX or any(minima):
        rows = _plus(rows, rows_by=[-each for each in minima])
        yield Step(kind="row_reduced", minima=tuple(minima), matrix=_frozen(rows))
    minima = [min(_values([column])) for column in zip(*rows, strict=True)]
    rows = [
        [None if value is None else value - least for value, least in zip(row, minima, strict=True)]
        for row in rows
    ]
    yield Step(kind="column_reduced", minima=tuple(minima), matrix=_frozen(rows))
    cover = _cover(_zeros(rows), len(rows))
    yield _covered(cover)
    while cover.lines < len(rows):
        rows, least = _adjusted(rows, cover)
        yield Step(kind="adjusted", amount=least, matrix=_frozen(rows))
        cover = _cover(_zeros(rows), len(rows))
        yield _covered(cover)
    yield Step(kind="assigned", options=_completed(ballots))


class _LineCover(msgspec.Struct, frozen=True):
    """The fewest lines through all zeros of a matrix."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]

    @property
    def lines(self) -> int:
        """The number of lines."""
        return len(self.rows) + len(self.columns)


def _cover(cells: Sequence[Sequence[int]], size: int) -> _LineCover:
    """Return the fewest lines through the `cells` (columns by row).

    By Kőnig: match as many rows as possible; from the rows that are left over, reach all rows and
    columns by alternating paths; the lines are the other rows, and the columns reached.
    """
    owners: list[int | None] = [None] * size
    unmatched = [row for row in range(size) if not _augment(cells, owners, row)]
    reached_rows, reached_columns = set(unmatched), set[int]()
    pending = [*unmatched]
    while pending:
        for column in cells[pending.pop()]:
            owner = owners[column]
            reached_columns.add(column)
            if owner is not None and owner not in reached_rows:
                reached_rows.add(owner)
                pending.append(owner)
    others = tuple(row for row in range(size) if row not in reached_rows)
    return _LineCover(others, tuple(sorted(reached_columns)))


def _augment(cells: Sequence[Sequence[int]], owners: list[int | None], start: int) -> bool:
    """Match one more row by an alternating path; return whether there is one."""
    previous: dict[int, int] = {}
    held: dict[int, int] = {owner: at for at, owner in enumerate(owners) if owner is not None}
    pending = [start]
    while pending:
        row = pending.pop()
        for column in cells[row]:
            if column in previous:
                continue
            previous[column] = row
            owner = owners[column]
            if owner is not None:
                pending.append(owner)
                continue
            _shift(owners, previous, held, column)
            return True
    return False


def _shift(
    owners: list[int | None], previous: dict[int, int], held: dict[int, int], free: int
) -> None:
    """Give each row of an alternating path the next column, the last one the `free` column."""
    column: int | None = free
    while column is not None:
        row = previous[column]
        owners[column] = row
        column = held.get(row)


def _adjusted(
    rows: Sequence[Sequence[int | None]], cover: _LineCover
) -> tuple[list[list[int | None]], int]:
    """Subtract the least uncovered value outside all lines, add it where two lines cross."""
    least = min(
        value
        for row, values in enumerate(rows)
        for column, value in enumerate(values)
        if value is not None and row not in cover.rows and column not in cover.columns
    )
    changed = [
        [
            None if value is None else value + least * _crossings(cover, row, column)
            for column, value in enumerate(values)
        ]
        for row, values in enumerate(rows)
    ]
    return changed, least


def _crossings(cover: _LineCover, row: int, column: int) -> int:
    return (row in cover.rows) + (column in cover.columns) - 1


def _covered(cover: _LineCover) -> Step:
    return Step(kind="covered", rows=cover.rows, columns=cover.columns, lines=cover.lines)


def _completed(ballots: Ballots) -> tuple[int, ...]:
    """Return the column of each row of the square matrix: players, then added rows."""
    size = max(len(ballots.players), len(ballots.columns))
    free: dict[int | None, list[int]] = {}
    for column, option in enumerate(ballots.columns):
        free.setdefault(option, []).append(column)
    free[None] = [*range(len(ballots.columns), size)]
    taken = [free[option].pop(0) for option in allocate(ballots).assignment]
    return (*taken, *sorted(column for columns in free.values() for column in columns))


def _zeros(rows: Sequence[Sequence[int | None]]) -> list[list[int]]:
    return [[column for column, value in enumerate(row) if value == 0] for row in rows]


def _values(rows: Sequence[Sequence[int | None]]) -> Iterator[int]:
    return (value for row in rows for value in row if value is not None)


def _plus(
    rows: Sequence[Sequence[int | None]], *, rows_by: Sequence[int], sign: int = 1
) -> list[list[int | None]]:
    return [
        [None if value is None else sign * value + by for value in row]
        for row, by in zip(rows, rows_by, strict=True)
    ]


def _square(rows: list[list[int | None]], columns: int) -> list[list[int | None]]:
    """Complete a matrix with rows or columns of zeros."""
    size = max(len(rows), columns)
    square: list[list[int | None]] = [[*row, *[0] * (size - columns)] for row in rows]
    square += ([0] * size for _ in range(size - len(rows)))
    return square


def _frozen(rows: Sequence[Sequence[int | None]]) -> Matrix:
    return tuple(map(tuple, rows))
