"""The keys that sign a tournament's heads."""

from typing import ClassVar

from planilla.domain.tournament.events.event import Audience, Details, Event, Topic


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
