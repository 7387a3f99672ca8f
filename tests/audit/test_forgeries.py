"""Planilla and the Python file come to the same verdict on whatever somebody may hand in."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.forged_proofs import FORGED
from dsl.forgeries import ARCHIVES, Row
from dsl.verifier import VERIFIER
from planilla.audit.archive_check import ArchiveFault, Expected, lines_in, verified
from planilla.audit.proofs import Proof, ProofFault, SignedHead, check_head, check_proof, read

OF_THE_FILE = {
    "unreadable": "proof.unreadable",
    "too-large": "proof.unreadable",
    "other-form": "proof.form",
    "another-event": "proof.event",
    "not-in-log": "proof.way",
    "another-key": "other-key",
    "not-signed": "head-signature",
}
"""What the command calls a fault of a proof, and what file and page call it."""


def our_verdict(row: Row) -> tuple[int, str]:
    version, begins = row.head or (0, "")
    expected = Expected(public_key=bytes.fromhex(row.key), version=version, hash_begins=begins)
    try:
        found = verified(lines_in(io.BytesIO(row.content).readline), expected)
    except ArchiveFault as fault:
        return fault.line, fault.code
    return 0, found.trust


def verdict_of_the_file(row: Row) -> tuple[int, str]:
    try:
        found = VERIFIER.Reading(io.BytesIO(row.content), row.key, row.head).verify()
    except VERIFIER.Fault as fault:
        return fault.line, fault.code
    return 0, found["trust"]


def test_an_archive_gets_one_verdict() -> None:
    ours = {row.name: our_verdict(row) for row in ARCHIVES}
    assert {row.name: verdict_of_the_file(row) for row in ARCHIVES} == ours
    expected = {row.name: row.code or row.trust for row in ARCHIVES}
    assert {name: verdict for name, (_, verdict) in ours.items()} == expected


def test_a_proof_gets_one_verdict() -> None:
    expected = {row.name: row.code for row in FORGED}
    assert len(expected) == len(FORGED)
    assert {row.name: verdict_of_the_file_on_a_proof(row) for row in FORGED} == expected
    alone = [row for row in FORGED if row.head is None]
    ours = {row.name: our_verdict_of_a_proof(row) for row in alone}
    assert ours == {row.name: row.code for row in alone}


SPLINTERS = (
    b'"',
    b"\n",
    b" ",
    b"\\u0061",
    b"\\ud800",
    b"NaN",
    b"1e5",
    b"9" * 20,
    b"null",
    b"\\",
    b"\xff",
)


@pytest.mark.no_cover
@settings(deadline=None, max_examples=150)
@given(
    whole=st.sampled_from([row.content for row in FORGED if not row.code]),
    start=st.integers(min_value=0, max_value=2000),
    length=st.integers(min_value=0, max_value=40),
    pasted=st.one_of(st.binary(max_size=4), st.sampled_from(SPLINTERS)),
)
def test_nothing_that_is_pasted_into_a_proof_parts_the_verifiers(
    whole: bytes, start: int, length: int, pasted: bytes
) -> None:
    changed = Row(name="changed", content=whole[:start] + pasted + whole[start + length :])
    ours = our_verdict_of_a_proof(changed)
    assert verdict_of_the_file_on_a_proof(changed) == ours


def our_verdict_of_a_proof(row: Row) -> str:
    try:
        document = read(row.content)
        if isinstance(document, Proof):
            check_proof(document, key=row.key)
        else:
            assert isinstance(document, SignedHead)
            check_head(document, key=row.key)
    except ProofFault as fault:
        return OF_THE_FILE[fault.code]
    return ""


def verdict_of_the_file_on_a_proof(row: Row) -> str:
    try:
        VERIFIER.proved(row.content, row.key, row.head)
    except VERIFIER.Fault as fault:
        return str(fault.code)
    return ""
