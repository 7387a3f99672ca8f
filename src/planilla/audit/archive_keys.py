"""Which keys a tournament announces in its own archive, and whether one of them may have signed it.

A key proves something only when it is known from elsewhere, or when the log itself names it:
whoever knows the first key follows the log from there to those that were endorsed, one by one.
"""

from enum import StrEnum
from typing import Annotated

import msgspec

from planilla.audit.archive import ArchivedEvent
from planilla.audit.documents import Hash
from planilla.audit.ed25519 import is_signed
from planilla.audit.heads import endorsement_message
from planilla.domain.tournament.events import LogKeyAnnounced


class Trust(StrEnum):
    """What is known of the key that signed an archive."""

    NOBODY = "nobody"
    """There is none."""
    EXPECTED = "expected"
    """It is the very one that was expected."""
    VOUCHED = "vouched"
    """The one that was expected endorsed it, or one that it endorsed."""
    ANNOUNCED = "announced"
    """The tournament announced it last."""
    UNENDORSED = "unendorsed"
    """The tournament announced it last, in place of one that did not endorse it."""
    UNKNOWN = "unknown"
    """The tournament announces none, and none was expected."""


class _Announced(msgspec.Struct, frozen=True, kw_only=True):
    """The data of an announcement; what else may be there is not ours."""

    public_key: Hash
    replaces: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    endorsement: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{128})?\Z")] = ""

    @property
    def is_endorsed(self) -> bool:
        """Whether the key that it replaces signed for it."""
        if not self.replaces or not self.endorsement:
            return False
        old, new = bytes.fromhex(self.replaces), bytes.fromhex(self.public_key)
        return is_signed(old, endorsement_message(old, new), bytes.fromhex(self.endorsement))


class Announcements:
    """The keys that a tournament announced, as its events are read."""

    def __init__(self) -> None:
        self._keys: list[_Announced] = []

    @property
    def in_force(self) -> str:
        """The key that was announced last, in hex; empty where none was."""
        return self._keys[-1].public_key if self._keys else ""

    def follow(self, event: ArchivedEvent) -> None:
        """Take notice of an event.

        Raises:
            msgspec.DecodeError: it announces a key, and there is none in it.
        """
        if event.type == LogKeyAnnounced.__name__:
            self._keys.append(_DATA.decode(event.data))

    def trust_in(self, found: str, expected: str) -> Trust | None:
        """What is known of the key that signed; None where it is not to be trusted."""
        if not found:
            return Trust.NOBODY
        if expected:
            return self._expected(found, expected)
        if not self._keys:
            return Trust.UNKNOWN
        if found != self.in_force:
            return None
        last = self._keys[-1]
        return Trust.UNENDORSED if last.replaces and not last.is_endorsed else Trust.ANNOUNCED

    def _expected(self, found: str, expected: str) -> Trust | None:
        if found == expected:
            return Trust.EXPECTED
        reached = expected
        for key in self._keys:
            if key.replaces == reached and key.is_endorsed:
                reached = key.public_key
        return Trust.VOUCHED if found == reached else None


_DATA = msgspec.json.Decoder(_Announced)
