"""A client of the live protocol as `web/scripts/live-state.js` is one, and a log that grows."""

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from planilla.adapters.memory import CountedIds, MemoryStore, SetClock
from planilla.application.envelope import Recorded
from planilla.application.frames import Offset
from planilla.application.ports import TournamentSummary
from planilla.audit.seal import GENESIS, seal
from planilla.domain.tournament.facts import SCHEMA_VERSION, Fact, encode, type_of


class LiveClient:
    """One view as a client holds it: `needs` is what it has to do next."""

    def __init__(self) -> None:
        self.epoch: str | None = None
        self.version = 0
        self.rows: dict[str, list[Any]] = {}
        self.awaiting = False
        self.needs: str | None = "subscribe"
        self.history: list[dict[str, Any]] = []

    def subscribing(self) -> Offset | None:
        """From where to subscribe; the answer is awaited from now on."""
        self.history.append({"subscribe": True})
        self.awaiting, self.needs = True, None
        return None if self.epoch is None else Offset(self.epoch, self.version)

    def receive(self, frame: dict[str, Any]) -> None:
        """Obey one frame."""
        self.history.append({"frame": frame})
        if "ok" in frame:
            self.awaiting = False
            if frame["ok"]["mode"] == "snapshot":
                self._take(frame["ok"]["snapshot"])
            elif frame["ok"]["mode"] == "refetch":
                self.needs = "fetch"
        elif frame.get("reset") == {"why": "publication"}:
            self.needs = "subscribe"
        elif "reset" in frame:
            self.epoch, self.version, self.needs = None, 0, "subscribe"
        if "o" in frame:
            self._update(frame)

    def fetched(self, snapshot: dict[str, Any]) -> None:
        """A snapshot came by HTTP."""
        self.history.append({"snapshot": snapshot})
        self._take(snapshot)

    def _take(self, snapshot: dict[str, Any]) -> None:
        """Replace everything, unless we are further already."""
        epoch, version = snapshot["at"]
        if epoch == self.epoch and version < self.version:
            return
        self.epoch, self.version, self.rows = epoch, version, dict(snapshot["rows"])

    def _update(self, frame: dict[str, Any]) -> None:
        start, end = frame["o"]
        if self.awaiting or self.epoch is None or start > self.version:
            self.needs = self.needs or "subscribe"
            return
        if end <= self.version:
            return
        self.version = end
        for key in frame.get("del", ()):
            self.rows.pop(key, None)
        for key, column, value in frame.get("rows", ()):
            if column == -1:
                self.rows[key] = value
            else:
                row = list(self.rows[key])
                row[column] = value
                self.rows[key] = row


def as_json(value: Any) -> Any:
    """A value as a client reads it."""
    return json.loads(msgspec.json.encode(value))


def empty_store() -> MemoryStore:
    """A memory store without events."""
    return MemoryStore(clock=SetClock(), ids=CountedIds())


def grow(
    store: MemoryStore, facts: Iterable[Fact], tournament: str = "club", *, per_command: int = 1
) -> None:
    """Append facts to the log as they are, so many of a command, and wake whoever listens."""
    log = store.ledger.log
    hashes = {each.stream_id: each.hash for each in log}
    last = hashes.get(f"tournament/{tournament}", GENESIS)
    for fact in facts:
        log.append(recorded(fact, len(log) + 1, last, tournament, fact.version // per_command))
        last = log[-1].hash
        store.ledger.streams[tournament] = TournamentSummary(
            id=tournament,
            name="",
            version=fact.version,
            created_at=0,
            changed_at=fact.recorded_at,
        )
    for waiting in store._waiting:
        waiting.set()


def recorded(
    fact: Fact,
    position: int,
    last: bytes = GENESIS,
    tournament: str = "club",
    command: int = 0,
) -> Recorded:
    """A fact as it stands in the log, sealed after the one with the hash `last`."""
    unsealed = Recorded(
        position=position,
        event_id=f"{tournament}-{fact.version}",
        stream_id=f"tournament/{tournament}",
        version=fact.version,
        type=type_of(fact.event),
        schema_version=SCHEMA_VERSION,
        recorded_at=fact.recorded_at,
        effective_at=None,
        round=None,
        corrects=None,
        command_id=str(command),
        causation_id="",
        correlation_id="",
        actor_id="",
        data=encode(fact.event),
        hash=b"",
    )
    return msgspec.structs.replace(unsealed, hash=seal(last, unsealed))
