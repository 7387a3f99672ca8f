"""Announcing the regulations of an event."""

import msgspec

from planilla.domain.pairing.keizer.rules import KeizerRules
from planilla.domain.tournament.commands.command import Command, Sealed
from planilla.domain.tournament.events import SameOrigin
from planilla.domain.tournament.regulations.announcement import Regulations, Topic


class AnnounceRegulations(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Announce the regulations, or change them; a tournament that does not exist is created.

    `prose` are the free texts that change, by topic; an empty one takes the text away. Where
    `same_origin` or `keizer` is None it stays as it is; `reason` says why the regulations are
    changed.
    """

    regulations: Regulations
    prose: dict[Topic, Sealed] = msgspec.field(default_factory=dict)
    same_origin: SameOrigin | None = None
    keizer: KeizerRules | None = None
    reason: Sealed = Sealed()
