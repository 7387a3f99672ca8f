"""Queries of the log: a state or the rows of a view, now or at any past moment.

Folded states are cached, also some before the requested one, so that the next query folds little.
"""

from collections import OrderedDict
from itertools import takewhile

from planilla.application.moments import AtVersion, Moment, Reached, version_at
from planilla.application.ports import Clock, Log
from planilla.application.shared_states import SHARED_STATES
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.projections import VIEWS
from planilla.projections.view import FactView, Row, Rows, StateView, may_see

STATES_MAX = 128
CACHE_INTERVAL_VERSIONS = 256
"""On the way to a state one is kept after so many versions."""
CACHED_ROW_SETS_MAX = 8
"""Tournaments whose rows made of facts are kept; the one not asked for longest goes first."""


class NoSuchVersion(Exception):
    """The tournament does not exist, or has not come so far."""


class Grown:
    """The rows that a view adds with each fact, and how far it came."""

    def __init__(self) -> None:
        self.state = INITIAL
        self.offset = 0
        self.added: list[tuple[int, Rows]] = []

    def follow(self, view: FactView, fact: Fact) -> None:
        """Take one fact more."""
        after = evolve(self.state, fact)
        self.added.append((fact.version, view.rows(self.state, fact, after)))
        self.state = after

    def upto(self, version: int) -> Rows:
        """All rows as they stood after a version."""
        rows: dict[str, Row] = {}
        for _, more in takewhile(lambda each: each[0] <= version, self.added):
            rows.update(more)
        return rows


class Queries:
    """Read questions over one log; without a `clock` what is not recorded yet is still to come."""

    def __init__(
        self, log: Log, states_max: int = STATES_MAX, *, clock: Clock | None = None
    ) -> None:
        self._log = log
        self._clock = clock
        self._states_max = states_max
        self._states: OrderedDict[tuple[str, Audience, int], Tournament] = OrderedDict()
        self._grown: OrderedDict[tuple[str, str], Grown] = OrderedDict()

    async def state_at(
        self, tournament: str, version: int | None = None, audience: Audience = Audience.PUBLIC
    ) -> Tournament:
        """The state after a version, or now, as the audience may see it.

        Raises:
            NoSuchVersion: there is no such tournament or version.
        """
        wanted = await self._version(tournament, version)
        after, state = self._nearest(tournament, audience, wanted)
        if after < wanted:
            for recorded in await self._log.events(tournament, after=after, upto=wanted):
                fact = recorded.fact
                if may_see(audience, fact):
                    state = evolve(state, fact)
                if fact.version % CACHE_INTERVAL_VERSIONS == 0 or fact.version == wanted:
                    state = SHARED_STATES.one_for(audience, recorded.hash, state)
                    self._keep((tournament, audience, fact.version), state)
        self._keep((tournament, audience, wanted), state)
        return state

    async def rows_at(
        self, tournament: str, view: str, version: int | None = None
    ) -> tuple[int, Rows]:
        """The version answered for, and all rows of a view of `VIEWS` at it.

        Raises:
            NoSuchVersion: there is no such tournament or version.
        """
        wanted = await self._version(tournament, version)
        seen = VIEWS[view]
        if isinstance(seen, StateView):
            return wanted, seen.rows(await self.state_at(tournament, wanted, seen.audience))
        return wanted, (await self._followed(tournament, seen, wanted)).upto(wanted)

    async def version_at(
        self,
        tournament: str,
        moment: Moment,
        audience: Audience = Audience.PUBLIC,
    ) -> int:
        """The version of a moment, as the audience may see the facts around it.

        Raises:
            NoSuchVersion: there is no such tournament or version.
            MomentFault: there is no such moment.
        """
        if isinstance(moment, AtVersion):
            return await self._version(tournament, moment.version)
        state = await self.state_at(tournament, None, audience)
        events = await self._log.events(tournament)
        told = [each for each in events if may_see(audience, each.fact)]
        last = told[-1].recorded_at
        now = last if self._clock is None else max(self._clock.now(), last)
        reached = Reached(now=now, position=await self._log.position())
        return version_at(moment, told, state, reached)

    async def _followed(self, tournament: str, view: FactView, upto: int) -> Grown:
        key = (tournament, view.name)
        grown = self._grown.setdefault(key, Grown())
        self._grown.move_to_end(key)
        if len(self._grown) > CACHED_ROW_SETS_MAX:
            self._grown.popitem(last=False)
        events = await self._log.events(tournament, after=grown.offset, upto=upto)
        # Another question may have been faster while this one waited.
        for recorded in [each for each in events if each.version > grown.offset]:
            grown.offset = recorded.version
            if may_see(view.audience, recorded.fact):
                grown.follow(view, recorded.fact)
        return grown

    async def _version(self, tournament: str, version: int | None) -> int:
        head = await self._log.head(tournament)
        wanted = head if version is None else version
        if not 1 <= wanted <= head:
            raise NoSuchVersion(f"{tournament} v{wanted}")
        return wanted

    def _nearest(self, tournament: str, audience: Audience, version: int) -> tuple[int, Tournament]:
        """Return the latest state that is kept and not after `version`, and its version."""
        keys = (key for key in self._states if key[:2] == (tournament, audience))
        nearest = max((key[2] for key in keys if key[2] <= version), default=0)
        return nearest, self._states.get((tournament, audience, nearest), INITIAL)

    def _keep(self, key: tuple[str, Audience, int], state: Tournament) -> None:
        self._states[key] = state
        self._states.move_to_end(key)
        while len(self._states) > self._states_max:
            self._states.popitem(last=False)
