"""Pairing system of a tournament file: reading it, and writing it.

Record 192 holds a code of FIDE's list, 092 free text, in which our own names are understood too: a
system without a code of its own is written as `CUSTOM_SWISS` with its name beside it. A file that
says nothing is paired by the newest system.
"""

from typing import NamedTuple

from planilla.domain.pairing import NEWEST, SYSTEMS
from planilla.domain.pairing.system import ColourType, System
from planilla.formats.trf.document import TrfDocument

SYSTEM_BEFORE_2026 = "swiss-dutch-2017"
EDITION_2026_DATE = "2026/02/01"
"""From this day on `FIDE_DUTCH` means the edition of 2026."""

DUTCH = "FIDE_DUTCH"
ACCELERATED = "_BAKU"
CUSTOM_SYSTEM_CODE = "CUSTOM_SWISS"
CUSTOM_TEAM_CODE = "CUSTOM_TEAM_SWISS"
TEAM_OPTIONS = frozenset({"TYPEA", "TYPEB", "MP", "GP"})
"""Parts that may follow `FIDE_TEAM` or `CUSTOM_TEAM_SWISS`: preferences, primary score."""
CODE_OF_SYSTEM = {name: system.trf_code for name, system in SYSTEMS.items() if system.trf_code}
SYSTEM_OF_CODE = {
    "FIDE_DUTCH_2025": NEWEST.name,  # the drafts of the list, and bbpPairings, call it so
    **{code: name for name, code in CODE_OF_SYSTEM.items()},
}
SYSTEM_NAMES = frozenset(
    name
    for name, system in SYSTEMS.items()
    if system.pair is not None or (system.has_schedule and not system.plays_in_teams)
)
"""Our names that are understood in 092, in small letters or capitals.

The games of a file do not say to which matches of a league or a knockout they belong.
"""


CUSTOM_CODES = frozenset({"", CUSTOM_SYSTEM_CODE, CUSTOM_TEAM_CODE})
"""Codes beside which our own names are understood in 092."""


class UnknownSystem(Exception):
    """The file asks for a system, in `code`, that is not among ours."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def code_of(system: System, *, is_baku: bool) -> str:
    """Return the code of a system and its acceleration in record 192.

    Other accelerations have no code: records 250 say them.
    """
    code = system.trf_code
    return f"{code}{ACCELERATED}" if code and is_baku else code or CUSTOM_SYSTEM_CODE


class TeamOptions(NamedTuple):
    """The parts of the code of a team event: preferences, primary score, acceleration."""

    colour_type: ColourType = ColourType.A
    is_by_games: bool = False
    is_baku: bool = False


def team_code(system: System, options: TeamOptions) -> str:
    """Return the code of a system of teams in record 192.

    Preferences of type none have no code: it is then `CUSTOM_TEAM_SWISS`, without a type, and our
    own name says the system.
    """
    score = "GP_MP" if options.is_by_games else "MP_GP"
    if not system.prefers_colours_by_type or options.colour_type is ColourType.NONE:
        return f"{CUSTOM_TEAM_CODE}_{score.partition('_')[0]}"
    kind = "TYPEB" if options.colour_type is ColourType.B else "TYPEA"
    baku = ACCELERATED if options.is_baku else ""
    return f"{system.trf_code}_{kind}_{score}{baku}"


def system_of(document: TrfDocument) -> str:
    """Return the name of the system that the file asks for.

    Raises:
        UnknownSystem: its record 192 names one that is not among ours.
    """
    code, words = document.text_of("192").strip(), document.text_of("092").strip()
    if words.lower() in SYSTEM_NAMES and _plain(code) in CUSTOM_CODES:
        return words.lower()
    if code:
        known = _system_of_code(code, document)
        if known is None:
            raise UnknownSystem(code)
        return known
    return _system_of_code(words, document) or NEWEST.name


def _system_of_code(code: str, document: TrfDocument) -> str | None:
    plain = _plain(code)
    if plain == DUTCH:
        start = document.text_of("042").strip()
        return SYSTEM_BEFORE_2026 if start and start < EDITION_2026_DATE else NEWEST.name
    return SYSTEM_OF_CODE.get(plain)


def _plain(code: str) -> str:
    """Return a code without its options: acceleration, and those of a team event."""
    parts = code.upper().removesuffix(ACCELERATED).split("_")
    while len(parts) > 1 and parts[-1] in TEAM_OPTIONS:
        parts.pop()
    return "_".join(parts)
