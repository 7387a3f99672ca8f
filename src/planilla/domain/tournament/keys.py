"""Keys that sign the heads of a tournament's log."""

import re
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.command import Command, Duty
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament

# Commands


class AnnounceLogKey(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Announce the key that signs the heads of the tournament from now on.

    It replaces the previous one.
    """

    duty: ClassVar[Duty] = Duty.GOVERN
    allowed_after_end: ClassVar[bool] = True

    public_key: str
    replaces: str = ""
    endorsement: str = ""


# Events


class LogKeyAnnounced(StagedEvent, frozen=True, kw_only=True, tag=True):
    """This Ed25519 key (64 hex digits) signs the heads of the tournament from now on.

    `replaces` is the previous key, empty for the first. `endorsement` is the signature of that key
    over the new one (`docs/reference/heads.md`), 128 hex digits; empty if nobody had it any more.
    Readers verify it; the rules do not.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    public_key: str
    replaces: str = ""
    endorsement: str = ""

    @property
    def fingerprint(self) -> str:
        """Return the first sixteen digits in groups of four, for comparison by eye."""
        return " ".join(self.public_key[start : start + 4] for start in range(0, 16, 4))

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {
            "fingerprint": self.fingerprint,
            "replaces": self.replaces,
            "endorsed": self.endorsement,
        }

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        if not self.replaces:
            return ""
        return ".endorsed" if self.endorsement else ".next"


# Refusals


class NoSuchKeyForm(Unacceptable):
    """A key is 64 lower-case hex digits, an endorsement 128 or none."""

    field: str


class AnotherKeyInForce(Conflict):
    """The key to be replaced is not the current one, which is `public_key` (empty: none)."""

    public_key: str


class KeyRetired(Conflict):
    """The key was replaced before and cannot be used again."""

    public_key: str


# Rules


FORMS = {
    "public_key": "[0-9a-f]{64}",
    "replaces": "([0-9a-f]{64})?",
    "endorsement": "([0-9a-f]{128})?",
}
"""The pattern of each field; only one form is allowed, so that equal keys are equal text."""


def announce_log_key(
    state: Tournament, command: AnnounceLogKey, _: DecisionContext
) -> tuple[Event, ...]:
    """Set the key that signs from now on; announcing the current key again changes nothing."""
    for field, form in FORMS.items():
        if not re.fullmatch(form, getattr(command, field)):
            raise NoSuchKeyForm(field=field)
    *retired, in_force = state.log_keys or ("",)
    if command.public_key == in_force:
        return ()
    if command.public_key in retired:
        raise KeyRetired(public_key=command.public_key)
    if command.replaces != in_force:
        raise AnotherKeyInForce(public_key=in_force)
    if command.endorsement and not in_force:
        raise NoSuchKeyForm(field="endorsement")
    announced = LogKeyAnnounced(
        public_key=command.public_key,
        replaces=command.replaces,
        endorsement=command.endorsement,
    )
    return (announced,)


RULES: Rules = {
    AnnounceLogKey: announce_log_key,
}


# Folds


def _announced(state: Tournament, event: LogKeyAnnounced, _: int) -> Tournament:
    return replace(state, log_keys=(*state.log_keys, event.public_key))


FOLDS: Folds = {
    LogKeyAnnounced: _announced,
}
