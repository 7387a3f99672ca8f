"""The chain is made as the documentation says, and verifying finds every change."""

import hashlib
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planilla.audit.seal import (
    GENESIS,
    Fault,
    commitment_to,
    header,
    holes,
    keyed_hash,
    seal,
    verify,
)


@dataclass(frozen=True)
class Entry:
    """An event with every field of the header different."""

    version: int = 1
    data: bytes = b'{"type":"RoundClosed","round":3}'
    stream_id: str = "tournament/club"
    type: str = "RoundClosed"
    schema_version: int = 1
    recorded_at: int = 1_700_000_000_000_000
    effective_at: int | None = None
    round: int | None = 3
    corrects: str | None = None
    command_id: str = "c-1"
    causation_id: str = "c-0"
    correlation_id: str = "k"
    actor_id: str = "árbitro"
    hash: bytes = b""


# Written out by hand from DESIGN, section 2: the fields from stream_id to actor_id, no position.
HEADER = (
    '["tournament/club",1,"RoundClosed",1,1700000000000000,null,3,null,"c-1","c-0","k","árbitro"]'
)


def chain(length: int) -> list[Entry]:
    entries: list[Entry] = []
    previous = GENESIS
    for version in range(1, length + 1):
        entry = Entry(version=version, data=b'{"n":%d}' % version)
        previous = seal(previous, entry)
        entries.append(replace(entry, hash=previous))
    return entries


def test_the_header_is_a_json_array_without_the_position() -> None:
    assert header(Entry()).decode() == HEADER


def test_the_first_event_seals_32_zero_bytes() -> None:
    by_hand = hashlib.sha256(b"\0" * 32 + HEADER.encode() + Entry().data).digest()
    assert seal(GENESIS, Entry()) == by_hand


def test_the_next_event_seals_the_hash_before_it() -> None:
    first = seal(GENESIS, Entry())
    by_hand = hashlib.sha256(first + HEADER.encode() + Entry().data).digest()
    assert seal(first, Entry()) == by_hand


def test_a_commitment_is_the_salted_hash_in_hex() -> None:
    assert commitment_to(b"salt", b'"Ada"') == hashlib.sha256(b'salt"Ada"').hexdigest()


def test_a_keyed_hash_is_the_same_each_time_and_that_of_the_standard() -> None:
    """RFC 4231, test cases 2 and 1."""
    for _ in range(2):
        assert keyed_hash(b"Jefe", b"what do ya want for nothing?").hex() == (
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        assert keyed_hash(b"\x0b" * 20, b"Hi There").hex() == (
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        )


def test_an_untouched_chain_verifies() -> None:
    assert verify(chain(5)) == ()
    assert verify([]) == ()


def test_a_part_of_a_chain_verifies_after_the_event_before_it() -> None:
    whole = chain(5)
    assert verify(whole[2:], previous=whole[1].hash, after=2) == ()


@pytest.mark.parametrize(
    "change",
    [
        {"data": b"{}"},
        {"recorded_at": 1},
        {"actor_id": "somebody"},
        {"round": None},
        {"type": "RoundReopened"},
        {"corrects": "x"},
    ],
)
def test_a_changed_event_is_named(change: dict[str, object]) -> None:
    events = chain(4)
    events[1] = replace(events[1], **change)  # type: ignore[arg-type]
    assert verify(events) == (Fault(version=2, code="hash-mismatch"),)


def test_an_event_changed_and_sealed_again_breaks_the_next_link() -> None:
    events = chain(4)
    forged = replace(events[1], data=b"{}")
    events[1] = replace(forged, hash=seal(events[0].hash, forged))
    assert verify(events) == (Fault(version=3, code="hash-mismatch"),)


def test_a_removed_event_leaves_a_gap() -> None:
    events = chain(4)
    del events[1]
    assert verify(events) == (
        Fault(version=3, code="version-gap"),
        Fault(version=3, code="hash-mismatch"),
    )


def test_an_event_of_another_stream_is_named() -> None:
    events = chain(2)
    strange = replace(events[1], stream_id="tournament/other")
    events[1] = replace(strange, hash=seal(events[0].hash, strange))
    assert verify(events) == (Fault(version=2, code="other-stream"),)


@given(length=st.integers(1, 8), data=st.data())
def test_no_byte_of_the_data_can_change_unseen(length: int, data: st.DataObject) -> None:
    events = chain(length)
    at = data.draw(st.integers(0, length - 1))
    byte = data.draw(st.integers(0, len(events[at].data) - 1))
    flipped = bytearray(events[at].data)
    flipped[byte] ^= 1
    events[at] = replace(events[at], data=bytes(flipped))
    assert Fault(version=at + 1, code="hash-mismatch") in verify(events)


def test_holes_are_named_by_the_position_before_them() -> None:
    assert holes([1, 2, 3]) == ()
    assert holes([]) == ()
    assert holes([2, 3, 5]) == (0, 3)
