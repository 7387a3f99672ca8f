"""What a tournament is, and its end."""

from typing import ClassVar

from planilla.domain.crosstable import PointSystem
from planilla.domain.scoring import notation_of
from planilla.domain.tournament.events.event import Audience, Details, Event, SameOrigin, Topic
from planilla.domain.vocabulary import Colour


class TournamentCreated(Event, frozen=True, kw_only=True, tag=True):
    """A tournament exists. `first_colour` None: drawn by lot when round 1 is paired.

    `time_zone` is a name of the tz database, "" where nobody said it: the usual one; announced
    regulations say theirs. The tie-breaks mean what they mean in `tiebreak_edition`; those of a
    tournament that names none are the book's, as its rating rules are.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    name: str
    system: str
    rounds: int
    point_system: str = "1-½-0"
    tiebreaks: tuple[str, ...] = ()
    tiebreak_mode: str = "subsidiary"
    first_colour: Colour | None = None
    tiebreak_edition: str = "libro"
    rating_rules: str = "elo-libro"
    time_zone: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"name": self.name, "system": self.system, "rounds": self.rounds}


class TournamentImported(Event, frozen=True, kw_only=True, tag=True):
    """What the same command recorded besides was read from a file; `reason` says from which.

    `header` is the commitment to those of its lines that no other fact holds.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    format: str
    reason: str = ""
    header: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"format": self.format}


class PointsRuled(Event, frozen=True, kw_only=True, tag=True):
    """Results are worth what `points` says, in place of the point system that was announced."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    points: PointSystem

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"points": notation_of(self.points)}


class SameOriginRuled(Event, frozen=True, kw_only=True, tag=True):
    """From the next pairing on, entrants of one federation meet, are kept apart, or may not."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    rule: SameOrigin


class TournamentFinished(Event, frozen=True, kw_only=True, tag=True):
    """The final standings stand."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False


class TournamentReopened(Event, frozen=True, kw_only=True, tag=True):
    """Something had to be mended after the end."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False


class TournamentHidden(Event, frozen=True, kw_only=True, tag=True):
    """From now on only who holds a link to the tournament sees it."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    reason: str = ""


class TournamentShown(Event, frozen=True, kw_only=True, tag=True):
    """A hidden tournament is public again."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
