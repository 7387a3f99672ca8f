"""Refusals about the keys that sign heads."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Refusal, Unacceptable


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


REFUSALS: tuple[type[Refusal], ...] = (NoSuchKeyForm, AnotherKeyInForce, KeyRetired)
"""All of them; they are imported from here."""
