"""The list of what was erased in memory, for tests."""

from planilla.application.ports import Erasure


class MemoryErasures:
    """The `Erasures` port on a list."""

    def __init__(self) -> None:
        self._lines: list[Erasure] = []

    def add(self, erasure: Erasure) -> None:
        """See `Erasures.add`."""
        self._lines.append(erasure)

    def all(self) -> tuple[Erasure, ...]:
        """See `Erasures.all`."""
        return tuple(self._lines)
