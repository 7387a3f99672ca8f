"""The development coefficient K: how far one point moves a rating, and for whom.

K needs a birth date and a number of games, which are nobody's business once an entry is made: it is
worked out then (`k_of`) and recorded. Where it was not, the rating alone decides (`k_by_rating`).
"""

import datetime as dt

import msgspec


class KRules(msgspec.Struct, frozen=True, kw_only=True):
    """Who has which K, by the edition of the rules that `name` tells in figures.

    A newcomer has completed fewer than `newcomer_games`; who once reached `top_rating` keeps `top`
    for ever. A junior has the newcomer's K while rated below `junior_below` (0: no such rule), up
    to the day of turning `junior_age` or, with `junior_year`, to the end of that year.
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
    """What decides a player's K on the day `on`; unknown are games None, born None.

    `peak` is the highest rating ever published (the present one counts in any case); `born` the
    birth date, or 1 January of the birth year where the list tells no more.
    """

    rating: int
    on: dt.date
    games: int | None = None
    born: dt.date | None = None
    peak: int = 0


K_LIBRO = KRules(name="40/20/10 to the birthday", newcomer=40, usual=20, top=10, junior_below=2300)
"""As the book has it: juniors up to the day of the 18th birthday (seed 000, 4.3.1)."""

K_FIDE = KRules(name="40/20/10", newcomer=40, usual=20, top=10, junior_below=2300, junior_year=True)
"""In force: juniors to the end of the year of the 18th birthday (FIDE B.02, 8.3.3)."""

K_FIDE_2011 = KRules(name="30/15/10", newcomer=30, usual=15, top=10)
"""From 2011 to 30 June 2014 (UNVERIFIED: the official text was not read)."""

K_FORMER = KRules(name="25/15/10", newcomer=25, usual=15, top=10)
"""Formerly (seed 000, 4.3.1, note 4); K 10 also ended when a player left the list and came back."""

K_RULES: dict[str, KRules] = {
    rules.name: rules for rules in (K_LIBRO, K_FIDE, K_FIDE_2011, K_FORMER)
}
"""The K rules and their history, by name."""


def k_of(rules: KRules, career: Career) -> int:
    """The K of a player; a newcomer stays one until the games are done, also above 2400.

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
    """The K of whom nothing but the rating is known: an adult with enough games."""
    return rules.top if rating >= rules.top_rating else rules.usual


def is_junior(rules: KRules, career: Career) -> bool:
    """Whether the player is young enough on that day; unknown birth dates are not."""
    if career.born is None:
        return False
    years = career.on.year - career.born.year
    if rules.junior_year:
        return years <= rules.junior_age
    had_birthday = (career.on.month, career.on.day) >= (career.born.month, career.born.day)
    return years - (not had_birthday) < rules.junior_age


def k_for_period(k: int, games: int, cap: int) -> int:
    """K brought down so that K times the games of a period stays within `cap` (0: no such rule).

    18 games with K 40 would be 720, so K is 38. Source: FIDE B.02 (1 March 2024), 8.3.3.
    """
    return cap // games if cap and k * games > cap else k
