"""Entry of people, corrections of their data, and removal of mistaken entries (ADR 0029)."""

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from planilla.domain.instants import Instant
from planilla.domain.tournament.command import (
    Command,
    ConfirmFirst,
    PersonGiven,
    Sealed,
    StagedCommand,
)
from planilla.domain.tournament.context import Corrected, DecisionContext, Rules
from planilla.domain.tournament.drafting import DraftDiscarded
from planilla.domain.tournament.erasure import PersonErased
from planilla.domain.tournament.event import (
    Audience,
    CaseArticle,
    CorrectionEvent,
    Details,
    Event,
    ReportMoment,
    StagedEvent,
    Topic,
)
from planilla.domain.tournament.evidence import with_evidence
from planilla.domain.tournament.lookups import (
    check_each_once,
    check_length,
    known_entrant,
    known_person,
)
from planilla.domain.tournament.numbering import LAST_ROUND_TO_RENUMBER, NumbersFixed
from planilla.domain.tournament.refusal import (
    Conflict,
    KnownTooLate,
    NotInThisSystem,
    Refusal,
    Unacceptable,
)
from planilla.domain.tournament.state import (
    EntrantState,
    Folds,
    Numbering,
    Restatements,
    Tournament,
    standing_in,
    with_entrant,
)
from planilla.domain.tournament.teams import without_member
from planilla.domain.tournament.values import EvidenceFile, RequestStatus
from planilla.domain.tournament.whatif import AlreadySo, of_an_entrant
from planilla.domain.vocabulary import EntrantId

# Commands


class NewEntrant(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person to be entered; the client forms the id."""

    id: EntrantId
    person: Sealed
    rating: int = 0
    title: str = ""
    federation: str = ""
    k: int = 0
    rating_list: str = ""
    categories: tuple[str, ...] = ()


class EnterEntrants(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Enter people, also after the start; `made_at` is the time of an offline act in a hall.

    `known_at` is the time at which a late entry was submitted; now if absent.
    """

    comes_in_portions: ClassVar[bool] = True
    changes_entries: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PUBLISHED
    allowed_in_what_if: ClassVar[bool] = True

    entrants: tuple[NewEntrant, ...]
    made_at: Instant | None = None
    known_at: Instant | None = None

    def people(self) -> tuple[PersonGiven, ...]:
        """Return the personal data of those who enter."""
        return tuple(
            PersonGiven(f"$.entrants[{place}]", new.id, new.person)
            for place, new in enumerate(self.entrants)
        )


class RemoveEntries(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Remove mistaken entries of people who never appeared in a published pairing.

    With `erases` their personal data are erased too.
    """

    comes_in_portions: ClassVar[bool] = True
    changes_entries: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED

    entrants: tuple[EntrantId, ...]
    reason: Sealed = Sealed()
    erases: bool = False


class CorrectPersonalData(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Correct a name or other personal data."""

    allowed_after_end: ClassVar[bool] = True

    entrant: EntrantId
    person: Sealed

    def people(self) -> tuple[PersonGiven, ...]:
        """Return the corrected personal data."""
        return (PersonGiven("$", self.entrant, self.person),)


class CorrectSportingData(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Correct rating, title, federation and other sporting data; None: unchanged.

    A changed rating comes from no list unless one is named. `corrects` is the version of the event
    that gave the data before; with it the command is refused if they were corrected since.
    """

    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    rating: int
    title: str = ""
    federation: str = ""
    k: int | None = None
    rating_list: str | None = None
    categories: tuple[str, ...] | None = None
    corrects: int | None = None
    reason: Sealed = Sealed()
    known_at: Instant | None = None
    evidence: tuple[EvidenceFile, ...] = ()


# Events


class EntrantEntered(StagedEvent, frozen=True, kw_only=True, tag=True):
    """An entrant was entered and takes part from `first_round` on; after 1 it is a late entry.

    `rating_list` is the source of the rating with its month ("FIDE standard 2026-11"; "" if
    unknown); `k` is the development coefficient, 0 where the rules derive it from the rating.
    `known_at` is the time at which a late entry was submitted (as in `SportingDataCorrected`).
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    in_player_story: ClassVar[bool] = True
    editable_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    person: str
    rating: int = 0
    title: str = ""
    federation: str = ""
    first_round: int = 1
    k: int = 0
    rating_list: str = ""
    categories: tuple[str, ...] = ()
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"rating": self.rating, "first_round": self.first_round}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return ".late" if self.first_round > 1 else ""

    def is_correction(self) -> bool:
        """Return whether it is a late entry."""
        return self.first_round > 1

    def articles(self) -> tuple[CaseArticle, ...]:
        """Return the articles that rule the correction."""
        return (CaseArticle(name="C.04.2-2.4"),)

    def report_remark(self, moment: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        return f"late entry {moment.number(self.entrant)} from round {self.first_round}"


class PersonalDataCorrected(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The personal data kept apart were corrected; the new commitment replaces the old one."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    changes_entry: ClassVar[bool] = True
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    person: str


class SportingDataCorrected(CorrectionEvent, frozen=True, kw_only=True, tag=True):
    """The sporting data of an entrant were corrected; the event has all of them.

    `corrects` is the version of the event that gave them before; `known_at` the time at which the
    error became known, in microseconds since 1970 (UTC), None: the time of recording.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    changes_entry: ClassVar[bool] = True
    in_player_story: ClassVar[bool] = True

    entrant: EntrantId
    rating: int
    title: str = ""
    federation: str = ""
    k: int = 0
    rating_list: str = ""
    categories: tuple[str, ...] = ()
    corrects: int | None = None
    reason: str = ""
    known_at: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"rating": self.rating}

    def articles(self) -> tuple[CaseArticle, ...]:
        """Return the articles that rule the correction."""
        return (CaseArticle(name="C.04.2-2.3"),)

    def report_remark(self, moment: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        before = moment.rating(self.entrant)
        if before == self.rating:
            return ""
        return f"rating {moment.number(self.entrant)}: {before} => {self.rating}"


class EntryRemoved(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A mistaken entry, of an entrant whom nobody had met, was removed; numbers close up."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False

    entrant: EntrantId
    reason: str = ""


# Refusals


class DataCorrectedMeanwhile(Conflict):
    """The player's data have been corrected since."""

    entrant: EntrantId
    corrects: int
    in_force: int


class TooManyEntrants(Unacceptable):
    """The tournament would have too many entrants."""

    largest: int


class RatingOutOfRange(Unacceptable):
    """A rating must be between 0 and 4000."""

    entrant: EntrantId
    rating: int


class EntrantExists(Conflict):
    """Another person was entered under this id."""

    entrant: EntrantId


class EntryInUse(Conflict):
    """The entry appeared in a published pairing or holds an office: it can no longer be removed."""

    entrant: EntrantId


# Rules


ENTRANTS_MAX = 10_000

RATING_MAX = 4_000


def enter_entrants(
    state: Tournament, command: EnterEntrants, context: DecisionContext
) -> tuple[Event, ...]:
    """Enter people; once a round is paired these are late entries (C.04.2, 2.4)."""
    check_length(command.entrants)
    return entries_of(state, command, context)


def entries_of(
    state: Tournament, command: EnterEntrants, context: DecisionContext
) -> tuple[Event, ...]:
    """Return the entries of a list of any length.

    An entrant who is already entered with the same facts is left out, so a list may be sent twice.
    """
    if len(state.entrants) + len(command.entrants) > ENTRANTS_MAX:
        raise TooManyEntrants(largest=ENTRANTS_MAX)
    if state.rounds and not state.system.takes_late_entries:
        raise NotInThisSystem(system=state.system_name)
    if command.known_at is not None and command.known_at > context.at:
        raise KnownTooLate(known_at=command.known_at)
    check_each_once(entrant.id for entrant in command.entrants)
    return tuple(
        _entered(state, entrant, command.known_at)
        for entrant in command.entrants
        if not _is_known(state, entrant)
    )


def entries_now(
    state: Tournament, new: tuple[NewEntrant, ...], context: DecisionContext
) -> tuple[Event, ...]:
    """Return the entries of people who are entered at the time of the act, as part of another."""
    return entries_of(state, EnterEntrants(entrants=new), context)


def _is_known(state: Tournament, new: NewEntrant) -> bool:
    known = state.entrants.get(new.id)
    if known is None:
        if new.id in state.players:
            raise EntrantExists(entrant=new.id)
        return False
    if sporting_data(known) != sporting_data(new):
        raise EntrantExists(entrant=new.id)
    return True


SPORTING_DATA = ("rating", "title", "federation", "k", "rating_list", "categories")


def sporting_data(of: msgspec.Struct) -> dict[str, Any]:
    """Return the sporting data of an entry, as keyword arguments of what records or holds them."""
    return {field: getattr(of, field) for field in SPORTING_DATA}


def _entered(state: Tournament, new: NewEntrant, known_at: int | None) -> EntrantEntered:
    check_rating(new.id, new.rating)
    return EntrantEntered(
        entrant=new.id,
        person=new.person.commitment,
        first_round=len(state.rounds) + 1,
        known_at=known_at,
        **sporting_data(new),
    )


def check_rating(entrant: EntrantId, rating: int) -> None:
    """Refuse a rating below 0 or above `RATING_MAX`."""
    if not 0 <= rating <= RATING_MAX:
        raise RatingOutOfRange(entrant=entrant, rating=rating)


def correct_personal_data(
    state: Tournament, command: CorrectPersonalData, _: DecisionContext
) -> tuple[Event, ...]:
    """Replace the personal data kept apart."""
    known = known_person(state, command.entrant)
    if known.person == command.person.commitment:
        return ()
    return (PersonalDataCorrected(entrant=known.id, person=command.person.commitment),)


def correct_sporting_data(
    state: Tournament, command: CorrectSportingData, context: DecisionContext
) -> tuple[Event, ...]:
    """Replace an entrant's sporting data; pairing numbers stay until they are assigned again.

    For the rating report data may be corrected at any time; numbers are fixed after round 4
    (C.04.2, 2.3).
    """
    known = known_person(state, command.entrant)
    check_rating(known.id, command.rating)
    in_force = known.data_version
    if command.corrects is not None and command.corrects != in_force:
        raise DataCorrectedMeanwhile(entrant=known.id, corrects=command.corrects, in_force=in_force)
    if command.known_at is not None and command.known_at > context.at:
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
    if sporting_data(corrected) == sporting_data(known):
        return ()
    return with_evidence(state, (corrected,), command.evidence)


def _list_after(known: EntrantState, command: CorrectSportingData) -> str:
    """Return the list of the rating: a changed rating does not come from the previous one."""
    if command.rating_list is not None:
        return command.rating_list
    return known.rating_list if command.rating == known.rating else ""


def remove_entries(
    state: Tournament, command: RemoveEntries, _: DecisionContext
) -> tuple[Event, ...]:
    """Remove entries; a draft that contains one of them is discarded too.

    Numbers close up, as long as they may change (C.04.2, 2.3).
    """
    check_length(command.entrants)
    entries = [known_entrant(state, entrant) for entrant in dict.fromkeys(command.entrants)]
    if not entries:
        return ()
    _check_removable(state, entries)
    reason = command.reason.commitment
    return (
        *_draft_with(state, entries),
        *(_erased(state, entries) if command.erases else ()),
        *(EntryRemoved(entrant=entry.id, reason=reason) for entry in entries),
    )


def may_be_removed(state: Tournament, entry: EntrantState) -> bool:
    """Return whether an entry may still be removed."""
    try:
        _check_removable(state, [entry])
    except Refusal:
        return False
    return not state.finished


def _check_removable(state: Tournament, entries: list[EntrantState]) -> None:
    taken = _taken(state)
    for entry in entries:
        if entry.id in taken:
            raise EntryInUse(entrant=entry.id)
    is_fixed = len(state.rounds) >= LAST_ROUND_TO_RENUMBER
    if is_fixed and not {entry.id for entry in entries}.issubset(state.unnumbered):
        raise NumbersFixed(round=LAST_ROUND_TO_RENUMBER)


def _taken(state: Tournament) -> set[str]:
    """Return the entrants in a pairing, a later stage, a hall, a Keizer list or the committee."""
    taken: set[str] = set(state.shown_paired)
    for played in state.rounds:
        if played.is_published:
            taken |= standing_in(played)
    taken |= state.memory.known_entrants
    for stage in state.later:
        taken |= set(stage.entrants)
    if state.committee is not None:
        taken |= set(state.committee.members)
    return taken


def _draft_with(state: Tournament, entries: list[EntrantState]) -> tuple[DraftDiscarded, ...]:
    last = state.rounds[-1] if state.rounds else None
    if last is None or last.is_published:
        return ()
    stands = standing_in(last)
    if not any(entry.id in stands for entry in entries):
        return ()
    return (DraftDiscarded(round=last.number),)


def _erased(state: Tournament, entries: list[EntrantState]) -> tuple[PersonErased, ...]:
    return tuple(
        PersonErased(entrant=entry.id, commitment=entry.person)
        for entry in entries
        if entry.person not in state.erased
    )


RULES: Rules = {
    EnterEntrants: enter_entrants,
    RemoveEntries: remove_entries,
    CorrectPersonalData: correct_personal_data,
    CorrectSportingData: correct_sporting_data,
}


def _data_in_force(state: Tournament, command: CorrectSportingData) -> Iterable[int]:
    known = state.entry(command.entrant) if command.corrects is None else None
    return () if known is None else (known.data_version,)


CORRECTED: Corrected = {CorrectSportingData: _data_in_force}


# Folds


def _entry_recorded(state: Tournament, event: EntrantEntered, version: int) -> Tournament:
    entrant = EntrantState(
        id=event.entrant,
        person=event.person,
        first_round=event.first_round,
        data_version=version,
        **sporting_data(event),
    )
    entrants = {**state.entrants, event.entrant: entrant}
    if event.entrant in state.removed:
        removed = {each: person for each, person in state.removed.items() if each != event.entrant}
        state = replace(state, removed=removed)
    if event.entrant in state.requests:
        accepted = replace(state.requests[event.entrant], status=RequestStatus.ACCEPTED)
        state = replace(state, requests={**state.requests, event.entrant: accepted})
    return replace(state, entrants=entrants)


def _removed(state: Tournament, event: EntryRemoved, version: int) -> Tournament:
    """Remove the entrant; numbers close up, and prohibitions no longer name them."""
    gone = event.entrant
    kept = without_member(state, gone)
    entrants = state.entrants.copy()  # without a loop over them: lists are removed one by one
    del entrants[gone]
    prohibitions = (
        replace(each, entrants=tuple(entrant for entrant in each.entrants if entrant != gone))
        for each in state.prohibitions
    )
    return replace(
        kept,
        entrants=entrants,
        removed=kept.removed | {gone: state.entrants[gone].person},
        numberings=_closed_up(state, gone, version),
        prohibitions=tuple(each for each in prohibitions if len(each.entrants) > 1),
        lots={each: lot for each, lot in state.lots.items() if each != gone},
        memory=state.memory.without(gone),
    )


def _closed_up(state: Tournament, gone: EntrantId, version: int) -> tuple[Numbering, ...]:
    if not state.numberings or gone not in state.numberings[-1].order:
        return state.numberings
    last = state.numberings[-1]
    place = last.order.index(gone)
    order = last.order[:place] + last.order[place + 1 :]
    return (*state.numberings, replace(last, version=version, order=order))


def _personal_data(state: Tournament, event: PersonalDataCorrected, _: int) -> Tournament:
    return with_entrant(state, event.entrant, person=event.person)


def _sporting_data(state: Tournament, event: SportingDataCorrected, version: int) -> Tournament:
    return with_entrant(
        state,
        event.entrant,
        data_version=version,
        **sporting_data(event),
    )


FOLDS: Folds = {
    EntrantEntered: _entry_recorded,
    EntryRemoved: _removed,
    PersonalDataCorrected: _personal_data,
    SportingDataCorrected: _sporting_data,
}


# Restatements


def _entered_anew(state: Tournament, event: EntrantEntered) -> Event:
    if event.entrant in state.entrants:
        raise AlreadySo
    return event


RESTATEMENTS: Restatements = {
    EntrantEntered: _entered_anew,
    PersonalDataCorrected: of_an_entrant,
    SportingDataCorrected: of_an_entrant,
}
