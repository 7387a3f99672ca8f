"""Editions of the rules: their tie-breaks, and their treatments of unplayed rounds.

To add a tie-break: write it in the module of its family, and add it to `TIEBREAKS` there. Names are
stored in recorded events, so a name is never changed or reused. A published edition is never
changed either: a changed rule needs another edition.
"""

import msgspec

from planilla.domain.tiebreaks import (
    boards,
    encounters,
    opponents,
    own_results,
    ratings,
    team_scores,
)
from planilla.domain.tiebreaks.tiebreak import BEFORE, BOOK, IN_FORCE, Family
from planilla.domain.tiebreaks.unplayed import (
    Unplayed,
    UnplayedAdjustment,
    of_fide,
    of_the_book,
    with_forfeits_played,
)

MODULES = (own_results, encounters, opponents, ratings, boards, team_scores)


class TiebreakEdition(msgspec.Struct, frozen=True, kw_only=True):
    """One edition: its name, the treatment of unplayed rounds by adjustment, and its families.

    `unplayed` has the entry "", and others for codes with another adjustment (`/off`, `/P`).
    """

    name: str
    unplayed: dict[str, Unplayed]
    families: dict[str, Family]


def _edition(name: str, unplayed: dict[str, Unplayed]) -> TiebreakEdition:
    """Return an edition with its families in the order of their names."""
    found = [each for module in MODULES for each in module.TIEBREAKS if name in each.editions]
    families = {each.name: each for each in sorted(found, key=lambda each: each.name)}
    assert len(families) == len(found), "a name stands for one tie-break in an edition"
    return TiebreakEdition(name=name, unplayed=unplayed, families=families)


def _by_fide(name: str, *, capped: bool) -> TiebreakEdition:
    """Return an edition with article 16, and with forfeits as games for `/P`."""
    treatment = of_fide(name, capped=capped)
    return _edition(name, {"": treatment, "P": with_forfeits_played(treatment)})


EDITIONS: dict[str, TiebreakEdition] = {
    IN_FORCE: _by_fide(IN_FORCE, capped=True),
    BEFORE: _by_fide(BEFORE, capped=False),
    BOOK: _edition(
        BOOK,
        {
            "": of_the_book(UnplayedAdjustment.FULL),
            "own": of_the_book(UnplayedAdjustment.OWN),
            "off": of_the_book(UnplayedAdjustment.OFF),
        },
    ),
}
