"""Announcing the key that signs a tournament's heads."""

import re

from planilla.domain.tournament.commands import AnnounceLogKey
from planilla.domain.tournament.events import Event, LogKeyAnnounced
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals.keys import AnotherKeyInForce, KeyRetired, NoSuchKeyForm
from planilla.domain.tournament.state import Tournament

FORMS = {
    "public_key": "[0-9a-f]{64}",
    "replaces": "([0-9a-f]{64})?",
    "endorsement": "([0-9a-f]{128})?",
}
"""How each field is written: one way only, so that equal keys are equal text."""


def announce_log_key(state: Tournament, command: AnnounceLogKey, _: Given) -> tuple[Event, ...]:
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
