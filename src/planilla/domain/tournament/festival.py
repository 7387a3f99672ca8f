"""Festival: several tournaments that belong together, as the opens A, B and C of one event.

It has no log of its own: each of its tournaments records in its own that it is a part. A festival
consists of the tournaments that say so now, and its name, place and days are those said last.
"""

import re
from typing import ClassVar

from msgspec.structs import asdict, replace

from planilla.domain.tournament.command import Command, Duty
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, Topic
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import Festival

FESTIVAL_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
"""Ids of festivals: a part of the address of their page."""
FESTIVAL_NAME_MAX = 120
PLACE_MAX = 120

# Commands


class JoinFestival(Command, Festival, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make the tournament a part of a festival, or say its name, place or days anew."""

    duty: ClassVar[Duty] = Duty.GOVERN
    allowed_after_end: ClassVar[bool] = True


class LeaveFestival(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take the tournament out of its festival."""

    duty: ClassVar[Duty] = Duty.GOVERN
    allowed_after_end: ClassVar[bool] = True


# Events


class FestivalJoined(Festival, Event, frozen=True, kw_only=True, tag=True):
    """The tournament is a part of a festival."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = LeaveFestival

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"festival": self.id, "name": self.name}


class FestivalLeft(Event, frozen=True, kw_only=True, tag=True):
    """The tournament is no longer a part of a festival."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    id: str
    name: str

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"festival": self.id, "name": self.name}


# Refusals


class FestivalIdUnfit(Unacceptable):
    """The id of a festival is not 1 to 64 small letters, digits or hyphens."""

    festival: str


class FestivalNameUnfit(Unacceptable):
    """A festival has no name, or its name or its place has more than `largest` characters."""

    largest: int


class FestivalDaysReversed(Unacceptable):
    """The last day of a festival is before its first."""


class InAnotherFestival(Conflict):
    """The tournament is a part of another festival, which it has to leave first."""

    festival: str


# Rules


def join_festival(
    state: Tournament, command: JoinFestival, _: DecisionContext
) -> tuple[Event, ...]:
    """Make the tournament a part of a festival; nothing follows where it is one as described."""
    name, place = command.name.strip(), command.place.strip()
    if not FESTIVAL_ID.fullmatch(command.id):
        raise FestivalIdUnfit(festival=command.id[:80])
    if not 1 <= len(name) <= FESTIVAL_NAME_MAX or len(place) > PLACE_MAX:
        raise FestivalNameUnfit(largest=FESTIVAL_NAME_MAX)
    if command.first_day and command.last_day and command.last_day < command.first_day:
        raise FestivalDaysReversed
    if state.festival is not None and state.festival.id != command.id:
        raise InAnotherFestival(festival=state.festival.id)
    said = replace(_described(command), name=name, place=place)
    return () if said == state.festival else (FestivalJoined(**asdict(said)),)


def leave_festival(state: Tournament, _: LeaveFestival, __: DecisionContext) -> tuple[Event, ...]:
    """Take the tournament out of its festival; nothing follows where it is in none."""
    before = state.festival
    if before is None:
        return ()
    return (FestivalLeft(id=before.id, name=before.name),)


def _described(said: Festival) -> Festival:
    """Return a festival as a command or an event describes it, without what else these hold."""
    return Festival(**{name: getattr(said, name) for name in Festival.__struct_fields__})


RULES: Rules = {
    JoinFestival: join_festival,
    LeaveFestival: leave_festival,
}


# Folds


def _joined(state: Tournament, event: FestivalJoined, _: int) -> Tournament:
    return replace(state, festival=_described(event))


FOLDS: Folds = {
    FestivalJoined: _joined,
    FestivalLeft: lambda state, _, __: replace(state, festival=None),
}
