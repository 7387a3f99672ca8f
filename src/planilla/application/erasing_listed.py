"""Erasures by any command, listed outside the database as well (ADR 0026).

Hiding a test event or removing a mistaken entry erases people, too. An earlier backup does not have
these erasures; the list does.
"""

import asyncio
from collections.abc import Iterator, Sequence

from planilla.application.archive_import import recorded_of
from planilla.application.envelope import Answer, Recorded, Submission
from planilla.application.following import FollowerEnd, Intake, Portion
from planilla.application.ports import CommandBus, Erasure, Erasures, Log
from planilla.application.recording import people_erased_by, texts_erased_by
from planilla.domain.tournament.erasure import PersonErased, TextsErased

ERASING = frozenset({PersonErased.__name__, TextsErased.__name__})


class ErasureListingBus:
    """A `CommandBus` that lists the erasures of each command, also of one that is sent again."""

    def __init__(self, bus: CommandBus, log: Log, erasures: Erasures) -> None:
        self._bus = bus
        self._log = log
        self._erasures = erasures

    async def submit(self, submission: Submission) -> Answer:
        """See `CommandBus.submit`."""
        answer = await self._bus.submit(submission)
        if not submission.dry_run and not ERASING.isdisjoint(answer.events):
            before = answer.version - len(answer.events)
            events = await self._log.events(submission.tournament, before, answer.version)
            await asyncio.to_thread(self._add, submission.tournament, events)
        return answer

    def _add(self, tournament: str, events: Sequence[Recorded]) -> None:
        _list(self._erasures, tournament, events)


class ErasureListingIntake:
    """An `Intake` that lists the erasures of each portion, also of one that is sent again."""

    def __init__(self, intake: Intake, erasures: Erasures) -> None:
        self._intake = intake
        self._erasures = erasures

    async def take(self, tournament: str, portion: Portion) -> FollowerEnd:
        """See `Intake.take`."""
        end = await self._intake.take(tournament, portion)
        erasing = [recorded_of(each) for each in portion.events if each.type in ERASING]
        if erasing:
            await asyncio.to_thread(_list, self._erasures, tournament, erasing)
        return end


def _list(erasures: Erasures, tournament: str, events: Sequence[Recorded]) -> None:
    for recorded in events:
        for line in _lines_of(tournament, recorded):
            erasures.add(line)


def _lines_of(tournament: str, recorded: Recorded) -> Iterator[Erasure]:
    at = recorded.recorded_at
    for person in people_erased_by(tournament, recorded.event):
        yield Erasure(tournament=tournament, at=at, entrant=person.key)
    texts = tuple(text.key for text in texts_erased_by(tournament, recorded.event))
    if texts:
        yield Erasure(tournament=tournament, at=at, texts=texts)
