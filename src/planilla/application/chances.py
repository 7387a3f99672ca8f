"""Chances of prizes, worked out in another process and kept for all who look."""

import asyncio

from planilla.application.elsewhere import Elsewhere, Once
from planilla.domain.prizes.chances import Basis, Chances
from planilla.domain.prizes.likelihood import Likelihood, Model
from planilla.domain.prizes.plan import PrizePlan
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.winnings import ChancesAsked, chances_asked

KEPT = 32
PATIENCE_S = 4.0
"""So long a page waits; what is not ready by then is there when it is asked for again."""


class PrizeChances:
    """Works chances out, each version of a tournament and each likelihood once."""

    def __init__(self, elsewhere: Elsewhere, patience_s: float = PATIENCE_S) -> None:
        self._elsewhere = elsewhere
        self._patience_s = patience_s
        self._known: Once[Chances] = Once(KEPT)

    async def chances(
        self, tournament: str, state: Tournament, plan: PrizePlan, likelihood: Likelihood
    ) -> Chances | None:
        """The chances of a tournament; None while they are still being worked out."""
        asked = ChancesAsked(
            state=state, plan=plan, basis=Basis(model=Model(likelihood=likelihood))
        )
        key = (tournament, state.version, state.changed_at, likelihood)
        found = self._known.get(key, lambda: self._elsewhere.ask(chances_asked, asked))
        try:
            return await asyncio.wait_for(found, self._patience_s)
        except TimeoutError:
            return None
