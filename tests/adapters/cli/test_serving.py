"""`planilla serve --demo` as a process: it answers, plays, stops, and goes on the next time."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adapters.cli.conftest import Planilla

pytestmark = pytest.mark.no_cover

PATIENCE_S = 60


@contextmanager
def served(folder: Path, *options: str, command: str = "serve") -> Iterator[dict[str, str]]:
    """A server in `folder` with its own database, and what it announced."""
    program = [sys.executable, "-c", "from planilla.main import main; raise SystemExit(main())"]
    process = subprocess.Popen(
        [*program, command, "--port", "0", "--lang", "en", *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert process.stdout is not None
    try:
        lines = [
            process.stdout.readline()
            for _ in range(3 if {"--demo", "--simulate"} & set(options) else 2)
        ]
        yield dict(line.strip().split(": " if ": http" in line else " at ") for line in lines)
    finally:
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, rest) == (0, "Planilla has stopped.\n")


def body_of(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        return str(answer.read().decode())


@pytest.mark.timeout(180)
def test_a_marathon_is_simulated_on_a_database_of_its_own(tmp_path: Path) -> None:
    options = ("--simulate", "--players", "6", "--minutes", "5", "--speed", "3000")
    with served(tmp_path, *options, command="masnou") as serving:
        address = serving["Sample tournament"].replace("/t/", "/api/t/") + "/views/event"
        deadline = time.monotonic() + PATIENCE_S
        while ",true," not in body_of(address) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert ",true," in body_of(address)  # it is finished
    assert not (tmp_path / "var" / "planilla.db").exists()


@pytest.mark.timeout(180)
def test_the_demo_is_served_played_and_continued(tmp_path: Path, planilla: Planilla) -> None:
    with served(tmp_path, "--demo", "--pace", "0") as first:
        page = first["Sample tournament"]
        deadline = time.monotonic() + PATIENCE_S
        while "Iker" not in body_of(page) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert "Iker Zubeldia Arrospide" in body_of(f"{page}/entrants")
    token_file = tmp_path / "var" / "token"
    assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
    assert first["Arbiter (secret)"].endswith(f"/enter#{token_file.read_text().strip()}")

    played = len(json.loads(planilla("log", "show", "muestra", "--json").out))
    with served(tmp_path, "--demo", "--pace", "0") as second:
        deadline = time.monotonic() + PATIENCE_S
        while "183" not in planilla("log", "verify").out and time.monotonic() < deadline:
            time.sleep(0.5)  # to look takes time of the server's own
    token = first["Arbiter (secret)"].partition("#")[2]
    assert second["Arbiter (secret)"].partition("#")[2] == token
    assert played <= 183
    assert planilla("log", "verify").out == "muestra: 183 facts in order, the chain is whole.\n"


@pytest.mark.timeout(120)
def test_a_server_without_the_demo_makes_its_own_file(tmp_path: Path) -> None:
    with served(tmp_path) as said:
        assert body_of(said["Planilla"] + "/healthz") == '{"status":"ok"}'
        assert "demo" not in "".join(said)
    assert (tmp_path / "var" / "planilla.db").exists()


def test_a_port_in_use_is_named(planilla: Planilla) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = planilla("serve", "--port", str(port))
    assert (said.code, said.err) == (
        2,
        f"planilla: Port {port} is in use. Choose another one with --port.\n",
    )


def test_an_address_of_somebody_else_is_named(planilla: Planilla) -> None:
    said = planilla("serve", "--host", "192.0.2.1", "--port", "0")
    assert (said.code, said.err) == (2, "planilla: Cannot listen on 192.0.2.1, port 0.\n")
