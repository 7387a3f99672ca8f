"""The matches of a bracket as rows: the sides of the tree, points, who advanced, and the card."""

from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CARL, DORA, EVA, FOUR, ROUND_ROBIN, Scene, entered, given
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.shapes import MatchShape
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.projections.bracket import BracketRow, rows


def paired_cup(*entrants: EntrantId, games: int = 1) -> Scene:
    created = replace(
        ROUND_ROBIN,
        system_name="knockout-single",
        shape=MatchShape(games=games),
        tiebreaks=(),
    )
    scene = given(created, *entered(*entrants)).when(PairRound(round=1)).and_then()
    return scene.when(PublishPairings(round=1)).and_then()


def recorded(scene: Scene, game: str, result: str) -> Scene:
    return scene.when(RecordResult(game=GameId(game), result=result)).and_then()


def test_a_result_changes_the_row_of_its_match_and_that_of_the_next() -> None:
    """Ana (1) meets Dora (4) and Bea (2) meets Carl (3); the winners meet in match 3."""
    before = paired_cup(*FOUR)
    after = recorded(before, "1.1", "1-0")
    old, new = rows(before.state()), rows(after.state())
    assert {key for key in new if new[key] != old[key]} == {"1", "3"}
    assert old["1"] == BracketRow(
        status="ready",
        first=ANA,
        second=DORA,
        first_points=None,
        second_points=None,
        winner=None,
        invalid=False,
        match="1.1",
    )
    assert new["1"].status == "played"
    assert new["1"].winner is not None
    assert (new["1"].first, new["1"].second)[new["1"].winner] == new["3"].first
    assert {new["1"].first_points, new["1"].second_points} == {0, 2}
    assert new["3"].match is None


def test_points_are_shown_from_the_first_result_of_a_match_on() -> None:
    scene = recorded(paired_cup(*FOUR, games=2), "1.1", "½-½")
    row = rows(scene.state())["1"]
    assert (row.status, row.first_points, row.second_points) == ("ready", 1, 1)
    assert row.winner is None


def test_who_has_nobody_to_meet_stands_alone_in_the_row() -> None:
    row = rows(paired_cup(ANA, BEA, CARL, DORA, EVA).state())["1"]
    assert (row.status, row.first, row.second, row.winner) == ("walk-over", ANA, None, 0)
    assert (row.first_points, row.match) == (None, None)


def test_there_are_no_rows_without_a_bracket() -> None:
    assert rows(given(ROUND_ROBIN, *entered(*FOUR)).state()) == {}
