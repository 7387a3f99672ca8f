"""The messages of a live channel, encoded once and shared by all who watch it.

A channel is named `t/<tournament>/<view>`, in a later stage `t/<tournament>/<view>.<stage>`. The
protocol with examples: docs/reference/live.md.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from planilla.application.project import WHOLE_ROW, Held
from planilla.domain.vocabulary import number_written
from planilla.projections.view import View

_ENCODE = msgspec.json.Encoder().encode
SECOND_STAGE = 2
"""The first stage that the name of a channel names: a view without one is of stage 1."""


class Offset(msgspec.Struct, frozen=True, array_like=True):
    """The position of a reader: the epoch of the numbering, and the stream's version."""

    epoch: str
    version: int

    def __str__(self) -> str:
        return f"{self.epoch}:{self.version}"


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """One message as bytes, and the offset at which it leaves its reader, where it moves one."""

    data: bytes
    at: Offset | None = None

    @property
    def size(self) -> int:
        """Bytes of the message."""
        return len(self.data)


class ChannelName(msgspec.Struct, frozen=True, kw_only=True):
    """A channel: the tournament, the view, and the stage whose rows it has."""

    tournament: str
    view: str
    stage: int = 1

    def __str__(self) -> str:
        stage = "" if self.stage == 1 else f".{self.stage}"
        return f"t/{self.tournament}/{self.view}{stage}"


def channel_name(text: str) -> ChannelName | None:
    """Return the channel that a text names; None when it names none."""
    prefix, _, rest = text.partition("/")
    tournament, _, view = rest.partition("/")
    if prefix != "t" or not tournament or not view or "/" in view:
        return None
    view, dot, written = view.partition(".")
    stage = number_written(written) if dot else 1
    if stage is None or (dot and (stage < SECOND_STAGE or written != str(stage))):
        return None
    return ChannelName(tournament=tournament, view=view, stage=stage)


def offset_from(text: str) -> Offset | None:
    """The offset written `<epoch>:<version>`, as in an ETag or an SSE id; None when it is none."""
    epoch, _, version = text.rpartition(":")
    number = number_written(version)
    return Offset(epoch, number) if epoch and number is not None else None


def update_frame(
    channel: str,
    since: int,
    at: Offset,
    rows: Iterable[tuple[str, int, Any]] = (),
    gone: Iterable[str] = (),
) -> Frame:
    """Return the frame of the changes between two versions; without changes it is a heartbeat."""
    return _moving({"c": channel, "o": (since, at.version)}, at, rows, gone)


def ok_resumed_frame(
    channel: str, since: int, at: Offset, rows: Mapping[str, Held], gone: Iterable[str]
) -> Frame:
    """Return the answer of a resumed subscription: the rows changed since, whole."""
    body = {"c": channel, "ok": {"mode": "resumed", "at": at}, "o": (since, at.version)}
    return _moving(body, at, ((key, WHOLE_ROW, row) for key, row in rows.items()), gone)


def _moving(
    body: dict[str, Any], at: Offset, rows: Iterable[tuple[str, int, Any]], gone: Iterable[str]
) -> Frame:
    if rows := tuple(rows):
        body["rows"] = rows
    if gone := tuple(gone):
        body["del"] = gone
    return Frame(data=_ENCODE(body), at=at)


def snapshot_body(view: View, at: Offset, rows: Mapping[str, Held]) -> bytes:
    """Return all rows of a view at an offset, as the snapshot resource serves them."""
    return _ENCODE({"view": view.name, "at": at, "columns": view.columns, "rows": rows})


def ok_snapshot_frame(channel: str, at: Offset, body: bytes) -> Frame:
    """Return the answer of a new subscription: all rows."""
    ok = {"mode": "snapshot", "at": at, "snapshot": msgspec.Raw(body)}
    return Frame(data=_ENCODE({"c": channel, "ok": ok}), at=at)


def ok_refetch_frame(channel: str) -> Frame:
    """Too much for a message: fetch the snapshot, then subscribe from its offset."""
    return Frame(data=_ENCODE({"c": channel, "ok": {"mode": "refetch"}}))


def reset_frame(channel: str, why: str) -> Frame:
    """Return the frame that ends a subscription: the client subscribes again."""
    return Frame(data=_ENCODE({"c": channel, "reset": {"why": why}}))


def names_frame(channel: str, erased: int, watchers: int) -> Frame:
    """Return the frame of the number of erased entrants: a change asks for new names.

    Pages are fetched the later, the more `watchers` the channel has.
    """
    return Frame(data=_ENCODE({"c": channel, "names": erased, "watchers": watchers}))


def bye_frame(least_s: float, most_s: float) -> Frame:
    """Return the frame of a server that stops: reconnect after a random time between the two."""
    return Frame(data=_ENCODE({"bye": {"retry": (least_s, most_s)}}))


def error_frame(code: str, channel: str | None = None) -> Frame:
    """Return a message that could not be obeyed, by its stable code."""
    body = {"error": code} if channel is None else {"c": channel, "error": code}
    return Frame(data=_ENCODE(body))
