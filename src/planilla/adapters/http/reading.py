"""Histories of tournaments, folded once and kept: what every page starts from.

A page at a past moment folds the same facts up to that version. Public pages fold public facts
alone, so that drafts and notes cannot leak.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from planilla.application.envelope import Foretold, Person, Recorded
from planilla.application.ports import Log
from planilla.domain.tournament.audience import Audience, audience_of
from planilla.domain.tournament.events import ColoursCorrected
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, RoundState, Tournament
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameResult
from planilla.projections.hall_facts import said_of_hall

HISTORIES_MAX = 64
"""Tournaments whose history is kept in memory; the one not looked at for longest goes first."""
PAST_STATES_MAX = 128


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

    @property
    def version(self) -> int:
        """Its place in the tournament."""
        return self.fact.version


@dataclass(frozen=True, kw_only=True)
class History:
    """All facts of a tournament in order, and the two states that they fold to."""

    tournament: str
    entries: tuple[Entry, ...] = ()
    public: Tournament = INITIAL
    staff: Tournament = INITIAL

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
        return _folded(_Past(self.tournament, version, to_staff, self.entries))

    def facts_before(self, answer: Foretold) -> tuple[Fact, ...]:
        """The facts that a dry run was decided after, also where others were recorded since."""
        head = answer.version - len(answer.foreseen)
        return tuple(entry.fact for entry in self.entries[:head])

    def continued(self, events: tuple[Recorded, ...]) -> "History":
        """With what was recorded since."""
        added = []
        public, staff = self.public, self.staff
        for recorded in events:
            after = evolve(staff, recorded.fact)
            entry = _entry(recorded, staff, after)
            added.append(entry)
            staff = after
            public = evolve(public, entry.fact) if entry.is_public else public
        return History(
            tournament=self.tournament,
            entries=(*self.entries, *added),
            public=public,
            staff=staff,
        )


@dataclass(frozen=True)
class _Past:
    """A moment of a tournament; the facts come along and take no part in equality."""

    tournament: str
    version: int
    to_staff: bool
    entries: tuple[Entry, ...] = field(compare=False)


@lru_cache(maxsize=PAST_STATES_MAX)
def _folded(past: _Past) -> Tournament:
    state = INITIAL
    for entry in past.entries[: past.version]:
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
        before=RESULT_NOTATION[result_said(played, board)],
    )


def result_said(played: RoundState, board: int) -> GameResult:
    """What is known of a game: the last correction, whatever it counts for, or the result."""
    said = [ruling.result for ruling in played.rulings if ruling.board == board]
    return said[-1] if said else GameResult(played.results[board])


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
