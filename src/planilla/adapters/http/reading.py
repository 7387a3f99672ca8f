"""Histories of tournaments, folded once and kept: what every page starts from.

A page at a past moment folds the same facts up to that version. Public pages fold public facts
alone, so that drafts and notes cannot leak.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import attrgetter
from typing import Any

from planilla.application.envelope import Foretold, Person, Recorded
from planilla.application.ports import Log
from planilla.application.sifting import ToldFact
from planilla.domain.tournament.audience import Audience, audience_of
from planilla.domain.tournament.events import ColoursCorrected, Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId
from planilla.projections.hall_facts import said_of_hall

HISTORIES_MAX = 64
"""Tournaments whose history is kept in memory; the one not looked at for longest goes first."""
PAST_STATES_MAX = 128
KEPT_EACH = 256
"""After so many facts a state is kept: a past moment folds no more than these."""
KEPT_MAX = 64
"""Where more would be kept, every second one goes and they are kept half as often."""


@dataclass(frozen=True, kw_only=True)
class GameOfFact:
    """The game that a fact is about, with its result just before; White first, board from 1."""

    round: int
    board: int
    white: EntrantId
    black: EntrantId
    before: str


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A recorded fact as pages use it: decoded, with its command, audience and game.

    `hash` is its seal in hex; `of_hall` is what its sentence says of a Masnou hall, where it is of
    one.
    """

    fact: Fact
    type: str
    command_id: str
    is_public: bool
    game: GameOfFact | None
    hash: str = ""
    of_hall: Mapping[str, Any] = field(default_factory=dict)
    position: int = 0
    actor_id: str = ""

    @cached_property
    def told(self) -> ToldFact:
        """The fact as the filters of the timeline ask for it."""
        game, hall = self.game, self.of_hall
        entrant = getattr(self.event, "entrant", None)
        people = {entrant} if entrant else set()
        people |= {hall[name] for name in ("white", "black", "entrant") if name in hall}
        if game is not None:
            people |= {game.white, game.black}
        number = getattr(self.event, "round", None) if game is None else game.round
        board = hall.get("table") if game is None else game.board
        return ToldFact(
            version=self.version,
            event=self.event,
            type=self.type,
            command_id=self.command_id,
            actor=self.actor_id,
            round=number,
            board=int(board) if board else None,
            entrants=frozenset(people),
        )

    @property
    def version(self) -> int:
        """Its place in the tournament."""
        return self.fact.version

    @property
    def recorded_at(self) -> int:
        """When it was recorded, in microseconds since 1970 (UTC)."""
        return self.fact.recorded_at

    @property
    def event(self) -> Event:
        """What happened."""
        return self.fact.event


def seen_at(entries: tuple[Entry, ...], version: int) -> tuple[Entry, ...]:
    """Those of entries in order that a version has behind it, itself included."""
    return entries[: bisect_right(entries, version, key=attrgetter("version"))]


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The two states after a version, kept so that what comes after need not begin anew."""

    version: int = 0
    public: Tournament = INITIAL
    staff: Tournament = INITIAL


@dataclass(frozen=True, kw_only=True)
class History:
    """All facts of a tournament in order, and the two states that they fold to."""

    tournament: str
    entries: tuple[Entry, ...] = ()
    public: Tournament = INITIAL
    staff: Tournament = INITIAL
    kept: tuple[Kept, ...] = ()
    kept_each: int = KEPT_EACH

    @property
    def version(self) -> int:
        """The last version, staff facts included."""
        return len(self.entries)

    def visible(self, *, to_staff: bool) -> tuple[Entry, ...]:
        """The facts that somebody may see."""
        return self.entries if to_staff else tuple(e for e in self.entries if e.is_public)

    def state(self, *, to_staff: bool) -> Tournament:
        """The present, as staff or as everybody may see it."""
        return self.staff if to_staff else self.public

    def state_at(self, version: int, *, to_staff: bool) -> Tournament:
        """The tournament as it stood after a version."""
        if version >= self.version:
            return self.state(to_staff=to_staff)
        last = self.entries[version - 1].hash
        return _folded(_Past(self.tournament, version, to_staff, last, self))

    def facts_before(self, answer: Foretold) -> tuple[Fact, ...]:
        """The facts that a dry run was decided after, also where others were recorded since."""
        head = answer.version - len(answer.foreseen)
        return tuple(entry.fact for entry in self.entries[:head])

    def continued(self, events: tuple[Recorded, ...]) -> "History":
        """With what was recorded since."""
        added = []
        kept, each = list(self.kept), self.kept_each
        now = Kept(version=self.version, public=self.public, staff=self.staff)
        for recorded in events:
            fact = recorded.fact
            after = evolve(now.staff, fact)
            entry = _entry(recorded, now.staff, after)
            added.append(entry)
            public = evolve(now.public, fact) if entry.is_public else now.public
            now = Kept(version=entry.version, public=public, staff=after)
            if now.version % each == 0:
                kept.append(now)
            if len(kept) > KEPT_MAX:
                kept, each = kept[1::2], each * 2
        return History(
            tournament=self.tournament,
            entries=(*self.entries, *added),
            public=now.public,
            staff=now.staff,
            kept=tuple(kept),
            kept_each=each,
        )

    def nearest(self, version: int) -> Kept:
        """The latest kept states that are not after a version; at worst those before all facts."""
        place = bisect_right(self.kept, version, key=lambda each: each.version)
        return self.kept[place - 1] if place else Kept()


@dataclass(frozen=True)
class _Past:
    """A moment of a tournament; the history comes along and takes no part in equality.

    The chained hash of its last fact stands for all of them.
    """

    tournament: str
    version: int
    to_staff: bool
    hash: str
    history: History = field(compare=False)


@lru_cache(maxsize=PAST_STATES_MAX)
def _folded(past: _Past) -> Tournament:
    kept = past.history.nearest(past.version)
    state = kept.staff if past.to_staff else kept.public
    for entry in past.history.entries[kept.version : past.version]:
        if past.to_staff or entry.is_public:
            state = evolve(state, entry.fact)
    return state


def _entry(recorded: Recorded, before: Tournament, after: Tournament) -> Entry:
    fact = recorded.fact
    swapped = isinstance(fact.event, ColoursCorrected)
    return Entry(
        fact=fact,
        type=recorded.type,
        command_id=recorded.command_id,
        is_public=audience_of(fact.event) is Audience.PUBLIC,
        game=_game_of(after if swapped else before, getattr(fact.event, "game", None)),
        hash=recorded.hash.hex(),
        of_hall=said_of_hall(fact.event, before),
        position=recorded.position,
        actor_id=recorded.actor_id,
    )


def _game_of(state: Tournament, game: GameId | None) -> GameOfFact | None:
    found = None if game is None else state.find(game)
    if found is None:
        return None
    played, board = found
    white, black = played.boards[board]
    return GameOfFact(
        round=played.number,
        board=board + 1,
        white=white,
        black=black,
        before=RESULT_NOTATION[played.result_said(board)],
    )


class Readings:
    """Reads tournaments from the log; each request reads only what is new."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._epoch = ""
        self._histories: OrderedDict[str, History] = OrderedDict()

    async def history(self, tournament: str) -> History | None:
        """Everything recorded of a tournament up to now; None when there is no such tournament."""
        await self._start_again_after_a_restore()
        known = self._histories.get(tournament, History(tournament=tournament))
        events = await self._log.events(tournament, known.version)
        history = known.continued(events) if events else known
        if not history.entries:
            return None
        self._histories[tournament] = history
        self._histories.move_to_end(tournament)
        while len(self._histories) > HISTORIES_MAX:
            self._histories.popitem(last=False)
        return history

    async def names(self, tournament: str) -> dict[str, Person]:
        """Personal data by entrant; erased ones are absent."""
        return dict(await self._log.people(tournament))

    async def _start_again_after_a_restore(self) -> None:
        epoch = await self._log.epoch()
        if epoch != self._epoch:
            self._histories.clear()
            _folded.cache_clear()
            self._epoch = epoch
