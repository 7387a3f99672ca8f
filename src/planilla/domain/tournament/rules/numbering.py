"""Pairing numbers: the initial order, and the renumbering that a late entry brings.

Source: C.04.2, 2.2 to 2.5: strength, then title, then alphabet; numbers are provisional until the
list closes, and are not assigned again once the fourth round has been paired, except that a late
entry takes an appropriate number.
"""

from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import ScheduleSystem
from planilla.domain.tournament.commands import AssignNumbers
from planilla.domain.tournament.events import Event, NumberingReason, PairingNumbersAssigned
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    EntrantTwice,
    NoSuchEntrant,
    NotInThisSystem,
    NumberingIncomplete,
    NumbersFixed,
)
from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId

TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")
"""In descending order (C.04.2, 2.2); an unknown title counts as none."""

LAST_ROUND_TO_RENUMBER = 4


def assign_numbers(state: Tournament, command: AssignNumbers, given: Given) -> tuple[Event, ...]:
    """Number everybody, as told or by the initial order."""
    if len(state.rounds) >= LAST_ROUND_TO_RENUMBER and not state.unnumbered:
        raise NumbersFixed(round=LAST_ROUND_TO_RENUMBER)
    if state.rounds and isinstance(SYSTEMS[state.system], ScheduleSystem):
        raise NotInThisSystem(system=state.system)
    order = initial_order(state, given) if command.order is None else command.order
    _check_order(state, order)
    if state.numberings and state.numberings[-1].order == order:
        return ()
    return (PairingNumbersAssigned(order=order, reason=command.reason),)


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


def numbering_before_pairing(state: Tournament, given: Given) -> tuple[PairingNumbersAssigned, ...]:
    """The numbering that has to come before a round is paired, if somebody has no number yet.

    Everybody takes the place that rating, title and alphabet give; those who had numbers keep
    their order among themselves.
    """
    if not state.unnumbered:
        return ()
    if not state.numberings:
        order = initial_order(state, given)
        return (PairingNumbersAssigned(order=order, reason=NumberingReason.INITIAL_ORDER),)
    order = _with_late_entries(state, given)
    return (PairingNumbersAssigned(order=order, reason=NumberingReason.LATE_ENTRY),)


def initial_order(state: Tournament, given: Given) -> tuple[EntrantId, ...]:
    """Everybody by rating, then title, then name, then order of entry (C.04.2, 2.2)."""
    return tuple(sorted(state.entrants, key=lambda entrant: _strength(state, entrant, given)))


def _strength(state: Tournament, entrant: EntrantId, given: Given) -> tuple[int, int, str]:
    known = state.entrants[entrant]
    title = TITLES.index(known.title) if known.title in TITLES else len(TITLES) - 1
    return (-known.rating, title, given.alphabet.get(entrant, "").casefold())


def _with_late_entries(state: Tournament, given: Given) -> tuple[EntrantId, ...]:
    order = list(state.numberings[-1].order)
    for late in sorted(state.unnumbered, key=lambda entrant: _strength(state, entrant, given)):
        strength = _strength(state, late, given)
        place = next(
            (
                index
                for index, entrant in enumerate(order)
                if _strength(state, entrant, given) > strength
            ),
            len(order),
        )
        order.insert(place, late)
    return tuple(order)
