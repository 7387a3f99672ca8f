"""Heads and proofs of a log of 100,000 events: how long they take, and how many bytes they have."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from msgspec.structs import asdict
from sqlalchemy import insert, update

from bench.figures import Figure, Section, milliseconds_of
from bench.verify import sealed_again
from planilla.adapters.clock import SystemClock
from planilla.adapters.signing import SetKey
from planilla.adapters.store import schema
from planilla.adapters.store.engines import migrating_engine
from planilla.adapters.store.migrate import migrate
from planilla.adapters.store.reader import DatabaseLog
from planilla.adapters.store.wakes import GrowthSignal
from planilla.application.envelope import Recorded
from planilla.application.heads import Heads
from planilla.application.log_tree import LogProofs
from planilla.audit.merkle import Frontier
from planilla.audit.proofs import BYTES_MAX, Proof, check_consistency, check_proof, encoded
from stores import MIGRATIONS

EVENTS = 100_000
AT_ONCE = 5_000
KEYS = SetKey("00" * 32, variable="K")


def measure(folder: Path, *, quick: bool) -> Section:
    """The section on heads and proofs."""
    count, runs = (2_000, 3) if quick else (EVENTS, 25)
    url = f"sqlite:///{folder / 'proof.db'}"
    migrate(url, MIGRATIONS)
    events = tuple(sealed_again(count))
    _write(url, events)
    return Section(
        "Heads and proofs",
        f"{count:,} events with the data of the demo's log over and over, in an SQLite file; one "
        "process, from the question to the signed answer. Checking is done by plain Python.",
        [*asyncio.run(_measured(url, events, runs)), _grown(events, runs)],
    )


def _write(url: str, events: tuple[Recorded, ...]) -> None:
    """Put events into an empty log as they are."""
    engine = migrating_engine(url)
    with engine.begin() as connection:
        for start in range(0, len(events), AT_ONCE):
            part = enumerate(events[start : start + AT_ONCE], start=start + 1)
            rows = [{**asdict(event), "position": at, "event_id": str(at)} for at, event in part]
            connection.execute(insert(schema.event), rows)
        connection.execute(update(schema.log_head).values(position=len(events)))
    engine.dispose()


async def _measured(url: str, events: tuple[Recorded, ...], runs: int) -> list[Figure]:
    log = DatabaseLog(url, GrowthSignal())
    tournament = events[0].stream_id.partition("/")[2]
    try:
        cold_ms = await _milliseconds([lambda: LogProofs(log).root(len(events))])
        heads = Heads(log, KEYS, SystemClock())
        await heads.head(tournament)
        head_ms = await _milliseconds([lambda: heads.head(tournament)] * runs)
        versions = range(1, len(events) + 1, max(1, len(events) // 199))
        proofs = [await heads.proof(tournament, version) for version in versions]
        proof_ms = await _milliseconds(
            [partial(heads.proof, tournament, version) for version in list(versions)[:runs]]
        )
        grown = await heads.consistency(len(events) // 3)
    finally:
        await log.close()
    return [
        Figure("first root, nothing kept", cold_ms, "ms", "all hashes read and hashed"),
        Figure("signed head", head_ms, "ms", "whatever came since the last one besides"),
        Figure("proof of one event", proof_ms, "ms", f"{len(proofs[0].path)} nodes and more"),
        *_sizes(proofs),
        Figure("proof of consistency", len(encoded(grown)), "bytes", f"{len(grown.path)} nodes"),
        Figure("check a proof", milliseconds_of(lambda: check_proof(proofs[1]), runs=5), "ms"),
        Figure(
            "check consistency", milliseconds_of(lambda: check_consistency(grown), runs=5), "ms"
        ),
    ]


def _sizes(proofs: list[Proof]) -> Iterable[Figure]:
    sizes = [len(encoded(proof)) for proof in proofs]
    whole = sum(proof.event is not None for proof in proofs)
    note = f"bound {BYTES_MAX}; {whole} of {len(proofs)} with header and data"
    yield Figure("proof, the longest", max(sizes), "bytes", note)
    yield Figure("proof, median", median(sizes), "bytes")


def _grown(events: tuple[Recorded, ...], runs: int) -> Figure:
    frontier = Frontier().grown(event.hash for event in events)
    more = (events[0].hash,)
    took = milliseconds_of(lambda: frontier.grown(more).root, runs=runs)
    return Figure("root after one more event", took * 1000, "µs", f"{len(frontier.whole)} subtrees")


async def _milliseconds(acts: list[Callable[[], Awaitable[Any]]]) -> float:
    took = []
    for act in acts:
        start = time.perf_counter()
        await act()
        took.append(1000 * (time.perf_counter() - start))
    return median(took)
