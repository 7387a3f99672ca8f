"""A wish between its admission and its answer; what takes long may be waited for in between.

A wish that waits is not decided and nothing of it is recorded. It comes back with a question and
its answer, is decided on whatever is true by then, and waits again where that raises another
question.
"""

from collections.abc import Mapping

import msgspec

from planilla.application.envelope import Submission
from planilla.application.sealing import Kept
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import Given
from planilla.domain.tournament.decide import question_of
from planilla.domain.tournament.questions import PairingAsked, Prepared, Question
from planilla.domain.tournament.state import Tournament

PAIRED_AT_ONCE_MAX = 32
"""Rounds of so many are paired where they are decided: elsewhere would not be sooner."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """A submission that was read: the command, what it keeps apart, its keyed hash, its lot.

    `may_wait` tells that a big pairing, or chances, may be worked out elsewhere before it is
    decided, and `prepared` holds what was worked out.
    """

    submission: Submission
    command: Command
    kept: Mapping[str, Kept]
    fingerprint: bytes
    lot: int
    may_wait: bool = False
    prepared: Prepared | None = None


class Undecided(msgspec.Struct, frozen=True, kw_only=True):
    """A wish that waits for the answer to a question; nothing was recorded."""

    question: Question


class Waits(Exception):
    """A wish is to wait for the answer to a question."""

    def __init__(self, question: Question) -> None:
        self.question = question


def wait_for_an_answer(wish: Wish, state: Tournament, given: Given) -> None:
    """Go on if `wish` asks nothing that takes long, or it was worked out for this very state.

    Raises:
        Waits: it takes long, and may be waited for.
        Refusal: the rules say no, whatever the answer.
    """
    if not wish.may_wait:
        return
    question = question_of(state, wish.command, given)
    if question is None or _is_quick(question):
        return
    if wish.prepared is None or wish.prepared.question != question:
        raise Waits(question)


def _is_quick(question: Question) -> bool:
    """Whether it is a small round; how long chances take is not known before."""
    return isinstance(question, PairingAsked) and question.size <= PAIRED_AT_ONCE_MAX
