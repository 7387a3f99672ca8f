"""Whether a log is what it was: versions without holes, and every link of the chain."""

from collections.abc import Iterable

import msgspec

from planilla.audit.seal import GENESIS, Link, seal


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong at one event: `version-gap`, `other-stream` or `hash-mismatch`.

    What is wrong beside the log has no version; `what` says which row: `application.inspecting`.
    """

    version: int
    code: str
    what: str = ""


def verify(
    events: Iterable[Link], *, previous: bytes = GENESIS, after: int = 0
) -> tuple[Fault, ...]:
    """What is wrong with the events of one stream, in their order; nothing when it verifies.

    `previous` and `after` are the hash and version of the event before the first one given. After
    a fault the chain is followed from the hash as stored, so that each broken link is named once.
    """
    faults: list[Fault] = []
    stream_id: str | None = None
    for event in events:
        stream_id = event.stream_id if stream_id is None else stream_id
        if event.stream_id != stream_id:
            faults.append(Fault(version=event.version, code="other-stream"))
        if event.version != after + 1:
            faults.append(Fault(version=event.version, code="version-gap"))
        if not _is_sealed(event, previous):
            faults.append(Fault(version=event.version, code="hash-mismatch"))
        previous, after = event.hash, event.version
    return tuple(faults)


def _is_sealed(event: Link, previous: bytes) -> bool:
    try:
        return event.hash == seal(previous, event)
    except TypeError:  # a cell of the database does not even hold bytes any more
        return False


def holes(positions: Iterable[int]) -> tuple[int, ...]:
    """The positions after which the next one is not one more; positions start at 1."""
    found: list[int] = []
    last = 0
    for position in positions:
        if position != last + 1:
            found.append(last)
        last = position
    return tuple(found)
