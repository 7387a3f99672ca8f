"""Opening, ruling and ending a tournament."""

from enum import StrEnum

from planilla.domain.pairing.keizer.rules import KeizerRules
from planilla.domain.tournament.commands.command import Command, Sealed
from planilla.domain.tournament.events import SameOrigin


class FirstColour(StrEnum):
    """Which colour the top player of round 1 has."""

    LOT = "lot"
    WHITE = "white"
    BLACK = "black"


class CreateTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Open a tournament.

    What is None or "" is as usual for the system: `rules.setup`. `time_zone` is the one of the
    venue by its name in the tz database: all clocks of the tournament show it.
    """

    name: str
    system: str = "swiss-dutch-2026"
    rounds: int = 0
    point_system: str = "1-½-0"
    tiebreaks: tuple[str, ...] | None = None
    tiebreak_mode: str = "subsidiary"
    tiebreak_edition: str = ""
    rating_rules: str = ""
    first_colour: FirstColour = FirstColour.LOT
    same_origin: SameOrigin = SameOrigin.MEET
    keizer: KeizerRules | None = None
    time_zone: str = ""


class RuleSameOrigin(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let entrants of one federation meet, keep them apart, or forbid it (seed 000, 2.9 B3 bis)."""

    rule: SameOrigin


class HideTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let nobody see the tournament who holds no link to it: a test event, say.

    With `erases` the personal data of all its entrants are forgotten too.
    """

    reason: Sealed = Sealed()
    erases: bool = False


class ShowTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let everybody see a hidden tournament again."""


class FinishTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Make the standings final."""


class ReopenTournament(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Mend something after the end."""
