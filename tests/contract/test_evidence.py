"""What every store promises of evidence: kept by hash, read, listed and erased."""

import hashlib
from collections.abc import AsyncIterator

import pytest

from dsl.memory_evidence import MemoryEvidence
from planilla.adapters.memory import CountedIds, SetClock
from planilla.adapters.store.database import Database
from planilla.application.ports import Evidence, KeptEvidence
from planilla.domain.tournament.values import EvidenceFile

pytestmark = pytest.mark.anyio

SLIP = b"Ada won, says the score sheet. " * 1000
PHOTO = b"\xff\xd8\xff" + bytes(range(256)) * 40


def named(body: bytes, media_type: str = "text/plain") -> EvidenceFile:
    return EvidenceFile(
        sha256=hashlib.sha256(body).hexdigest(), media_type=media_type, size=len(body)
    )


@pytest.fixture(params=["memory", "sqlite", pytest.param("postgresql", marks=pytest.mark.service)])
async def evidence(request: pytest.FixtureRequest) -> AsyncIterator[Evidence]:
    clock = SetClock(now=1_000)
    if request.param == "memory":
        yield MemoryEvidence(clock)
        return
    fixture = {"sqlite": "sqlite_url", "postgresql": "migrated_postgres_url"}[request.param]
    async with Database(request.getfixturevalue(fixture), clock=clock, ids=CountedIds()) as opened:
        yield opened.evidence


async def test_a_file_is_kept_once_for_its_tournament_and_read_back(evidence: Evidence) -> None:
    slip, photo = named(SLIP), named(PHOTO, "image/jpeg")
    await evidence.keep("club", slip, SLIP)
    await evidence.keep("club", slip, SLIP)
    await evidence.keep("liga", photo, PHOTO)
    assert await evidence.kept("club") == (KeptEvidence(file=slip, kept_at=1_000),)
    assert await evidence.body("club", slip.sha256) == SLIP
    assert await evidence.body("liga", photo.sha256) == PHOTO
    assert await evidence.body("club", photo.sha256) is None


@pytest.mark.parametrize("name", ["", "a\0b", "\udcff"], ids=["empty", "null", "no UTF-8"])
async def test_what_no_tournament_can_be_called_has_no_files(evidence: Evidence, name: str) -> None:
    slip = named(SLIP)
    await evidence.keep("club", slip, SLIP)
    assert await evidence.kept(name) == ()
    assert await evidence.body(name, slip.sha256) is None
    assert not await evidence.erase(name, slip.sha256)


async def test_what_is_erased_is_listed_without_its_bytes(evidence: Evidence) -> None:
    slip = named(SLIP)
    await evidence.keep("club", slip, SLIP)
    assert await evidence.erase("club", slip.sha256)
    assert not await evidence.erase("club", slip.sha256)
    assert not await evidence.erase("liga", slip.sha256)
    assert await evidence.body("club", slip.sha256) is None
    assert await evidence.kept("club") == (KeptEvidence(file=slip, kept_at=1_000, is_erased=True),)
