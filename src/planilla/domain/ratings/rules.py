"""Rating rules by name: one mechanism, and each edition as data.

To add one: add it to `RATING_RULES`. Names are recorded in events, so a name is never changed or
reused; another edition of the rules is another name.
"""

import msgspec

from planilla.domain.ratings.k import K_FIDE, K_LIBRO, KRules
from planilla.domain.ratings.unrated import InitialRules


class RatingRules(msgspec.Struct, frozen=True, kw_only=True):
    """One edition: a difference counts as `widest` at most, but for players from `uncut_from`.

    `uncut_from` is the own rating from which the true difference is used (0: from none); in one
    game the two sides may be treated differently. `k_cap` bounds K times the games of a period (0:
    nothing does). A game between players `too_wide` or more apart is not rated where one of them is
    above `too_wide_above` (0: all games are).
    """

    name: str
    k: KRules
    initial: InitialRules
    widest: int = 400
    uncut_from: int = 0
    k_cap: int = 0
    too_wide: int = 0
    too_wide_above: int = 0


LIBRO = RatingRules(
    name="elo-libro",
    k=K_LIBRO,
    initial=InitialRules(all_played=True, bonus=15, rounded_mean=True),
)
"""The seed book's version, of about 2014 to 2017 (seed 000, chapter 4)."""

FIDE_INITIAL = InitialRules(
    hypothetical_draws=2, hypothetical_rating=1800, highest=2200, lowest=1400
)

FIDE_2024 = RatingRules(
    name="elo-fide-2024",
    k=K_FIDE,
    initial=FIDE_INITIAL,
    uncut_from=2650,
    k_cap=700,
)
"""FIDE B.02 of 1 March 2024 for standard play, with the amendment of 1 October 2025."""

FIDE_2024_RAPID = RatingRules(
    name="elo-fide-2024-rapid",
    k=K_FIDE,
    initial=FIDE_INITIAL,
    k_cap=700,
    too_wide=600,
    too_wide_above=2600,
)
"""FIDE's rules of 2024 for rapid and blitz, with what holds since 1 December 2024."""

RATING_RULES: dict[str, RatingRules] = {
    rules.name: rules for rules in (LIBRO, FIDE_2024, FIDE_2024_RAPID)
}
