"""Places of a table are written and read alike, and teams have letters."""

import pytest

from planilla.domain.pairing.table import FREE, Place, PlaceKind, team_letters


@pytest.mark.parametrize(
    ("place", "written"),
    [
        (Place(7), 7),
        (FREE, 0),
        (Place(3, 1, PlaceKind.BOARD), "A3"),
        (Place(10, 28, PlaceKind.BOARD), "AB10"),
        (Place(5, kind=PlaceKind.WINNER), "W5"),
        (Place(5, kind=PlaceKind.LOSER), "L5"),
    ],
)
def test_a_place_is_written_for_programs(place: Place, written: int | str) -> None:
    assert place.written == written


@pytest.mark.parametrize(
    ("team", "letters"), [(1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (53, "BA"), (702, "ZZ")]
)
def test_teams_beyond_the_alphabet_have_two_letters(team: int, letters: str) -> None:
    assert team_letters(team) == letters
