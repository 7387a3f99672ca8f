"""The drawing of the scrubber: a tick for each fact, or columns if there are too many."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from planilla.adapters.http.reading import HistoryEntry
from planilla.adapters.http.views.timeline import SIGNS

TICKS = {
    "setup": "M{x} 20v-5",
    "entrant": "M{x} 14v-3",
    "result": "M{x} 20v-9",
    "round": "M{x} 20v-20",
    "correction": "M{x} 0v8M{x} 12v8",
}
"""The tick of each kind in a bar 20 high: low, floating, middling, whole, and broken in two."""

BEGINS = "begins"

TICKS_MAX = 240
"""Ticks that a phone can show more than a pixel apart."""
COLUMNS = 72
BASELINES = {"result": 200, "round": 85, "entrant": 85, "setup": 85}
"""Baselines of the columns, in tenths of the bar's 20: results below, all others above."""
TALLEST = {200: 110, 85: 75}
SHORTEST = 12
LEGEND = {
    "setup": "M.5 8.5v-3h3v3z",
    "entrant": "M.5 8.5v-5h3v5z",
    "round": "M.5 8.5v-7h3v7z",
    "result": "M.5 20v-11h3v11z",
    BEGINS: "M2 20v-20",
    "correction": "M2 0v8M2 12v8",
}


@dataclass(frozen=True, kw_only=True)
class Track:
    """Paths by kind over versions, and what each kind looks like, with its sign, for the legend."""

    paths: tuple[tuple[str, str], ...]
    legend: tuple[tuple[str, str, str], ...]
    has_columns: bool


def track_of(entries: Sequence[HistoryEntry]) -> Track:
    """The facts along the bar."""
    return _columns(entries) if len(entries) > TICKS_MAX else _ticks(entries)


def _ticks(entries: Sequence[HistoryEntry]) -> Track:
    paths: dict[str, list[str]] = {kind: [] for kind in TICKS}
    for entry in entries:
        kind = entry.event.topic.value
        paths[kind].append(TICKS[kind].format(x=entry.version))
    return Track(
        paths=tuple((kind, "".join(moves)) for kind, moves in paths.items() if moves),
        legend=tuple((kind, TICKS[kind].format(x=2), SIGNS[kind]) for kind in TICKS if paths[kind]),
        has_columns=False,
    )


def _columns(entries: Sequence[HistoryEntry]) -> Track:
    """Columns of as many versions each; rounds that begin and corrections are lines as ever."""
    last = entries[-1].version
    size = -(-last // COLUMNS)
    counted: Counter[tuple[str, int]] = Counter()
    lines: dict[str, list[str]] = {BEGINS: [], "correction": []}
    for entry in entries:
        kind = entry.event.topic.value
        if entry.event.begins_a_round:
            lines[BEGINS].append(TICKS["round"].format(x=entry.version))
        elif kind == "correction":
            lines[kind].append(TICKS[kind].format(x=entry.version))
        else:
            counted[kind, (entry.version - 1) // size] += 1
    columns = stacked(counted)
    drawn = {kind: _shapes(kind, columns, size, last) for kind in BASELINES}
    drawn |= {kind: "".join(moves) for kind, moves in lines.items()}
    return Track(
        paths=tuple((kind, drawn[kind]) for kind in LEGEND if drawn[kind]),
        legend=tuple(
            (kind, shape, SIGNS.get(kind, "")) for kind, shape in LEGEND.items() if drawn[kind]
        ),
        has_columns=True,
    )


def stacked(counted: Counter[tuple[str, int]]) -> dict[tuple[str, int], tuple[int, int]]:
    """Top and foot of each column, in tenths from the top of the bar, by kind and column.

    The tallest pile of a lane is as high as the lane, the others in proportion, and each thing that
    there is can be seen.
    """
    piles: Counter[tuple[int, int]] = Counter()
    for (kind, column), count in counted.items():
        piles[BASELINES[kind], column] += count
    most = {
        floor: max(count for (lane, _), count in piles.items() if lane == floor)
        for floor, _ in piles
    }
    feet: dict[tuple[int, int], int] = {}
    found = {}
    for kind, floor in BASELINES.items():
        for (each, column), count in counted.items():
            if each != kind:
                continue
            foot = feet.get((floor, column), floor)
            height = max(SHORTEST, TALLEST[floor] * count // most[floor])
            feet[floor, column] = foot - height
            found[kind, column] = (foot - height, foot)
    return found


def _shapes(
    kind: str, columns: dict[tuple[str, int], tuple[int, int]], size: int, last: int
) -> str:
    """The columns of a kind as one path: each begins half a version before its first."""
    moves = []
    for (each, column), (top, foot) in columns.items():
        if each == kind:
            begin = column * size * 10 + 5
            width = _tenths(min(size * 8, last * 10 + 5 - begin))
            moves.append(f"M{_tenths(begin)} {_tenths(top)}h{width}V{_tenths(foot)}h-{width}z")
    return "".join(moves)


def _tenths(value: int) -> str:
    whole, rest = divmod(value, 10)
    return f"{whole}.{rest}" if rest else str(whole)
