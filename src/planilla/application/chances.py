"""Chances of prizes, worked out in another process and kept for all who look."""

import asyncio

from planilla.application.elsewhere import Elsewhere, Once
from planilla.domain.prizes.chances import Chances
from planilla.domain.tournament.questions import ChancesAsked, chances_for

KEPT = 32
PATIENCE_S = 4.0
"""So long a page waits; what is not ready by then is there when it is asked for again."""


class PrizeChances:
    """Works chances out, each question once; versions of a tournament may ask the same."""

    def __init__(self, elsewhere: Elsewhere, patience_s: float = PATIENCE_S) -> None:
        self._elsewhere = elsewhere
        self._patience_s = patience_s
        self._known: Once[Chances] = Once(KEPT)

    async def chances(self, asked: ChancesAsked) -> Chances | None:
        """The chances of a tournament; None while they are still being worked out."""
        found = self._known.get(asked, lambda: self._elsewhere.ask(chances_for, asked))
        try:
            return await asyncio.wait_for(found, self._patience_s)
        except TimeoutError:
            return None
