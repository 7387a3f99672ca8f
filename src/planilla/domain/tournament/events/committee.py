"""The appeals committee formed, and a member of it replaced."""

from typing import ClassVar

import msgspec

from planilla.domain.tournament.committee import Office, Way
from planilla.domain.tournament.events.event import Audience, Details, Event, Topic, lot_shown
from planilla.domain.vocabulary import EntrantId, GameId


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody in the committee, and as what."""

    entrant: EntrantId
    office: Office


class VotesFor(msgspec.Struct, frozen=True, kw_only=True):
    """How many votes somebody had."""

    entrant: EntrantId
    votes: int


class AppealsCommitteeFormed(Event, frozen=True, kw_only=True, tag=True):
    """Who decides appeals, in the order of the seats; it takes the place of one formed before.

    By lot: `lot` was drawn, and `generator` of `chance` made the order of `among` from it, whose
    first are seated. By vote: `votes` are those of everybody who had any. Ages, arbiter titles and
    names decided where the rules ask for them and are not here (seed 000, 1.2.3).
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    way: Way
    seats: tuple[Seated, ...]
    lot: int | None = None
    generator: str = ""
    among: tuple[EntrantId, ...] = ()
    votes: tuple[VotesFor, ...] = ()

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        members = tuple(each.entrant for each in self.seats)
        return {"way": self.way, "members": members, "lot": lot_shown(self.lot)}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.lot is None else ".lot"


class CommitteeMemberReplaced(Event, frozen=True, kw_only=True, tag=True):
    """A reserve takes the seat of a member: in one case, or for good where `case` is empty.

    `case` is the game that the case is about.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    member: EntrantId
    reserve: EntrantId
    case: GameId = GameId("")
    reason: str = ""

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".case" if self.case else ""
