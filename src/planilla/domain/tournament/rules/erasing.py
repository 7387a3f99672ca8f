"""Forgetting what was kept apart; who was entered again since is forgotten again."""

from planilla.domain.tournament.commands import ErasePerson, EraseTexts
from planilla.domain.tournament.events import Event, PersonErased, TextsErased
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import NoSuchEntrant
from planilla.domain.tournament.state import Tournament


def erase_person(state: Tournament, command: ErasePerson, _: Given) -> tuple[Event, ...]:
    """Forget an entrant's personal data, and the texts that are named with them."""
    entrant = state.entrants.get(command.entrant)
    person = state.removed.get(command.entrant) if entrant is None else entrant.person
    if person is None:
        raise NoSuchEntrant(entrant=command.entrant)
    forgotten = _texts(state, command.texts)
    if person in state.erased:
        return forgotten
    return (PersonErased(entrant=command.entrant, commitment=person), *forgotten)


def erase_texts(state: Tournament, command: EraseTexts, _: Given) -> tuple[Event, ...]:
    """Forget free texts, each once.

    No rule knows which commitments stand for texts: who asks looks them up before.
    """
    return _texts(state, command.texts)


def _texts(state: Tournament, texts: tuple[str, ...]) -> tuple[Event, ...]:
    new = tuple(text for text in dict.fromkeys(texts) if text not in state.erased)
    return (TextsErased(texts=new),) if new else ()
