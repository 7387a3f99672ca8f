"""The log that leads a tournament: where its commands are decided. Copies elsewhere are read only.

A log is named by its id, 32 hex digits. A tournament is led where it was created until it is handed
over, or taken over elsewhere; both are facts, so that every copy of the log shows the same leader.
"""

import re
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.command import Command, ConfirmFirst, Duty
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, Topic
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament

LOG_ID = re.compile("[0-9a-f]{32}")
PLACE = re.compile(r"https?://[!-~]{1,200}")
"""The address of a server, in ASCII."""

# Commands


class HandOverLead(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hand the lead over to the log with the id `to`, on the server at the address `place`.

    From then on commands are refused here.
    """

    duty: ClassVar[Duty] = Duty.GOVERN
    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS

    to: str
    place: str


class TakeOverLead(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take the lead over from the log that has it, for example of a laptop that was lost.

    It is the only command that a copy accepts. Facts of the other log that have not arrived here
    are not in this one, and are refused from then on.
    """

    duty: ClassVar[Duty] = Duty.GOVERN
    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS


# Events


class LeadHandedOver(Event, frozen=True, kw_only=True, tag=True):
    """From now on the tournament is led from the log with the id `to`, at the address `place`."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    to: str
    place: str

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"place": self.place}


class LeadTakenOver(Event, frozen=True, kw_only=True, tag=True):
    """The log with the id `by` took the lead from the one with the id `of`."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    by: str
    of: str


# Refusals


class NoSuchLog(Unacceptable):
    """The id of a log is 32 lower-case hex digits, and its place an address with http or https."""

    to: str
    place: str


class LedElsewhere(Conflict):
    """The tournament is led from another log, at `place`: it is read only here."""

    place: str


# Rules


def hand_over_lead(
    _: Tournament, command: HandOverLead, context: DecisionContext
) -> tuple[Event, ...]:
    """Hand the lead over; to this very log there is nothing to hand over."""
    if not LOG_ID.fullmatch(command.to) or not PLACE.fullmatch(command.place):
        raise NoSuchLog(to=command.to, place=command.place)
    if command.to == context.log_id:
        return ()
    return (LeadHandedOver(to=command.to, place=command.place),)


def take_over_lead(_: Tournament, __: TakeOverLead, context: DecisionContext) -> tuple[Event, ...]:
    """Take the lead over; where it is led here there is nothing to take over."""
    if not context.led_by:
        return ()
    return (LeadTakenOver(by=context.log_id, of=context.led_by),)


RULES: Rules = {
    HandOverLead: hand_over_lead,
    TakeOverLead: take_over_lead,
}


# Folds


def _handed_over(state: Tournament, event: LeadHandedOver, _: int) -> Tournament:
    return replace(state, led_from=f"{event.to} {event.place}")


def _taken_over(state: Tournament, event: LeadTakenOver, _: int) -> Tournament:
    return replace(state, led_from=event.by)


FOLDS: Folds = {
    LeadHandedOver: _handed_over,
    LeadTakenOver: _taken_over,
}
