"""What the event announced."""

from typing import ClassVar

import msgspec

from planilla.domain.tournament.events.event import Audience, Event, Topic
from planilla.domain.tournament.regulations.announcement import Regulations


class RegulationsAnnounced(Event, frozen=True, kw_only=True, tag=True):
    """The regulations are these, and the tournament is configured by them.

    `prose` are the commitments to the free texts and names in force, by `Topic`; `reason` says why
    earlier regulations were changed.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    regulations: Regulations
    prose: dict[str, str] = msgspec.field(default_factory=dict)
    reason: str = ""
