"""The key that signs: RFC 8032's vectors, the file and its rights, several processes."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from planilla.adapters.signing import Ed25519Signer, KeyFile, SetKey
from planilla.application.ports import KeyUnusable
from planilla.audit.ed25519 import is_signed
from planilla.audit.proofs import endorsement_message

RFC_8032 = (
    # 7.1, tests 1 to 3: secret key, public key, message, signature
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
)


@pytest.mark.parametrize(("secret", "public", "message", "signature"), RFC_8032)
def test_it_signs_as_the_rfc_does(secret: str, public: str, message: str, signature: str) -> None:
    signer = Ed25519Signer(bytes.fromhex(secret))
    assert signer.public_key.hex() == public
    assert signer.sign(bytes.fromhex(message)).hex() == signature


def test_the_key_stays_through_restarts_and_another_is_endorsed(tmp_path: Path) -> None:
    path = tmp_path / "new" / "signing-key"
    keys = KeyFile(path)
    keys.check()
    assert (path.exists(), keys.endorsements()) == (False, ())
    first = keys.current().public_key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    other = KeyFile(path)  # another process, or the next start
    assert other.current().public_key == first
    second = keys.rotate().public_key
    assert other.current().public_key == second != first
    (endorsed,) = other.endorsements()
    assert (endorsed.old, endorsed.new) == (first.hex(), second.hex())
    message = endorsement_message(first, second)
    assert is_signed(first, message, bytes.fromhex(endorsed.signature))
    third = other.rotate().public_key
    assert [each.new for each in keys.endorsements()] == [second.hex(), third.hex()]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["signing-key"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o610, 0o660, 0o644])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "signing-key"
    KeyFile(path).current()
    path.chmod(mode)
    for act in (KeyFile(path).current, KeyFile(path).check, KeyFile(path).rotate):
        with pytest.raises(KeyUnusable, match="open"):
            act()


def test_rights_that_are_given_later_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "signing-key"
    keys = KeyFile(path)
    keys.current()
    path.chmod(0o644)
    with pytest.raises(KeyUnusable, match="open"):
        keys.current()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("", "malformed"),
        ("ab" * 31, "malformed"),
        ("xy" * 32, "malformed"),
        ("ab" * 32 + "\nab cd", "malformed"),
        ("ab" * 32 + "\n" + f"{'ab' * 32} {'cd' * 32} {'ef' * 63}", "malformed"),
        ("é" * 32, "unreadable"),
    ],
)
def test_what_is_no_key_is_refused(tmp_path: Path, content: str, why: str) -> None:
    path = tmp_path / "signing-key"
    path.touch(0o600)
    path.write_text(content, encoding="utf-8")
    with pytest.raises(KeyUnusable, match=why):
        KeyFile(path).current()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(KeyUnusable, match="unreadable"):
        KeyFile(tmp_path / "file" / "signing-key").current()


def test_a_file_that_cannot_even_be_looked_at_is_told(tmp_path: Path) -> None:
    keys = KeyFile(tmp_path / ("x" * 300))
    for act in (keys.current, keys.endorsements, keys.check):
        with pytest.raises(KeyUnusable, match="unreadable"):
            act()


def test_a_key_in_a_setting_is_not_replaced_here() -> None:
    keys = SetKey(RFC_8032[0][0], variable="K")
    keys.check()
    assert keys.current().public_key.hex() == RFC_8032[0][1]
    assert keys.endorsements() == ()
    with pytest.raises(KeyUnusable, match="K: set"):
        keys.rotate()
    with pytest.raises(KeyUnusable, match="malformed"):
        SetKey("ab", variable="K")


def test_nodes_that_begin_together_draw_one_key(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from planilla.adapters.signing import KeyFile;"
        "sys.stdin.read(1); print(KeyFile(Path(sys.argv[1])).current().public_key.hex())"
    )
    path = str(tmp_path / "signing-key")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", program, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        for _ in range(2)
    ]
    said = {process.communicate(b"x")[0] for process in started}
    assert len(said) == 1
    assert len(json.dumps(said.pop().decode().strip())) == 66
