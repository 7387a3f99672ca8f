#!/usr/bin/env python3
"""Put a backup into a new place, draw a new live epoch and verify the chain before anybody serves.

    deploy/restore.py BACKUP --database-url URL [--planilla PROGRAM] [--postgres-bin FOLDER]

SQLite: the file must not exist; it gets its name only after `planilla log verify` has answered yes.
PostgreSQL: the database must exist and hold no tables; when it does not verify, nothing may serve
it. The new epoch tells every spectator to start afresh: offsets of the lost future mean nothing.

It needs Python, `planilla`, and for PostgreSQL its `pg_restore` and `psql`. Exit 0: restored and
verified; 1: the backup does not verify; 2: nothing was restored.
"""

import argparse
import contextlib
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

from backup import without_password

BESIDE_PYTHON = Path(sys.executable).with_name("planilla")
EPOCH_BYTES = 8


class CannotRestore(Exception):
    """Says why, in one sentence; the place is as it was."""


class DoesNotVerify(Exception):
    """The chain of the backup is broken, or it is of a newer Planilla; holds what was said."""


def main() -> int:
    """Read the arguments, restore, say what to do next."""
    parser = argparse.ArgumentParser(description="Put a backup into a new place and verify it.")
    parser.add_argument("backup", type=Path)
    parser.add_argument(
        "--database-url", default=os.environ.get("PLANILLA_DATABASE_URL"), help="the new place"
    )
    parser.add_argument(
        "--planilla",
        type=Path,
        default=BESIDE_PYTHON if BESIDE_PYTHON.exists() else Path("planilla"),
        help="the program that verifies; default: beside this Python, otherwise from PATH",
    )
    parser.add_argument(
        "--anyway", action="store_true", help="restore it although it does not verify"
    )
    parser.add_argument("--postgres-bin", type=Path, help="folder of pg_restore; default: PATH")
    given = parser.parse_args()
    if not given.database_url:
        parser.error("say where to with --database-url or PLANILLA_DATABASE_URL")
    try:
        if given.database_url.startswith("sqlite:"):
            place = Path(given.database_url.removeprefix("sqlite:///"))
            restore_sqlite(given.backup, place, given.planilla, anyway=given.anyway)
        else:
            restore_postgres(given.backup, given.database_url, given.planilla, given.postgres_bin)
    except CannotRestore as error:
        print(f"Not restored: {error}", file=sys.stderr)
        return 2
    except DoesNotVerify as error:
        print(f"The backup does not verify; do not serve it.\n{error}", file=sys.stderr)
        if not given.anyway:
            return 1
        print(
            "Restored all the same, with a new live epoch: its pages will say that it is damaged."
        )
        return 0
    print("Restored and verified, with a new live epoch: it may be served.")
    return 0


def restore_sqlite(backup: Path, place: Path, planilla: Path, *, anyway: bool = False) -> None:
    """Make the file at `place` from `backup`; with `anyway` also one that does not verify.

    Raises:
        CannotRestore: something is there already, or the backup cannot be read.
        DoesNotVerify: the store in the backup is not what was written.
    """
    for taken in (place, Path(f"{place}-wal"), Path(f"{place}-shm")):
        if taken.exists():
            raise CannotRestore(f"{taken} exists, and a restore never overwrites")
    if not backup.is_file():
        raise CannotRestore(f"there is no file {backup}")
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        shutil.copyfile(backup, part)
        part.chmod(0o600)
        draw_sqlite_epoch(part)
        try:
            verify(f"sqlite:///{part.absolute()}", planilla)
        except DoesNotVerify:
            if anyway:
                leave_wal(part)
                os.link(part, place)
            raise
        leave_wal(part)
        os.link(part, place)
    except FileExistsError as error:
        raise CannotRestore(f"{place} exists, and a restore never overwrites") from error
    finally:
        for left in (part, Path(f"{part}-wal"), Path(f"{part}-shm")):
            left.unlink(missing_ok=True)


def draw_sqlite_epoch(part: Path) -> None:
    """Give the log in `part` an epoch that no spectator has seen."""
    try:
        with contextlib.closing(sqlite3.connect(part)) as copy, copy:
            copy.execute("UPDATE log_head SET epoch = ?", (secrets.token_hex(EPOCH_BYTES),))
    except sqlite3.Error as error:
        raise CannotRestore(f"the backup is no Planilla database: {error}") from error


def leave_wal(part: Path) -> None:
    """Bring everything that verifying has touched into the one file, on the disk."""
    with contextlib.closing(sqlite3.connect(part)) as copy:
        copy.execute("PRAGMA journal_mode = DELETE")
    with part.open("rb") as written:
        os.fsync(written.fileno())


def restore_postgres(backup: Path, url: str, planilla: Path, postgres_bin: Path | None) -> None:
    """Fill the empty database at `url` from `backup`, all or nothing.

    Raises:
        CannotRestore: it is not empty, or the backup cannot be read; it is as it was.
        DoesNotVerify: the log in the backup is not what was written.
    """
    address, environment = without_password(url)
    if not backup.is_file():
        raise CannotRestore(f"there is no file {backup}")
    psql = [_program("psql", postgres_bin), "--no-psqlrc", "-qtA", "-v", "ON_ERROR_STOP=1"]
    tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    if _run([*psql, "-c", tables, address], environment).strip() != "0":
        raise CannotRestore("the database holds tables already, and a restore never overwrites")
    pg_restore = [_program("pg_restore", postgres_bin), "--single-transaction", "--exit-on-error"]
    _run(
        [*pg_restore, "--no-owner", "--no-privileges", f"--dbname={address}", str(backup)],
        environment,
    )
    epoch = secrets.token_hex(EPOCH_BYTES)
    _run([*psql, "-c", f"UPDATE log_head SET epoch = '{epoch}'", address], environment)  # noqa: S608 - hexadecimal digits
    verify(url, planilla)


def verify(url: str, planilla: Path) -> None:
    """Bring the schema up to date and ask `planilla` whether every chain in the database holds.

    Raises:
        CannotRestore: the program is missing.
        DoesNotVerify: it says no, in the words that are passed on.
    """
    for asked in (["migrate"], ["log", "verify"]):
        try:
            done = subprocess.run(
                [planilla, *asked],
                capture_output=True,
                text=True,
                check=False,
                env=dict(os.environ) | {"PLANILLA_DATABASE_URL": url},
            )
        except OSError as error:
            raise CannotRestore(f"{planilla} cannot be started: {error}") from error
        if done.returncode != 0:
            raise DoesNotVerify((done.stdout + done.stderr).strip())


def _program(name: str, folder: Path | None) -> str:
    return name if folder is None else str(folder / name)


def _run(command: list[str], environment: dict[str, str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    except OSError as error:
        raise CannotRestore(f"{command[0]} cannot be started: {error}") from error
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        raise CannotRestore(lines[-1] if lines else f"{command[0]} failed")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
