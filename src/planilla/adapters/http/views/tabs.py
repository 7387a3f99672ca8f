"""The tabs of a tournament and their addresses: a Masnou has others, for it has no rounds."""

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
HALL_TABS = (
    ("hall", "/t/{id}/hall"),
    ("standings", "/t/{id}"),
    ("players", "/t/{id}/entrants"),
    ("fairness", "/t/{id}/fairness"),
    ("timeline", "/t/{id}/facts"),
    ("rules", "/t/{id}/rules"),
)


def tabs_of(page: TournamentPage) -> list[tuple[str, str]]:
    """The name and the address of each tab."""
    tabs = HALL_TABS if page.state.system.seats_at_once else TABS
    return [(name, path.format(id=page.id)) for name, path in tabs]
