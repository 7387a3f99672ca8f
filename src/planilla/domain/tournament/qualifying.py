"""Who qualifies: the first places of the standings, as many as were set.

Places are counted as the standings show them, after all tie-breaks: of ranks 1, 2, 3, 3, 5 and
three places, four entrants are within. Whom no tie-break separates shares the last place, and who
of them goes on is decided by what the regulations of the next stage say, not here. A place is not
handed down either where whoever has it may not or will not go on. `docs/rules/qualifying.md`.
"""

from collections.abc import Sequence

import msgspec

from planilla.domain.tournament.events import Stage
from planilla.domain.tournament.state import Tournament


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """Where the line goes in standings, best first: below row `after`, which counts from 0.

    `places` are those that were set; `sharing` entrants share the last rank above the line and are
    more than the places left for them, which are `left`. Both are 0 where each has a place.
    """

    places: int
    after: int
    sharing: int = 0
    left: int = 0

    @property
    def within(self) -> int:
        """How many entrants are above the line."""
        return self.after + 1


def places_of(state: Tournament, asked: int = 0) -> int:
    """How many places qualify: the number asked for, or else that of the tournament; 0: none."""
    if asked or state.qualifying is None:
        return asked
    return state.qualifying.places


def stage_of(state: Tournament, asked: int = 0) -> Stage | None:
    """What the places of the tournament lead to; None where there are none, or others are asked."""
    return None if asked or state.qualifying is None else state.qualifying.stage


def cut_of(ranks: Sequence[int], places: int) -> Cut | None:
    """Where the line goes in standings with these ranks, best first.

    None where no place qualifies, and where there are no more entrants than places.
    """
    if not 0 < places < len(ranks):
        return None
    within = sum(rank <= places for rank in ranks)
    if within <= places:
        return Cut(places=places, after=within - 1)
    last = ranks[within - 1]
    return Cut(places=places, after=within - 1, sharing=ranks.count(last), left=places - (last - 1))
