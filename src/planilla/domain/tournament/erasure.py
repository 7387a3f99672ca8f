"""Erasure of personal data and of free texts, as facts that name commitments alone."""

from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace

from planilla.domain.tournament.command import Command, Duty
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.refusal import NoSuchEntrant
from planilla.domain.tournament.state import Folds, Tournament
from planilla.domain.vocabulary import EntrantId

# Commands


TEXTS_MAX = 500
"""Texts that one command may erase."""

Commitment = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""A commitment to a text kept apart, in hexadecimal."""


class ErasePerson(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Erase the personal data of an entrant, and the texts that name them."""

    duty: ClassVar[Duty] = Duty.GOVERN
    allowed_after_end: ClassVar[bool] = True

    entrant: EntrantId
    texts: Annotated[tuple[Commitment, ...], msgspec.Meta(max_length=TEXTS_MAX)] = ()


class EraseTexts(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Erase free texts: reasons, notes, names of staff."""

    duty: ClassVar[Duty] = Duty.GOVERN
    allowed_after_end: ClassVar[bool] = True

    texts: Annotated[tuple[Commitment, ...], msgspec.Meta(min_length=1, max_length=TEXTS_MAX)]


# Events


class PersonErased(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The personal data of an entrant were erased; `commitment` is the commitment to them."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT

    entrant: EntrantId
    commitment: str


class TextsErased(StagedEvent, frozen=True, kw_only=True, tag=True):
    """Free texts were erased: reasons, notes, names of staff. `texts` are their commitments."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT

    texts: tuple[str, ...]

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"n": len(self.texts)}


# Rules


def erase_person(state: Tournament, command: ErasePerson, _: DecisionContext) -> tuple[Event, ...]:
    """Erase an entrant's personal data, and the texts named with them."""
    entrant = state.entry(command.entrant)
    person = state.removed.get(command.entrant) if entrant is None else entrant.person
    if person is None:
        raise NoSuchEntrant(entrant=command.entrant)
    forgotten = _texts(state, command.texts)
    if person in state.erased:
        return forgotten
    return (PersonErased(entrant=command.entrant, commitment=person), *forgotten)


def person_erased(entrant: EntrantId, commitment: str) -> Event:
    """Return the erasure of personal data as a part of another act."""
    return PersonErased(entrant=entrant, commitment=commitment)


def erase_texts(state: Tournament, command: EraseTexts, _: DecisionContext) -> tuple[Event, ...]:
    """Erase free texts, each once.

    The rules cannot tell which commitments stand for texts; the caller looks them up before.
    """
    return _texts(state, command.texts)


def _texts(state: Tournament, texts: tuple[str, ...]) -> tuple[Event, ...]:
    new = tuple(text for text in dict.fromkeys(texts) if text not in state.erased)
    return (TextsErased(texts=new),) if new else ()


RULES: Rules = {
    ErasePerson: erase_person,
    EraseTexts: erase_texts,
}


# Folds


def _person_erased(state: Tournament, event: PersonErased, _: int) -> Tournament:
    return replace(state, erased=state.erased | {event.commitment})


def _texts_erased(state: Tournament, event: TextsErased, _: int) -> Tournament:
    return replace(state, erased=state.erased | frozenset(event.texts))


FOLDS: Folds = {
    PersonErased: _person_erased,
    TextsErased: _texts_erased,
}
