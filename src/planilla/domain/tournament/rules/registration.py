"""Entering people and correcting what is known of them."""

from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.commands import (
    CorrectPersonalData,
    CorrectSportingData,
    EnterEntrants,
    NewEntrant,
)
from planilla.domain.tournament.events import (
    EntrantEntered,
    Event,
    PersonalDataCorrected,
    SportingDataCorrected,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    EntrantExists,
    KnownTooLate,
    NoSuchEntrant,
    NotInThisSystem,
    RatingOutOfRange,
    TooManyEntrants,
)
from planilla.domain.tournament.refusals.corrections import DataCorrectedMeanwhile
from planilla.domain.tournament.rules.evidence import with_evidence
from planilla.domain.tournament.rules.lists import check_each_once, check_length
from planilla.domain.tournament.state import EntrantState, Tournament
from planilla.domain.vocabulary import EntrantId

ENTRANTS_MAX = 10_000
RATING_MAX = 4_000


def enter_entrants(state: Tournament, command: EnterEntrants, given: Given) -> tuple[Event, ...]:
    """Enter people; once a round is paired they are late entries (C.04.2, 2.4)."""
    check_length(command.entrants)
    return entries_of(state, command, given)


def entries_of(state: Tournament, command: EnterEntrants, given: Given) -> tuple[Event, ...]:
    """The entries of a list of any length.

    Who is entered already with the same facts is left out, so that the same list may come twice.
    """
    if len(state.entrants) + len(command.entrants) > ENTRANTS_MAX:
        raise TooManyEntrants(largest=ENTRANTS_MAX)
    if state.rounds and not SYSTEMS[state.system].takes_late_entries:
        raise NotInThisSystem(system=state.system)
    if command.known_at is not None and command.known_at > given.at:
        raise KnownTooLate(known_at=command.known_at)
    check_each_once(entrant.id for entrant in command.entrants)
    return tuple(
        _entered(state, entrant, command.known_at)
        for entrant in command.entrants
        if not _is_known(state, entrant)
    )


def _is_known(state: Tournament, new: NewEntrant) -> bool:
    known = state.entrants.get(new.id)
    if known is None:
        return False
    if _facts_of(known) != _facts_of(new):
        raise EntrantExists(entrant=new.id)
    return True


def _facts_of(of: EntrantState | NewEntrant | SportingDataCorrected) -> tuple[object, ...]:
    return (of.rating, of.title, of.federation, of.k, of.rating_list, of.categories)


def _entered(state: Tournament, new: NewEntrant, known_at: int | None) -> EntrantEntered:
    _check_rating(new.id, new.rating)
    return EntrantEntered(
        entrant=new.id,
        person=new.person.commitment,
        rating=new.rating,
        title=new.title,
        federation=new.federation,
        k=new.k,
        rating_list=new.rating_list,
        categories=new.categories,
        first_round=len(state.rounds) + 1,
        known_at=known_at,
    )


def _check_rating(entrant: EntrantId, rating: int) -> None:
    if not 0 <= rating <= RATING_MAX:
        raise RatingOutOfRange(entrant=entrant, rating=rating)


def correct_personal_data(
    state: Tournament, command: CorrectPersonalData, _: Given
) -> tuple[Event, ...]:
    """Replace the personal data kept apart."""
    known = known_entrant(state, command.entrant)
    if known.person == command.person.commitment:
        return ()
    return (PersonalDataCorrected(entrant=known.id, person=command.person.commitment),)


def correct_sporting_data(
    state: Tournament, command: CorrectSportingData, given: Given
) -> tuple[Event, ...]:
    """Replace what is known of a player; numbers stay until they are assigned again.

    For the rating report it is corrected at any time, numbers are not after round 4 (C.04.2, 2.3).
    """
    known = known_entrant(state, command.entrant)
    _check_rating(known.id, command.rating)
    in_force = known.data_version
    if command.corrects is not None and command.corrects != in_force:
        raise DataCorrectedMeanwhile(entrant=known.id, corrects=command.corrects, in_force=in_force)
    if command.known_at is not None and command.known_at > given.at:
        raise KnownTooLate(known_at=command.known_at)
    corrected = SportingDataCorrected(
        entrant=known.id,
        rating=command.rating,
        title=command.title,
        federation=command.federation,
        k=known.k if command.k is None else command.k,
        rating_list=_list_after(known, command),
        categories=known.categories if command.categories is None else command.categories,
        corrects=in_force,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    if _facts_of(corrected) == _facts_of(known):
        return ()
    return with_evidence(state, (corrected,), command.evidence)


def _list_after(known: EntrantState, command: CorrectSportingData) -> str:
    """The list that the rating is from: another rating is not from the one before."""
    if command.rating_list is not None:
        return command.rating_list
    return known.rating_list if command.rating == known.rating else ""


def known_entrant(state: Tournament, entrant: EntrantId) -> EntrantState:
    """The entrant with this id.

    Raises:
        NoSuchEntrant: nobody has it.
    """
    known = state.entrants.get(entrant)
    if known is None:
        raise NoSuchEntrant(entrant=entrant)
    return known
