"""Lots drawn to part those whom everything else left tied."""

from enum import StrEnum
from typing import ClassVar

import msgspec

from planilla.domain.tournament.events.event import Audience, Details, Event, Topic, lot_shown
from planilla.domain.vocabulary import EntrantId


class Draw(StrEnum):
    """How lots are drawn: by the machine, by hand, or from the national lottery (3.4.3)."""

    MACHINE = "machine"
    HAND = "hand"
    LOTTERY = "lottery"


class DrawnLot(msgspec.Struct, frozen=True, kw_only=True):
    """The number that somebody drew: the smaller is ahead."""

    entrant: EntrantId
    number: int


class LotsDrawn(Event, frozen=True, kw_only=True, tag=True):
    """Numbers were drawn; who had drawn before has the new number.

    By the machine: `generator` of `chance` made them from `lot`, for those of `lots` in the order
    of their pairing numbers. From the lottery: `figure` is its last one, and the names, which are
    not here, decided the rest.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    draw: Draw
    lots: tuple[DrawnLot, ...]
    lot: int | None = None
    generator: str = ""
    figure: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "draw": self.draw,
            "drawn": len(self.lots),
            "figure": self.figure,
            "lot": lot_shown(self.lot),
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        if self.figure is not None:
            return ".lottery"
        return "" if self.lot is None else ".lot"
