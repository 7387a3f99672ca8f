"""A log that follows another: whole portions, each once, and nothing that does not fit."""

import asyncio
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from dsl.portions import EMPTY, HALL, PUBLIC, of_hall, portions, public_server
from planilla.adapters.memory import MemoryLedger, MemoryStore
from planilla.application import following
from planilla.application.archive_import import recorded_of
from planilla.application.archive_people import KeptLine, SealedData
from planilla.application.envelope import Recorded
from planilla.application.following import (
    End,
    Portion,
    PortionRefused,
    Taken,
    end_of,
    take_portion,
)
from planilla.application.recording import DamagedLog
from planilla.application.states import Stream
from planilla.audit.archive import ArchivedEvent
from planilla.audit.seal import GENESIS, commitment_to, seal
from planilla.domain.tournament.state import INITIAL
from planilla.domain.vocabulary import EntrantId
from stores import submission

THIRD = "ef" * 16


def pushed(store: MemoryStore, there: MemoryStore, after: End = EMPTY) -> Taken:
    (portion,) = portions(store, after)
    return take_portion(there.ledger, "club", portion)


def without_place(ledger: MemoryLedger) -> list[Recorded]:
    return [msgspec.structs.replace(event, position=0) for event in ledger.events("club", 0)]


def refused(there: MemoryStore, portion: Portion) -> PortionRefused:
    """The refusal of a portion; nothing is written."""
    before = list(there.ledger.log), dict(there.ledger.people), dict(there.ledger.ends)
    with pytest.raises(PortionRefused) as caught:
        take_portion(there.ledger, "club", portion)
    assert before == (there.ledger.log, there.ledger.people, there.ledger.ends)
    return caught.value


def test_the_events_are_the_same_and_their_names_are_there() -> None:
    hall, there = of_hall(), public_server()
    taken = pushed(hall, there)
    assert without_place(there.ledger) == without_place(hall.ledger)
    assert there.ledger.people == hall.ledger.people
    assert there.ledger.texts == hall.ledger.texts
    last = hall.ledger.events("club", 0)[-1]
    assert (taken.end.end, taken.end.led_by) == (end_of(last), HALL)
    (listed,) = asyncio.run(there.tournaments())
    (here,) = asyncio.run(hall.tournaments())
    assert (listed.name, listed.created_at) == (here.name, here.created_at)


def test_a_portion_sent_again_is_answered_in_the_same_way_and_appends_nothing() -> None:
    hall, there = of_hall(), public_server()
    first = pushed(hall, there)
    count = len(there.ledger.log)
    again = pushed(hall, there)
    assert (again.end, again.position) == (first.end, None)
    assert len(there.ledger.log) == count


def test_who_asks_with_an_empty_portion_is_told_the_end() -> None:
    hall, there = of_hall(), public_server()
    asked = Portion(log_id=HALL, place="Main hall", after=EMPTY, events=())
    before = take_portion(there.ledger, "club", asked)
    assert (before.end.end, before.end.led_by, before.position) == (EMPTY, "", None)
    end = pushed(hall, there).end
    assert (end.end, end.led_by) == (end_of(hall.ledger.log[-1]), HALL)
    after = take_portion(there.ledger, "club", asked)
    assert (after.end, after.position) == (end, None)


def test_a_damaged_log_is_not_gone_on_with() -> None:
    hall, there = of_hall(), public_server()
    end = pushed(hall, there).end.end
    first = there.ledger.log[0]
    there.ledger.log[0] = msgspec.structs.replace(first, recorded_at=first.recorded_at + 1)
    hall.submit_all([submission("withdraw-entrant", {"entrant": "f", "from_round": 2})])
    before = list(there.ledger.log)
    with pytest.raises(DamagedLog) as caught:
        pushed(hall, there, end)
    assert caught.value.version == 1
    assert there.ledger.log == before


def test_of_a_portion_that_is_there_in_part_the_rest_is_appended() -> None:
    hall, there = of_hall(), public_server()
    pushed(hall, there)
    hall.submit_all([submission("withdraw-entrant", {"entrant": "f", "from_round": 2})])
    pushed(hall, there)  # from the beginning
    assert without_place(there.ledger) == without_place(hall.ledger)


def test_a_log_goes_in_portions_of_whole_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    hall, there = of_hall(), public_server()
    monkeypatch.setattr(following, "EVENTS_MAX", 3)
    sent = portions(hall)
    ids = [[each.command_id for each in portion.events] for portion in sent]
    assert len(sent) > 1
    for one, other in pairwise(ids):
        assert not set(one) & set(other)
    for portion in sent:
        take_portion(there.ledger, "club", portion)
    assert without_place(there.ledger) == without_place(hall.ledger)
    assert there.ledger.people == hall.ledger.people


def test_a_portion_ends_where_it_has_bytes_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "PORTION_BYTES_AIMED", 1)
    hall = of_hall()
    commands = {each.command_id for each in hall.ledger.log}
    assert len(portions(hall)) == len(commands)


def test_nothing_is_sent_after_the_end() -> None:
    hall = of_hall()
    assert portions(hall, end_of(hall.ledger.log[-1])) == ()


def test_names_erased_in_the_hall_are_erased_there_with_the_same_portion() -> None:
    hall, there = of_hall(), public_server()
    end = pushed(hall, there).end.end
    assert ("club", "a") in there.ledger.people
    hall.submit_all([submission("erase-person", {"entrant": "a"})])
    pushed(hall, there, end)
    assert there.ledger.people == hall.ledger.people
    assert ("club", "a") in there.ledger.erased


def test_names_erased_before_are_not_sent() -> None:
    hall, there = of_hall(submission("erase-person", {"entrant": "a"})), public_server()
    pushed(hall, there)
    assert there.ledger.people == hall.ledger.people
    assert ("club", "a") not in there.ledger.people


def test_texts_erased_in_the_hall_are_erased_there() -> None:
    withdrawn = submission("withdraw-entrant", {"entrant": "f", "from_round": 2, "reason": "ill"})
    hall, there = of_hall(withdrawn), public_server()
    end = pushed(hall, there).end.end
    assert there.ledger.texts == hall.ledger.texts != {}
    erased = sorted(commitment for _, commitment in hall.ledger.texts)
    hall.submit_all([submission("erase-texts", {"texts": erased})])
    pushed(hall, there, end)
    assert there.ledger.texts == {}


def test_the_state_in_memory_is_gone_on_from_only_where_it_is_that_of_the_log() -> None:
    hall, there = of_hall(), public_server()
    first = pushed(hall, there)
    hall.submit_all([submission("withdraw-entrant", {"entrant": "f", "from_round": 2})])
    (portion,) = portions(hall, first.end.end)
    ahead = msgspec.structs.replace(first.stream.head, version=99)
    known = Stream(head=ahead, state=INITIAL)
    taken = take_portion(there.ledger, "club", portion, known)
    assert taken.stream.state.entrants[EntrantId("f")].out_from == 2


def test_a_follower_takes_no_command_but_a_takeover() -> None:
    hall, there = of_hall(), public_server()
    pushed(hall, there)
    head = there.ledger.ends["club"]
    record = submission("withdraw-entrant", {"entrant": "f", "from_round": 2}, command_id="once")
    (answer,) = there.submit_all([record])
    assert (answer.status, answer.code, answer.fields) == (
        "refused",
        "led-elsewhere",
        {"place": "Main hall"},
    )
    assert there.ledger.ends["club"] == head
    (taken,) = there.submit_all([submission("take-over-lead")])
    assert taken.events == ("LeadTakenOver",)
    (done,) = there.submit_all([record])  # under the same command id
    assert done.status == "done"
    (again,) = there.submit_all([submission("take-over-lead")])
    assert again.status == "already"


def test_a_command_decided_before_the_mark_came_is_not_appended() -> None:
    """The follower is a copy that was led there, imported, and has a state in memory."""
    hall, there = of_hall(), public_server()
    pushed(hall, there)
    there.submit_all([submission("take-over-lead")])
    taken = there.ledger.ends["club"]
    there.ledger.ends["club"] = msgspec.structs.replace(taken, led_from=f"{HALL} Main hall")
    (answer,) = there.submit_all([submission("withdraw-entrant", {"entrant": "f"})])
    assert answer.code == "led-elsewhere"


def test_what_comes_after_a_takeover_is_refused() -> None:
    hall, there = of_hall(), public_server()
    end = pushed(hall, there).end.end
    there.submit_all([submission("take-over-lead")])
    assert pushed(hall, there).position is None  # nothing new in it
    hall.submit_all([submission("withdraw-entrant", {"entrant": "f", "from_round": 2})])
    parted = refused(there, portions(hall, end)[0])
    assert (parted.code, parted.fields["common"]) == ("follower-diverged", end.version)


def test_the_lead_that_is_handed_over_arrives_with_its_fact() -> None:
    hall, there = of_hall(), public_server()
    end = pushed(hall, there).end.end
    hall.submit_all(
        [submission("hand-over-lead", {"to": PUBLIC, "place": "https://chess.example"})]
    )
    (answer,) = hall.submit_all([submission("withdraw-entrant", {"entrant": "f"})])
    assert (answer.code, answer.fields) == ("led-elsewhere", {"place": "https://chess.example"})
    assert pushed(hall, there, end).end.led_by == PUBLIC
    (done,) = there.submit_all([submission("withdraw-entrant", {"entrant": "f", "from_round": 2})])
    assert done.status == "done"


def test_a_third_log_may_not_go_on_with_a_follower() -> None:
    hall, there = of_hall(), public_server()
    end = pushed(hall, there).end.end
    hall.submit_all([submission("withdraw-entrant", {"entrant": "f", "from_round": 2})])
    hall.ledger.id = THIRD
    assert refused(there, portions(hall, end)[0]).code == "led-elsewhere"


def test_a_tournament_that_is_led_here_is_not_gone_on_with_from_elsewhere() -> None:
    hall, there = of_hall(), public_server()
    end = pushed(hall, there).end.end
    head = there.ledger.ends["club"]
    there.ledger.ends["club"] = msgspec.structs.replace(head, led_from="")
    hall.submit_all([submission("withdraw-entrant", {"entrant": "f", "from_round": 2})])
    assert refused(there, portions(hall, end)[0]).code == "led-here"


def test_a_copy_of_a_database_does_not_follow_itself() -> None:
    hall = of_hall()
    assert refused(hall, portions(hall)[0]).code == "same-log"


def test_logs_that_parted_are_told_the_last_version_that_is_known_to_be_common() -> None:
    hall, there, other = of_hall(), public_server(), public_server()
    other.ledger.id = THIRD
    for follower in (there, other):
        pushed(hall, follower)
    head = other.ledger.ends["club"]
    other.ledger.ends["club"] = msgspec.structs.replace(head, led_from="")
    hall.submit_all([submission("withdraw-entrant", {"entrant": "f", "from_round": 2})])
    other.submit_all([submission("withdraw-entrant", {"entrant": "e", "from_round": 2})])
    common = other.ledger.events("club", 0)[-2]
    pushed(hall, there)
    parted = refused(there, portions(other)[0])
    assert parted.code == "follower-diverged"
    ours, theirs = hall.ledger.events("club", 0)[-1], other.ledger.events("club", 0)[-1]
    assert parted.fields == {
        "here": f"v{ours.version} · {ours.hash.hex()[:12]}",
        "there": f"v{theirs.version} · {theirs.hash.hex()[:12]}",
        "common": common.version,
    }


def test_a_portion_behind_a_hole_is_refused() -> None:
    hall, there = of_hall(), public_server()
    third = hall.ledger.events("club", 0)[2]
    (portion,) = portions(hall, end_of(third))
    assert refused(there, portion).fields["common"] == 0


def changed(portion: Portion, at: int, **fields: Any) -> Portion:
    """A portion with another event, sealed again with all after it."""
    events = list(portion.events)
    events[at] = msgspec.structs.replace(events[at], **fields)
    previous = bytes.fromhex(portion.after.hash)
    sealed: list[ArchivedEvent] = []
    for event in events:
        previous = seal(previous, recorded_of(event))
        sealed.append(msgspec.structs.replace(event, hash=previous.hex()))
    return msgspec.structs.replace(portion, events=tuple(sealed))


def with_fields(**fields: Any) -> Callable[[Portion], Portion]:
    return lambda portion: msgspec.structs.replace(portion, **fields)


def with_event(at: int, **fields: Any) -> Callable[[Portion], Portion]:
    def replaced(portion: Portion) -> Portion:
        events = list(portion.events)
        events[at] = msgspec.structs.replace(events[at], **fields)
        return msgspec.structs.replace(portion, events=tuple(events))

    return replaced


def kept(**fields: Any) -> KeptLine:
    body = b'{"name":"Nobody"}'
    given = {
        "commitment": commitment_to(bytes(16), body),
        "salt": bytes(16).hex(),
        "body": msgspec.Raw(body),
        **fields,
    }
    return KeptLine(person=SealedData(**given))


@pytest.mark.parametrize(
    ("forged", "why"),
    [
        pytest.param(with_fields(log_id="AB" * 16), "form", id="no id of a log"),
        pytest.param(with_fields(place=""), "form", id="no place"),
        pytest.param(with_fields(place="a\nb"), "form", id="a line break in the place"),
        pytest.param(with_fields(after=End(version=0, hash="ab")), "form", id="no hash"),
        pytest.param(
            with_fields(after=End(version=-1, hash=GENESIS.hex())), "form", id="before the first"
        ),
        pytest.param(with_event(2, data=msgspec.Raw(b"[1]")), "form", id="no object"),
        pytest.param(with_event(2, data=msgspec.Raw(b"{\n}")), "form", id="two lines"),
        pytest.param(
            with_event(2, data=msgspec.Raw(b'{"a":' + b"[" * 300 + b"]" * 300 + b"}")),
            "form",
            id="too deep",
        ),
        pytest.param(with_event(2, hash="zz"), "form", id="no digits"),
        pytest.param(
            with_event(2, stream_id="tournament/other"), "other-tournament", id="of another"
        ),
        pytest.param(with_event(2, hash="ab" * 32), "hash-mismatch", id="another hash"),
        pytest.param(with_event(2, version=9), "version-gap", id="a version left out"),
        pytest.param(with_event(2, actor_id="somebody"), "hash-mismatch", id="another actor"),
        pytest.param(lambda each: changed(each, 2, type="Unheard"), "unfit", id="of a newer one"),
        pytest.param(
            lambda each: changed(each, 2, data=msgspec.Raw(b"{}")), "unfit", id="without fields"
        ),
        pytest.param(with_fields(kept=(kept(),)), "people", id="a name of nobody"),
        pytest.param(with_fields(kept=(kept(salt="00"),)), "people", id="another salt"),
        pytest.param(with_fields(kept=(kept(salt="x"),)), "people", id="no salt"),
        pytest.param(with_fields(kept=(KeptLine(),)), "people", id="neither person nor text"),
    ],
)
def test_what_does_not_fit_is_refused(forged: Callable[[Portion], Portion], why: str) -> None:
    hall, there = of_hall(), public_server()
    (portion,) = portions(hall)
    found = refused(there, forged(portion))
    assert (found.code, found.fields["why"]) == ("portion-unfit", why)


def test_more_events_than_a_portion_may_have_are_refused_unless_one_command_made_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall, there = of_hall(), public_server()
    (portion,) = portions(hall)
    monkeypatch.setattr(following, "EVENTS_MAX", 3)
    assert refused(there, portion).fields["why"] == "form"


def test_a_tournament_begins_with_its_creation() -> None:
    hall, there = of_hall(), public_server()
    (portion,) = portions(hall)
    second = changed(
        msgspec.structs.replace(portion, events=portion.events[1:2], kept=()), 0, version=1
    )
    assert refused(there, second).fields["why"] == "unfit"


def test_half_a_command_is_not_gone_on_with() -> None:
    hall, there = of_hall(), public_server()
    (portion,) = portions(hall)
    at = next(
        place
        for place in range(2, len(portion.events))
        if portion.events[place].command_id == portion.events[place - 1].command_id
    )
    first = msgspec.structs.replace(portion, events=portion.events[:at], kept=())
    take_portion(there.ledger, "club", first)
    assert refused(there, msgspec.structs.replace(portion, kept=())).fields["why"] == "split"
