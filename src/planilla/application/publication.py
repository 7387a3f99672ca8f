"""The beginning of a log that the public sees at a time.

It ends at an act, never within one, and only grows. `public_upto` is a function of the log and the
time alone, so every process and every surface answers alike.
"""

from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import NamedTuple, Protocol

from planilla.application.envelope import Recorded
from planilla.domain.tournament.event import PairingAct
from planilla.domain.tournament.publication import (
    EverythingPublished,
    PublicationSet,
    is_immediate,
    published_after,
)
from planilla.domain.tournament.subjects import EVENT_TYPES
from planilla.domain.tournament.values import Publication, PublicLevel


class PublishedFact(Protocol):
    """A fact, and what the public sees after it."""

    @property
    def version(self) -> int:
        """Its place in the tournament."""

    @property
    def recorded_at(self) -> int:
        """The time of recording, in microseconds since 1970 (UTC)."""

    @property
    def command_id(self) -> str:
        """The command that it was decided for."""

    @property
    def publication(self) -> Publication:
        """The publication in force after it."""

    @property
    def due_at(self) -> int:
        """The time from which the delay allows it, of all facts before it too; 0 without one."""


def due_after(due_at: int, recorded_at: int, publication: Publication, version: int) -> int:
    """Return `due_at` of a fact with the `publication` after it, from that of the fact before."""
    if publication.at_once == version:
        return 0
    return max(due_at, recorded_at + publication.delay_us) if publication.delay_us else due_at


def public_upto(facts: Sequence[PublishedFact], at: int, level: PublicLevel) -> int:
    """Return the version up to which the public sees what is of a level; 0 for nothing.

    `facts` are consecutive, at least one; `at` is in microseconds since 1970 (UTC).
    """
    recorded = len(facts)
    if at < facts[-1].recorded_at:
        recorded = bisect_right(facts, at, key=attrgetter("recorded_at"))
    if not recorded:
        return 0
    first = facts[0].version
    at_once = facts[recorded - 1].publication.at_once
    lowest = min(max(at_once - first + 1, 0), recorded)
    due = bisect_right(facts, at, lowest, recorded, key=attrgetter("due_at"))
    upto = max(at_once, _allowed(facts[due - 1], level) if due else 0)
    while upto >= first and goes_on(facts, upto - first):
        upto += 1
    return upto


def _allowed(last: PublishedFact, level: PublicLevel) -> int:
    """Return the version that the level allows after a fact that is due."""
    publication = last.publication
    if publication.level.includes(level):
        return last.version
    stops = {PublicLevel.RESULTS: publication.results, PublicLevel.STANDINGS: publication.standings}
    return stops[level]


class OfAnAct(Protocol):
    """A fact that was decided with others."""

    @property
    def command_id(self) -> str:
        """The command that it was decided for."""


def goes_on(facts: Sequence[OfAnAct], place: int) -> bool:
    """Return whether the next fact is of the same command as that at `place`."""
    following = facts[place + 1 : place + 2]
    return any(each.command_id == facts[place].command_id for each in following)


PUBLISHING = frozenset({PublicationSet.__name__, EverythingPublished.__name__}) | {
    name for name, kind in EVENT_TYPES.items() if kind.pairing_act is PairingAct.PUBLISHED
}
"""Types of events after which the public may see more, or less of what follows."""


class WithheldFact(NamedTuple):
    """An event that the public does not see yet, with what `public_upto` reads of it."""

    recorded: Recorded
    version: int
    recorded_at: int
    command_id: str
    publication: Publication
    due_at: int


class Gate:
    """The events of a tournament on their way to the public, in order; some wait here."""

    def __init__(self, level: PublicLevel) -> None:
        self._level = level
        self._publication = Publication()
        self._due_at = 0
        self._waiting: list[WithheldFact] = []

    @property
    def is_closing(self) -> bool:
        """True while events wait, or the next may."""
        return bool(self._waiting) or not is_immediate(self._publication)

    def passed(self, events: Sequence[Recorded], now: int) -> Sequence[Recorded]:
        """Return the events that may pass now: of those that wait, and of the `events` after them.

        `now` is in microseconds since 1970 (UTC). A clock that is behind withholds nothing.
        """
        if not self.is_closing and not any(each.type in PUBLISHING for each in events):
            return events
        self._waiting += map(self._withheld, events)
        if not self._waiting:
            return ()
        now = max(now, self._waiting[-1].recorded_at)
        passing = public_upto(self._waiting, now, self._level) - self._waiting[0].version + 1
        let, self._waiting = self._waiting[: max(passing, 0)], self._waiting[max(passing, 0) :]
        return [each.recorded for each in let]

    def _withheld(self, recorded: Recorded) -> WithheldFact:
        version, at = recorded.version, recorded.recorded_at
        if recorded.type in PUBLISHING:
            self._publication = published_after(self._publication, recorded.event, version)
        self._due_at = due_after(self._due_at, at, self._publication, version)
        command = recorded.command_id
        return WithheldFact(recorded, version, at, command, self._publication, self._due_at)
