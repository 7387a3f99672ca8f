"""Kinds of tournaments: the system and the usual settings of each, by name, in the order of a form.

To add one: a row in `KINDS`, `kind.<name>` and `kind-help.<name>` in `create.po` of every language,
and a symbol of that name in `web/icons/kinds.svg`.
"""

from typing import Any

OTHER = "other"
"""The kind whose system is chosen from the list of all systems."""

KINDS: dict[str, dict[str, Any]] = {
    "open": {"system": "swiss-dutch-2026", "rounds": 9},
    "club-evening": {"system": "swiss-dutch-2026", "rounds": 5},
    "league": {"system": "team-round-robin", "shape": {"boards": 4}},
    "cup": {
        "system": "knockout-single",
        "shape": {"tiebreaks": [2], "sudden_death": True, "places": "third"},
    },
    "marathon": {"system": "masnou"},
    "ladder": {"system": "keizer", "rounds": 40},
    "schools": {"system": "swiss-team-2026", "rounds": 5, "shape": {"boards": 4}},
    OTHER: {"system": "swiss-dutch-2026"},
}
"""Settings by kind, as the command `create-tournament` has them.

A setting that is not named is the usual one of the system.
"""
