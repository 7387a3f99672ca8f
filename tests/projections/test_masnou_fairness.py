"""The fairness report: waits, games, overtakes with their causes, tables, the longest reign."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dsl.masnou_scenarios import FOLDER, OPENED_AT, SECOND, Played, scenarios
from dsl.tablet_marathons import marathon
from planilla.domain.tournament.event import Event
from planilla.domain.tournament.facts import Fact, decode
from planilla.domain.tournament.masnou.events import (
    HallOpened,
    PlayerCalled,
    PlayerQueued,
    TableLeft,
)
from planilla.domain.tournament.masnou.folds import MASNOU_FOLDS, follow
from planilla.domain.tournament.masnou.folds import opened as opening
from planilla.domain.tournament.masnou.hall import Hall, OvertakeCause
from planilla.domain.tournament.results import ResultRecorded
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.projections.masnou_fairness import Fairness, TableUse, fairness

SEEDS = (6, 8, 23, 193, 220, 297, 1010)
"""Among them some whose director takes results back, which brings people to the front, and some
with players who miss calls and are called before others later.
"""
E2, E3, E4 = EntrantId("e2"), EntrantId("e3"), EntrantId("e4")


def read(told: dict[str, Any]) -> Event:
    return decode(told["type"], msgspec.json.encode(told))


def opened(players: int = 5, **rules: Any) -> Played:
    """A hall of e1, e2, …, the best first; e1 has White against e2 at table 1."""
    entrants = [{"id": f"e{n}", "rating": 2500 - n} for n in range(1, players + 1)]
    return Played({"entrants": entrants, "rules": {"tables": 1, **rules}})


def act(played: Played, at: int, command: str, **body: Any) -> None:
    played.act({"command": command, "body": body, "at": at})


def wins(played: Played, *at: int) -> None:
    """White wins each game, at these seconds."""
    for number, second in enumerate(at, start=len(played.hall.tables[1].games)):
        act(played, second, "record-result", game=f"T1.{number}", result="1-0")


def report(played: Played) -> Fairness:
    found = fairness(played.log)
    assert found is not None
    return found


def test_without_a_hall_there_is_nothing_to_tell() -> None:
    assert fairness(opened().log[:2]) is None


def test_waits_are_told_without_those_who_sat_down_at_the_opening() -> None:
    played = opened()
    assert (report(played).waits, report(played).median, report(played).longest) == ((), 0, None)
    wins(played, 60, 100, 200, 500)
    told = report(played)
    # e3 waits 60 s, e4 100, e5 200; e2 lost at 60 and sits down again at 500
    assert [(each.entrant, each.length // SECOND) for each in told.waits] == [
        ("e3", 60),
        ("e4", 100),
        ("e5", 200),
        ("e2", 440),
    ]
    assert told.median == 100 * SECOND  # the lower of the two in the middle
    assert told.longest is not None
    assert (told.longest.entrant, told.longest.length) == ("e2", 440 * SECOND)


def test_games_tables_and_the_longest_reign_are_counted() -> None:
    played = opened(players=7, tables=2)
    act(played, 60, "record-result", game="T1.1", result="1-0")
    act(played, 90, "record-result", game="T1.2", result="1-0")
    act(played, 100, "record-result", game="T2.1", result="0-1")
    told = report(played)
    # e1 has two games, e2 to e5 one each, e6 and e7 have not finished one
    assert told.per_player == ((0, 2), (1, 4), (2, 1))
    assert told.tables == (
        TableUse(table=1, games=2, played=90 * SECOND),
        TableUse(table=2, games=1, played=100 * SECOND),
    )
    assert told.reign is not None
    assert (told.reign.entrant, told.reign.wins, told.reign.table) == ("e1", 2, 1)
    assert told.reign.at == OPENED_AT + 90 * SECOND
    assert told.until == OPENED_AT + 100 * SECOND


def test_a_strict_queue_overtakes_nobody() -> None:
    played = opened(players=8, tables=2)
    wins(played, 60, 100, 200)
    act(played, 210, "record-result", game="T2.1", result="½-½")
    act(played, 220, "withdraw-result", game="T2.1")
    act(played, 230, "record-result", game="T2.1", result="0-1")
    first = played.hall.queue[0]
    act(played, 240, "stand-down", entrant=first, away="paused")
    act(played, 250, "queue-player", entrant=first)
    wins(played, 300, 310, 320)
    assert report(played).overtakes == ()
    assert {cause: report(played).overtaken(cause) for cause in OvertakeCause} == dict.fromkeys(
        OvertakeCause, 0
    )


@pytest.mark.parametrize(
    ("entrant", "place", "called", "passed"),
    [
        ("e5", 1, "e5", ("e3", "e4")),
        ("e3", 3, "e4", ("e3",)),
    ],
)
def test_an_override_of_the_director_is_named(
    entrant: str, place: int, called: str, passed: tuple[str, ...]
) -> None:
    played = opened()
    act(played, 30, "move-in-queue", entrant=entrant, place=place)
    wins(played, 60)
    (found,) = report(played).overtakes
    assert (found.entrant, found.passed, found.cause) == (called, passed, OvertakeCause.OVERRIDE)
    assert (found.table, found.at) == (1, OPENED_AT + 60 * SECOND)


def test_no_rematch_is_named() -> None:
    scenario = json.loads((FOLDER / "the-same-opponent-not-twice-running.json").read_bytes())
    played = Played(scenario)
    for each in scenario["acts"]:
        played.act(each)
    (found,) = report(played).overtakes
    assert (found.entrant, found.passed, found.cause) == ("x", ("b",), OvertakeCause.NO_REMATCH)


@pytest.mark.parametrize("path", scenarios(), ids=lambda path: path.stem)
def test_no_scenario_has_an_injustice(path: Path) -> None:
    scenario = json.loads(path.read_bytes())
    played = Played(scenario)
    for each in scenario["acts"]:
        if "refused" not in each:
            played.act(each)
    assert report(played).overtaken(OvertakeCause.NONE) == 0


def test_no_random_marathon_has_an_injustice() -> None:
    causes = set()
    for seed in SEEDS:
        steps = marathon(seed)["steps"]
        told = [each for step in steps for each in step.get("facts", [])]
        facts = (
            Fact(version=version, recorded_at=OPENED_AT + version, event=read(fact))
            for version, fact in told
            if fact["type"] != "EntrantEntered"
        )
        found = fairness(facts)
        assert found is not None
        causes |= {each.cause for each in found.overtakes}
    assert causes
    assert OvertakeCause.NONE not in causes


def test_whoever_is_passed_by_a_rule_has_the_reason_that_the_report_counts() -> None:
    counted = 0
    for seed in SEEDS:
        told = [each for step in marathon(seed)["steps"] for each in step.get("facts", [])]
        events = [read(fact) for _, fact in told if fact["type"] != "EntrantEntered"]
        facts = [
            Fact(version=number, recorded_at=OPENED_AT + number, event=event)
            for number, event in enumerate(events, start=1)
        ]
        found, kept = fairness(facts), reasons_kept(events)
        assert found is not None
        for each in found.overtakes:
            if each.cause in {OvertakeCause.NO_REMATCH, OvertakeCause.KEPT_APART}:
                counted += len(each.passed)
                assert {(who, each.entrant, each.table, each.cause) for who in each.passed} <= kept
    assert counted


def reasons_kept(events: list[Event]) -> set[tuple[str, str, int, OvertakeCause]]:
    """Every reason that a member of the hall has had: who was passed, by whom, where, and why."""
    kept: set[tuple[str, str, int, OvertakeCause]] = set()
    hall: Hall | None = None
    for version, event in enumerate(events, start=1):
        if isinstance(event, HallOpened):
            hall = opening(event)
        elif hall is not None and type(event) in MASNOU_FOLDS:
            hall = follow(hall, event, version)
            for entrant, member in hall.members.items():
                kept |= {(entrant, by.entrant, by.table, by.cause) for by in member.passed_by}
    return kept


def test_two_results_taken_back_are_named() -> None:
    played = opened(players=8, tables=2)
    act(played, 60, "record-result", game="T1.1", result="1-0")
    act(played, 70, "record-result", game="T2.1", result="1-0")
    act(played, 75, "withdraw-result", game="T1.1")
    act(played, 80, "withdraw-result", game="T2.1")
    # e5 was to play at table 1 and is first again, then e6 of table 2, now before e5
    assert played.hall.queue[:2] == ("e6", "e5")
    act(played, 90, "record-result", game="T1.1", result="1-0")
    (found,) = report(played).overtakes
    assert (found.entrant, found.passed, found.cause) == ("e6", ("e5",), OvertakeCause.TAKEN_BACK)


@pytest.mark.parametrize("missed", ["one-back", "end"])
def test_who_misses_a_call_and_waits_on_is_overtaken_by_who_is_called_instead(missed: str) -> None:
    played = opened(call_seconds=60, missed=missed)
    for call in (1, 2):
        act(played, call, "take-seat", call=call)
    wins(played, 60)
    act(played, 80, "miss-call", call=3)
    act(played, 90, "take-seat", call=4)
    wins(played, 100)
    act(played, 105, "take-seat", call=5)
    wins(played, 200)
    (found,) = report(played).overtakes
    assert (found.entrant, found.passed, found.cause) == ("e4", ("e3",), OvertakeCause.MISSED_CALL)
    assert report(played).missed == 1


def test_who_is_out_after_a_missed_call_is_overtaken_by_nobody() -> None:
    played = opened(call_seconds=60, missed="out")
    for call in (1, 2):
        act(played, call, "take-seat", call=call)
    wins(played, 60)
    act(played, 80, "miss-call", call=3)
    assert (report(played).overtakes, report(played).missed) == ((), 1)


def test_an_injustice_has_no_cause() -> None:
    played = opened(players=4)
    facts = list(played.log)
    for event in (
        ResultRecorded(game=GameId("T1.1"), result="1-0"),
        TableLeft(table=1, entrant=E2),
        PlayerQueued(entrant=E2, at=OPENED_AT + 60 * SECOND),
        PlayerCalled(call=3, entrant=E4, table=1, at=OPENED_AT + 60 * SECOND),
    ):
        facts.append(Fact(version=len(facts) + 1, recorded_at=OPENED_AT + 60 * SECOND, event=event))
    told = fairness(facts)
    assert told is not None
    (found,) = told.overtakes
    assert (found.entrant, found.passed, found.cause) == (E4, (E3,), OvertakeCause.NONE)
    assert told.overtaken(OvertakeCause.NONE) == 1
