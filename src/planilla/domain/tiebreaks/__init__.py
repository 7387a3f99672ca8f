"""Tie-breaks: the order of entrants with equal points, with the working term by term.

The meaning of a code (`BH/C1`, see `grammar`) is given by the edition that the tournament announced
(`editions`): `fide-2026-03`, `fide-2024-08`, or `libro`, the seed book. Sources of the definitions,
and readings of unclear rules: `docs/rules/tiebreaks.md`.
"""

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from planilla.domain.tiebreaks.editions import EDITIONS
from planilla.domain.tiebreaks.grammar import Code, CodeError, Flaw, expanded, letter_of, parse
from planilla.domain.tiebreaks.tiebreak import Family, Tiebreak

__all__ = ["EDITIONS", "CodeError", "Setting", "checked", "tiebreak_of"]


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """Properties of an event that allow or forbid tie-breaks: its pairing and its entrants."""

    rounds: int = 0
    predetermined: bool = False
    accelerated: bool = False
    teams: bool = False


@lru_cache(maxsize=1024)
def tiebreak_of(code: str, edition: str) -> Tiebreak:
    """Return the tie-break of a code in an edition of `EDITIONS`.

    Raises:
        CodeError: the edition has no such tie-break, or not with these modifiers.
    """
    read = parse(code)
    family = _family(read, edition)
    unplayed = EDITIONS[edition].unplayed
    adjustment = next((each for each in unplayed if each and read.has(each)), "")
    return family.make(read, unplayed[adjustment])


def checked(codes: Iterable[str], edition: str, setting: Setting) -> tuple[str, ...]:
    """Return the codes in canonical form, without duplicates and with starred codes expanded.

    `PS/C*` stands for `PS` and its cuts to the end, `KS/L*` for Koya with 50, 60, … 90 %.

    Raises:
        CodeError: a code is unknown in the edition, or forbidden in such an event.
    """
    found = []
    for code in codes:
        for each in expanded(code, setting.rounds):
            family = _family(each, edition)
            if family.not_by_schedule and setting.predetermined:
                raise CodeError(Flaw.BY_SCHEDULE, code, each.name)
            if family.not_accelerated and setting.accelerated:
                raise CodeError(Flaw.ACCELERATED, code, each.name)
            if (family.teams or each.score) and not setting.teams:
                raise CodeError(Flaw.TEAMS_ONLY, code, each.name)
            found.append(each.written)
    return tuple(dict.fromkeys(found))


def _family(code: Code, edition: str) -> Family:
    families = EDITIONS[edition].families
    family = families.get(code.name)
    if family is None:
        raise CodeError(Flaw.NO_SUCH_NAME, code.written, code.name, tuple(families))
    if code.score and not family.scored:
        raise CodeError(Flaw.NO_SUCH_MODIFIER, code.written, code.score, family.takes)
    for modifier in code.modifiers:
        if letter_of(modifier) not in family.takes:
            raise CodeError(Flaw.NO_SUCH_MODIFIER, code.written, modifier, family.takes)
    return family
