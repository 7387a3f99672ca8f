"""Lines of a tournament report file in a few words, and files by chance for properties."""

import random

from planilla.formats.trf.document import TrfDocument, TrfRemark
from planilla.formats.trf.reader import read_trf


def player_line(number: int, *cells: str, points: str = "", name: str = "") -> str:
    """`player_line(1, "2 w 1", "0000 - H", points="1.5")`: a 001 line in its columns.

    An empty cell is blank.
    """
    rating = max(2400 - number, 1000)
    head = f"001 {number:4} {'':1}{'':3} {name or f'P{number}':33} {rating:4} {'':3} "
    head += f"{'':11} {'':10} {points:>4} {number:4}"
    return (head + "".join(f"  {cell:>8}" for cell in cells)).rstrip()


def file_of(*lines: str, ending: str = "\n") -> bytes:
    """The bytes of a file of these lines."""
    return "".join(line + ending for line in lines).encode()


def document(*lines: str) -> TrfDocument:
    """The document of a file that has no faults."""
    read = read_trf(file_of(*lines), "f.trf")
    assert isinstance(read, TrfDocument), read
    return read


def faults(*lines: str) -> list[tuple[int, int, str]]:
    """The faults of a file, as line, column and code."""
    read = read_trf(file_of(*lines), "f.trf")
    return [] if isinstance(read, TrfDocument) else places(read)


def notes(*lines: str) -> list[tuple[int, int, str]]:
    """The notes of a file without faults, as line, column and code."""
    return places(document(*lines).notes)


def places(remarks: tuple[TrfRemark, ...]) -> list[tuple[int, int, str]]:
    return [(remark.line, remark.column, remark.code) for remark in remarks]


def open_of(players: int, rounds: int, seed: int = 1) -> list[str]:
    """The lines of a tournament by chance: anybody meets anybody, some are away or do not come."""
    chance = random.Random(seed)
    cells: list[list[str]] = [[] for _ in range(players)]
    points = [0] * players
    for _ in range(rounds):
        order = chance.sample(range(players), players)
        for white, black in zip(order[::2], order[1::2], strict=False):
            mine, theirs, half = chance.choice(
                [("1", "0", 2), ("=", "=", 1), ("0", "1", 0), ("+", "-", 2), ("D", "D", 1)]
            )
            cells[white].append(f"{black + 1:4} w {mine}")
            cells[black].append(f"{white + 1:4} b {theirs}")
            points[white] += half
            points[black] += 2 - half
        if players % 2:
            sign, half = chance.choice([("U", 2), ("H", 1), ("Z", 0), ("F", 2)])
            cells[order[-1]].append(f"0000 - {sign}")
            points[order[-1]] += half
    return [
        "012 Open by chance",
        f"XXR {rounds + 2}",
        "XXC white1",
        *(
            player_line(
                seat + 1, *cells[seat], points=f"{points[seat] // 2}.{points[seat] % 2 * 5}"
            )
            for seat in range(players)
        ),
    ]
