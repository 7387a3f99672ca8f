"""Commands that found a tournament: copied from an earlier one, submitted, or foreseen.

Of an earlier one the system and settings, tie-breaks, regulations with their free texts, and prizes
are taken; not its entrants, its results, nor what is dated: the starts of the rounds and the days
for entries. The plans of later stages, and points that were granted to named entrants, are not
taken either.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from planilla.application.decisions import refusal_answer
from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.impact import DryRunIds
from planilla.application.malformed import Malformed
from planilla.application.ports import CommandBus
from planilla.application.redaction import Redacted, redact
from planilla.domain.tournament.acceleration import SetAcceleration
from planilla.domain.tournament.announcement import Play, ProseTopic, Regulations, play_of
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.evolve import evolve, fold
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.keizer_values import keizer_of
from planilla.domain.tournament.refusal import Refusal
from planilla.domain.tournament.setup import CreateTournament, FirstColour
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.tournament.values import AccelerationMethod, AskedSettings, Festival
from planilla.projections.view import may_see

DATED_TOPICS = frozenset({ProseTopic.CALENDAR.value})
"""Topics of free texts that are about dates."""
BY_CREATION = frozenset(
    {AccelerationMethod.NONE, AccelerationMethod.BAKU, AccelerationMethod.HALEY}
)
"""Accelerations that need no table of points."""


class CopiedCommand(NamedTuple):
    """A command by its name, and its body as JSON data."""

    name: str
    body: dict[str, Any]


def settings_copied(state: Tournament, name: str) -> CreateTournament:
    """Return the creation of a tournament with the settings of another one."""
    play = play_of(state)
    method = state.acceleration.method
    return CreateTournament(
        name=name,
        **{field: getattr(play, field) for field in AskedSettings.__struct_fields__},
        rating_rules=state.rating_rules,
        first_colour=FirstColour(state.first_colour.value if state.first_colour else "lot"),
        same_origin=state.same_origin,
        acceleration=method if method in BY_CREATION else AccelerationMethod.NONE,
        keizer=keizer_of(state).rules if state.system.keeps_values else None,
        time_zone=state.time_zone,
        shape=state.shape,
    )


def further_commands(
    state: Tournament, prose: Mapping[str, str], created: CreateTournament
) -> Iterator[CopiedCommand]:
    """Yield what follows the creation: regulations, bands of an acceleration, prizes.

    `prose` are the free texts of the earlier regulations by topic; `created` are the settings of
    the new tournament, which may differ from those of the earlier one.
    """
    regulations, acceleration = state.regulations, state.acceleration
    if regulations is not None:
        texts = {topic: text for topic, text in prose.items() if topic not in DATED_TOPICS}
        announced = _undated(regulations, created)
        yield _command("announce-regulations", regulations=announced, prose=texts)
    if acceleration.method is AccelerationMethod.MCMAHON:
        yield _command(
            "set-acceleration",
            **_body(SetAcceleration(method=acceleration.method, bands=acceleration.bands)),
        )
    if state.prizes is not None and (regulations is None or regulations.prizes is None):
        yield _command("announce-prizes", plan=state.prizes)


def joining(festival: Festival) -> CopiedCommand:
    """Return the command by which the new tournament joins the festival of the earlier one."""
    return CopiedCommand("join-festival", msgspec.to_builtins(festival))


async def submit_copy(
    bus: CommandBus, first: Submission, commands: Iterator[CopiedCommand]
) -> Answer:
    """Submit the creation and what follows it, until one is refused; return one answer for all.

    Raises:
        StoreUnavailable: as `CommandBus.submit`; earlier commands may have been recorded.
    """
    answer = await bus.submit(first)
    events = answer.events
    for command in commands:
        if answer.status not in {"done", "already"}:
            break
        answer = await bus.submit(_following(first, command, first.actor))
        events += answer.events
    return msgspec.structs.replace(answer, events=events)


class ForeseenTournament(NamedTuple):
    """The public state of a tournament that is not founded, and its public texts by commitment."""

    state: Tournament
    texts: Mapping[str, str]


def foreseen_tournament(commands: Iterable[CopiedCommand], at: int) -> ForeseenTournament | Answer:
    """Return the tournament that `commands` would found at the instant `at`.

    Texts are cleaned and commands decided as by the founding itself, and where it would be refused,
    its answer is returned. Rights are not checked.
    """
    state, facts, ids = INITIAL, list[Fact](), DryRunIds()
    sealed: dict[str, Redacted] = {}
    for name, body in commands:
        try:
            command, kept = redact(name, msgspec.json.encode(body), ids)
            events = decide(state, command, DecisionContext(at=at))
        except Malformed as error:
            return Answer(status="malformed", version=0, code=error.code, fields=error.fields)
        except Refusal as refusal:
            return refusal_answer(refusal, "", 0)
        sealed |= kept
        for event in events:
            facts.append(Fact(version=state.version + 1, recorded_at=at, event=event))
            state = evolve(state, facts[-1])
    texts = {
        commitment: msgspec.json.decode(sealed[commitment].body)
        for each in facts
        if each.event.reason_is_public
        for commitment in each.event.commitments()
        if commitment in sealed
    }
    return ForeseenTournament(fold(each for each in facts if may_see(Audience.PUBLIC, each)), texts)


def _following(first: Submission, command: CopiedCommand, actor: Actor) -> Submission:
    return Submission(
        tournament=first.tournament,
        name=command.name,
        body=msgspec.json.encode(command.body),
        command_id=f"{first.command_id}:{command.name}",
        actor=actor,
    )


def _undated(regulations: Regulations, created: CreateTournament) -> Regulations:
    """Return regulations for the new tournament, without the dates of the earlier one."""
    settings = {field: getattr(created, field) for field in AskedSettings.__struct_fields__}
    colour = regulations.play.first_colour
    time_zone = created.time_zone or regulations.schedule.time_zone
    return replace(
        regulations,
        name=created.name,
        entries=replace(regulations.entries, opens=None, closes=None),
        schedule=replace(regulations.schedule, starts=(), time_zone=time_zone),
        play=Play(**settings, first_colour=colour),
        rating=replace(regulations.rating, rules=created.rating_rules),
    )


def _command(name: str, **body: Any) -> CopiedCommand:
    return CopiedCommand(name, msgspec.to_builtins(body))


def _body(command: msgspec.Struct) -> dict[str, Any]:
    body: dict[str, Any] = msgspec.to_builtins(command)
    return body
