"""Notices: short texts of the arbiters that all pages of a tournament and its walls show.

The text is kept apart from the log, as all free texts are, and public. A notice is taken back, or
ends at an instant; at most `NOTICES_MAX` that were not taken back and have not ended are shown.
"""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.instants import Instant
from planilla.domain.tournament.command import Command, Duty, Sealed
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.tournament.values import ShownNotice

NOTICES_MAX = 5
"""Notices shown at the same time."""
NOTICE_LENGTH_MAX = 280
"""Characters of a notice."""

# Commands


class PostNotice(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Show a short text on all pages; `until` is in microseconds since 1970 (UTC), None: no end."""

    duty: ClassVar[Duty] = Duty.NOTICES
    allowed_after_end: ClassVar[bool] = True
    text_max: ClassVar[int] = NOTICE_LENGTH_MAX

    note: Sealed
    until: Instant | None = None


class WithdrawNotice(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a notice back; `notice` is the version of the event that posted it."""

    duty: ClassVar[Duty] = Duty.NOTICES
    allowed_after_end: ClassVar[bool] = True

    notice: int


# Events


class NoticePosted(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A notice is shown; `note` is the commitment to its text."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    reason_is_public: ClassVar[bool] = True

    note: str
    until: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"ends_at": self.until}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.until is None else ".until"


class NoticeWithdrawn(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A notice was taken back; `notice` is the version of the event that posted it."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    notice: int


# Refusals


class NoticeEmpty(Unacceptable):
    """A notice has no text."""


class NoticeEndsBefore(Unacceptable):
    """A notice would end before it is shown."""

    until: int


class TooManyNotices(Conflict):
    """As many notices are shown as may be at the same time."""

    largest: int


class NoSuchNotice(Conflict):
    """No notice of this version is shown."""

    notice: int


# Rules


def post_notice(
    state: Tournament, command: PostNotice, context: DecisionContext
) -> tuple[Event, ...]:
    """Show a notice."""
    if not command.note.commitment:
        raise NoticeEmpty
    if command.until is not None and command.until <= context.at:
        raise NoticeEndsBefore(until=command.until)
    if len(notices_at(state, context.at)) >= NOTICES_MAX:
        raise TooManyNotices(largest=NOTICES_MAX)
    return (NoticePosted(note=command.note.commitment, until=command.until),)


def withdraw_notice(
    state: Tournament, command: WithdrawNotice, _: DecisionContext
) -> tuple[Event, ...]:
    """Take a notice back, also one that has ended."""
    if not any(each.version == command.notice for each in state.notices):
        raise NoSuchNotice(notice=command.notice)
    return (NoticeWithdrawn(notice=command.notice),)


def notices_at(state: Tournament, at: int) -> tuple[ShownNotice, ...]:
    """Return the notices that have not ended at `at` (microseconds since 1970, UTC)."""
    return tuple(each for each in state.notices if each.until is None or at < each.until)


RULES: Rules = {
    PostNotice: post_notice,
    WithdrawNotice: withdraw_notice,
}


# Folds


def _posted(state: Tournament, event: NoticePosted, version: int) -> Tournament:
    """Keep a notice; those that ended before it are no longer held."""
    shown = ShownNotice(version=version, text=event.note, at=state.changed_at, until=event.until)
    return replace(state, notices=(*notices_at(state, state.changed_at), shown))


def _withdrawn(state: Tournament, event: NoticeWithdrawn, _: int) -> Tournament:
    kept = tuple(each for each in state.notices if each.version != event.notice)
    return replace(state, notices=kept)


FOLDS: Folds = {
    NoticePosted: _posted,
    NoticeWithdrawn: _withdrawn,
}
