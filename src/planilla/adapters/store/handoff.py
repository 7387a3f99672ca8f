"""Handing commands to the writing process, over a local socket beside the SQLite file.

A frame is four bytes of length (big-endian) and JSON: a `Submission` one way, a `Reply` the other.
An empty frame asks whether commands are accepted; the reply holds the reason if not. A process that
can open the socket (mode 0600) can also open the database, so its scopes are trusted.
"""

import contextlib
import os
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from planilla.application.envelope import Answer, DryRunAnswer, Submission
from planilla.application.ports import StoreUnavailable

FRAME_MAX = 4_000_000
SOCKET_PATH_MAX = 100
"""Longest path of a socket (107 in the kernel); longer ones go through a folder's descriptor."""
CONNECTIONS_MAX = 64
WAIT_S = 30.0
LOOK_UP_S = 1.0

Submit = Callable[[Submission], Answer]

_LENGTH = struct.Struct(">I")


class Reply(msgspec.Struct, frozen=True, kw_only=True):
    """The answer (a `DryRunAnswer` to a dry run), or the reason for its absence."""

    answer: Answer | None = None
    foretold: DryRunAnswer | None = None
    unavailable: str = ""


class HandoffServer:
    """Server for commands of other processes, with a thread for each connection.

    `takes_commands` answers the empty frame.
    """

    def __init__(
        self, path: Path, submit: Submit, takes_commands: Callable[[], bool] = lambda: True
    ) -> None:
        self._path = path
        self._submit = submit
        self._takes_commands = takes_commands
        self._slots = threading.BoundedSemaphore(CONNECTIONS_MAX)
        self._closing = threading.Event()
        self._socket = _listen(path)
        self._thread = threading.Thread(target=self._accept, name="planilla-handoff", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop accepting commands."""
        self._closing.set()
        self._wake()
        self._thread.join()
        self._socket.close()
        self._path.unlink(missing_ok=True)

    def _wake(self) -> None:
        """Connect to this socket, so that `accept` returns; `shutdown` does not ensure it."""
        with (
            contextlib.suppress(OSError),  # then `accept` ends by its timeout
            _address(self._path) as address,
            _connect(address, LOOK_UP_S),
        ):
            pass

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                connection, _ = self._socket.accept()
            except OSError:  # no connection within the timeout
                continue
            if self._closing.is_set():  # the client asks the next writer
                connection.close()
                return
            connection.settimeout(WAIT_S)
            self._slots.acquire()
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        try:
            with connection:
                while (frame := _receive(connection)) is not None:
                    _send(connection, msgspec.json.encode(self._reply(frame)))
        except OSError:
            pass  # the other process has closed the connection
        finally:
            self._slots.release()

    def _reply(self, frame: bytes) -> Reply:
        if not frame:
            return Reply(unavailable="" if self._takes_commands() else "the writer has stopped")
        try:
            answer = self._submit(msgspec.json.decode(frame, type=Submission))
        except StoreUnavailable as error:
            return Reply(unavailable=str(error))
        except msgspec.DecodeError as error:
            return Reply(unavailable=f"this process speaks another version: {error}")
        return Reply(foretold=answer) if isinstance(answer, DryRunAnswer) else Reply(answer=answer)


def hand_over(path: Path, submissions: tuple[Submission, ...]) -> tuple[Answer, ...]:
    """Return the answers of the writing process, in order.

    Raises:
        OSError: there is no listener, or the process has ended; the commands may be sent again.
        StoreUnavailable: it could not record one of them.
    """
    with _address(path) as address, _connect(address, WAIT_S) as connection:
        return tuple(_ask(connection, submission) for submission in submissions)


def is_taking(path: Path, wait_s: float) -> bool:
    """Return whether the writing process accepts commands.

    Raises:
        OSError: there is no listener, or no answer within `wait_s`.
    """
    with _address(path) as address, _connect(address, wait_s) as connection:
        return not _replied(connection, b"").unavailable


def _ask(connection: socket.socket, submission: Submission) -> Answer:
    reply = _replied(connection, msgspec.json.encode(submission))
    answer = reply.foretold or reply.answer
    if answer is None:
        raise StoreUnavailable(reply.unavailable)
    return answer


def _replied(connection: socket.socket, sent: bytes) -> Reply:
    _send(connection, sent)
    frame = _receive(connection)
    if frame is None:
        raise ConnectionResetError("the process that writes went away")
    return msgspec.json.decode(frame, type=Reply)


def _listen(path: Path) -> socket.socket:
    """Return a listening socket; the caller holds the lock, so an existing file is stale."""
    path.unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with _address(path) as address:
        listening.bind(address)
    path.chmod(0o600)  # before `listen`, so no other user can connect
    listening.listen(CONNECTIONS_MAX)
    listening.settimeout(LOOK_UP_S)
    return listening


def _connect(address: str, wait_s: float) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(wait_s)
    try:
        connection.connect(address)
    except OSError:
        connection.close()
        raise
    return connection


@contextlib.contextmanager
def _address(path: Path) -> Iterator[str]:
    if len(os.fsencode(path)) <= SOCKET_PATH_MAX:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


def _send(connection: socket.socket, frame: bytes) -> None:
    connection.sendall(_LENGTH.pack(len(frame)) + frame)


def _receive(connection: socket.socket) -> bytes | None:
    """Return the next frame, or None at the end of the connection."""
    start = _exactly(connection, _LENGTH.size)
    if start is None:
        return None
    (length,) = _LENGTH.unpack(start)
    if length > FRAME_MAX:
        raise ConnectionAbortedError(f"a frame of {length} bytes")
    return _exactly(connection, length)


def _exactly(connection: socket.socket, length: int) -> bytes | None:
    received = bytearray()
    while len(received) < length:
        part = connection.recv(length - len(received))
        if not part:
            return None
        received += part
    return bytes(received)
