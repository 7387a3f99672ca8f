"""List of erasures: a file of JSON lines beside the database, without names."""

import os
from pathlib import Path

import msgspec

from planilla.application.ports import Erasure

_LINES = msgspec.json.Decoder(Erasure)


class ErasureFile:
    """`Erasures` port on a file that only its owner may read."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, erasure: Erasure) -> None:
        """See `Erasures.add`."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "ab") as file:
            file.write(msgspec.json.encode(erasure) + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def all(self) -> tuple[Erasure, ...]:
        """See `Erasures.all`.

        Raises:
            OSError, msgspec.DecodeError: the file exists and cannot be read.
        """
        if not self._path.exists():
            return ()
        return tuple(_LINES.decode(line) for line in self._path.read_bytes().splitlines() if line)
