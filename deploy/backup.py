#!/usr/bin/env python3
"""Copy a Planilla database into one file while the server runs; nothing is overwritten.

    deploy/backup.py TARGET [--database-url URL] [--postgres-bin FOLDER]

The database is the one of PLANILLA_DATABASE_URL or, without it, `planilla.db` in PLANILLA_DATA_DIR
(`var`). SQLite is copied with `VACUUM INTO` (one moment of the log, whoever writes meanwhile) and
checked; PostgreSQL with `pg_dump` in its custom format. The file appears under its name only when
it is whole.

It needs Python alone, and for PostgreSQL its `pg_dump`. Exit 0: done; 2: nothing was written.
"""

import argparse
import contextlib
import hashlib
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit, urlunsplit

DEFAULT_URL = f"sqlite:///{os.environ.get('PLANILLA_DATA_DIR') or 'var'}/planilla.db"
BUSY_S = 30


class CannotBackUp(Exception):
    """Says why, in one sentence; nothing was left behind."""


def main() -> int:
    """Read the arguments, back up, say what was written."""
    parser = argparse.ArgumentParser(description="Copy a Planilla database while the server runs.")
    parser.add_argument("target", type=Path, help="the file to be made; it must not exist")
    parser.add_argument(
        "--database-url", default=os.environ.get("PLANILLA_DATABASE_URL") or DEFAULT_URL
    )
    parser.add_argument("--postgres-bin", type=Path, help="folder of pg_dump; default: PATH")
    given = parser.parse_args()
    try:
        back_up(given.database_url, given.target, given.postgres_bin)
    except CannotBackUp as error:
        print(f"No backup: {error}", file=sys.stderr)
        return 2
    digest = hashlib.sha256(given.target.read_bytes()).hexdigest()
    print(f"{given.target}  {given.target.stat().st_size} bytes  sha256 {digest}")
    return 0


def back_up(url: str, target: Path, postgres_bin: Path | None = None) -> None:
    """Write the database at `url` into `target`.

    Raises:
        CannotBackUp: the target exists, or the database cannot be read.
    """
    if target.exists():
        raise CannotBackUp(f"{target} exists, and a backup never overwrites")
    if not target.parent.is_dir():
        raise CannotBackUp(f"there is no folder {target.parent}")
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        if url.startswith("sqlite:"):
            copy_sqlite(Path(url.removeprefix("sqlite:///")), part)
        else:
            dump_postgres(url, part, postgres_bin)
        part.chmod(0o600)  # it holds names and the hashes of secret links
        put_in_place(part, target)
    finally:
        part.unlink(missing_ok=True)


def copy_sqlite(source: Path, part: Path) -> None:
    """One consistent moment of a database in use."""
    if not source.is_file():
        raise CannotBackUp(f"there is no database {source}")
    try:
        with contextlib.closing(
            sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_S)
        ) as live:
            live.execute("VACUUM INTO ?", (str(part),))
        with contextlib.closing(sqlite3.connect(part)) as copy:
            said = copy.execute("PRAGMA integrity_check").fetchone()[0]
            copy.execute("SELECT position FROM log_head").fetchone()
    except sqlite3.Error as error:
        raise CannotBackUp(f"{source}: {error}") from error
    if said != "ok":
        raise CannotBackUp(f"{source} is damaged: {said}")


def dump_postgres(url: str, part: Path, postgres_bin: Path | None) -> None:
    """A dump of the whole database, in one transaction of its own."""
    address, environment = without_password(url)
    pg_dump = "pg_dump" if postgres_bin is None else str(postgres_bin / "pg_dump")
    command = [pg_dump, "--format=custom", "--no-owner", "--no-privileges"]
    try:
        done = subprocess.run(
            [*command, f"--file={part}", f"--dbname={address}"],
            capture_output=True,
            text=True,
            check=False,
            env=environment,
        )
    except OSError as error:
        raise CannotBackUp(f"pg_dump cannot be started: {error}") from error
    if done.returncode != 0:
        raise CannotBackUp(
            done.stderr.strip().splitlines()[-1] if done.stderr else "pg_dump failed"
        )


def without_password(url: str) -> tuple[str, dict[str, str]]:
    """The address for PostgreSQL's programs, and an environment that holds the password.

    A password among the arguments could be read by everybody on the machine.
    """
    parts = urlsplit(url)
    environment = dict(os.environ)
    place = parts.netloc
    if parts.password is not None:
        environment["PGPASSWORD"] = unquote(parts.password)
        account, _, host = place.rpartition("@")
        place = f"{account.partition(':')[0]}@{host}"
    return urlunsplit(("postgresql", place, parts.path, parts.query, "")), environment


def put_in_place(part: Path, target: Path) -> None:
    """Give a finished file its name, unless somebody took the name meanwhile; then it lasts."""
    with part.open("rb") as written:
        os.fsync(written.fileno())
    try:
        os.link(part, target)
    except FileExistsError as error:
        raise CannotBackUp(f"{target} exists, and a backup never overwrites") from error
    folder = os.open(target.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


if __name__ == "__main__":
    sys.exit(main())
