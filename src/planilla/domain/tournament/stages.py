"""Stages: planned, and started with those who qualified or with those who are named.

The first stage holds the entries of everybody. A later stage takes places of earlier stages: their
entrants are recorded when it starts, so that a later correction of the source changes no fact.
`qualifiers` draws groups and holds the rulings on them. `docs/rules/stages.md`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, zip_longest
from string import ascii_uppercase
from typing import ClassVar

from msgspec.structs import replace

from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.closed.amsterdam import QUALIFIERS, finalists
from planilla.domain.tournament.command import Command, ConfirmFirst, StagedCommand
from planilla.domain.tournament.context import DecisionContext, Rules
from planilla.domain.tournament.event import (
    Audience,
    DecidedByLot,
    Details,
    Event,
    StagedEvent,
    Topic,
)
from planilla.domain.tournament.lookups import check_each_once, known_entrant
from planilla.domain.tournament.numbering import initial_order
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.refusal import (
    Conflict,
    EntrantIsExpelled,
    NoSuchStage,
    NotInThisSystem,
    Refusal,
    Unacceptable,
)
from planilla.domain.tournament.setup import (
    NAME_LENGTH_MAX,
    FirstColour,
    NameMissing,
    settings_of,
)
from planilla.domain.tournament.shapes import (
    CarriedGame,
    CarryOver,
    MatchShape,
    SeedsBy,
    StagePlan,
    StageSource,
)
from planilla.domain.tournament.state import (
    INITIAL,
    EntrantState,
    Folds,
    Numbering,
    Restatements,
    Tournament,
    focused,
)
from planilla.domain.tournament.timers import cancelled
from planilla.domain.tournament.values import (
    AskedSettings,
    NumberingReason,
    TournamentSettings,
)
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameResult

STAGES_MAX = 64
"""Most stages of a tournament."""

ENTRANTS_MIN = 2
"""Fewest entrants of a later stage."""

# Commands


class PlanStage(Command, AskedSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Plan a later stage: its system and settings, and the places of other stages that lead to it.

    Without `sources` its entrants are named when it starts. `seeds` is the order of those places.
    With `groups` so many parallel stages are planned, titled A, B, C and so on.
    """

    allowed_after_end: ClassVar[bool] = True

    title: str
    first_colour: FirstColour = FirstColour.LOT
    shape: MatchShape = MatchShape()
    sources: tuple[StageSource, ...] = ()
    seeds: SeedsBy = SeedsBy.SOURCES
    carry: CarryOver = CarryOver.NOTHING
    groups: int = 0


class RenameStage(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Give the stage `in_stage` another title."""

    allowed_after_end: ClassVar[bool] = True

    title: str


class RemoveStage(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Remove the last stage, if it has not started."""

    allowed_after_end: ClassVar[bool] = True
    confirm_first: ClassVar[ConfirmFirst] = ConfirmFirst.ALWAYS


class StartStage(StagedCommand, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Start the stage `in_stage` with its entrants in the order of their numbers.

    Without `entrants` they are those on the places that lead to it, in the order of its seeds.
    """

    entrants: tuple[EntrantId, ...] = ()


# Events


class StageRenamed(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A stage was given another title."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    names_its_stage: ClassVar[bool] = True
    moves_standings: ClassVar[bool] = False

    title: str

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"number": self.stage_number, "title": self.title}


class StageRemoved(Event, frozen=True, kw_only=True, tag=True):
    """A planned stage, the last one, was removed."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    number: int


class StagePlanned(TournamentSettings, Event, frozen=True, kw_only=True, tag=True):
    """A stage was planned: its number, its settings, and the places that lead to it."""

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    moves_standings: ClassVar[bool] = False

    number: int
    shape: MatchShape
    sources: tuple[StageSource, ...] = ()
    seeds: SeedsBy = SeedsBy.SOURCES
    carry: CarryOver = CarryOver.NOTHING

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"number": self.number, "name": self.name, "system": self.system_name}


class StageStarted(StagedEvent, frozen=True, kw_only=True, tag=True):
    """A stage was started with these entrants in the order of their numbers.

    `by_places`: they are those on the places that lead to it. `carried` are games among them that
    count in this stage, `points` the points that they bring, in the unit of its point system. `lot`
    is the number by which groups were drawn.
    """

    audience: ClassVar[Audience] = Audience.PUBLIC
    topic: ClassVar[Topic] = Topic.SETUP
    names_its_stage: ClassVar[bool] = True
    decided_by_lot: ClassVar[DecidedByLot | None] = DecidedByLot.GROUPS

    entrants: tuple[EntrantId, ...]
    carried: tuple[CarriedGame, ...] = ()
    by_places: bool = False
    points: tuple[int, ...] = ()
    lot: int | None = None

    def details(self) -> Details:
        """Return the values of its row and its sentence."""
        return {"number": self.stage_number, "entrants": len(self.entrants)}


# Refusals


class StageNotStarted(Conflict):
    """The stage is planned, but has no entrants yet."""

    stage: int


class StageAlreadyStarted(Conflict):
    """The stage has its entrants already."""

    stage: int


class LaterStagePlanned(Conflict):
    """Only the last stage can be removed."""

    stage: int
    later: int


class SourceNotFinished(Conflict):
    """A stage whose places lead to this one is not finished."""

    stage: int
    source: int


class PlacesOutOfRange(Unacceptable):
    """The places of a source are no range from 1 on, or one of them leads to the stage twice."""

    source: int
    first: int
    last: int


class TiedForLastPlace(Conflict):
    """Entrants share a place of which only some qualify: the regulations name those who do."""

    source: int
    place: int
    entrants: tuple[EntrantId, ...]


class QualifierLeft(Conflict):
    """An entrant on a place that leads to the stage has left; the place is not passed on."""

    source: int
    entrant: EntrantId


class NoEntrantsForStage(Unacceptable):
    """The stage has no sources, so that its entrants have to be named."""

    stage: int


class TooFewForStage(Unacceptable):
    """A later stage needs two entrants."""

    stage: int
    entrants: int
    smallest: int


class TooManyStages(Conflict):
    """The tournament has as many stages as it may have."""

    largest: int


class CannotCarry(Unacceptable):
    """Nothing of this kind can be carried into a stage with this system (seed 000, 2.2.3)."""

    cites = "2.2.3"
    system: str
    carry: CarryOver


class NotMetBefore(Conflict):
    """Two finalists have no game in their group that would count here (Amsterdam)."""

    cites = "2.2.3"
    white: EntrantId
    black: EntrantId


class EntriesInFirstStage(Unacceptable):
    """Entries are made and removed in the first stage; a later one starts with some of them."""

    stage: int


# Rules


def plan_stage(state: Tournament, command: PlanStage, _: DecisionContext) -> tuple[Event, ...]:
    """Plan a stage, or parallel groups, with the settings of a tournament."""
    first, size = state.stages + 1, max(command.groups, 1)
    if command.groups < 0 or first + size - 1 > STAGES_MAX:
        raise TooManyStages(largest=STAGES_MAX)
    _check_sources(state, command.sources)
    settings = settings_of(command.title, command, command.first_colour, command.shape)
    _check_carry(state, command)
    planned = StagePlanned(
        number=first,
        **settings,
        shape=command.shape,
        sources=command.sources,
        seeds=command.seeds,
        carry=command.carry,
    )
    if not command.groups:
        return (planned,)
    return tuple(
        replace(planned, number=first + at, name=f"{planned.name} {_letter(at)}")
        for at in range(size)
    )


def _letter(at: int) -> str:
    """Return the letter of a group, counted from 0."""
    return ascii_uppercase[at] if at < len(ascii_uppercase) else str(at + 1)


def _check_sources(state: Tournament, sources: Sequence[StageSource]) -> None:
    taken: set[tuple[int, int]] = set()
    for source in sources:
        if not 1 <= source.stage <= state.stages:
            raise NoSuchStage(stage=source.stage, stages=state.stages)
        places = {(source.stage, place) for place in range(source.first, source.last + 1)}
        if source.first < 1 or not places or places & taken:
            raise PlacesOutOfRange(source=source.stage, first=source.first, last=source.last)
        taken |= places


def _check_carry(state: Tournament, command: PlanStage) -> None:
    """Refuse what a system cannot carry.

    A schedule alone is independent of the points; only the Amsterdam final leaves out the games
    that count already, and it takes two of each group.
    """
    system = SYSTEMS[command.system]
    if not system.has_rounds or system.keeps_values:
        raise NotInThisSystem(system=system.name)
    wanted = {
        CarryOver.NOTHING: not system.follows_groups,
        CarryOver.POINTS: system.has_schedule and not system.follows_groups,
        CarryOver.MUTUAL_GAMES: system.follows_groups,
    }[command.carry]
    from_others = {
        (played.point_system, played.points)
        for played in (focused(state, source.stage) for source in command.sources)
    }
    alike = from_others == {(command.point_system, None)}
    sizes = {source.last - source.first + 1 for source in command.sources}
    of_two = not system.follows_groups or sizes == {QUALIFIERS}
    if not wanted or not of_two or (command.carry is CarryOver.POINTS and not alike):
        raise CannotCarry(system=system.name, carry=command.carry)


def rename_stage(state: Tournament, command: RenameStage, _: DecisionContext) -> tuple[Event, ...]:
    """Give a stage another title."""
    title = command.title.strip()
    if not 1 <= len(title) <= NAME_LENGTH_MAX:
        raise NameMissing
    return () if title == state.plan.title else (StageRenamed(title=title),)


def remove_stage(state: Tournament, _: RemoveStage, __: DecisionContext) -> tuple[Event, ...]:
    """Remove the last stage before it starts, with its timers."""
    if state.stage == 1 or state.plan.started_at:
        raise StageAlreadyStarted(stage=state.stage)
    if state.stage < state.stages:
        raise LaterStagePlanned(stage=state.stage, later=state.stages)
    timers = [each for each in state.timers.values() if each.stage == state.stage]
    return (*map(cancelled, timers), StageRemoved(number=state.stage))


def named_entrants(state: Tournament, named: tuple[EntrantId, ...]) -> tuple[EntrantId, ...]:
    """Return the entrants who are named.

    Raises:
        NoSuchEntrant, EntrantTwice, EntrantIsExpelled: one of them cannot play.
    """
    entries = focused(state, 1)
    for entrant in named:
        if known_entrant(entries, entrant).expelled:
            raise EntrantIsExpelled(entrant=entrant)
    check_each_once(named)
    return named


def start_stage(
    state: Tournament, command: StartStage, context: DecisionContext
) -> tuple[Event, ...]:
    """Start the stage with the named entrants, or with those who qualified."""
    if state.stage == 1 or state.plan.started_at:
        raise StageAlreadyStarted(stage=state.stage)
    if not (command.entrants or state.plan.sources):
        raise NoEntrantsForStage(stage=state.stage)
    entrants = named_entrants(state, command.entrants or qualified(state, context))
    if len(entrants) < ENTRANTS_MIN:
        raise TooFewForStage(stage=state.stage, entrants=len(entrants), smallest=ENTRANTS_MIN)
    return (started_with(state, entrants, by_places=not command.entrants),)


def started_with(
    state: Tournament, entrants: tuple[EntrantId, ...], *, by_places: bool
) -> StageStarted:
    """Return the start of a stage with these entrants and what they carry.

    Raises:
        NotMetBefore: two who do not meet here have no game that counts.
    """
    return StageStarted(
        entrants=entrants,
        by_places=by_places,
        carried=_carried_games(state, entrants),
        points=carried_points(state, entrants),
    )


def qualified(state: Tournament, context: DecisionContext) -> tuple[EntrantId, ...]:
    """Return the entrants on the places that lead to a stage, in the order of its seeds.

    Raises:
        SourceNotFinished: a source still has games to play.
        TiedForLastPlace: entrants share a place of which only some qualify.
        QualifierLeft: one of them has left.
    """
    found = [_on_places(state, source, context) for source in state.plan.sources]
    if state.system.follows_groups:
        numbers = chain.from_iterable(finalists(len(found), QUALIFIERS))
        seeded = dict(zip(numbers, chain.from_iterable(found), strict=True))
        return tuple(seeded[number] for number in sorted(seeded))
    if state.plan.seeds is SeedsBy.SOURCES:
        return tuple(chain.from_iterable(found))
    rows = zip_longest(*found)
    return tuple(each for row in rows for each in row if each is not None)


def _on_places(
    state: Tournament, source: StageSource, context: DecisionContext
) -> tuple[EntrantId, ...]:
    stage = focused(state, source.stage)
    if stage.system.entries_only:
        return seeded(stage, context)[source.first - 1 : source.last]
    if not stage.finished:
        raise SourceNotFinished(stage=state.stage, source=source.stage)
    ranked = current_standings(stage)
    ranks = [row.rank for row in ranked]
    for end in (source.first - 1, source.last):
        if 0 < end < len(ranks) and ranks[end - 1] == ranks[end]:
            tied = tuple(stage.order[row.seat] for row in ranked if row.rank == ranks[end])
            raise TiedForLastPlace(source=source.stage, place=end, entrants=tied)
    found = tuple(stage.order[row.seat] for row in ranked[source.first - 1 : source.last])
    for entrant in found:
        if stage.entrants[entrant].out_from is not None:
            raise QualifierLeft(source=source.stage, entrant=entrant)
    return found


def seeded(entries: Tournament, context: DecisionContext) -> tuple[EntrantId, ...]:
    """Return the entries by their numbers, or in the initial order (C.04.2, 2.2)."""
    return entries.order if entries.numberings else initial_order(entries, context)


def _carried_games(state: Tournament, entrants: tuple[EntrantId, ...]) -> tuple[CarriedGame, ...]:
    """Return the games between two of the entrants in the stages that lead to this one.

    In an Amsterdam final those who do not meet are the first and the last, the second and the last
    but one, and so on.
    """
    if state.plan.carry is not CarryOver.MUTUAL_GAMES:
        return ()
    games = tuple(mutual_games(state, frozenset(entrants)))
    met = {frozenset((game.white, game.black)) for game in games}
    for one, other in zip(entrants, reversed(entrants), strict=True):
        if one != other and frozenset((one, other)) not in met:
            raise NotMetBefore(white=one, black=other)
    return games


def mutual_games(state: Tournament, entrants: frozenset[EntrantId]) -> Iterator[CarriedGame]:
    """Yield the games with a result between two of the entrants in the stages that lead here."""
    for source in dict.fromkeys(source.stage for source in state.plan.sources):
        for played in focused(state, source).rounds:
            for game, (white, black), result in zip(
                played.games, played.boards, played.results, strict=True
            ):
                if white in entrants and black in entrants and result:
                    yield CarriedGame(
                        game=game,
                        white=white,
                        black=black,
                        result=RESULT_NOTATION[GameResult(result)],
                    )


def carried_points(state: Tournament, entrants: tuple[EntrantId, ...]) -> tuple[int, ...]:
    """Return the points that the entrants have in the stages that lead to this one."""
    if state.plan.carry is not CarryOver.POINTS:
        return ()
    points: Counter[EntrantId] = Counter()
    for source in dict.fromkeys(source.stage for source in state.plan.sources):
        stage = focused(state, source)
        for row in current_standings(stage):
            points[stage.order[row.seat]] += row.points
    return tuple(points[entrant] for entrant in entrants)


RULES: Rules = {
    PlanStage: plan_stage,
    RenameStage: rename_stage,
    RemoveStage: remove_stage,
    StartStage: start_stage,
}


# Folds


def _planned(state: Tournament, event: StagePlanned, _: int) -> Tournament:
    """Add a stage without entrants."""
    settings = {**event.settings, "name": state.name, "time_zone": state.time_zone}
    plan = StagePlan(title=event.name, sources=event.sources, seeds=event.seeds, carry=event.carry)
    stage = replace(INITIAL, **settings, stage=event.number, plan=plan, shape=event.shape)
    return replace(state, later=(*state.later, stage))


def _renamed(state: Tournament, event: StageRenamed, _: int) -> Tournament:
    return replace(state, plan=replace(state.plan, title=event.title))


def _removed(state: Tournament, event: StageRemoved, _: int) -> Tournament:
    return replace(state, later=state.later[: event.number - 2])


def _started(state: Tournament, event: StageStarted, version: int) -> Tournament:
    """Enter the entrants with the data of their entries, and number them."""
    first = focused(state, 1)
    teams = tuple(team for team in first.teams if team.id in event.entrants)
    return replace(
        state,
        entrants={each: entered_again(first.entrants[each]) for each in event.entrants},
        teams=teams,
        players={player: first.players[player] for team in teams for player in team.players},
        numberings=(
            Numbering(version=version, order=event.entrants, reason=NumberingReason.INITIAL_ORDER),
        ),
        carried=event.carried,
        carried_points=points_by_entrant(event.entrants, event.points),
        plan=replace(state.plan, started_at=version),
    )


def points_by_entrant(entrants: Sequence[EntrantId], points: Sequence[int]) -> dict[EntrantId, int]:
    """Return the points that each entrant brings; nothing without any."""
    return dict(zip(entrants, points, strict=True)) if points else {}


def entered_again(entry: EntrantState) -> EntrantState:
    """Return an entry as it is at the start of a later stage."""
    return replace(
        entry, first_round=1, out_from=None, ineligible_from=None, left_from=None, byes=()
    )


FOLDS: Folds = {
    StagePlanned: _planned,
    StageRenamed: _renamed,
    StageRemoved: _removed,
    StageStarted: _started,
}


# Restatements


def _restated(state: Tournament, event: StageStarted) -> Event:
    """Return the start with those who qualify on this branch.

    Those who were recorded stay where the places leave it open there: two share the last one, one
    of them has left, or a source is not finished.
    """
    if state.plan.started_at:
        raise StageAlreadyStarted(stage=state.stage)
    entries = focused(state, 1).entrants
    recorded = tuple(each for each in event.entrants if each in entries)
    kept = event if recorded == event.entrants else replace(event, entrants=recorded, points=())
    if not event.by_places:
        return kept
    try:
        entrants = named_entrants(state, qualified(state, DecisionContext()))
        started = started_with(state, entrants, by_places=True)
    except Refusal:
        return kept
    return replace(started, in_stage=event.in_stage)


RESTATEMENTS: Restatements = {StageStarted: _restated}
