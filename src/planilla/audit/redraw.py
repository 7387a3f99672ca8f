"""A round paired again beside the recorded one: each board, the rules broken, the first difference.

Replaying a log never pairs; only the audit does. It uses the system and the lot that were recorded,
and the facts of that moment: later corrections, entries and withdrawals are not known. A pairing
made by hand is reviewed in the same way: broken rules are shown, not forbidden, for the arbiter
answers for a change (C.04.2, 4.4).
"""

from collections.abc import Iterable, Sequence

import msgspec

from planilla.audit.compare import BoardDifference, CriterionDifference, board_differences
from planilla.audit.recorded_rounds import EntrantPair, RecordedRound, recorded_rounds
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.keizer.memory import KeizerMemory
from planilla.domain.pairing.system import (
    Explanation,
    NoPairing,
    Pairing,
    PairingFault,
    PairingInput,
)
from planilla.domain.tournament.brackets import bracket_pairing
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.crosstables import seats_of
from planilla.domain.tournament.drafting import (
    FixedBoards,
    fixed_boards,
    pairing_input,
    question_of_draft,
    seated,
    seats_to_pair,
)
from planilla.domain.tournament.draw import rounds_of
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.pairings import unpaired
from planilla.domain.tournament.questions import PairingAsked, pairing_for
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import ByeKind, EntrantId

Boards = tuple[EntrantPair, ...]


class RoundDifference(msgspec.Struct, frozen=True, kw_only=True):
    """A round as it was paired, beside the same round paired again.

    `identical` means every board, colour and bye. `by_hand` marks a pairing that the arbiter had
    changed, which is not held against it: the system's own answers are compared. `other_edition`:
    the edition of the system has changed since. `unpairable`: no pairing would be possible.
    Floaters leave a bracket downwards. `criterion` is None where the pairs and colours stay, where
    none would be possible, and in a schedule.
    """

    round: int
    version: int
    system: str
    identical: bool
    by_hand: bool
    other_edition: bool
    unpairable: bool
    boards: tuple[BoardDifference, ...]
    bye_before: EntrantId | None
    bye_after: EntrantId | None
    floaters_before: tuple[EntrantId, ...]
    floaters_after: tuple[EntrantId, ...]
    criterion: CriterionDifference | None
    stage: int = 1

    @property
    def changed(self) -> int:
        """Return the number of boards with two others, or the same two with other colours."""
        return sum(1 for board in self.boards if board.change in {"opponents", "colours"})


class ManualPairing(msgspec.Struct, frozen=True, kw_only=True):
    """The question put to a system of rounds, and another answer than its own, by seat.

    `fixed` are the boards of entrants who have one of their own.
    """

    question: PairingAsked
    pairing: Pairing
    fixed: FixedBoards


class ManualFault(msgspec.Struct, frozen=True, kw_only=True):
    """An absolute rule that is broken: a code of `pairing.system.PairingFault`, and by whom."""

    code: str
    entrants: tuple[EntrantId, ...]


class ManualReview(msgspec.Struct, frozen=True, kw_only=True):
    """The system's own pairing (`before`) beside one by hand (`after`), and the rules it breaks.

    `unpairable`: the system itself has no answer.
    """

    boards: tuple[BoardDifference, ...]
    bye_before: EntrantId | None
    bye_after: EntrantId | None
    faults: tuple[ManualFault, ...]
    criterion: CriterionDifference | None
    unpairable: bool

    @property
    def changed(self) -> tuple[BoardDifference, ...]:
        """Return the boards that are not the system's."""
        return tuple(board for board in self.boards if board.change != "same")

    @property
    def identical(self) -> bool:
        """Return whether it is the system's pairing, board by board."""
        return not self.changed and self.bye_before == self.bye_after


def redraw(facts: Iterable[Fact]) -> tuple[RoundDifference, ...]:
    """Pair every round again, in order; all are `identical` where the log is right."""
    return tuple(map(difference, recorded_rounds(facts)))


def difference(paired: RecordedRound, state: Tournament | None = None) -> RoundDifference:
    """Pair a round again from what was known then, or from another `state`, and compare.

    In another state there may be others to pair.
    """
    instead = paired if state is None else msgspec.structs.replace(paired, state=state)
    would_be = again(instead)
    order = instead.state.order
    would_be_boards = _boards(would_be, order, fixed_boards(instead.state))
    boards = board_differences(paired.boards, would_be_boards)
    bye = _bye(would_be, order)
    identical = all(board.change == "same" for board in boards) and bye == paired.bye
    was = would_be if identical else again(paired)
    return RoundDifference(
        round=paired.round,
        version=paired.version,
        system=paired.system,
        identical=identical,
        by_hand=paired.by_hand is not None,
        other_edition=SYSTEMS[paired.system].edition != paired.edition,
        unpairable=isinstance(would_be, NoPairing),
        boards=boards,
        bye_before=paired.bye,
        bye_after=bye,
        floaters_before=_floaters(was, order if identical else paired.state.order),
        floaters_after=_floaters(would_be, order),
        criterion=None if identical else _criterion_of_round(paired, instead, would_be),
        stage=paired.state.stage,
    )


def judged(paired: RecordedRound) -> RecordedRound:
    """Return an imported round with the system's own answer; its boards are then `by_hand`.

    A what-if then shows what a change brings, and not that somebody else paired differently.
    """
    own = again(paired) if paired.imported else None
    if own is None or isinstance(own, NoPairing):
        return paired
    boards = _boards(own, paired.state.order, fixed_boards(paired.state))
    changed = paired.by_hand is not None
    by_hand = paired.boards if paired.by_hand is None else paired.by_hand
    return msgspec.structs.replace(
        paired,
        boards=boards,
        bye=_bye(own, paired.state.order),
        # A file has no board numbers: another order of the same boards is nobody's doing.
        by_hand=None if set(by_hand) == set(boards) else by_hand,
        bye_by_hand=paired.bye_by_hand if changed else paired.bye,
    )


def again(paired: RecordedRound) -> Pairing | NoPairing:
    """Pair the round again, with the system and the lot that were recorded."""
    system = SYSTEMS[paired.system]
    if system.has_bracket:
        return bracket_pairing(paired.state, paired.first_colour)
    if system.has_schedule:
        rounds = rounds_of(paired.state, system)
        return system.scheduled(len(paired.state.order), paired.round, paired.first_colour, rounds)
    return answer(paired.system, question(paired))


def answer(name: str, asked: PairingInput) -> Pairing | NoPairing:
    """Return the pairing of a system of rounds, with the shortest explanation that it has."""
    return SYSTEMS[name].answer(asked, briefly=True)


def question(paired: RecordedRound, memory: KeizerMemory | None = None) -> PairingInput:
    """Return the input by which the system pairs the round again.

    A Keizer tournament is paired by the values recorded then, or by those of `memory`.
    """
    asked = pairing_input(paired.state, paired.round, paired.first_colour)
    return asked if memory is None else msgspec.structs.replace(asked, memory=memory)


def manual_pairing(
    state: Tournament, boards: Boards, bye: EntrantId | None, context: DecisionContext
) -> ManualPairing | None:
    """Return another pairing of the last round, to be reviewed; None where a schedule pairs.

    Raises:
        Refusal: the round could not be paired now.
    """
    before = unpaired(state)
    asked = question_of_draft(before, context)
    if asked is None:
        return None
    seats = {entrant.id: seat for seat, entrant in enumerate(asked.given.crosstable.entrants)}
    return ManualPairing(
        question=asked,
        pairing=_by_seat(asked.system, boards, bye, seats),
        fixed=fixed_boards(before),
    )


def reviewed(manual: ManualPairing) -> ManualReview:
    """Compare a pairing by hand with the system's own; it takes as long as pairing."""
    asked = manual.question
    order = tuple(entrant.id for entrant in asked.given.crosstable.entrants)
    own = pairing_for(asked)
    return ManualReview(
        boards=board_differences(
            _boards(own, order, manual.fixed), _boards(manual.pairing, order, ())
        ),
        bye_before=_bye(own, order),
        bye_after=_bye(manual.pairing, order),
        faults=tuple(
            ManualFault(code=fault.code, entrants=tuple(order[seat] for seat in fault.seats))
            for fault in _faults(manual)
        ),
        criterion=first_criterion(
            asked.system, asked.given, manual.pairing, order, is_other_after=True
        ),
        unpairable=isinstance(own, NoPairing),
    )


def first_criterion(
    system: str,
    given: PairingInput,
    other: Pairing,
    order: Sequence[EntrantId],
    *,
    is_other_after: bool,
) -> CriterionDifference | None:
    """Return where another pairing differs from the system's own; None where nothing is compared.

    The other pairing is the one after, or the one before.
    """
    compare = SYSTEMS[system].compare
    found = None if compare is None else compare(given, other)
    if found is None:
        return None
    counts = (found.engine, found.other)
    before, after = counts if is_other_after else counts[::-1]
    return CriterionDifference(
        article=found.article,
        points=found.points,
        entrants=tuple(order[seat] for seat in found.seats),
        before=before,
        after=after,
    )


def _criterion_of_round(
    paired: RecordedRound, instead: RecordedRound, would_be: Pairing | NoPairing
) -> CriterionDifference | None:
    """Return the first criterion; None where others were to be paired: nothing is comparable."""
    if isinstance(would_be, NoPairing) or SYSTEMS[paired.system].pair is None:
        return None
    present = _present(instead)
    if _present(paired) != present or not present.issuperset(_on_boards(paired)):
        return None
    recorded = _by_seat(paired.system, paired.boards, paired.bye, seats_of(instead.state))
    return first_criterion(
        paired.system, question(instead), recorded, instead.state.order, is_other_after=False
    )


def _faults(manual: ManualPairing) -> tuple[PairingFault, ...]:
    check = SYSTEMS[manual.question.system].check
    return () if check is None else check(manual.question.given, manual.pairing)


def _boards(pairing: Pairing | NoPairing, order: Sequence[EntrantId], fixed: FixedBoards) -> Boards:
    if isinstance(pairing, NoPairing):
        return ()
    return seated(tuple((order[white], order[black]) for white, black in pairing.boards), fixed)


def _bye(pairing: Pairing | NoPairing, order: Sequence[EntrantId]) -> EntrantId | None:
    """Return the entrant with the allocated bye; a free round of a schedule is none."""
    byes = () if isinstance(pairing, NoPairing) else pairing.byes
    return next((order[seat] for seat, kind in byes if kind is ByeKind.PAIRING_ALLOCATED), None)


def _by_seat(
    system: str, boards: Boards, bye: EntrantId | None, seats: dict[EntrantId, int]
) -> Pairing:
    return Pairing(
        boards=tuple((seats[white], seats[black]) for white, black in boards),
        byes=() if bye is None else ((seats[bye], ByeKind.PAIRING_ALLOCATED),),
        explanation=Explanation(system=system),
    )


def _floaters(pairing: Pairing | NoPairing, order: Sequence[EntrantId]) -> tuple[EntrantId, ...]:
    if isinstance(pairing, NoPairing):
        return ()
    seats = {
        floater.seat: None
        for step in pairing.explanation.steps
        for floater in step.floaters
        if floater.reason != "bye"
    }
    return tuple(order[seat] for seat in seats)


def _on_boards(paired: RecordedRound) -> frozenset[EntrantId]:
    return frozenset(entrant for board in paired.boards for entrant in board)


def _present(paired: RecordedRound) -> frozenset[EntrantId]:
    order = paired.state.order
    return frozenset(order[seat] for seat in seats_to_pair(paired.state, paired.round))
