"""The wheel alone, in an empty environment, runs the demo and serves its pages."""

import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from patience import PATIENCE_S
from planilla.locales import LANGUAGES
from services import free_port

ROOT = Path(__file__).parents[2]
PIP = ("-m", "pip", "--disable-pip-version-check", "-q")
STYLESHEET = re.compile(r'<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"')

pytestmark = [pytest.mark.packaging]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    _run(sys.executable, *PIP, "wheel", "--no-build-isolation", "--no-deps", "-w", folder, ROOT)
    (built,) = folder.glob("planilla-*.whl")
    return built


@pytest.fixture(scope="module")
def planilla(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `planilla` command of an environment that holds the wheel and what it needs, no more."""
    environment = tmp_path_factory.mktemp("environment")
    _run(sys.executable, "-m", "venv", "--without-pip", environment)
    install = (*PIP, "--python", environment / "bin" / "python", "install", "--no-compile")
    _run(sys.executable, *install, "--require-hashes", "-r", ROOT / "requirements.lock")
    _run(sys.executable, *install, "--no-deps", wheel)
    return environment / "bin" / "planilla"


@pytest.fixture
def served(planilla: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a demo that the installed wheel serves."""
    port = free_port()
    settings = {"PLANILLA_PORT": str(port), "PLANILLA_DATA_DIR": str(tmp_path / "var")}
    with (tmp_path / "output").open("wb") as output:
        process = subprocess.Popen(
            [planilla, "serve", "--demo"],
            cwd=tmp_path,
            env=_environment() | settings,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(address, process, tmp_path / "output")
        yield address
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE_S)


def test_the_wheel_holds_the_pages_and_the_migrations(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    packed = {name.split("/")[2] for name in names if name.startswith("planilla/_assets/")}
    assert packed == {"web", "migrations"}
    for folder in ("web", "migrations"):
        ours = _run("git", "ls-files", "--cached", "--others", "--exclude-standard", folder)
        assert sorted(ours.split()) == sorted(
            name.removeprefix("planilla/_assets/") for name in names if f"_assets/{folder}/" in name
        )


def test_the_wheel_holds_the_texts_of_every_language_compiled(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = [name for name in archive.namelist() if name.startswith("planilla/locales/")]
    data = sorted(name for name in inside if not name.endswith(".py"))
    assert data == [f"planilla/locales/{language}/compiled.json" for language in LANGUAGES]


def test_the_installed_demo_reproduces_the_golden_open(planilla: Path, tmp_path: Path) -> None:
    _run(planilla, "demo", "--check", cwd=tmp_path)


def test_the_installed_wheel_serves_its_pages_and_styles(served: str) -> None:
    page = _get(f"{served}/")
    stylesheet = STYLESHEET.search(page)
    assert stylesheet is not None, page
    assert "{" in _get(urllib.parse.urljoin(f"{served}/", stylesheet[1]))


def _environment() -> dict[str, str]:
    """Ours without what would lead a program back to this checkout or to coverage."""
    ours = ("PYTHON", "PLANILLA_", "COV", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def _run(*command: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=_environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
        body: bytes = answer.read()
        return body.decode()


def _wait_for(address: str, process: subprocess.Popen[bytes], output: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            _get(f"{address}/")
        except (urllib.error.URLError, ConnectionError):
            running = process.poll() is None and time.monotonic() < deadline
            assert running, f"the server did not start:\n{output.read_text()}"
            time.sleep(0.1)
        else:
            return
