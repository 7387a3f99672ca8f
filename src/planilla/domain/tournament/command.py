"""Base types of commands, and the form in which personal data and free text arrive in one."""

import msgspec

from planilla.domain.vocabulary import EntrantId, GameId


class Sealed:
    """The commitment to a text or to personal data kept apart; "" when nothing was said."""

    __slots__ = ("commitment",)

    def __init__(self, commitment: str = "") -> None:
        self.commitment = commitment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sealed) and self.commitment == other.commitment

    def __hash__(self) -> int:
        return hash(self.commitment)

    def __repr__(self) -> str:
        return f"Sealed({self.commitment!r})"


Players = tuple[EntrantId, EntrantId]
"""White and Black of a game."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wish concerning one tournament."""


class GameCommand(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command about one game.

    `players` are White and Black as its maker saw them: the game of another pair is refused.
    """

    game: GameId
    players: Players | None = None
