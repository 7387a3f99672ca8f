"""Heads on pages: the footer, the keys, a typed head, and the last links of the chain."""

from dataclasses import dataclass
from enum import StrEnum

from planilla.adapters.http.reading import History
from planilla.adapters.http.views.timeline import SIGNS
from planilla.audit.proofs import TypedHead, head_line


def seal_of(history: History, version: int) -> str:
    """The line at the foot of each page: the head at its moment, short."""
    return head_line(version, history.entries[version - 1].hash)


class Compared(StrEnum):
    """The result of comparing a published head with the log."""

    UNREADABLE = "unreadable"
    CONTAINED = "contained"
    CUT = "cut"
    ANOTHER = "another"


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A typed head and the result of its comparison with the log."""

    text: str
    found: Compared
    line: str = ""


def compared(history: History, text: str, typed: TypedHead | None) -> Comparison:
    """Return whether the tournament's log contains, or once contained, the head typed."""
    if typed is None:
        return Comparison(text=text, found=Compared.UNREADABLE)
    if typed.version > history.version:
        return Comparison(text=text, found=Compared.CUT)
    hash_ = history.entries[typed.version - 1].hash
    is_ours = hash_.startswith(typed.digits)
    return Comparison(
        text=text,
        found=Compared.CONTAINED if is_ours else Compared.ANOTHER,
        line=head_line(typed.version, hash_),
    )


LINKS = 5
MARK_DIGITS = 8
GROUP = 4


@dataclass(frozen=True, kw_only=True)
class HashLink:
    """A fact in the chain; `before` is the mark that it holds of the one before, "" for the first.

    `kind` and `sign` are empty where the fact is the arbiters' alone.
    """

    version: int
    kind: str
    sign: str
    mark: str
    before: str


def links_of(history: History, version: int) -> tuple[HashLink, ...]:
    """The fact of `version`, the head, and the few before it, in their order."""
    first = max(0, version - LINKS)
    return tuple(_link(history, place) for place in range(first, version))


def _link(history: History, place: int) -> HashLink:
    entry = history.entries[place]
    kind = entry.event.topic.value if entry.is_public else ""
    return HashLink(
        version=entry.version,
        kind=kind,
        sign=SIGNS.get(kind, ""),
        mark=_short(entry.hash),
        before=_short(history.entries[place - 1].hash) if place else "",
    )


def _short(hash_: str) -> str:
    """The first digits, in groups that can be compared by eye: `3f17 9be3`."""
    return " ".join(hash_[start : start + GROUP] for start in range(0, MARK_DIGITS, GROUP))
