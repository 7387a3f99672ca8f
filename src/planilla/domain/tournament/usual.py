"""What goes without saying: the tie-breaks and rating rules of a tournament that names none."""

from typing import NamedTuple


class Usual(NamedTuple):
    """What a tournament of some system has, unless its command says otherwise."""

    tiebreaks: tuple[str, ...]
    tiebreak_edition: str
    rating_rules: str


OF_A_SWISS = ("PS", "BH", "SB", "DE", "WIN")
OF_A_ROUND_ROBIN = ("SB", "DE", "WIN")
OF_TEAMS = ("EMGSB/C1", "MPVGP", "BH/C1")
"""As at Olympiads."""
OF_TEAMS_BY_SCHEDULE = ("MPVGP", "EDE", "SB")
USUAL_ELSE = Usual(OF_A_SWISS, "fide-2026-03", "elo-fide-2024")
USUAL = {
    "swiss-dutch-libro": Usual(OF_A_SWISS, "libro", "elo-libro"),
    "swiss-dutch-2012": Usual(OF_A_SWISS, "libro", "elo-libro"),
    "swiss-dutch-2017": Usual(OF_A_SWISS, "fide-2024-08", "elo-fide-2024"),
    "masnou": Usual((), "libro", "elo-libro"),
    "keizer": Usual(OF_A_ROUND_ROBIN, "libro", "elo-libro"),
    "round-robin": Usual(OF_A_ROUND_ROBIN, "fide-2026-03", "elo-fide-2024"),
}
"""The rules that were in force together."""


def usual_of(system: str) -> Usual:
    """What is usual for a system of `SYSTEMS`."""
    return USUAL.get(system, USUAL_ELSE)
