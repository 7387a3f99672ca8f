"""The ranking of a hall as rows, and what parts two neighbours."""

from typing import Any

import pytest

from dsl.masnou_scenarios import Played
from planilla.domain.tournament.masnou.ranking import Ranked, ranking
from planilla.domain.tournament.state import INITIAL
from planilla.domain.vocabulary import EntrantId
from planilla.projections import standings
from planilla.projections.masnou_standings import Parted, category_places, parted


def opened(players: int = 4, **rules: Any) -> Played:
    entrants = [{"id": f"e{n}", "rating": 2500 - n} for n in range(1, players + 1)]
    return Played({"entrants": entrants, "rules": {"tables": 1, **rules}})


def result(played: Played, at: int, game: str, said: str) -> None:
    played.act({"command": "record-result", "body": {"game": game, "result": said}, "at": at})


def test_before_a_hall_is_open_there_is_no_ranking() -> None:
    assert standings.rows(INITIAL) == {}


def test_the_greatest_key_is_ahead_and_shared_places_differ_in_the_last_part_alone() -> None:
    played = opened()
    result(played, 60, "T1.1", "1-0")
    result(played, 120, "T1.2", "1-0")
    told = standings.rows(played.state)
    order = sorted(told, key=lambda entrant: told[entrant].key, reverse=True)
    assert order == ["e1", "e4", "e2", "e3"]
    assert [told[each].points for each in order] == [4, 0, 0, 0]
    # e4 is ahead with fewer games; e2 and e3 have lost one each and never met
    assert [told[each].values[:2] for each in order] == [(2, 2), (0, 0), (1, 0), (1, 0)]
    keys = [told[each].key for each in order]
    assert keys[2][:-1] == keys[3][:-1]
    assert keys[1][:-1] != keys[2][:-1]
    assert [row.place for row in ranking(played.hall)] == [1, 2, 3, 3]
    assert [place for place, _, _ in standings.ranked(told)] == [1, 2, 3, 3]


def ranked(*key: int, points: int = 4, values: tuple[int | None, ...] = (3, 2, None)) -> Ranked:
    return Ranked(entrant=EntrantId("e1"), place=1, points=points, values=values, key=key)


@pytest.mark.parametrize(
    ("ahead", "behind", "said"),
    [
        pytest.param(
            ranked(0, -4, 3, -2, 0, 0),
            ranked(0, -3, 3, -2, 0, 0, points=3),
            Parted(by="points", ahead=4, behind=3),
            id="points",
        ),
        pytest.param(
            ranked(0, -4, 3, -2, 0, 0),
            ranked(0, -4, 5, -2, 0, 0, values=(5, 2, None)),
            Parted(by="fewest-games", ahead=3, behind=5),
            id="fewest games",
        ),
        pytest.param(
            ranked(0, -4, 3, -2, 0, 0),
            ranked(0, -4, 3, -1, 0, 0, values=(3, 1, None)),
            Parted(by="most-wins", ahead=2, behind=1),
            id="most wins",
        ),
        pytest.param(
            ranked(0, -4, 3, -2, -2, 0, values=(3, 2, 2)),
            ranked(0, -4, 3, -2, 0, 0, values=(3, 2, 0)),
            Parted(by="particular", ahead=2, behind=0),
            id="direct encounter",
        ),
        pytest.param(
            ranked(0, -4, 3, -2, 0, -2),
            ranked(0, -4, 3, -2, 0, -1),
            Parted(by="playoff", ahead=2, behind=1),
            id="play-off",
        ),
        pytest.param(
            ranked(0, -4, 3, -2, 0, 0),
            ranked(1, -8, 3, -2, 0, 0, points=8),
            Parted(by="expelled", ahead=0, behind=1),
            id="expelled",
        ),
        pytest.param(
            ranked(0, -4, 3, -2, 0, 0), ranked(0, -4, 3, -2, 0, 0), None, id="shared place"
        ),
    ],
)
def test_one_thing_parts_two_neighbours(ahead: Ranked, behind: Ranked, said: Parted | None) -> None:
    assert parted(opened().hall, ahead, behind) == said


def test_who_has_a_category_has_a_place_among_those_of_it() -> None:
    kinds = {"e1": ("U12",), "e2": ("U12", "Women"), "e3": (), "e4": ("Women",)}
    entered = [{"id": each, "rating": 0, "categories": of} for each, of in kinds.items()]
    rules = {"tables": 1, "order": "arrival"}
    played = Played({"entrants": entered, "rules": rules})
    result(played, 60, "T1.1", "0-1")
    result(played, 120, "T1.2", "1-0")
    ahead = [(row.entrant, row.place) for row in ranking(played.hall)]
    assert ahead == [("e2", 1), ("e4", 2), ("e1", 3), ("e3", 3)]
    assert category_places(played.state, ranking(played.hall)) == {
        "e2": (("U12", 1), ("Women", 1)),
        "e4": (("Women", 2),),
        "e1": (("U12", 2),),
        "e3": (),
    }


def test_those_who_share_a_place_share_it_in_their_category() -> None:
    entered = [{"id": f"e{n}", "rating": 0, "categories": ("U12",)} for n in range(1, 5)]
    played = Played({"entrants": entered, "rules": {"tables": 1}})
    places = category_places(played.state, ranking(played.hall))
    assert {each for (each,) in places.values()} == {("U12", 1)}
