"""Decision of a command: events, nothing (it is so already), or a refusal."""

from msgspec.structs import replace

from planilla.domain.tournament.closing import AlreadyFinished, StageIsFinished
from planilla.domain.tournament.command import Command, GameCommand, TimerCommand
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.masnou.seen import check_players
from planilla.domain.tournament.questions import Question
from planilla.domain.tournament.refusal import NoSuchGame, NoSuchStage, NotInThisSystem
from planilla.domain.tournament.setup import NoSuchTournament
from planilla.domain.tournament.stages import EntriesInFirstStage, StageNotStarted
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.tournament.subjects import QUESTIONS, RULES, RULES_WITHOUT_ROUNDS


def decide(state: Tournament, command: Command, context: DecisionContext) -> tuple[Event, ...]:
    """Return the events that follow from `command`; none if nothing changes.

    `state` is that of the first stage, which holds the others.

    Raises:
        Refusal: the rules do not allow it.
    """
    stage = _stage_of(state, command)
    events = _decided(stage, command, context)
    if stage.stage == 1:
        return events
    return tuple(in_stage(event, stage.stage) for event in events)


def in_stage(event: Event, number: int) -> Event:
    """Return the event of a later stage; what all stages have in common is of the first."""
    return replace(event, in_stage=number) if "in_stage" in event.__struct_fields__ else event


def _decided(state: Tournament, command: Command, context: DecisionContext) -> tuple[Event, ...]:
    """Return the events in the stage of `state`."""
    _check_open(state, command)
    if isinstance(command, GameCommand):
        check_players(state, command)
    if command.needs_rounds and not state.system.has_rounds:
        raise NotInThisSystem(system=state.system_name)
    rules = RULES_WITHOUT_ROUNDS if state.system.seats_at_once else RULES
    return rules[type(command)](state, command, context)


def question_of(state: Tournament, command: Command, context: DecisionContext) -> Question | None:
    """Return the long calculation that deciding `command` needs, to be made before; None without.

    Raises:
        Refusal: the rules do not allow it, whatever the answer.
    """
    state = _stage_of(state, command)
    question = QUESTIONS.get(type(command))
    if question is None or not state.system.has_rounds:
        return None
    _check_open(state, command)
    return question(state, command, context)


def _stage_of(state: Tournament, command: Command) -> Tournament:
    """Return the stage that a command concerns.

    Raises:
        NoSuchStage: there is none with this number.
        NoSuchGame: the game would be of such a stage.
        EntriesInFirstStage: entries of a later stage would change.
        StageNotStarted: it has no entrants for rounds.
    """
    number = command.stage_number
    if isinstance(command, TimerCommand):
        timer = (state.timers | state.awaiting).get(command.timer)
        number = 1 if timer is None else timer.stage
    if 1 <= number <= state.stages:
        stage = focused(state, number)
        if number > 1 and command.changes_entries:
            raise EntriesInFirstStage(stage=number)
        if number > 1 and command.needs_rounds and not stage.plan.started_at:
            raise StageNotStarted(stage=number)
        return stage
    if isinstance(command, GameCommand):
        raise NoSuchGame(game=command.game)
    raise NoSuchStage(stage=number, stages=state.stages)


def _check_open(state: Tournament, command: Command) -> None:
    if not state.exists and not command.opens_tournament:
        raise NoSuchTournament(tournament="")
    is_over = state.finished if command.of_one_stage else state.is_over
    if is_over and not command.allowed_after_end:
        raise AlreadyFinished if state.is_over else StageIsFinished(stage=state.stage)
