"""Keeping entrants apart: pairs that may not meet, and those of one origin."""

from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.commands import AllowPairs, ForbidPairs, RuleSameOrigin
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.events import (
    DraftDiscarded,
    Event,
    PairsAllowed,
    PairsForbidden,
    SameOriginRuled,
)
from planilla.domain.tournament.given import Given
from planilla.domain.tournament.refusals import (
    NobodyToForbid,
    NoSuchProhibition,
    NoSuchRound,
    NotInThisSystem,
)
from planilla.domain.tournament.rules.lists import check_each_once
from planilla.domain.tournament.rules.registration import known_entrant
from planilla.domain.tournament.state import Prohibition, Tournament

FEWEST = 2


def forbid_pairs(state: Tournament, command: ForbidPairs, _: Given) -> tuple[Event, ...]:
    """Let none of some entrants meet another; a draft in which two of them meet is discarded."""
    _check_system(state)
    check_entrants(state, command)
    first = state.last_published + 1 if command.first_round is None else command.first_round
    _check_rounds(state, first, command.last_round)
    if any(_says(each, command, first) for each in state.prohibitions):
        return ()
    forbidden = PairsForbidden(
        entrants=command.entrants,
        first_round=first,
        last_round=command.last_round,
        reason=command.reason.commitment,
    )
    return (forbidden, *_discarded_draft(state, forbidden))


def check_entrants(state: Tournament, command: ForbidPairs) -> None:
    """Refuse a prohibition for fewer than two entrants, or for one who is named twice.

    Raises:
        NoSuchEntrant, EntrantTwice, NobodyToForbid: the entrants cannot be meant.
    """
    for entrant in command.entrants:
        known_entrant(state, entrant)
    check_each_once(command.entrants)
    if len(command.entrants) < FEWEST:
        raise NobodyToForbid


def _check_system(state: Tournament) -> None:
    if not SYSTEMS[state.system].may_forbid_pairs:
        raise NotInThisSystem(system=state.system)


def _check_rounds(state: Tournament, first: int, last: int | None) -> None:
    planned = rounds_planned(state)
    if not 1 <= first <= planned:
        raise NoSuchRound(round=first, rounds=planned)
    if last is not None and not first <= last <= planned:
        raise NoSuchRound(round=last, rounds=planned)


def _says(known: Prohibition, command: ForbidPairs, first: int) -> bool:
    rounds = (known.first_round, known.last_round)
    return set(known.entrants) == set(command.entrants) and rounds == (first, command.last_round)


def _discarded_draft(state: Tournament, event: PairsForbidden) -> tuple[DraftDiscarded, ...]:
    last = state.rounds[-1] if state.rounds else None
    if last is None or last.is_published:
        return ()
    holds = event.first_round <= last.number and (
        event.last_round is None or last.number <= event.last_round
    )
    apart = frozenset(event.entrants)
    hit = any(white in apart and black in apart for white, black in last.boards)
    return (DraftDiscarded(round=last.number),) if holds and hit else ()


def allow_pairs(state: Tournament, command: AllowPairs, _: Given) -> tuple[Event, ...]:
    """Lift a prohibition for the rounds that are not published yet."""
    found = [each for each in state.prohibitions if each.version == command.forbidden]
    if not found:
        raise NoSuchProhibition(forbidden=command.forbidden)
    coming = state.last_published + 1
    if found[0].last_round is not None and found[0].last_round < coming:
        return ()
    allowed = PairsAllowed(
        forbidden=command.forbidden, from_round=coming, reason=command.reason.commitment
    )
    return (allowed,)


def rule_same_origin(state: Tournament, command: RuleSameOrigin, _: Given) -> tuple[Event, ...]:
    """Say whether entrants of one federation may meet, from the next pairing on."""
    _check_system(state)
    if state.same_origin is command.rule:
        return ()
    return (SameOriginRuled(rule=command.rule),)
