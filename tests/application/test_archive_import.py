"""An archive is appended to another log as it is, or not at all."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from dsl.archives import archive, club, signed_again
from planilla.adapters.memory import CountedIds, MemoryLedger, MemoryStore, SetClock
from planilla.application import archive_import
from planilla.application.archive_export import (
    ArchiveRequest,
    NothingRecorded,
    archive_of,
    kept_apart,
    line_of,
)
from planilla.application.archive_import import (
    TakenIn,
    foreseen,
    take_in,
)
from planilla.application.archive_people import KEPT_LINE_MAX, CannotTakeIn
from planilla.application.envelope import Recorded
from planilla.application.ledger import EMPTY_HEAD, StreamHead
from planilla.application.recording import stream_of
from planilla.audit.archive import ArchivedEvent, ArchiveForm, beginning
from planilla.audit.archive_check import ArchiveFault
from planilla.audit.seal import GENESIS, commitment_to, seal
from planilla.domain.tournament.evolve import fold
from stores import NAMES, submission

CLUB = club()
CLUB.submit_all(
    [submission("withdraw-entrant", {"entrant": "f", "from_round": 2, "reason": "has a cold"})]
)
FULL = asyncio.run(archive(CLUB))
LINES = FULL.splitlines(keepends=True)
APART = asyncio.run(CLUB.apart("club"))
PEOPLE = tuple(kept_apart(stream_of("club"), APART))


def lines_of(content: bytes) -> Callable[[], Iterable[bytes]]:
    return lambda: content.splitlines(keepends=True)


def taken(ledger: MemoryLedger, content: bytes = FULL, people: Iterable[bytes] = ()) -> TakenIn:
    return take_in(ledger, lines_of(content), people=people)


def without_place(events: Iterable[Recorded]) -> list[Recorded]:
    return [msgspec.structs.replace(event, position=0) for event in events]


def test_the_events_are_the_same_with_their_ids_and_hashes_and_another_place() -> None:
    there = club_and_another()
    found = taken(there)
    assert (found.before, found.version) == (0, 11)
    events = there.events("club", 0)
    assert without_place(events) == without_place(CLUB.ledger.events("club", 0))
    assert [event.position for event in events] == list(range(2, 13))
    assert there.streams["club"].name == "Open club"
    assert there.streams["club"].created_at == events[0].recorded_at


def club_and_another() -> MemoryLedger:
    """A log that holds another tournament already."""
    store = MemoryStore(clock=SetClock(), ids=CountedIds(500))
    store.submit_all([submission("create-tournament", {"name": "B", "rounds": 3}, tournament="b")])
    return store.ledger


def test_names_and_texts_fit_their_commitments() -> None:
    there = MemoryLedger()
    found = taken(there, people=PEOPLE)
    assert (found.people, found.texts) == (6, 1)
    assert {person.name for person in there.persons("club").values()} == set(NAMES)
    assert there.texts == CLUB.ledger.texts


def test_what_was_erased_here_stays_erased() -> None:
    store = MemoryStore(clock=SetClock(), ids=CountedIds())
    taken(store.ledger, people=PEOPLE)
    asyncio.run(store.erase_person("club", "a"))
    found = taken(store.ledger, people=PEOPLE)
    assert (found.before, found.people, found.texts) == (11, 0, 0)
    assert "a" not in store.ledger.persons("club")


def test_what_was_forgotten_there_is_forgotten_here() -> None:
    store = club()
    left = {"entrant": "f", "from_round": 2, "reason": "has a cold"}
    store.submit_all([submission("withdraw-entrant", left)])
    there = MemoryLedger()
    before = tuple(kept_apart(stream_of("club"), asyncio.run(store.apart("club"))))
    taken(there, asyncio.run(archive(store)), people=before)
    (text,) = [key[1] for key in there.texts]
    forgotten = {"entrant": "a", "texts": [text]}
    (answer,) = store.submit_all([submission("erase-person", forgotten)])
    assert answer.events == ("PersonErased", "TextsErased")
    content = asyncio.run(archive(store))
    assert taken(there, content).version == 13
    assert ("a" in there.persons("club"), there.texts) == (False, {})
    with pytest.raises(CannotTakeIn, match="people-of-another"):  # it would bring them back
        taken(MemoryLedger(), content, people=before)
    after = tuple(kept_apart(stream_of("club"), asyncio.run(store.apart("club"))))
    assert taken(MemoryLedger(), content, people=after).people == 5


def test_the_rest_is_appended_to_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_import, "SLICE", 3)
    there = MemoryLedger()
    taken(there, asyncio.run(archive(CLUB, version=4, with_head=False)))
    found = taken(there)
    assert (found.before, found.version) == (4, 11)
    assert without_place(there.log) == without_place(CLUB.ledger.log)


def test_what_would_come_is_told_with_the_tournament_before_and_after() -> None:
    """Of a tournament that is here up to v7, and of one that is not; names where they come too."""
    events = CLUB.ledger.events("club", 0)
    here = StreamHead(version=7, hash=events[6].hash, changed_at=events[6].recorded_at)
    found = foreseen(lambda _: here, lines_of(FULL))
    assert (found.tournament, found.before, found.version) == ("club", 7, 11)
    assert found.was == fold(each.fact for each in events[:7])
    assert found.will == fold(each.fact for each in events)
    assert found.names == {}
    new = foreseen(lambda _: EMPTY_HEAD, lines_of(FULL), people=PEOPLE)
    assert new.was is None
    assert set(new.names.values()) == set(NAMES)


def test_another_history_or_a_longer_one_is_refused() -> None:
    there = MemoryLedger()
    taken(there)
    shorter = asyncio.run(archive(CLUB, version=4, with_head=False))
    with pytest.raises(CannotTakeIn, match="more-here"):
        taken(there, shorter)
    other = club()
    other.submit_all([submission("withdraw-entrant", {"entrant": "a", "from_round": 2})])
    with pytest.raises(CannotTakeIn, match="other-history"):
        taken(there, asyncio.run(archive(other)))
    assert without_place(there.log) == without_place(CLUB.ledger.log)


def forged(*events: tuple[str, str, bytes]) -> bytes:
    """An archive that verifies, of events that somebody made up: stream, type and data."""
    previous, lines = GENESIS, []
    first = CLUB.ledger.log[0]
    for version, (stream, kind, data) in enumerate(events, start=1):
        event = msgspec.structs.replace(
            first, version=version, stream_id=stream, type=kind, data=data, hash=b""
        )
        previous = seal(previous, event)
        lines.append(line_of(msgspec.structs.replace(event, hash=previous), ArchiveForm.FULL))
    stream = events[0][0]
    return signed_again(
        [
            beginning(form=ArchiveForm.FULL, stream_id=stream, version=len(events), hash_=previous),
            *lines,
        ]
    )


CREATED = ("tournament/club", "TournamentCreated", CLUB.ledger.log[0].data)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(asyncio.run(archive(CLUB, ArchiveForm.PUBLIC)), "public-form", id="public"),
        pytest.param(forged(("club", *CREATED[1:])), "no-tournament", id="another stream"),
        pytest.param(forged(("tournament/a b", *CREATED[1:])), "no-tournament", id="no id"),
        pytest.param(
            forged(("tournament/club", "TournamentFinished", b"{}")), "no-tournament", id="no name"
        ),
        pytest.param(forged(CREATED, ("tournament/club", "Won", b"{}")), "unfit", id="no event"),
        pytest.param(
            forged(CREATED, ("tournament/club", "RoundClosed", b"{}")), "unfit", id="no round"
        ),
        pytest.param(
            forged(CREATED, ("tournament/club", "RoundClosed", b'{"round":7}')),
            "unfit",
            id="a round that was never paired",
        ),
    ],
)
def test_what_is_whole_but_fits_nowhere_is_refused(content: bytes, code: str) -> None:
    there = MemoryLedger()
    with pytest.raises(CannotTakeIn) as refused:
        taken(there, content)
    assert refused.value.code == code
    assert there.log == []


def test_a_file_that_is_another_one_when_it_is_read_again_is_found_out() -> None:
    other = club()
    other.submit_all([submission("withdraw-entrant", {"entrant": "a", "from_round": 2})])
    readings = iter((FULL, asyncio.run(archive(other))))
    ledger = MemoryLedger()
    with pytest.raises(CannotTakeIn, match="changed"):
        take_in(ledger, lambda: next(readings).splitlines(keepends=True))
    assert ledger.events("club", 0) == ()


def test_nothing_is_appended_of_an_archive_that_is_not_whole() -> None:
    there = MemoryLedger()
    with pytest.raises(ArchiveFault):
        taken(there, FULL[:-1])
    assert there.log == []


def person_line(**changed: Any) -> bytes:
    kept: dict[str, Any] = {**msgspec.json.decode(PEOPLE[1])["person"], **changed}
    return msgspec.json.encode({"person": kept})


def fitting(kind: str, body: bytes) -> bytes:
    """A line that fits its commitment, of whatever it holds."""
    sealed = {
        "commitment": commitment_to(b"s", body),
        "salt": b"s".hex(),
        "body": msgspec.Raw(body),
    }
    return msgspec.json.encode({kind: sealed})


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        pytest.param([b"Ana\n"], "people-unreadable", id="a list"),
        pytest.param([b'{"planilla-people":2}\n'], "people-unreadable", id="of another format"),
        pytest.param([PEOPLE[0], b"{}\n"], "people-unreadable", id="nobody"),
        pytest.param([PEOPLE[0], b"[" * 16_000], "people-unreadable", id="nested"),
        pytest.param([PEOPLE[0], person_line(salt="xy")], "people-unreadable", id="no salt"),
        pytest.param([PEOPLE[0], person_line(body=1)], "people-unreadable", id="no person"),
        pytest.param([PEOPLE[0], fitting("text", b"1")], "people-unreadable", id="no text"),
        pytest.param([PEOPLE[0], person_line(salt="00")], "people-unfit", id="another salt"),
        pytest.param(
            [PEOPLE[0], person_line(body={"name": "Eve"})], "people-unfit", id="another name"
        ),
        pytest.param([PEOPLE[0], fitting("text", b'"x"')], "people-of-another", id="a text"),
        pytest.param(
            [PEOPLE[0], fitting("person", b'{"name":"Eve"}')], "people-of-another", id="a person"
        ),
        pytest.param([b" " * (KEPT_LINE_MAX + 1)], "people-too-long", id="an endless line"),
    ],
)
def test_names_that_do_not_fit_are_refused(lines: list[bytes], code: str) -> None:
    there = MemoryLedger()
    with pytest.raises(CannotTakeIn) as refused:
        taken(there, people=lines)
    assert refused.value.code == code
    assert there.log == []


def test_an_older_name_is_not_taken_in_once_it_was_corrected() -> None:
    store = club()
    before = tuple(kept_apart(stream_of("club"), asyncio.run(store.apart("club"))))
    corrected = {"entrant": "a", "person": {"name": "Ada Lovelace"}}
    (answer,) = store.submit_all([submission("correct-personal-data", corrected)])
    assert answer.status == "done"
    with pytest.raises(CannotTakeIn, match="people-of-another"):
        taken(MemoryLedger(), asyncio.run(archive(store)), people=before)


def test_what_nobody_can_read_is_not_for_the_public() -> None:
    first = CLUB.ledger.log[0]
    newer = msgspec.structs.replace(first, type="Invented")
    assert b'"withheld":true' in line_of(newer, ArchiveForm.PUBLIC)
    assert (
        msgspec.json.decode(line_of(newer, ArchiveForm.FULL), type=ArchivedEvent).type == "Invented"
    )


@pytest.mark.parametrize(("tournament", "version"), [("nobody", 1), ("club", 0), ("club", 99)])
def test_there_is_no_archive_of_what_was_not_recorded(tournament: str, version: int) -> None:
    wanted = ArchiveRequest(tournament=tournament, version=version, form=ArchiveForm.FULL)

    async def made() -> list[bytes]:
        return [piece async for piece in archive_of(CLUB, wanted)]

    with pytest.raises(NothingRecorded):
        asyncio.run(made())
