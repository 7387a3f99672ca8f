"""Long lists in portions: each is a command of its own, and other commands may come between.

All portions have the correlation id of the first, by which the list is undone as one act.
"""

from collections.abc import Iterator

import msgspec

from planilla.application.envelope import Answer, Submission
from planilla.application.ports import CommandBus
from planilla.domain.tournament.lookups import ENTRIES_MAX
from planilla.domain.tournament.subjects import COMMANDS

LIST = "entrants"
"""The field with the list of a command that comes in portions."""


async def submit_list(bus: CommandBus, submission: Submission) -> Answer:
    """Submit a command, a long list in portions, until one is refused; return one answer for all.

    Its events are those of all portions, also where the last one was refused: `expected` is asked
    of the first alone. A dry run is not divided: each portion would be decided without the others.

    Raises:
        StoreUnavailable: as `CommandBus.submit`; earlier portions may have been recorded.
    """
    portions = portions_of(submission)
    answer = await bus.submit(next(portions))
    events = answer.events
    for portion in portions:
        if answer.status not in {"done", "already"}:
            break
        answer = await bus.submit(portion)
        events += answer.events
    if answer.status == "already" and events:
        answer = msgspec.structs.replace(answer, status="done")
    return answer if answer.events == events else msgspec.structs.replace(answer, events=events)


def portions_of(submission: Submission) -> Iterator[Submission]:
    """Yield the submission itself, or its list in portions that one command takes.

    A body that cannot be read is not divided: the decision refuses it.
    """
    body, entries = _list_in(submission)
    if len(entries) <= ENTRIES_MAX:
        yield submission
        return
    together = submission.correlation_id or submission.command_id
    for first in range(0, len(entries), ENTRIES_MAX):
        portion = {**body, LIST: entries[first : first + ENTRIES_MAX]}
        is_first = not first
        yield msgspec.structs.replace(
            submission,
            body=msgspec.json.encode(portion),
            command_id=submission.command_id if is_first else f"{submission.command_id}:{first}",
            correlation_id=together,
            expected=submission.expected if is_first else None,
        )


def _list_in(submission: Submission) -> tuple[dict[str, object], list[object]]:
    """The body of a submission and its list; none where it has no list, or may not be divided."""
    kind = COMMANDS.get(submission.name)
    if kind is None or not kind.comes_in_portions or submission.dry_run:
        return {}, []
    try:
        body = msgspec.json.decode(submission.body, type=dict[str, object])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return {}, []
    entries = body.get(LIST)
    return body, entries if isinstance(entries, list) else []
