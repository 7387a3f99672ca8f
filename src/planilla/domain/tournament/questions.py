"""What a decision asks a pairing system, as a value, so that the answer may be worked out before.

A big round takes seconds. Whoever decides may ask `question_of` first, have the answer worked out
elsewhere, and bring it along in `Given`: it is used if it answers the very question that the
decision then asks, and otherwise it is as if nothing had been brought.
"""

import msgspec

from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import NoPairing, Pairing, PairingInput, ScheduleSystem


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A round system by its name in `SYSTEMS`, and what it is asked."""

    system: str
    given: PairingInput

    @property
    def size(self) -> int:
        """How many entrants are to be paired."""
        return len(self.given.present)


class Prepared(msgspec.Struct, frozen=True, kw_only=True):
    """A question with its answer."""

    question: Question
    answer: Pairing | NoPairing


def answer_to(question: Question) -> Pairing | NoPairing:
    """What the system answers; it takes its time."""
    system = SYSTEMS[question.system]
    assert not isinstance(system, ScheduleSystem)
    return system.pair(question.given)
