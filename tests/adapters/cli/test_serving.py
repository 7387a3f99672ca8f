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
from patience import PATIENCE_S

pytestmark = pytest.mark.no_cover

TOLD = (
    "Planilla",
    "This computer is on no network",
    "Phones on the same network",
    "Arbiter’s link",
    "Sample tournament",
    "Data",
)
"""The beginnings of the lines that a server prints once it accepts requests."""


@contextmanager
def served(
    folder: Path, *options: str, command: str = "serve", errors: Path | None = None
) -> Iterator[dict[str, str]]:
    """A server in `folder` with its own database, and what it announced."""
    program = [sys.executable, "-c", "from planilla.main import main; raise SystemExit(main())"]
    with open(errors or os.devnull, "w", encoding="utf-8") as told:  # noqa: PTH123 - either kind
        process = subprocess.Popen(
            [*program, command, "--port", "0", "--lang", "en", *options],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=told if errors else None,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    assert process.stdout is not None
    try:
        announced: dict[str, str] = {}
        while "Data" not in announced:
            line = process.stdout.readline().strip()
            key = next(each for each in TOLD if line.startswith(each))
            announced[key] = line.removeprefix(key).lstrip(": ").removeprefix("at ")
        yield announced
    finally:
        process.send_signal(signal.SIGTERM)
        rest, _ = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, rest) == (0, "Planilla has stopped.\n")


def body_of(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        return str(answer.read().decode())


def test_a_marathon_is_simulated_on_a_database_of_its_own(tmp_path: Path) -> None:
    options = ("--simulate", "--players", "6", "--minutes", "5", "--speed", "3000")
    with served(tmp_path, *options, command="masnou") as serving:
        address = serving["Sample tournament"].replace("/t/", "/api/t/") + "/views/event"
        deadline = time.monotonic() + PATIENCE_S
        while ",true," not in body_of(address) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert ",true," in body_of(address)  # it is finished
        assert serving["Data"] == "in a temporary folder that is deleted at the end"
    assert not (tmp_path / "var" / "planilla.db").exists()


def test_the_demo_is_served_played_and_continued(
    tmp_path: Path, planilla: Planilla, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(tmp_path, "--demo", "--pace", "0") as first:
        page = first["Sample tournament"]
        deadline = time.monotonic() + PATIENCE_S
        while "Iker" not in body_of(page) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert "Iker Zubeldia Arrospide" in body_of(f"{page}/entrants")
    token_file = tmp_path / "var" / "token"
    assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
    token = token_file.read_text(encoding="ascii").strip()
    address = page.partition("/t/")[0]
    said = first["Arbiter’s link"]
    assert said == f"PLANILLA_PUBLIC_URL={address} planilla link organiser"
    setting, _, command = said.partition(" planilla ")
    with monkeypatch.context() as environment:
        environment.setenv(*setting.split("="))
        assert planilla(*command.split()).out == f"{address}/enter#{token}\n"

    played = len(json.loads(planilla("log", "show", "muestra", "--json").out))
    with served(tmp_path, "--demo", "--pace", "0") as second:
        deadline = time.monotonic() + PATIENCE_S
        while "183" not in planilla("log", "verify").out and time.monotonic() < deadline:
            time.sleep(0.5)  # to look takes time of the server's own
        assert token not in "".join(second.values())
    assert planilla("link", "organiser").out.endswith(f"#{token}\n")
    assert played <= 183
    assert planilla("log", "verify").out == "muestra: 183 facts in order, the chain is intact.\n"


def test_a_server_without_the_demo_makes_its_own_file(tmp_path: Path) -> None:
    with served(tmp_path) as said:
        assert body_of(said["Planilla"] + "/healthz") == '{"status":"ok"}'
        assert "Sample tournament" not in said
        assert (
            said["Data"] == f"in {tmp_path / 'var'}, database sqlite:///{tmp_path}/var/planilla.db"
        )
        assert "planilla serve --host 0.0.0.0" in said["Phones on the same network"]
        written = tmp_path / "var"
        modes = {
            path.name: stat.S_IMODE(path.stat().st_mode)
            for path in (written, *written.iterdir())
            if not path.is_symlink()
        }
    assert {"planilla.db", "planilla.db-wal", "planilla.db-shm"} <= modes.keys()
    others = {name: oct(mode) for name, mode in modes.items() if mode & 0o077}
    assert others == {}, "they hold names: nobody else on this machine reads them"


def test_a_database_that_others_may_read_is_told_when_serving(tmp_path: Path) -> None:
    with served(tmp_path):
        pass
    database = tmp_path / "var" / "planilla.db"
    database.chmod(0o644)
    with served(tmp_path, errors=tmp_path / "errors"):
        pass
    told = (tmp_path / "errors").read_text(encoding="utf-8")
    assert f"{database} can be read by other users of this machine" in told


def test_a_server_for_the_network_names_no_address_that_nobody_can_open(tmp_path: Path) -> None:
    with served(tmp_path, "--host", "0.0.0.0") as said:
        assert "0.0.0.0" not in said["Planilla"]
        assert body_of(said["Planilla"] + "/healthz") == '{"status":"ok"}'
        told = said.get("Phones on the same network", "")
        assert told in {"", said["Planilla"]}


def test_the_secret_is_shown_on_a_terminal_and_in_no_journal(tmp_path: Path) -> None:
    program = [sys.executable, "-c", "from planilla.main import main; raise SystemExit(main())"]
    ours, theirs = os.openpty()
    with subprocess.Popen(
        [*program, "serve", "--port", "0", "--lang", "en"],
        cwd=tmp_path,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        os.close(theirs)
        shown = b""
        while b"Data" not in shown:
            shown += os.read(ours, 4096)
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE_S)
    os.close(ours)
    token = (tmp_path / "var" / "token").read_text(encoding="ascii").strip()
    assert "Arbiter (secret): http://127.0.0.1:" in shown.decode()
    assert f"/enter#{token}" in shown.decode()


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
