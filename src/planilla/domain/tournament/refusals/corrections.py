"""Refusals about corrections: of results deleted or swapped, of players, and of evidence."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Refusal, Unacceptable
from planilla.domain.vocabulary import EntrantId, GameId


@dataclass(kw_only=True, eq=False)
class KnownTooEarly(Unacceptable):
    """An error cannot be known before the round was published."""

    code = "known-too-early"
    known_at: int
    earliest: int


@dataclass(kw_only=True, eq=False)
class SameGame(Unacceptable):
    """Two results cannot be swapped within one game."""

    code = "same-game"
    game: GameId


@dataclass(kw_only=True, eq=False)
class EvidenceUnacceptable(Unacceptable):
    """A file is of no type that can be evidence, or empty, or too long."""

    code = "evidence-unacceptable"
    media_type: str
    size: int
    known: tuple[str, ...]
    largest: int


@dataclass(kw_only=True, eq=False)
class TooMuchEvidence(Unacceptable):
    """One act brings no more than so many files."""

    code = "too-much-evidence"
    files: int
    largest: int


@dataclass(kw_only=True, eq=False)
class ResultWasDeleted(Conflict):
    """The result of the game was deleted: what it is now is a correction of that."""

    code = "result-was-deleted"
    game: GameId
    in_force: int


@dataclass(kw_only=True, eq=False)
class DataCorrectedMeanwhile(Conflict):
    """Somebody else corrected the player's data since."""

    code = "data-corrected-meanwhile"
    entrant: EntrantId
    corrects: int
    in_force: int


@dataclass(kw_only=True, eq=False)
class AlreadyIneligible(Conflict):
    """It was ruled already that the player may not take part."""

    code = "already-ineligible"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class EntrantIsIneligible(Conflict):
    """Who may not take part neither leaves nor comes back: the ruling is taken back first."""

    code = "entrant-is-ineligible"
    entrant: EntrantId


@dataclass(kw_only=True, eq=False)
class NotIneligible(Conflict):
    """There is no ruling to be taken back."""

    code = "not-ineligible"
    entrant: EntrantId


REFUSALS: tuple[type[Refusal], ...] = (
    KnownTooEarly,
    SameGame,
    EvidenceUnacceptable,
    TooMuchEvidence,
    ResultWasDeleted,
    DataCorrectedMeanwhile,
    AlreadyIneligible,
    EntrantIsIneligible,
    NotIneligible,
)
"""All of them; they are imported from here."""
