"""A ranking as prizes see it: who stands where, and who is tied with whom.

Two kinds of tie matter: on points, which shares, and after all tie-breaks, which leaves the places
themselves undecided.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from planilla.domain.crosstable import Seat
from planilla.domain.standings import Standing


class Ranked(NamedTuple):
    """One entrant in the final order; `rank` is shared where the tie-breaks leave a tie."""

    seat: Seat
    points: int
    rank: int


Ranking = tuple[Ranked, ...]
"""Everybody from the first to the last."""


def ranking_of(standings: Iterable[Standing]) -> Ranking:
    """The standings as a ranking."""
    return tuple(Ranked(each.seat, each.points, each.rank) for each in standings)


def tied_on_points(ranking: Iterable[Ranked]) -> list[Ranking]:
    """The ranking in runs of equal points."""
    return [tuple(run) for _, run in groupby(ranking, key=lambda each: each.points)]


def tied_on_rank(ranking: Iterable[Ranked]) -> list[Ranking]:
    """The ranking in runs of equal rank: no tie-break separates them."""
    return [tuple(run) for _, run in groupby(ranking, key=lambda each: each.rank)]
