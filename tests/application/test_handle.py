"""The write path on memory: what reaches the ledger, and what never does."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from planilla.adapters.memory import CountedIds, MemoryLedger, SetClock
from planilla.application.decisions import PendingCommand
from planilla.application.envelope import Actor, Answer, Submission
from planilla.application.handle import Handler, answered, fingerprint
from planilla.application.ledger import StreamHead
from planilla.application.roles import full_grant
from planilla.application.states import IDLE_S, STATE_SHARE, States
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.results import RecordResult
from planilla.domain.tournament.subjects import RULES
from stores import (
    EVENING_VERSION,
    created,
    entered,
    evening,
    flips,
    result,
    submission,
)


def handler(ledger: MemoryLedger, states: States | None = None) -> Handler:
    return Handler(ledger, clock=SetClock(), ids=CountedIds(), states=states)


def admitted(at: Handler, submissions: Sequence[Submission]) -> list[PendingCommand]:
    wishes = [at.admit(each) for each in submissions]
    assert all(isinstance(wish, PendingCommand) for wish in wishes)
    return [wish for wish in wishes if isinstance(wish, PendingCommand)]


def execute(at: Handler, *submissions: Submission) -> tuple[Answer, ...]:
    return answered(at.execute(admitted(at, submissions))[0])


def test_a_batch_is_decided_one_after_another() -> None:
    at = handler(MemoryLedger())
    answers = execute(at, *evening(), result("1.1", "1-0"), result("1.1", "1-0"))
    assert [answer.status for answer in answers] == ["done"] * 6 + ["already"]
    assert answers[-1].version == EVENING_VERSION + 1


def test_a_batch_is_appended_whole_with_the_head_of_the_log() -> None:
    at = handler(MemoryLedger())
    assert at.execute(admitted(at, evening()))[1] == EVENING_VERSION


def test_refusals_alone_append_no_event() -> None:
    ledger = MemoryLedger()
    at = handler(ledger)
    answers, position = at.execute(admitted(at, [result("1.1", "1-0", command_id="x")]))
    assert (answered(answers)[0].status, position) == ("refused", None)
    assert list(ledger.first_answers) == [("club", "x")]


def test_one_command_id_twice_in_a_batch_is_decided_once() -> None:
    at = handler(MemoryLedger())
    twice = created()
    assert [answer.events for answer in execute(at, twice, twice)] == [("TournamentCreated",)] * 2
    again = msgspec.structs.replace(twice, body=b'{"name":"Another"}')
    assert execute(at, again)[0].code == "command-id-reused"


def test_a_dry_run_of_a_known_command_is_decided_again() -> None:
    at = handler(MemoryLedger())
    wish = created()
    execute(at, wish)
    again = msgspec.structs.replace(wish, dry_run=True)
    assert execute(at, again)[0].code == "tournament-exists"


def test_a_preview_draws_no_lot() -> None:
    """The lot decides who has White on board 1; a preview shows what the lot 0 would do."""
    ledger = MemoryLedger()
    at = handler(ledger)
    drawn = submission("create-tournament", {"name": "Open", "rounds": 3})
    execute(at, drawn, *evening()[1:3])
    preview = submission("pair-round", {"round": 1}, dry_run=True)
    assert execute(at, preview)[0].events == ("RoundPaired",)
    assert len(ledger.log) == EVENING_VERSION - 2


def test_states_that_were_dropped_are_folded_again() -> None:
    ledger = MemoryLedger()
    at = handler(ledger, States(1))
    execute(at, *evening("a"))
    execute(at, *evening("b"))
    assert execute(at, result("1.1", "1-0", tournament="a"))[0].status == "done"


def test_of_tournaments_with_many_facts_fewer_states_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two evenings have more than the bound; the one just written is kept however long it is."""
    monkeypatch.setattr("planilla.application.states.FACTS_MAX", EVENING_VERSION // STATE_SHARE)
    ledger, states = MemoryLedger(), States()
    at = handler(ledger, states)
    execute(at, *evening("a"))
    execute(at, *evening("b"))
    assert tuple(bool(states.of(name).size) for name in "ab") == (False, True)
    assert execute(at, result("1.1", "1-0", tournament="a"))[0].status == "done"
    assert tuple(bool(states.of(name).size) for name in "ab") == (True, False)


def test_a_state_without_commands_for_a_while_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now)
    monkeypatch.setattr("planilla.application.states.time", clock)
    states = States()
    at = handler(MemoryLedger(), states)
    execute(at, *evening("a"))
    now += IDLE_S
    execute(at, *evening("b"))
    assert states.of("a").size
    now += 1
    execute(at, result("1.1", "1-0", tournament="b"))
    assert tuple(bool(states.of(name).size) for name in "ab") == (False, True)
    assert execute(at, result("1.1", "1-0", tournament="a"))[0].status == "done"


def test_a_correction_finds_the_event_it_corrects_in_an_older_batch() -> None:
    ledger = MemoryLedger()
    at = handler(ledger)
    execute(at, *evening(), result("1.1", "1-0"))
    body = {"game": "1.1", "result": "0-1", "corrects": EVENING_VERSION + 1, "reason": "sheet"}
    assert execute(at, submission("correct-result", body))[0].status == "done"
    assert ledger.log[-1].corrects == ledger.log[-2].event_id


def test_who_has_no_scope_is_not_even_read() -> None:
    nobody = submission("create-tournament", b"{", actor=Actor(id="x"))
    answer = handler(MemoryLedger()).admit(nobody)
    assert answer == Answer(status="refused", version=0, code="not-permitted")


def test_what_another_node_appended_is_seen() -> None:
    ledger = MemoryLedger()
    one, two = handler(ledger), handler(ledger)
    execute(one, *evening())
    execute(two, result("1.1", "1-0"))
    answer = execute(one, result("1.1", "0-1"))[0]
    assert (answer.code, answer.version) == ("results-conflict", EVENING_VERSION + 1)


def test_a_database_restored_to_an_older_state_is_believed() -> None:
    ledger = MemoryLedger()
    at = handler(ledger)
    execute(at, *evening())
    ledger.__init__()  # type: ignore[misc]
    assert execute(at, created())[0].status == "done"
    assert [event.version for event in ledger.log] == [1]


def test_a_fault_of_ours_is_logged_with_the_command_and_hurts_no_neighbour(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ledger = MemoryLedger()
    at = handler(ledger)
    execute(at, *evening())

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    rules: dict[type, object] = {**RULES, RecordResult: broken}
    monkeypatch.setattr("planilla.domain.tournament.decide.RULES", rules)
    close = submission("withdraw-entrant", {"entrant": "f"})
    answers = execute(at, result("1.1", "1-0", command_id="unlucky"), close)

    assert [(answer.status, answer.code) for answer in answers] == [
        ("failed", "internal"),
        ("done", ""),
    ]
    assert [record.getMessage() for record in caplog.records] == ["command unlucky was not decided"]
    assert caplog.records[0].levelno == logging.ERROR
    assert ("club", "unlucky") not in ledger.first_answers


def test_nothing_is_appended_to_a_log_that_was_tampered_with(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ledger = MemoryLedger()
    execute(handler(ledger), *evening(), result("1.1", "1-0"))
    forged = ledger.log[-1].data.replace(b"1-0", b"0-1")
    ledger.log[-1] = msgspec.structs.replace(ledger.log[-1], data=forged)

    at = handler(ledger)
    answer, other = execute(at, result("1.2", "1-0"), created("other"))

    assert (answer.status, answer.code) == ("failed", "log-damaged")
    assert answer.fields == {"version": EVENING_VERSION + 1}
    assert other.status == "done"
    assert len(ledger.events("club", 0)) == EVENING_VERSION + 1
    assert [record.getMessage() for record in caplog.records] == [
        "the log of club is damaged at 11"
    ]


def test_a_correction_finds_the_event_it_corrects_in_its_own_batch() -> None:
    ledger = MemoryLedger()
    at = handler(ledger)
    body = {"game": "1.1", "result": "0-1", "corrects": EVENING_VERSION + 1, "reason": "sheet"}
    correct = submission("correct-result", body)
    answers = execute(at, *evening(), result("1.1", "1-0"), correct)
    assert answers[-1].status == "done", answers[-1]
    assert ledger.log[-1].corrects == ledger.log[-2].event_id


@pytest.mark.parametrize("version", [-1, 0, 99, 10**30])
def test_a_correction_of_an_event_that_is_not_there_is_refused(version: int) -> None:
    at = handler(MemoryLedger())
    execute(at, *evening(), result("1.1", "1-0"))
    body = {"game": "1.1", "result": "0-1", "corrects": version, "reason": "sheet"}
    answer = execute(at, submission("correct-result", body))[0]
    assert (answer.status, answer.code) == ("refused", "corrects-another-event")


def test_people_are_kept_only_with_an_event_that_commits_to_them() -> None:
    ledger = MemoryLedger()
    at = handler(ledger)
    execute(at, created(), entered("Ada"))
    kept = dict(ledger.people)
    # The id "a" is Ada's, with the same facts: it is so already, whatever the name.
    assert execute(at, entered("Anton"))[0].status == "already"
    assert ledger.people == kept


def test_names_recorded_before_the_batch_are_in_the_alphabet() -> None:
    at = handler(MemoryLedger())
    people = [{"id": id_, "person": {"name": name}} for id_, name in (("x", "Zoe"), ("y", "Ana"))]
    execute(at, created(), submission("enter-entrants", {"entrants": people}))
    preview = execute(at, submission("assign-numbers", {}))
    by_hand = submission("assign-numbers", {"order": ["y", "x"]})
    assert [answer.status for answer in (*preview, *execute(at, by_hand))] == ["done", "already"]


def test_names_given_in_the_same_batch_are_in_the_alphabet() -> None:
    """Equal ratings: Bea before Zoe, and Ana, as Zoe is then called, before Bea."""
    ledger = MemoryLedger()
    at = handler(ledger)
    people = [{"id": id_, "person": {"name": name}} for id_, name in (("x", "Zoe"), ("y", "Bea"))]
    rename = {"entrant": "x", "person": {"name": "Ana"}}
    execute(
        at,
        created(),
        submission("enter-entrants", {"entrants": people}),
        submission("assign-numbers", {}),
        submission("correct-personal-data", rename),
        submission("assign-numbers", {}),
    )
    orders = [event.data for event in ledger.log if event.type == "PairingNumbersAssigned"]
    assert len(orders) == 2
    assert b'"order":["y","x"]' in orders[0]
    assert b'"order":["x","y"]' in orders[1]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"tournament": ""}, "Expected a tournament id of 1 to 64 letters, digits or `._:-`"),
        ({"tournament": "a/b"}, "Expected a tournament id of 1 to 64 letters, digits or `._:-`"),
        ({"command_id": " "}, "Expected a command id of 1 to 128 visible ASCII characters"),
        (
            {"actor": Actor(id="á", grants=(full_grant("*"),))},
            "Expected ids of at most 128 visible ASCII characters",
        ),
        ({"correlation_id": "x" * 129}, "Expected ids of at most 128 visible ASCII characters"),
    ],
)
def test_ids_that_cannot_be_keys_are_malformed(changed: dict[str, object], message: str) -> None:
    wish = msgspec.structs.replace(created(), **changed)
    answer = handler(MemoryLedger()).admit(wish)
    assert isinstance(answer, Answer)
    assert (answer.status, answer.fields["message"]) == ("malformed", message)


def test_an_unknown_command_is_named() -> None:
    answer = handler(MemoryLedger()).admit(submission("castle"))
    assert answer == Answer(
        status="malformed", version=0, code="no-such-command", fields={"command": "castle"}
    )


def test_the_fingerprint_is_of_the_name_the_tournament_and_the_body() -> None:
    one = submission("a", b"bc", tournament="t")
    others = [
        submission("ab", b"c", tournament="t"),
        submission("a", b"bc", tournament="u"),
        submission("a", b"bd", tournament="t"),
    ]
    prints = {fingerprint(b"key", each) for each in (one, *others)}
    assert len(prints) == 4
    assert fingerprint(b"key", one) == fingerprint(b"key", submission("a", b"bc", tournament="t"))
    assert fingerprint(b"key", one) != fingerprint(b"another", one)


def test_a_long_batch_keeps_one_chain() -> None:
    ledger = MemoryLedger()
    at = handler(ledger)
    execute(at, *evening(), *flips(100))
    assert [event.version for event in ledger.log] == list(range(1, EVENING_VERSION + 101))


def test_a_seal_is_equal_to_itself_alone() -> None:
    assert Sealed("a") == Sealed("a")
    assert Sealed("a") != "a"


class Racing(MemoryLedger):
    """Answers with these heads in turn, then with its own."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[StreamHead] = []

    def heads(self, tournaments: Iterable[str]) -> Mapping[str, StreamHead]:
        return {"club": self.told.pop(0)} if self.told else super().heads(tournaments)


@pytest.mark.parametrize(
    ("again", "code"),
    [(0, ""), (1, ""), (-1, "log-damaged")],
    ids=["another node", "and once more", "moved back"],
)
def test_a_head_that_is_behind_its_events_is_read_again(again: int, code: str) -> None:
    ledger = Racing()
    execute(handler(ledger), *evening())
    before = ledger.ends["club"]
    execute(handler(ledger), result("1.1", "1-0"))
    now = ledger.ends["club"]
    reread = {0: now, -1: before}.get(again, replace(now, version=99))
    ledger.told = [before, reread, before] if code else [before, reread]
    answers = execute(handler(ledger), result("1.2", "1-0"), result("1.3", "1-0"))
    assert [answer.code for answer in answers] == [code, code]


@pytest.mark.parametrize(
    "changed", [{"hash": bytes(32)}, {"event_ids": bytes(32)}, {"version": 11}]
)
def test_nothing_is_built_on_a_head_that_is_not_where_the_events_end(
    changed: dict[str, int | bytes],
) -> None:
    ledger = MemoryLedger()
    at = handler(ledger)
    execute(at, *evening())
    ledger.ends["club"] = replace(ledger.ends["club"], **changed)
    for each in (at, handler(ledger)):
        (answer,) = execute(each, result("1.1", "1-0"))
        assert (answer.status, answer.code) == ("failed", "log-damaged")
    assert len(ledger.log) == EVENING_VERSION


def test_a_tournament_whose_head_is_gone_is_not_begun_anew() -> None:
    ledger = MemoryLedger()
    execute(handler(ledger), *evening())
    del ledger.ends["club"]
    (answer,) = execute(handler(ledger), created())
    assert (answer.code, answer.fields) == ("log-damaged", {"version": 1})
