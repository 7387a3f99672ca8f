"""Ballots of an allocation: the votes or ranks of the players, with their checks.

Source: seed 000, 2.7 and 2.8 (A1, A2).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

import msgspec

VALUE_MAX = 1_000_000_000
"""Largest vote: sums of thousands of them are exact in the arithmetic of the optimum."""
SIZE_MAX = 2_000
"""Largest number of players, and of options."""
VOTES_USUAL = 100
"""Votes of each player in the example of the book (2.7.1)."""


class Goal(StrEnum):
    """The goal of an allocation: as many votes as possible, or ranks as low as possible."""

    MAX = "max"
    MIN = "min"


class BallotFault(msgspec.Struct, frozen=True, kw_only=True):
    """A ballot that is not possible: a stable code, its place and the fields of its message.

    `player` and `option` are indices; without them the fault concerns all ballots.
    """

    code: str
    player: int | None = None
    option: int | None = None
    fields: dict[str, Any]


class NotAllocated(Exception):
    """Refusal of an allocation, with all faults of its ballots."""

    def __init__(self, *faults: BallotFault) -> None:
        self.faults = faults
        super().__init__(", ".join(fault.code for fault in faults))


class Ballots(msgspec.Struct, frozen=True, kw_only=True):
    """Votes (`max`) or ranks (`min`) by player, then by option.

    Votes are whole numbers that add up to `votes` for each player. Ranks are 0, 1, 2 … or
    1, 2, 3 …, the most wanted option first; an empty row is a player without preferences. `vetoes`
    are pairs of player and option that no assignment contains: an addition of Planilla to the book.
    """

    goal: Goal
    players: tuple[str, ...]
    options: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]
    votes: int = VOTES_USUAL
    vetoes: frozenset[tuple[int, int]] = frozenset()

    def value(self, player: int, option: int) -> int:
        """Return a player's vote or rank of an option; 0 without preferences."""
        return self.rows[player][option] if self.rows[player] else 0


def faults_of(ballots: Ballots) -> tuple[BallotFault, ...]:
    """Return all faults of the ballots, by player."""
    sizes = tuple(_size_faults(ballots))
    if sizes:
        return sizes
    if ballots.goal is Goal.MAX:
        return tuple(_vote_faults(ballots))
    return tuple(_rank_faults(ballots))


def _size_faults(ballots: Ballots) -> Iterator[BallotFault]:
    for names, field in ((ballots.players, "players"), (ballots.options, "options")):
        if not 1 <= len(names) <= SIZE_MAX:
            fields = {"field": field, "given": len(names), "least": 1, "most": SIZE_MAX}
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


def names_at(names: Sequence[str], places: Sequence[int]) -> list[str]:
    """Return the names at some places."""
    return [names[place] for place in places]
