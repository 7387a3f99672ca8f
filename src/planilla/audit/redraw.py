"""Each round paired again from what was known when it was paired: the same, or what differs.

Replaying a log never pairs; only the audit does. It uses the system and the lot that were recorded,
and the facts of that moment: later corrections, entries and withdrawals are not known.
"""

from collections.abc import Iterable

import msgspec

from planilla.audit.pairing_acts import EntrantPair, Moment, moments
from planilla.audit.review import change_of, difference_from, pair_at, places_of
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.ladder.memory import LadderMemory
from planilla.domain.pairing.swiss.dutch import SwissDutch
from planilla.domain.pairing.system import (
    Explanation,
    HallSystem,
    NoPairing,
    Pairing,
    PairingInput,
    ScheduleSystem,
)
from planilla.domain.tournament.crosstables import seats_of
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.rules.drafting import pairing_input, seats_to_pair
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import ByeKind, EntrantId


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

    `article` as in `pairing.check.first_difference`; `points` is the score of the bracket, in units
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
    return tuple(map(difference, moments(facts)))


def difference(moment: Moment, state: Tournament | None = None) -> RoundDifference:
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


def judged(moment: Moment) -> Moment:
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


def again(moment: Moment) -> Pairing | NoPairing:
    """The round paired again, with the system and the lot that were recorded."""
    system = SYSTEMS[moment.system]
    if isinstance(system, ScheduleSystem):
        return system.schedule(len(moment.state.order))[moment.round - 1]
    return answer(moment.system, question(moment))


def answer(name: str, asked: PairingInput) -> Pairing | NoPairing:
    """What a system of rounds pairs, told as briefly as it can."""
    system = SYSTEMS[name]
    assert not isinstance(system, ScheduleSystem | HallSystem), "a system of rounds is asked"
    return system.pair_briefly(asked) if isinstance(system, SwissDutch) else system.pair(asked)


def question(moment: Moment, memory: LadderMemory | None = None) -> PairingInput:
    """Return the input by which the system pairs the round again.

    A ladder is paired by the values recorded then, or by those of `memory`.
    """
    asked = pairing_input(moment.state, moment.round, moment.first_colour)
    return asked if memory is None else msgspec.structs.replace(asked, ladder=memory)


def _pairs(moment: Moment, pairing: Pairing | NoPairing) -> tuple[EntrantPair, ...]:
    if isinstance(pairing, NoPairing):
        return ()
    order = moment.state.order
    return tuple((order[white], order[black]) for white, black in pairing.boards)


def _bye(moment: Moment, pairing: Pairing | NoPairing) -> EntrantId | None:
    """Who rests by the pairing; in a schedule nobody does: who is free there has no such bye."""
    byes = () if isinstance(pairing, NoPairing) else pairing.byes
    allocated = (seat for seat, kind in byes if kind is ByeKind.PAIRING_ALLOCATED)
    return next((moment.state.order[seat] for seat in allocated), None)


def _floaters(moment: Moment, pairing: Pairing | NoPairing) -> tuple[EntrantId, ...]:
    if isinstance(pairing, NoPairing):
        return ()
    seats = {
        floater.seat: None
        for bracket in pairing.explanation.brackets
        for floater in bracket.floaters
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


def _parting(moment: Moment, instead: Moment, would_be: Pairing | NoPairing) -> Parting | None:
    """Where others were to be paired there is nothing to compare."""
    if isinstance(would_be, NoPairing) or isinstance(SYSTEMS[moment.system], ScheduleSystem):
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


def _present(moment: Moment) -> frozenset[EntrantId]:
    order = moment.state.order
    return frozenset(order[seat] for seat in seats_to_pair(moment.state, moment.round))


def _recorded(moment: Moment, state: Tournament) -> Pairing:
    seats = seats_of(state)
    return Pairing(
        boards=tuple((seats[white], seats[black]) for white, black in moment.boards),
        byes=() if moment.bye is None else ((seats[moment.bye], ByeKind.PAIRING_ALLOCATED),),
        explanation=Explanation(system=moment.system),
    )
