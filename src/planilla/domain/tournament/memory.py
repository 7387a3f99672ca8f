"""Memory of a pairing system: the facts that it keeps beside the rounds, as a part of the state.

A system extends `SystemMemory` and answers what it can; a part that it does not have answers with
nothing. Callers ask for the answer. Only the system's own modules read its class, by `of`.
"""

from typing import ClassVar, NamedTuple, Self

import msgspec

from planilla.domain.vocabulary import EntrantId, GameId, GameResult


class MemoryGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game outside the rounds. `recorded` is the result that was first reported."""

    white: EntrantId
    black: EntrantId
    result: GameResult = GameResult.OPEN
    recorded: GameResult = GameResult.OPEN

    @property
    def players(self) -> tuple[EntrantId, EntrantId]:
        """White and Black."""
        return (self.white, self.black)


class CalledPlayer(NamedTuple):
    """A player who was called to a table."""

    entrant: EntrantId
    table: int


class Seating(msgspec.Struct, frozen=True, kw_only=True):
    """The players at each table, White first, and the queue, the next one first."""

    tables: tuple[tuple[int, EntrantId, EntrantId], ...] = ()
    queue: tuple[EntrantId, ...] = ()


class SystemMemory(msgspec.Struct, frozen=True, kw_only=True):
    """The memory of a system that keeps nothing; each other system extends it.

    A memory that `has_games` holds games outside the rounds: with it, play has begun.
    """

    has_games: ClassVar[bool] = False

    @classmethod
    def of(cls, memory: "SystemMemory") -> Self | None:
        """Return `memory` if it is of this class, for the modules of its own system."""
        return memory if isinstance(memory, cls) else None

    @property
    def known_entrants(self) -> frozenset[EntrantId]:
        """The entrants whose entries cannot be removed because of it."""
        return frozenset()

    def without(self, _gone: EntrantId) -> Self:
        """Return the memory without an entry that was removed."""
        return self

    @property
    def expelled(self) -> frozenset[EntrantId]:
        """The entrants who were expelled outside the rounds."""
        return frozenset()

    @property
    def seating(self) -> Seating:
        """The present seats outside the rounds."""
        return Seating()

    def find(self, _game: GameId) -> MemoryGame | None:
        """Return the game with this identity."""
        return None

    def called(self, _number: int) -> CalledPlayer | None:
        """Return the player of the call with this number, if it is still unanswered."""
        return None


NO_MEMORY = SystemMemory()
"""The memory of a system that keeps nothing beside the rounds, and of others before they begin."""
