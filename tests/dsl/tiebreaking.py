"""Columns, workings and shown values of tie-breaks in a line of a test."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec
from hypothesis import strategies as st

from dsl.crosstables import crosstables
from planilla.domain.crosstable import Crosstable, Seat
from planilla.domain.standings import Announced
from planilla.domain.tiebreaks import EDITIONS, tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of
from planilla.domain.tiebreaks.tiebreak import Working

BOOK = "libro"
IN_FORCE = "fide-2026-03"
BEFORE = "fide-2024-08"


def column(
    code: str, table: Crosstable, tied: Sequence[Seat] | None = None, edition: str = BOOK
) -> tuple[int, ...]:
    """What a tie-break gives each of `tied` (everybody), in its smallest unit."""
    group = tuple(range(table.size)) if tied is None else tuple(tied)
    return tuple(tiebreak_of(code, edition).values(contest_of(table), group))


def shown(
    code: str, table: Crosstable, tied: Sequence[Seat] | None = None, edition: str = IN_FORCE
) -> tuple[Fraction, ...]:
    """What people see: the same as fractions of one point."""
    tiebreak, contest = tiebreak_of(code, edition), contest_of(table)
    return tuple(tiebreak.shown(contest, value) for value in column(code, table, tied, edition))


def exactly(values: str) -> tuple[Fraction, ...]:
    """`exactly("1.5 2 7/3")`: decimals and fractions as they are."""
    return tuple(map(Fraction, values.split()))


def working(
    code: str,
    table: Crosstable,
    seat: Seat,
    tied: Sequence[Seat] | None = None,
    edition: str = BOOK,
) -> Working:
    """How the value of one seat came about."""
    group = tuple(range(table.size)) if tied is None else tuple(tied)
    return tiebreak_of(code, edition).working(contest_of(table), group, seat)


def rated(table: Crosstable, *ratings: int) -> Crosstable:
    """The same tournament among players of these ratings, by pairing number."""
    entrants = (
        msgspec.structs.replace(entrant, rating=rating)
        for entrant, rating in zip(table.entrants, ratings, strict=True)
    )
    return msgspec.structs.replace(table, entrants=tuple(entrants))


def by_schedule(table: Crosstable) -> Crosstable:
    """The same tournament with its pairings known from the start."""
    return msgspec.structs.replace(table, predetermined=True)


@st.composite
def contests(draw: st.DrawFn) -> Crosstable:
    """Small tournaments with ratings, lots, rounds to come, and pairings known or not."""
    table = draw(crosstables())
    ratings = [draw(st.integers(1000, 2900)) for _ in range(table.size)]
    return msgspec.structs.replace(
        rated(table, *ratings),
        rounds_planned=table.rounds_planned + draw(st.integers(0, 2)),
        predetermined=draw(st.booleans()),
        lots=draw(st.sampled_from([(), tuple(draw(st.permutations(range(1, table.size + 1))))])),
    )


def by_the_book(*codes: str, mode: str = "subsidiary") -> Announced:
    """Tie-breaks as a tournament of the seed book announces them."""
    return Announced(codes=codes, mode=mode, edition=BOOK)


def codes_of_individuals(edition: str) -> tuple[str, ...]:
    """Each tie-break that individuals may have, bare and with modifiers of every kind it takes."""
    found = []
    for name, family in EDITIONS[edition].families.items():
        if not family.teams:
            found.append(name)
            found += [f"{name}/{_EXAMPLE[each]}" for each in family.takes]
    return tuple(found)


_EXAMPLE = {
    "C": "C1",
    "M": "M1",
    "F": "F",
    "P": "P",
    "R": "R",
    "U": "U1400",
    "K": "K6",
    "L": "L60",
    "L>": "L>60",
    "L+": "L+1",
    "L-": "L-1",
    "off": "off",
    "own": "own",
}
"""A modifier of each kind."""
