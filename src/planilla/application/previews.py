"""Previews of the next round, worked out part by part with a bound on the time, and kept."""

import time

from planilla.application.elsewhere import Elsewhere, Once
from planilla.audit.preview import Preview, PreviewOutcome, outcomes_of, parts, preview_of
from planilla.domain.tournament.context import Given
from planilla.domain.tournament.state import Tournament

BUDGET_S = 30.0
"""How long a preview may take."""
PART = 3
"""Outcomes worked out at a time; between parts the time is looked at."""
KEPT = 16


class PreviewTooLong(Exception):
    """The outcomes are too many for the time: so many of `total` were paired."""

    def __init__(self, *, paired: int, total: int) -> None:
        self.paired = paired
        self.total = total
        super().__init__(f"{paired} of {total}")


class Previews:
    """Works previews out, each version of a tournament once."""

    def __init__(self, elsewhere: Elsewhere) -> None:
        self._elsewhere = elsewhere
        self._known: Once[Preview] = Once(KEPT)

    async def preview(self, tournament: str, state: Tournament, given: Given) -> Preview:
        """The next round of a tournament as the staff sees it.

        Raises:
            Refusal: it cannot be paired, or too many games are open.
            PreviewTooLong: it would take longer than a page may.
        """
        key = (tournament, state.version, state.changed_at)
        return await self._known.get(key, lambda: self._made(state, given))

    async def _made(self, state: Tournament, given: Given) -> Preview:
        until = time.monotonic() + BUDGET_S
        asked = parts(state, given, PART)
        found: list[PreviewOutcome] = []
        for part in asked:
            if time.monotonic() > until:
                total = sum(len(each.results) for each in asked)
                raise PreviewTooLong(paired=len(found), total=total)
            found += await self._elsewhere.ask(outcomes_of, part)
        return preview_of(state, found)
