"""Long calculations of decisions as values, so that a worker may do them before.

Pairing a big round takes seconds, and so do the chances of prizes. A caller may ask `question_of`
first, have the answer calculated in a worker, and pass it in the `DecisionContext`. The answer is
used if it belongs to the very question that the decision then asks, and ignored otherwise.
"""

from typing import overload

import msgspec

from planilla.domain.crosstable import Seat
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput
from planilla.domain.prizes.chances import Basis, Chances, OpenTournament, chances
from planilla.domain.prizes.plan import PrizePlan


class PairingAsked(msgspec.Struct, frozen=True, kw_only=True):
    """A round system by its name in `SYSTEMS`, and what it is asked."""

    system: str
    given: PairingInput

    @property
    def size(self) -> int:
        """The number of entrants to pair."""
        return len(self.given.present)


class ChancesAsked(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody's expected share of a prize fund while games are open; `without` take no prize."""

    contest: OpenTournament
    plan: PrizePlan
    basis: Basis
    without: frozenset[Seat] = frozenset()


Question = PairingAsked | ChancesAsked

Reply = Pairing | NoPairing | Chances


class Prepared(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its answer."""

    question: Question
    answer: Reply


@overload
def answered(question: PairingAsked, prepared: Prepared | None) -> Pairing | NoPairing: ...
@overload
def answered(question: ChancesAsked, prepared: Prepared | None) -> Chances: ...
def answered(question: Question, prepared: Prepared | None) -> Reply:
    """The answer that was prepared to this very question; otherwise it is worked out now."""
    if prepared is not None and prepared.question == question:
        return prepared.answer
    return answer_to(question)


def answer_to(question: Question) -> Reply:
    """The answer; it takes its time."""
    return pairing_for(question) if isinstance(question, PairingAsked) else chances_for(question)


def pairing_for(question: PairingAsked) -> Pairing | NoPairing:
    """Return the pairing of the system."""
    return SYSTEMS[question.system].answer(question.given)


def chances_for(question: ChancesAsked) -> Chances:
    """Everybody's chances, from all outcomes or from some that are drawn."""
    return chances(question.contest, question.plan, question.basis, question.without)
