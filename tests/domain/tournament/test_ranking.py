"""The ranking by the system: from the crosstable, by values, or by a running tally."""

from dsl.crosstables import crosstable
from dsl.keizer_club import random_club
from dsl.masnou_scenarios import Played
from planilla.domain.pairing.system import RankingMethod
from planilla.domain.tournament.masnou.ranking import ranking
from planilla.domain.tournament.ranking import (
    current_standings,
    for_ranking,
    own_ranking,
    places_by_round,
    points_unit,
    ranking_method,
)
from planilla.domain.tournament.state import Tournament


def played() -> Played:
    """Four at one table: e1 has beaten e2 and e3."""
    entrants = [{"id": f"e{n}", "rating": 2500 - n} for n in range(1, 5)]
    found = Played({"entrants": entrants, "rules": {"tables": 1}})
    for at, game in ((60, "T1.1"), (120, "T1.2")):
        found.act({"command": "record-result", "body": {"game": game, "result": "1-0"}, "at": at})
    return found


def test_a_tally_ranks_as_its_system_does_with_shared_places() -> None:
    marathon = played()
    state = marathon.state
    rows = current_standings(state)
    assert [state.order[row.seat] for row in rows] == ["e1", "e4", "e2", "e3"]
    assert [row.rank for row in rows] == [1, 2, 3, 3]
    assert [row.points for row in rows] == [4, 0, 0, 0]  # two wins, in halves
    assert [row.values for row in rows] == [row.values for row in ranking(marathon.hall)]
    assert sorted((row.key for row in rows), reverse=True) == [row.key for row in rows]
    assert points_unit(state) == 2


def test_until_a_tally_has_begun_the_crosstable_ranks() -> None:
    state = Tournament(system_name="masnou")
    assert state.system.ranking is RankingMethod.TALLY
    assert ranking_method(state) is RankingMethod.POINTS
    assert own_ranking(state) is None
    assert current_standings(state) == ()


def test_values_rank_before_points() -> None:
    state = random_club(5, players=7, rounds=3).state
    ahead = for_ranking(state).ahead
    rows = current_standings(state)
    assert [row.seat for row in rows] == sorted(range(7), key=lambda seat: -ahead[seat])


def test_in_other_systems_nothing_is_before_the_points() -> None:
    state = Tournament(system_name="swiss-dutch-2026")
    assert for_ranking(state).ahead == ()


def test_places_are_kept_round_by_round_except_in_a_bracket() -> None:
    """Without tie-breaks: points 1 0 1 0 after round 1, 2 ½ 1 ½ after round 2."""
    state = Tournament(system_name="swiss-dutch-2026", tiebreaks=())
    table = crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 1-0, 2 4 ½-½")
    assert places_by_round(state, table) == ((1, 3, 1, 3), (1, 3, 2, 3))
    assert places_by_round(Tournament(system_name="knockout-single"), table) == ()
