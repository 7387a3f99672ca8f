"""An outlet of messages without a socket."""

from collections.abc import Callable


class AcceptingOutlet:
    """A connection of which `accept` takes a message or part of it, and returns how much.

    A refused message (0) raises as at a full socket. `rests` are the parts that were left to the
    connection.
    """

    def __init__(self, accept: Callable[[bytes], int]) -> None:
        self.rests: list[bytes] = []
        self._accept = accept
        self._is_held = False

    @property
    def send(self) -> Callable[[bytes], int] | None:
        return None if self._is_held else self._send

    def _send(self, data: bytes) -> int:
        if sent := self._accept(data):
            return sent
        raise BlockingIOError

    def encoded(self, data: bytes) -> bytes:
        return data

    def finish(self, rest: bytes) -> None:
        self.rests.append(rest)

    def write(self, data: bytes) -> bool:
        return not self._is_held and bool(self._accept(data))

    def hold(self) -> None:
        self._is_held = True

    def release(self) -> None:
        self._is_held = False
