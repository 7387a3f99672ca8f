"""Queries of the log: a state or the rows of a view, now or at any past moment."""

from bisect import bisect_right

from planilla.application.integrity import Integrity
from planilla.application.moments import AtVersion, Moment, Reached, version_at
from planilla.application.ports import Clock, Log
from planilla.application.states import History, TournamentReader
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.values import PublicLevel
from planilla.projections import VIEWS
from planilla.projections.view import FactView, Row, Rows, StateView, rows_in


class NoSuchVersion(Exception):
    """The tournament does not exist, or has not come so far."""


class Queries:
    """Read questions over one log; without a `clock` what is not recorded yet is still to come."""

    def __init__(
        self, log: Log, readings: TournamentReader | None = None, *, clock: Clock | None = None
    ) -> None:
        self._log = log
        self._clock = clock
        self._readings = readings or TournamentReader(log, Integrity(), clock=clock)

    async def state_at(
        self,
        tournament: str,
        version: int | None = None,
        audience: Audience = Audience.PUBLIC,
        *,
        level: PublicLevel | None = None,
    ) -> Tournament:
        """Return the state after a version, or now, as the audience may see it.

        With a `level` it is what the public sees of it, else everything recorded.

        Raises:
            NoSuchVersion: there is no such tournament or version.
        """
        history, wanted = await self._reached(tournament, version, level)
        return history.state_at(wanted, to_staff=audience is Audience.STAFF)

    async def rows_at(
        self,
        tournament: str,
        view: str,
        version: int | None = None,
        stage: int = 1,
        *,
        level: PublicLevel | None = None,
    ) -> tuple[int, Rows]:
        """Return the version answered for, and all rows of a view of `VIEWS` in a stage at it.

        Raises:
            NoSuchVersion: there is no such tournament or version.
        """
        history, wanted = await self._reached(tournament, version, level)
        seen = VIEWS[view]
        if isinstance(seen, StateView):
            to_staff = seen.audience is Audience.STAFF
            return wanted, rows_in(seen, history.state_at(wanted, to_staff=to_staff), stage)
        versions, rows = _grown(history, seen)
        return wanted, dict(rows[: bisect_right(versions, wanted)])

    async def version_at(
        self,
        tournament: str,
        moment: Moment,
        audience: Audience = Audience.PUBLIC,
        *,
        level: PublicLevel | None = None,
    ) -> int:
        """Return the version of a moment, as the audience may see the facts around it.

        Raises:
            NoSuchVersion: there is no such tournament or version.
            MomentFault: there is no such moment.
        """
        wanted = moment.version if isinstance(moment, AtVersion) else None
        history, reached = await self._reached(tournament, wanted, level)
        if wanted is not None:
            return reached
        entries = history.visible(to_staff=audience is Audience.STAFF)
        last = entries[-1].recorded_at
        now = last if self._clock is None else max(self._clock.now(), last)
        state = history.state(to_staff=audience is Audience.STAFF)
        position = await self._log.position()
        return version_at(moment, entries, state, Reached(now=now, position=position))

    async def _reached(
        self, tournament: str, version: int | None, level: PublicLevel | None
    ) -> tuple[History, int]:
        history = await self._readings.history(tournament)
        if history is not None and level is not None:
            history = self._readings.as_public(history, level)
        wanted = version if history is None or version is not None else history.version
        if history is None or wanted is None or not 1 <= wanted <= history.version:
            raise NoSuchVersion(f"{tournament} v{wanted}")
        return history, wanted


def _grown(history: History, view: FactView) -> tuple[list[int], list[tuple[str, Row]]]:
    """Return all rows of a view of public facts with their versions, made once for a history."""
    found: tuple[list[int], list[tuple[str, Row]]] | None = history.memo.get((view.name, False))
    if found is None:
        found = ([], [])
        for entry in history.visible(to_staff=False):
            for row in view.rows(entry.row).items():
                found[0].append(entry.version)
                found[1].append(row)
        history.memo[view.name, False] = found
    return found
