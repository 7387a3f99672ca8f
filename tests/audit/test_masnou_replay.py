"""What the queue would have been: seats go another way, until nobody knows."""

from random import Random
from typing import Any

import msgspec
import pytest

from dsl.masnou_scenarios import Json, Played, refusal_of
from dsl.tablet_marathons import marathon
from planilla.audit.masnou_replay import finished, masnou_what_if
from planilla.audit.pairing_audit import audit
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.evolve import fold
from planilla.domain.tournament.facts import Fact, decode
from planilla.domain.tournament.masnou.events import HallPairsForbidden
from planilla.domain.tournament.masnou.hall import Status, hall_of, table_game
from planilla.domain.tournament.memory import Seating
from planilla.domain.tournament.refusal import NoResultYet, NoSuchGame, NoSuchResult, Refusal
from planilla.domain.vocabulary import RESULT_NOTATION, EntrantId, GameId
from planilla.projections.view import may_see

T11, T12 = GameId("T1.1"), GameId("T1.2")
AWAY = ("paused", "absent", "gone")


def played(players: str, *acts: Json, **rules: Any) -> Played:
    """A hall of a, b, c … after acts."""
    entrants = [{"id": each, "rating": 2000 - place} for place, each in enumerate(players)]
    run = Played({"entrants": entrants, "rules": {"tables": 1} | rules})
    for place, each in enumerate(acts, start=1):
        run.act(each | {"at": 60 * place})
    return run


def act(command: str, **body: Any) -> Json:
    return {"command": command, "body": body}


def result(game: str, outcome: str) -> Json:
    return act("record-result", game=game, result=outcome)


def seats(*tables: tuple[int, str, str], queue: str = "") -> Seating:
    return Seating(
        tables=tuple((n, EntrantId(white), EntrantId(black)) for n, white, black in tables),
        queue=tuple(EntrantId(each) for each in queue),
    )


def test_right_after_the_act_the_other_one_would_have_stayed() -> None:
    """a beats b: a and c play, d and b wait. Had b won: b and c play, d and a wait."""
    found = masnou_what_if(played("abcd", result("T1.1", "1-0")).log, T11, "0-1")
    assert (found.table, found.white, found.black) == (1, "a", "b")
    assert (found.before, found.result) == ("1-0", "0-1")
    assert found.after == (seats((1, "a", "c"), queue="db"), seats((1, "b", "c"), queue="da"))
    assert found.now == found.after
    assert (found.kept, found.unknown, found.identical) == (0, (), False)


def test_a_result_of_others_is_kept_and_one_of_other_pairs_is_unknown() -> None:
    """Two tables: a-b and c-d, then e and f. a beat b and c beat d.

    As it was: e to table 1, f to table 2; then a beat e. Had b won, b and e would sit at table 1:
    that c beat d is kept, that a beat e is unknown, and b and e still sit there.
    """
    run = played(
        "abcdef", result("T1.1", "1-0"), result("T2.1", "1-0"), result("T1.2", "1-0"), tables=2
    )
    found = masnou_what_if(run.log, T11, "0-1")
    assert (found.kept, found.unknown) == (1, (T12,))
    assert found.now == (
        seats((1, "a", "b"), (2, "c", "f"), queue="de"),
        seats((1, "b", "e"), (2, "c", "f"), queue="ad"),
    )


def test_the_same_two_with_other_colours_have_the_same_winner() -> None:
    """Two players: a beat b, and then b. Had b won the first, b had White in the second."""
    run = played("ab", result("T1.1", "1-0"), result("T1.2", "1-0"))
    found = masnou_what_if(run.log, T11, "0-1")
    assert (found.kept, found.unknown) == (1, ())
    assert found.now == (seats((1, "a", "b")), seats((1, "a", "b")))
    assert found.identical


def test_a_later_correction_goes_along() -> None:
    run = played(
        "ab",
        result("T1.1", "1-0"),
        result("T1.2", "1-0"),
        act("correct-result", game="T1.2", result="½-½"),
        act("correct-result", game="T1.1", result="½-½"),
    )
    assert masnou_what_if(run.log, T11, "0-1").kept == 1


def test_a_game_that_was_deleted_does_not_count_there_either() -> None:
    run = played(
        "ab",
        result("T1.1", "1-0"),
        result("T1.2", "1-0"),
        act("delete-result", game="T1.2", counts_as="-/-"),
        act("delete-result", game="T1.1", counts_as="-/-"),
    )
    found = masnou_what_if(run.log, T11, "0-1")
    assert (found.kept, found.unknown, found.identical) == (1, (), True)


def test_a_correction_of_an_unknown_game_is_left_out() -> None:
    run = played(
        "abcd",
        result("T1.1", "1-0"),
        result("T1.2", "1-0"),
        act("correct-result", game="T1.2", result="½-½"),
    )
    assert masnou_what_if(run.log, T11, "0-1").unknown == (T12,)


def test_whoever_goes_home_goes_home_all_the_same() -> None:
    """c, who plays a, goes home and loses. Had b won, c would play b: that game is void."""
    run = played("abcd", result("T1.1", "1-0"), act("stand-down", entrant="c", away="gone"))
    found = masnou_what_if(run.log, T11, "0-1")
    assert found.unknown == (T12,)
    assert found.now == (seats((1, "a", "d"), queue="b"), seats((1, "b", "d"), queue="a"))


def test_a_pause_of_somebody_who_would_be_playing_is_none() -> None:
    run = played("abcd", result("T1.1", "1-0"), act("stand-down", entrant="b", away="paused"))
    found = masnou_what_if(run.log, T11, "0-1")
    assert found.now == (seats((1, "a", "c"), queue="d"), seats((1, "b", "c"), queue="da"))


def test_who_came_to_a_call_would_have_come_to_another() -> None:
    """c comes to the call and d is not there, as it was with the other result."""
    run = played(
        "abcd",
        act("take-seat", call=1),
        act("take-seat", call=2),
        result("T1.1", "1-0"),
        act("take-seat", call=3),
        result("T1.2", "0-1"),
        act("miss-call", call=4),
        call_seconds=60,
    )
    found = masnou_what_if(run.log, T12, "1-0")
    assert found.now[0] == seats(queue="a")
    assert found.now[1] == seats(queue="c")


def test_an_answer_to_a_call_that_would_not_have_been_made_is_left_out() -> None:
    """Both leave after a draw. Had a won, d would not have been called yet."""
    run = played(
        "abcd",
        act("take-seat", call=1),
        act("take-seat", call=2),
        result("T1.1", "½-½"),
        act("take-seat", call=4),
        call_seconds=60,
        leaves_on_draw="both",
    )
    assert masnou_what_if(run.log, T11, "1-0").now[1] == seats(queue="db")


def test_an_undo_of_a_game_that_would_be_unknown_is_left_out() -> None:
    run = played(
        "abcd", result("T1.1", "1-0"), result("T1.2", "1-0"), act("withdraw-result", game="T1.2")
    )
    found = masnou_what_if(run.log, T11, "0-1")
    assert found.now == (seats((1, "a", "c"), queue="db"), seats((1, "b", "c"), queue="da"))


def test_an_undo_that_would_come_too_late_is_left_out() -> None:
    """c beat d at table 2 and that was taken back. Had a lost, d would have left for table 1."""
    run = played(
        "abcd",
        result("T1.1", "½-½"),
        result("T2.1", "1-0"),
        act("withdraw-result", game="T2.1"),
        tables=2,
        leaves_on_draw="black",
    )
    found = masnou_what_if(run.log, T11, "1-0")
    assert found.now[0] == seats((1, "a", "b"), (2, "c", "d"))


def test_the_director_moves_whoever_waits_here_too() -> None:
    run = played(
        "abcde",
        result("T1.1", "1-0"),
        act("move-in-queue", entrant="b", place=1),
        act("move-in-queue", entrant="e", place=1),
    )
    found = masnou_what_if(run.log, T11, "0-1")
    assert found.now == (
        seats((1, "a", "c"), queue="ebd"),
        seats((1, "b", "c"), queue="eda"),
    )


def test_tables_come_and_go_as_they_did() -> None:
    run = played(
        "abcdefgh",
        result("T1.1", "1-0"),
        act("add-table"),
        act("withdraw-table", table=2),
        act("keep-table", table=2),
        act("withdraw-table", table=2),
        result("T2.1", "1-0"),
        act("add-table", table=2),
        act("withdraw-table"),
        act("keep-table"),
        act("enter-entrants", entrants=[{"id": "x"}]),
        act("move-hall-end", ends_at=9000),
        act("end-hall"),
    )
    found = masnou_what_if(run.log, T11, "0-1")
    assert found.unknown == ()
    assert found.now == (
        seats((1, "a", "c"), (2, "d", "f"), queue="ghbex"),
        seats((1, "b", "c"), (2, "d", "f"), queue="ghaex"),
    )


def test_a_play_off_ends_the_question() -> None:
    run = played(
        "ab",
        result("T1.1", "½-½"),
        act("end-hall"),
        result("T1.2", "½-½"),
        act("draw-playoff"),
        result("P1.1", "1-0"),
    )
    assert masnou_what_if(run.log, T11, "1-0").kept == 1


@pytest.mark.parametrize(
    ("game", "outcome", "refusal"),
    [
        ("T9.1", "1-0", NoSuchGame),
        ("P1.1", "1-0", NoSuchGame),
        ("1.1", "1-0", NoSuchGame),
        ("T1.2", "1-0", NoResultYet),
        ("T1.1", "1-1", NoSuchResult),
    ],
)
def test_what_has_no_result_cannot_be_asked(
    game: str, outcome: str, refusal: type[Refusal]
) -> None:
    log = played("abc", result("T1.1", "1-0")).log
    with pytest.raises(refusal):
        masnou_what_if(log, GameId(game), outcome)


def test_there_is_no_game_before_the_opening() -> None:
    log = played("ab").log[:2]
    with pytest.raises(NoSuchGame):
        masnou_what_if(log, T11, "1-0")


@pytest.mark.parametrize("seed", [*range(12), 126, 212, 256])
def test_with_the_result_that_was_reported_everybody_ends_where_they_are(seed: int) -> None:
    check_law(seed)


@pytest.mark.parametrize("seed", [*range(6), 27, 33])
def test_the_audit_of_a_marathon_holds(seed: int) -> None:
    """In two of them nothing was played but the play-off."""
    assert audit(facts_of(seed)).holds


@pytest.mark.deep
def test_the_same_in_a_thousand_marathons() -> None:
    for seed in range(100, 1100):
        check_law(seed)
        assert audit(facts_of(seed)).holds


@pytest.mark.parametrize("seed", [*range(4), 12, 43])
def test_the_audit_of_a_marathon_with_rulings_holds(seed: int) -> None:
    check_rulings(seed)


@pytest.mark.deep
def test_the_same_in_hundreds_with_rulings() -> None:
    for seed in range(100, 700):
        check_rulings(seed)


def check_rulings(seed: int) -> None:
    """A small hall where anything is ruled at any time; whoever plays has a game that runs."""
    chance = Random(f"rulings {seed}")
    rules = {
        "tables": chance.choice((1, 2)),
        "leaves_on_draw": chance.choice(("white", "both")),
        "wins_cap": chance.choice((0, 1)),
    }
    run = played("abcdef"[: chance.randint(3, 6)], **rules)
    for at in range(1, 40):
        wanted = _anything(chance, run)
        refusal_of(run, wanted | {"at": 60 * at})
        tables = run.hall.seating.tables
        running = [(white, black) for _, white, black in tables]
        for entrant, member in run.hall.members.items():
            plays = any(entrant in players for players in running)
            assert (member.status is Status.PLAYING) == plays, (wanted, entrant)
    assert audit(run.log).holds


def _anything(chance: Random, run: Played) -> Json:
    tables = run.hall.tables.values()
    running = [table.running for table in tables if table.running is not None]
    if running and chance.random() < 0.5:
        return result(chance.choice(running), chance.choice(("1-0", "½-½", "0-1")))
    some = [table_game(each.number, n) for each in tables for n in range(1, len(each.games) + 1)]
    game, other = chance.choice(some), chance.choice(some)
    return chance.choice(
        (
            act("withdraw-result", game=game),
            act("swap-results", game=game, other=other),
            act("delete-result", game=game, counts_as="-/-"),
            act("correct-result", game=game, result=chance.choice(("1-0", "½-½", "0-1"))),
            act("stand-down", entrant=chance.choice("abcdef"), away=chance.choice(AWAY)),
            act("queue-player", entrant=chance.choice("abcdef")),
        )
    )


def check_law(seed: int) -> None:
    """Some games of a marathon, with the result that was first reported."""
    facts = facts_of(seed)
    hall = hall_of(fold(facts))
    games = list(finished(hall))
    for game in Random(seed).sample(games, min(3, len(games))):
        ended = hall.find(game)
        assert ended is not None
        found = masnou_what_if(facts, game, RESULT_NOTATION[ended.recorded])
        assert (found.identical, found.after[0], found.unknown) == (True, found.after[1], ())


@pytest.mark.parametrize(
    ("late", "tables", "queue"),
    [
        (result("T1.2", "0-1"), [(1, "c", "d")], "eba"),
        (act("stand-down", entrant="a", away="gone"), [(1, "c", "d")], "eb"),
        (act("add-table"), [(1, "a", "c"), (2, "d", "e")], "b"),
    ],
)
def test_a_game_that_began_offline_before_the_last_minute_is_no_difference(
    late: Json, tables: list[tuple[int, str, str]], queue: str
) -> None:
    """No game begins in the last minute; the act was made before it and recorded in it."""
    run = played("abcde", result("T1.1", "1-0"), duration=3, last_start=1)
    told: Json = {
        "record-result": {"players": ["a", "c"]},
        "stand-down": {"seen": {"status": "playing", "players": ["a", "c"]}},
    }
    body = late["body"] | told.get(late["command"], {}) | {"made_at": 119}
    run.act(late | {"body": body, "at": 120})
    check_same(run, seats(*tables, queue=queue))


def test_a_table_withdrawn_offline_before_the_last_minute_is_no_difference() -> None:
    """a has won and c is called to the table, which is withdrawn: both come to the other one."""
    run = played(
        "abc",
        act("take-seat", call=1),
        act("take-seat", call=2),
        act("stand-down", entrant="b", away="gone"),
        tables=2,
        call_seconds=600,
        duration=5,
        last_start=1,
    )
    run.act(act("withdraw-table", table=1, made_at=239) | {"at": 240})
    check_same(run, seats())


def test_the_result_of_a_game_that_the_end_stopped_is_kept() -> None:
    """It had ended before; a and c rest, and b waits."""
    run = played("abc", result("T1.1", "1-0"), act("end-hall"), running_games="stop")
    body = {"game": "T1.2", "result": "1-0", "players": ["a", "c"], "made_at": 119}
    run.act(act("record-result", **body) | {"at": 180})
    check_same(run, seats(queue="b"))
    assert masnou_what_if(run.log, T11, "1-0").kept == 1
    assert masnou_what_if(run.log, T11, "0-1").unknown == (T12,)


def test_a_game_told_after_the_end_is_kept() -> None:
    """a beat c, and then b, of which the tablet tells later: it takes a seat from nobody."""
    run = played("abc", result("T1.1", "1-0"), act("end-hall"))
    body = {"game": "T1.2", "result": "1-0", "players": ["a", "c"], "made_at": 100}
    run.act(act("record-result", **body) | {"at": 180})
    body |= {"game": "T1.3", "players": ["a", "b"], "began_at": 100, "made_at": 119}
    run.act(act("record-result", **body) | {"at": 181})
    check_same(run, seats(queue="b"))
    assert masnou_what_if(run.log, T11, "1-0").kept == 2
    assert masnou_what_if(run.log, T11, "0-1").unknown == (T12, "T1.3")


def test_a_game_told_after_the_end_that_did_not_begin_is_void_in_the_replay_too() -> None:
    """c, who was to play a again, was absent: T1.3 is void, and the next game told is T1.4."""
    run = played("abc", result("T1.1", "1-0"), act("end-hall"), result("T1.2", "1-0"))
    told = {"players": ["a", "c"], "began_at": 110}
    seen = {"status": "playing", "game": "T1.3"} | told
    run.act(act("stand-down", entrant="c", away="absent", seen=seen, made_at=111) | {"at": 181})
    body = {"game": "T1.4", "result": "1-0", "made_at": 119} | told
    run.act(act("record-result", **body) | {"at": 182})
    check_same(run, seats(queue="b"))
    assert masnou_what_if(run.log, T11, "1-0").kept == 2


def test_who_comes_back_to_the_queue_after_the_end_is_in_it() -> None:
    run = played("abc", act("end-hall"), result("T1.1", "1-0"))
    seen = {"status": "resting"}
    run.act(act("queue-player", entrant="a", seen=seen, made_at=120) | {"at": 180})
    check_same(run, seats(queue="ca"))


def test_the_other_result_seats_too_whom_the_tablet_would_have_seated() -> None:
    run = played("abc", duration=2, last_start=1)
    run.act(result("T1.1", "1-0") | {"at": 60})
    assert masnou_what_if(run.log, T11, "0-1").now == (seats(queue="cb"), seats(queue="ca"))
    run = played("abc", duration=2, last_start=1)
    body = {"game": "T1.1", "result": "1-0", "players": ["a", "b"], "made_at": 59}
    run.act(act("record-result", **body) | {"at": 60})
    found = masnou_what_if(run.log, T11, "0-1")
    assert found.now == (seats((1, "a", "c"), queue="b"), seats((1, "b", "c"), queue="a"))


def check_same(run: Played, now: Seating) -> None:
    """The hall is so, and so it is replayed from its first result on."""
    assert run.hall.seating == now
    found = masnou_what_if(run.log, T11, "1-0")
    assert (found.now, found.unknown) == ((now, now), ())
    assert audit(run.log).holds


def facts_of(seed: int) -> list[Fact]:
    """The log of a random marathon, timers left out."""
    created = decode("TournamentCreated", b'{"name":"M","system":"masnou","rounds":0}')
    facts = [Fact(version=1, recorded_at=0, event=created)]
    for step in marathon(seed)["steps"]:
        for version, told in step.get("facts", []):
            event = decode(told["type"], msgspec.json.encode({"person": "p"} | told))
            facts.append(Fact(version=version, recorded_at=step["at"], event=event))
    return facts


def test_tables_that_went_here_and_not_there_stay_gone() -> None:
    """Three tables: a-b, c-d, e-f; g and h wait. The next table whose game ends is withdrawn.

    As it was that is table 1, where a beat g. Had b won, b and g would sit there and nobody knows:
    it is table 2, so that c's result there cannot be taken back, table 2 not be withdrawn nor kept,
    and table 1 not be used again.
    """
    run = played(
        "abcdefgh",
        result("T1.1", "1-0"),
        act("withdraw-table"),
        result("T1.2", "1-0"),
        result("T2.1", "1-0"),
        act("withdraw-result", game="T2.1"),
        act("withdraw-table", table=2),
        act("keep-table", table=2),
        act("add-table", table=1),
        tables=3,
    )
    found = masnou_what_if(run.log, T11, "0-1")
    assert (found.kept, found.unknown) == (1, (T12,))
    assert found.now == (
        seats((1, "a", "h"), (2, "c", "d"), (3, "e", "f"), queue="bg"),
        seats((1, "b", "g"), (3, "e", "f"), queue="had"),
    )


def test_a_result_after_the_end_calls_nobody() -> None:
    run = played("abc", act("end-hall"), result("T1.1", "1-0"))
    found = masnou_what_if(run.log, T11, "0-1")
    assert found.now == (seats(queue="c"), seats(queue="c"))


def test_an_end_that_had_passed_when_it_was_told_calls_nobody() -> None:
    """The hall ended after a minute; a tablet tells later that the end had been moved by 40 s."""
    run = played(
        "abc",
        act("time-expired", due_at=60),
        result("T1.1", "1-0"),
        act("move-hall-end", ends_at=100, made_at=50),
        duration=1,
    )
    found = masnou_what_if(run.log, T11, "0-1")
    assert found.now == (seats(queue="c"), seats(queue="c"))


def test_the_public_log_seats_those_kept_apart_as_the_hall_did() -> None:
    """c is passed because of a, and d plays. Without the prohibition nobody could tell why."""
    run = played("abcd", act("forbid-pairs", entrants=["a", "c"]), result("T1.1", "1-0"))
    public = [fact for fact in run.log if may_see(Audience.PUBLIC, fact)]
    found = masnou_what_if(public, T11, "1-0")
    assert found.now == (seats((1, "a", "d"), queue="cb"), seats((1, "a", "d"), queue="cb"))
    untold = [fact for fact in public if not isinstance(fact.event, HallPairsForbidden)]
    assert masnou_what_if(untold, T11, "1-0").now[1] == seats((1, "a", "c"), queue="db")


def test_who_missed_a_call_and_is_out_is_out_once() -> None:
    """c is called after the first game and does not come: it is the same with the other result."""
    run = played(
        "abcd",
        act("take-seat", call=1),
        act("take-seat", call=2),
        result("T1.1", "1-0"),
        act("miss-call", call=3),
        act("take-seat", call=4),
        call_seconds=60,
    )
    found = masnou_what_if(run.log, T11, "0-1")
    assert found.now == (seats((1, "a", "d"), queue="b"), seats((1, "b", "d"), queue="a"))
