"""Publication: what the public sees of the tournament as soon as it is recorded, and what later.

The public reads the beginning of the log, never a selection of it, so no fact can be inferred from
what others leave out. `published_after` says after each fact how far the beginning goes.
"""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.instants import Instant
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Event, PairingAct, Topic
from planilla.domain.tournament.refusal import NotInThisSystem, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.timers import (
    MINUTE_US,
    cancelled,
    check_due,
    pending_timers,
    replacing,
    scheduled,
)
from planilla.domain.tournament.values import Publication, PublicLevel, TimerKind

# Commands


class SetPublication(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say what the public sees, and how many minutes after it is recorded.

    From `until` on, in microseconds since 1970 (UTC), it sees everything at once; None: until it is
    said anew. Where it sees everything at once already, `until` has no meaning.
    """

    allowed_after_end: ClassVar[bool] = True

    level: PublicLevel = PublicLevel.STANDINGS
    delay_minutes: int = 0
    until: Instant | None = None


class PublishNow(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Show the public everything recorded until now; what follows is published as before."""

    allowed_after_end: ClassVar[bool] = True


# Events


class PublicationSet(Event, frozen=True, kw_only=True, tag=True):
    """A level of what the public sees was set, and the minutes after which it sees a fact."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = SetPublication

    level: PublicLevel
    delay_minutes: int = 0

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        level = "" if self.level is PublicLevel.STANDINGS else f".{self.level.value}"
        return f"{level}.delayed" if self.delay_minutes else level


class EverythingPublished(Event, frozen=True, kw_only=True, tag=True):
    """Everything recorded until then became public."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False


# Refusals


class DelayOutOfRange(Unacceptable):
    """A fact is public at most a day after it was recorded."""

    minutes: int
    largest: int


# Rules


DELAY_MINUTES_MAX = 24 * 60


def set_publication(
    state: Tournament, command: SetPublication, context: DecisionContext
) -> tuple[Event, ...]:
    """Set what the public sees, and the timer that ends it; nothing where both are so already.

    The timer comes first: the public sees until when it waits.
    """
    level, minutes = command.level, command.delay_minutes
    if not 0 <= minutes <= DELAY_MINUTES_MAX:
        raise DelayOutOfRange(minutes=minutes, largest=DELAY_MINUTES_MAX)
    if level is PublicLevel.PAIRINGS and state.system.seats_at_once:
        raise NotInThisSystem(system=state.system_name)
    known = state.publication
    wanted = replace(known, level=level, delay_us=minutes * MINUTE_US)
    timers = _ended_by(state, None if is_immediate(wanted) else command.until, context)
    if wanted == known:
        return timers
    return (*timers, PublicationSet(level=level, delay_minutes=minutes))


def _ended_by(state: Tournament, until: int | None, context: DecisionContext) -> tuple[Event, ...]:
    if until is None:
        return tuple(map(cancelled, pending_timers(state, TimerKind.PUBLISH_ALL)))
    check_due(until, context)
    return replacing(state, [scheduled(state, TimerKind.PUBLISH_ALL, until)])


def publish_now(state: Tournament, _: PublishNow, __: DecisionContext) -> tuple[Event, ...]:
    """Publish everything; nothing where everything is public as soon as it is recorded."""
    return () if is_immediate(state.publication) else (EverythingPublished(),)


def is_immediate(publication: Publication) -> bool:
    """Return whether each fact is public as soon as it is recorded."""
    return publication.level is PublicLevel.STANDINGS and not publication.delay_us


RULES: Rules = {
    SetPublication: set_publication,
    PublishNow: publish_now,
}


# Folds


def published_after(publication: Publication, event: Event, version: int) -> Publication:
    """Return what the public sees after an event of this version."""
    if isinstance(event, PublicationSet):
        return _set(publication, event, version)
    if isinstance(event, EverythingPublished):
        return replace(publication, at_once=version, results=version, standings=version)
    if event.pairing_act is not PairingAct.PUBLISHED:
        return publication
    if publication.level in {PublicLevel.PAIRINGS, PublicLevel.RESULTS}:
        return replace(publication, round=version, results=version, standings=version)
    return replace(publication, round=version)


def _set(known: Publication, event: PublicationSet, version: int) -> Publication:
    """Return the setting; what the public saw before it stays public."""
    new = replace(known, level=event.level, delay_us=event.delay_minutes * MINUTE_US)
    if is_immediate(new):
        return replace(new, at_once=version)
    rounds = known.round if event.level.includes(PublicLevel.PAIRINGS) else 0
    return replace(
        new,
        results=_reached(known, PublicLevel.RESULTS, known.results, rounds, version),
        standings=_reached(known, PublicLevel.STANDINGS, known.standings, rounds, version),
    )


def _reached(known: Publication, level: PublicLevel, before: int, rounds: int, version: int) -> int:
    return version if known.level.includes(level) else max(before, rounds)


def _published(state: Tournament, event: Event, version: int) -> Tournament:
    return replace(state, publication=published_after(state.publication, event, version))


FOLDS: Folds = {
    PublicationSet: _published,
    EverythingPublished: _published,
}
