"""Rating rules by name: one mechanism, and each edition as data.

The development coefficient K is part of them: how far one point moves a rating, and for whom. It
depends on a birth date and a number of games, which are personal data: it is calculated at entry
(`k_of`) and recorded. Where it was not, the rating alone decides (`k_by_rating`).

To add one: add it to `RATING_RULES`. Names are recorded in events, so a name is never changed or
reused; another edition of the rules is another name.
"""

import datetime as dt

import msgspec

from planilla.domain.ratings.unrated import InitialRules

# --- K -------------------------------------------------------------------------------------------


class KRules(msgspec.Struct, frozen=True, kw_only=True):
    """The K of each kind of player, by the edition of the rules that `name` gives in figures.

    A newcomer has completed fewer than `newcomer_games`; a player who once reached `top_rating`
    keeps `top` for ever. A junior has the newcomer's K while rated below `junior_below` (0: no such
    rule), up to the day of turning `junior_age` or, with `junior_year`, to the end of that year.
    """

    name: str
    newcomer: int
    usual: int
    top: int
    newcomer_games: int = 30
    top_rating: int = 2400
    junior_below: int = 0
    junior_age: int = 18
    junior_year: bool = False


class Career(msgspec.Struct, frozen=True, kw_only=True):
    """The facts that decide a player's K on the day `on`; unknown `games` or `born` are None.

    `peak` is the highest rating ever published (the present one counts in any case); `born` the
    birth date, or 1 January of the birth year where the list has no more.
    """

    rating: int
    on: dt.date
    games: int | None = None
    born: dt.date | None = None
    peak: int = 0


K_LIBRO = KRules(name="40/20/10 to the birthday", newcomer=40, usual=20, top=10, junior_below=2300)
"""The rule of the book: juniors up to the day of the 18th birthday (seed 000, 4.3.1)."""

K_FIDE = KRules(name="40/20/10", newcomer=40, usual=20, top=10, junior_below=2300, junior_year=True)
"""The current rule: juniors to the end of the year of the 18th birthday (FIDE B.02, 8.3.3)."""

K_FORMER = KRules(name="25/15/10", newcomer=25, usual=15, top=10)
"""The rule to 2011 (seed 000, 4.3.1, note 4); K 10 also ended when a player left the list."""


def k_of(rules: KRules, career: Career) -> int:
    """Return the K of a player; a newcomer stays one until the games are done, also above 2400.

    The book leaves open which of the two a newcomer above 2400 has: the order of its list decides.
    Source: seed 000, 4.3.1; FIDE B.02 (1 March 2024), 8.3.3.
    """
    if career.games is not None and career.games < rules.newcomer_games:
        return rules.newcomer
    if max(career.rating, career.peak) >= rules.top_rating:
        return rules.top
    if career.rating < rules.junior_below and is_junior(rules, career):
        return rules.newcomer
    return rules.usual


def k_by_rating(rules: KRules, rating: int) -> int:
    """Return the K of a player with a rating only: that of an adult with enough games."""
    return rules.top if rating >= rules.top_rating else rules.usual


def is_junior(rules: KRules, career: Career) -> bool:
    """Return whether the player is young enough on that day; without a birth date not."""
    if career.born is None:
        return False
    years = career.on.year - career.born.year
    if rules.junior_year:
        return years <= rules.junior_age
    had_birthday = (career.on.month, career.on.day) >= (career.born.month, career.born.day)
    return years - (not had_birthday) < rules.junior_age


def k_for_period(k: int, games: int, cap: int) -> int:
    """Return K, lowered so that K times the games of a period stays within `cap` (0: no such rule).

    18 games with K 40 would be 720, so K is 38. Source: FIDE B.02 (1 March 2024), 8.3.3.
    """
    return cap // games if cap and k * games > cap else k


# --- editions ------------------------------------------------------------------------------------


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
