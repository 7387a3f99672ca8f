"""Rounds from draft to close."""

from typing import ClassVar

from planilla.domain.tournament.events.event import (
    Audience,
    ChangedPairing,
    Details,
    Event,
    PairedGame,
    RoundPairing,
    Topic,
)


class RoundPaired(Event, RoundPairing, frozen=True, kw_only=True, tag=True):
    """A draft of a round, with the system and edition that made it and the lot it used."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"boards": len(self.games)}


class DraftChanged(Event, ChangedPairing, frozen=True, kw_only=True, tag=True):
    """The arbiter changed a draft; `engine` is what the system itself had answered."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False


class DraftDiscarded(Event, frozen=True, kw_only=True, tag=True):
    """A draft was thrown away; the round can be paired again."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False

    round: int
    reason: str = ""


class PairingsPublished(Event, RoundPairing, frozen=True, kw_only=True, tag=True):
    """Everybody may see the round; it repeats the draft, so that public facts suffice.

    `engine` is what the system itself had answered, where the arbiter changed its boards by hand.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    begins_a_round: ClassVar[bool] = True

    engine: tuple[PairedGame, ...] = ()

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        shown = {"boards": len(self.games), "byes": len(self.byes), "system": self.system}
        return {**shown, "by_hand": True} if self.engine else shown

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".by-hand" if self.engine else ""


class RoundImported(Event, RoundPairing, frozen=True, kw_only=True, tag=True):
    """A round that was paired elsewhere, as the file gives it; everybody may see it.

    Nobody says that `system` made it: that is the one, in this `edition`, by which it is judged.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False
    begins_a_round: ClassVar[bool] = True

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"boards": len(self.games), "byes": len(self.byes)}


class PairingChanged(Event, ChangedPairing, frozen=True, kw_only=True, tag=True):
    """The arbiter changed published pairings; games that stay keep their identity and result."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION


class RoundUnpaired(Event, frozen=True, kw_only=True, tag=True):
    """A published round without results was taken back."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False

    round: int
    reason: str = ""


class RoundClosed(Event, frozen=True, kw_only=True, tag=True):
    """All results of the round are in and confirmed."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False

    round: int


class RoundReopened(Event, frozen=True, kw_only=True, tag=True):
    """The round was closed too early."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False

    round: int
