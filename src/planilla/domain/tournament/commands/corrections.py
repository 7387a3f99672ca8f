"""Corrections that need more than another result: deletions, swaps, rulings, evidence.

`known_at` is when it became known, in microseconds since 1970 (UTC), without it now. `evidence`
names files that are kept already.
"""

from planilla.domain.instants import Instant
from planilla.domain.tournament.commands.command import Command, GameCommand, Players, Sealed
from planilla.domain.tournament.events import Effect, GamesMeanwhile
from planilla.domain.tournament.evidence import EvidenceFile
from planilla.domain.vocabulary import EntrantId, GameId


class DeleteResult(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule that a game has no such result: open again (`*`), or played by neither (`-/-`)."""

    corrects: int
    reason: Sealed
    counts_as: str = "*"
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class SwapResults(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Each of two games was reported as the other; `other_corrects` 0: that one has no result."""

    corrects: int
    other: GameId
    other_players: Players | None = None
    reason: Sealed
    other_corrects: int = 0
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class RuleIneligible(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule that somebody might not have played from a round on."""

    entrant: EntrantId
    from_round: int
    reason: Sealed
    games: GamesMeanwhile = GamesMeanwhile.STAND
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class ReinstateEntrant(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take back that somebody is ineligible."""

    entrant: EntrantId
    reason: Sealed
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class AddEvidence(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name files as evidence for the fact of a version."""

    about: int
    evidence: tuple[EvidenceFile, ...]
