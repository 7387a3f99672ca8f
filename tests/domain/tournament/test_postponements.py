"""Postponed games: open in the standings, draws for pairing, and no obstacle to the next round."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.leagues import done, league, playing, register
from dsl.tournaments import (
    AFTER_1,
    ANA,
    BEA,
    CARL,
    CREATED,
    DORA,
    FOUR,
    ROUND_1,
    ROUND_2,
    ROUND_ROBIN,
    START,
    Scene,
    drafted,
    entered,
    given,
)
from planilla.domain.pairing.floats import scores_by_round
from planilla.domain.tournament.absences import (
    AbsenceNoted,
    GameHasResult,
    forfeits_at_default_time,
)
from planilla.domain.tournament.closing import (
    CloseRound,
    FinishTournament,
    GamesOpen,
    RoundClosed,
    TournamentFinished,
)
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.contradictions import LocalTimeWanted
from planilla.domain.tournament.crosstables import for_pairing, for_standings
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import decode, encode
from planilla.domain.tournament.lookups import awaited_games, postponed_games
from planilla.domain.tournament.pairings import (
    PairRound,
    PreviousRoundOpen,
    PublishPairings,
)
from planilla.domain.tournament.postponements import (
    GamesPostponed,
    NoGamesNamed,
    PostponeGames,
    PostponementWithdrawn,
    WithdrawPostponement,
)
from planilla.domain.tournament.ranking import current_standings
from planilla.domain.tournament.refusal import (
    NoSuchGame,
    NotInThisSystem,
    Refusal,
    RoundIsClosed,
    RoundNotPublished,
)
from planilla.domain.tournament.results import RecordResult, ResultWithdrawn, WithdrawResult
from planilla.domain.tournament.schedule import DateRound, OrderRounds
from planilla.domain.tournament.stages import PlanStage
from planilla.domain.tournament.subjects import RESTATEMENTS
from planilla.domain.tournament.values import Postponement
from planilla.domain.vocabulary import EntrantId, GameId, GameResult

GOLDEN = Path(__file__).parents[2] / "golden" / "events"
TUESDAY = datetime(2026, 5, 12, 18, 0)  # noqa: DTZ001 - local
LATER = TUESDAY.replace(day=19)
AT_TUESDAY = Postponement(until=TUESDAY)
LEAGUE = given(ROUND_ROBIN, *entered(*FOUR))
"""Four players by the Berger table: 1-4 2-3, 4-3 1-2, 2-4 3-1."""


def postpone(*games: str, until: datetime | None = TUESDAY) -> PostponeGames:
    return PostponeGames(games=tuple(map(GameId, games)), until=until)


def adjourn(*games: str, until: datetime | None = TUESDAY) -> PostponeGames:
    return PostponeGames(games=tuple(map(GameId, games)), until=until, adjourned=True)


def resume(*games: str) -> WithdrawPostponement:
    return WithdrawPostponement(games=tuple(map(GameId, games)))


def postponed(*games: str, until: datetime | None = TUESDAY) -> GamesPostponed:
    return GamesPostponed(round=1, games=tuple(map(GameId, games)), until=until)


def result(game: str, said: str) -> RecordResult:
    return RecordResult(game=GameId(game), result=said)


def on_the_boards(scene: Scene, number: int) -> Scene:
    return done(scene, PairRound(round=number), PublishPairings(round=number))


def drawn(scene: Scene, number: int) -> Scene:
    """The scene with a round of which every game is drawn."""
    scene = on_the_boards(scene, number)
    games = scene.state().rounds[-1].open_games
    return done(scene, *(result(game, "½-½") for game in games))


# --- postponing -----------------------------------------------------------------------------------


def test_a_game_is_postponed_to_a_date_with_a_sealed_reason() -> None:
    command = PostponeGames(games=(GameId("1.1"),), until=TUESDAY, reason=Sealed("c1"))
    events = given(*ROUND_1).when(command).then()
    assert events == (GamesPostponed(round=1, games=(GameId("1.1"),), until=TUESDAY, reason="c1"),)
    assert given(*ROUND_1, *events).state().postponed == {"1.1": AT_TUESDAY}


def test_a_game_is_postponed_to_an_open_date_and_later_gets_one() -> None:
    scene = done(given(*ROUND_1), postpone("1.2", until=None))
    assert scene.state().postponed == {"1.2": Postponement(until=None)}
    assert scene.when(postpone("1.2", until=None)).then() == ()
    assert done(scene, postpone("1.2")).state().postponed == {"1.2": AT_TUESDAY}


def test_games_of_two_rounds_are_postponed_round_by_round() -> None:
    scene = done(given(*ROUND_1), postpone("1.1"), result("1.2", "1-0"))
    scene = on_the_boards(scene, 2)
    assert scene.when(postpone("2.2", "1.1", "2.1", until=LATER)).then() == (
        GamesPostponed(round=1, games=(GameId("1.1"),), until=LATER),
        GamesPostponed(round=2, games=(GameId("2.1"), GameId("2.2")), until=LATER),
    )


def test_only_games_that_move_are_in_the_fact() -> None:
    scene = done(given(*ROUND_1), postpone("1.1"))
    assert scene.when(postpone("1.1", "1.2")).then() == (postponed("1.2"),)


def test_a_postponement_is_withdrawn() -> None:
    scene = done(given(*ROUND_1), postpone("1.1", "1.2"))
    assert scene.when(resume("1.1")).then() == (
        PostponementWithdrawn(round=1, games=(GameId("1.1"),)),
    )
    scene = done(scene, resume("1.1"))
    assert scene.state().postponed == {"1.2": AT_TUESDAY}
    assert scene.when(resume("1.1")).then() == ()


@pytest.mark.parametrize(
    ("given_events", "games", "refusal"),
    [
        pytest.param(ROUND_1, (), NoGamesNamed, id="no game"),
        pytest.param(START, ("1.1",), NoSuchGame, id="no such round"),
        pytest.param(ROUND_1, ("1.3",), NoSuchGame, id="no such board"),
        pytest.param(ROUND_1, ("board one",), NoSuchGame, id="no id of a game"),
        pytest.param((*START, drafted(1, (ANA, BEA))), ("1.1",), RoundNotPublished, id="a draft"),
        pytest.param(AFTER_1, ("1.1",), GameHasResult, id="a finished game"),
    ],
)
def test_games_that_cannot_be_postponed_are_refused(
    given_events: tuple[Event, ...], games: tuple[str, ...], refusal: type[Refusal]
) -> None:
    for command in (postpone(*games), resume(*games)):
        with pytest.raises(refusal):
            given(*given_events).when(command).then()


def test_games_of_another_stage_are_postponed_by_themselves() -> None:
    scene = done(given(*ROUND_1), PlanStage(title="Final", system="round-robin"))
    with pytest.raises(NoSuchGame):
        scene.when(postpone("1.1", "2-1.1")).then()


def test_the_date_is_local_to_the_venue() -> None:
    with pytest.raises(LocalTimeWanted) as refused:
        given(*ROUND_1).when(postpone("1.1", until=TUESDAY.replace(tzinfo=UTC))).then()
    assert refused.value.field == "until"


def test_facts_say_how_many_games_and_until_when() -> None:
    one, two = postponed("1.1"), postponed("1.1", "1.2", until=None)
    assert (one.game, one.wording()) == ("1.1", ".game")
    assert one.details() == {"count": 1, "postponed_until": "2026-05-12T18:00"}
    assert (two.game, two.wording()) == (None, ".open")
    assert two.details() == {"count": 2, "postponed_until": None}
    assert postponed("1.1", until=None).wording() == ".game.open"
    assert postponed("1.1", "1.2").wording() == ""
    back = PostponementWithdrawn(round=1, games=(GameId("1.1"),))
    assert (back.wording(), back.details()) == (".game", {"count": 1})
    assert PostponementWithdrawn(round=1, games=(GameId("1.1"), GameId("1.2"))).wording() == ""


# --- adjourning -----------------------------------------------------------------------------------


def test_a_game_that_has_begun_is_adjourned() -> None:
    scene = given(*ROUND_1)
    event = GamesPostponed(round=1, games=(GameId("1.1"),), until=TUESDAY, adjourned=True)
    assert scene.when(adjourn("1.1")).then() == (event,)
    scene = done(scene, adjourn("1.1"))
    assert scene.state().postponed == {"1.1": Postponement(until=TUESDAY, adjourned=True)}
    assert scene.when(adjourn("1.1")).then() == ()


def test_a_postponed_game_that_has_begun_is_adjourned_and_back() -> None:
    scene = done(given(*ROUND_1), postpone("1.1"), adjourn("1.1"))
    assert scene.state().postponed[GameId("1.1")].adjourned
    assert done(scene, postpone("1.1")).state().postponed == {"1.1": AT_TUESDAY}


def test_an_adjournment_is_withdrawn_in_a_fact_of_its_own() -> None:
    scene = done(given(*ROUND_1), adjourn("1.1"), postpone("1.2"))
    assert scene.when(resume("1.2", "1.1")).then() == (
        PostponementWithdrawn(round=1, games=(GameId("1.2"),)),
        PostponementWithdrawn(round=1, games=(GameId("1.1"),), adjourned=True),
    )
    assert done(scene, resume("1.1", "1.2")).state().postponed == {}


def test_a_round_goes_on_without_an_adjourned_game_as_without_a_postponed_one() -> None:
    scene = done(on_the_boards(LEAGUE, 1), adjourn("1.1", until=None), result("1.2", "1-0"))
    assert scene.when(CloseRound(round=1)).then() == (RoundClosed(round=1),)
    scene = on_the_boards(scene, 2)
    assert scene.state().rounds[1].boards == ((DORA, CARL), (ANA, BEA))
    scene = drawn(done(scene, result("2.1", "½-½"), result("2.2", "½-½")), 3)
    with pytest.raises(GamesOpen) as refused:
        scene.when(FinishTournament()).then()
    assert refused.value.games == ("1.1",)
    scene = done(scene, result("1.1", "½-½"))
    assert scene.when(FinishTournament()).then()[-1] == TournamentFinished()


def test_facts_say_that_games_are_adjourned() -> None:
    one, two = (GameId("1.1"),), (GameId("1.1"), GameId("1.2"))
    said = [
        GamesPostponed(round=1, games=games, until=until, adjourned=True).wording()
        for games in (one, two)
        for until in (TUESDAY, None)
    ]
    assert said == [".adjourned.game", ".adjourned.game.open", ".adjourned", ".adjourned.open"]
    back = [PostponementWithdrawn(round=1, games=each, adjourned=True) for each in (one, two)]
    assert [each.wording() for each in back] == [".adjourned.game", ".adjourned"]


@pytest.mark.parametrize("kind", [GamesPostponed, PostponementWithdrawn])
def test_a_fact_from_before_adjourned_games_is_written_as_it_was(kind: type[Event]) -> None:
    data = (GOLDEN / "earlier" / f"{kind.__name__}.json").read_bytes().strip()
    assert encode(decode(kind.__name__, data)) == data


# --- going on -------------------------------------------------------------------------------------


def test_a_round_with_a_postponed_game_is_closed_and_the_next_is_paired() -> None:
    scene = done(on_the_boards(LEAGUE, 1), postpone("1.1", until=None), result("1.2", "1-0"))
    assert scene.when(CloseRound(round=1)).then() == (RoundClosed(round=1),)
    scene = on_the_boards(scene, 2)
    assert scene.state().rounds[0].open_games == ("1.1",)
    assert scene.state().rounds[1].boards == ((DORA, CARL), (ANA, BEA))


def test_a_game_that_is_open_and_not_postponed_still_holds_up_its_round() -> None:
    scene = done(on_the_boards(LEAGUE, 1), postpone("1.1"))
    with pytest.raises(GamesOpen) as refused:
        scene.when(CloseRound(round=1)).then()
    assert refused.value.games == ("1.2",)
    with pytest.raises(PreviousRoundOpen) as waiting:
        scene.when(PairRound(round=2)).then()
    assert waiting.value.games == ("1.2",)


def test_the_result_of_a_postponed_game_is_entered_in_its_closed_round() -> None:
    """Half points: Ana and Bea won in round 1 and drew in round 2, Carl and Dora drew there."""
    scene = done(on_the_boards(LEAGUE, 1), postpone("1.1"), result("1.2", "1-0"))
    scene = done(on_the_boards(scene, 2), result("2.1", "½-½"), result("2.2", "½-½"))
    before = current_standings(scene.state())
    scene = done(scene, result("1.1", "1-0"))
    assert scene.state().rounds[0].open_games == ()
    assert postponed_games(scene.state(), scene.state().rounds[0]) == ()
    assert _points(scene) == {ANA: 3, BEA: 3, CARL: 1, DORA: 1}
    assert before != current_standings(scene.state())


def _points(scene: Scene) -> dict[EntrantId, int]:
    """Half points by entrant."""
    state = scene.state()
    values = {GameResult.WHITE_WINS: (2, 0), GameResult.DRAW: (1, 1), GameResult.OPEN: (0, 0)}
    found = dict.fromkeys(state.order, 0)
    for played in for_standings(state).rounds:
        for seats, outcome in zip(played.boards, played.results, strict=True):
            for seat, points in zip(seats, values[GameResult(outcome)], strict=True):
                found[state.order[seat]] += points
    return found


def test_a_result_of_a_postponed_game_typed_by_mistake_is_withdrawn_in_a_schedule() -> None:
    scene = done(on_the_boards(LEAGUE, 1), postpone("1.1"), result("1.2", "1-0"))
    scene = done(on_the_boards(scene, 2), result("1.1", "1-0"))
    withdrawal = WithdrawResult(game=GameId("1.1"))
    assert scene.when(withdrawal).then() == (ResultWithdrawn(game=GameId("1.1")),)
    scene = done(scene, withdrawal)
    assert postponed_games(scene.state(), scene.state().rounds[0]) == ("1.1",)


def test_in_a_swiss_system_the_result_of_a_postponed_game_is_corrected_instead() -> None:
    scene = done(given(*ROUND_1), postpone("1.1"), result("1.2", "1-0"))
    scene = done(on_the_boards(scene, 2), result("1.1", "1-0"))
    with pytest.raises(RoundIsClosed):
        scene.when(WithdrawResult(game=GameId("1.1"))).then()


def test_the_end_waits_for_every_postponed_game() -> None:
    scene = done(on_the_boards(LEAGUE, 1), postpone("1.1"), result("1.2", "1-0"))
    scene = drawn(drawn(scene, 2), 3)
    with pytest.raises(GamesOpen) as refused:
        scene.when(FinishTournament()).then()
    assert (refused.value.round, refused.value.games) == (1, ("1.1",))
    over = done(scene, result("1.1", "0-1")).when(FinishTournament()).then()
    assert over == (RoundClosed(round=3), TournamentFinished())


def test_a_postponed_game_of_the_last_round_holds_up_the_end_as_well() -> None:
    scene = on_the_boards(drawn(drawn(LEAGUE, 1), 2), 3)
    scene = done(scene, postpone("3.1"), result("3.2", "½-½"), CloseRound(round=3))
    with pytest.raises(GamesOpen) as refused:
        scene.when(FinishTournament()).then()
    assert (refused.value.round, refused.value.games) == (3, ("3.1",))


def test_a_postponed_game_is_a_draw_for_the_pairing_of_a_swiss_system() -> None:
    """C.04.2, 3.1: with 1.1 postponed and Dora's win, ½ ½ 1 0 in the order Ana, Bea, Carl, Dora."""
    scene = done(given(*ROUND_1), postpone("1.1"), result("1.2", "1-0"))
    state = scene.state()
    after_1 = [points[1] for points in scores_by_round(for_pairing(state, 2))]
    assert dict(zip(state.order, after_1, strict=True)) == {ANA: 1, BEA: 0, CARL: 1, DORA: 2}
    (closed, paired) = scene.when(PairRound(round=2)).then()
    assert closed == RoundClosed(round=1)
    meetings = {frozenset((game.white, game.black)) for game in paired.paired_games}
    assert frozenset((ANA, CARL)) not in meetings


def test_the_result_counts_for_the_pairings_after_it() -> None:
    scene = done(given(*ROUND_1), postpone("1.1"), result("1.2", "1-0"))
    scene = done(on_the_boards(scene, 2), result("1.1", "1-0"))
    after_1 = [points[1] for points in scores_by_round(for_pairing(scene.state(), 3))]
    assert dict(zip(scene.state().order, after_1, strict=True)) == {
        ANA: 2,
        BEA: 0,
        CARL: 0,
        DORA: 2,
    }


@pytest.mark.parametrize("system", ["keizer", "knockout-single"])
def test_values_and_brackets_wait_for_postponed_games(system: str) -> None:
    scene = on_the_boards(given(replace(CREATED, system_name=system), *entered(*FOUR)), 1)
    first, second = scene.state().rounds[0].games
    scene = done(scene, postpone(first), result(second, "1-0"))
    state = scene.state()
    assert awaited_games(state, state.rounds[0]) == (first,)
    with pytest.raises(GamesOpen):
        scene.when(CloseRound(round=1)).then()
    with pytest.raises(PreviousRoundOpen):
        scene.when(PairRound(round=2)).then()


def test_a_hall_has_no_games_to_postpone() -> None:
    hall = given(replace(CREATED, system_name="masnou"), *entered(*FOUR))
    for command in (postpone("T1.1"), OrderRounds(rounds=(1,)), DateRound(round=1)):
        with pytest.raises(NotInThisSystem):
            hall.when(command).then()


def test_a_postponed_game_is_not_lost_at_the_default_time_of_its_round() -> None:
    absent = AbsenceNoted(game=GameId("1.1"), entrant=ANA)
    assert len(forfeits_at_default_time(given(*ROUND_1, absent).state(), 1)) == 1
    assert forfeits_at_default_time(given(*ROUND_1, absent, postponed("1.1")).state(), 1) == ()


def test_a_match_of_teams_is_postponed_with_all_its_boards() -> None:
    """Round 1 of the table of four: alfil – duero and burgos – casino, on two boards each."""
    scene = league()
    for team in ("alfil", "burgos", "casino", "duero"):
        scene = done(scene, register(team, 2))
    scene = done(playing(scene, 1), postpone("1.1", "1.1.2"))
    scene = done(scene, result("1.2", "1-0"), result("1.2.2", "0-1"))
    scene = playing(scene, 2)
    (first, second) = for_standings(scene.state()).rounds[0].results
    assert (first, GameResult(second)) == (GameResult.OPEN, GameResult.WHITE_WINS)


def test_in_a_what_if_only_games_that_are_there_are_postponed() -> None:
    restate = RESTATEMENTS[GamesPostponed]
    state = given(*ROUND_2).state()
    assert restate(state, postponed("1.1", "1.9")) == postponed("1.1")
    assert restate(state, postponed("1.1")) == postponed("1.1")
    with pytest.raises(NoSuchGame):
        restate(state, postponed("1.8", "1.9"))
