"""What two announcements of regulations differ in, field by field, as their form names them."""

from collections.abc import Iterator, Mapping

import msgspec

from planilla.domain.tournament.regulations.announcement import Regulations
from planilla.domain.tournament.state import Tournament

PARTS = ("entries", "venue", "schedule", "rating", "play", "conduct", "appeals", "privacy")
"""Told field by field; the others, which are lists and plans, as one."""
FIGURES = frozenset(
    {
        "entries.players_min",
        "entries.players_max",
        "schedule.round_minutes",
        "play.rounds",
        "conduct.default_minutes",
        "conduct.no_shows_max",
        "appeals.minutes",
    }
)
"""Of these the numbers are told: they are what they say, whatever the currency or the language."""


class FieldChange(msgspec.Struct, frozen=True, kw_only=True):
    """A field of the regulations that would read otherwise; with its numbers, if it is one."""

    field: str
    before: int | None = None
    after: int | None = None


class AnnouncedChanges(msgspec.Struct, frozen=True, kw_only=True):
    """How the regulations would read otherwise, in the order of the structure.

    `is_first`: no regulations stand; `topics` are the free texts that would be others.
    """

    is_first: bool
    fields: tuple[FieldChange, ...] = ()
    topics: tuple[str, ...] = ()


def announced_changes(before: Tournament, after: Tournament) -> AnnouncedChanges | None:
    """What is announced otherwise; None where nothing is."""
    if after.regulations is None or (before.regulations, before.prose) == (
        after.regulations,
        after.prose,
    ):
        return None
    if before.regulations is None:
        return AnnouncedChanges(is_first=True)
    return AnnouncedChanges(
        is_first=False,
        fields=tuple(_fields(before.regulations, after.regulations)),
        topics=tuple(_others(before.prose, after.prose)),
    )


def _fields(was: Regulations, will: Regulations) -> Iterator[FieldChange]:
    for name in Regulations.__struct_fields__:
        one, other = getattr(was, name), getattr(will, name)
        if one == other:
            continue
        if name in PARTS:
            yield from _within(name, one, other)
        else:
            yield FieldChange(field=name)


def _within(part: str, was: msgspec.Struct, will: msgspec.Struct) -> Iterator[FieldChange]:
    for name in was.__struct_fields__:
        one, other = getattr(was, name), getattr(will, name)
        if one != other:
            field = f"{part}.{name}"
            told = {"before": one, "after": other} if field in FIGURES else {}
            yield FieldChange(field=field, **told)


def _others(was: Mapping[str, str], will: Mapping[str, str]) -> Iterator[str]:
    for topic in sorted({*was, *will}):
        if was.get(topic) != will.get(topic):
            yield topic
