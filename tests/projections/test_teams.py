"""Teams by the points of their players: places, ties, and rounds that do not count yet."""

from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CARL, DORA, FOUR, ROUND_ROBIN, Scene, entered, given
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.teams import FormTeams, NewTeam
from planilla.domain.vocabulary import GameId
from planilla.projections.tables import TABLES
from planilla.projections.teams import PlayerTotal, player_totals, team_totals

FORMED = (
    given(replace(ROUND_ROBIN, system_name="djaja"), *entered(*FOUR))
    .when(FormTeams(teams=(NewTeam(players=(ANA, BEA)), NewTeam(players=(CARL, DORA)))))
    .and_then()
)


def test_the_teams_are_ranked_by_the_points_of_their_players() -> None:
    """Djaja for 2 gives all whites of round 1 to team A: Ana-Carl and Bea-Dora.

    Points are in halves: Carl wins, and the other game is drawn: 1 to 3.
    """
    scene = FORMED.when(PairRound(round=1)).and_then().when(PublishPairings(round=1)).and_then()
    for game, result in (("1.1", "0-1"), ("1.2", "½-½")):
        scene = scene.when(RecordResult(game=GameId(game), result=result)).and_then()
    assert team_totals(scene.state()) == (("B", 1, 2, 3), ("A", 2, 2, 1))
    assert player_totals(scene.state())[CARL] == PlayerTotal(games=1, points=2)


def test_teams_with_equally_many_points_share_a_place_and_a_draft_does_not_count() -> None:
    for scene in (FORMED, FORMED.when(PairRound(round=1)).and_then()):
        assert team_totals(scene.state()) == (("A", 1, 0, 0), ("B", 1, 0, 0))
        assert player_totals(scene.state()) == {}


def test_a_tournament_without_teams_has_no_rows() -> None:
    assert TABLES["teams"](Scene(FORMED.events[:1]).state()).rows == []
