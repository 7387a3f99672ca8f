"""Byes and absences: requested for a future round, cancelled, or corrected by a ruling."""

from typing import Any, ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.command import Command, Duty, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.event import (
    EFFECT_ARTICLE,
    Audience,
    CaseArticle,
    CorrectionEvent,
    Event,
    ReportMoment,
    StagedEvent,
    Topic,
)
from planilla.domain.tournament.lookups import known_entrant
from planilla.domain.tournament.refusal import (
    Conflict,
    NoSuchRound,
    NotInThisSystem,
    RoundAlreadyPaired,
    Unacceptable,
)
from planilla.domain.tournament.state import (
    Folds,
    Restatements,
    Sides,
    Tournament,
    with_entrant,
    with_round,
)
from planilla.domain.tournament.whatif import of_an_entrant
from planilla.domain.vocabulary import ByeKind, EntrantId

# Commands


class RequestBye(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Request a bye or an absence in a round that is not paired yet."""

    duty: ClassVar[Duty] = Duty.PRESENCE
    needs_rounds: ClassVar[bool] = True
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    round: int
    kind: ByeKind = ByeKind.ZERO_POINT


class CancelBye(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cancel the request of a bye: the entrant plays that round."""

    duty: ClassVar[Duty] = Duty.PRESENCE
    needs_rounds: ClassVar[bool] = True
    allowed_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    round: int


# Events


class ByeCorrected(CorrectionEvent, frozen=True, kw_only=True, tag=True):
    """The bye of an entrant in a round was of another kind."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    suggests_what_if: ClassVar[bool] = False
    in_player_story: ClassVar[bool] = True

    entrant: EntrantId
    round: int
    kind: ByeKind
    reason: str = ""
    known_at: int | None = None

    def articles(self) -> tuple[CaseArticle, ...]:
        """Return the articles that rule the correction."""
        return (CaseArticle(name="C.04.2-3.2"), EFFECT_ARTICLE)

    def report_remark(self, moment: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        return f"bye {self.round} {moment.number(self.entrant)} => {self.kind.value}"


class ByeRequested(StagedEvent, frozen=True, kw_only=True, tag=True):
    """An entrant will not play a round: absent (`Z`), or a half-point or full-point bye."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = CancelBye
    editable_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    round: int
    kind: ByeKind

    def as_command(self) -> RequestBye:
        """Return the command that decides it again."""
        return RequestBye(entrant=self.entrant, round=self.round, kind=self.kind)


class ByeRequestCancelled(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The request of a bye was cancelled: the entrant plays that round."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    undone_by: ClassVar[type[Command]] = RequestBye
    editable_in_what_if: ClassVar[bool] = True

    entrant: EntrantId
    round: int

    def as_command(self) -> CancelBye:
        """Return the command that decides it again."""
        return CancelBye(entrant=self.entrant, round=self.round)


# Refusals


class ByeNotOffered(Unacceptable):
    """This kind of bye cannot be requested."""

    kind: str


class ByeNotRequested(Conflict):
    """No bye was requested for this round."""

    entrant: EntrantId
    round: int


# Rules


def request_bye(state: Tournament, command: RequestBye, _: DecisionContext) -> tuple[Event, ...]:
    """Leave an entrant out of one future round (C.04.2, 3.3): absent, or a half or full point.

    In a Keizer tournament an absence scores no points of the tournament (seed 000, 2.10).
    """
    entrant = known_entrant(state, command.entrant)
    offered = state.system.byes_on_request
    if not offered:
        raise NotInThisSystem(system=state.system_name)
    if command.kind not in offered:
        raise ByeNotOffered(kind=command.kind.value)
    check_coming(state, command.round)
    if entrant.bye_in(command.round) is command.kind:
        return ()
    return (ByeRequested(entrant=entrant.id, round=command.round, kind=command.kind),)


def cancel_bye(state: Tournament, command: CancelBye, _: DecisionContext) -> tuple[Event, ...]:
    """Cancel a requested bye."""
    entrant = known_entrant(state, command.entrant)
    if entrant.bye_in(command.round) is None:
        raise ByeNotRequested(entrant=entrant.id, round=command.round)
    check_coming(state, command.round)
    return (ByeRequestCancelled(entrant=entrant.id, round=command.round),)


def check_coming(state: Tournament, number: int) -> None:
    """Check that a round is planned and not paired yet.

    Raises:
        NoSuchRound: it is not planned.
        RoundAlreadyPaired: it is paired.
    """
    rounds = rounds_planned(state)
    if not 1 <= number <= rounds:
        raise NoSuchRound(round=number, rounds=rounds)
    if number <= len(state.rounds):
        raise RoundAlreadyPaired(round=number)


RULES: Rules = {
    RequestBye: request_bye,
    CancelBye: cancel_bye,
}


# Folds


def _bye_requested(state: Tournament, event: ByeRequested, _: int) -> Tournament:
    others = _byes_but(state, event.entrant, event.round)
    return with_entrant(state, event.entrant, byes=(*others, (event.round, event.kind)))


def _bye_cancelled(state: Tournament, event: ByeRequestCancelled, _: int) -> Tournament:
    return with_entrant(state, event.entrant, byes=_byes_but(state, event.entrant, event.round))


def _byes_but(state: Tournament, entrant: EntrantId, number: int) -> tuple[Any, ...]:
    return tuple(bye for bye in state.entrants[entrant].byes if bye[0] != number)


def taking_part(state: Tournament, number: int, pairs: tuple[Sides, ...]) -> Tournament:
    """Return the state in which everybody on the boards of a round is available for it.

    Who was absent plays from this round on, and asks for no bye in it.
    """
    entrants = {
        each: replace(
            known,
            first_round=min(known.first_round, number),
            byes=tuple(bye for bye in known.byes if bye[0] != number),
        )
        for pair in pairs
        for each in pair
        if (known := state.entrants.get(each)) is not None
        and (known.first_round > number or (known.byes and known.bye_in(number) is not None))
    }
    return replace(state, entrants={**state.entrants, **entrants}) if entrants else state


def _bye_corrected(state: Tournament, event: ByeCorrected, _: int) -> Tournament:
    played = state.rounds[event.round - 1]
    byes = tuple(
        replace(bye, kind=event.kind) if bye.entrant == event.entrant else bye
        for bye in played.byes
    )
    return with_round(state, replace(played, byes=byes))


FOLDS: Folds = {
    ByeRequested: _bye_requested,
    ByeRequestCancelled: _bye_cancelled,
    ByeCorrected: _bye_corrected,
}


RESTATEMENTS: Restatements = {ByeCorrected: of_an_entrant}
