"""A Masnou hall where the scenarios do not go: what is refused, offline, timers, kept values."""

from typing import Any

import pytest

from dsl.masnou_scenarios import OPENED_AT, SECOND, Json, Played, refusal_of
from dsl.tournaments import given
from planilla.domain.pairing.masnou import MasnouRules
from planilla.domain.tournament.announcement import Play, Regulations
from planilla.domain.tournament.closing import CloseRound, FinishTournament
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.context import DecisionContext
from planilla.domain.tournament.decide import decide, question_of
from planilla.domain.tournament.eligibility import WithdrawEntrant
from planilla.domain.tournament.entrants import EntrantEntered
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.evolve import evolve
from planilla.domain.tournament.facts import Fact
from planilla.domain.tournament.importing import ImportTournament
from planilla.domain.tournament.masnou.commands import AddTable, EndHall, OpenHall
from planilla.domain.tournament.masnou.events import (
    GameSeated,
    HallOpened,
    HallPairsAllowed,
    HallPairsForbidden,
    PairKeptApart,
)
from planilla.domain.tournament.masnou.ranking import longest_reigns
from planilla.domain.tournament.masnou.refusals import (
    HallAlreadyOpen,
    HallNotOpen,
    HallOutOfRange,
    HallStillRuns,
    TooFewToOpen,
)
from planilla.domain.tournament.masnou.results import call_expired, time_expired
from planilla.domain.tournament.pairings import PairRound
from planilla.domain.tournament.prohibitions import AllowPairs, NoSuchProhibition
from planilla.domain.tournament.refusal import (
    CorrectsAnotherEvent,
    KnownTooLate,
    NotInThisSystem,
    Refusal,
    SameResult,
)
from planilla.domain.tournament.regulations import AnnounceRegulations, RegulationsFixed
from planilla.domain.tournament.setup import CreateTournament, TournamentCreated
from planilla.domain.tournament.state import INITIAL
from planilla.domain.tournament.values import Timer, TimerKind
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.projections import prizes

ANA, BEA = EntrantId("ana"), EntrantId("bea")
MASNOU = TournamentCreated(name="Masnou", system_name="masnou", rounds_asked=0)
SWISS = TournamentCreated(name="Club", system_name="swiss-dutch-2026", rounds_asked=5)
ENTERED = tuple(EntrantEntered(entrant=each, person="p", rating=1500) for each in (ANA, BEA))


def hall_of(players: str, **rules: Any) -> Played:
    """A hall of players called a, b, c …, the best first."""
    entrants = [{"id": each, "rating": 2000 - place} for place, each in enumerate(players)]
    return Played({"entrants": entrants, "rules": {"tables": 1} | rules})


def act(command: str, at: int = 60, **body: Any) -> Json:
    return {"command": command, "body": body, "at": at}


@pytest.mark.parametrize(
    ("before", "command", "refusal"),
    [
        pytest.param((SWISS,), OpenHall(rules=MasnouRules(tables=1)), NotInThisSystem, id="swiss"),
        pytest.param((SWISS,), AddTable(), NotInThisSystem, id="a table of a swiss"),
        pytest.param((MASNOU,), AddTable(), HallNotOpen, id="a table before the opening"),
        pytest.param((MASNOU,), PairRound(round=1), NotInThisSystem, id="a round of a hall"),
        pytest.param((MASNOU,), OpenHall(rules=MasnouRules(tables=1)), TooFewToOpen, id="nobody"),
        pytest.param(
            (MASNOU, *ENTERED),
            OpenHall(rules=MasnouRules(tables=1), absent=(ANA,)),
            TooFewToOpen,
            id="one alone",
        ),
    ],
)
def test_a_hall_is_refused(
    before: tuple[Event, ...], command: Command, refusal: type[Refusal]
) -> None:
    with pytest.raises(refusal):
        given(*before).when(command).then()


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        (MasnouRules(tables=0), "tables"),
        (MasnouRules(tables=151), "tables"),
        (MasnouRules(tables=1, duration=-5), "duration"),
        (MasnouRules(tables=1, clock=-1), "clock"),
        (MasnouRules(tables=1, call_seconds=601), "call_seconds"),
        (MasnouRules(tables=1, wins_cap=-1), "wins_cap"),
    ],
)
def test_a_number_that_cannot_be_is_named(rules: MasnouRules, field: str) -> None:
    with pytest.raises(HallOutOfRange) as refused:
        given(MASNOU, *ENTERED).when(OpenHall(rules=rules)).then()
    assert refused.value.field == field


def test_a_hall_keeps_its_system() -> None:
    announced = AnnounceRegulations(
        regulations=Regulations(name="Fair", play=Play(system="round-robin"))
    )
    with pytest.raises(RegulationsFixed):
        decide(hall_of("ab").state, announced, DecisionContext(at=OPENED_AT))


def test_no_file_of_rounds_becomes_a_hall() -> None:
    importing = ImportTournament(
        format="trf26",
        tournament=CreateTournament(name="Fair", system="masnou"),
        entrants=(),
        played=(),
    )
    with pytest.raises(NotInThisSystem):
        decide(INITIAL, importing, DecisionContext(at=OPENED_AT))


def test_who_is_kept_apart_before_the_opening_does_not_meet_at_it() -> None:
    state = INITIAL
    said = (
        MASNOU,
        *ENTERED,
        EntrantEntered(entrant=EntrantId("carl"), person="p", rating=1400),
        HallPairsForbidden(entrants=(ANA, BEA), first_round=1),
        HallPairsForbidden(entrants=(ANA, EntrantId("carl")), first_round=1),
    )
    for version, event in enumerate(said, start=1):
        state = evolve(state, Fact(version=version, recorded_at=OPENED_AT, event=event))
    allowed = decide(state, AllowPairs(forbidden=6), DecisionContext(at=OPENED_AT))
    assert allowed == (HallPairsAllowed(forbidden=6, from_round=1),)
    state = evolve(state, Fact(version=7, recorded_at=OPENED_AT, event=allowed[0]))
    with pytest.raises(NoSuchProhibition):
        decide(state, AllowPairs(forbidden=6), DecisionContext(at=OPENED_AT))
    events = decide(state, OpenHall(rules=MasnouRules(tables=1)), DecisionContext(at=OPENED_AT))
    (opening,) = (each for each in events if isinstance(each, HallOpened))
    assert opening.apart == (PairKeptApart(forbidden=5, entrants=(ANA, BEA)),)
    (game,) = (each for each in events if isinstance(each, GameSeated))
    assert (game.white, game.black) == (ANA, "carl")


@pytest.mark.parametrize("last_start", [-1, 30, 31])
def test_some_game_may_begin(last_start: int) -> None:
    with pytest.raises(HallOutOfRange) as refused:
        hall_of("ab", duration=30, last_start=last_start)
    assert (refused.value.field, refused.value.largest) == ("last_start", 29)


def test_the_timer_of_the_end_moves_with_a_pause() -> None:
    played = hall_of("abc")
    played.act(act("pause-hall", at=100))
    played.act(act("resume-hall", at=160, extend=True))
    (end,) = (each for each in played.state.timers.values() if each.kind is TimerKind.HALL_END)
    assert end.due_at == played.hall.ends_at == OPENED_AT + (7200 + 60) * SECOND


def test_a_hall_is_opened_once() -> None:
    with pytest.raises(HallAlreadyOpen):
        decide(
            hall_of("ab").state,
            OpenHall(rules=MasnouRules(tables=1)),
            DecisionContext(at=OPENED_AT),
        )


def test_nothing_that_a_hall_decides_takes_long() -> None:
    state = hall_of("ab").state
    assert question_of(state, EndHall(), DecisionContext(at=OPENED_AT)) is None


def test_what_knows_rounds_is_not_in_a_hall() -> None:
    state = hall_of("ab").state
    for command in (PairRound(round=1), CloseRound(round=1), WithdrawEntrant(entrant=ANA)):
        with pytest.raises(NotInThisSystem):
            decide(state, command, DecisionContext(at=OPENED_AT))


def test_people_who_come_after_the_end_are_entered_and_do_not_queue() -> None:
    played = hall_of("ab")
    played.act(act("end-hall"))
    played.act(act("enter-entrants", entrants=[{"id": "x"}]))
    assert "x" in played.state.entrants
    assert (played.hall.queue, "x" in played.hall.members) == ((), False)


def test_whose_request_is_accepted_queues_as_whoever_is_entered() -> None:
    played = hall_of("abc")
    played.act(act("open-entry-form"))
    played.act(act("request-entry", entrant="x", person="person"))
    assert "x" not in played.state.entrants
    played.act(act("accept-entry-requests", entrants=["x"]))
    assert played.hall.queue == ("c", "x")


def test_who_is_entered_twice_queues_once() -> None:
    played = hall_of("abc")
    played.act(act("enter-entrants", entrants=[{"id": "c", "rating": 1998}]))
    assert played.hall.queue == ("c",)


def test_who_never_came_may_go_home() -> None:
    played = hall_of("ab")
    played.act(act("end-hall"))
    played.act(act("enter-entrants", entrants=[{"id": "x"}]))
    played.act(act("stand-down", entrant="x", away="gone"))
    assert played.differs({"away": {"x": "gone"}}) == {}


@pytest.mark.parametrize(
    ("game", "result", "more", "refusal"),
    [
        ("T1.1", "1-0", {}, SameResult),
        ("T1.1", "0-1", {"corrects": 1}, CorrectsAnotherEvent),
        ("T1.1", "0-1", {"known_at": OPENED_AT + 10**12}, KnownTooLate),
    ],
)
def test_a_correction_is_refused(
    game: str, result: str, more: dict[str, Any], refusal: type[Refusal]
) -> None:
    played = hall_of("abc")
    played.act(act("record-result", game="T1.1", result="1-0"))
    correction = act("correct-result", at=90, game=game, result=result, **more)
    assert refusal_of(played, correction) == refusal.code


def test_a_correction_that_does_not_count_for_points_changes_no_points() -> None:
    played = hall_of("abc")
    played.act(act("record-result", game="T1.1", result="1-0"))
    effect = {"points": False, "pairing_from": None, "rating": True}
    played.act(act("correct-result", game="T1.1", result="0-1", effect=effect))
    assert played.differs({"points": {"a": 2, "b": 0}}) == {}
    game = played.hall.find(GameId("T1.1"))
    assert game is not None
    assert game.version == played.state.version


def test_a_corrected_play_off_sends_the_other_one_on() -> None:
    played = hall_of("ab", running_games="stop")
    played.act(act("end-hall"))
    played.act(act("draw-playoff"))
    game = played.hall.playoff[0].games[0]
    played.act(act("record-result", game="P1.1", result="½-½"))
    assert played.differs({"ranking": [[game.black], [game.white]]}) == {}
    played.act(act("correct-result", game="P1.1", result="1-0"))
    assert played.differs({"ranking": [[game.white], [game.black]]}) == {}


def test_a_result_of_the_play_off_is_taken_back() -> None:
    played = hall_of("ab", running_games="stop")
    played.act(act("end-hall"))
    played.act(act("draw-playoff"))
    played.act(act("record-result", game="P1.1", result="1-0"))
    played.act(act("withdraw-result", game="P1.1"))
    assert played.hall.playoff[0].games[0].is_running


def test_the_ranking_stands_when_the_time_is_over_and_no_game_runs() -> None:
    played = hall_of("ab")
    assert refusal_of(played, act("finish-tournament")) == HallStillRuns.code
    played.act(act("end-hall"))
    assert refusal_of(played, act("finish-tournament")) == HallStillRuns.code
    played.act(act("record-result", game="T1.1", result="1-0"))
    played.act(act("finish-tournament"))
    assert played.state.finished
    assert decide(played.state, FinishTournament(), DecisionContext(at=OPENED_AT)) == ()


def test_a_draw_sends_both_back_in_the_order_of_their_calls() -> None:
    """Both leave after a draw; d has come, c has not: taken back, c is before d again."""
    played = hall_of("abcde", leaves_on_draw="both", call_seconds=60)
    played.act(act("take-seat", call=1))
    played.act(act("take-seat", call=2))
    played.act(act("record-result", game="T1.1", result="½-½"))
    played.act(act("take-seat", call=4))
    assert played.differs({"tables": {"1": {"sits": ["d"], "called": ["c"]}}}) == {}
    played.act(act("withdraw-result", game="T1.1"))
    assert played.differs({"tables": {"1": ["a", "b"]}, "queue": ["c", "d", "e"]}) == {}


def test_a_game_that_runs_when_the_time_is_over_may_be_void() -> None:
    played = hall_of("abc")
    played.act(act("end-hall"))
    played.act(act("stand-down", entrant="a", away="absent"))
    nobody: Json = {"1": {"sits": [], "called": []}}
    assert played.differs({"tables": nobody, "queue": ["c"], "away": {"a": "absent"}}) == {}


def test_an_undo_takes_the_game_that_had_begun_when_the_time_was_over() -> None:
    played = hall_of("abc")
    played.act(act("record-result", game="T1.1", result="1-0"))
    played.act(act("end-hall"))
    played.act(act("withdraw-result", game="T1.1"))
    assert played.differs({"tables": {"1": ["a", "b"]}, "queue": ["c"], "points": {"a": 0}}) == {}


def test_two_are_held_and_play_at_the_next_table_that_both_leave() -> None:
    played = hall_of("abcdef", tables=3, leaves_on_draw="both")
    for table in (1, 2):
        played.act(act("withdraw-table", table=table))
        played.act(act("record-result", game=f"T{table}.1", result="1-0"))
    assert played.differs({"held": ["a", "c"], "queue": ["b", "d"]}) == {}
    played.act(act("record-result", game="T3.1", result="½-½"))
    assert played.differs({"held": [], "tables": {"3": ["a", "c"]}}) == {}


def test_who_is_held_waits_where_nobody_may_join() -> None:
    """The third table is free and nobody waits: one alone does not sit down."""
    played = hall_of("abcd", tables=3)
    played.act(act("withdraw-table", table=1))
    played.act(act("stand-down", entrant="b", away="gone"))
    assert played.differs({"held": ["a"], "queue": []}) == {}


def test_a_clock_set_back_makes_no_wait_negative() -> None:
    played = hall_of("abc")
    played.act(act("record-result", at=60, game="T1.1", result="1-0"))
    played.act(act("record-result", at=-600, game="T1.2", result="1-0"))
    waits = [(each.waited, each.waits) for each in played.hall.members.values()]
    assert waits == [(0, 1), (0, 2), (60 * SECOND, 1)]


def test_waiting_is_counted_from_the_queue_to_the_seat() -> None:
    """c waits from the opening to 60, b from 60 to 150: the first waits of a and b took no time."""
    played = hall_of("abc")
    played.act(act("record-result", at=60, game="T1.1", result="1-0"))
    played.act(act("record-result", at=150, game="T1.2", result="1-0"))
    members = played.hall.members
    assert [members[EntrantId(each)].longest for each in "abc"] == [0, 90 * SECOND, 60 * SECOND]


def test_the_end_is_a_timer_that_moves_with_it() -> None:
    played = hall_of("ab")
    ends = [(each.kind, each.due_at) for each in played.state.timers.values()]
    assert ends == [(TimerKind.HALL_END, OPENED_AT + 7200 * SECOND)]
    played.act(act("move-hall-end", ends_at=8000))
    assert [each.due_at for each in played.state.timers.values()] == [OPENED_AT + 8000 * SECOND]
    played.act(act("end-hall"))
    assert played.state.timers == {}


def test_an_end_that_was_due_while_no_server_ran_is_the_one_of_the_hour() -> None:
    played = hall_of("ab")
    played.act(act("time-expired", at=9000))
    assert [each["type"] for each in played.facts] == ["TimeExpired"]
    assert played.facts[0]["at"] == 7200
    assert played.hall.over


def test_each_call_has_a_timer_until_it_is_answered() -> None:
    played = hall_of("abc", call_seconds=60)

    def about() -> list[str]:
        return [each.about for each in played.state.timers.values() if each.kind is TimerKind.CALL]

    assert about() == ["1", "2"]
    played.act(act("take-seat", call=1))
    assert about() == ["2"]
    played.act(act("take-seat", call=2))
    assert about() == []
    played.act(act("record-result", game="T1.1", result="1-0"))
    assert about() == ["3"]
    played.act(act("call-expired", at=120, call=3))
    assert about() == ["4"]


def test_a_call_made_without_a_connection_waits_for_the_answer_that_comes_behind_it() -> None:
    """Told ten minutes late: the call was due nine minutes ago, its timer is not."""
    played = hall_of("abc", call_seconds=60)
    played.act(act("take-seat", at=5, call=1))
    played.act(act("take-seat", at=6, call=2))
    played.act(
        act("record-result", at=660, game="T1.1", result="1-0", players=["a", "b"], made_at=60)
    )
    (told,) = [each for each in played.facts if each["type"] == "PlayerCalled"]
    assert (told["at"], told["until"]) == (60, 120)
    due = [each.due_at for each in played.state.timers.values() if each.about == "3"]
    assert due == [OPENED_AT + 720 * SECOND]
    played.act(act("take-seat", at=661, call=3, entrant="c", made_at=75))
    assert played.differs({"tables": {"1": ["a", "c"]}, "queue": ["b"]}) == {}


def test_a_late_game_that_a_ruling_took_out_is_not_told_again() -> None:
    played = hall_of("abc", running_games="stop")
    played.act(act("time-expired", at=7200, due_at=7200))
    told = act(
        "record-result", at=9000, game="T1.1", result="1-0", players=["a", "b"], made_at=7100
    )
    played.act(told)
    assert played.differs({"points": {"a": 2}}) == {}
    played.act(act("delete-result", at=9001, game="T1.1", counts_as="-/-"))
    assert refusal_of(played, told) == "game-is-void"
    assert played.differs({"points": {"a": 0}}) == {}


def test_whoever_entered_after_the_end_has_played_the_game_that_a_tablet_tells() -> None:
    """The tablet had entered and seated them before the end, both without a connection."""
    played = hall_of("ab")
    played.act(act("time-expired", at=7200, due_at=7200))
    new = [{"id": "x", "rating": 1500}]
    played.act(act("enter-entrants", at=9000, entrants=new, made_at=100))
    ended = act("record-result", at=9000, game="T1.1", result="1-0", players=["a", "b"])
    played.act(ended)
    pair = {"players": ["a", "x"], "began_at": 200, "made_at": 300}
    played.act(act("record-result", at=9001, game="T1.2", result="0-1", **pair))
    assert played.differs({"points": {"a": 2, "b": 0, "x": 2}}) == {}


def test_the_timers_of_one_act_are_named_apart() -> None:
    played = hall_of("abcd", tables=2, call_seconds=60)
    assert len(played.state.timers) == 5
    assert played.state.timers_made == 5


@pytest.mark.parametrize("game", ["T1", "T1.", "T.1", "T0.1", "T1.0", "T9999999.1", "t1.1", "T٣.1"])
def test_only_an_identity_as_the_hall_writes_it_names_a_game(game: str) -> None:
    assert hall_of("abc", tables=3).hall.find(GameId(game)) is None


def test_prizes_go_by_the_ranking_of_the_hall() -> None:
    """b beats a and c, plays d and is expelled: a win for d, who has 60.

    a and c lost one game each and never met: they share the second place and 20 each.
    """
    played = hall_of("abcd", running_games="stop")
    played.act(act("record-result", game="T1.1", result="0-1"))
    played.act(act("record-result", game="T1.2", result="1-0"))
    played.act(act("stand-down", entrant="b", away="expelled"))
    played.act(act("end-hall"))
    group = {"prizes": [60, 40], "sharing": "fixed"}
    played.act(act("announce-prizes", plan={"currency": "EUR", "fund": 100, "groups": [group]}))
    wish = act("share-prizes", by="chances")
    assert refusal_of(played, wish) == NotInThisSystem.code
    played.act(act("finish-tournament"))
    played.act(act("share-prizes"))
    (shared,) = played.facts
    paid = {each["entrant"]: each["amount"] for each in shared["payouts"]}
    assert paid == {"d": 60, "a": 20, "c": 20}
    assert {who: row[0] for who, row in prizes.rows(played.state).items()} == paid


def test_a_timer_of_what_is_over_already_changes_nothing() -> None:
    played = hall_of("abc")
    played.act(act("end-hall"))
    ended = Timer(id="hall-end.1", kind=TimerKind.HALL_END, due_at=OPENED_AT)
    assert time_expired(played.state, ended, DecisionContext(at=OPENED_AT)) == ()
    answered = Timer(id="call.2", kind=TimerKind.CALL, due_at=OPENED_AT, about="2")
    assert call_expired(played.state, answered, DecisionContext(at=OPENED_AT)) == ()


def test_a_table_without_a_game_has_none_to_stop() -> None:
    played = hall_of("abc", tables=2, running_games="stop")
    played.act(act("end-hall"))
    assert [each["type"] for each in played.facts] == ["TimeExpired", "GameVoided"]


def test_the_longest_reign_is_the_most_wins_without_leaving() -> None:
    """The first player wins twice and loses; who beat them wins twice, once in a void game."""
    hall = hall_of("abcd")

    def wins(number: int, winner: EntrantId) -> None:
        result = "1-0" if hall.hall.tables[1].games[-1].white == winner else "0-1"
        hall.act(act("record-result", 60 * number, game=f"T1.{number}", result=result))

    first = hall.hall.tables[1].games[-1].white
    wins(1, first)
    wins(2, first)
    (second,) = {*hall.hall.tables[1].games[-1].players} - {first}
    wins(3, second)
    wins(4, second)
    assert longest_reigns(hall.hall) == dict.fromkeys("abcd", 0) | {first: 2, second: 2}
    hall.act(act("delete-result", 300, game="T1.4", counts_as="-/-"))
    assert longest_reigns(hall.hall)[second] == 1
