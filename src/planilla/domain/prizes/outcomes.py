"""The open games of a tournament, and the crosstable after they ended in some way."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.vocabulary import GameResult

ENDS = (GameResult.WHITE_WINS, GameResult.DRAW, GameResult.BLACK_WINS)
"""How an open game may end, as far as chances go; forfeits are left out."""

Outcome = tuple[int, ...]
"""One end (an index of `ENDS`) for each open game, in their order."""


class OpenGame(NamedTuple):
    """A paired game without a result: its round (from 1), its board (from 0), and who plays."""

    round: int
    board: int
    white: Seat
    black: Seat


def open_games(crosstable: Crosstable) -> tuple[OpenGame, ...]:
    """All games without a result, by round and then by board."""
    return tuple(
        OpenGame(number, board, *played.boards[board])
        for number, played in enumerate(crosstable.rounds, start=1)
        for board, result in enumerate(played.results)
        if result == GameResult.OPEN
    )


def ended(crosstable: Crosstable, games: Sequence[OpenGame], outcome: Sequence[int]) -> Crosstable:
    """The crosstable after the open games ended so."""
    results = [bytearray(played.results) for played in crosstable.rounds]
    for game, end in zip(games, outcome, strict=True):
        results[game.round - 1][game.board] = ENDS[end]
    return replace(
        crosstable,
        rounds=tuple(
            replace(played, results=bytes(column))
            for played, column in zip(crosstable.rounds, results, strict=True)
        ),
    )
