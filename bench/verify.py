"""Verifying a log of 100,000 events: the chain, an archive, and by the file that needs nothing.

`python -m bench.verify` measures it alone; with a FILE it verifies that archive and says what that
took.
"""

import hashlib
import itertools
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import asdict, replace

from bench.demo_log import demo_log
from bench.figures import Figure, Section, as_text
from bench.memory import peak_mb
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.signing import Ed25519Signer
from planilla.adapters.store.inspection import open_snapshot
from planilla.adapters.store.ledger import DatabaseLedger
from planilla.adapters.store.migrate import migrate
from planilla.application.decisions import PendingCommand
from planilla.application.envelope import Actor, Recorded, Submission
from planilla.application.handle import Handler
from planilla.application.inspecting import KnownOutside, inspect
from planilla.application.roles import full_grant
from planilla.audit.archive import ArchiveForm, beginning, closing, event_line
from planilla.audit.archive_check import lines_in, verified
from planilla.audit.seal import GENESIS, seal, verify
from planilla.config import find_assets
from planilla.presentation.verifiers import verifying_program

ROOT = Path(__file__).parents[1]
VERIFIER = ROOT / "web" / "verifier" / "planilla_verify.py"
EVENTS = 100_000
SECONDS_MAX = 2
BATCH = 250
BEGINNING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("create-tournament", {"name": "Club", "rounds": 3, "first_colour": "white"}),
    (
        "enter-entrants",
        {"entrants": [{"id": each, "person": {"name": each}, "rating": 2000} for each in "ab"]},
    ),
    ("assign-numbers", {}),
    ("pair-round", {"round": 1}),
    ("publish-pairings", {"round": 1}),
)
FLIP: tuple[tuple[str, dict[str, Any]], ...] = (
    ("record-result", {"game": "1.1", "result": "1-0"}),
    ("withdraw-result", {"game": "1.1"}),
)
SIGNER = Ed25519Signer(bytes(32))


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on verifying."""
    count = 2_000 if quick else EVENTS
    events = tuple(sealed_again(count))
    path = folder / "archive.jsonl"
    write(path, events)
    megabytes = path.stat().st_size / 1_000_000
    start = time.process_time()
    assert verify(events) == ()
    chain_s = time.process_time() - start
    archive = json.loads(_run("-m", "bench.verify", str(path)).stdout)
    program = folder / VERIFIER.name
    program.write_text(verifying_program(VERIFIER.read_text(encoding="utf-8")), encoding="utf-8")
    before = _children_s()
    _run("-I", "-S", str(program), str(path))
    alone_s = _children_s() - before
    bound = f"bound {SECONDS_MAX} s" if count == EVENTS else ""
    return Section(
        "Verifying a log",
        f"{count:,} events with the data of the demo's log over and over, each sealed after the "
        "one before it: the chain of events in memory; an archive, every line of it in its "
        "canonical form, with digest and signature, read from a file; and the same by the one "
        "Python file that needs nothing of ours, from the start of its process to the end. Then an "
        "SQLite store of as many events, one for each command, and all that lies beside them, as "
        "`planilla log verify` inspects it.",
        [
            Figure("chain, processor", chain_s, "CPU s", bound),
            Figure("chain, events", count / chain_s, "a second"),
            Figure("archive, processor", archive["cpu_s"], "CPU s", bound),
            Figure("archive, events", count / archive["cpu_s"], "a second", f"{megabytes:.0f} MB"),
            Figure("archive, memory", archive["more_mb"], "MB", "above the program itself"),
            Figure("archive, one Python file", alone_s, "CPU s", "user and system"),
            Figure("whole store, processor", _store_s(folder, count), "CPU s", bound),
        ],
    )


def _store_s(folder: Path, count: int) -> float:
    """The processor's seconds of an inspection; a result is recorded and withdrawn in turn."""
    url = f"sqlite:///{folder / 'store.db'}"
    migrate(url, find_assets("migrations"))
    ledger = DatabaseLedger(url)
    handler = Handler(ledger, clock=SystemClock(), ids=RandomIds())
    commands = itertools.chain(BEGINNING, itertools.cycle(FLIP))
    for first in range(0, count, BATCH):
        wishes = []
        for number, (name, body) in enumerate(itertools.islice(commands, BATCH), start=first):
            wish = handler.admit(
                Submission(
                    tournament="club",
                    name=name,
                    body=json.dumps(body).encode(),
                    command_id=f"c{number}",
                    actor=Actor(id="bench", grants=(full_grant("club"),)),
                )
            )
            assert isinstance(wish, PendingCommand), wish
            wishes.append(wish)
        handler.execute(wishes)
    ledger.close()
    start = time.process_time()
    with open_snapshot(url) as snapshot:
        assert inspect(snapshot, KnownOutside()).is_whole
    return time.process_time() - start


def sealed_again(count: int) -> Iterator[Recorded]:
    """So many events with the data of the demo's, each sealed after the one before it."""
    log = demo_log()
    previous = GENESIS
    for version in range(1, count + 1):
        event = replace(
            log[version % len(log)],
            position=version,
            event_id=f"00000000-0000-7000-8000-{version:012x}",
            version=version,
        )
        previous = seal(previous, event)
        yield replace(event, hash=previous)


def write(path: Path, events: tuple[Recorded, ...]) -> None:
    """Write the archive of the events."""
    last = events[-1]
    digest = hashlib.sha256()
    with path.open("wb") as file:
        first = beginning(
            form=ArchiveForm.FULL, stream_id=last.stream_id, version=last.version, hash_=last.hash
        )
        for line in (first, *(event_line(asdict(event)) for event in events)):
            digest.update(line)
            file.write(line)
        file.write(closing(digest.digest(), SIGNER.public_key, SIGNER.sign))


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=True,
    )


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _verify_one(path: Path) -> None:
    start, loaded_mb = time.process_time(), peak_mb()
    with path.open("rb") as file:
        verified(lines_in(file.readline))
    cpu_s, more_mb = time.process_time() - start, peak_mb() - loaded_mb
    print(json.dumps({"cpu_s": cpu_s, "more_mb": more_mb}))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        _verify_one(Path(sys.argv[1]))
    else:
        with TemporaryDirectory(prefix="planilla-bench-") as folder:
            print(as_text([measure(Path(folder), quick=False)]))
