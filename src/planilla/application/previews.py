"""Calculations ahead of open games, kept for all who ask: the next round, and chances of prizes."""

import asyncio
import time

from planilla.application.jobs import JobRunner, SingleFlight
from planilla.audit.preview import Preview, PreviewOutcome, outcomes_of, parts, preview_of
from planilla.domain.prizes.chances import Chances
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.questions import ChancesAsked, chances_for
from planilla.domain.tournament.state import Tournament

BUDGET_S = 30.0
"""Seconds that a preview may take."""
PART = 3
"""Outcomes worked out at a time; the time is checked between parts."""
KEPT, CHANCES_KEPT = 16, 32
"""Numbers of previews and of chances that are kept."""
CHANCES_PATIENCE_S = 4.0
"""Seconds that a page waits; chances that are not ready by then are there when asked for again."""


class PreviewTooLong(Exception):
    """The outcomes are too many for the time: `paired` of `total` were paired."""

    def __init__(self, *, paired: int, total: int) -> None:
        self.paired = paired
        self.total = total
        super().__init__(f"{paired} of {total}")


class Previews:
    """Calculates previews, each version of a tournament once."""

    def __init__(self, runner: JobRunner) -> None:
        self._runner = runner
        self._known: SingleFlight[Preview] = SingleFlight(KEPT)

    async def preview(
        self, tournament: str, state: Tournament, context: DecisionContext
    ) -> Preview:
        """Return the next round of a stage as the staff sees it.

        Raises:
            Refusal: it cannot be paired, or too many games are open.
            PreviewTooLong: it would take longer than a page may.
        """
        key = (tournament, state.version, state.changed_at, state.stage)
        return await self._known.get(key, lambda: self._made(state, context))

    async def _made(self, state: Tournament, context: DecisionContext) -> Preview:
        until = time.monotonic() + BUDGET_S
        asked = parts(state, context, PART)
        found: list[PreviewOutcome] = []
        for part in asked:
            if time.monotonic() > until:
                total = sum(len(each.results) for each in asked)
                raise PreviewTooLong(paired=len(found), total=total)
            found += await self._runner.run_in_worker(outcomes_of, part)
        return preview_of(state, found)


class PrizeChances:
    """Calculates chances, each question once; versions of a tournament may ask the same."""

    def __init__(self, runner: JobRunner, patience_s: float = CHANCES_PATIENCE_S) -> None:
        self._runner = runner
        self._patience_s = patience_s
        self._known: SingleFlight[Chances] = SingleFlight(CHANCES_KEPT)

    async def chances(self, asked: ChancesAsked) -> Chances | None:
        """Return the chances of a tournament; None while the job is at work."""
        found = self._known.get(asked, lambda: self._runner.run_in_worker(chances_for, asked))
        try:
            return await asyncio.wait_for(found, self._patience_s)
        except TimeoutError:
            return None
