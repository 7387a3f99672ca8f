"""The port `Evidence` in memory, for tests and for programs that keep nothing."""

from msgspec.structs import replace

from planilla.application.ports import Clock, KeptEvidence
from planilla.domain.tournament.values import EvidenceFile


class MemoryEvidence:
    """The port `Evidence`."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[tuple[str, str], tuple[KeptEvidence, bytes | None]] = {}

    async def keep(self, tournament: str, file: EvidenceFile, body: bytes) -> None:
        """See `Evidence.keep`."""
        kept = KeptEvidence(file=file, kept_at=self._clock.now())
        self._kept[tournament, file.sha256] = (kept, body)

    async def kept(self, tournament: str) -> tuple[KeptEvidence, ...]:
        """See `Evidence.kept`."""
        return tuple(kept for (of, _), (kept, _) in self._kept.items() if of == tournament)

    async def body(self, tournament: str, sha256: str) -> bytes | None:
        """See `Evidence.body`."""
        found = self._kept.get((tournament, sha256))
        return None if found is None else found[1]

    async def erase(self, tournament: str, sha256: str) -> bool:
        """See `Evidence.erase`."""
        kept, body = self._kept.get((tournament, sha256), (None, None))
        if kept is None or body is None:
            return False
        self._kept[tournament, sha256] = (replace(kept, is_erased=True), None)
        return True
