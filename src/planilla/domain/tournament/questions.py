"""Long calculations of decisions as values, so that a worker can make them in advance.

Pairing a big round takes seconds, and so do the chances of prizes and allocations. The caller of a
decision may call `question_of` first, have the answer calculated elsewhere, and pass it in
`DecisionContext`. It is used only if it answers the question that the decision asks; else the
decision calculates it.
"""

from typing import overload

import msgspec

from planilla.domain.allocation import hungarian, team_formation
from planilla.domain.allocation.faults import BallotFault, NotAllocated
from planilla.domain.crosstable import Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput
from planilla.domain.prizes.chances import Basis, Chances, OpenTournament, chances
from planilla.domain.prizes.plan import PrizePlan


class PairingAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A system that pairs by rounds, by its name in `SYSTEMS`, and its input."""

    system: str
    given: PairingInput

    @property
    def size(self) -> int:
        """The number of entrants to pair."""
        return len(self.given.present)


class ChancesAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The question of expected prizes while games are open; `without` take no prize."""

    contest: OpenTournament
    plan: PrizePlan
    basis: Basis
    without: frozenset[Seat] = frozenset()


class AllocationAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The question of the optimum of ballots without faults (seed 000, 2.7)."""

    ballots: hungarian.Ballots


class FormationAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The question of the teams of ballots without faults (seed 000, 2.8)."""

    ballots: team_formation.TeamBallots


Question = PairingAsked | ChancesAsked | AllocationAsked | FormationAsked

Reply = (
    Pairing | NoPairing | Chances | hungarian.Allocation | team_formation.Formation | BallotFault
)


class Prepared(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its answer."""

    question: Question
    answer: Reply


@overload
def answered(question: PairingAsked, prepared: Prepared | None) -> Pairing | NoPairing: ...
@overload
def answered(question: ChancesAsked, prepared: Prepared | None) -> Chances: ...
@overload
def answered(
    question: AllocationAsked, prepared: Prepared | None
) -> hungarian.Allocation | BallotFault: ...
@overload
def answered(
    question: FormationAsked, prepared: Prepared | None
) -> team_formation.Formation | BallotFault: ...
def answered(question: Question, prepared: Prepared | None) -> Reply:
    """Return the prepared answer if it is to this question; otherwise calculate it now."""
    if prepared is not None and prepared.question == question:
        return prepared.answer
    return answer_to(question)


def answer_to(question: Question) -> Reply:
    """Return the answer to a question; this can take long."""
    match question:
        case PairingAsked():
            return pairing_for(question)
        case ChancesAsked():
            return chances_for(question)
        case _:
            return allocation_for(question)


def pairing_for(question: PairingAsked) -> Pairing | NoPairing:
    """Return the pairing of the system."""
    return SYSTEMS[question.system].answer(question.given)


def chances_for(question: ChancesAsked) -> Chances:
    """Return all chances, from all outcomes or from some that are drawn."""
    return chances(question.contest, question.plan, question.basis, question.without)


def allocation_for(
    question: AllocationAsked | FormationAsked,
) -> hungarian.Allocation | team_formation.Formation | BallotFault:
    """Return the optimum or the teams, or the fault that leaves none."""
    try:
        if isinstance(question, AllocationAsked):
            return hungarian.allocate(question.ballots)
        return team_formation.form(question.ballots)
    except NotAllocated as refusal:
        return refusal.faults[0]
