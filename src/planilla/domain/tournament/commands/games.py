"""Results, and their corrections."""

from planilla.domain.instants import Instant
from planilla.domain.tournament.commands.command import GameCommand, Sealed
from planilla.domain.tournament.events import Effect
from planilla.domain.tournament.evidence import EvidenceFile


class RecordResult(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Report the outcome of a game, forfeits included.

    `made_at`, in a hall, tells that it was reported then, without a connection, and `began_at` when
    the game began: it counts after the end of the marathon where it began in time.
    """

    result: str
    made_at: Instant | None = None
    began_at: Instant | None = None


class WithdrawResult(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a result back at once: what undo does; `made_at` as in `RecordResult`."""

    made_at: Instant | None = None


class CorrectColours(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The two played with the other colours; what is left out is as in `CorrectResult`.

    With `corrects` it is refused where the game was corrected since.
    """

    reason: Sealed = Sealed()
    corrects: int | None = None
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


class CorrectResult(GameCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule that a game ended otherwise. `corrects`: the version of the event that was wrong.

    Without `effect` it is the one of C.04.2, 4.3 for when it became known. `evidence`
    names files that are kept already.
    """

    result: str
    corrects: int
    reason: Sealed
    effect: Effect | None = None
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()
