"""Groups drawn from entries or qualifiers, and the ruling that another entrant takes a place."""

from collections.abc import Iterable
from enum import StrEnum
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.chance import order_by_lot
from planilla.domain.pairing.closed.amsterdam import groupings
from planilla.domain.tournament.command import (
    Command,
    ConfirmFirst,
    Sealed,
    StagedCommand,
)
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import (
    Audience,
    Details,
    Event,
    StagedEvent,
    Topic,
)
from planilla.domain.tournament.lookups import known_entrant
from planilla.domain.tournament.refusal import (
    Conflict,
    NoSuchStage,
    Refusal,
    Unacceptable,
)
from planilla.domain.tournament.shapes import (
    CarriedGame,
)
from planilla.domain.tournament.stages import (
    StageAlreadyStarted,
    StageNotStarted,
    StageStarted,
    entered_again,
    named_entrants,
    points_by_entrant,
    qualified,
    seeded,
    started_with,
)
from planilla.domain.tournament.state import (
    Folds,
    Restatements,
    RoundState,
    Tournament,
    focused,
)
from planilla.domain.tournament.values import (
    GrantedBye,
)
from planilla.domain.vocabulary import EntrantId

# Commands


class GroupsBy(StrEnum):
    """The way to draw entrants into groups: by their seeds, there and back, or by lot."""

    SEEDS = "seeds"
    LOT = "lot"


class DrawGroups(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Draw entrants into planned stages, the groups, in equal numbers, and start them.

    Without `entrants` they are those of the places that lead to these stages, or all entries; their
    order is that of the seeds.
    """

    allowed_after_end: ClassVar[bool] = True

    stages: tuple[int, ...]
    by: GroupsBy = GroupsBy.SEEDS
    entrants: tuple[EntrantId, ...] = ()


class ReplaceQualifier(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rule that `entrant` takes the place of `leaving`, who has not played in the stage."""

    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS

    leaving: EntrantId
    entrant: EntrantId
    reason: Sealed = Sealed()


# Events


class QualifierReplaced(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A person ruled that `entrant` takes the place, number and games of `leaving` in a stage.

    `carried` and `points` are all that the entrants bring to it from now on.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.CORRECTION
    names_its_stage: ClassVar[bool] = True
    corrects_record: ClassVar[bool] = True

    leaving: EntrantId
    entrant: EntrantId
    carried: tuple[CarriedGame, ...] = ()
    points: tuple[int, ...] = ()
    reason: str = ""

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"number": self.stage_number, "leaving": self.leaving}


# Refusals


class UnequalGroups(Unacceptable):
    """The entrants cannot be divided equally; `offered` are the numbers of groups that can."""

    cites = "2.2.3"
    entrants: int
    groups: int
    offered: tuple[int, ...]


class NoEqualGroups(Unacceptable):
    """The entrants cannot be divided equally into any number of groups."""

    cites = "2.2.3"
    entrants: int


class QualifierHasPlayed(Conflict):
    """The entrant has a result in the stage, so that nobody takes their place any more."""

    stage: int
    entrant: EntrantId


class AlreadyInStage(Conflict):
    """The entrant plays in the stage already."""

    stage: int
    entrant: EntrantId


# Rules


def draw_groups(
    state: Tournament, command: DrawGroups, context: DecisionContext
) -> tuple[Event, ...]:
    """Draw entrants into groups of equal size, and start the groups.

    Source: seed 000, 2.2.3 (factorisation). The order there and back of the seeds is usual, but in
    no text that was read.
    """
    groups = [_unstarted(state, number) for number in command.stages]
    if not groups or len(set(command.stages)) < len(groups):
        raise NoSuchStage(stage=(*command.stages, 0)[-1], stages=state.stages)
    entrants = named_entrants(state, command.entrants) or _drawn_from(groups[0], context)
    size, count = len(entrants), len(groups)
    offered = tuple(each.groups for each in groupings(size))
    if not offered:
        raise NoEqualGroups(entrants=size)
    if count not in offered:
        raise UnequalGroups(entrants=size, groups=count, offered=offered)
    lot = context.lot if command.by is GroupsBy.LOT else None
    if lot is not None:
        entrants = tuple(entrants[at] for at in order_by_lot(lot, size))
    rows = [entrants[at : at + count] for at in range(0, size, count)]
    if lot is None:
        rows[1::2] = [row[::-1] for row in rows[1::2]]
    return tuple(
        StageStarted(in_stage=group.stage, entrants=tuple(row[at] for row in rows), lot=lot)
        for at, group in enumerate(groups)
    )


def _unstarted(state: Tournament, number: int) -> Tournament:
    if not 1 <= number <= state.stages:
        raise NoSuchStage(stage=number, stages=state.stages)
    stage = focused(state, number)
    if stage.stage == 1 or stage.plan.started_at:
        raise StageAlreadyStarted(stage=number)
    return stage


def _drawn_from(group: Tournament, context: DecisionContext) -> tuple[EntrantId, ...]:
    if group.plan.sources:
        return named_entrants(group, qualified(group, context))
    entries = focused(group, 1)
    return tuple(each for each in seeded(entries, context) if not entries.entrants[each].expelled)


def replace_qualifier(
    state: Tournament, command: ReplaceQualifier, _: DecisionContext
) -> tuple[Event, ...]:
    """Give the place of an entrant without a result in the stage to another."""
    if not state.plan.started_at:
        raise StageNotStarted(stage=state.stage)
    known_entrant(state, command.leaving)
    named_entrants(state, (command.entrant,))
    if command.entrant in state.entrants:
        raise AlreadyInStage(stage=state.stage, entrant=command.entrant)
    if any(_has_result(played, command.leaving) for played in state.rounds):
        raise QualifierHasPlayed(stage=state.stage, entrant=command.leaving)
    entrants = _instead(state.order, command.leaving, command.entrant)
    brought = started_with(state, entrants, by_places=False)
    return (
        QualifierReplaced(
            leaving=command.leaving,
            entrant=command.entrant,
            carried=brought.carried,
            points=brought.points,
            reason=command.reason.commitment,
        ),
    )


def may_be_replaced(state: Tournament, leaving: EntrantId, entrant: EntrantId) -> Refusal | None:
    """Return the reason why `entrant` cannot take the place of `leaving`; None if possible."""
    try:
        command = ReplaceQualifier(leaving=leaving, entrant=entrant)
        replace_qualifier(state, command, DecisionContext())
    except Refusal as refusal:
        return refusal
    return None


def _has_result(played: RoundState, entrant: EntrantId) -> bool:
    """Return whether a result was ever reported in a game of the entrant, and stands."""
    return any(entrant in board and played.version_of(at) for at, board in enumerate(played.boards))


def _instead(
    order: Iterable[EntrantId], leaving: EntrantId, entrant: EntrantId
) -> tuple[EntrantId, ...]:
    return tuple(entrant if each == leaving else each for each in order)


RULES: Rules = {DrawGroups: draw_groups, ReplaceQualifier: replace_qualifier}


# Folds


def _replaced(state: Tournament, event: QualifierReplaced, _: int) -> Tournament:
    entry = entered_again(focused(state, 1).entrants[event.entrant])
    numberings = tuple(
        replace(each, order=_instead(each.order, event.leaving, event.entrant))
        for each in state.numberings
    )
    return replace(
        state,
        entrants={
            (entry.id if each == event.leaving else each): entry if each == event.leaving else known
            for each, known in state.entrants.items()
        },
        numberings=numberings,
        rounds=tuple(_round_with(each, event.leaving, event.entrant) for each in state.rounds),
        carried=event.carried,
        carried_points=points_by_entrant(numberings[-1].order, event.points),
    )


def _round_with(played: RoundState, leaving: EntrantId, entrant: EntrantId) -> RoundState:
    """Return the round in which `entrant` has the games and byes of `leaving`."""

    def both(pair: tuple[EntrantId, EntrantId]) -> tuple[EntrantId, EntrantId]:
        white, black = _instead(pair, leaving, entrant)
        return white, black

    return replace(
        played,
        boards=tuple(map(both, played.boards)),
        sides=tuple(map(both, played.sides)),
        byes=tuple(
            GrantedBye(entrant=entrant, kind=bye.kind) if bye.entrant == leaving else bye
            for bye in played.byes
        ),
    )


FOLDS: Folds = {QualifierReplaced: _replaced}


# Restatements


def _replaced_anew(state: Tournament, event: QualifierReplaced) -> Event:
    """Return the ruling, where the one is in the stage and the other is not.

    Raises:
        NoSuchEntrant, AlreadyInStage: they are not.
    """
    known_entrant(state, event.leaving)
    known_entrant(focused(state, 1), event.entrant)
    if event.entrant in state.entrants:
        raise AlreadyInStage(stage=state.stage, entrant=event.entrant)
    return event


RESTATEMENTS: Restatements = {QualifierReplaced: _replaced_anew}
