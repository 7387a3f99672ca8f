"""The file of one stage: a group, a knockout of two games a match, and a league of teams."""

import pytest
from msgspec.structs import replace

from dsl import team_matches
from dsl.leagues import TEAMS, done, league, player, playing, published, register
from dsl.staged_club import SECOND, play_first_stage, play_round, staged, state_of
from dsl.team_matches import TIGERS, ruled
from dsl.trf_files import read, ready, submit
from dsl.trf_files import state_of as imported
from dsl.web_club import Club
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Person
from planilla.application.trf_export import ReportTexts, trf_of
from planilla.application.trf_remarks import remarks_of
from planilla.application.trf_standings import Question, standings_of_file
from planilla.application.trf_system import UnknownSystem, system_of
from planilla.domain.teams import TeamCrosstable
from planilla.domain.tournament.crosstables import for_games
from planilla.domain.tournament.leagues import team_crosstable
from planilla.domain.tournament.line_ups import HandInLineUp, PublishLineUps
from planilla.domain.tournament.pairings import PairRound, PublishPairings
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.shapes import CarryOver, StagePlan, TeamScore
from planilla.domain.tournament.state import Tournament, focused
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import TeamRecord, TrfDocument
from planilla.formats.trf.rounds import rounds_played


def file_of(state: Tournament, remarks: tuple[str, ...] = ()) -> TrfDocument:
    data = trf_of(state, lambda each: Person(name=each), texts=ReportTexts(remarks=remarks))
    return read(data.decode())


def rounds_in(document: TrfDocument) -> list[list[tuple[int, int, int]]]:
    """The games of a file by round: seats of White and Black, and the result."""
    found = crosstable_of(document, rounds_played(document))
    return [
        sorted((*board, code) for board, code in zip(each.boards, each.results, strict=True))
        for each in found.rounds
    ]


def rounds_of(state: Tournament) -> list[list[tuple[int, int, int]]]:
    return [
        sorted((*board, code) for board, code in zip(each.boards, each.results, strict=True))
        for each in for_games(state).rounds
    ]


def test_the_file_of_a_league_in_two_cycles_has_the_games_of_both() -> None:
    """Four teams: six rounds of four boards, in which each player has the six games."""
    scene = done(league(cycles=2), *(register(team, 2) for team in TEAMS))
    for number in range(1, 7):
        scene = playing(scene, number)
        games = scene.state().rounds[-1].games
        scene = done(scene, *(RecordResult(game=game, result="1-0") for game in games))
    document = file_of(scene.state())
    assert [len(each) for each in rounds_in(document)] == [4] * 6
    assert rounds_in(document) == rounds_of(scene.state())
    assert len(document.records(TeamRecord)) == 4


@pytest.fixture
def club() -> Club:
    """A round robin of six, of whom three play a final; its round 1 was paired by hand."""
    club = staged(Club())
    play_first_stage(club)
    club.command("club", "start-stage", in_stage=SECOND)
    for number in (1, 2, 3):
        play_round(club, number, SECOND)
    return club


async def test_a_stage_is_written_and_read_again_with_its_own_games(club: Club) -> None:
    for number, size in ((1, 6), (SECOND, 3)):
        stage = focused(state_of(club), number)
        assert rounds_in(file_of(stage)) == rounds_of(stage)
        assert file_of(stage).text_of("062").strip() == str(size)
    stage = focused(state_of(club), SECOND)
    assert file_of(stage).text_of("012").strip() == "Club: Final"
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    wanted = ready(trf_of(stage, lambda each: Person(name=each)).decode(), "round-robin")
    assert submit(store, wanted).status == "done"
    again = imported(store, wanted.tournament)
    assert (again.system_name, rounds_of(again)) == ("round-robin", rounds_of(stage))


async def test_the_remarks_of_a_file_are_of_its_stage(club: Club) -> None:
    fix = {"rating": 2222, "reason": "list"}
    club.command("club", "correct-sporting-data", entrant="e1", **fix)
    club.command("club", "correct-sporting-data", entrant="e6", **fix)
    facts = [each.fact for each in club.store.ledger.events("club", 0)]
    state = state_of(club)
    (final,) = remarks_of(facts, focused(state, SECOND))
    assert final.startswith("### PIE @ Round 3: rating 1: ")
    assert len(remarks_of(facts, state)) == 2


def played_league(score: TeamScore = TeamScore.MATCH_POINTS) -> Tournament:
    """Three rounds of four teams with a reserve each: White wins on board 1, boards 2 are drawn."""
    scene = done(league(score=score), *(register(team, 3) for team in TEAMS))
    for number in (1, 2, 3):
        scene = playing(scene, number)
        for match in (1, 2):
            for game, result in ((f"{number}.{match}", "1-0"), (f"{number}.{match}.2", "½-½")):
                scene = done(scene, RecordResult(game=GameId(game), result=result))
    return scene.state()


@pytest.mark.parametrize("score", TeamScore)
def test_a_league_is_ranked_by_its_file_as_in_the_tournament(score: TeamScore) -> None:
    state = played_league(score)
    document = file_of(state)
    teams = [line.record for line in document.lines if isinstance(line.record, TeamRecord)]
    assert [(each.number, each.name, each.players) for each in teams[:2]] == [
        (1, TEAMS[0], (1, 2, 3)),
        (2, TEAMS[1], (4, 5, 6)),
    ]
    made = standings_of_file(document, Question())
    ours, theirs = team_crosstable(state, 3), made.crosstable
    assert isinstance(theirs, TeamCrosstable)
    assert (theirs.primary, theirs.boards) == (ours.primary, 2)
    assert [
        {(match.first, match.second): match.boards for match in each.matches}
        for each in theirs.rounds
    ] == [
        {(match.first, match.second): match.boards for match in each.matches}
        for each in ours.rounds
    ]
    assert [(each.seat, each.rank) for each in made.rows] == [
        (each.seat, each.rank) for each in current_standings(state)
    ]


def test_a_board_with_one_player_is_a_forfeit_of_the_file() -> None:
    scene = done(league(teams=2), *(register(team, 2) for team in TEAMS[:2]))
    scene = done(scene, PairRound(round=1), PublishPairings(round=1))
    here = HandInLineUp(round=1, team=TEAMS[0], players=(player(TEAMS[0], 1),))
    scene = done(
        scene, here, PublishLineUps(round=1), RecordResult(game=GameId("1.1"), result="1-0")
    )
    state = scene.state()
    document = file_of(state)
    made = standings_of_file(document, Question()).crosstable
    assert isinstance(made, TeamCrosstable)
    (theirs,), (ours,) = made.rounds, team_crosstable(state, 1).rounds
    assert [each.boards for each in theirs.matches] == [each.boards for each in ours.matches]


def test_a_league_without_players_or_rounds_is_a_file_of_its_teams() -> None:
    empty = file_of(league().state())
    assert empty.text_of("062").strip() == "4"
    document = file_of(done(league(), *(register(team, 2) for team in TEAMS)).state())
    assert (document.text_of("062").strip(), document.text_of("082").strip()) == ("8", "4")


def test_a_league_and_a_knockout_are_no_tournament_to_import() -> None:
    with pytest.raises(UnknownSystem):
        system_of(file_of(played_league()))


@pytest.mark.parametrize(("winner", "said"), [(TIGERS, "2"), (None, "-")])
def test_a_ruling_and_what_was_carried_are_comments(winner: EntrantId | None, said: str) -> None:
    state = team_matches.league((("1.1", "1-0"), ("1.1.2", "1-0")), decision=ruled(winner))
    state = replace(state, plan=StagePlan(title="Final", carry=CarryOver.POINTS))
    remarks = [line.text for line in file_of(state).lines if line.text.startswith("###")]
    assert remarks == [
        "### Carried from earlier stages, not in this file: points",
        f"### Match ruling @ Round 1: 1-2 => {said} (ruling)",
    ]


def test_a_round_whose_line_ups_are_not_published_has_no_column() -> None:
    scene = done(league(), *(register(team, 2) for team in TEAMS))
    document = file_of(published(scene, 1).state())
    assert rounds_played(document) == 0
    assert "### Match games @ Round 1: none" in [line.text for line in document.lines]
