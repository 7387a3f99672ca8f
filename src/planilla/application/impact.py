"""Dry runs of commands: ids that use nothing up, the answer, and its impact.

A dry run uses no id, draws no salt and no lot. The impact is worked out beside the writer, so that
no result waits for the preview of somebody else.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from planilla.application.envelope import Answer, DryRunAnswer, Recorded
from planilla.application.jobs import JobRunner
from planilla.audit.impact import Impact, certain_events, followed, hall_had, impact_now
from planilla.audit.round_by_round import (
    AffectedQuestion,
    affected_questions,
    leave_affected,
    pair_affected,
)
from planilla.domain.tournament.event import Audience, Event
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import Tournament, focused
from planilla.projections import VIEWS
from planilla.projections.view import StateView, is_same_to, may_see

LATER_BUDGET_S = 1.0
"""Seconds in which later rounds are paired again, the nearest first; the rest is left out."""


class DryRunIds:
    """`Ids` of which nothing is used up: always the same, and never recorded."""

    def __init__(self) -> None:
        self._salts = 0

    def event_id(self) -> str:
        """Return no id: an event of a dry run has none."""
        return ""

    def salt(self) -> bytes:
        """Return another salt for each text, so that two equal ones stay two."""
        self._salts += 1
        return self._salts.to_bytes(16)

    def lot(self) -> int:
        """Return the lot 0: what a lot decides is shown as open."""
        return 0

    def token(self) -> str:
        """Return no secret."""
        return ""


def dry_run_answer(answer: Answer, foreseen: Sequence[Recorded]) -> DryRunAnswer:
    """Return the answer to a dry run, with the events that would follow."""
    return DryRunAnswer(**msgspec.structs.asdict(answer), foreseen=tuple(foreseen))


class _Asked(NamedTuple):
    """The question of an impact, for another process."""

    facts: tuple[Fact, ...]
    events: tuple[Event, ...]
    at: int
    top: int


class _Begun(NamedTuple):
    """The impact without its later rounds, and those that are to be paired again."""

    impact: Impact
    later: tuple[AffectedQuestion, ...]


class Impacts:
    """Calculates impacts, with a bound on the time that later rounds take."""

    def __init__(self, runner: JobRunner, *, budget_s: float = LATER_BUDGET_S) -> None:
        self._runner = runner
        self._budget_s = budget_s

    async def of(self, facts: Sequence[Fact], answer: DryRunAnswer, *, top: int = 0) -> Impact:
        """Return the impact of a dry run that was decided at the end of `facts`.

        Where the time is over, the later rounds that remain are marked as not worked out.
        """
        events = tuple(each.event for each in answer.foreseen)
        at = answer.foreseen[-1].recorded_at if answer.foreseen else 0
        until = time.monotonic() + self._budget_s
        asked = _Asked(tuple(facts), events, at, top)
        begun = await self._runner.run_in_worker(_begun, asked)
        later = []
        for each in begun.later:
            if time.monotonic() > until:
                later.append(leave_affected(each))
            else:
                later.append(await self._runner.run_in_worker(pair_affected, each))
        return msgspec.structs.replace(begun.impact, later=tuple(later))


def _begun(asked: _Asked) -> _Begun:
    before = fold(asked.facts)
    found = impact_now(before, asked.events, at=asked.at, top=asked.top)
    sure = certain_events(before, asked.events).events
    screens = _screens(asked.facts, before, sure, asked.at, found.stage)
    return _Begun(
        impact=msgspec.structs.replace(
            found, screens=screens, hall_had=hall_had(asked.facts, sure)
        ),
        later=affected_questions(asked.facts, sure),
    )


def _screens(
    facts: Sequence[Fact], before: Tournament, events: Sequence[Event], at: int, stage: int
) -> tuple[str, ...]:
    """Return the public views of a stage of which a row would differ, in the order of `VIEWS`."""
    public = fold(fact for fact in facts if may_see(Audience.PUBLIC, fact))
    after = public
    for place, event in enumerate(events, start=1):
        fact = Fact(version=before.version + place, recorded_at=at, event=event)
        if may_see(Audience.PUBLIC, fact):
            after = followed(msgspec.structs.replace(after, version=fact.version - 1), [event], at)
    public, after = focused(public, stage), focused(after, stage)
    return tuple(
        name
        for name, view in VIEWS.items()
        if isinstance(view, StateView)
        and view.audience is Audience.PUBLIC
        and not is_same_to(view, public, after)
        and view.rows(public) != view.rows(after)
    )
