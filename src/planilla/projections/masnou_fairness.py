"""Fairness of a Masnou hall: waiting times, numbers of games, and overtaken players.

All of it is calculated from the log alone, with tickets of its own: a player who joins the end of
the queue draws the next one, and each call is compared with the tickets of those in the queue. A
player who missed a call and queues again was overtaken by the player called instead.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from statistics import median_low
from typing import Any

import msgspec

from planilla.domain.tournament.event import Event, GameAct
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.masnou.events import (
    CallMissed,
    CallWithdrawn,
    GameSeated,
    GameVoided,
    HallOpened,
    PlayerCalled,
    PlayerQueued,
    PlayerStoodDown,
    QueueFormed,
    QueueMoved,
)
from planilla.domain.tournament.masnou.folds import MASNOU_FOLDS, follow, opened
from planilla.domain.tournament.masnou.hall import Call, Hall, OvertakeCause, Status
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.projections.masnou_games import PlayedGame, games


class Wait(msgspec.Struct, frozen=True, kw_only=True):
    """From the queue to the board, in microseconds; `at` is when the game began."""

    entrant: EntrantId
    at: int
    length: int


class Overtake(msgspec.Struct, frozen=True, kw_only=True):
    """A call of an entrant ahead of `passed`, who came first, with its cause."""

    at: int
    entrant: EntrantId
    table: int
    passed: tuple[EntrantId, ...]
    cause: OvertakeCause


class Reign(msgspec.Struct, frozen=True, kw_only=True):
    """Games won one after another at a table, and when the last of them ended."""

    entrant: EntrantId
    table: int
    wins: int
    at: int


class TableUse(msgspec.Struct, frozen=True, kw_only=True):
    """Use of a table: the number of its games and their total length in microseconds."""

    table: int
    games: int
    played: int


class Fairness(msgspec.Struct, frozen=True, kw_only=True):
    """The report. Waits of those who sat down at the opening are not among `waits`.

    `per_player` counts members by finished games, `missed` the calls that nobody answered; `until`
    is the time up to which it tells, `tables` have played since the opening.
    """

    opened_at: int
    until: int
    waits: tuple[Wait, ...]
    per_player: tuple[tuple[int, int], ...]
    overtakes: tuple[Overtake, ...]
    missed: int
    tables: tuple[TableUse, ...]
    reign: Reign | None

    @property
    def median(self) -> int:
        """The median wait in microseconds, the lower of two; 0 when nobody has waited."""
        return median_low(wait.length for wait in self.waits) if self.waits else 0

    @property
    def longest(self) -> Wait | None:
        """The longest wait, the first of equals."""
        return max(self.waits, key=lambda wait: wait.length, default=None)

    def overtaken(self, cause: OvertakeCause) -> int:
        """Return the number of players overtaken for a cause; one call may pass several."""
        return sum(len(each.passed) for each in self.overtakes if each.cause is cause)


def fairness(facts: Iterable[Fact]) -> Fairness | None:
    """Return the report of a hall from all its facts; None when no hall was opened."""
    listed = tuple(facts)
    watch: _Watch | None = None
    for fact in listed:
        event = fact.event
        if isinstance(event, HallOpened):
            watch = _Watch(opened(event))
        elif watch is not None and type(event) in MASNOU_FOLDS:
            watch.see(fact)
    return (
        None if watch is None else watch.report(games(watch.hall, listed), listed[-1].recorded_at)
    )


class _Watch:
    """Observations collected from the facts in their order."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tickets: dict[EntrantId, int] = {}
        self.drawn = 0
        self.moved: set[EntrantId] = set()
        self.lost: dict[int, EntrantId] = {}
        self.missers: set[EntrantId] = set()
        self.restored: set[EntrantId] = set()
        self.waits: list[Wait] = []
        self.overtakes: list[Overtake] = []
        self.missed = 0
        self.reign: Reign | None = None

    def see(self, fact: Fact) -> None:
        """Follow one fact of the hall."""
        event, before = fact.event, self.hall
        self.hall = follow(before, event, fact.version)
        if event.game is not None and event.game_act is GameAct.REPORTED:
            self._ended(fact.recorded_at, event.game)
        elif type(event) in _OBSERVED:
            _OBSERVED[type(event)](self, event, before)

    def queue_formed(self, event: QueueFormed, _: Hall) -> None:
        for entrant in event.order:
            self._draw(entrant)

    def voided(self, event: GameVoided, _: Hall) -> None:
        self.restored.update(event.back)

    def call_withdrawn(self, event: CallWithdrawn, before: Hall) -> None:
        self.restored.add(_call(before, event.call).entrant)

    def stood_down(self, event: PlayerStoodDown, _: Hall) -> None:
        self._found(event.entrant)

    def queue_moved(self, event: QueueMoved, _: Hall) -> None:
        self.moved.add(event.entrant)

    def _draw(self, entrant: EntrantId) -> None:
        self.drawn += 1
        self.tickets[entrant] = self.drawn
        self.moved.discard(entrant)
        self.missers.discard(entrant)
        self.restored.discard(entrant)

    def _found(self, entrant: EntrantId) -> None:
        """End overtakings by a missed call once the player queues again or is away."""
        self.lost = {table: each for table, each in self.lost.items() if each != entrant}

    def queued(self, event: PlayerQueued, before: Hall) -> None:
        """The end of the queue is a new ticket; a place that is given back keeps the old one."""
        self._found(event.entrant)
        if event.place is None and event.entrant not in before.queue:
            self._draw(event.entrant)
        elif event.place is not None:
            self.restored.add(event.entrant)

    def call_missed(self, event: CallMissed, before: Hall) -> None:
        call = _call(before, event.call)
        self.missed += 1
        self.lost[call.table] = call.entrant
        self.missers.add(call.entrant)

    def called(self, event: PlayerCalled, before: Hall) -> None:
        passed: dict[OvertakeCause, list[EntrantId]] = {}
        if event.table in self.lost:
            passed[OvertakeCause.MISSED_CALL] = [self.lost.pop(event.table)]
        tickets, mine = self.tickets, self.tickets[event.entrant]
        for other in [each for each in before.queue if tickets[each] < mine]:
            if before.members[other].status is Status.WAITING:
                passed.setdefault(self._cause(event, other, before), []).append(other)
        self.overtakes += (
            Overtake(
                at=event.at,
                entrant=event.entrant,
                table=event.table,
                passed=tuple(others),
                cause=cause,
            )
            for cause, others in passed.items()
        )

    def _cause(self, event: PlayerCalled, other: EntrantId, before: Hall) -> OvertakeCause:
        if other in event.passed:
            table = before.tables[event.table]
            there = [each.entrant for each in table.sitters]
            there += [each.entrant for each in table.calls]
            forbidden = [each for each in there or before.queue if not before.may_meet(other, each)]
            return OvertakeCause.KEPT_APART if forbidden else OvertakeCause.NO_REMATCH
        if event.entrant in self.moved or other in self.moved:
            return OvertakeCause.OVERRIDE
        # Who did not come stands where the rules put them, also among others who did not come.
        if event.entrant in self.missers or other in self.missers:
            return OvertakeCause.MISSED_CALL
        # Who was first again through no fault of theirs, as an undo does, stands before the others.
        if event.entrant in self.restored or other in self.restored:
            return OvertakeCause.TAKEN_BACK
        return OvertakeCause.NONE

    def seated(self, event: GameSeated, before: Hall) -> None:
        for entrant in (event.white, event.black):
            since = before.members[entrant].waiting_since if event.ended_at is None else 0
            if since and event.at > self.hall.opened_at:
                length = max(0, event.at - since)
                self.waits.append(Wait(entrant=entrant, at=event.at, length=length))

    def _ended(self, at: int, identity: GameId) -> None:
        game = self.hall.find(identity)
        assert game is not None, "a result is that of a game"
        for entrant in game.players:
            member = self.hall.members[entrant]
            if member.streak > (self.reign.wins if self.reign else 0):
                self.reign = Reign(entrant=entrant, table=member.table, wins=member.streak, at=at)

    def report(self, played: tuple[PlayedGame, ...], until: int) -> Fairness:
        """Return the observations up to `until`."""
        tables = (_use(table, played) for table in sorted(self.hall.tables))
        counts = Counter(member.games for member in self.hall.members.values())
        return Fairness(
            opened_at=self.hall.opened_at,
            until=until,
            waits=tuple(self.waits),
            per_player=tuple(sorted(counts.items())),
            overtakes=tuple(self.overtakes),
            missed=self.missed,
            tables=tuple(tables),
            reign=self.reign,
        )


def _call(hall: Hall, number: int) -> Call:
    call = hall.call(number)
    assert call is not None, "what becomes of a call is told while it waits"
    return call


def _use(table: int, played: tuple[PlayedGame, ...]) -> TableUse:
    here = [game for game in played if game.table == table and game.ended]
    return TableUse(
        table=table, games=len(here), played=sum(game.ended - game.started for game in here)
    )


_OBSERVED: dict[type[Event], Callable[[_Watch, Any, Hall], None]] = {
    QueueFormed: _Watch.queue_formed,
    PlayerQueued: _Watch.queued,
    PlayerStoodDown: _Watch.stood_down,
    QueueMoved: _Watch.queue_moved,
    PlayerCalled: _Watch.called,
    CallMissed: _Watch.call_missed,
    CallWithdrawn: _Watch.call_withdrawn,
    GameSeated: _Watch.seated,
    GameVoided: _Watch.voided,
}
"""Methods that observe an event, with the hall before it."""
