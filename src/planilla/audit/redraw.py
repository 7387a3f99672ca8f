"""A round paired again beside the recorded one: each board, the rules broken, the first difference.

Replaying a log never pairs; only the audit does. It uses the system and the lot that were recorded,
and the facts of that moment: later corrections, entries and withdrawals are not known. A pairing
made by hand is reviewed in the same way: broken rules are shown, not forbidden, for the arbiter
answers for a change (C.04.2, 4.4).
"""

from collections.abc import Iterable, Mapping

import msgspec

from planilla.audit.recorded_rounds import EntrantPair, RecordedRound, recorded_rounds
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.keizer.memory import KeizerMemory
from planilla.domain.pairing.system import (
    Difference,
    Explanation,
    Fault,
    NoPairing,
    Pairing,
    PairingInput,
)
from planilla.domain.tournament.crosstables import seats_of
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.questions import PairingAsked, pairing_for
from planilla.domain.tournament.rules.drafting import (
    pairing_input,
    question_of_draft,
    seats_to_pair,
)
from planilla.domain.tournament.rules.rounds import unpaired
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import ByeKind, EntrantId

Boards = tuple[tuple[EntrantId, EntrantId], ...]


class ManualPairing(msgspec.Struct, frozen=True, kw_only=True):
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


class ManualFault(msgspec.Struct, frozen=True, kw_only=True):
    """An absolute rule that is broken: a code of `pairing.system.Fault`, and by whom."""

    code: str
    entrants: tuple[EntrantId, ...]


class PartingAt(msgspec.Struct, frozen=True, kw_only=True):
    """The first criterion at which the two part, as in `pairing.system.Difference`.

    `points` is the score of the bracket in units of the point system; `engine` and `by_hand` are
    the counts compared, where there are any.
    """

    article: str
    points: int
    entrants: tuple[EntrantId, ...]
    engine: int
    by_hand: int


class ManualReview(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing by hand, judged. `unpairable`: the system itself has no answer."""

    boards: tuple[BoardReview, ...]
    bye_by_hand: EntrantId | None
    bye_engine: EntrantId | None
    faults: tuple[ManualFault, ...]
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


def manual_pairing(
    state: Tournament, boards: Boards, bye: EntrantId | None, given: Given
) -> ManualPairing | None:
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
    return ManualPairing(question=question, pairing=pairing)


def reviewed(proposal: ManualPairing) -> ManualReview:
    """The proposal beside the system's own answer; it takes as long as pairing."""
    question = proposal.question
    order = tuple(entrant.id for entrant in question.given.crosstable.entrants)
    answer = pairing_for(question)
    by_hand = _pairs_by_seat(proposal.pairing, order)
    engine = () if isinstance(answer, NoPairing) else _pairs_by_seat(answer, order)
    places = places_of(engine)
    return ManualReview(
        boards=tuple(
            BoardReview(
                board=index + 1,
                by_hand=pair_at(by_hand, index),
                engine=pair_at(engine, index),
                change=change_of(pair_at(by_hand, index), index, places),
            )
            for index in range(max(len(by_hand), len(engine)))
        ),
        bye_by_hand=_bye_by_seat(proposal.pairing, order),
        bye_engine=None if isinstance(answer, NoPairing) else _bye_by_seat(answer, order),
        faults=tuple(
            ManualFault(code=fault.code, entrants=tuple(order[seat] for seat in fault.seats))
            for fault in _faults(proposal)
        ),
        parting=_parting_by_hand(proposal, order),
        unpairable=isinstance(answer, NoPairing),
    )


def difference_from(system: str, given: PairingInput, other: Pairing) -> Difference | None:
    """Return where another pairing leaves the system's own; None where nothing is compared."""
    compare = SYSTEMS[system].compare
    return None if compare is None else compare(given, other)


def _faults(proposal: ManualPairing) -> tuple[Fault, ...]:
    check = SYSTEMS[proposal.question.system].check
    return () if check is None else check(proposal.question.given, proposal.pairing)


def _parting_by_hand(proposal: ManualPairing, order: tuple[EntrantId, ...]) -> PartingAt | None:
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


def _pairs_by_seat(pairing: Pairing, order: tuple[EntrantId, ...]) -> Boards:
    return tuple((order[white], order[black]) for white, black in pairing.boards)


def _bye_by_seat(pairing: Pairing, order: tuple[EntrantId, ...]) -> EntrantId | None:
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


class BoardDifference(msgspec.Struct, frozen=True, kw_only=True):
    """One board number: (White, Black) as recorded and as it would be; None beyond the last.

    `change` tells of the pair that would be there: it stays (`same`), it sits at another board
    (`moved`), its `colours` are swapped, or the two did not meet in this round (`opponents`; also
    where the board would not be needed).
    """

    board: int
    was: EntrantPair | None
    would_be: EntrantPair | None
    change: str


class Parting(msgspec.Struct, frozen=True, kw_only=True):
    """The first criterion at which the recorded pairing parts from the one that would be.

    `article` as in `pairing.system.Difference`; `points` is the score of the bracket, in units
    of the point system; `was` and `would_be` are the counts compared, where there are any.
    """

    article: str
    points: int
    entrants: tuple[EntrantId, ...]
    was: int
    would_be: int


class RoundDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was paired, beside the same round paired again.

    `identical` means every board, colour and bye. `by_hand` tells that the arbiter had changed the
    pairing, which is not held against it: the system's own answers are compared. `other_edition`
    tells that the system's edition has changed since. `unpairable`: no pairing would be possible.
    Floaters are those who leave a bracket downwards. `parting` is None where the pairs and colours
    stay, where none would be possible, and in a schedule.
    """

    round: int
    version: int
    system: str
    identical: bool
    by_hand: bool
    other_edition: bool
    unpairable: bool
    boards: tuple[BoardDifference, ...]
    bye_was: EntrantId | None
    bye_would_be: EntrantId | None
    floaters_were: tuple[EntrantId, ...]
    floaters_would_be: tuple[EntrantId, ...]
    parting: Parting | None

    @property
    def changed(self) -> int:
        """How many boards would have two others, or the same two with other colours."""
        return sum(1 for board in self.boards if board.change in {"opponents", "colours"})


def redraw(facts: Iterable[Fact]) -> tuple[RoundDifference, ...]:
    """Every round paired again, in order; all `identical` when the log tells no other story."""
    return tuple(map(difference, recorded_rounds(facts)))


def difference(moment: RecordedRound, state: Tournament | None = None) -> RoundDifference:
    """The round as it was paired, beside its pairing again from what was known then.

    Or from another `state`: others may be there then.
    """
    instead = moment if state is None else msgspec.structs.replace(moment, state=state)
    would_be = again(instead)
    boards = _board_differences(moment.boards, _pairs(instead, would_be))
    bye = _bye(instead, would_be)
    identical = all(board.change == "same" for board in boards) and bye == moment.bye
    was = would_be if identical else again(moment)
    return RoundDifference(
        round=moment.round,
        version=moment.version,
        system=moment.system,
        identical=identical,
        by_hand=moment.by_hand is not None,
        other_edition=SYSTEMS[moment.system].edition != moment.edition,
        unpairable=isinstance(would_be, NoPairing),
        boards=boards,
        bye_was=moment.bye,
        bye_would_be=bye,
        floaters_were=_floaters(instead if identical else moment, was),
        floaters_would_be=_floaters(instead, would_be),
        parting=None if identical else _parting(moment, instead, would_be),
    )


def judged(moment: RecordedRound) -> RecordedRound:
    """The moment with the system's own answer for an imported round; its boards are `by_hand`.

    So that a "what if" tells what a change brings, and not that somebody else paired otherwise.
    """
    own = again(moment) if moment.imported else None
    if own is None or isinstance(own, NoPairing):
        return moment
    boards = _pairs(moment, own)
    changed = moment.by_hand is not None
    by_hand = moment.boards if moment.by_hand is None else moment.by_hand
    return msgspec.structs.replace(
        moment,
        boards=boards,
        bye=_bye(moment, own),
        # A file has no board numbers: another order of the same boards is nobody's doing.
        by_hand=None if set(by_hand) == set(boards) else by_hand,
        bye_by_hand=moment.bye_by_hand if changed else moment.bye,
    )


def again(moment: RecordedRound) -> Pairing | NoPairing:
    """The round paired again, with the system and the lot that were recorded."""
    system = SYSTEMS[moment.system]
    if system.schedule is not None:
        return system.schedule(len(moment.state.order))[moment.round - 1]
    return answer(moment.system, question(moment))


def answer(name: str, asked: PairingInput) -> Pairing | NoPairing:
    """What a system of rounds pairs, told as briefly as it can."""
    return SYSTEMS[name].answer(asked, briefly=True)


def question(moment: RecordedRound, memory: KeizerMemory | None = None) -> PairingInput:
    """Return the input by which the system pairs the round again.

    A ladder is paired by the values recorded then, or by those of `memory`.
    """
    asked = pairing_input(moment.state, moment.round, moment.first_colour)
    return asked if memory is None else msgspec.structs.replace(asked, memory=memory)


def _pairs(moment: RecordedRound, pairing: Pairing | NoPairing) -> tuple[EntrantPair, ...]:
    if isinstance(pairing, NoPairing):
        return ()
    order = moment.state.order
    return tuple((order[white], order[black]) for white, black in pairing.boards)


def _bye(moment: RecordedRound, pairing: Pairing | NoPairing) -> EntrantId | None:
    """Who rests by the pairing; in a schedule nobody does: who is free there has no such bye."""
    byes = () if isinstance(pairing, NoPairing) else pairing.byes
    allocated = (seat for seat, kind in byes if kind is ByeKind.PAIRING_ALLOCATED)
    return next((moment.state.order[seat] for seat in allocated), None)


def _floaters(moment: RecordedRound, pairing: Pairing | NoPairing) -> tuple[EntrantId, ...]:
    if isinstance(pairing, NoPairing):
        return ()
    seats = {
        floater.seat: None
        for step in pairing.explanation.steps
        for floater in step.floaters
        if floater.reason != "bye"
    }
    return tuple(moment.state.order[seat] for seat in seats)


def _board_differences(
    were: tuple[EntrantPair, ...], would_be: tuple[EntrantPair, ...]
) -> tuple[BoardDifference, ...]:
    places = places_of(were)
    return tuple(
        BoardDifference(
            board=index + 1,
            was=pair_at(were, index),
            would_be=pair_at(would_be, index),
            change=change_of(pair_at(would_be, index), index, places),
        )
        for index in range(max(len(were), len(would_be)))
    )


def _parting(
    moment: RecordedRound, instead: RecordedRound, would_be: Pairing | NoPairing
) -> Parting | None:
    """Where others were to be paired there is nothing to compare."""
    if isinstance(would_be, NoPairing) or SYSTEMS[moment.system].has_schedule:
        return None
    if _present(moment) != _present(instead):
        return None
    recorded = _recorded(moment, instead.state)
    found = difference_from(moment.system, question(instead), recorded)
    if found is None:
        return None
    return Parting(
        article=found.article,
        points=found.points,
        entrants=tuple(instead.state.order[seat] for seat in found.seats),
        would_be=found.engine,
        was=found.other,
    )


def _present(moment: RecordedRound) -> frozenset[EntrantId]:
    order = moment.state.order
    return frozenset(order[seat] for seat in seats_to_pair(moment.state, moment.round))


def _recorded(moment: RecordedRound, state: Tournament) -> Pairing:
    seats = seats_of(state)
    return Pairing(
        boards=tuple((seats[white], seats[black]) for white, black in moment.boards),
        byes=() if moment.bye is None else ((seats[moment.bye], ByeKind.PAIRING_ALLOCATED),),
        explanation=Explanation(system=moment.system),
    )
