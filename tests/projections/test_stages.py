"""The path of the stages as rows: where each one comes from, and how far it is."""

from dsl.tournaments import ANA, BEA, CARL, DORA, given
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.entrants import EnterEntrants, NewEntrant
from planilla.domain.tournament.setup import CreateTournament
from planilla.domain.tournament.shapes import StageSource
from planilla.domain.tournament.stages import PlanStage
from planilla.projections.stages import rows


def test_each_stage_says_its_sources_and_its_rounds() -> None:
    people = tuple(NewEntrant(id=each, person=Sealed()) for each in (ANA, BEA, CARL, DORA))
    scene = (
        given()
        .when(CreateTournament(name="Club", system="round-robin"))
        .and_then()
        .when(EnterEntrants(entrants=people))
        .and_then()
    )
    assert rows(scene.state()) == ()
    final = PlanStage(
        title="Final", system="knockout-single", sources=(StageSource(stage=1, first=1, last=2),)
    )
    first, second = rows(scene.when(final).state())
    assert (first["number"], first["entrants"], first["sources"]) == (1, 4, "")
    assert (second["title"], second["sources"], second["round"]) == ("Final", "1:1-2", 0)
