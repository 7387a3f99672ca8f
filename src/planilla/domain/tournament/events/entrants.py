"""Who takes part, under which number, and against whom they may not be paired."""

from typing import ClassVar

from planilla.domain.tournament.events.event import (
    Audience,
    Details,
    Event,
    GamesMeanwhile,
    NumberingReason,
    Topic,
)
from planilla.domain.vocabulary import ByeKind, EntrantId


class EntrantEntered(Event, frozen=True, kw_only=True, tag=True):
    """Somebody takes part from `first_round` on; more than 1 is a late entry.

    `rating_list` tells where the rating is from, with its month ("FIDE standard 2026-11"; "" when
    nobody said); `k` is the development coefficient, 0 where the rules go by the rating alone.
    `known_at` is when a late entry was handed in (as in `SportingDataCorrected`).
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT

    entrant: EntrantId
    person: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    first_round: int = 1
    k: int = 0
    rating_list: str = ""
    categories: tuple[str, ...] = ()
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"rating": self.rating, "first_round": self.first_round}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".late" if self.first_round > 1 else ""


class PersonalDataCorrected(Event, frozen=True, kw_only=True, tag=True):
    """The personal data kept apart were corrected; the new commitment replaces the old."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    person: str


class SportingDataCorrected(Event, frozen=True, kw_only=True, tag=True):
    """Rating, title or another sporting fact was wrong; all of them as they are now known.

    `corrects` is the version of the event that said it before; `known_at` when the error became
    known, in microseconds since 1970 (UTC), None: when recorded.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    leads_its_act: ClassVar[bool] = True

    entrant: EntrantId
    rating: int
    title: str = ""
    federation: str = ""
    k: int = 0
    rating_list: str = ""
    categories: tuple[str, ...] = ()
    corrects: int | None = None
    reason: str = ""
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"rating": self.rating}


class PairingNumbersAssigned(Event, frozen=True, kw_only=True, tag=True):
    """The whole numbering: the first of `order` has number 1."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT

    order: tuple[EntrantId, ...]
    reason: NumberingReason

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"entrants": len(self.order), "why": self.reason}


class ByeRequested(Event, frozen=True, kw_only=True, tag=True):
    """An entrant will not play a round: absent (`Z`), or with a half or full point."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    round: int
    kind: ByeKind


class ByeRequestCancelled(Event, frozen=True, kw_only=True, tag=True):
    """The entrant plays that round after all."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    round: int


class EntrantWithdrawn(Event, frozen=True, kw_only=True, tag=True):
    """Not paired from `from_round` on.

    Where that round was paired already, it was recorded too late: `known_at` is when it became
    known (as in `SportingDataCorrected`), `games` what becomes of the games since, which stands in
    the facts of the same act.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    from_round: int
    reason: str = ""
    games: GamesMeanwhile | None = None
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {} if self.games is None else super().details()

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.games is None else ".late"


class EntryRemoved(Event, frozen=True, kw_only=True, tag=True):
    """An entry was a mistake, and nobody had met them: numbers and tables close up."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    reason: str = ""


class EntrantReturned(Event, frozen=True, kw_only=True, tag=True):
    """Paired again from `from_round` on."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    from_round: int


class EntrantExpelled(Event, frozen=True, kw_only=True, tag=True):
    """Removed by the arbiter: not paired from `from_round` on, and may not return."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    from_round: int
    reason: str = ""


class PairsForbidden(Event, frozen=True, kw_only=True, tag=True):
    """None of `entrants` may meet another of them in these rounds; `last_round` None: to the end.

    It holds for the rounds that are paired afterwards.
    """

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrants: tuple[EntrantId, ...]
    first_round: int = 1
    last_round: int | None = None
    reason: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        first, last = self.first_round, self.last_round
        return {"entrants": self.entrants, "first_round": first, "last_round": last}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.last_round is None else ".until"


class PairsAllowed(Event, frozen=True, kw_only=True, tag=True):
    """From `from_round` on a prohibition holds no more; `forbidden` is its event's version."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    forbidden: int
    from_round: int
    reason: str = ""
