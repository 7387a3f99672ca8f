"""Other engines, asked in a process of their own: `make peers` installs them.

gacrux 1.11.65 (MIT, Python) pairs by the rules of 2026, py4swiss 0.3.1 (MIT, Python with the
matching of bbpPairings in C++) by those of 2017. gacrux and tiebreak-core 1.2.0 (MIT, Python) work
out tie-breaks by C.07 of 2024 and 2026. They are peers, not truth.
"""

import contextlib
import json
import select
import subprocess
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

ROOT = Path(__file__).parent.parent
PYTHON = ROOT / "build" / "peers" / "bin" / "python"
PEER_OF_SYSTEM = {"swiss-dutch-2017": "py4swiss", "swiss-dutch-2026": "gacrux"}


class PeerAnswer(NamedTuple):
    """A round in pairing numbers, 0 for the bye; or why there is none."""

    boards: list[tuple[int, int]]
    cpu_s: float
    peak_mb: float
    refused: str = ""


class PeerTooSlow(Exception):
    """No answer in the time given; the process was ended."""


def are_installed() -> bool:
    """Whether `make peers` was run here."""
    return PYTHON.exists()


class Peer:
    """One peer in one process: `with Peer("gacrux") as peer: peer.pair(file, 5)`.

    `program` is the module that speaks for it there.
    """

    def __init__(self, name: str, program: str = "bench.peer_program") -> None:
        self.name = name
        self.program = program

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            [PYTHON, "-m", self.program],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        raised: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(BrokenPipeError):
            self._process.communicate(timeout=10)

    def ask(self, request: dict[str, Any], timeout_s: float = 300) -> dict[str, Any]:
        """The answer to one request; raises `PeerTooSlow`."""
        source, sink = self._process.stdin, self._process.stdout
        assert source is not None
        assert sink is not None
        source.write(json.dumps({"peer": self.name, **request}) + "\n")
        source.flush()
        if not select.select([sink], [], [], timeout_s)[0]:
            self._process.kill()
            raise PeerTooSlow(self.name)
        answer: dict[str, Any] = json.loads(sink.readline())
        return answer

    def pair(self, file: Path, number: int, timeout_s: float = 300) -> PeerAnswer:
        """The peer's round `number` of a TRF; raises `PeerTooSlow`."""
        answer = self.ask({"file": str(file), "round": number}, timeout_s)
        if "refused" in answer:
            return PeerAnswer([], 0, 0, answer["refused"])
        boards = [(white, black) for white, black in answer["boards"]]
        return PeerAnswer(boards, answer["cpu_s"], answer["peak_mb"])
