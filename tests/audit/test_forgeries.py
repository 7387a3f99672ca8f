"""Planilla and the Python file come to the same verdict on whatever somebody may hand in."""

import io

from dsl.forged_proofs import FORGED
from dsl.forgeries import ARCHIVES, Row
from dsl.verifier import VERIFIER
from planilla.audit.archive_check import ArchiveFault, Expected, lines_in, verified
from planilla.audit.heads import SignedHead
from planilla.audit.proofs import Proof, ProofFault, check_head, check_proof, read

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
