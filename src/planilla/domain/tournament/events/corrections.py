"""Corrections that need more than another result: deletions, rulings on players, evidence.

In all of them `known_at` is when it became known, in microseconds since 1970 (UTC); None: when it
was recorded.
"""

from typing import ClassVar

from planilla.domain.tournament.events.event import (
    Audience,
    Details,
    Effect,
    Event,
    GamesMeanwhile,
    Topic,
    details_of_ruling,
    wording_of_game,
)
from planilla.domain.tournament.evidence import EvidenceFile
from planilla.domain.vocabulary import ByeKind, EntrantId, GameId


class ResultDeleted(Event, frozen=True, kw_only=True, tag=True):
    """A game has no such result: it is open again (`*`), or neither of the two played (`-/-`).

    `corrects` is the version of the event that gave the result.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    leads_its_act: ClassVar[bool] = True

    game: GameId
    corrects: int
    counts_as: str
    effect: Effect
    reason: str = ""
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"counts_as": self.counts_as, **details_of_ruling(self)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return wording_of_game(self.game)


class ByeCorrected(Event, frozen=True, kw_only=True, tag=True):
    """What an entrant had instead of a game in a round was something else."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    leads_its_act: ClassVar[bool] = True

    entrant: EntrantId
    round: int
    kind: ByeKind
    reason: str = ""
    known_at: int | None = None


class EntrantRuledIneligible(Event, frozen=True, kw_only=True, tag=True):
    """Somebody might not have played from round `from_round` on; not paired from `out_from` on.

    What became of the games since then stands in the facts of the same act.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    leads_its_act: ClassVar[bool] = True

    entrant: EntrantId
    from_round: int
    out_from: int
    games: GamesMeanwhile
    reason: str = ""
    known_at: int | None = None


class EntrantReinstated(Event, frozen=True, kw_only=True, tag=True):
    """Somebody was ruled ineligible in error: paired again from `from_round` on."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    leads_its_act: ClassVar[bool] = True

    entrant: EntrantId
    from_round: int
    reason: str = ""
    known_at: int | None = None


class EvidenceAdded(Event, frozen=True, kw_only=True, tag=True):
    """Files are evidence for the fact of version `about`; they are kept beside the log."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.CORRECTION

    about: int
    files: tuple[EvidenceFile, ...]

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"about": self.about, "n": len(self.files)}
