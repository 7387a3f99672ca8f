"""Teams of a table: formed among the entrants, paired by the table, and refused where it lacks."""

import pytest
from msgspec.structs import replace

from dsl.team_tables import table_of
from dsl.tournaments import ANA, BEA, CARL, DORA, FOUR, ROUND_ROBIN, Scene, entered, given
from planilla.domain.pairing import SYSTEMS
from planilla.domain.tournament.allocations import DecideAllocation, OpenAllocation
from planilla.domain.tournament.ballots import HandInBallot
from planilla.domain.tournament.closing import FinishTournament
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.draw import DrawTable
from planilla.domain.tournament.entrants import RemoveEntries
from planilla.domain.tournament.numbering import AssignNumbers
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.refusal import (
    EntrantTwice,
    NoSuchEntrant,
    NoSuchStage,
    NotInThisSystem,
    Refusal,
)
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.shapes import Team
from planilla.domain.tournament.stages import PlanStage, StartStage
from planilla.domain.tournament.teams import (
    FormTeams,
    NameTeam,
    NewTeam,
    NoSuchTeam,
    NoTableForBoards,
    NoTableForTeams,
    NoTeamsAllocated,
    NotInTheTeam,
    TeamNamed,
    TeamsFixed,
    TeamsFormed,
    TeamsGivenTwice,
    TeamsIncomplete,
    TeamsUnequal,
)
from planilla.domain.tournament.values import AllocationMethod, OfferedOption
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


# --- names -------------------------------------------------------------------------------------

A, B = EntrantId("A"), EntrantId("B")
ALFIL, TORRE = Sealed("of-alfil"), Sealed("of-torre")
NAMED = FormTeams(
    teams=(
        NewTeam(players=(ANA, BEA), name=ALFIL),
        NewTeam(players=(CARL, DORA)),
    )
)


def test_teams_may_be_named_when_they_are_formed() -> None:
    formed, named = FOUR_IN_DJAJA.when(NAMED).then()
    assert isinstance(formed, TeamsFormed)
    assert named == TeamNamed(team=A, name="of-alfil")
    assert FOUR_IN_DJAJA.when(NAMED).state().team_names == {A: "of-alfil"}
    assert NAMED.free_texts() == {"teams[0].name": ALFIL}


def test_a_name_is_a_public_text_kept_apart() -> None:
    named = TeamNamed(team=A, name="of-alfil")
    assert named.commitments() == ("of-alfil",)
    assert named.reason_is_public
    assert (named.details(), named.wording()) == ({"team": "A"}, "")
    removed = TeamNamed(team=A, name="")
    assert (removed.commitments(), removed.wording()) == (("",), ".removed")


def test_a_team_may_be_named_again_until_after_the_end() -> None:
    scene = FOUR_IN_DJAJA.when(NAMED).and_then()
    for number in (1, 2):
        scene = scene.when(PairRound(round=number)).and_then()
        scene = scene.when(PublishPairings(round=number)).and_then()
        for game in scene.state().rounds[-1].open_games:
            scene = scene.when(RecordResult(game=game, result="1-0")).and_then()
    scene = scene.when(FinishTournament()).and_then()
    scene = scene.when(NameTeam(team=A, name=TORRE)).and_then()
    assert scene.state().team_names == {A: "of-torre"}
    assert scene.when(NameTeam(team=B, name=Sealed())).then() == ()
    without = scene.when(NameTeam(team=A, name=Sealed()))
    assert without.then() == (TeamNamed(team=A, name=""),)


def test_the_same_teams_may_be_given_names_and_other_teams_have_none() -> None:
    scene = FOUR_IN_DJAJA.when(NAMED).and_then()
    again = FormTeams(teams=(NAMED.teams[0], replace(NAMED.teams[1], name=TORRE)))
    assert scene.when(again).then() == (
        TeamNamed(team=A, name="of-alfil"),
        TeamNamed(team=B, name="of-torre"),
    )
    assert scene.when(PAIRS).state().team_names == {}


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        pytest.param(NameTeam(team=EntrantId("C"), name=ALFIL), NoSuchTeam, id="unknown"),
        pytest.param(NameTeam(team=ANA, name=ALFIL), NoSuchTeam, id="a player"),
    ],
)
def test_only_a_team_of_the_table_is_named(command: NameTeam, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal) as refused:
        FOUR_IN_DJAJA.when(NAMED).and_then().when(command).then()
    assert refused.value.fields["known"] == ("A", "B")


def test_nobody_is_named_before_the_teams_are_formed_or_in_another_system() -> None:
    with pytest.raises(TeamsIncomplete):
        FOUR_IN_DJAJA.when(NameTeam(team=A, name=ALFIL)).then()
    with pytest.raises(NotInThisSystem):
        given(ROUND_ROBIN, *entered(*FOUR)).when(NameTeam(team=A, name=ALFIL)).then()


# --- teams of an allocation --------------------------------------------------------------------

BY_VOTES = FormTeams(from_allocation=1)


def voted(scene: Scene, stage: int = 1) -> Scene:
    """The scene after four players voted: Ana and Carl want each other, Bea and Dora.

    A1: 4 players x 3 x 2 / 2 are 12 votes for each.
    """
    votes = {ANA: (0, 1, 10, 1), BEA: (1, 0, 1, 10), CARL: (10, 1, 0, 1), DORA: (1, 10, 1, 0)}
    opened = OpenAllocation(method=AllocationMethod.TEAMS_A, in_stage=stage)
    scene = scene.when(opened).and_then()
    for entrant, values in votes.items():
        ballot = HandInBallot(entrant=entrant, values=values, in_stage=stage)
        scene = scene.when(ballot).and_then()
    return scene.when(DecideAllocation(in_stage=stage)).and_then()


PAIRED_OFF = {frozenset((ANA, CARL)), frozenset((BEA, DORA))}


def test_the_teams_of_a_decided_allocation_become_those_of_the_table() -> None:
    scene = voted(FOUR_IN_DJAJA)
    result = scene.state().allocation
    assert result is not None
    assert result.result is not None
    (formed,) = scene.when(BY_VOTES).then()
    assert isinstance(formed, TeamsFormed)
    assert tuple(team.players for team in formed.teams) == result.result.teams
    assert {frozenset(team.players) for team in formed.teams} == PAIRED_OFF
    after = scene.when(BY_VOTES).and_then()
    assert after.when(BY_VOTES).then() == ()
    assert after.when(PairRound(round=1)).state().rounds


def test_a_later_stage_forms_the_teams_of_an_earlier_one_or_of_its_own() -> None:
    entries = given(replace(ROUND_ROBIN, system_name="stages"), *entered(*FOUR))
    planned = PlanStage(title="Match", system="djaja")
    started = StartStage(in_stage=2, entrants=FOUR)
    before = voted(entries).when(planned).and_then().when(started).and_then()
    own = voted(entries.when(planned).and_then().when(started).and_then(), stage=2)
    for scene, stage in ((before, 1), (own, 2)):
        command = FormTeams(from_allocation=stage, in_stage=2)
        (match,) = scene.when(command).state().later
        assert {frozenset(team.players) for team in match.teams} == PAIRED_OFF


def test_without_teams_by_votes_none_are_formed() -> None:
    with pytest.raises(NoTeamsAllocated):
        FOUR_IN_DJAJA.when(BY_VOTES).then()
    opened = OpenAllocation(method=AllocationMethod.TEAMS_A)
    with pytest.raises(NoTeamsAllocated):
        FOUR_IN_DJAJA.when(opened).and_then().when(BY_VOTES).then()
    ranks = OpenAllocation(
        method=AllocationMethod.RANKS, options=(OfferedOption(name="North", places=4),)
    )
    decided = FOUR_IN_DJAJA.when(ranks).and_then().when(DecideAllocation()).and_then()
    with pytest.raises(NoTeamsAllocated):
        decided.when(BY_VOTES).then()


def test_players_without_a_team_by_votes_and_unknown_stages_are_refused() -> None:
    scene = voted(FOUR_IN_DJAJA)
    with pytest.raises(TeamsGivenTwice):
        scene.when(replace(PAIRS, from_allocation=1)).then()
    for stage in (-1, 2):
        with pytest.raises(NoSuchStage):
            scene.when(FormTeams(from_allocation=stage)).then()
    late = Scene((*scene.events, *entered(EntrantId("eva"))))
    with pytest.raises(TeamsIncomplete) as refused:
        late.when(BY_VOTES).then()
    assert refused.value.missing == ("eva",)
