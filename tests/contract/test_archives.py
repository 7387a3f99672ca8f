"""An archive goes from one database into another, chunk by chunk, with its names and timers."""

import asyncio

import pytest

from dsl.archives import SIGNER, archive, club, signed_again
from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.adapters.store.database import Database
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.application import archive_import
from planilla.application.archive_export import ArchiveRequest, archive_of, kept_apart
from planilla.application.archive_import import take_in
from planilla.application.ports import VersionConflict
from planilla.application.recording import stream_of
from planilla.audit.archive import ArchiveForm
from planilla.audit.seal import verify
from stores import NAMES, result, submission


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_import, "SLICE", 4)


@pytest.mark.usefixtures("small_slices")
def test_a_database_takes_in_what_another_store_wrote_and_goes_on(database_url: str) -> None:
    store = club()
    content = asyncio.run(archive(store))
    people = tuple(kept_apart(stream_of("club"), asyncio.run(store.apart("club"))))
    ledger = DatabaseLedger(database_url)
    try:
        found = take_in(ledger, lambda: content.splitlines(keepends=True), people=people)
    finally:
        ledger.close()
    assert (found.version, found.people) == (10, 6)

    async def gone_on() -> bytes:
        async with Database(database_url, clock=SetClock(), ids=CountedIds(900)) as there:
            assert (await there.bus.submit(result("1.1", "1-0"))).status == "done"
            assert {each.name for each in (await there.log.people("club")).values()} == set(NAMES)
            assert await there.log.apart("club") == await store.apart("club")
            assert verify(await there.log.events("club")) == ()
            wanted = ArchiveRequest(tournament="club", version=10, form=ArchiveForm.FULL)
            pieces = [piece async for piece in archive_of(there.log, wanted, signer=SIGNER)]
            return b"".join(pieces)

    # Places in a log are its own: in an empty one they are the same, so that every byte is.
    assert asyncio.run(gone_on()) == asyncio.run(archive(store, with_head=False))


async def _written(store: MemoryStore, wanted: ArchiveRequest) -> bytes:
    return b"".join([piece async for piece in archive_of(store, wanted)])


def test_an_event_that_is_in_the_log_already_is_not_taken_in_again(database_url: str) -> None:
    store = club()
    content = asyncio.run(archive(store)).splitlines(keepends=True)
    ledger = DatabaseLedger(database_url)
    try:
        take_in(ledger, lambda: content)
        other = club()  # with the same event ids, under another name
        other.submit_all([submission("create-tournament", {"name": "B"}, tournament="b")])
        wanted = ArchiveRequest(tournament="b", version=1, form=ArchiveForm.FULL)
        copied = asyncio.run(_written(other, wanted)).replace(
            other.ledger.log[-1].event_id.encode(), store.ledger.log[0].event_id.encode()
        )
        lines = copied.splitlines(keepends=True)[:-1]
        with pytest.raises(VersionConflict):
            take_in(ledger, lambda: signed_again(lines).splitlines(keepends=True))
    finally:
        ledger.close()
