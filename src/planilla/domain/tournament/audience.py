"""The audience of an event: public views are folds of public facts, drafts never leak."""

from planilla.domain.tournament.events import Audience, Event, TimerKind

_REMINDER = f"{TimerKind.REMINDER.value}."


def audience_of(event: Event) -> Audience:
    """Return who may see an event: that of its type, but a reminder is for the arbiter alone."""
    timer: str = getattr(event, "timer", "")
    return Audience.STAFF if timer.startswith(_REMINDER) else event.audience
