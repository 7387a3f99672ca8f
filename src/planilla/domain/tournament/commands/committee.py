"""Forming the appeals committee, and replacing a member of it."""

import msgspec

from planilla.domain.tournament.commands.command import Command, Sealed
from planilla.domain.tournament.committee import Way
from planilla.domain.vocabulary import EntrantId, GameId


class Vote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many votes somebody had."""

    entrant: EntrantId
    votes: int


class FormAppealsCommittee(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Form the appeals committee by lot, by vote or by the ordered rules (seed 000, 1.2.3).

    Without a `way` it is the one that the regulations announced, else the rules. `without` are
    those who may not or will not sit in it.
    """

    way: Way | None = None
    votes: tuple[Vote, ...] = ()
    without: tuple[EntrantId, ...] = ()


class ReplaceCommitteeMember(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let the next reserve sit in place of a member: in the case of a game, or for good.

    The players of that game are parties to the case and never come in.
    """

    member: EntrantId
    case: GameId = GameId("")
    reason: Sealed = Sealed()
