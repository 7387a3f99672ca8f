"""Refusals about prizes; groups and places count from 1, amounts are in the smallest unit."""

from dataclasses import dataclass

from planilla.domain.tournament.refusals.refusal import Conflict, Unacceptable


@dataclass(kw_only=True, eq=False)
class NoPrizes(Unacceptable):
    """The plan has no group, or a group has no prize."""

    code = "no-prizes"
    group: int


@dataclass(kw_only=True, eq=False)
class NoSuchCurrency(Unacceptable):
    """A currency is three capital letters."""

    code = "no-such-currency"
    currency: str


@dataclass(kw_only=True, eq=False)
class NegativePrize(Unacceptable):
    """A prize is below nothing."""

    code = "negative-prize"
    group: int
    place: int
    prize: int
    currency: str


@dataclass(kw_only=True, eq=False)
class PrizesRise(Unacceptable):
    """A place has a greater prize than the place before it."""

    code = "prizes-rise"
    group: int
    place: int


@dataclass(kw_only=True, eq=False)
class PrizeGroupTwice(Unacceptable):
    """Two groups of prizes are for the same players."""

    code = "prize-group-twice"
    group: int


@dataclass(kw_only=True, eq=False)
class RatingBandEmpty(Unacceptable):
    """A rating band ends below its beginning."""

    code = "rating-band-empty"
    group: int
    rating_from: int
    rating_to: int


@dataclass(kw_only=True, eq=False)
class PrizeFundMismatch(Unacceptable):
    """The prizes do not add up to the fund."""

    code = "prize-fund-mismatch"
    fund: int
    prizes: int
    currency: str


@dataclass(kw_only=True, eq=False)
class NobodyInCategory(Unacceptable):
    """No player has the category that a group of prizes is for."""

    code = "nobody-in-category"
    group: int
    category: str
    known: tuple[str, ...]


@dataclass(kw_only=True, eq=False)
class ChancesOutOfRange(Unacceptable):
    """The share of draws or the number of samples is not possible."""

    code = "chances-out-of-range"
    draws: int
    samples: int
    samples_max: int


@dataclass(kw_only=True, eq=False)
class TooManyOpenForChances(Conflict):
    """So many games are open that chances say little and take long."""

    code = "too-many-open-for-chances"
    open: int
    largest: int


@dataclass(kw_only=True, eq=False)
class PrizesNotAnnounced(Conflict):
    """There is no prize plan."""

    code = "prizes-not-announced"


@dataclass(kw_only=True, eq=False)
class PrizesInRegulations(Conflict):
    """The prizes are a part of the regulations, and are changed there."""

    code = "prizes-in-regulations"


@dataclass(kw_only=True, eq=False)
class NothingOpen(Conflict):
    """No game is open, so there are no chances to divide by."""

    code = "nothing-open"
