"""A proof, or a head, proves what it says to whoever has it alone: changed ones prove nothing."""

import asyncio
import io
import json
from pathlib import Path

import pytest

from dsl.archives import OTHER_SIGNER, SIGNER, OneKey, archive, with_a_byte_changed
from dsl.forgeries import CLUB, FULL, announced, chained
from dsl.verifier import VERIFIER
from planilla.adapters.memory import SetClock
from planilla.application.heads import Heads
from planilla.application.ports import Signer
from planilla.audit.proofs import Proof, ProofFault, check_proof, encoded, read

HASH: str = json.loads(FULL.splitlines()[0])["head"]["hash"]

PROOFS = tuple(
    asyncio.run(Heads(CLUB, OneKey(), SetClock()).proof("club", version)) for version in (1, 9, 10)
)


@pytest.mark.parametrize("proof", PROOFS, ids=["the first", "of the staff", "the last"])
def test_the_file_verifies_proofs_as_planilla_does(proof: Proof) -> None:
    check_proof(proof, key=SIGNER.public_key.hex())
    found = VERIFIER.proved_event(encoded(proof), SIGNER.public_key.hex(), (10, HASH))
    assert (found["version"], found["size"]) == (proof.version, 10)
    assert found["withheld"] == proof.withheld
    reading = VERIFIER.Reading(io.BytesIO(FULL))
    reading.proof = found
    assert reading.verify()["events"] == 10
    reading = VERIFIER.Reading(io.BytesIO(FULL))
    reading.proof = {**found, "hash": "0" * 64}
    with pytest.raises(VERIFIER.Fault, match=r"proof\.other"):
        reading.verify()


def document_in(content: bytes) -> Proof:
    document = read(content)
    assert isinstance(document, Proof)
    return document


@pytest.mark.parametrize("proof", PROOFS, ids=["the first", "of the staff", "the last"])
def test_a_changed_proof_proves_nothing(proof: Proof) -> None:
    for changed in with_a_byte_changed(encoded(proof), 29):
        with pytest.raises(VERIFIER.Fault):
            VERIFIER.proved_event(changed, "", None)
        with pytest.raises(ProofFault):
            check_proof(document_in(changed))


@pytest.mark.parametrize(
    ("proof", "said"),
    [
        (0, "Content: TournamentCreated, recorded on 2023-11-14 22:13:"),
        (1, "Only arbiters can read the content of v9: its position and its hash, "),
        (2, "Content: PairingsPublished, recorded on 2023-11-14 22:13:"),
    ],
)
def test_the_file_says_what_a_proof_proves_and_what_not(
    proof: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path, archived = tmp_path / "proof.json", tmp_path / "club.jsonl"
    path.write_bytes(encoded(PROOFS[proof]))
    archived.write_bytes(FULL)
    arguments = ["planilla_verify.py", str(archived), "--proof", str(path), "--lang", "en"]
    monkeypatch.setattr("sys.argv", arguments)
    assert VERIFIER.main() == 0
    told = capsys.readouterr().out.splitlines()
    assert told[1].startswith(said)
    assert told[3].startswith("Not proved: that the recorded facts are true, or what came after ")
    assert told[4].endswith("nothing changed, missing or out of place.")
    monkeypatch.setattr("sys.argv", [*arguments, "--key", OTHER_SIGNER.public_key.hex()])
    assert VERIFIER.main() == 1
    assert "not by the expected key" in capsys.readouterr().err


def test_what_an_archive_of_an_earlier_day_does_not_reach_is_not_proved_by_it() -> None:
    earlier = asyncio.run(archive(CLUB, version=7, with_head=False))
    for document in (PROOFS[2], PROOFS[2].signed_head):
        reading = VERIFIER.Reading(io.BytesIO(earlier))
        reading.proof = VERIFIER.proved(encoded(document), "", None)
        with pytest.raises(VERIFIER.Fault, match="tail"):
            reading.verify()
        reading = VERIFIER.Reading(io.BytesIO(FULL))
        reading.proof = VERIFIER.proved(encoded(document), "", None)
        assert reading.verify()["events"] == 10


def test_a_proof_by_a_key_that_the_archive_does_not_know_is_refused() -> None:
    forged = asyncio.run(Heads(CLUB, TheOtherKey(), SetClock()).proof("club", 9))
    reading = VERIFIER.Reading(io.BytesIO(FULL))
    reading.proof = VERIFIER.proved_event(encoded(forged), "", None)
    with pytest.raises(VERIFIER.Fault, match=r"proof\.key"):
        reading.verify()


def test_a_proof_by_the_next_key_is_followed_from_the_one_that_was_told() -> None:
    events = [announced(SIGNER), announced(OTHER_SIGNER, SIGNER, SIGNER), ("Any", b"{}")]
    content = chained(events, OTHER_SIGNER)
    hash_ = json.loads(content.splitlines()[3])["hash"]
    for told, signer, code in (
        (SIGNER, OTHER_SIGNER, ""),
        (OTHER_SIGNER, OTHER_SIGNER, ""),
        (OTHER_SIGNER, SIGNER, "proof.key"),
    ):
        reading = VERIFIER.Reading(io.BytesIO(content), told.public_key.hex())
        proved = {"version": 3, "stream": "tournament/club", "hash": hash_}
        reading.proof = {**proved, "public_key": signer.public_key.hex()}
        if not code:
            assert reading.verify()["events"] == 3
            continue
        with pytest.raises(VERIFIER.Fault, match=code):
            reading.verify()


class TheOtherKey(OneKey):
    def current(self) -> Signer:
        return OTHER_SIGNER


@pytest.mark.parametrize(
    ("key", "known", "code"),
    [
        (OTHER_SIGNER.public_key.hex(), None, "other-key"),
        ("", (9, HASH), "head-elsewhere"),
        ("", (10, "0" * 12), "other-head"),
    ],
)
def test_a_proof_for_another_key_or_head_is_refused(
    key: str, known: tuple[int, str] | None, code: str
) -> None:
    with pytest.raises(VERIFIER.Fault, match=code):
        VERIFIER.proved_event(encoded(PROOFS[0]), key, known)
