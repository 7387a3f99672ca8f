"""A team Swiss in the log: paired round by round from the matches of rosters and line-ups."""

import pytest

from dsl.leagues import done, playing, published, register
from dsl.tournaments import Scene, entered, facts, given
from planilla.audit.pairing_audit import RoundOutcome, audit
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import ColourType
from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.closing import CloseRound, FinishTournament
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.drafting import pairing_input
from planilla.domain.tournament.matches import DecideMatch
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.setup import CreateTournament, TournamentCreated
from planilla.domain.tournament.shapes import DecidedBy, MatchShape, TeamScore
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId

TEAMS = tuple(EntrantId(f"t{number}") for number in range(1, 7))
SYSTEM_NAMES = ("swiss-team-2026", "swiss-team-olympiad-2012")


def swiss(
    teams: int = 6,
    *,
    system: str = "swiss-team-2026",
    score: TeamScore = TeamScore.MATCH_POINTS,
    colour_type: ColourType = ColourType.A,
) -> Scene:
    """A tournament of teams of two boards and two players, who are registered."""
    created = TournamentCreated(
        name="Equipos",
        system_name=system,
        rounds_asked=3,
        tiebreaks=("MPVGP",),
        tiebreak_edition="fide-2026-03",
        shape=MatchShape(boards=2, score=score, colour_type=colour_type),
    )
    scene = given(created, *entered(*TEAMS[:teams]))
    return done(scene, *(register(team, 2) for team in TEAMS[:teams]))


def played(scene: Scene, number: int, *results: str) -> Scene:
    """The scene after a round with the results of its games, match by match."""
    scene = playing(scene, number)
    games = scene.state().rounds[number - 1].games
    assert len(games) == len(results)
    commands = (
        RecordResult(game=game, result=result) for game, result in zip(games, results, strict=True)
    )
    return done(scene, *commands)


def sides(scene: Scene, number: int) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in scene.state().rounds[number - 1].sides}


FIRST = ("1-0", "0-1", "1-0", "½-½", "½-½", "½-½")
"""Round 1 is 1-4, 5-2 and 3-6: team 1 wins 2-0, 5 by 1½-½, and 3 and 6 draw."""


def test_the_first_half_meets_the_second_half_in_round_1() -> None:
    scene = published(swiss(), 1)
    expected = (("t1", "t4"), ("t2", "t5"), ("t3", "t6"))
    assert sides(scene, 1) == {frozenset(pair) for pair in expected}


def test_teams_of_equal_match_points_meet_next() -> None:
    # 1 and 5 have won. 3 and 6 have drawn, with each other: they meet those who lost.
    scene = done(played(swiss(), 1, *FIRST), PairRound(round=2))
    assert frozenset(("t1", "t5")) in sides(scene, 2)
    assert frozenset(("t3", "t6")) not in sides(scene, 2)
    found = pairing_input(scene.state(), 2, Colour.WHITE)
    assert [own[-1] for own in found.totals] == [2, 0, 1, 0, 2, 1]
    # In half points: 1 won with White on board 1 and with Black on board 2.
    assert found.secondary == (4, 1, 2, 0, 3, 2)


def test_the_score_and_the_preferences_are_those_of_the_regulations() -> None:
    scene = swiss(score=TeamScore.GAME_POINTS, colour_type=ColourType.B)
    found = pairing_input(played(scene, 1, *FIRST).state(), 2, Colour.WHITE)
    assert found.colour_type is ColourType.B
    assert [own[-1] for own in found.totals] == [4, 1, 2, 0, 3, 2]
    assert found.secondary == (2, 0, 1, 0, 2, 1)


def test_a_team_without_an_opponent_draws_its_match() -> None:
    scene = played(swiss(5), 1, *FIRST[:4])
    (bye,) = scene.state().rounds[0].byes
    assert (bye.entrant, bye.kind) == ("t5", ByeKind.PAIRING_ALLOCATED)
    found = pairing_input(scene.state(), 2, Colour.WHITE)
    assert (found.totals[4], found.secondary[4]) == ((0, 1), 2)


def test_a_forfeited_match_is_no_meeting() -> None:
    scene = published(swiss(2), 1)
    ruling = DecideMatch(round=1, match=1, winner=TEAMS[0], by=DecidedBy.NO_SHOW)
    scene = done(scene, ruling, PairRound(round=2))
    assert sides(scene, 2) == {frozenset(("t1", "t2"))}


def test_a_requested_bye_keeps_a_team_out_of_a_round() -> None:
    scene = played(swiss(), 1, *FIRST)
    asked = RequestBye(entrant=TEAMS[0], round=2, kind=ByeKind.HALF_POINT)
    scene = done(scene, asked, PairRound(round=2))
    assert not any("t1" in pair for pair in sides(scene, 2))


@pytest.mark.parametrize("system", SYSTEM_NAMES)
def test_a_tournament_is_played_to_its_end_and_found_right(system: str) -> None:
    scene = swiss(system=system)
    for number in (1, 2, 3):
        scene = done(played(scene, number, *FIRST), CloseRound(round=number))
    scene = done(scene, FinishTournament())
    assert len(current_standings(scene.state())) == 6
    verdicts = audit(facts(*scene.events)).rounds
    assert [verdict.outcome for verdict in verdicts] == [RoundOutcome.SAME] * 3
    met = [pair for number in (1, 2, 3) for pair in sides(scene, number)]
    assert len(met) == len(set(met)) == 9


def test_a_correction_counts_for_pairing_from_the_next_round() -> None:
    scene = played(swiss(), 1, *FIRST)
    scene = published(scene, 2)
    game = scene.state().rounds[0].games[0]
    version = next(
        place
        for place, event in enumerate(scene.events, start=1)
        if isinstance(event, ResultRecorded) and event.game == game
    )
    scene = done(
        scene, CorrectResult(game=game, corrects=version, result="0-1", reason=Sealed("r"))
    )
    # Team 1 now has one point of the match instead of both.
    found = [pairing_input(scene.state(), number, Colour.WHITE) for number in (2, 3)]
    assert [each.totals[0][1] for each in found] == [2, 1]


def test_a_tournament_of_teams_is_created_with_its_preferences() -> None:
    shape = MatchShape(boards=4, colour_type=ColourType.NONE)
    command = CreateTournament(name="Equipos", system="swiss-team-2026", rounds=5, shape=shape)
    (created,) = given().when(command).then()
    assert isinstance(created, TournamentCreated)
    assert (created.shape, created.rounds_asked) == (shape, 5)
    assert created.tiebreaks == SYSTEMS["swiss-team-2026"].usual.tiebreaks
