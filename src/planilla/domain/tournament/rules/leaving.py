"""Not playing: requested byes and absences, withdrawal, return, expulsion."""

from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.commands import (
    CancelBye,
    ExpelEntrant,
    RequestBye,
    ReturnEntrant,
    WithdrawEntrant,
)
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.events import (
    ByeRequestCancelled,
    ByeRequested,
    EntrantExpelled,
    EntrantReturned,
    EntrantWithdrawn,
    Event,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    AlreadyWithdrawn,
    ByeNotOffered,
    ByeNotRequested,
    EntrantIsExpelled,
    NoSuchRound,
    NotInThisSystem,
    NotWithdrawn,
    RoundAlreadyPaired,
)
from planilla.domain.tournament.refusals.corrections import EntrantIsIneligible
from planilla.domain.tournament.rules.eligibility import withdraw_earlier
from planilla.domain.tournament.rules.evidence import with_evidence
from planilla.domain.tournament.rules.registration import known_entrant
from planilla.domain.tournament.rules.rulings import check_known
from planilla.domain.tournament.state import EntrantState, Tournament
from planilla.domain.vocabulary import EntrantId


def request_bye(state: Tournament, command: RequestBye, _: Given) -> tuple[Event, ...]:
    """Not to be paired in one coming round (C.04.2, 3.3): absent, or a half or full point.

    Who is away from a ladder has no points of the tournament (seed 000, 2.10).
    """
    entrant = known_entrant(state, command.entrant)
    offered = SYSTEMS[state.system].byes_on_request
    if not offered:
        raise NotInThisSystem(system=state.system)
    if command.kind not in offered:
        raise ByeNotOffered(kind=command.kind.value)
    _check_coming(state, command.round)
    if entrant.bye_in(command.round) is command.kind:
        return ()
    return (ByeRequested(entrant=entrant.id, round=command.round, kind=command.kind),)


def cancel_bye(state: Tournament, command: CancelBye, _: Given) -> tuple[Event, ...]:
    """Play that round after all."""
    entrant = known_entrant(state, command.entrant)
    if entrant.bye_in(command.round) is None:
        raise ByeNotRequested(entrant=entrant.id, round=command.round)
    _check_coming(state, command.round)
    return (ByeRequestCancelled(entrant=entrant.id, round=command.round),)


def _check_coming(state: Tournament, number: int) -> None:
    rounds = rounds_planned(state)
    if not 1 <= number <= rounds:
        raise NoSuchRound(round=number, rounds=rounds)
    if number <= len(state.rounds):
        raise RoundAlreadyPaired(round=number)


def withdraw_entrant(
    state: Tournament, command: WithdrawEntrant, given: Given
) -> tuple[Event, ...]:
    """Not to be paired from the next round on, or from one before (C.04.2, 3.2)."""
    coming = len(state.rounds) + 1
    if command.from_round is not None and command.from_round != coming:
        return withdraw_earlier(state, command, given, from_round=command.from_round)
    entrant = _still_in(state, command.entrant)
    check_known(command.known_at, None, given)
    withdrawn = EntrantWithdrawn(
        entrant=entrant.id,
        from_round=coming,
        reason=command.reason.commitment,
        known_at=command.known_at,
    )
    return with_evidence(state, (withdrawn,), command.evidence)


def return_entrant(state: Tournament, command: ReturnEntrant, _: Given) -> tuple[Event, ...]:
    """Paired again from the next round on; the rounds missed stay absences."""
    entrant = known_entrant(state, command.entrant)
    if entrant.expelled:
        raise EntrantIsExpelled(entrant=entrant.id)
    if entrant.ineligible_from is not None:
        raise EntrantIsIneligible(entrant=entrant.id)
    if entrant.out_from is None:
        raise NotWithdrawn(entrant=entrant.id)
    return (EntrantReturned(entrant=entrant.id, from_round=len(state.rounds) + 1),)


def expel_entrant(state: Tournament, command: ExpelEntrant, _: Given) -> tuple[Event, ...]:
    """Remove somebody for good, from the next round on."""
    entrant = known_entrant(state, command.entrant)
    if entrant.expelled:
        raise EntrantIsExpelled(entrant=entrant.id)
    return (
        EntrantExpelled(
            entrant=entrant.id,
            from_round=entrant.out_from or len(state.rounds) + 1,
            reason=command.reason.commitment,
        ),
    )


def _still_in(state: Tournament, entrant_id: EntrantId) -> EntrantState:
    entrant = known_entrant(state, entrant_id)
    if entrant.out_from is not None:
        raise AlreadyWithdrawn(entrant=entrant.id)
    return entrant
