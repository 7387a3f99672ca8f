"""Undo: offered for the visitor's own last act, and only if it takes back the whole of it."""

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import fields

from dsl.random_acts import advance, any_act, founded
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.roles import Grant, Role, Span, full_grant
from planilla.application.states import History
from planilla.application.undo import undo_for, undo_of
from planilla.domain.tournament.check_in import ReopenCheckIn
from planilla.domain.tournament.closing import ReopenRound
from planilla.domain.tournament.command import Command
from planilla.domain.tournament.drafting import UnpairRound
from planilla.domain.tournament.entrants import RemoveEntries
from planilla.domain.tournament.results import WithdrawResult
from planilla.domain.tournament.state import Tournament
from planilla.domain.tournament.subjects import command_name
from planilla.domain.vocabulary import EntrantId, GameId
from planilla.projections import VIEWS
from planilla.projections.view import StateView, rows_in

ARBITER = Actor(id="arbiter", grants=(full_grant("club"),))
DEPUTY = Actor(id="deputy", grants=(Grant(tournament="club", role=Role.DEPUTY),))


LATER = 1_700_009_000_000_000


def sector(first: int, last: int) -> Actor:
    grant = Grant(tournament="club", role=Role.SECTOR_ARBITER, boards=Span(first, last))
    return Actor(id="sector", grants=(grant,))


class Desk:
    """A tournament of six, and those who act in it."""

    def __init__(self, system: str = "swiss-dutch-libro") -> None:
        self.clock = SetClock()
        self.store = MemoryStore(clock=self.clock, ids=CountedIds())
        self.actor = ARBITER
        self._commands = 0
        for name, body in founded(system):
            self.act(name, **body)

    def act(self, command: str, /, **body: Any) -> "Desk":
        answer = self.attempt(command, body)
        assert answer.status == "done", answer
        return self

    def attempt(self, command: str, body: dict[str, Any]) -> Answer:
        """Hand in a command that may be refused."""
        self._commands += 1
        self.clock.time += 1_000_000
        submission = Submission(
            tournament="club",
            name=command,
            body=json.dumps(body).encode(),
            command_id=f"c{self._commands}",
            actor=self.actor,
        )
        return self.store.submit_all((submission,))[0]

    def by(self, actor: Actor) -> "Desk":
        self.actor = actor
        return self

    @property
    def history(self) -> History:
        return History(tournament="club").continued(self.store.ledger.events("club", 0))

    def undo(self) -> Command | None:
        found = undo_for(self.history, ARBITER)
        return None if found is None else found.command

    def play(self, number: int, *results: str) -> "Desk":
        self.act("pair-round", round=number).act("publish-pairings", round=number)
        for board, result in enumerate(results, start=1):
            self.act("record-result", game=f"{number}.{board}", result=result)
        return self


def test_nothing_is_offered_before_anything_is_recorded() -> None:
    assert undo_for(History(tournament="none"), ARBITER) is None


# --- the whole act -----------------------------------------------------------------------------


@pytest.mark.parametrize("others", ["absent", "withdrawn"])
def test_the_end_of_a_check_in_is_taken_back_for_everybody(others: str) -> None:
    desk = Desk().act("check-in", round=1, entrants=["e1", "e2"])
    before = desk.history.staff
    desk.act("close-check-in", round=1, others=others)
    assert not any(
        desk.history.staff.entrants[EntrantId(each)].plays(1) for each in ("e3", "e4", "e5", "e6")
    )
    assert desk.undo() == ReopenCheckIn(round=1)
    desk.act("reopen-check-in", round=1)
    assert desk.history.staff.entrants == before.entrants


def forfeited(*absent: tuple[str, int]) -> Desk:
    """A desk at which the arbiter has just forfeited these games, each of its White or Black."""
    desk = Desk().play(1)
    played = desk.history.staff.rounds[0]
    due = desk.clock.time + 2_000_000
    desk.act("schedule-timer", kind="default-time", round=1, due_at=due)
    for game, side in absent:
        entrant = played.boards[int(game[2:]) - 1][side]
        desk.act("note-absence", game=game, entrant=entrant)
    desk.clock.time = due
    desk.act("fire-timer", timer="default-time.1", due_at=due)
    return desk.act("settle-timer", timer="default-time.1")


@pytest.mark.parametrize("absent", [(("1.1", 0),), (("1.1", 0), ("1.2", 1))])
def test_forfeits_of_the_absent_are_not_taken_back_one_by_one(
    absent: tuple[tuple[str, int], ...],
) -> None:
    desk = forfeited(*absent)
    assert [each.type for each in desk.history.entries[-1 - len(absent) :]] == [
        "TimerSettled",
        *["ResultRecorded"] * len(absent),
    ]
    assert desk.undo() is None


def test_a_bye_of_another_kind_is_not_undone_as_if_there_had_been_none() -> None:
    desk = Desk().act("request-bye", entrant="e1", round=1, kind="H")
    assert desk.undo() is not None
    assert desk.act("request-bye", entrant="e1", round=1, kind="Z").undo() is None


def test_a_pairing_is_undone_with_the_closing_of_the_round_before() -> None:
    desk = Desk().play(1, "1-0", "1-0", "1-0")
    desk.act("pair-round", round=2)
    assert desk.undo() == UnpairRound(round=2, reopens=True)
    desk.act("publish-pairings", round=2)
    assert desk.undo() == UnpairRound(round=2, reopens=True)
    closed = Desk().play(1, "1-0", "1-0", "1-0").act("close-round", round=1)
    assert closed.undo() == ReopenRound(round=1)
    assert closed.act("pair-round", round=2).undo() == UnpairRound(round=2)


def test_a_publication_is_undone_with_its_pairing_and_the_changes_of_it() -> None:
    desk = Desk().act("pair-round", round=1)
    (a, b), (c, d), last = desk.history.staff.rounds[0].boards
    desk.act("change-pairing", round=1, boards=[(c, b), (a, d), last], reason="they sat so")
    assert desk.history.entries[-1].type == "DraftChanged"
    assert desk.undo() is None
    assert desk.act("publish-pairings", round=1).undo() == UnpairRound(round=1)


def test_a_publication_is_not_undone_with_what_came_after_its_pairing() -> None:
    desk = Desk().act("pair-round", round=1).act("post-notice", note="Welcome")
    assert desk.act("publish-pairings", round=1).undo() is None


def test_a_result_that_settled_claims_is_not_undone_without_them() -> None:
    desk = Desk().play(1).act("open-claims")
    assert desk.act("record-result", game="1.1", result="1-0").undo() is not None
    desk.act("claim-result", game="1.2", side="white", result="1-0")
    assert desk.act("record-result", game="1.2", result="0-1").undo() is None


def test_the_entries_of_a_list_that_are_still_there_are_removed() -> None:
    people = [{"id": each, "person": {"name": each}} for each in ("g", "h")]
    desk = Desk().act("enter-entrants", entrants=people)
    assert desk.undo() == RemoveEntries(entrants=(EntrantId("g"), EntrantId("h")))


@pytest.mark.parametrize(
    ("act", "body", "inverse"),
    [
        ("fix-board", {"entrant": "e1", "board": 2}, "fix-board"),
        ("date-round", {"round": 2, "starts": "2030-05-04T10:00:00"}, "date-round"),
        (
            "schedule-timer",
            {"kind": "reminder", "due_at": LATER, "note": "Tea"},
            "cancel-timer",
        ),
        ("set-publication", {"level": "results"}, "set-publication"),
        ("request-bye", {"entrant": "e1", "round": 1, "kind": "H"}, "cancel-bye"),
    ],
)
def test_a_setting_is_undone_where_nothing_was_set_before(
    act: str, body: dict[str, Any], inverse: str
) -> None:
    desk = Desk().act(act, **body)
    undo = desk.undo()
    assert undo is not None
    assert command_name(type(undo)) == inverse


def test_a_setting_that_replaced_another_is_not_undone_by_the_usual_one() -> None:
    desk = Desk().act("fix-board", entrant="e1", board=2)
    assert desk.act("fix-board", entrant="e1", board=3).undo() is None
    desk.act("set-publication", level="results").act("set-publication", level="pairings")
    assert desk.undo() is None


def test_a_bye_that_was_cancelled_is_requested_again_if_it_was_the_usual_one() -> None:
    desk = Desk().act("request-bye", entrant="e1", round=1, kind="Z")
    assert desk.act("cancel-bye", entrant="e1", round=1).undo() is not None
    desk.act("request-bye", entrant="e2", round=1, kind="H")
    assert desk.act("cancel-bye", entrant="e2", round=1).undo() is None


def test_an_act_that_no_command_undoes_is_not_undone() -> None:
    desk = Desk().play(1, "1-0", "1-0")
    assert desk.undo() == WithdrawResult(game=GameId("1.2"))
    desk.act("post-notice", note="Round 2 begins at five")
    assert desk.undo() is None


# --- one's own act -----------------------------------------------------------------------------


def test_it_is_found_once_for_all_who_ask() -> None:
    history = Desk().play(1, "1-0").history
    assert undo_of(history) is undo_of(history)


def test_two_arbiters_do_not_take_back_each_others_acts() -> None:
    desk = Desk().play(1).act("record-result", game="1.1", result="1-0")
    assert undo_for(desk.history, ARBITER) is not None
    assert undo_for(desk.history, DEPUTY) is None
    desk.by(DEPUTY).act("record-result", game="1.2", result="1-0")
    assert undo_for(desk.history, ARBITER) is None
    assert undo_for(desk.history, DEPUTY) is not None


def test_what_two_players_agreed_is_not_taken_back_at_a_desk() -> None:
    desk = Desk().play(1).act("open-claims")
    for side in ("white", "black"):
        player = Actor(id=f"player-{side}", grants=(Grant(tournament="club", role=Role.PLAYER),))
        desk.by(player).act("claim-result", game="1.1", side=side, result="1-0")
    assert desk.history.entries[-1].type == "ResultRecorded"
    assert undo_for(desk.history, ARBITER) is None
    player = Actor(id="player-black", grants=(Grant(tournament="club", role=Role.PLAYER),))
    assert undo_for(desk.history, player) is None  # whom no duty lets withdraw results


def test_a_sector_arbiter_whose_boards_changed_takes_back_nothing_outside_of_them() -> None:
    desk = Desk().play(1).by(sector(1, 1)).act("record-result", game="1.1", result="1-0")
    assert undo_for(desk.history, sector(1, 1)) is not None
    assert undo_for(desk.history, sector(2, 3)) is None


# --- law ---------------------------------------------------------------------------------------

STEPS = 40
ANYTHING = 0.5


@pytest.mark.no_cover
@pytest.mark.parametrize("system", ["swiss-dutch-2026", "round-robin", "keizer"])
def test_what_is_undone_leaves_every_table_as_it_was(system: str) -> None:
    chance, desk, undone = Random(f"undo {system}"), Desk(system), 0
    for _ in range(STEPS):
        before = desk.history
        name, body = (any_act if chance.random() < ANYTHING else advance)(chance, before.staff)
        desk.attempt(name, body)
        found = undo_of(desk.history) if desk.history.version > before.version else None
        if found is None or isinstance(found.command, UnpairRound | RemoveEntries):
            continue  # a publication is undone with its pairing; of entries a note may stay
        desk.act(command_name(type(found.command)), **given_in(found.command))
        assert tables(desk.history.staff) == tables(before.staff), (name, body)
        undone += 1
    assert undone > 0


def tables(state: Tournament) -> dict[str, object]:
    """The rows of all views that follow from the state, but for the times of recording."""
    return {
        name: rows_in(view, state, 1)
        for name, view in VIEWS.items()
        if isinstance(view, StateView) and name != "event"
    }


def given_in(command: Command) -> dict[str, Any]:
    """The fields of a command that differ from their defaults."""
    return {
        each.name: getattr(command, each.name)
        for each in fields(command)
        if each.required or getattr(command, each.name) != each.default
    }
