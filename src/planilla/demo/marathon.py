"""A Masnou marathon that plays itself: the next act follows from the state of the hall.

Nothing is kept beside the log: the length of a game, its winner and the players who do not come are
drawn from the seed and the game's identity, so that it goes on after a restart. Arrivals, pauses,
one table more and one less, and a wrong result are planned by the minute.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from planilla.application.ports import CommandBus, Log
from planilla.demo.acting import DIE_SIDES, DemoAct, caught_up, rolled, submission
from planilla.domain.pairing.masnou import StartOrder
from planilla.domain.tournament.masnou.hall import (
    MINUTE_US,
    SECOND_US,
    Hall,
    MasnouGame,
    Status,
    hall_of,
    playoff_game,
    table_game,
)
from planilla.domain.tournament.masnou.results import tied_for_first
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameResult

TOURNAMENT = "masnou"
"""The id of the simulated marathon."""
ACTOR = "marathon"
"""The actor of its acts."""
REFUSALS_MAX = 20
"""The acts in a row without effect after which the simulation ends."""
MISSED_CALLS_PER_1000 = 40
"""The calls of a thousand that are missed."""
DRAWS_PER_1000 = 120
"""The games of a thousand that are drawn."""
PLAYERS_PER_LATECOMER = 8
"""One player of this many comes when the marathon runs."""
PLAYERS_PER_PAUSE = 5
"""One player of this many pauses once."""
CORRECTED_GAME = table_game(1, 3)
PLAYOFF_RESULT = GameResult.WHITE_WINS
"""The result of the games of the play-off."""


class Marathon(msgspec.Struct, frozen=True, kw_only=True):
    """The plan of a simulation: players of whom every eighth comes late, tables, minutes, seed.

    `clock` are the minutes of each player; 0: without a clock.
    """

    players: int = 24
    tables: int = 8
    duration: int = 120
    seed: int = 1
    call_seconds: int = 60
    clock: int = 0
    names: tuple[str, ...] = ()

    def late(self, player: int) -> bool:
        """Return whether a player, counted from 0, comes when the marathon runs."""
        return player % PLAYERS_PER_LATECOMER == PLAYERS_PER_LATECOMER - 1


class SimulatedTime(Protocol):
    """A clock that may run fast, with a pause of its own."""

    def now(self) -> int:
        """Microseconds since 1970 (UTC)."""

    async def sleep_until(self, moment: int) -> None:
        """Wait until then, or for a short time, in which other commands may come."""


class DueAct(DemoAct, frozen=True, kw_only=True):
    """An act and the time at which it is due, in microseconds since 1970 (UTC)."""

    at: int


def entrant_of(player: int) -> EntrantId:
    """Return the id of a player, counted from 0."""
    return EntrantId(f"j{player + 1:03}")


def next_act(plan: Marathon, state: Tournament, now: int) -> DueAct | None:
    """Return the next act and its time; None after the end."""
    if not state.exists:
        body = {"name": "Masnou", "system": "masnou"}
        return DueAct(at=now, name="create-tournament", body=body)
    if state.finished:
        return None
    if not state.memory.has_games:
        return _opening(plan, state, now)
    hall = hall_of(state)
    acts = [*_timers(state), *_games(plan, hall), *_calls(plan, hall), *_planned(plan, state)]
    if acts:
        return min(acts, key=lambda act: act.at)
    return _end(hall, now)


def _end(hall: Hall, now: int) -> DueAct:
    """The play-off, where the first place is shared, and the end: the timer of the end is gone."""
    for number, drawn in enumerate(hall.playoff, start=1):
        for place, game in enumerate(drawn.games, start=1):
            if game.is_running:
                body = {
                    "game": playoff_game(number, place),
                    "result": RESULT_NOTATION[PLAYOFF_RESULT],
                }
                return DueAct(at=now, name="record-result", body=body)
    if not hall.playoff and len(tied_for_first(hall)) > 1:
        return DueAct(at=now, name="draw-playoff", body={})
    return DueAct(at=now, name="finish-tournament", body={})


def _opening(plan: Marathon, state: Tournament, now: int) -> DueAct:
    present = [player for player in range(plan.players) if not plan.late(player)]
    missing = [player for player in present if entrant_of(player) not in state.entrants]
    if missing:
        return DueAct(at=now, name="enter-entrants", body=_entries(plan, missing))
    rules = {
        "tables": plan.tables,
        "duration": plan.duration,
        "call_seconds": plan.call_seconds,
        "clock": plan.clock,
        "order": StartOrder.BEST_FIRST.value,
    }
    return DueAct(at=now, name="open-hall", body={"rules": rules})


def _entries(plan: Marathon, players: list[int]) -> dict[str, Any]:
    return {
        "entrants": [
            {
                "id": entrant_of(player),
                "person": {"name": plan.names[player % len(plan.names)]},
                "rating": 2300 - 1100 * player // plan.players,
            }
            for player in players
        ]
    }


def _timers(state: Tournament) -> Iterator[DueAct]:
    """The clock of a simulation runs fast, so that it fires its timers itself."""
    for timer in state.timers.values():
        body = {"timer": timer.id, "due_at": timer.due_at}
        yield DueAct(at=timer.due_at, name="fire-timer", body=body)


def _games(plan: Marathon, hall: Hall) -> Iterator[DueAct]:
    for table in hall.tables.values():
        game = None if table.running is None else hall.find(table.running)
        if table.running is not None and game is not None:
            body = {"game": table.running, "result": _outcome(plan, table.running, game)}
            yield DueAct(at=game.at + _length(plan, table.running), name="record-result", body=body)


def _length(plan: Marathon, game: GameId) -> int:
    """Return the length in microseconds: from two to fourteen minutes, shorter ones more often.

    With a clock from a third of what the two may use up to all of it and a bit, most in between.
    """
    first, second = (rolled(plan.seed, "length", each, game) for each in range(2))
    if plan.clock:
        return plan.clock * (40 * SECOND_US + 50 * SECOND_US * (first + second) // DIE_SIDES)
    return 2 * MINUTE_US + 12 * MINUTE_US * first * second // (DIE_SIDES * DIE_SIDES)


def _outcome(plan: Marathon, game: GameId, played: MasnouGame) -> str:
    """The better placed win more often."""
    thrown = rolled(plan.seed, "outcome", game)
    if thrown < DRAWS_PER_1000:
        return "½-½"
    ahead = _strength(plan, played.white) - _strength(plan, played.black)
    whites_share = DIE_SIDES // 2 + ahead * 9 * DIE_SIDES // 20
    return (
        "1-0"
        if (thrown - DRAWS_PER_1000) * DIE_SIDES // (DIE_SIDES - DRAWS_PER_1000) < whites_share
        else "0-1"
    )


def _strength(plan: Marathon, entrant: EntrantId) -> Fraction:
    """Return a share from 1 for the first entrant to nearly 0 for the last."""
    return 1 - Fraction(int(entrant[1:]) - 1, plan.players)


def _calls(plan: Marathon, hall: Hall) -> Iterator[DueAct]:
    """Most come within half a minute; a few do not, and the timer of the call takes its course."""
    for number in hall.free:
        for call in hall.tables[number].calls:
            if rolled(plan.seed, "misses", call.number) >= MISSED_CALLS_PER_1000:
                after = SECOND_US * (5 + rolled(plan.seed, "comes", call.number) * 25 // DIE_SIDES)
                yield DueAct(at=call.at + after, name="take-seat", body={"call": call.number})


def _planned(plan: Marathon, state: Tournament) -> Iterator[DueAct]:
    """Late arrivals, returns of the absent, pauses, tables, and a wrong result."""
    hall = hall_of(state)
    if hall.over:
        return
    for player in range(plan.players):
        yield from _doings(plan, hall, player)
    minute = plan.duration * MINUTE_US
    if len(hall.tables) == plan.tables:
        yield DueAct(at=hall.opened_at + minute // 3, name="add-table", body={})
    elif not any(table.withdrawn or table.withdrawing for table in hall.tables.values()):
        body = {"table": plan.tables + 1}
        yield DueAct(at=hall.opened_at + 2 * minute // 3, name="withdraw-table", body=body)
    yield from _correction(plan, hall)


def _doings(plan: Marathon, hall: Hall, player: int) -> Iterator[DueAct]:
    entrant = entrant_of(player)
    member = hall.members.get(entrant)
    span = plan.duration * MINUTE_US
    moment = hall.opened_at + span * rolled(plan.seed, "moment", player) // DIE_SIDES
    back = moment + span // 8
    if member is None:
        arrives = (moment + hall.opened_at) // 2
        yield DueAct(at=arrives, name="enter-entrants", body=_entries(plan, [player]))
    elif member.status in {Status.ABSENT, Status.PAUSED}:
        yield DueAct(at=back, name="queue-player", body={"entrant": entrant})
    elif player % PLAYERS_PER_PAUSE == 0 and member.status is Status.WAITING:
        goes = max(moment, member.waiting_since + 1)
        body = {"entrant": entrant, "away": "paused"}
        if goes < back:
            yield DueAct(at=goes, name="stand-down", body=body)


def _correction(plan: Marathon, hall: Hall) -> Iterator[DueAct]:
    """The third game of the first table was told the wrong way round; told half an hour later."""
    game = hall.find(CORRECTED_GAME)
    if game is None or game.result is not game.recorded or game.result is game.result.reversed:
        return
    right = RESULT_NOTATION[game.result.reversed]
    body = {"game": CORRECTED_GAME, "result": right, "corrects": game.version, "reason": ""}
    yield DueAct(at=game.at + plan.duration * MINUTE_US // 4, name="correct-result", body=body)


async def begin(
    plan: Marathon, *, bus: CommandBus, log: Log, time: SimulatedTime, tournament: str = TOURNAMENT
) -> None:
    """Create the tournament, where it is not there yet."""
    if not await log.head(tournament):
        due = next_act(plan, INITIAL, time.now())
        assert due is not None, "a marathon begins"
        await bus.submit(submission(due, tournament, 0, ACTOR))


async def play(
    plan: Marathon, *, bus: CommandBus, log: Log, time: SimulatedTime, tournament: str = TOURNAMENT
) -> None:
    """Play the marathon on from where the log stands, until it is finished.

    What is due is worked out anew before each act, so that people may act in it as well.
    """
    state = INITIAL
    refused = 0
    while refused < REFUSALS_MAX:
        state = await caught_up(state, log, tournament)
        due = next_act(plan, state, time.now())
        if due is None:
            return
        if due.at > time.now():
            await time.sleep_until(due.at)
            continue
        answer = await bus.submit(submission(due, tournament, state.version, ACTOR))
        refused = 0 if answer.status == "done" else refused + 1
