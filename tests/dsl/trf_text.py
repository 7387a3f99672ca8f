"""Tournament files written by hand in tests: only what a pairing needs, in its columns."""

from collections.abc import Mapping, Sequence

Cells = Sequence[str]
"""One player's rounds, such as `4w1`, `12b=`, `U`, `Z`, or an empty text."""


def trf(players: Mapping[int, Cells] | Sequence[Cells], *records: str) -> str:
    """A file of `records` and of players, from number 1 on or as numbered, rated by number."""
    rows = players if isinstance(players, Mapping) else dict(enumerate(players, start=1))
    lines = [_player(number, cells) for number, cells in rows.items()]
    return "".join(f"{line}\n" for line in (*records, *lines))


def _player(number: int, cells: Cells) -> str:
    points = f"{sum(_half_points(cell) for cell in cells) / 2:.1f}"
    static = f"001 {number:>4}      {f'Player {number}':<33} {2800 - number:>4}"
    return f"{static:<79} {points:>4} {number:>4}" + "".join(_cell(cell) for cell in cells)


def _cell(cell: str) -> str:
    if len(cell) < 2:
        return f"  0000 - {cell or ' '}"
    return f"  {cell[:-2]:>4} {cell[-2]} {cell[-1]}"


def _half_points(cell: str) -> int:
    return {"1": 2, "+": 2, "U": 2, "F": 2, "=": 1, "H": 1}.get(cell[-1:], 0)
