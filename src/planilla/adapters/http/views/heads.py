"""What pages show of heads: the line at the foot, the keys, and a head that somebody typed."""

from dataclasses import dataclass
from enum import StrEnum

from planilla.adapters.http.reading import History
from planilla.audit.proofs import TypedHead, head_line


def seal_of(history: History, version: int) -> str:
    """The line at the foot of each page: the head at its moment, short."""
    return head_line(version, history.entries[version - 1].hash)


class Compared(StrEnum):
    """What comes of comparing a head that was published with the log."""

    UNREADABLE = "unreadable"
    CONTAINED = "contained"
    CUT = "cut"
    ANOTHER = "another"


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A head that somebody typed, and whether the tournament contains it."""

    text: str
    found: Compared
    line: str = ""


def compared(history: History, text: str, typed: TypedHead | None) -> Comparison:
    """Whether the tournament holds, or once held, the head that somebody typed."""
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
