"""The two columns of a pairing checker: what the rules give beside what was played.

The lines are the same in every language: they are those that checkers of pairings have printed for
years, and other programs read them.

Source: seed 003, "Por qué Hou Yifan no tiene razón"; `tests/golden/blog_003`.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

Board = tuple[int, int]
"""White's and Black's pairing numbers; 0 in Black's place is the bye."""

HEADING = "  Checker pairings        Tournament pairings "


def two_columns(checker: Sequence[Board], tournament: Sequence[Board]) -> Iterator[str]:
    """A round that differs: a heading, the boards that are not in both, an empty line.

    Both columns keep the order in which their boards are given; the shorter one is filled up.
    """
    both = set(checker) & set(tournament)
    yield HEADING
    for ours, theirs in zip_longest(_without(checker, both), _without(tournament, both)):
        yield _written(ours, 7) + _written(theirs, 19).rstrip()
    yield ""


def _without(boards: Sequence[Board], both: set[Board]) -> Iterator[Board]:
    return (board for board in boards if board not in both)


def _written(board: Board | None, width: int) -> str:
    return " " * (width + 6) if board is None else f"{board[0]:>{width}} - {board[1]:>3}"
