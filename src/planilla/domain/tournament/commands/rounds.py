"""Pairing a round, and everything until it is closed."""

from planilla.domain.tournament.commands.command import Command, Sealed
from planilla.domain.vocabulary import EntrantId


class PairRound(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make a draft of the next round."""

    round: int


class ChangePairing(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Replace the boards of a round by hand, in board order as (White, Black)."""

    round: int
    boards: tuple[tuple[EntrantId, EntrantId], ...]
    bye: EntrantId | None = None
    reason: Sealed


class UnpairRound(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take the last round back, as long as it has no result.

    `reopens` the round before besides, where pairing this one closed it: what undo does.
    """

    round: int
    reason: Sealed = Sealed()
    reopens: bool = False


class PublishPairings(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Show a draft to everybody."""

    round: int


class CloseRound(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Confirm that all results of a round are in."""

    round: int


class ReopenRound(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Undo the closing of the last round."""

    round: int
