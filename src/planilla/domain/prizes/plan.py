"""The prize plan as it was announced: groups of prizes, and the way in which the tied share them.

Import `PrizePlan` from here: it is also a part of the regulations. Amounts are integers in the
smallest unit of the currency. A plan is checked where it is announced
(`planilla.domain.tournament.prize_faults`) with the functions below.

Source: seed 000, 1.2.2 (los premios).
"""

from enum import StrEnum

import msgspec

from planilla.domain.crosstable import Entrant


class Sharing(StrEnum):
    """The way in which players tied on points share the prizes of a group.

    `FIXED`: each the prize of their place after the tie-breaks. `SHARED`: the prizes of their
    places in equal parts. `HORT`: half of those prizes in equal parts, half by the places.
    """

    FIXED = "fixed"
    SHARED = "shared"
    HORT = "hort"


class Taking(StrEnum):
    """The number of prizes that one player may take.

    `HIGHEST`: only the greatest one; in the other groups the rest move up. `EVERY`: each prize
    that they win.
    """

    HIGHEST = "highest"
    EVERY = "every"


class PrizeGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Prizes by place for everybody, or for those who meet every given condition.

    `category` is one of the categories of an entrant; `rating_from` and `rating_to` are inclusive.
    An entrant without rating (0) is in no rating band unless `admits_unrated`. `prizes` begin with
    the first place and do not rise.
    """

    prizes: tuple[int, ...]
    sharing: Sharing = Sharing.HORT
    category: str = ""
    rating_from: int | None = None
    rating_to: int | None = None
    admits_unrated: bool = False

    @property
    def is_general(self) -> bool:
        """Return whether everybody may win these prizes."""
        return not self.category and self.rating_from is None and self.rating_to is None

    @property
    def criterion(self) -> tuple[str, int | None, int | None]:
        """The conditions; no two groups of a plan have the same."""
        return (self.category, self.rating_from, self.rating_to)

    def admits(self, entrant: Entrant) -> bool:
        """Return whether an entrant may win these prizes."""
        if self.category and self.category not in entrant.categories:
            return False
        if self.rating_from is None and self.rating_to is None:
            return True
        if not entrant.rating:
            return self.admits_unrated
        above = self.rating_from is None or self.rating_from <= entrant.rating
        return above and (self.rating_to is None or entrant.rating <= self.rating_to)


class PrizePlan(msgspec.Struct, frozen=True, kw_only=True):
    """A prize fund and its groups, the most important first; the prizes add up to the `fund`.

    `currency` is its code of three letters (ISO 4217).
    """

    currency: str
    fund: int
    groups: tuple[PrizeGroup, ...]
    taking: Taking = Taking.HIGHEST


def sum_of(plan: PrizePlan) -> int:
    """Return the sum of all prizes, which should be the fund."""
    return sum(sum(group.prizes) for group in plan.groups)


def negative_prize(plan: PrizePlan) -> tuple[int, int] | None:
    """Return the number of the group and the place, both from 1, of the first negative prize."""
    return next(
        (
            (number, place)
            for number, group in enumerate(plan.groups, start=1)
            for place, prize in enumerate(group.prizes, start=1)
            if prize < 0
        ),
        None,
    )


def rising_prize(plan: PrizePlan) -> tuple[int, int] | None:
    """Return group number and place of the first prize that is greater than the one before."""
    return next(
        (
            (number, place)
            for number, group in enumerate(plan.groups, start=1)
            for place in range(2, len(group.prizes) + 1)
            if group.prizes[place - 1] > group.prizes[place - 2]
        ),
        None,
    )


def repeated_group(plan: PrizePlan) -> int | None:
    """Return the number of the first group with the same conditions as an earlier one."""
    seen = [group.criterion for group in plan.groups]
    return next(
        (number for number, each in enumerate(seen, start=1) if each in seen[: number - 1]), None
    )
