"""Kinds of tournaments: the system and the usual settings of each, by name, in the order of a form.

To add one: a row in `KINDS`, `kind.<name>` and `kind-help.<name>` in `create.po` of every language,
and a symbol of that name in `web/icons/kinds.svg`.
"""

from typing import Any

import msgspec

from planilla.domain.pairing.knockout.bracket import PlacesPlayed
from planilla.domain.tournament.setup import CreateTournament
from planilla.domain.tournament.shapes import MatchShape

OTHER = "other"
"""The kind whose system is chosen from the list of all systems."""

KINDS: dict[str, CreateTournament] = {
    "open": CreateTournament(name="", system="swiss-dutch-2026", rounds=9),
    "club-evening": CreateTournament(name="", system="swiss-dutch-2026", rounds=5),
    "league": CreateTournament(name="", system="team-round-robin", shape=MatchShape(boards=4)),
    "cup": CreateTournament(
        name="",
        system="knockout-single",
        shape=MatchShape(tiebreaks=(2,), sudden_death=True, places=PlacesPlayed.THIRD),
    ),
    "marathon": CreateTournament(name="", system="masnou"),
    "ladder": CreateTournament(name="", system="keizer", rounds=40),
    "schools": CreateTournament(
        name="", system="swiss-team-2026", rounds=5, shape=MatchShape(boards=4)
    ),
    OTHER: CreateTournament(name=""),
}
"""Settings by kind; a setting that is not named is the usual one of the system."""

_USUAL: dict[str, Any] = msgspec.to_builtins(CreateTournament(name=""))


def settings_of_kind(kind: str) -> dict[str, Any]:
    """Return the settings of a kind that differ from those of a new tournament, as JSON data.

    Raises:
        KeyError: there is no such kind.
    """
    settings: dict[str, Any] = msgspec.to_builtins(KINDS[kind])
    differ = {name: value for name, value in settings.items() if value != _USUAL[name]}
    return {**differ, "system": settings["system"]}
