"""Evidence taken in by its content, and checked against the log."""

import hashlib

import pytest

from dsl.memory_evidence import MemoryEvidence
from dsl.tournaments import AFTER_1, folded
from planilla.adapters.memory import SetClock
from planilla.application import evidence as module
from planilla.application.evidence import EvidenceStatus, check, take_in
from planilla.domain.tournament.evidence import (
    SIZE_MAX,
    EvidenceAdded,
    EvidenceUnacceptable,
    TooMuchEvidence,
)
from planilla.domain.tournament.values import EvidenceFile

pytestmark = pytest.mark.anyio

SLIP = b"Ana 1, Carl 0"


@pytest.fixture
def evidence() -> MemoryEvidence:
    return MemoryEvidence(SetClock())


async def test_a_file_is_named_by_what_it_holds_and_kept_once(evidence: MemoryEvidence) -> None:
    file = await take_in(evidence, "club", SLIP)
    assert file == EvidenceFile(
        sha256=hashlib.sha256(SLIP).hexdigest(), media_type="text/plain", size=13
    )
    assert await take_in(evidence, "club", SLIP) == file
    assert len(await evidence.kept("club")) == 1


@pytest.mark.parametrize("body", [b"", b"MZ\x00", b"x" * (SIZE_MAX + 1)])
async def test_what_is_no_evidence_is_not_kept(evidence: MemoryEvidence, body: bytes) -> None:
    with pytest.raises(EvidenceUnacceptable) as refused:
        await take_in(evidence, "club", body)
    assert refused.value.fields["size"] == len(body)
    assert await evidence.kept("club") == ()


@pytest.mark.parametrize("limit", ["KEPT_MAX", "BYTES_MAX"])
async def test_a_tournament_keeps_so_many_files(
    evidence: MemoryEvidence, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(module, limit, {"KEPT_MAX": 1, "BYTES_MAX": 20}[limit])
    first = await take_in(evidence, "club", SLIP)
    with pytest.raises(TooMuchEvidence):
        await take_in(evidence, "club", b"another slip")
    await evidence.erase("club", first.sha256)
    await take_in(evidence, "club", b"another slip")


async def test_every_file_is_found_as_it_is(evidence: MemoryEvidence) -> None:
    whole, erased, changed, spare, gone = [
        await take_in(evidence, "club", text.encode())
        for text in ("whole", "erased", "changed", "spare", "gone")
    ]
    missing = EvidenceFile(sha256="ab" * 32, media_type="image/png", size=3)
    state = folded(
        *AFTER_1,
        EvidenceAdded(about=9, files=(whole, erased)),
        EvidenceAdded(about=8, files=(whole, changed, missing)),
    )
    for file in (erased, gone):
        assert await evidence.erase("club", file.sha256)
    await evidence.keep("club", changed, b"other bytes")
    found = await check(evidence, "club", state)
    assert [(each.file, each.about, each.standing) for each in found] == [
        (whole, (8, 9), EvidenceStatus.WHOLE),
        (changed, (8,), EvidenceStatus.CHANGED),
        (missing, (8,), EvidenceStatus.MISSING),
        (erased, (9,), EvidenceStatus.ERASED),
        (spare, (), EvidenceStatus.UNNAMED),
    ]
