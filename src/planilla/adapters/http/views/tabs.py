"""The tabs of a tournament and their addresses; without rounds there are others."""

from planilla.adapters.http.views.tournament_page import TournamentPage

TABS = (
    ("standings", "/t/{id}"),
    ("pairings", "/t/{id}/rounds"),
    ("crosstable", "/t/{id}/cross"),
    ("players", "/t/{id}/entrants"),
    ("elo", "/t/{id}/elo"),
    ("prizes", "/t/{id}/prizes"),
    ("timeline", "/t/{id}/facts"),
    ("rules", "/t/{id}/rules"),
)
TABS_WITHOUT_ROUNDS = (
    ("hall", "/t/{id}/hall"),
    ("standings", "/t/{id}"),
    ("players", "/t/{id}/entrants"),
    ("fairness", "/t/{id}/fairness"),
    ("timeline", "/t/{id}/facts"),
    ("rules", "/t/{id}/rules"),
)


def tabs_of(page: TournamentPage) -> list[tuple[str, str]]:
    """Return the name and the address of each tab."""
    tabs = TABS if page.state.system.has_rounds else TABS_WITHOUT_ROUNDS
    return [(name, path.format(id=page.id)) for name, path in tabs]
