"""What is wrong with a prize plan in itself, announced alone or with the regulations."""

from collections.abc import Iterator

from planilla.domain.prizes.plan import (
    PrizePlan,
    negative_prize,
    repeated_group,
    rising_prize,
    sum_of,
)
from planilla.domain.tournament.refusals import (
    NegativePrize,
    NoPrizes,
    NoSuchCurrency,
    PrizeFundMismatch,
    PrizeGroupTwice,
    PrizesRise,
    RatingBandEmpty,
    Refusal,
)

CURRENCY_LENGTH = 3


def faults_of(plan: PrizePlan) -> Iterator[Refusal]:
    """What is wrong with a plan in itself, in the order in which a person would check it."""
    if not _is_currency(plan.currency):
        yield NoSuchCurrency(currency=plan.currency)
    if not plan.groups:
        yield NoPrizes(group=1)
    yield from _faults_of_groups(plan)
    if (negative := negative_prize(plan)) is not None:
        group, place = negative
        prize = plan.groups[group - 1].prizes[place - 1]
        yield NegativePrize(group=group, place=place, prize=prize, currency=plan.currency)
    if (rising := rising_prize(plan)) is not None:
        yield PrizesRise(group=rising[0], place=rising[1])
    if (twice := repeated_group(plan)) is not None:
        yield PrizeGroupTwice(group=twice)
    if sum_of(plan) != plan.fund:
        yield PrizeFundMismatch(fund=plan.fund, prizes=sum_of(plan), currency=plan.currency)


def _is_currency(code: str) -> bool:
    return len(code) == CURRENCY_LENGTH and code.isascii() and code.isalpha() and code.isupper()


def _faults_of_groups(plan: PrizePlan) -> Iterator[Refusal]:
    for number, group in enumerate(plan.groups, start=1):
        if not group.prizes:
            yield NoPrizes(group=number)
        first, last = group.rating_from, group.rating_to
        if first is not None and last is not None and last < first:
            yield RatingBandEmpty(group=number, rating_from=first, rating_to=last)
