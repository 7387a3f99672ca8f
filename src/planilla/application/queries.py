"""Questions to the log that only read: a state or the rows of a view, now or at any past version.

Folded states are kept in memory, so that the next question folds only what is new.
"""

from collections import OrderedDict

from planilla.application.ports import Log
from planilla.domain.tournament.audience import Audience
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.state import INITIAL, Tournament
from planilla.projections import VIEWS
from planilla.projections.view import Rows, StateView, may_see

STATES_MAX = 128


class NoSuchVersion(Exception):
    """The tournament does not exist, or has not come so far."""


class Queries:
    """Read questions over one log."""

    def __init__(self, log: Log, states_max: int = STATES_MAX) -> None:
        self._log = log
        self._states_max = states_max
        self._states: OrderedDict[tuple[str, Audience, int], Tournament] = OrderedDict()

    async def head(self, tournament: str) -> int:
        """The last version of a tournament; 0 when there is none."""
        return await self._log.head(tournament)

    async def state_at(
        self, tournament: str, version: int | None = None, audience: Audience = Audience.PUBLIC
    ) -> Tournament:
        """The state after a version, or now, as the audience may see it.

        Raises:
            NoSuchVersion: there is no such tournament or version.
        """
        wanted = await self._version(tournament, version)
        known = self._nearest(tournament, audience, wanted)
        state = self._states[known] if known is not None else INITIAL
        after = known[2] if known is not None else 0
        if after < wanted:
            for recorded in await self._log.events(tournament, after=after, upto=wanted):
                fact = recorded.fact
                if may_see(audience, fact):
                    state = evolve(state, fact)
        self._keep((tournament, audience, wanted), state)
        return state

    async def facts_at(
        self, tournament: str, version: int | None = None, audience: Audience = Audience.PUBLIC
    ) -> tuple[Fact, ...]:
        """The facts up to a version, or all, that the audience may see.

        Raises:
            NoSuchVersion: there is no such tournament or version.
        """
        wanted = await self._version(tournament, version)
        events = await self._log.events(tournament, upto=wanted)
        return tuple(fact for each in events if may_see(audience, fact := each.fact))

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
        state, rows = INITIAL, Rows()
        for fact in await self.facts_at(tournament, wanted, seen.audience):
            after = evolve(state, fact)
            rows |= seen.rows(state, fact, after)
            state = after
        return wanted, rows

    async def _version(self, tournament: str, version: int | None) -> int:
        head = await self._log.head(tournament)
        wanted = head if version is None else version
        if not 1 <= wanted <= head:
            raise NoSuchVersion(f"{tournament} v{wanted}")
        return wanted

    def _nearest(
        self, tournament: str, audience: Audience, version: int
    ) -> tuple[str, Audience, int] | None:
        """The key of the latest state that is kept and not after `version`."""
        earlier = (
            key for key in self._states if key[:2] == (tournament, audience) and key[2] <= version
        )
        return max(earlier, key=lambda key: key[2], default=None)

    def _keep(self, key: tuple[str, Audience, int], state: Tournament) -> None:
        self._states[key] = state
        self._states.move_to_end(key)
        if len(self._states) > self._states_max:
            self._states.popitem(last=False)
