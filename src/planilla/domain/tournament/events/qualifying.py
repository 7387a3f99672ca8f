"""How many of the first places lead on."""

from enum import StrEnum
from typing import ClassVar

import msgspec

from planilla.domain.tournament.events.event import Audience, Event, Topic


class Stage(StrEnum):
    """What the first places lead to."""

    NEXT = "next-stage"
    FINAL = "final"


class QualifyingPlaces(msgspec.Struct, frozen=True, kw_only=True):
    """The number of first places that lead on, and the stage to which they lead."""

    places: int
    stage: Stage = Stage.NEXT


class QualifyingPlacesSet(Event, QualifyingPlaces, frozen=True, kw_only=True, tag=True):
    """The first `places` of the final standings qualify; with 0 nobody does any more.

    An earlier number holds no more.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.places else ".none"
