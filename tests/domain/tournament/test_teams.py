"""Teams of a table: formed among the entrants, paired by the table, and refused where it lacks."""

import pytest
from msgspec.structs import replace

from dsl.team_tables import table_of
from dsl.tournaments import ANA, BEA, CARL, DORA, FOUR, ROUND_ROBIN, Scene, entered, given
from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.draw import DrawTable
from planilla.domain.tournament.entrants import RemoveEntries
from planilla.domain.tournament.numbering import AssignNumbers
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.refusal import (
    EntrantTwice,
    NoSuchEntrant,
    NotInThisSystem,
    Refusal,
)
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.shapes import Team
from planilla.domain.tournament.teams import (
    FormTeams,
    NewTeam,
    NoTableForBoards,
    NoTableForTeams,
    NotInTheTeam,
    TeamsFixed,
    TeamsFormed,
    TeamsIncomplete,
    TeamsUnequal,
)
from planilla.domain.vocabulary import EntrantId

SIZES = {
    "scheveningen": (2, 4),
    "scheveningen-berger": (2, 6),
    "djaja": (2, 5),
    "hutton": (3, 4),
    "hilton": (4, 3),
    "skalitzka": (3, 2),
}
"""Teams and boards of a table of each system."""


def table(system: str, teams: int, boards: int) -> tuple[Scene, FormTeams]:
    """An event of that size whose players are `A1`, `A2` …, and the command that groups them."""
    grouped = [
        tuple(EntrantId(f"{letter}{board}") for board in range(1, boards + 1))
        for letter in "ABCDEF"[:teams]
    ]
    players = [player for team in grouped for player in team]
    scene = given(replace(ROUND_ROBIN, system_name=system), *entered(*reversed(players)))
    return scene, FormTeams(teams=tuple(NewTeam(players=team) for team in grouped))


def two_teams(*teams: tuple[EntrantId, ...], captain: str = "") -> FormTeams:
    first, *others = teams
    return FormTeams(
        teams=(
            NewTeam(players=first, captain=EntrantId(captain)),
            *(NewTeam(players=team) for team in others),
        )
    )


FOUR_IN_DJAJA = given(replace(ROUND_ROBIN, system_name="djaja"), *entered(*FOUR))
PAIRS = two_teams((BEA, ANA), (CARL, DORA), captain=ANA)


def test_every_table_of_teams_is_a_system() -> None:
    assert set(SIZES) == {name for name, system in SYSTEMS.items() if system.forms_teams}


@pytest.mark.parametrize("system", SIZES)
def test_the_rounds_are_those_of_the_table(system: str) -> None:
    teams, boards = SIZES[system]
    scene, form = table(system, teams, boards)
    scene = scene.when(form).and_then()
    rounds = []
    for number in range(1, len(table_of(system, teams=teams, boards=boards)) + 1):
        (draft,) = scene.when(PairRound(round=number)).then()[-1:]
        assert isinstance(draft, RoundPaired)
        rounds.append([f"{game.white}-{game.black}" for game in draft.games])
        scene = scene.when(PairRound(round=number)).and_then()
        scene = scene.when(PublishPairings(round=number)).and_then()
        for game in draft.games:
            scene = scene.when(RecordResult(game=game.game, result="1-0")).and_then()
    assert rounds == table_of(system, teams=teams, boards=boards)
    rounds_for = SYSTEMS[system].rounds_for
    assert rounds_for is not None
    assert rounds_for(teams * boards) == len(rounds)
    assert rounds_for(7) == 0


def test_teams_have_letters_and_their_players_numbers_in_board_order() -> None:
    (formed,) = FOUR_IN_DJAJA.when(PAIRS).then()
    assert formed == TeamsFormed(
        teams=(
            Team(id=EntrantId("A"), players=(BEA, ANA), captain=ANA),
            Team(id=EntrantId("B"), players=(CARL, DORA)),
        )
    )
    state = FOUR_IN_DJAJA.when(PAIRS).state()
    assert state.order == (BEA, ANA, CARL, DORA)
    assert formed.details() == {"teams": 2, "boards": 2}
    assert TeamsFormed(teams=()).details() == {"teams": 0, "boards": 0}


def test_teams_may_change_until_a_round_is_paired() -> None:
    scene = FOUR_IN_DJAJA.when(PAIRS).and_then()
    assert scene.when(PAIRS).then() == ()
    other = scene.when(two_teams((ANA, BEA), (CARL, DORA))).and_then()
    assert other.state().order == FOUR
    with pytest.raises(TeamsFixed):
        other.when(PairRound(round=1)).and_then().when(PAIRS).then()


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(two_teams((ANA, BEA), (CARL,)), TeamsUnequal, id="unequal"),
        pytest.param(two_teams((ANA, BEA), (BEA, CARL)), EntrantTwice, id="twice"),
        pytest.param(two_teams((ANA, EntrantId("x")), (CARL, DORA)), NoSuchEntrant, id="unknown"),
        pytest.param(two_teams((ANA,), (CARL,)), TeamsIncomplete, id="somebody in no team"),
        pytest.param(FormTeams(teams=()), TeamsIncomplete, id="no team"),
        pytest.param(
            two_teams((ANA, BEA), (CARL, DORA), captain=CARL), NotInTheTeam, id="captain of others"
        ),
        pytest.param(AssignNumbers(), NotInThisSystem, id="numbers go by the teams"),
        pytest.param(DrawTable(), NotInThisSystem, id="the table follows from the teams"),
        pytest.param(PairRound(round=1), TeamsIncomplete, id="no teams yet"),
    ],
)
def test_what_does_not_make_teams_is_refused(command: Command, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        FOUR_IN_DJAJA.when(command).then()


@pytest.mark.parametrize(
    ("system", "teams", "boards", "fields"),
    [
        ("djaja", 2, 11, {"boards": 11, "possible": (2, 3, 4, 5, 6, 7, 8, 9, 10)}),
        ("djaja", 3, 2, {"teams": 3, "possible": (2,)}),
        ("hutton", 3, 3, {"boards": 3, "possible": (4,)}),
        ("hilton", 5, 4, {"teams": 5, "possible": (4, 6, 8, 10, 12)}),
        ("scheveningen", 2, 5, {"boards": 5, "possible": (4, 6)}),
        ("skalitzka", 3, 1, {"boards": 1, "possible": (2,)}),
    ],
)
def test_a_size_without_a_table_is_refused_with_those_that_exist(
    system: str, teams: int, boards: int, fields: dict[str, object]
) -> None:
    scene, form = table(system, teams, boards)
    with pytest.raises((NoTableForTeams, NoTableForBoards)) as refused:
        scene.when(form).then()
    assert fields.items() <= refused.value.fields.items()


def test_players_who_come_or_go_after_the_teams_were_formed_ask_for_new_teams() -> None:
    scene = FOUR_IN_DJAJA.when(PAIRS).and_then()
    more = Scene((*scene.events, *entered(EntrantId("eva"))))
    with pytest.raises(TeamsIncomplete) as refused:
        more.when(PairRound(round=1)).then()
    assert refused.value.missing == ("eva",)
    fewer = scene.when(RemoveEntries(entrants=(ANA,))).and_then()
    assert fewer.state().teams[0] == Team(id=EntrantId("A"), players=(BEA,))
    with pytest.raises(TeamsUnequal):
        fewer.when(PairRound(round=1)).then()


def test_other_systems_form_no_teams() -> None:
    with pytest.raises(NotInThisSystem):
        given(ROUND_ROBIN, *entered(*FOUR)).when(PAIRS).then()
    formed = TeamsFormed(teams=(Team(id=EntrantId("A"), players=(DORA, ANA)),))
    state = given(ROUND_ROBIN, *entered(*FOUR), formed).state()
    assert state.teams == formed.teams
    assert state.order == FOUR
