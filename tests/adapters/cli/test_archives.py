"""Archives are written, verified and taken in; what is wrong with one is one sentence."""

import contextlib
import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla
from planilla.main import main

HEADER = (
    "stream_id",
    "version",
    "type",
    "schema_version",
    "recorded_at",
    "effective_at",
    "round",
    "corrects",
    "command_id",
    "causation_id",
    "correlation_id",
    "actor_id",
)


@pytest.fixture
def archive(planilla: Planilla, database: Path, tmp_path: Path) -> Path:
    """The archive of the sample."""
    target = tmp_path / "sample.jsonl"
    said = planilla("log", "export", "muestra", "-o", str(target))
    assert (said.code, said.out) == (0, f"183 facts in {target}.\n")
    return target


@pytest.fixture
def elsewhere(planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Another log, with nothing in it."""
    path = tmp_path / "elsewhere.db"
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{path}")
    return path


def test_the_seals_of_an_archive_can_be_made_again_by_anybody(archive: Path) -> None:
    previous = bytes(32)
    lines = archive.read_bytes().splitlines()
    for line in lines[1:184]:
        event = json.loads(line)
        data = line[line.index(b'"data":') + 7 : line.rindex(b',"hash":')]
        header = [event[name] for name in HEADER]
        sealed = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
        assert hashlib.sha256(previous + sealed + data).hexdigest() == event["hash"]
        previous = bytes.fromhex(event["hash"])
    assert json.loads(lines[0])["head"] == {"version": 183, "hash": previous.hex()}
    before = hashlib.sha256(b"\n".join(lines[:-1]) + b"\n").hexdigest()
    assert json.loads(lines[-1])["digest"] == before


def test_an_archive_is_verified_without_a_database(
    planilla: Planilla, archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLANILLA_DATABASE_URL", "nonsense")
    said = planilla("log", "verify", str(archive))
    lines = said.out.splitlines()
    assert said.code == 0
    assert lines[0] == (
        f"{archive}: intact. v1 to v183 of tournament/muestra; "
        "nothing changed, missing or out of place."
    )
    assert lines[1].startswith("Head: v183:")
    assert lines[2].startswith("It is signed by the key ")
    assert lines[3] == "The head is signed by the same key."


def test_a_known_key_and_a_known_head_are_looked_for(
    planilla: Planilla, archive: Path, tmp_path: Path
) -> None:
    closing = json.loads(archive.read_bytes().splitlines()[-1])
    key = tmp_path / "key.txt"
    key.write_text(closing["public_key"].upper() + "\n")
    sixty_first = json.loads(archive.read_bytes().splitlines()[61])["hash"]
    printed = f"v61 · {sixty_first[:4]} {sixty_first[4:8]} {sixty_first[8:12]}"
    said = planilla("log", "verify", str(archive), "--key", str(key), "--head", printed)
    assert said.code == 0
    assert said.out.splitlines()[2:4] == [
        "It contains the expected head, v61.",
        "It is signed by the expected key.",
    ]


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        pytest.param(
            ("--key", "ab" * 32),
            1,
            f"not by the expected key {'ab' * 32}.",
            id="another key",
        ),
        pytest.param(
            ("--head", "v61:000000000000"),
            1,
            "not the expected one: this is a different history.",
            id="another history",
        ),
        pytest.param(
            ("--head", "v184:000000000000"),
            1,
            "line 1: it ends with v183, but the expected head is v184: the end is missing.",
            id="the end missing",
        ),
        pytest.param(("--key", "abc"), 2, "“abc” is not a public key: 64 hex digits", id="no key"),
        pytest.param(("--head", "v0:00"), 2, "“v0:00” is not a head: v61:…", id="no head"),
    ],
)
def test_what_was_expected_and_is_not_there_is_said(
    planilla: Planilla, archive: Path, options: tuple[str, str], code: int, sentence: str
) -> None:
    said = planilla("log", "verify", str(archive), *options)
    assert (said.code, said.out) == (code, "")
    assert sentence in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "code", "sentence"),
    [
        (b"", 2, "line 1: the file is empty."),
        (b"012 An open\n", 2, "line 1: this is not a Planilla archive."),
        (b'{"planilla-archive":2}\n', 2, "line 1: format 2 is not supported."),
        (None, 1, "line 92: the archive is cut off here."),
    ],
)
def test_what_is_no_archive_or_half_of_one_is_one_sentence(
    planilla: Planilla, archive: Path, content: bytes | None, code: int, sentence: str
) -> None:
    lines = archive.read_bytes().splitlines(keepends=True)
    half = b"".join(lines[:91]) + lines[91][:50]
    archive.write_bytes(half if content is None else content)
    said = planilla("log", "verify", str(archive))
    assert (said.code, said.err) == (code, f"planilla: {archive}, {sentence}\n")


def test_a_file_that_is_not_there_is_named(planilla: Planilla) -> None:
    said = planilla("log", "verify", "no/such/file", "--lang", "es")
    assert (said.code, said.err) == (
        2,
        "planilla: no/such/file no se puede leer: No such file or directory.\n",
    )


def test_an_archive_goes_into_another_log_with_its_names(
    planilla: Planilla, archive: Path, database: Path, tmp_path: Path
) -> None:
    people = tmp_path / "people.jsonl"
    people.touch(0o644)
    planilla("log", "export", "muestra", "-o", str(archive), "--people", str(people))
    assert people.stat().st_mode & 0o077 == 0
    there = f"sqlite:///{tmp_path / 'there.db'}"
    arguments = ("log", "import", str(archive), "--people", str(people), "--database", there)
    said = planilla(*arguments)
    assert (said.code, said.out.splitlines()) == (
        0,
        [
            "muestra: 183 facts appended, up to v183.",
            "Names of 40 people and 10 texts were stored beside the log.",
        ],
    )
    assert planilla(*arguments).out == "muestra: all facts up to v183 are already present.\n"
    exported = planilla("export", "muestra", "--database", there).out
    assert exported == planilla("export", "muestra").out


def test_a_log_that_was_taken_in_verifies(
    planilla: Planilla, archive: Path, elsewhere: Path
) -> None:
    assert planilla("log", "import", str(archive)).code == 0
    said = planilla("log", "verify")
    assert (said.code, said.out) == (0, "muestra: 183 facts in order, the chain is intact.\n")


def test_nothing_is_taken_into_a_log_whose_end_was_moved(
    planilla: Planilla, archive: Path, elsewhere: Path
) -> None:
    assert planilla("migrate").code == 0
    with contextlib.closing(sqlite3.connect(elsewhere)) as connection, connection:
        connection.execute("UPDATE log_head SET position = 7")
    said = planilla("log", "import", str(archive))
    assert (said.code, said.err) == (
        1,
        (
            "planilla: The log of this tournament does not match its seals from version 1 on. "
            "Nothing was recorded.\n"
        ),
    )


def test_what_is_not_whole_or_not_full_is_not_taken_in(
    planilla: Planilla, archive: Path, database: Path, tmp_path: Path
) -> None:
    there = ("--database", f"sqlite:///{tmp_path / 'there.db'}")
    public = tmp_path / "public.jsonl"
    planilla("log", "export", "muestra", "--public", "-o", str(public))
    said = planilla("log", "import", str(public), *there)
    assert (said.code, said.err) == (
        1,
        ("planilla: The public form cannot be imported: it lacks what only arbiters may read.\n"),
    )
    archive.write_bytes(archive.read_bytes().replace(b'"rating":2148', b'"rating":2149'))
    said = planilla("log", "import", str(archive), *there)
    assert said.code == 1
    assert "the seal of v12 does not match" in said.err
    assert planilla("log", "import", "no-such-file", *there).code == 2


def test_names_of_another_archive_are_not_taken_in(
    planilla: Planilla, archive: Path, elsewhere: Path, tmp_path: Path
) -> None:
    people = tmp_path / "people.jsonl"
    people.write_text("Ana\n")
    said = planilla("log", "import", str(archive), "--people", str(people))
    assert (said.code, said.err) == (
        2,
        "planilla: Line 1 of the file with the names cannot be read.\n",
    )
    assert planilla("log", "import", str(archive), "--people", "no/such").code == 2


def test_names_are_in_no_public_archive(planilla: Planilla, database: Path) -> None:
    said = planilla("log", "export", "muestra", "--public", "--people", "people.jsonl")
    assert (said.code, said.err) == (
        2,
        ("planilla: Names and texts go with the full form only: leave out --public or --people.\n"),
    )


def test_an_archive_without_a_file_goes_to_the_terminal(
    capfdbinary: pytest.CaptureFixture[bytes], database: Path, tmp_path: Path
) -> None:
    assert main(["log", "export", "muestra", "--public"]) == 0
    said = capfdbinary.readouterr().out
    assert said.count(b"\n") == 1 + 183 + 2
    assert b'"withheld":true' in said


@pytest.mark.parametrize("command", [("log", "export", "muestra"), ("log", "verifier")])
def test_a_file_that_cannot_be_written_is_named(
    planilla: Planilla, database: Path, command: tuple[str, ...]
) -> None:
    said = planilla(*command, "-o", "no/such/folder")
    assert (said.code, said.err) == (
        2,
        "planilla: no/such/folder cannot be written: No such file or directory.\n",
    )


def test_an_unknown_tournament_leaves_the_file_as_it_was(planilla: Planilla, archive: Path) -> None:
    before = archive.read_bytes()
    said = planilla("log", "export", "nobody", "-o", str(archive))
    assert (said.code, said.err) == (2, "planilla: There is no tournament “nobody”.\n")
    assert archive.read_bytes() == before


def test_a_second_file_that_cannot_be_written_is_named(planilla: Planilla, database: Path) -> None:
    said = planilla("log", "export", "muestra", "--people", "no/such/folder")
    assert said.code == 2
    assert said.err.startswith("planilla: no/such/folder cannot be written")


def test_the_verifier_is_handed_out_and_needs_nothing_of_planilla(
    planilla: Planilla, archive: Path, tmp_path: Path
) -> None:
    verifier = tmp_path / "planilla_verify.py"
    said = planilla("log", "verifier", "-o", str(verifier))
    assert said.out == f"The verifier is in {verifier}. To use it: python3 {verifier} ARCHIVE\n"
    answer = subprocess.run(
        [sys.executable, "-I", "-S", str(verifier), str(archive), "--lang", "es"],
        capture_output=True,
        text=True,
        check=True,
    )
    ours = planilla("log", "verify", str(archive), "--lang", "es")
    assert answer.stdout == ours.out


@pytest.mark.usefixtures("database")
def test_what_is_no_file_keeps_its_mode(planilla: Planilla, tmp_path: Path) -> None:
    """Names are written into files that the owner alone reads; a device is not ours to close."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    target = str(tmp_path / "open.jsonl")
    said = planilla("log", "export", "muestra", "-o", target, "--people", str(pipe))
    os.close(reading)
    assert said.code == 0
    assert pipe.stat().st_mode & 0o777 == 0o666
