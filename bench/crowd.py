"""A crowd of sockets that count what comes: `python -m bench.crowd PORT COUNT [HELLO]`.

`HELLO` is the message that each sends after the upgrade to a WebSocket; without it nothing is
upgraded, and a server sends bare frames. It says `ready` when everybody is connected (after the
first message, with `HELLO`), then answers each line `N` of standard input when everybody has N more
frames: the time (monotonic, ns) of the last, and all messages so far, heartbeats included.
"""

import select
import selectors
import socket
import sys
import time

UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
READ = 65_536
TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""First bytes of whole frames (RFC 6455, 5.2)."""
SHORT = 126
"""RFC 6455, 5.2: shorter frames have their length in one byte, with 126 it follows in two."""
AT_ONCE = 100
"""Connections opened before those before them are answered."""


class Reader:
    """One socket, the bytes of an incomplete frame, and what came: `frames` without heartbeats."""

    def __init__(self, port: int, hello: bytes) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.frames = self.messages = 0
        self.is_open = not hello
        self._hello = hello
        self._unread = b""
        if hello:
            self.socket.sendall(UPGRADE)
        self.socket.settimeout(0)

    def ask(self, message: bytes) -> None:
        """Send a message."""
        self.socket.sendall(_masked(TEXT, message))

    def drained(self, silence_s: float = 0.2) -> int:
        """Read until nothing more comes for so long; return all messages."""
        while select.select([self.socket], [], [], silence_s)[0]:
            self.read()
        return self.messages

    def read(self) -> None:
        """Count the frames that have come; answer pings."""
        data = self._unread + self.socket.recv(READ)
        assert data, "the server has closed the connection"
        if not self.is_open:
            head, ended, data = data.partition(b"\r\n\r\n")
            if not ended:
                self._unread = head
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self.is_open = True
            self.ask(self._hello)
        place = 0
        while (end := _end(data, place)) and end <= len(data):
            if data[place] == PING:
                self.socket.sendall(_masked(PONG, data[place + 2 : end]))
            else:
                self.messages += 1
                self.frames += not _is_heartbeat(data[place:end])
            place = end
        self._unread = data[place:]


def _is_heartbeat(frame: bytes) -> bool:
    """Return whether a frame of ours says nothing but where its channel is."""
    return b'{"c":' in frame and b'"rows"' not in frame and b'"ok"' not in frame


def _masked(kind: int, payload: bytes) -> bytes:
    """A frame of a client; its mask is all zeros, which leaves the payload as it is."""
    assert len(payload) < SHORT
    return bytes((kind, 0x80 | len(payload), 0, 0, 0, 0)) + payload


def _end(data: bytes, place: int) -> int:
    """Where the frame ends that begins at a place; 0 where its head is not whole."""
    if len(data) < place + 2:
        return 0
    size, head = data[place + 1], place + 2
    if size >= SHORT:
        head += 2 if size == SHORT else 8
        if len(data) < head:
            return 0
        size = int.from_bytes(data[place + 2 : head], "big")
    return head + size


class Crowd:
    """All sockets, and the reading of them."""

    def __init__(self, port: int, count: int, hello: bytes) -> None:
        self._selector = selectors.EpollSelector()
        self._readers: list[Reader] = []
        for place in range(1, count + 1):
            reader = Reader(port, hello)
            self._readers.append(reader)
            self._selector.register(reader.socket, selectors.EVENT_READ, reader)
            if hello and (place % AT_ONCE == 0 or place == count):
                self._wait_for(1)
        self._upto = 1 if hello else 0

    def answer_lines(self) -> None:
        """Answer the lines of standard input until it ends; read all the time, for the pings."""
        self._selector.register(sys.stdin, selectors.EVENT_READ)
        while True:
            ready = [key.data for key, _ in self._selector.select()]
            for reader in filter(None, ready):
                reader.read()
            if None in ready:
                line = sys.stdin.readline()
                if not line:
                    return
                self._upto += int(line)
                self._wait_for(self._upto)
                ended = time.monotonic_ns()
                print(ended, sum(reader.messages for reader in self._readers), flush=True)

    def _wait_for(self, frames: int) -> None:
        """Read until everybody has so many."""
        missing = {reader for reader in self._readers if reader.frames < frames}
        while missing:
            for key, _ in self._selector.select():
                reader: Reader = key.data
                reader.read()
                if reader.frames >= frames:
                    missing.discard(reader)


def main() -> None:
    port, count, *hello = sys.argv[1:]
    crowd = Crowd(int(port), int(count), hello[0].encode() if hello else b"")
    print("ready", flush=True)
    crowd.answer_lines()


if __name__ == "__main__":
    main()
