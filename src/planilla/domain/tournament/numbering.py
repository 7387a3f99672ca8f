"""Pairing numbers: the initial order, and the renumbering that a late entry brings.

Source: C.04.2, 2.2 to 2.5: strength, then title, then alphabet; numbers are provisional until the
list closes, and are not assigned again once the fourth round has been paired, except that a late
entry takes an appropriate number.
"""

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from planilla.domain.tournament.command import ConfirmFirst, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import (
    Audience,
    Details,
    Event,
    ReportMoment,
    StagedEvent,
    Topic,
)
from planilla.domain.tournament.refusal import (
    Conflict,
    EntrantTwice,
    NoSuchEntrant,
    NotInThisSystem,
    Unacceptable,
)
from planilla.domain.tournament.state import Folds, Numbering, Restatements, Tournament
from planilla.domain.tournament.values import NumberingReason
from planilla.domain.vocabulary import EntrantId

# Commands


class AssignNumbers(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Assign pairing numbers; without `order` by rating, title and alphabet (C.04.2, 2.2)."""

    needs_rounds: ClassVar[bool] = True
    needs_people: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ONCE_PLAYED
    allowed_in_what_if: ClassVar[bool] = True

    order: tuple[EntrantId, ...] | None = None
    reason: NumberingReason = NumberingReason.ARBITER


# Events


class PairingNumbersAssigned(StagedEvent, frozen=True, kw_only=True, tag=True):
    """All pairing numbers were assigned: the first of `order` has number 1."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.ENTRANT
    may_affect_pairings: ClassVar[bool] = True

    order: tuple[EntrantId, ...]
    reason: NumberingReason

    @property
    def text(self) -> str:
        """Empty: its reason is no free text."""
        return ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"entrants": len(self.order), "why": self.reason}

    def report_remark(self, _: ReportMoment) -> str:
        """Return the remark of a tournament report on it."""
        return f"pairing numbers assigned ({self.reason.value})"


# Refusals


class NumberingIncomplete(Unacceptable):
    """A numbering must name every entrant exactly once."""

    missing: tuple[EntrantId, ...]


class NumbersFixed(Conflict):
    """Numbers cannot change after round 4 has been paired (C.04.2, 2.3)."""

    cites = "C.04.2 2.3"
    round: int


# Rules


TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
"""Titles in descending order (C.04.2, 2.2); an unknown title counts as none."""

LAST_ROUND_TO_RENUMBER = 4


class LatePlace(msgspec.Struct, frozen=True, kw_only=True):
    """The pairing number of a late entry, and how many existing numbers move because of it."""

    entrant: EntrantId
    number: int
    moves: int


def assign_numbers(
    state: Tournament, command: AssignNumbers, context: DecisionContext
) -> tuple[Event, ...]:
    """Assign numbers, as requested or by the initial order; around late entries the order stays.

    Once the fourth round is paired only late entries are numbered, and the others keep their order
    among themselves (C.04.2, 2.3 and 2.4).
    """
    if state.system.forms_teams:
        raise NotInThisSystem(system=state.system_name)
    is_fixed = len(state.rounds) >= LAST_ROUND_TO_RENUMBER
    if is_fixed and not state.unnumbered:
        raise NumbersFixed(round=LAST_ROUND_TO_RENUMBER)
    fixed = state.rounds and not state.system.takes_late_entries
    if fixed or state.system.follows_groups:
        raise NotInThisSystem(system=state.system_name)
    reason = NumberingReason.LATE_ENTRY if is_fixed else command.reason
    order = _order_for(state, reason, context) if command.order is None else command.order
    _check_order(state, order)
    if is_fixed and not _keeps_the_order(state, order):
        raise NumbersFixed(round=LAST_ROUND_TO_RENUMBER)
    if state.numberings and state.numberings[-1].order == order:
        return ()
    return (PairingNumbersAssigned(order=order, reason=reason),)


def _order_for(
    state: Tournament, reason: NumberingReason, context: DecisionContext
) -> tuple[EntrantId, ...]:
    if reason is NumberingReason.LATE_ENTRY and state.numberings:
        return _with_late_entries(state, context)
    return initial_order(state, context)


def _keeps_the_order(state: Tournament, order: tuple[EntrantId, ...]) -> bool:
    numbered = state.numberings[-1].order
    had = frozenset(numbered)
    return tuple(entrant for entrant in order if entrant in had) == numbered


def _check_order(state: Tournament, order: tuple[EntrantId, ...]) -> None:
    seen: set[EntrantId] = set()
    for entrant in order:
        if entrant not in state.entrants:
            raise NoSuchEntrant(entrant=entrant)
        if entrant in seen:
            raise EntrantTwice(entrant=entrant)
        seen.add(entrant)
    missing = tuple(entrant for entrant in state.entrants if entrant not in seen)
    if missing:
        raise NumberingIncomplete(missing=missing)


def numbering_before_pairing(
    state: Tournament, context: DecisionContext
) -> tuple[PairingNumbersAssigned, ...]:
    """Return the numbering needed before a round is paired, if an entrant has no number yet.

    Each new entrant takes the place given by rating, title and alphabet; those with numbers keep
    their order among themselves.
    """
    if not state.unnumbered:
        return ()
    if not state.numberings:
        order = initial_order(state, context)
        return (PairingNumbersAssigned(order=order, reason=NumberingReason.INITIAL_ORDER),)
    order = _with_late_entries(state, context)
    return (PairingNumbersAssigned(order=order, reason=NumberingReason.LATE_ENTRY),)


def late_places(state: Tournament, context: DecisionContext) -> tuple[LatePlace, ...]:
    """Return the numbers that late entries will take, lowest first; none before any numbering.

    Source: C.04.2, 2.4 and 2.5.
    """
    if not state.numberings:
        return ()
    late = frozenset(state.unnumbered)
    order = _with_late_entries(state, context)
    return tuple(
        LatePlace(
            entrant=entrant,
            number=place + 1,
            moves=sum(other not in late for other in order[place + 1 :]),
        )
        for place, entrant in enumerate(order)
        if entrant in late
    )


def initial_order(state: Tournament, context: DecisionContext) -> tuple[EntrantId, ...]:
    """Return the entrants by rating, then title, name and order of entry (C.04.2, 2.2)."""
    return tuple(sorted(state.entrants, key=lambda entrant: _strength(state, entrant, context)))


def _strength(
    state: Tournament, entrant: EntrantId, context: DecisionContext
) -> tuple[int, int, str]:
    known = state.entrants[entrant]
    title = TITLES.index(known.title) if known.title in TITLES else len(TITLES) - 1
    return (-known.rating, title, context.alphabet.get(entrant, "").casefold())


def _with_late_entries(state: Tournament, context: DecisionContext) -> tuple[EntrantId, ...]:
    order = list(state.numberings[-1].order)
    for late in sorted(state.unnumbered, key=lambda entrant: _strength(state, entrant, context)):
        strength = _strength(state, late, context)
        place = next(
            (
                index
                for index, entrant in enumerate(order)
                if _strength(state, entrant, context) > strength
            ),
            len(order),
        )
        order.insert(place, late)
    return tuple(order)


RULES: Rules = {
    AssignNumbers: assign_numbers,
}


# Folds


def _numbered(state: Tournament, event: PairingNumbersAssigned, version: int) -> Tournament:
    numbering = Numbering(version=version, order=event.order, reason=event.reason)
    return replace(state, numberings=(*state.numberings, numbering))


FOLDS: Folds = {
    PairingNumbersAssigned: _numbered,
}


# Restatements


def _restated(state: Tournament, event: PairingNumbersAssigned) -> Event:
    """Return the order without entrants who never entered; an initial order is sorted again.

    The order among the equally strong stays.
    """
    order = tuple(entrant for entrant in event.order if entrant in state.entrants)
    if event.reason is NumberingReason.INITIAL_ORDER:
        nameless = DecisionContext()
        order = tuple(sorted(order, key=lambda entrant: _strength(state, entrant, nameless)))
    return event if order == event.order else replace(event, order=order)


RESTATEMENTS: Restatements = {PairingNumbersAssigned: _restated}
