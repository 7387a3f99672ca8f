"""Leagues of teams: rosters, line-ups, forfeits, and the standings by matches or by games."""

import random
from fractions import Fraction

import pytest

from dsl.leagues import TEAMS, done, league, new, player, playing, published, register
from dsl.tournaments import ROUND_ROBIN, Scene, entered, folded, given
from planilla.domain.tournament.closing import (
    CloseRound,
    FinishTournament,
    MatchesOpen,
)
from planilla.domain.tournament.command import Command, Sealed
from planilla.domain.tournament.corrections import CorrectResult
from planilla.domain.tournament.crosstables import for_games, for_standings
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.entrants import (
    CorrectPersonalData,
    CorrectSportingData,
    EnterEntrants,
    EntrantExists,
    RemoveEntries,
)
from planilla.domain.tournament.erasure import ErasePerson, PersonErased
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.line_ups import (
    HandInLineUp,
    LineUpHandedIn,
    LineUpsPublished,
    NoMatchInRound,
    OutOfBoardOrder,
    PublishLineUps,
    TooManyInLineUp,
)
from planilla.domain.tournament.matches import DecideMatch, GamesAdded, MatchDecided
from planilla.domain.tournament.pairings import (
    ChangePairing,
    PairingsPublished,
    PairRound,
    PublishPairings,
)
from planilla.domain.tournament.ranking import (
    contest_for,
    current_standings,
    gained_by_round,
    places_before,
)
from planilla.domain.tournament.refusal import (
    EntrantTwice,
    NoSuchEntrant,
    NotInThisSystem,
    Refusal,
    RoundNotPaired,
    RoundNotPublished,
)
from planilla.domain.tournament.results import LineUpsNotPublished, RecordResult, ResultRecorded
from planilla.domain.tournament.rosters import (
    ArrangeTeam,
    BoardOrderFixed,
    BoardOrderIncomplete,
    PlayerInTeam,
    PlayerRegistered,
    RegisterPlayers,
    RosterFull,
    TeamArranged,
    team_of,
)
from planilla.domain.tournament.setup import (
    BoardsOutOfRange,
    CreateTournament,
    HideTournament,
    RosterTooSmall,
    TournamentCreated,
)
from planilla.domain.tournament.shapes import DecidedBy, MatchShape, TeamScore
from planilla.domain.tournament.stages import PlanStage, StartStage
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.teams import NotInTheTeam
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId, GameRef, GameResult
from planilla.projections import crosstable, desk, pairings, people, standings

ALFIL, BURGOS, CASINO, DUERO = TEAMS
FULL = done(league(), *(register(team, 3) for team in TEAMS))
"""Four teams of three players, two boards: round 1 is alfil-duero, burgos-casino."""


def results(scene: Scene, **by_game: str) -> Scene:
    """The scene with results: `g1_1_2="1-0"` is that of game 1.1.2."""
    commands = (
        RecordResult(game=GameId(name[1:].replace("_", ".")), result=result)
        for name, result in by_game.items()
    )
    return done(scene, *commands)


# --- founding ----------------------------------------------------------------------------------


def test_a_league_is_founded_with_its_boards() -> None:
    shape = MatchShape(boards=8, roster=14)
    command = CreateTournament(name="Liga", system="team-round-robin", shape=shape)
    (created,) = given().when(command).then()
    assert isinstance(created, TournamentCreated)
    assert created.shape == shape
    assert created.tiebreaks == ("MPVGP", "EDE", "SB")
    assert given(created).state().shape == shape


@pytest.mark.parametrize(
    ("shape", "refusal"),
    [
        (MatchShape(), BoardsOutOfRange),
        (MatchShape(boards=101), BoardsOutOfRange),
        (MatchShape(boards=4, roster=3), RosterTooSmall),
    ],
)
def test_a_league_without_possible_boards_is_refused(
    shape: MatchShape, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given().when(CreateTournament(name="Liga", system="team-round-robin", shape=shape)).then()


# --- rosters -----------------------------------------------------------------------------------


def test_players_are_registered_in_board_order_with_their_data() -> None:
    scene = league().when(register(ALFIL, 2))
    assert scene.then() == tuple(
        PlayerRegistered(
            team=ALFIL, entrant=player(ALFIL, board), person=f"p-{ALFIL}-{board}", rating=2000
        )
        for board in (1, 2)
    )
    after = scene.and_then()
    assert after.when(register(ALFIL, 2)).then() == ()
    more = done(after, register(ALFIL, 3)).state()
    assert team_of(more, ALFIL).players == tuple(player(ALFIL, board) for board in (1, 2, 3))
    assert team_of(more, BURGOS).players == ()
    (event, _) = scene.then()
    assert event.details() == {"team": ALFIL, "rating": 2000}
    assert [given.entrant for given in register(ALFIL, 2).people()] == ["alfil-1", "alfil-2"]


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (register("nobody", 1), NoSuchEntrant),
        (RegisterPlayers(team=ALFIL, players=(new(ALFIL, 9), new(ALFIL, 9))), EntrantTwice),
        (RegisterPlayers(team=ALFIL, players=(new(BURGOS, 1),)), PlayerInTeam),
        (RegisterPlayers(team=ALFIL, players=(new(ALFIL, 1, 1500),)), EntrantExists),
        (register(ALFIL, 4), RosterFull),
        (ArrangeTeam(team=ALFIL, players=(player(BURGOS, 1),)), NotInTheTeam),
        (ArrangeTeam(team=ALFIL, players=(player(ALFIL, 1),)), BoardOrderIncomplete),
        (ArrangeTeam(team=ALFIL, captain=player(BURGOS, 1)), NotInTheTeam),
    ],
)
def test_rosters_refuse(command: Command, refusal: type[Refusal]) -> None:
    scene = done(league(roster=3), register(ALFIL, 3), register(BURGOS, 3))
    with pytest.raises(refusal):
        scene.when(command).then()


def test_a_team_is_nobody_in_a_team_and_a_player_no_entrant() -> None:
    taken = RegisterPlayers(team=ALFIL, players=(new(ALFIL, 1),))
    with pytest.raises(EntrantExists):
        done(league(), taken).when(EnterEntrants(entrants=(new(ALFIL, 1),))).then()
    own = register(ALFIL, 1).players[0]
    with pytest.raises(EntrantExists):
        done(league(), EnterEntrants(entrants=(own,))).when(taken).then()


def test_other_systems_have_no_rosters() -> None:
    with pytest.raises(NotInThisSystem):
        given(ROUND_ROBIN, *entered(*TEAMS)).when(register(ALFIL, 1)).then()
    with pytest.raises(NotInThisSystem):
        given(ROUND_ROBIN, *entered(*TEAMS)).when(
            HandInLineUp(round=1, team=ALFIL, players=())
        ).then()


def test_the_board_order_is_fixed_by_the_first_round_and_the_captain_is_not() -> None:
    turned = tuple(player(ALFIL, board) for board in (3, 2, 1))
    arrange = ArrangeTeam(team=ALFIL, players=turned)
    (arranged,) = FULL.when(arrange).then()
    assert arranged == TeamArranged(entrant=ALFIL, players=turned, captain=EntrantId(""))
    assert arranged.details() == {"players": turned, "captain": ""}
    assert done(FULL, arrange).when(arrange).then() == ()
    scene = published(FULL, 1)
    with pytest.raises(BoardOrderFixed):
        scene.when(arrange).then()
    led = done(scene, ArrangeTeam(team=ALFIL, captain=player(ALFIL, 2)))
    assert team_of(led.state(), ALFIL).captain == "alfil-2"
    late = done(scene, RegisterPlayers(team=ALFIL, players=(new(ALFIL, 9),)))
    assert team_of(late.state(), ALFIL).players[-1] == "alfil-9"


def test_personal_data_of_players_are_those_of_entrants() -> None:
    known = player(ALFIL, 1)
    corrected = done(
        FULL,
        CorrectPersonalData(entrant=known, person=Sealed("other")),
        CorrectSportingData(entrant=known, rating=2100),
    )
    assert corrected.state().players[known].person == "other"
    assert corrected.state().players[known].rating == 2100
    (erased,) = corrected.when(ErasePerson(entrant=known)).then()
    assert erased == PersonErased(entrant=known, commitment="other")
    assert people.rows(corrected.state())[known].commitment == "other"
    hidden = corrected.when(HideTournament(erases=True)).then()
    assert len([each for each in hidden if isinstance(each, PersonErased)]) == 16


def test_a_team_is_removed_with_its_players_whose_data_can_still_be_erased() -> None:
    scene = done(FULL, RemoveEntries(entrants=(ALFIL,)))
    state = scene.state()
    assert player(ALFIL, 1) not in state.players
    assert ALFIL not in {team.id for team in state.teams}
    assert scene.when(ErasePerson(entrant=player(ALFIL, 1))).then()
    back = done(scene, EnterEntrants(entrants=(new(ALFIL, 0),)))
    with pytest.raises(NoSuchEntrant):
        back.when(register(ALFIL, 1)).then()


def test_a_later_stage_takes_the_players_with_the_teams() -> None:
    scene = done(
        FULL,
        PlanStage(title="Final", system="team-round-robin", shape=MatchShape(boards=2)),
        StartStage(in_stage=2, entrants=(ALFIL, BURGOS)),
        RegisterPlayers(team=ALFIL, players=(new(ALFIL, 9),)),
        CorrectSportingData(entrant=player(BURGOS, 1), rating=1999),
    )
    (final,) = scene.state().later
    assert team_of(final, ALFIL).players[-1] == "alfil-9"
    assert final.players[player(BURGOS, 1)].rating == 1999
    assert player(CASINO, 1) not in final.players


# --- line-ups ----------------------------------------------------------------------------------


def line_up(team: str, *boards: int, number: int = 1) -> HandInLineUp:
    players = tuple(player(team, board) for board in boards)
    return HandInLineUp(round=number, team=EntrantId(team), players=players)


def test_who_meets_whom_is_public_before_the_line_ups() -> None:
    (*_, shown) = done(FULL, PairRound(round=1)).when(PublishPairings(round=1)).then()
    assert isinstance(shown, PairingsPublished)
    assert shown.sides == ((ALFIL, DUERO), (BURGOS, CASINO))
    assert shown.games == ()
    assert shown.details()["boards"] == 2


def test_line_ups_become_games_with_colours_that_change_from_board_to_board() -> None:
    (handed_in,) = published(FULL, 1).when(line_up(ALFIL, 1, 3)).then()
    assert handed_in == LineUpHandedIn(
        round=1, entrant=ALFIL, players=(player(ALFIL, 1), player(ALFIL, 3))
    )
    assert handed_in.audience is Audience.STAFF
    assert handed_in.details() == {"players": handed_in.players}
    scene = done(published(FULL, 1), line_up(ALFIL, 1, 3))
    assert scene.when(line_up(ALFIL, 1, 3)).then() == ()
    (added,) = scene.when(PublishLineUps(round=1)).then()
    assert isinstance(added, GamesAdded)
    assert [(game.game, game.white, game.black) for game in added.games] == [
        ("1.1", "alfil-1", "duero-1"),
        ("1.1.2", "duero-2", "alfil-3"),
        ("1.2", "burgos-1", "casino-1"),
        ("1.2.2", "casino-2", "burgos-2"),
    ]
    assert done(scene, PublishLineUps(round=1)).when(PublishLineUps(round=1)).then() == ()


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (line_up(ALFIL, 3, 1), OutOfBoardOrder),
        (line_up(ALFIL, 1, 1), EntrantTwice),
        (line_up(ALFIL, 1, 2, 3), TooManyInLineUp),
        (line_up(ALFIL, 8), NoSuchEntrant),
        (line_up(ALFIL, 1, number=2), RoundNotPaired),
        (HandInLineUp(round=1, team=ALFIL, players=(player(BURGOS, 1),)), NotInTheTeam),
        (line_up("nobody", 1), NoSuchEntrant),
        (CloseRound(round=1), MatchesOpen),
        (PairRound(round=2), MatchesOpen),
        (ChangePairing(round=1, boards=(), reason=Sealed()), NotInThisSystem),
    ],
)
def test_line_ups_refuse(command: Command, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        published(FULL, 1).when(command).then()


def test_line_ups_are_refused_too_late_too_early_and_without_a_match() -> None:
    with pytest.raises(LineUpsPublished):
        playing(FULL, 1).when(line_up(ALFIL, 1)).then()
    with pytest.raises(RoundNotPublished):
        done(FULL, PairRound(round=1)).when(PublishLineUps(round=1)).then()
    three = done(league(teams=3), *(register(team, 2) for team in TEAMS[:3]))
    with pytest.raises(NoMatchInRound):
        published(three, 1).when(line_up(ALFIL, 1)).then()


def test_the_crosstable_has_the_match_points_of_the_standings() -> None:
    """Alfil won its match of two boards, and has two match points, in units of half a point."""
    scene = results(playing(FULL, 1), g1_1="1-0", g1_1_2="0-1")
    state = scene.state()
    ranked = {state.order[each.seat]: each.points for each in current_standings(state)}
    shown = crosstable.rows(state)
    column = crosstable.CrosstableRow._fields.index("points")
    assert {entrant: row[column] for entrant, row in shown.items()} == ranked
    assert ranked[ALFIL] == 2 * 2


def test_a_result_before_the_line_ups_are_published_is_refused() -> None:
    with pytest.raises(LineUpsNotPublished) as refused:
        published(FULL, 1).when(RecordResult(game=GameId("1.1"), result="1-0")).then()
    assert refused.value.round == 1


def test_a_board_without_a_player_is_forfeited_and_is_no_game_for_rating() -> None:
    scene = done(published(FULL, 1), line_up(ALFIL, 2))
    (added, forfeit) = scene.when(PublishLineUps(round=1)).then()
    assert isinstance(added, GamesAdded)
    assert (added.games[1].white, added.games[1].black) == ("duero-2", ALFIL)
    assert forfeit == ResultRecorded(game=GameId("1.1.2"), result="+/-")
    after = done(scene, PublishLineUps(round=1)).state()
    played = [len(each.boards) for each in for_games(after).rounds]
    assert played == [3]


def test_a_team_that_left_forfeits_all_boards_and_a_match_of_nobody_is_lost_by_both() -> None:
    scene = done(FULL, WithdrawEntrant(entrant=DUERO, from_round=1))
    scene = done(published(scene, 1), line_up(BURGOS), line_up(CASINO))
    events = scene.when(PublishLineUps(round=1)).then()
    assert [each.result for each in events if isinstance(each, ResultRecorded)] == ["+/-", "-/+"]
    assert events[-1] == MatchDecided(round=1, match=2, winner=None, by=DecidedBy.NO_SHOW)
    state = done(scene, PublishLineUps(round=1)).state()
    assert shown(state) == dict.fromkeys(TEAMS, (0, 0)), "below half of the matches nothing counts"


def test_nobody_at_all_adds_no_games() -> None:
    scene = published(league(), 1)
    events = scene.when(PublishLineUps(round=1)).then()
    assert all(isinstance(each, MatchDecided) for each in events)
    assert len(events) == 2


# --- standings ---------------------------------------------------------------------------------


def shown(state: Tournament) -> dict[EntrantId, tuple[object, object]]:
    """The match points and game points of each team, if these are its points and tie-break."""
    contest = contest_for(state)
    (tiebreak,) = state.announced.tiebreaks
    return {
        state.order[row.seat]: (
            Fraction(row.points, contest.tally.unit),
            None if row.values[0] is None else tiebreak.shown(contest, row.values[0]),
        )
        for row in current_standings(state)
    }


ROUND_1 = playing(FULL, 1)


def test_teams_are_ranked_by_match_points_or_by_game_points() -> None:
    """Olympic score (seed 000, chapter 2): the sum of the points of the players."""
    for score, expected in (
        (TeamScore.MATCH_POINTS, {ALFIL: (2, 2), BURGOS: (1, 1), CASINO: (1, 1), DUERO: (0, 0)}),
        (TeamScore.GAME_POINTS, {ALFIL: (2, 2), BURGOS: (1, 1), CASINO: (1, 1), DUERO: (0, 0)}),
    ):
        scene = done(league(score=score), *(register(team, 2) for team in TEAMS))
        scene = results(playing(scene, 1), g1_1="1-0", g1_1_2="0-1", g1_2="1-0", g1_2_2="1-0")
        assert shown(scene.state()) == expected
    games = done(league(score=TeamScore.GAME_POINTS), *(register(team, 2) for team in TEAMS))
    games = results(playing(games, 1), g1_1="1-0", g1_1_2="½-½", g1_2="½-½", g1_2_2="½-½")
    assert shown(games.state())[ALFIL] == (Fraction(3, 2), 2)


def test_an_open_match_counts_nothing_and_a_ruling_a_whole_match() -> None:
    scene = results(ROUND_1, g1_1="1-0")
    assert set(shown(scene.state()).values()) == {(0, 0)}
    for winner, points in ((ALFIL, (2, 2)), (DUERO, (0, 0))):
        ruled = done(
            published(FULL, 1),
            DecideMatch(round=1, match=1, winner=winner, by=DecidedBy.WALK_OVER),
        )
        assert shown(ruled.state())[ALFIL] == points


def test_views_show_the_teams_and_the_games_of_their_players() -> None:
    scene = results(ROUND_1, g1_1="1-0", g1_1_2="0-1", g1_2="1-0", g1_2_2="1-0")
    scene = playing(scene, 2)
    state = scene.state()
    rows = standings.rows(state)
    assert rows[ALFIL].points == 4
    assert rows[ALFIL].before == 1
    row = pairings.rows(state)["1.1.2"]
    assert (row.white, row.white_points) == ("duero-2", 0)
    second = next(each for each in pairings.rows(state).values() if each.white == "duero-1")
    assert second.black_points == gained_by_round(state, for_standings(state))[2][0]
    assert places_before(folded(*ROUND_1.events), for_standings(ROUND_1.state())) == ()
    assert desk.rows(state)


# --- simulation --------------------------------------------------------------------------------

RESULTS = ("1-0", "0-1", "½-½", "+/-", "-/+", "-/-")
WORTH = {
    "1-0": (2, 0),
    "0-1": (0, 2),
    "½-½": (1, 1),
    "+/-": (2, 0),
    "-/+": (0, 2),
    "-/-": (0, 0),
}
"""Units of half a point of White and of Black."""


@pytest.mark.parametrize("seed", range(12))
def test_a_season_folds_as_it_was_played_and_its_points_are_those_of_the_games(seed: int) -> None:
    chance = random.Random(seed)
    teams, boards = chance.randint(2, 4), chance.randint(1, 4)
    scene = league(teams=teams, boards=boards)
    scene = done(scene, *(register(each, chance.randint(0, 5)) for each in TEAMS[:teams]))
    gone = WithdrawEntrant(entrant=ALFIL, from_round=3)
    for number in range(1, teams + teams % 2):
        if number == 3 and chance.random() < 0.3:
            scene = done(scene, gone)
        scene = published(scene, number)
        scene = handed_in(scene, number, boards, chance)
        scene = done(scene, PublishLineUps(round=number))
        for game in scene.state().rounds[-1].open_games:
            scene = done(scene, RecordResult(game=game, result=chance.choice(RESULTS)))
        scene = corrected(scene, chance)
    state = scene.state()
    assert folded(*scene.events) == state
    expected = by_hand(state)
    annulled = for_standings(state).annulled
    if not annulled:
        assert {team: tuple(points) for team, points in expected.items()} == shown(state)
    if state.rounds:
        assert done(scene, FinishTournament()).state().finished


def handed_in(scene: Scene, number: int, boards: int, chance: random.Random) -> Scene:
    """The scene after line-ups of some teams, full or not."""
    for team in [team for sides in scene.state().rounds[-1].sides for team in sides]:
        roster = team_of(scene.state(), team).players
        if chance.random() < 0.6:
            size = chance.randint(0, min(boards, len(roster)))
            chosen = sorted(chance.sample(range(len(roster)), size))
            players = tuple(roster[at] for at in chosen)
            scene = done(scene, HandInLineUp(round=number, team=team, players=players))
    return scene


def corrected(scene: Scene, chance: random.Random) -> Scene:
    """The scene after corrections of some games between players of the last round."""
    played = scene.state().rounds[-1]
    for board, game in enumerate(played.games):
        known = RESULT_NOTATION[GameResult(played.results[board])]
        wanted = chance.choice(RESULTS)
        if chance.random() < 0.2 and wanted != known:
            command = CorrectResult(
                game=game,
                result=wanted,
                corrects=played.version_of(board),
                reason=Sealed("x"),
            )
            scene = done(scene, command)
    return scene


def by_hand(state: Tournament) -> dict[EntrantId, list[Fraction]]:
    """Match points and game points from the games alone."""
    totals = {team: [Fraction(0), Fraction(0)] for team in state.order}
    for played in state.rounds:
        for number, sides in enumerate(played.sides, start=1):
            scored = [0, 0]
            for game, (white, _), result in zip(
                played.games, played.boards, played.results, strict=True
            ):
                if GameRef.of(game).match != number:
                    continue
                for_white, for_black = WORTH[RESULT_NOTATION[GameResult(result)]]
                is_first = white.split("-")[0] == sides[0]
                scored[0] += for_white if is_first else for_black
                scored[1] += for_black if is_first else for_white
            won = (
                (0, 0)
                if scored == [0, 0]
                else (
                    (scored[0] >= scored[1]) + (scored[0] > scored[1]),
                    (scored[1] >= scored[0]) + (scored[1] > scored[0]),
                )
            )
            for side, points, match in zip(sides, scored, won, strict=True):
                totals[side][0] += match
                totals[side][1] += Fraction(points, 2)
    return totals
