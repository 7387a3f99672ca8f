"""Sentences and fields about what the public does not see yet."""

from typing import Any, NamedTuple

from planilla.adapters.http.views.timers import Timetable
from planilla.adapters.http.views.tournament_page import (
    TournamentPage,
    local_moment,
    local_time,
)
from planilla.application.states import History
from planilla.domain.tournament.publication import is_immediate
from planilla.domain.tournament.timers import MINUTE_US
from planilla.domain.tournament.values import PublicLevel, TimerKind

LEVELS = tuple(PublicLevel)


class WaitingFacts(NamedTuple):
    """The number of facts that the public does not see yet, those of the staff apart.

    `seen` is the time of the last fact that its standings follow, in the time zone of the event.
    """

    number: int
    seen: str


def waiting_fields(
    page: TournamentPage, ahead: History | None, level: PublicLevel, now: int
) -> dict[str, Any]:
    """Return what a page of a level says of what the public does not see yet.

    To whoever is ahead of the public, with all facts, it says how much that is; to the public that
    more follows.
    """
    if ahead is None:
        return {"unpublished": None, "published_later": later_text(page, level)}
    return {"unpublished": waiting_facts(page, ahead, now), "published_later": ""}


def waiting_facts(page: TournamentPage, recorded: History, now: int) -> WaitingFacts | None:
    """Return what the public does not see yet; None where it sees everything at once."""
    if is_immediate(recorded.staff.publication):
        return None
    seen = recorded.published(now, PublicLevel.STANDINGS)
    waiting = len(recorded.visible(to_staff=False)) - len(seen.visible(to_staff=False))
    at = seen.entries[-1].recorded_at
    return WaitingFacts(number=waiting, seen=Timetable(page, now).moment(at))


def later_text(page: TournamentPage, level: PublicLevel) -> str:
    """Return the sentence for the public about what a page of a level shows later; "" for nothing.

    It says no more than the facts that the public sees.
    """
    publication = page.state.publication
    if not publication.level.includes(level):
        return page.say(f"publication.later.{publication.level.value}")
    minutes = publication.delay_us // MINUTE_US
    return page.say("publication.later.delayed", n=minutes) if minutes else ""


def publication_fields(page: TournamentPage) -> dict[str, Any]:
    """Return the fields of the form: the setting in force, the levels, and the end."""
    publication = page.state.publication
    offered = [
        level.value
        for level in LEVELS
        if level is not PublicLevel.PAIRINGS or not page.state.system.seats_at_once
    ]
    ends = [
        each.due_at for each in page.state.timers.values() if each.kind is TimerKind.PUBLISH_ALL
    ]
    return {
        "levels": offered,
        "level": publication.level.value,
        "delay": publication.delay_us // MINUTE_US,
        "ends": local_moment(page.language, page.state, ends[0]) if ends else "",
        "ends_typed": f"{local_time(page.state, ends[0]):%Y-%m-%dT%H:%M}" if ends else "",
    }
