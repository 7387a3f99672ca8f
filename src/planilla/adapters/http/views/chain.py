"""The last links of a tournament's chain: each fact with its mark and that of the one before."""

from dataclasses import dataclass

from planilla.adapters.http.reading import History
from planilla.adapters.http.views.timeline import SIGNS

LINKS = 5
MARK_DIGITS = 8
GROUP = 4


@dataclass(frozen=True, kw_only=True)
class Link:
    """A fact in the chain; `before` is the mark that it holds of the one before, "" for the first.

    `kind` and `sign` are empty where the fact is the arbiters' alone.
    """

    version: int
    kind: str
    sign: str
    mark: str
    before: str


def links_of(history: History, version: int) -> tuple[Link, ...]:
    """The fact of `version`, the head, and the few before it, in their order."""
    first = max(0, version - LINKS)
    return tuple(_link(history, place) for place in range(first, version))


def _link(history: History, place: int) -> Link:
    entry = history.entries[place]
    kind = entry.event.topic.value if entry.is_public else ""
    return Link(
        version=entry.version,
        kind=kind,
        sign=SIGNS.get(kind, ""),
        mark=_short(entry.hash),
        before=_short(history.entries[place - 1].hash) if place else "",
    )


def _short(hash_: str) -> str:
    """The first digits, in groups that can be compared by eye: `3f17 9be3`."""
    return " ".join(hash_[start : start + GROUP] for start in range(0, MARK_DIGITS, GROUP))
