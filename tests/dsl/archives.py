"""A small archive for tests, and everything that somebody could do to it."""

import hashlib
from collections.abc import Iterator

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.adapters.signing import Ed25519Signer
from planilla.application.archive_export import ArchiveRequest, archive_of
from planilla.application.heads import Heads
from planilla.application.ports import Signer
from planilla.audit.archive import ArchiveForm, closing
from planilla.audit.proofs import Endorsement
from stores import evening

SIGNER = Ed25519Signer(bytes(range(32)))
OTHER_SIGNER = Ed25519Signer(bytes(32))


class OneKey:
    """The `Keys` port on the key of tests."""

    def current(self) -> Signer:
        return SIGNER

    def endorsements(self) -> tuple[Endorsement, ...]:
        return ()


def club() -> MemoryStore:
    """Six players; round 1 was paired, which only the staff sees, and published: ten events."""
    store = MemoryStore(clock=SetClock(step=1_000_000), ids=CountedIds())
    for wish in evening():
        (answer,) = store.submit_all([wish])
        assert answer.status == "done"
    return store


async def archive(
    store: MemoryStore,
    form: ArchiveForm = ArchiveForm.FULL,
    *,
    version: int = 0,
    signer: Signer | None = SIGNER,
    with_head: bool = True,
) -> bytes:
    """The archive of the club up to a version, or whole."""
    last = await store.head("club")
    head = await Heads(store, OneKey(), SetClock()).head("club") if with_head else None
    wanted = ArchiveRequest(tournament="club", version=version or last, form=form)
    return b"".join([piece async for piece in archive_of(store, wanted, signer=signer, head=head)])


def signed_again(lines: list[bytes], signer: Signer = SIGNER) -> bytes:
    """An archive with another last line: what the holder of a key could do."""
    body = b"".join(lines)
    return body + closing(hashlib.sha256(body).digest(), signer.public_key, signer.sign)


def with_a_byte_changed(content: bytes, step: int = 1) -> Iterator[bytes]:
    """Each byte, or every so manieth, in another way each time."""
    for place in range(0, len(content), step):
        for change in (1, 1 + place * 37 % 255):
            changed = bytes((content[place] ^ change,))
            yield content[:place] + changed + content[place + 1 :]


def with_lines_moved(content: bytes) -> Iterator[bytes]:
    """Each line missing, each doubled, each two that follow one another exchanged."""
    lines = content.splitlines(keepends=True)
    for place in range(len(lines)):
        before, line, after = lines[:place], lines[place], lines[place + 1 :]
        yield b"".join([*before, *after])
        yield b"".join([*before, line, line, *after])
        if after:
            yield b"".join([*before, after[0], line, *after[1:]])


def cut_short(content: bytes, step: int = 1) -> Iterator[bytes]:
    """Cut at each byte, or at every so manieth."""
    return (content[:end] for end in range(0, len(content), step))
