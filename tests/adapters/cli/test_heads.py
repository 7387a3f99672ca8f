"""Heads, proofs and keys on the command line, as an organiser and a sceptic use them."""

import asyncio
import json
import sqlite3
import stat
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from planilla.adapters.clock import SystemClock
from planilla.adapters.signing import SetKey
from planilla.adapters.store.reader import DatabaseLog
from planilla.adapters.store.wakes import GrowthSignal
from planilla.application.heads import Heads
from planilla.audit.proofs import encoded
from planilla.audit.seal import GENESIS, event_ids_after

HEAD = 183
"""The last version of the sample before its key is announced."""


@pytest.fixture
def log(planilla: Planilla, database: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample, and a data folder for its key."""
    monkeypatch.setenv("PLANILLA_DATA_DIR", str(database.parent / "data"))
    return database


def key_file(log: Path) -> Path:
    return log.parent / "data" / "signing-key"


def changed(proof: Path, **others: object) -> str:
    """A copy of a proof with other fields."""
    document = json.loads(proof.read_text(encoding="utf-8")) | others
    copy = proof.with_suffix(".changed")
    compact = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    copy.write_text(compact, encoding="utf-8")
    return str(copy)


def test_the_first_head_announces_the_key_and_the_next_does_not(
    planilla: Planilla, log: Path
) -> None:
    first = planilla("log", "head", "muestra")
    assert first.code == 0
    assert first.out.startswith(f"muestra: v{HEAD + 1} announces the key ")
    assert f"muestra: v{HEAD + 1} · " in first.out
    again = json.loads(planilla("log", "head", "muestra", "--json").out)
    assert again["head"][4] == HEAD + 1
    assert again["head"][9] in planilla("log", "key", "show").out
    assert "signed by the key" in planilla("log", "show", "muestra").out.splitlines()[-1]
    assert planilla("log", "verify", "muestra").code == 0


def test_the_key_is_its_owners_alone_and_stays_out_of_the_database(
    planilla: Planilla, log: Path
) -> None:
    assert not key_file(log).exists()
    planilla("log", "head", "muestra")
    assert stat.S_IMODE(key_file(log).stat().st_mode) == 0o600
    secret = key_file(log).read_text(encoding="ascii").split()[0]
    kept = [path.read_bytes() for path in log.parent.glob("planilla.db*")]
    assert kept
    assert not any(bytes.fromhex(secret) in each or secret.encode() in each for each in kept)
    key_file(log).chmod(0o640)
    for arguments in (("log", "head", "muestra"), ("serve", "--port", "0")):
        said = planilla(*arguments)
        assert (said.code, said.out) == (2, "")
        assert "Other users can read the key file" in said.err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("", "There is no signing key in"), ("é", "cannot be read"), ("ab" * 31, "no signing key")],
)
def test_a_key_file_that_holds_no_key(
    planilla: Planilla, log: Path, content: str, sentence: str
) -> None:
    key_file(log).parent.mkdir()
    key_file(log).touch(0o600)
    key_file(log).write_text(content, encoding="utf-8")
    said = planilla("log", "key", "show")
    assert said.code == 2
    assert sentence in said.err


def test_the_key_may_stand_in_a_setting(
    planilla: Planilla, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # RFC 8032, 7.1, test 1: the public key of this secret one
    secret = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    monkeypatch.setenv("PLANILLA_SIGNING_KEY", secret)
    assert public in planilla("log", "key", "show").out
    assert not key_file(log).exists()
    said = planilla("log", "key", "rotate")
    assert (said.code, "PLANILLA_SIGNING_KEY" in said.err) == (2, True)
    monkeypatch.setenv("PLANILLA_SIGNING_KEY", secret[:-1])
    wrong = planilla("log", "key", "show")
    assert (wrong.code, secret[:-1] in wrong.err) == (2, False)


def test_a_key_is_replaced_and_the_old_one_endorses_the_new(planilla: Planilla, log: Path) -> None:
    before = json.loads(planilla("log", "head", "muestra", "--no-announce", "--json").out)
    assert planilla("log", "key", "announce", "muestra").code == 0
    rotated = planilla("log", "key", "rotate")
    after = json.loads(planilla("log", "head", "muestra", "--json").out)
    assert rotated.code == 0
    assert before["head"][9] != after["head"][9]
    told = planilla("log", "show", "muestra").out.splitlines()
    assert "which the previous key endorsed." in told[-1]
    assert after["head"][4] == HEAD + 2
    listed = planilla("log", "key", "show").out
    assert f"{before['head'][9]} endorsed {after['head'][9]}." in listed


def test_an_event_is_proved_to_whoever_has_the_proof_alone(
    planilla: Planilla, log: Path, tmp_path: Path
) -> None:
    path = tmp_path / "proof.json"
    assert planilla("log", "proof", "muestra", "v12", "-o", str(path)).code == 0
    key = json.loads(path.read_text(encoding="utf-8"))["signed_head"]["head"][9]
    log.unlink()

    said = planilla("log", "check-proof", str(path), "--key", key)
    assert said.code == 0
    assert said.out.startswith("v12 (EntrantEntered) is in the log, at position 12")
    assert "--key" in planilla("log", "check-proof", str(path)).out

    document = json.loads(path.read_text(encoding="utf-8"))
    assert json.loads(planilla("log", "check-proof", str(path), "--json").out) == {"proved": True}
    for others, sentence in (
        ({"version": 13}, "does not match its event"),
        ({"version": 999}, "does not match its event"),
        ({"position": 13}, "does not lead from v12"),
        ({"path": document["path"][1:]}, "does not lead from v12"),
        ({"path": ["!", *document["path"][1:]]}, "can be read"),
        ({"hash": "00" * 32}, "does not match its event"),
        ({"event": None, "hash": "zz"}, "can be read"),
        ({"event": {**document["event"], "data": {}}}, "does not match its event"),
        ({"event": {**document["event"], "previous": "z"}}, "can be read"),
        ({"event": {**document["event"], "header": {}}}, "can be read"),
        ({"planilla-proof": 1}, "form 2 is expected: request it again"),
        ({"withheld": "staff"}, "can be read"),
        ({"event": None}, "can be read"),
        ({"event": None, "withheld": "secret"}, "can be read"),
        ({"event": None, "withheld": "size", "version": 11}, "does not lead from v11"),
        ({"signed_head": {**document["signed_head"], "signature": "00" * 64}}, "not valid"),
        ({"signed_head": {**document["signed_head"], "signature": "é"}}, "can be read"),
    ):
        wrong = planilla("log", "check-proof", changed(path, **others))
        assert (wrong.code, sentence in wrong.err) == (1, True), (others, wrong)
    other_key = planilla("log", "check-proof", str(path), "--key", "00" * 32)
    assert (other_key.code, "another key" in other_key.err) == (1, True)
    path.write_bytes(b"x" * 70_000)
    assert "too long" in planilla("log", "check-proof", str(path)).err
    assert planilla("log", "check-proof", str(tmp_path / "none")).code == 2


def test_a_proof_is_held_against_a_head_that_was_kept(
    planilla: Planilla, log: Path, tmp_path: Path
) -> None:
    kept, proof = tmp_path / "head.json", tmp_path / "proof.json"
    planilla("log", "head", "muestra", "--no-announce", "-o", str(kept))
    planilla("log", "head", "muestra")
    planilla("log", "proof", "muestra", "v12", "-o", str(proof))
    later = planilla("log", "check-proof", str(proof), "--head", str(kept))
    assert (later.code, f"--position {HEAD}" in later.err) == (1, True)
    at = ("--position", str(HEAD), "-o", str(proof))
    planilla("log", "proof", "muestra", "v12", *at)
    assert planilla("log", "check-proof", str(proof), "--head", str(kept)).code == 0
    assert planilla("log", "check-proof", str(kept)).code == 0

    document = json.loads(kept.read_text(encoding="utf-8"))
    for place, other, sentence in (
        (2, "00" * 16, "not valid"),
        (7, "00" * 32, "not valid"),
        (7, "00" * 16, "can be read"),
        (1, 1, "form 2 is expected"),
    ):
        head = [*document["head"]]
        head[place] = other
        wrong = planilla("log", "check-proof", str(proof), "--head", changed(kept, head=head))
        assert (wrong.code, sentence in wrong.err) == (1, True)


def test_a_log_that_was_cut_is_found_out_by_a_head_that_was_kept(
    planilla: Planilla, log: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "head.json"
    planilla("log", "head", "muestra", "--no-announce", "-o", str(kept))
    assert planilla("log", "check-head", str(kept)).code == 0
    with sqlite3.connect(log) as connection:
        guards = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in guards.fetchall():
            connection.execute(f'DROP TRIGGER "{name}"')
        connection.execute("DELETE FROM event WHERE version > 182")
        connection.execute("UPDATE stream SET version = 182")
        connection.execute("UPDATE stream SET hash = (SELECT hash FROM event WHERE version = 182)")
        connection.execute("UPDATE log_head SET position = 182")
        ids = connection.execute("SELECT event_id FROM event ORDER BY version").fetchall()
        digest = event_ids_after(GENESIS, (event_id for (event_id,) in ids))
        connection.execute("UPDATE stream SET event_ids = ?", (digest,))
        connection.execute("UPDATE stream SET changed_at = (SELECT max(recorded_at) FROM event)")
        connection.execute("DELETE FROM command WHERE command_id = 'demo:muestra:182'")
    connection.close()
    assert planilla("log", "verify", "muestra").code == 0  # cut so well it cannot tell
    cut = planilla("log", "check-head", str(kept))
    assert (cut.code, "the end is missing" in cut.err) == (1, True)
    planilla("log", "head", "muestra")  # appends: another event in the place of what was cut
    other = planilla("log", "check-head", str(kept))
    assert (other.code, "changed or started again" in other.err) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        pytest.param(("head", "nowhere"), "no tournament", id="no tournament"),
        pytest.param(("head", "nowhere", "--no-announce"), "no tournament", id="no head"),
        pytest.param(("proof", "muestra", "v999"), "v999", id="no event"),
        pytest.param(("proof", "muestra", "v0"), "v0", id="before the first"),
        pytest.param(("proof", "muestra", "v3", "--position", "999"), "position 999", id="far"),
        pytest.param(("key", "announce"), "TOURNAMENT", id="nowhere to announce"),
        pytest.param(("key", "burn"), "burn", id="no such act"),
        pytest.param(("head", "muestra", "-o", "none/file"), "cannot be written", id="no folder"),
    ],
)
def test_what_cannot_be_asked(
    planilla: Planilla, log: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    said = planilla("log", *arguments)
    assert (said.code, sentence in said.err) == (2, True), said


def test_a_log_is_shown_to_have_grown(planilla: Planilla, log: Path, tmp_path: Path) -> None:
    old, new, shown = (tmp_path / f"{name}.json" for name in ("old", "new", "shown"))
    planilla("log", "head", "muestra", "--no-announce", "-o", str(old))
    planilla("log", "head", "muestra", "-o", str(new))
    shown.write_bytes(asyncio.run(grown(log, HEAD)))
    for head in (old, new):
        said = planilla("log", "check-proof", str(shown), "--head", str(head))
        assert (said.code, "begins with the log up to" in said.out) == (0, True)
    forged = planilla("log", "check-proof", changed(shown, path=[]))
    assert (forged.code, "does not begin" in forged.err) == (1, True)
    no_head = planilla("log", "check-proof", str(new), "--head", str(shown))
    assert (no_head.code, "no signed head" in no_head.err) == (1, True)
    proof = tmp_path / "proof.json"
    planilla("log", "proof", "muestra", "v2", "-o", str(proof))
    assert planilla("log", "check-head", str(proof)).code == 0
    assert planilla("log", "proof", "muestra", "v2").out.startswith('{"planilla-proof":2,')


async def grown(log: Path, old: int) -> bytes:
    reader = DatabaseLog(f"sqlite:///{log}", GrowthSignal())
    try:
        keys = SetKey("00" * 32, variable="K")
        return encoded(await Heads(reader, keys, SystemClock()).consistency(old))
    finally:
        await reader.close()
