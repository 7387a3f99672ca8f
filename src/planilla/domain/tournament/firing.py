"""Timers that fall due: the firing as a fact, its consequences, and settling by a person.

A second firing, a cancelled timer and an unknown one change nothing. `FIRED` holds the consequences
of a firing: to add a kind, write a function of the state after `TimerFired` and list it there.
"""

from collections.abc import Callable
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.instants import Instant
from planilla.domain.tournament.absences import forfeits_at_default_time
from planilla.domain.tournament.command import ConfirmFirst, TimerCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.keizer import values_when_due
from planilla.domain.tournament.masnou.results import call_expired, time_expired
from planilla.domain.tournament.pairings import PublishPairings, publish_pairings
from planilla.domain.tournament.publication import SetPublication, set_publication
from planilla.domain.tournament.refusal import Conflict, Refusal
from planilla.domain.tournament.state import Folds, Tournament, following
from planilla.domain.tournament.timers import (
    OF_A_ROUND,
    TimerScheduled,
    check_timer_known,
    is_late,
    kind_of,
    next_due,
    scheduled,
    without_timer,
)
from planilla.domain.tournament.values import Timer, TimerKind

# Commands


class FireTimer(TimerCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fire a timer that is due, as the alarm does."""

    allowed_after_end: ClassVar[bool] = True

    due_at: Instant


class SettleTimer(TimerCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settle a fired timer that needs a person, or with `is_dropped` dismiss it.

    A reminder is dismissed; at a default time the games of players noted absent are forfeited.
    """

    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.IF_FORFEITS_FOLLOW

    is_dropped: bool = False


# Events


class TimerFired(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A timer fired; if no server ran when it was due, late. Both times are recorded.

    `awaits`: a person must settle it, see `TimerSettled`.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ROUND
    moves_standings: ClassVar[bool] = False

    timer: str
    due_at: int
    fired_at: int
    awaits: bool = False
    about: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "kind": kind_of(self.timer),
            "about": self.about,
            "due_at": self.due_at,
            "fired_at": self.fired_at,
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        kind = kind_of(self.timer)
        if is_late(self.due_at, self.fired_at):
            return ".round.late" if kind in OF_A_ROUND else ".late"
        return f".{kind.value}" if kind in OF_A_ROUND else ""

    def has_sentence(self) -> bool:
        """Return False for the timer of a call: the call itself has one."""
        return kind_of(self.timer) is not TimerKind.CALL


class TimerSettled(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A person settled a fired timer: a reminder was read, a default time ruled on."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    timer: str

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"kind": kind_of(self.timer)}

    def has_sentence(self) -> bool:
        """Return False for the timer of a call: the call itself has one."""
        return kind_of(self.timer) is not TimerKind.CALL


# Refusals


class TimerNotDue(Conflict):
    """The timer is not due yet by the clock of the writer; the command may be sent again."""

    timer: str
    due_at: int
    at: int


# Rules


Fired = Callable[[Tournament, Timer, DecisionContext], tuple[Event, ...]]


def fire_timer(
    state: Tournament, command: FireTimer, context: DecisionContext
) -> tuple[Event, ...]:
    """Fire a timer that is due, once, with what follows from it.

    Nothing happens for a timer that is not pending or is due at another time. After the end of the
    tournament, unless it publishes, or if the rules refuse what would follow, only the firing is
    recorded.

    Raises:
        TimerNotDue: the clock of the writer is behind the due time. This answer is not stored, so
            the same command fires the timer later.
    """
    timer = state.timers.get(command.timer)
    if timer is None or timer.due_at != command.due_at:
        return ()
    if context.at < timer.due_at:
        raise TimerNotDue(timer=timer.id, due_at=timer.due_at, at=context.at)
    fired = TimerFired(
        timer=timer.id,
        due_at=timer.due_at,
        fired_at=context.at,
        awaits=_awaits(timer),
        about=timer.about,
    )
    if state.finished and timer.kind is not TimerKind.PUBLISH_ALL:
        return (fired,)
    ahead = following(state, fired, context.at, FOLDS)
    return (fired, *_consequences(ahead, timer, context), *_next(ahead, timer, context))


def _awaits(timer: Timer) -> bool:
    by_arbiter = timer.kind is TimerKind.DEFAULT_TIME and not timer.by_rule
    return by_arbiter or timer.kind is TimerKind.REMINDER


def _consequences(state: Tournament, timer: Timer, context: DecisionContext) -> tuple[Event, ...]:
    try:
        return FIRED.get(timer.kind, _nothing)(state, timer, context)
    except Refusal:  # what was wanted then cannot be done now: that it was due is a fact
        return ()


def _next(state: Tournament, timer: Timer, context: DecisionContext) -> tuple[TimerScheduled, ...]:
    """Schedule the same timer a week later; missed weeks are not made up for."""
    if timer.repeats is None:
        return ()
    following = scheduled(state, timer.kind, next_due(timer.repeats, context.at), timer.about)
    return (replace(following, repeats=timer.repeats),)


def _nothing(_: Tournament, __: Timer, ___: DecisionContext) -> tuple[Event, ...]:
    return ()


def _publication(state: Tournament, timer: Timer, context: DecisionContext) -> tuple[Event, ...]:
    """Publish the draft of the round, as the arbiter would; nothing without a draft."""
    played = state.round(int(timer.about))
    if played is None or played.is_published:
        return ()
    return publish_pairings(state, PublishPairings(round=played.number), context)


def _everything(state: Tournament, _: Timer, context: DecisionContext) -> tuple[Event, ...]:
    """Let the public see everything, from now on too."""
    return set_publication(state, SetPublication(), context)


def _default_time(state: Tournament, timer: Timer, _: DecisionContext) -> tuple[Event, ...]:
    return forfeits_at_default_time(state, int(timer.about)) if timer.by_rule else ()


def _values(state: Tournament, _: Timer, context: DecisionContext) -> tuple[Event, ...]:
    """Recalculate the values of a Keizer tournament."""
    return values_when_due(state, context)


FIRED: dict[TimerKind, Fired] = {
    TimerKind.PUBLISH: _publication,
    TimerKind.ROUND_START: _nothing,
    TimerKind.DEFAULT_TIME: _default_time,
    TimerKind.REMINDER: _nothing,
    TimerKind.KEIZER_VALUES: _values,
    TimerKind.HALL_END: time_expired,
    TimerKind.CALL: call_expired,
    TimerKind.PUBLISH_ALL: _everything,
}
"""The events that follow `TimerFired`, by kind, from the state after it."""


def settle_timer(state: Tournament, command: SettleTimer, _: DecisionContext) -> tuple[Event, ...]:
    """Settle a fired timer that needs a person; nothing if it is settled already."""
    timer = state.awaiting.get(command.timer)
    if timer is None:
        check_timer_known(state, command.timer)
        return ()
    settled = TimerSettled(timer=timer.id)
    if command.is_dropped or timer.kind is not TimerKind.DEFAULT_TIME:
        return (settled,)
    return (settled, *forfeits_at_default_time(state, int(timer.about)))


RULES: Rules = {
    FireTimer: fire_timer,
    SettleTimer: settle_timer,
}


# Folds


def _fired(state: Tournament, event: TimerFired, _: int) -> Tournament:
    timers, timer = without_timer(state.timers, event.timer)
    if timer is None or not event.awaits:
        return replace(state, timers=timers)
    return replace(state, timers=timers, awaiting={**state.awaiting, timer.id: timer})


def _settled(state: Tournament, event: TimerSettled, _: int) -> Tournament:
    return replace(state, awaiting=without_timer(state.awaiting, event.timer)[0])


FOLDS: Folds = {
    TimerFired: _fired,
    TimerSettled: _settled,
}
