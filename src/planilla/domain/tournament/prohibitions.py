"""Prohibited pairs, and the rule on entrants of one federation."""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.command import Sealed, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.crosstables import rounds_planned
from planilla.domain.tournament.drafting import DraftDiscarded
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_each_once, known_entrant
from planilla.domain.tournament.refusal import NoSuchRound, NotInThisSystem, Unacceptable
from planilla.domain.tournament.state import Folds, Prohibition, Restatements, Tournament
from planilla.domain.tournament.values import SameOrigin
from planilla.domain.vocabulary import EntrantId

# Commands


class ForbidPairs(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Forbid meetings among `entrants`, from the next round or from `first_round` on."""

    allowed_in_what_if: ClassVar[bool] = True

    entrants: tuple[EntrantId, ...]
    first_round: int | None = None
    last_round: int | None = None
    reason: Sealed = Sealed()


class AllowPairs(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Lift a prohibition; `forbidden` is the version of its event."""

    allowed_in_what_if: ClassVar[bool] = True

    forbidden: int
    reason: Sealed = Sealed()


class RuleSameOrigin(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Allow, avoid or forbid meetings of entrants of one federation (seed 000, 2.9 B3 bis)."""

    needs_rounds: ClassVar[bool] = True
    allowed_in_what_if: ClassVar[bool] = True

    rule: SameOrigin


# Events


class PairsForbidden(StagedEvent, frozen=True, kw_only=True, tag=True):
    """Meetings among `entrants` were forbidden in these rounds; `last_round` None: to the end.

    It applies to rounds paired afterwards.
    """

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True

    entrants: tuple[EntrantId, ...]
    first_round: int = 1
    last_round: int | None = None
    reason: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        first, last = self.first_round, self.last_round
        return {"entrants": self.entrants, "first_round": first, "last_round": last}

    def wording(self) -> str:
        """Return the ending of the key of its sentence."""
        return "" if self.last_round is None else ".until"


class PairsAllowed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A prohibition was lifted from `from_round` on; `forbidden` is the version of its event."""

    audience: ClassVar[Audience] = Audience.STAFF
    topic: ClassVar[Topic] = Topic.ENTRANT
    moves_standings: ClassVar[bool] = False
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True

    forbidden: int
    from_round: int
    reason: str = ""

    def as_command(self) -> AllowPairs:
        """Return the command that decides it again."""
        return AllowPairs(forbidden=self.forbidden)


class SameOriginRuled(StagedEvent, frozen=True, kw_only=True, tag=True):
    """The rule on meetings of entrants of one federation was set, from the next pairing on."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False
    editable_in_what_if: ClassVar[bool] = True
    may_affect_pairings: ClassVar[bool] = True

    rule: SameOrigin


# Refusals


class NobodyToForbid(Unacceptable):
    """A prohibition needs at least two entrants."""


class NoSuchProhibition(Unacceptable):
    """No prohibition was recorded at this version."""

    forbidden: int


# Rules


FEWEST = 2


def forbid_pairs(state: Tournament, command: ForbidPairs, _: DecisionContext) -> tuple[Event, ...]:
    """Forbid meetings among entrants; a draft in which two of them meet is discarded."""
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
    """Refuse a prohibition for fewer than two entrants, or for one named twice.

    Raises:
        NoSuchEntrant, EntrantTwice, NobodyToForbid: the entrants are not valid.
    """
    for entrant in command.entrants:
        known_entrant(state, entrant)
    check_each_once(command.entrants)
    if len(command.entrants) < FEWEST:
        raise NobodyToForbid


def _check_system(state: Tournament) -> None:
    if not state.system.may_forbid_pairs:
        raise NotInThisSystem(system=state.system_name)


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


def allow_pairs(state: Tournament, command: AllowPairs, _: DecisionContext) -> tuple[Event, ...]:
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


def rule_same_origin(
    state: Tournament, command: RuleSameOrigin, _: DecisionContext
) -> tuple[Event, ...]:
    """Set the rule on entrants of one federation, from the next pairing on."""
    _check_system(state)
    if state.same_origin is command.rule:
        return ()
    return (SameOriginRuled(rule=command.rule),)


RULES: Rules = {
    RuleSameOrigin: rule_same_origin,
    ForbidPairs: forbid_pairs,
    AllowPairs: allow_pairs,
}


# Folds


def pairs_forbidden(state: Tournament, event: PairsForbidden, version: int) -> Tournament:
    """Add a prohibition."""
    prohibition = Prohibition(
        version=version,
        entrants=event.entrants,
        first_round=event.first_round,
        last_round=event.last_round,
    )
    return replace(state, prohibitions=(*state.prohibitions, prohibition))


def pairs_allowed(state: Tournament, event: PairsAllowed, _: int) -> Tournament:
    """End a prohibition from a round on."""
    return replace(
        state,
        prohibitions=tuple(
            replace(each, last_round=event.from_round - 1)
            if each.version == event.forbidden
            else each
            for each in state.prohibitions
        ),
    )


FOLDS: Folds = {
    PairsForbidden: pairs_forbidden,
    PairsAllowed: pairs_allowed,
    SameOriginRuled: lambda state, event, _: replace(state, same_origin=event.rule),
}


# Restatements


def forbidden_anew(state: Tournament, event: PairsForbidden) -> Event:
    """Return the prohibition without entrants who never entered.

    Raises:
        NobodyToForbid: fewer than two are left.
    """
    apart = tuple(each for each in event.entrants if each in state.entrants)
    if len(apart) < FEWEST:
        raise NobodyToForbid
    return event if apart == event.entrants else replace(event, entrants=apart)


RESTATEMENTS: Restatements = {PairsForbidden: forbidden_anew}
