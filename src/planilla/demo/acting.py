"""Tournaments that play themselves: the next act follows from the state of the tournament.

Nothing is kept beside the log, so that they go on after a restart, and also after somebody else
acted in between. Each act has a command id made from the version that it follows; sent twice,
it happens once.
"""

from collections.abc import AsyncGenerator, Callable
from hashlib import sha256
from typing import Any

import msgspec

from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.ports import CommandBus, Log
from planilla.application.roles import full_grant
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.state import INITIAL, Tournament

DIE_SIDES = 1000


def rolled(seed: int, *about: object) -> int:
    """Return a number below `DIE_SIDES`, always the same for the same things."""
    said = " ".join(map(str, (seed, *about)))
    return int.from_bytes(sha256(said.encode()).digest()[:8], "big") % DIE_SIDES


class DemoAct(msgspec.Struct, frozen=True, kw_only=True):
    """A command by its name in `COMMANDS`, and its body."""

    name: str
    body: dict[str, Any]


class DemoStep(msgspec.Struct, frozen=True, kw_only=True):
    """An act that was done, its answer, and the state after it."""

    act: DemoAct
    answer: Answer
    state: Tournament


NextAct = Callable[[Tournament], DemoAct | None]


async def played(
    next_act: NextAct, *, bus: CommandBus, log: Log, tournament: str, by: str
) -> AsyncGenerator[DemoStep, None]:
    """Play on from where the log stands, one act each time the next step is asked for.

    It ends after the last act, and after one that led to nothing; an act that was refused because
    somebody else was faster is worked out anew. `by` names who acts.
    """
    state = await caught_up(INITIAL, log, tournament)
    while (act := next_act(state)) is not None:
        before = state.version
        answer = await bus.submit(submission(act, tournament, before, by))
        state = await caught_up(state, log, tournament)
        yield DemoStep(act=act, answer=answer, state=state)
        if state.version == before:
            return


def submission(act: DemoAct, tournament: str, version: int, by: str) -> Submission:
    """Return the act handed in after `version`, and only there."""
    return Submission(
        tournament=tournament,
        name=act.name,
        body=msgspec.json.encode(act.body),
        command_id=f"{by}:{tournament}:{version}",
        actor=Actor(id=by, grants=(full_grant(tournament),)),
        expected=version,
    )


async def caught_up(state: Tournament, log: Log, tournament: str) -> Tournament:
    """Return the tournament as it stands now."""
    for recorded in await log.events(tournament, state.version):
        state = evolve(state, recorded.fact)
    return state
