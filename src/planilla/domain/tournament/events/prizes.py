"""What may be won, and what was won."""

from enum import StrEnum
from typing import ClassVar

import msgspec

from planilla.domain.prizes.outcomes import DRAWS_DEFAULT, Likelihood
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.tournament.events.event import Audience, Details, Event, Topic
from planilla.domain.vocabulary import EntrantId


class SharedBy(StrEnum):
    """By what prizes are shared: final standings, those of an unfinished tournament, or chances.

    Source: seed 000, 1.2.2.
    """

    FINAL = "final"
    STANDINGS = "standings"
    CHANCES = "chances"


class Payout(msgspec.Struct, frozen=True, kw_only=True):
    """What one entrant is paid, in the smallest unit of the currency."""

    entrant: EntrantId
    amount: int


class Chanced(msgspec.Struct, frozen=True, kw_only=True):
    """How the chances were worked out: from all outcomes, or from so many drawn with the seed.

    `generator` names what unfolds the seed (`chance.GENERATORS`); empty where nothing was drawn.
    """

    likelihood: Likelihood = Likelihood.EVEN
    draws: int = DRAWS_DEFAULT
    outcomes: int = 0
    is_exact: bool = True
    seed: int = 0
    generator: str = ""


class PrizesAnnounced(Event, frozen=True, kw_only=True, tag=True):
    """These are the prizes and how they are shared; an earlier plan holds no more."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    plan: PrizePlan

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"fund": self.plan.fund, "currency": self.plan.currency}


class PrizeSharing(msgspec.Struct, frozen=True, kw_only=True):
    """The amount that each entrant is paid, the best placed first.

    `unpaid` is the amount that nobody was there to win. `chances` is set where the prizes were
    shared by chances.
    """

    by: SharedBy
    currency: str
    payouts: tuple[Payout, ...]
    unpaid: int = 0
    chances: Chanced | None = None


class PrizesShared(Event, PrizeSharing, frozen=True, kw_only=True, tag=True):
    """The prizes are shared; an earlier sharing holds no more."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "paid": sum(each.amount for each in self.payouts),
            "currency": self.currency,
            "n": len(self.payouts),
            "by": self.by,
        }
