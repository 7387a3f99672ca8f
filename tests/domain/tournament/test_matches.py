"""Matches of several games: their score, games that are added, and rulings."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from dsl.tournaments import ANA, BEA, CARL, CREATED, DORA, FOUR, entered, games, given, numbered
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.crosstables import for_games, for_standings
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.matches import (
    DecideMatch,
    GamesAdded,
    MatchDecided,
    NoDecision,
    NoSuchMatch,
    NotASide,
    WithdrawDecision,
    match_scores,
    place_of,
)
from planilla.domain.tournament.pairings import PairingsPublished
from planilla.domain.tournament.refusal import RoundNotPublished
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.tournament.shapes import DecidedBy, MatchShape
from planilla.domain.tournament.values import PairedGame
from planilla.domain.vocabulary import Colour, EntrantId, GameId, GameResult

FIRST = games(1, (ANA, CARL), (BEA, DORA))
PAIRED = RoundPaired(
    round=1,
    games=FIRST,
    system="knockout",
    edition="",
    first_colour=Colour.WHITE,
    sides=((ANA, CARL), (BEA, DORA)),
)
PUBLISHED = PairingsPublished(
    round=1, games=FIRST, system="k", edition="", first_colour=Colour.WHITE, sides=PAIRED.sides
)
SECOND = GamesAdded(round=1, games=(PairedGame(game=GameId("1.1.2"), white=CARL, black=ANA),))
START: tuple[Event, ...] = (CREATED, *entered(*FOUR), numbered(*FOUR))
TWO_GAMES: tuple[Event, ...] = (*START, PAIRED, PUBLISHED, SECOND)


def result(game: str, text: str) -> ResultRecorded:
    return ResultRecorded(game=GameId(game), result=text)


def decided(winner: EntrantId | None, by: DecidedBy = DecidedBy.LOT) -> DecideMatch:
    return DecideMatch(round=1, match=1, winner=winner, by=by)


def scores_after(*events: Event) -> list[tuple[tuple[int, int], int, GameResult]]:
    state = given(*TWO_GAMES, *events).state()
    return [(each.points, each.open, each.result) for each in match_scores(state, state.rounds[0])]


@pytest.mark.parametrize(
    ("results", "points", "outcome"),
    [
        (("*", "*"), (0, 0), GameResult.OPEN),
        (("1-0", "*"), (2, 0), GameResult.OPEN),
        (("1-0", "½-½"), (3, 1), GameResult.WHITE_WINS),
        (("0-1", "½-½"), (1, 3), GameResult.BLACK_WINS),
        (("1-0", "1-0"), (2, 2), GameResult.DRAW),
        (("+/-", "-/+"), (4, 0), GameResult.WHITE_WINS_BY_FORFEIT),
        (("-/+", "+/-"), (0, 4), GameResult.BLACK_WINS_BY_FORFEIT),
        (("-/-", "-/-"), (0, 0), GameResult.BOTH_FORFEIT),
    ],
)
def test_the_games_of_a_match_give_its_score_and_its_result(
    results: tuple[str, str], points: tuple[int, int], outcome: GameResult
) -> None:
    reported = [
        result(game, text)
        for game, text in zip(("1.1", "1.1.2"), results, strict=True)
        if text != "*"
    ]
    assert scores_after(*reported)[0] == (points, results.count("*"), outcome)


@pytest.mark.parametrize(
    ("winner", "outcome"),
    [
        (ANA, GameResult.WHITE_WINS),
        (CARL, GameResult.BLACK_WINS),
        (None, GameResult.BOTH_FORFEIT),
    ],
)
def test_a_ruling_decides_a_level_match(winner: EntrantId | None, outcome: GameResult) -> None:
    level = given(*TWO_GAMES, result("1.1", "½-½"), result("1.1.2", "½-½"))
    ruled = level.when(decided(winner)).and_then()
    assert ruled.events[-1] == MatchDecided(round=1, match=1, winner=winner, by=DecidedBy.LOT)
    assert match_scores(ruled.state(), ruled.state().rounds[0])[0].result is outcome
    assert ruled.when(decided(winner)).then() == ()
    back = ruled.when(WithdrawDecision(round=1, match=1)).state()
    assert match_scores(back, back.rounds[0])[0].result is GameResult.DRAW


def test_a_walk_over_needs_no_game() -> None:
    scores = scores_after(MatchDecided(round=1, match=1, winner=ANA, by=DecidedBy.WALK_OVER))
    assert scores[0][2] is GameResult.WHITE_WINS_BY_FORFEIT


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (replace(decided(ANA), match=3), NoSuchMatch),
        (decided(BEA), NotASide),
        (WithdrawDecision(round=1, match=2), NoDecision),
    ],
)
def test_a_ruling_is_refused(command: Command, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        given(*TWO_GAMES).when(command).then()


def test_no_match_of_a_draft_is_ruled_on() -> None:
    with pytest.raises(RoundNotPublished):
        given(*START, PAIRED).when(decided(ANA)).then()


def test_standings_count_the_match_and_ratings_each_game() -> None:
    reports = (result("1.1", "1-0"), result("1.1.2", "½-½"), result("1.2", "½-½"))
    state = given(*TWO_GAMES, *reports).state()
    assert [(each.boards, each.results) for each in for_standings(state).rounds] == [
        (((0, 2), (1, 3)), bytes((GameResult.WHITE_WINS, GameResult.DRAW)))
    ]
    assert [(each.boards, each.results) for each in for_games(state).rounds] == [
        (((0, 2), (1, 3)), bytes((GameResult.WHITE_WINS, GameResult.DRAW))),
        (((2, 0),), bytes((GameResult.DRAW,))),
    ]


def test_rounds_without_sides_are_games_alone() -> None:
    state = given(*START).state()
    assert for_games(state) == for_standings(state)


@pytest.mark.parametrize(
    ("shape", "places"),
    [
        pytest.param(MatchShape(), [(1, None), (2, None), (3, None)], id="one game"),
        pytest.param(MatchShape(games=2), [(1, 1), (1, 2), (2, 1)], id="two games"),
        pytest.param(MatchShape(tiebreaks=(1,)), [(1, 1), (1, 2), (2, 1)], id="tie-break games"),
        pytest.param(MatchShape(boards=2), [(1, 1), (1, 2), (2, 1)], id="two boards"),
    ],
)
def test_a_game_is_found_by_its_match_where_matches_may_have_several(
    shape: MatchShape, places: list[tuple[int, int | None]]
) -> None:
    """The games of the round are 1.1, 1.2 and 1.1.2: matches 1 and 2, and match 1 again."""
    state = replace(given(*TWO_GAMES).state(), shape=shape)
    assert [tuple(place_of(state, state.rounds[0], board)) for board in range(3)] == places


def test_without_matches_a_game_is_found_by_its_board() -> None:
    state = given(*START, replace(PAIRED, sides=UNSET)).state()
    two_games = replace(state, shape=MatchShape(games=2))
    assert place_of(two_games, state.rounds[0], 1) == (2, None)


def test_a_round_finds_only_games_that_it_has() -> None:
    state = given(*TWO_GAMES).state()
    assert state.rounds[0].board_of(GameId("1.1.2")) == 2
    assert state.rounds[0].board_of(GameId("no game")) is None
    empty = replace(state.rounds[0], games=())
    assert empty.board_of(GameId("1.1")) is None
