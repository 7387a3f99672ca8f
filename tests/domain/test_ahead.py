"""A system with an order of its own ranks before points do."""

import pytest
from msgspec.structs import replace

from dsl.keizer_seasons import entrants, played
from planilla.domain.crosstable import Crosstable, before_round
from planilla.domain.standings import MODES, Announced, parted_by, ranks, standings

TABLE = Crosstable(
    entrants=entrants(4), rounds=(played((0, 1, "1-0"), (2, 3, "½-½")),), ahead=(1, 4, 3, 3)
)
"""0 has a point and stands last; 1 has none and leads; 2 and 3 share, and have half a point."""


@pytest.mark.parametrize("mode", MODES)
def test_who_is_ahead_ranks_first_whatever_the_points(mode: str) -> None:
    announced = Announced(codes=("WIN",), mode=mode)
    rows = standings(TABLE, announced)
    assert [(row.seat, row.rank, row.points) for row in rows] == [
        (1, 1, 0),
        (2, 2, 1),
        (3, 2, 1),
        (0, 4, 2),
    ]
    assert [row.values for row in rows] == [(0,), (0,), (0,), (1,)]
    assert ranks(TABLE, announced) == (4, 1, 2, 2)
    assert [row.seat for row in sorted(rows, key=lambda row: row.key, reverse=True)] == [1, 2, 3, 0]


def test_what_parted_them_was_not_the_points() -> None:
    announced = Announced(codes=("WIN",))
    rows = standings(TABLE, announced)
    assert parted_by(TABLE, announced, rows, 1) == {0: -1, 2: -1, 3: -1}
    plain = replace(TABLE, ahead=())
    assert parted_by(plain, announced, standings(plain, announced), 1) == {0: 0, 2: 0, 3: 0}


def test_how_they_stood_before_is_not_known() -> None:
    assert before_round(TABLE, 1).ahead == ()
