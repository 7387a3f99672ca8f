"""Of whom reduced data are shown: entrants in a category of minors, unless all may be shown."""

from planilla.domain.tournament.state import Tournament
from planilla.domain.vocabulary import EntrantId


def reduced_entrants(state: Tournament) -> frozenset[EntrantId]:
    """The entrants of whom only the given name and an initial are public."""
    reduced = frozenset() if state.regulations is None else state.regulations.reduced_categories
    if not reduced:
        return frozenset()
    return frozenset(
        entrant.id
        for entrant in state.entrants.values()
        if not reduced.isdisjoint(entrant.categories)
    )
