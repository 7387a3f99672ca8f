"""Stages: plan a stage, and start it with the entrants who qualified, or with those who are named.

The first stage holds the entries of everybody. A later stage takes places of earlier stages: their
entrants are recorded when it starts, so that a later correction of the source changes no fact.
"""

from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.tournament.command import Command, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import Audience, Details, Event, StagedEvent, Topic
from planilla.domain.tournament.lookups import check_each_once, known_entrant
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.refusal import Conflict, Unacceptable
from planilla.domain.tournament.setup import FirstColour, settings_of
from planilla.domain.tournament.shapes import (
    CarriedGame,
    CarryOver,
    MatchShape,
    StagePlan,
    StageSource,
)
from planilla.domain.tournament.state import (
    INITIAL,
    EntrantState,
    Folds,
    Numbering,
    Tournament,
    focused,
)
from planilla.domain.tournament.values import AskedSettings, NumberingReason, TournamentSettings
from planilla.domain.vocabulary import EntrantId

STAGES_MAX = 64
"""Most stages of a tournament."""

# Commands


class PlanStage(Command, AskedSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Plan a later stage: its system and settings, and the places of other stages that lead to it.

    Without `sources` its entrants are named when it starts.
    """

    allowed_after_end: ClassVar[bool] = True

    title: str
    first_colour: FirstColour = FirstColour.LOT
    shape: MatchShape = MatchShape()
    sources: tuple[StageSource, ...] = ()
    carry: CarryOver = CarryOver.NOTHING


class StartStage(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start the stage `in_stage` with its entrants in the order of their numbers.

    Without `entrants` they are those on the places that lead to it, in the order of its sources.
    """

    entrants: tuple[EntrantId, ...] = ()


# Events


class StagePlanned(TournamentSettings, Event, frozen=True, kw_only=True, tag=True):
    """A stage was planned: its number, its settings, and the places that lead to it."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    number: int
    shape: MatchShape
    sources: tuple[StageSource, ...] = ()
    carry: CarryOver = CarryOver.NOTHING

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"number": self.number, "name": self.name, "system": self.system_name}


class StageStarted(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A stage was started with these entrants in the order of their numbers.

    `carried` are games among them that count in this stage.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP

    entrants: tuple[EntrantId, ...]
    carried: tuple[CarriedGame, ...] = ()

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"number": self.stage_number, "entrants": len(self.entrants)}


# Refusals


class NoSuchStage(Unacceptable):
    """The tournament has no stage with this number."""

    stage: int
    stages: int


class StageAlreadyStarted(Conflict):
    """The stage has its entrants already."""

    stage: int


class SourceNotFinished(Conflict):
    """A stage whose places lead to this one is not finished."""

    stage: int
    source: int


class NoEntrantsForStage(Unacceptable):
    """The stage has no sources, so that its entrants have to be named."""

    stage: int


class TooManyStages(Conflict):
    """The tournament has as many stages as it may have."""

    largest: int


# Rules


def plan_stage(state: Tournament, command: PlanStage, _: DecisionContext) -> tuple[Event, ...]:
    """Plan a stage, whose settings are those of a tournament."""
    number = state.stages + 1
    if number > STAGES_MAX:
        raise TooManyStages(largest=STAGES_MAX)
    for source in command.sources:
        if not 1 <= source.stage < number:
            raise NoSuchStage(stage=source.stage, stages=number - 1)
    settings = settings_of(command.title, command, command.first_colour)
    return (
        StagePlanned(
            number=number,
            **settings,
            shape=command.shape,
            sources=command.sources,
            carry=command.carry,
        ),
    )


def start_stage(state: Tournament, command: StartStage, _: DecisionContext) -> tuple[Event, ...]:
    """Start the stage with the named entrants, or with those who qualified."""
    if state.stage == 1 or state.plan.started_at:
        raise StageAlreadyStarted(stage=state.stage)
    entries = focused(state, 1)
    for entrant in command.entrants:
        known_entrant(entries, entrant)
    entrants = command.entrants or qualified(state)
    check_each_once(entrants)
    if not entrants:
        raise NoEntrantsForStage(stage=state.stage)
    return (StageStarted(entrants=entrants),)


def qualified(state: Tournament) -> tuple[EntrantId, ...]:
    """Return the entrants on the places that lead to a stage, in the order of its sources.

    Raises:
        SourceNotFinished: a source still has games to play.
    """
    found: list[EntrantId] = []
    for source in state.plan.sources:
        stage = focused(state, source.stage)
        if not stage.finished:
            raise SourceNotFinished(stage=state.stage, source=source.stage)
        ranked = current_standings(stage)[source.first - 1 : source.last]
        found += [stage.order[each.seat] for each in ranked]
    return tuple(found)


RULES: Rules = {PlanStage: plan_stage, StartStage: start_stage}


# Folds


def _planned(state: Tournament, event: StagePlanned, _: int) -> Tournament:
    """Add a stage without entrants."""
    settings = {**event.settings, "name": state.name, "time_zone": state.time_zone}
    stage = replace(
        INITIAL,
        **settings,
        stage=event.number,
        plan=StagePlan(title=event.name, sources=event.sources, carry=event.carry),
        shape=event.shape,
    )
    return replace(state, later=(*state.later, stage))


def _started(state: Tournament, event: StageStarted, version: int) -> Tournament:
    """Enter the entrants with the data of their entries, and number them."""
    entries = focused(state, 1).entrants
    return replace(
        state,
        entrants={each: _entered(entries[each]) for each in event.entrants},
        numberings=(
            Numbering(version=version, order=event.entrants, reason=NumberingReason.INITIAL_ORDER),
        ),
        carried=event.carried,
        plan=replace(state.plan, started_at=version),
    )


def _entered(entry: EntrantState) -> EntrantState:
    return replace(
        entry, first_round=1, out_from=None, ineligible_from=None, left_from=None, byes=()
    )


FOLDS: Folds = {StagePlanned: _planned, StageStarted: _started}
