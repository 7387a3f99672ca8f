"""Rated tournaments in a few words, and by chance for properties."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from dsl.crosstables import crosstable, crosstables
from planilla.domain.crosstable import Crosstable

GOLDEN = Path(__file__).parents[1] / "golden" / "elo"


def golden(name: str) -> Any:
    """A golden file of chapter 4; its decimals as exact fractions."""
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"), parse_float=Fraction)


def hundredths(value: Fraction | int) -> int:
    """A printed value with two decimals at most, in hundredths."""
    assert (100 * Fraction(value)).denominator == 1, value
    return int(100 * value)


def rated_table(
    ratings: Sequence[int], *rounds: str, ks: Sequence[int] = (), point_system: str = "1-½-0"
) -> Crosstable:
    """`rated_table([2000, 1975], "1 2 1-0")`; `ks` are the entrants' own K, in the same order."""
    table = crosstable(len(ratings), *rounds, point_system=point_system)
    return with_ratings(table, ratings, ks or [0] * len(ratings))


def with_ratings(table: Crosstable, ratings: Sequence[int], ks: Sequence[int]) -> Crosstable:
    """The same tournament among players with these ratings and K."""
    entrants = zip(table.entrants, ratings, ks, strict=True)
    return replace(
        table,
        entrants=tuple(replace(each, rating=rating, k=k) for each, rating, k in entrants),
    )


@st.composite
def rated_tables(draw: st.DrawFn, ratings: st.SearchStrategy[int], ks: list[int]) -> Crosstable:
    """Small tournaments with everything that can happen, among players with such ratings."""
    table = draw(crosstables())
    own = [draw(ratings) for _ in table.entrants]
    return with_ratings(table, own, [draw(st.sampled_from(ks)) for _ in own])
