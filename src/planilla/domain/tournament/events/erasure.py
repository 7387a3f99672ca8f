"""What was kept apart of people is forgotten; these facts say that it was, and hold nothing of it.

The rows are emptied in the transaction that records the fact. Whoever reads the fact elsewhere, in
an archive or in a copy, knows what is not to be kept there either.
"""

from typing import ClassVar

from planilla.domain.tournament.events.event import Audience, Details, Event, Topic
from planilla.domain.vocabulary import EntrantId


class PersonErased(Event, frozen=True, kw_only=True, tag=True):
    """The personal data of an entrant are forgotten; `commitment` is to what they were."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT

    entrant: EntrantId
    commitment: str


class TextsErased(Event, frozen=True, kw_only=True, tag=True):
    """Free texts are forgotten: reasons, notes, names of staff. `texts` are the commitments."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT

    texts: tuple[str, ...]

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"n": len(self.texts)}
