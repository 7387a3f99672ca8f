"""Plans and rankings in a few words, for the tests of prizes."""

from planilla.domain.crosstable import Entrant
from planilla.domain.prizes.distribution import RankedEntrant, Ranking
from planilla.domain.prizes.plan import PrizeGroup, PrizePlan, Sharing, Taking
from planilla.domain.vocabulary import EntrantId


def group(*prizes: int, sharing: Sharing = Sharing.FIXED, **whom: object) -> PrizeGroup:
    return PrizeGroup(prizes=prizes, sharing=sharing, **whom)  # type: ignore[arg-type]


def plan(*groups: PrizeGroup, taking: Taking = Taking.HIGHEST) -> PrizePlan:
    fund = sum(sum(each.prizes) for each in groups)
    return PrizePlan(currency="EUR", fund=fund, groups=groups, taking=taking)


def ranking(*points: int, ranks: tuple[int, ...] = ()) -> Ranking:
    """Seats 0, 1, 2 … in this order with these points; each has a rank of their own without."""
    places = ranks or tuple(range(1, len(points) + 1))
    return tuple(
        RankedEntrant(seat, each, place)
        for seat, (each, place) in enumerate(zip(points, places, strict=True))
    )


def entrants(*ratings: int, categories: tuple[tuple[str, ...], ...] = ()) -> tuple[Entrant, ...]:
    """Entrants by seat with these ratings, and categories where they are given."""
    theirs = categories or ((),) * len(ratings)
    return tuple(
        Entrant(id=EntrantId(f"e{seat}"), rating=rating, categories=each)
        for seat, (rating, each) in enumerate(zip(ratings, theirs, strict=True))
    )
