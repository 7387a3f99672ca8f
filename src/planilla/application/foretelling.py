"""What a dry run is handed in place of chance, and the impact of what it foretells.

A preview uses no id, draws no salt and no lot. The impact is worked out by whoever asked, never by
the writer: nobody's result waits for somebody else's preview.
"""

import time
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from planilla.application.elsewhere import Elsewhere
from planilla.application.envelope import Answer, Foretold, Recorded
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
from planilla.domain.tournament.state import Tournament
from planilla.projections import VIEWS
from planilla.projections.view import StateView, is_same_to, may_see

LATER_BUDGET_S = 1.0
"""For so long later rounds are paired again, the nearest first; of the rest it is said that not."""


class Unspent:
    """`Ids` of which nothing is used up: always the same, and never recorded."""

    def __init__(self) -> None:
        self._salts = 0

    def event_id(self) -> str:
        """None: a foretold event has no id."""
        return ""

    def salt(self) -> bytes:
        """Another one for each text, so that two equal ones stay two."""
        self._salts += 1
        return self._salts.to_bytes(16)

    def lot(self) -> int:
        """The lot 0: what it decides is told as open."""
        return 0

    def token(self) -> str:
        """No secret is made for a preview."""
        return ""


def foretold(answer: Answer, foreseen: Sequence[Recorded]) -> Foretold:
    """The answer to a dry run, with the events that would follow."""
    return Foretold(**msgspec.structs.asdict(answer), foreseen=tuple(foreseen))


class _Asked(NamedTuple):
    """What the impact is worked out from, for another process."""

    facts: tuple[Fact, ...]
    events: tuple[Event, ...]
    at: int
    top: int


class _Begun(NamedTuple):
    """The impact without its later rounds, and those that are still to be paired again."""

    impact: Impact
    later: tuple[AffectedQuestion, ...]


class Impacts:
    """Works impacts out, with a bound on the time that later rounds take."""

    def __init__(self, elsewhere: Elsewhere, *, budget_s: float = LATER_BUDGET_S) -> None:
        self._elsewhere = elsewhere
        self._budget_s = budget_s

    async def of(self, facts: Sequence[Fact], answer: Foretold, *, top: int = 0) -> Impact:
        """What a dry run that was decided at the end of `facts` would bring.

        Where the time is over, the later rounds that remain are told as not worked out.
        """
        events = tuple(each.event for each in answer.foreseen)
        at = answer.foreseen[-1].recorded_at if answer.foreseen else 0
        until = time.monotonic() + self._budget_s
        asked = _Asked(tuple(facts), events, at, top)
        begun = await self._elsewhere.ask(_begun, asked)
        later = []
        for each in begun.later:
            if time.monotonic() > until:
                later.append(leave_affected(each))
            else:
                later.append(await self._elsewhere.ask(pair_affected, each))
        return msgspec.structs.replace(begun.impact, later=tuple(later))


def _begun(asked: _Asked) -> _Begun:
    before = fold(asked.facts)
    found = impact_now(before, asked.events, at=asked.at, top=asked.top)
    sure = certain_events(before, asked.events).events
    screens = _screens(asked.facts, before, sure, asked.at)
    return _Begun(
        impact=msgspec.structs.replace(
            found, screens=screens, hall_had=hall_had(asked.facts, sure)
        ),
        later=affected_questions(asked.facts, sure),
    )


def _screens(
    facts: Sequence[Fact], before: Tournament, events: Sequence[Event], at: int
) -> tuple[str, ...]:
    """The public views of which a row would be otherwise, in the order of `VIEWS`."""
    public = fold(fact for fact in facts if may_see(Audience.PUBLIC, fact))
    after = public
    for place, event in enumerate(events, start=1):
        fact = Fact(version=before.version + place, recorded_at=at, event=event)
        if may_see(Audience.PUBLIC, fact):
            after = followed(msgspec.structs.replace(after, version=fact.version - 1), [event], at)
    return tuple(
        name
        for name, view in VIEWS.items()
        if isinstance(view, StateView)
        and view.audience is Audience.PUBLIC
        and not is_same_to(view, public, after)
        and view.rows(public) != view.rows(after)
    )
