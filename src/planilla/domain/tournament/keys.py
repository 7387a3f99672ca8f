"""Keys that sign the heads of a tournament's log."""

import re
from dataclasses import dataclass
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, Topic
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.state import Folds, Tournament

# Commands


class AnnounceLogKey(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Say which key signs the heads of the tournament from now on, and which it replaces."""

    allowed_after_end: ClassVar[bool] = True

    public_key: str
    replaces: str = ""
    endorsement: str = ""


# Events


class LogKeyAnnounced(Event, frozen=True, kw_only=True, tag=True):
    """From now on heads of the tournament are signed by this Ed25519 key, 64 hex digits.

    `replaces` is the key in force before, empty for the first. `endorsement` is the signature of
    that key over the new one (`docs/reference/heads.md`), 128 hex digits; empty where nobody had it
    any more. Readers check it: no rule here knows how signatures are made.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    public_key: str
    replaces: str = ""
    endorsement: str = ""

    @property
    def fingerprint(self) -> str:
        """The first sixteen digits in groups of four, to be compared by eye."""
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


@dataclass(kw_only=True, eq=False)
class NoSuchKeyForm(Unacceptable):
    """A key is 64 hex digits in small letters, an endorsement 128 or nothing."""

    code = "no-such-key-form"
    field: str


@dataclass(kw_only=True, eq=False)
class AnotherKeyInForce(Conflict):
    """The key to be replaced is not the one in force; `public_key` is, empty where none is."""

    code = "another-key-in-force"
    public_key: str


@dataclass(kw_only=True, eq=False)
class KeyRetired(Conflict):
    """The key was replaced by another once: it never comes back."""

    code = "key-retired"
    public_key: str


# Rules


FORMS = {
    "public_key": "[0-9a-f]{64}",
    "replaces": "([0-9a-f]{64})?",
    "endorsement": "([0-9a-f]{128})?",
}
"""The form of each field: one way only, so that equal keys are equal text."""


def announce_log_key(
    state: Tournament, command: AnnounceLogKey, _: DecisionContext
) -> tuple[Event, ...]:
    """Let a key sign from now on; the one in force again changes nothing."""
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
