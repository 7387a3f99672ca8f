"""The first rating of a player who has none, from the games against rated opponents."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from planilla.domain.ratings.tables import HUNDRED, difference_of, half_up, percentage

TOO_FEW_GAMES = "too-few-games"
NO_POINTS = "no-points"
BELOW_FLOOR = "below-floor"
HALF_POINT = 50


class InitialRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules for a first rating.

    `least_games` are needed, against rated opponents or, with `all_played`, against anybody. So
    many `hypothetical_draws` against `hypothetical_rating` are added. A score above one half brings
    `bonus` points for each half point (0: what the table says). `rounded_mean`: the mean of the
    opponents is rounded before anything is added to it. The result is at most `highest` and at
    least `lowest` (0: no such bound).
    """

    least_games: int = 5
    all_played: bool = False
    hypothetical_draws: int = 0
    hypothetical_rating: int = 0
    bonus: int = 0
    rounded_mean: bool = False
    highest: int = 0
    lowest: int = 0


class Initial(msgspec.Struct, frozen=True, kw_only=True):
    """A first rating with its working.

    `mean` of the opponents (hypothetical ones included, exact), `percentage` of the score in
    hundredths, `difference` added to the mean; `value` is what comes out, `rating` what is granted,
    None for the reason in `reason`: `too-few-games`, `no-points`, `below-floor`.
    """

    games: int
    mean: Fraction
    percentage: int
    difference: int
    value: int
    rating: int | None
    reason: str = ""


def initial_rating(
    rules: InitialRules, opponents: Sequence[int], score: int, played: int
) -> Initial | None:
    """Return the first rating; None without a game against a rated opponent.

    `opponents` are the ratings of those met, `score` what was made against them in hundredths,
    `played` the games really played, those against unrated opponents included.

    Source: seed 000, 4.3.2; FIDE B.02 (1 March 2024), 7.1.4 and 8.2.
    """
    if not opponents:
        return None
    added = rules.hypothetical_draws
    games = len(opponents) + added
    mean = Fraction(sum(opponents) + added * rules.hypothetical_rating, games)
    total = score + added * HALF_POINT
    difference = difference_for(rules, total, games)
    value = half_up((half_up(mean) if rules.rounded_mean else mean) + difference)
    if rules.highest:
        value = min(value, rules.highest)
    enough = (played if rules.all_played else len(opponents)) >= rules.least_games
    reason = _refused(rules, enough=enough, score=score, value=value)
    return Initial(
        games=len(opponents),
        mean=mean,
        percentage=percentage(total, games),
        difference=difference,
        value=value,
        rating=None if reason else value,
        reason=reason,
    )


def difference_for(rules: InitialRules, score: int, games: int) -> int:
    """Return what a score in hundredths adds to the mean of the opponents.

    With a `bonus`, each half point above one half of the games brings it, in place of the table.
    """
    above = 2 * score - games * HUNDRED
    if rules.bonus and above > 0:
        return rules.bonus * above // HUNDRED
    return difference_of(percentage(score, games))


def _refused(rules: InitialRules, *, enough: bool, score: int, value: int) -> str:
    if not score:
        return NO_POINTS
    if not enough:
        return TOO_FEW_GAMES
    return BELOW_FLOOR if value < rules.lowest else ""
