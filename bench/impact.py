"""A correction in round 1 of a large open: how long until the new standings are on screen.

Limit: 150 ms, from the command to the screen. Besides, what it costs to say beforehand what the
correction would bring.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bench.figures import Figure, Section, percentile
from bench.spectators import delays_of, watching
from bench.tournaments import Played, likely_result, swiss
from dsl.following import followed
from nodes.serving import Arbiter, node, run_planilla
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.database import Database
from planilla.application.envelope import Actor, Submission
from planilla.application.frames import Offset, update_frame
from planilla.application.project import Projection, upserts
from planilla.application.roles import full_grant
from planilla.audit.impact import impact, impact_now
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.decide import decide
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.values import Effect

SYSTEM = "swiss-dutch-2026"
TOURNAMENT = "open"
PAUSE_S = 0.4
OTHER = {"1-0": "0-1", "0-1": "1-0", "½-½": "1-0"}
FOR_POINTS = Effect(points=True, pairing_from=None, rating=True)
LIMIT_MS = 150
ALSO_WATCHED = ("pairings", "crosstable", "elo")


class Screens(NamedTuple):
    """Milliseconds of every arrival and of every answer, the bytes of the messages, and the
    milliseconds of the first answer of all.
    """

    delays: list[float]
    answered: list[float]
    weights: list[float]
    cold: float


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on corrections."""
    players, rounds, corrections = (40, 4, 3) if quick else (500, 11, 30)
    played = swiss(players, rounds)
    frames, previews, whole = _in_process(played, corrections)
    delays, answered, weights, cold = _on_screen(folder, players, rounds, corrections)
    return Section(
        "A correction in round 1, on screen",
        f"{players} players, {rounds} rounds played; a result of round 1 is ruled to be another "
        "one for points. In one process: decided, folded, the standings made again and encoded. On "
        "screen: posted by HTTP to one `planilla serve` (SQLite, synchronous=FULL), until "
        "WebSocket clients in another process have parsed the message; others watch the pairings, "
        "the crosstable and Elo. Preview: all that would be otherwise, without and with the later "
        "rounds paired again.",
        [
            Figure("command to frame, p50", percentile(frames, 50), "ms", "in one process"),
            Figure("command to frame, worst", max(frames), "ms"),
            Figure(
                "command to screen, p50", percentile(delays, 50), "ms", f"{len(delays)} arrivals"
            ),
            Figure("command to screen, p99", percentile(delays, 99), "ms", f"limit {LIMIT_MS}"),
            Figure("command to screen, worst", max(delays), "ms"),
            Figure("command to its answer, p50", percentile(answered, 50), "ms", "durable"),
            Figure(
                "its first answer after a start", cold, "ms", "it reads the log; not counted above"
            ),
            Figure("message for one correction", percentile(weights, 50), "bytes", "median"),
            Figure("preview without later rounds, p50", percentile(previews, 50), "ms"),
            Figure("preview with them", whole, "ms", f"{rounds - 1} rounds"),
        ],
    )


def _in_process(played: Played, corrections: int) -> tuple[list[float], list[float], float]:
    """Milliseconds from the command to the frame, and of previews; of one with later rounds."""
    projection = followed("standings", played.facts)
    frames, previews = [], []
    for board in range(corrections):
        command = _correction(played, board)
        events = decide(played.state, command, DecisionContext(at=len(played.facts)))
        previews.append(_took(partial(impact_now, played.state, events, at=0)))
        frames.append(_took(partial(_frame, played, projection, command)))
    facts, state = tuple(played.facts), played.state
    last = decide(state, _correction(played, corrections), DecisionContext(at=len(facts)))
    return frames, previews, _took(lambda: impact(facts, last, at=0))


def _took(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def _frame(played: Played, projection: Projection, command: CorrectResult) -> tuple[Event, ...]:
    since = projection.offset
    events = played.do(command)
    moved = projection.follow(played.facts[-1])
    at = Offset("e", projection.offset)
    update_frame("t/open/standings", since, at, upserts(moved, projection.rows))
    return events


def _correction(played: Played, board: int) -> CorrectResult:
    first = played.state.rounds[0]
    notation = ("*", "1-0", "½-½", "0-1")[first.results[board]]
    return CorrectResult(
        game=first.games[board],
        result=OTHER[notation],
        corrects=first.version_of(board),
        reason=Sealed("0" * 64),
        effect=FOR_POINTS,
    )


def _on_screen(folder: Path, players: int, rounds: int, corrections: int) -> Screens:
    url = f"sqlite:///{folder / 'impact.db'}"
    run_planilla(url, folder, "migrate").check_returncode()
    results = asyncio.run(played(url, players, rounds))
    with contextlib.ExitStack() as stack:
        serving = stack.enter_context(node(url, folder))
        arbiter = stack.enter_context(serving.arbiter())
        for view in ALSO_WATCHED:
            stack.enter_context(watching(serving, f"t/{TOURNAMENT}/{view}", 5))
        crowd = stack.enter_context(watching(serving, f"t/{TOURNAMENT}/standings", 50))
        _, cold = _correct(arbiter, results[:1])
        begun, answered = _correct(arbiter, results[1 : corrections + 1])
        delays, weights = delays_of(crowd, begun)
    return Screens(delays, answered, weights, cold[0])


def _correct(
    arbiter: Arbiter, results: list[tuple[str, str, int]]
) -> tuple[dict[int, int], list[float]]:
    begun, answered = {}, []
    for game, result, version in results:
        body = {
            "game": game,
            "result": OTHER[result],
            "corrects": version,
            "reason": "Sheet",
            "effect": {"points": True, "pairing_from": None, "rating": True},
        }
        start = time.monotonic_ns()
        reached = arbiter.do(TOURNAMENT, "correct-result", body)["version"]
        answered.append((time.monotonic_ns() - start) / 1e6)
        begun[reached] = start
        time.sleep(PAUSE_S)
    return begun, answered


async def played(url: str, players: int, rounds: int) -> list[tuple[str, str, int]]:
    """Play the open into a database; the games of round 1 with their results and versions."""
    chance = Random(1)
    first: list[tuple[str, str, int]] = []
    async with Database(url, clock=SystemClock(), ids=RandomIds()) as database:
        for command in _founding(players, rounds):
            await asyncio.to_thread(database.bus.submit_all, (command,))
        for number in range(1, rounds + 1):
            for name in ("pair-round", "publish-pairings"):
                one = _submission(name, {"round": number}, f"{name}-{number}")
                await asyncio.to_thread(database.bus.submit_all, (one,))
            results = [
                (f"{number}.{board}", likely_result(chance)) for board in range(1, players // 2 + 1)
            ]
            entered = [
                _submission("record-result", {"game": game, "result": result}, f"r-{game}")
                for game, result in results
            ]
            answers = await asyncio.to_thread(database.bus.submit_all, entered)
            assert all(each.status == "done" for each in answers)
            if number == 1:
                first = [
                    (game, result, answer.version)
                    for (game, result), answer in zip(results, answers, strict=True)
                ]
    return first


def _founding(players: int, rounds: int) -> Iterator[Submission]:
    rules = {"name": "Open", "system": SYSTEM, "rounds": rounds, "first_colour": "white"}
    yield _submission("create-tournament", rules, "create")
    entrants = [
        {"id": f"e{n}", "person": {"name": f"Player {n}"}, "rating": 2400 - n}
        for n in range(1, players + 1)
    ]
    yield _submission("enter-entrants", {"entrants": entrants}, "enter")


def _submission(name: str, body: dict[str, Any], command_id: str) -> Submission:
    return Submission(
        tournament=TOURNAMENT,
        name=name,
        body=json.dumps(body).encode(),
        command_id=command_id,
        actor=Actor(id="bench", grants=(full_grant("*"),)),
    )
