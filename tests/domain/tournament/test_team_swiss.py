"""A team Swiss in the log: paired round by round from the matches of rosters and line-ups."""

import pytest

from dsl.leagues import done, playing, published, register
from dsl.tournaments import Scene, entered, facts, given
from planilla.audit.compare import consequences
from planilla.audit.pairing_audit import RoundOutcome, audit
from planilla.domain.pairing import SYSTEMS
from planilla.domain.pairing.system import ColourType
from planilla.domain.tournament.acceleration import (
    AccelerationNotOfTeams,
    AccelerationNotTaken,
    SetAcceleration,
    fictitious_points,
)
from planilla.domain.tournament.byes import RequestBye
from planilla.domain.tournament.closing import CloseRound, FinishTournament
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.drafting import DraftChanged, DraftDiscarded, pairing_input
from planilla.domain.tournament.entrants import EntryInUse, RemoveEntries
from planilla.domain.tournament.line_ups import LineUpsPublished, PublishLineUps
from planilla.domain.tournament.matches import DecideMatch, MatchIsDecided
from planilla.domain.tournament.pairings import (
    ChangePairing,
    IllegalPairing,
    PairingChanged,
    PairingsPublished,
    PairRound,
    PublishPairings,
)
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.results import RecordResult, ResultRecorded
from planilla.domain.tournament.setup import CreateTournament, TournamentCreated
from planilla.domain.tournament.shapes import DecidedBy, MatchShape, TeamScore
from planilla.domain.tournament.values import AccelerationMethod, RatingBand
from planilla.domain.vocabulary import ByeKind, Colour, EntrantId, GameId

TEAMS = tuple(EntrantId(f"t{number}") for number in range(1, 7))
SYSTEM_NAMES = ("swiss-team-2026", "swiss-team-olympiad-2012")


def swiss(
    teams: int = 6,
    *,
    system: str = "swiss-team-2026",
    score: TeamScore = TeamScore.MATCH_POINTS,
    colour_type: ColourType = ColourType.A,
    tiebreaks: tuple[str, ...] = ("MPVGP",),
) -> Scene:
    """A tournament of teams of two boards and two players, who are registered."""
    created = TournamentCreated(
        name="Equipos",
        system_name=system,
        rounds_asked=3,
        tiebreaks=tiebreaks,
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


# --- changed by hand ---------------------------------------------------------------------------

T1, T2, T3, T4, T5, T6 = TEAMS
TURNED = ((T1, T5), (T4, T2), (T3, T6))
"""Another round 1 than 1-4, 5-2 and 3-6: the opponents of 1 and 2 exchanged."""


def by_hand(*sides: tuple[EntrantId, EntrantId], bye: EntrantId | None = None) -> ChangePairing:
    return ChangePairing(round=1, boards=sides, bye=bye, reason=Sealed("one bus"))


def drafted() -> Scene:
    scene = done(swiss(), PairRound(round=1))
    assert scene.state().rounds[0].sides == ((T1, T4), (T5, T2), (T3, T6))
    return scene


def test_a_draft_of_teams_is_changed_by_hand_and_its_publication_says_so() -> None:
    scene = drafted().when(by_hand(*TURNED))
    (event,) = scene.then()
    assert isinstance(event, DraftChanged)
    assert (event.sides, event.games, event.pairs) == (TURNED, (), TURNED)
    matches = [(each.game, each.white, each.black) for each in event.engine]
    assert matches == [("1.1", T1, T4), ("1.2", T5, T2), ("1.3", T3, T6)]
    scene = scene.and_then().when(PublishPairings(round=1))
    (published_event,) = scene.then()
    assert isinstance(published_event, PairingsPublished)
    assert (published_event.sides, published_event.engine) == (TURNED, event.engine)
    scene = done(scene.and_then(), PublishLineUps(round=1))
    games = dict(zip(scene.state().rounds[0].games, scene.state().rounds[0].boards, strict=True))
    assert games[GameId("1.1")] == ("t1-1", "t5-1")
    assert games[GameId("1.1.2")] == ("t5-2", "t1-2")
    (verdict,) = audit(facts(*scene.events)).rounds
    assert verdict.outcome is RoundOutcome.BY_HAND


def test_a_draft_of_teams_changed_back_is_that_of_the_system() -> None:
    scene = done(drafted(), by_hand(*TURNED), by_hand((T1, T4), (T5, T2), (T3, T6)))
    (event,) = scene.when(PublishPairings(round=1)).then()
    assert isinstance(event, PairingsPublished)
    assert event.engine == ()


def test_published_matches_are_changed_until_their_line_ups_are_published() -> None:
    scene = done(drafted(), PublishPairings(round=1))
    (event,) = scene.when(by_hand(*TURNED)).then()
    assert isinstance(event, PairingChanged)
    assert done(scene, by_hand(*TURNED)).state().rounds[0].sides == TURNED
    with pytest.raises(LineUpsPublished):
        done(scene, PublishLineUps(round=1)).when(by_hand(*TURNED)).then()


@pytest.mark.parametrize("winner", [T1, None])
def test_matches_of_which_one_is_ruled_on_are_not_changed(winner: EntrantId | None) -> None:
    ruling = DecideMatch(round=1, match=1, winner=winner, by=DecidedBy.NO_SHOW)
    with pytest.raises(MatchIsDecided) as refused:
        done(published(swiss(), 1), ruling).when(by_hand(*TURNED)).then()
    assert (refused.value.match, refused.value.winner) == (1, winner or "")


def test_a_change_of_matches_has_everybody_once() -> None:
    assert drafted().when(by_hand((T1, T4), (T5, T2), (T3, T6))).then() == ()
    for wrong in (TURNED[:2], ((T1, T5), (T1, T2), (T3, T6))):
        with pytest.raises(IllegalPairing):
            drafted().when(by_hand(*wrong)).then()


def test_the_bye_of_a_team_is_changed_by_hand() -> None:
    # Round 1 of five teams is 1-3 and 4-2; the bye is that of 5, the lowest (3.4).
    scene = done(swiss(5), PairRound(round=1), by_hand((T1, T3), (T5, T2), bye=T4))
    (bye,) = scene.state().rounds[0].byes
    assert (bye.entrant, bye.kind) == (T4, ByeKind.PAIRING_ALLOCATED)


def test_a_team_of_a_published_round_stays_entered() -> None:
    with pytest.raises(EntryInUse):
        published(swiss(), 1).when(RemoveEntries(entrants=(T1,))).then()


def test_a_draft_with_a_team_that_is_removed_is_discarded() -> None:
    events = drafted().when(RemoveEntries(entrants=(T6,))).then()
    assert any(isinstance(event, DraftDiscarded) for event in events)


def test_a_change_of_a_game_changes_the_elo_of_its_players_not_of_their_teams() -> None:
    scene = playing(swiss(), 1)
    after = done(scene, RecordResult(game=scene.state().rounds[0].games[0], result="1-0"))
    found = consequences(scene.state(), after.state())
    assert {each.entrant for each in found.elo} == {"t1-1", "t4-1"}


# --- accelerated -------------------------------------------------------------------------------


def quick(method: AccelerationMethod) -> SetAcceleration:
    return SetAcceleration(method=method)


def test_teams_are_accelerated_by_match_points() -> None:
    # Baku, 6 teams and 3 rounds: a top group of 4; 2 accelerated rounds, the first by a win, 2.
    scene = done(swiss(tiebreaks=()), quick(AccelerationMethod.BAKU))
    expected = ((2, 1, 0),) * 4 + ((0, 0, 0),) * 2
    scene = done(scene, PairRound(round=1))
    assert fictitious_points(scene.state(), 3) == expected
    # The four meet one another, and the two others.
    assert sides(scene, 1) == {
        frozenset(pair) for pair in (("t1", "t3"), ("t2", "t4"), ("t5", "t6"))
    }
    (verdict,) = audit(facts(*done(scene, PublishPairings(round=1)).events)).rounds
    assert verdict.outcome is RoundOutcome.SAME


@pytest.mark.parametrize(
    ("score", "method"),
    [
        (TeamScore.GAME_POINTS, AccelerationMethod.BAKU),
        (TeamScore.MATCH_POINTS, AccelerationMethod.MCMAHON),
    ],
)
def test_teams_are_not_accelerated_otherwise(score: TeamScore, method: AccelerationMethod) -> None:
    bands = (RatingBand(rating=2000, points=1),) if method is AccelerationMethod.MCMAHON else ()
    with pytest.raises(AccelerationNotOfTeams):
        swiss(score=score, tiebreaks=()).when(SetAcceleration(method=method, bands=bands)).then()


def test_the_olympiad_takes_no_acceleration() -> None:
    with pytest.raises(AccelerationNotTaken):
        swiss(system="swiss-team-olympiad-2012").when(quick(AccelerationMethod.BAKU)).then()
