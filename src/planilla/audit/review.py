"""A pairing made by hand beside the system's own: each board, the rules it breaks, where they part.

What is broken is shown, not forbidden: the arbiter answers for a change (C.04.2, 4.4).
"""

from collections.abc import Mapping

import msgspec

from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.check import Difference, Fault, check, first_difference
from planilla.domain.pairing.keizer import Keizer
from planilla.domain.pairing.keizer.check import faults_of_ladder
from planilla.domain.pairing.swiss.dutch import SwissDutch
from planilla.domain.pairing.swiss.dutch.edition import LIBRO
from planilla.domain.pairing.system import Explanation, NoPairing, Pairing, PairingInput
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.questions import PairingAsked, pairing_for
from planilla.domain.tournament.rules.drafting import question_of_draft
from planilla.domain.tournament.rules.rounds import unpaired
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import ByeKind, EntrantId

Boards = tuple[tuple[EntrantId, EntrantId], ...]


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """What a round system is asked, and another answer than its own; seats by entrant."""

    question: PairingAsked
    pairing: Pairing


class BoardReview(msgspec.Struct, frozen=True, kw_only=True):
    """One board number: the pair by hand and the system's, None beyond the last of either.

    `change` tells of the pair by hand: it is the system's (`same`), at another board (`moved`),
    with other `colours`, or the two would not meet (`opponents`).
    """

    board: int
    by_hand: tuple[EntrantId, EntrantId] | None
    engine: tuple[EntrantId, EntrantId] | None
    change: str


class FaultOf(msgspec.Struct, frozen=True, kw_only=True):
    """An absolute rule that is broken: a code of `pairing.check.Fault`, and by whom."""

    code: str
    entrants: tuple[EntrantId, ...]


class PartingAt(msgspec.Struct, frozen=True, kw_only=True):
    """The first criterion at which the two part, as in `pairing.check.first_difference`.

    `points` is the score of the bracket in units of the point system; `engine` and `by_hand` are
    the counts compared, where there are any.
    """

    article: str
    points: int
    entrants: tuple[EntrantId, ...]
    engine: int
    by_hand: int


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing by hand, judged. `unpairable`: the system itself has no answer."""

    boards: tuple[BoardReview, ...]
    bye_by_hand: EntrantId | None
    bye_engine: EntrantId | None
    faults: tuple[FaultOf, ...]
    parting: PartingAt | None
    unpairable: bool

    @property
    def changed(self) -> tuple[BoardReview, ...]:
        """The boards that are not the system's."""
        return tuple(board for board in self.boards if board.change != "same")

    @property
    def identical(self) -> bool:
        """Whether it is the system's pairing, board by board."""
        return not self.changed and self.bye_by_hand == self.bye_engine


def proposal_for(
    state: Tournament, boards: Boards, bye: EntrantId | None, given: Given
) -> Proposal | None:
    """Another pairing of the last round, to be reviewed; None where a schedule pairs.

    Raises:
        Refusal: the round could not be paired now.
    """
    question = question_of_draft(unpaired(state), given)
    if question is None:
        return None
    known = question.given.crosstable.entrants
    seats = {entrant.id: seat for seat, entrant in enumerate(known)}
    pairing = Pairing(
        boards=tuple((seats[white], seats[black]) for white, black in boards),
        byes=() if bye is None else ((seats[bye], ByeKind.PAIRING_ALLOCATED),),
        explanation=Explanation(system=question.system),
    )
    return Proposal(question=question, pairing=pairing)


def reviewed(proposal: Proposal) -> Review:
    """The proposal beside the system's own answer; it takes as long as pairing."""
    question = proposal.question
    order = tuple(entrant.id for entrant in question.given.crosstable.entrants)
    answer = pairing_for(question)
    by_hand = _pairs(proposal.pairing, order)
    engine = () if isinstance(answer, NoPairing) else _pairs(answer, order)
    places = places_of(engine)
    return Review(
        boards=tuple(
            BoardReview(
                board=index + 1,
                by_hand=pair_at(by_hand, index),
                engine=pair_at(engine, index),
                change=change_of(pair_at(by_hand, index), index, places),
            )
            for index in range(max(len(by_hand), len(engine)))
        ),
        bye_by_hand=_bye(proposal.pairing, order),
        bye_engine=None if isinstance(answer, NoPairing) else _bye(answer, order),
        faults=tuple(
            FaultOf(code=fault.code, entrants=tuple(order[seat] for seat in fault.seats))
            for fault in _faults(proposal)
        ),
        parting=_parting(proposal, order),
        unpairable=isinstance(answer, NoPairing),
    )


def difference_from(system: str, given: PairingInput, other: Pairing) -> Difference | None:
    """Where another pairing leaves that of a Dutch system; None in systems of another kind."""
    asked = SYSTEMS[system]
    return first_difference(given, other, asked.rules) if isinstance(asked, SwissDutch) else None


def _faults(proposal: Proposal) -> tuple[Fault, ...]:
    asked = SYSTEMS[proposal.question.system]
    if isinstance(asked, Keizer):
        return faults_of_ladder(proposal.question.given, proposal.pairing)
    rules = asked.rules if isinstance(asked, SwissDutch) else LIBRO
    return check(proposal.question.given, proposal.pairing, rules)


def _parting(proposal: Proposal, order: tuple[EntrantId, ...]) -> PartingAt | None:
    found = difference_from(proposal.question.system, proposal.question.given, proposal.pairing)
    if found is None:
        return None
    return PartingAt(
        article=found.article,
        points=found.points,
        entrants=tuple(order[seat] for seat in found.seats),
        engine=found.engine,
        by_hand=found.other,
    )


def _pairs(pairing: Pairing, order: tuple[EntrantId, ...]) -> Boards:
    return tuple((order[white], order[black]) for white, black in pairing.boards)


def _bye(pairing: Pairing, order: tuple[EntrantId, ...]) -> EntrantId | None:
    return order[pairing.byes[0][0]] if pairing.byes else None


def pair_at(boards: Boards, index: int) -> tuple[EntrantId, EntrantId] | None:
    """Who sits at a board, White first; None beyond the last."""
    return boards[index] if index < len(boards) else None


def change_of(
    pair: tuple[EntrantId, EntrantId] | None,
    index: int,
    places: Mapping[tuple[EntrantId, EntrantId], int],
) -> str:
    """What a pair at a board is to another pairing, of which `places` tells the boards by pair.

    One of `same`, `moved`, `colours`, `opponents`; the last, too, where there is no pair.
    """
    if pair is None:
        return "opponents"
    if pair in places:
        return "same" if places[pair] == index else "moved"
    return "colours" if pair[::-1] in places else "opponents"


def places_of(boards: Boards) -> dict[tuple[EntrantId, EntrantId], int]:
    """At which board each pair sits, from 0."""
    return {pair: index for index, pair in enumerate(boards)}
