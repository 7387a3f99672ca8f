"""Impact of a command or an archive as lines of text."""

from collections.abc import Iterator, Mapping

import msgspec

from planilla.application.envelope import Answer, DryRunAnswer
from planilla.application.impact import Impacts
from planilla.application.jobs import JobRunner
from planilla.application.ports import Log
from planilla.audit.impact import Impact
from planilla.presentation.catalogue import tr
from planilla.presentation.impact import ImpactWords

BUDGET_S = 120.0
"""Time limit in seconds, longer than for pages: later rounds are paired again to the last."""


class SubmittedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, for a dry run with its impact and the names of the entrants in it."""

    answer: Answer
    impact: Impact | None = None
    names: Mapping[str, str] = {}


async def with_impact(
    log: Log, tournament: str, answer: Answer, *, top: int = 0
) -> SubmittedCommand:
    """Return the answer, for a dry run with events including their impact."""
    if not isinstance(answer, DryRunAnswer) or not answer.foreseen:
        return SubmittedCommand(answer=answer)
    head = answer.version - len(answer.foreseen)
    events = await log.events(tournament, upto=head)
    people = await log.people(tournament)
    impacts = Impacts(JobRunner(None), budget_s=BUDGET_S)
    return SubmittedCommand(
        answer=answer,
        impact=await impacts.of([each.fact for each in events], answer, top=top),
        names={entrant: person.name for entrant, person in people.items()},
    )


def impact_lines(answered: SubmittedCommand, language: str) -> list[str]:
    """Return the impact topic by topic; entrants without a name are shown by key."""
    return (
        [] if answered.impact is None else list(_lines(answered.impact, language, answered.names))
    )


def _lines(impact: Impact, language: str, names: Mapping[str, str]) -> Iterator[str]:
    yield from topic_lines(impact, language, names)
    yield ""
    yield tr(language, "impact.seen-from", head=impact.head, version=impact.version)


def topic_lines(impact: Impact, language: str, names: Mapping[str, str]) -> Iterator[str]:
    """Yield each topic with its lines, or one line if nothing would change."""
    topics = ImpactWords(language, lambda who: names.get(who) or who).topics(impact)
    if not topics:
        yield tr(language, "impact.nothing")
    for topic in topics:
        yield ""
        yield f"{topic.title}:"
        for line in topic.lines:
            yield f"  {line.shape} {line.text}" if line.shape else f"  {line.text}"
