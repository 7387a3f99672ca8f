"""Where a server is: the socket it listens on, its public address, and the file of its secret."""

import contextlib
import errno
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import msgspec

from planilla.adapters.cli.outcome import Stop
from planilla.adapters.cli.tools import Serving
from planilla.adapters.erasures import ErasureFile
from planilla.adapters.ids import RandomIds
from planilla.adapters.signing import KeyFile, SetKey
from planilla.application.ports import KeyUnusable, Signer
from planilla.audit.heads import Endorsement
from planilla.config import PREFIX, Settings

UNSENT_MAX = 128 * 1024
"""Bytes that the kernel keeps for a client who does not read; by itself it would keep megabytes."""
STUCK_S = 30
"""A client who has read nothing for so long is cut off."""


def organiser_token(path: Path) -> str:
    """The secret of the organiser's link: kept in a file that only its owner may read."""
    if path.exists() and (token := path.read_text(encoding="ascii").strip()):
        return token
    token = RandomIds().token()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(token + "\n")
    return token


class OwnersKeys:
    """The key of the settings for the command line: what is wrong with it is a sentence."""

    def __init__(self, keys: KeyFile | SetKey) -> None:
        self._keys = keys

    def current(self) -> Signer:
        """Whoever signs now; a key is drawn where there is none."""
        with telling_of_the_key():
            return self._keys.current()

    def endorsements(self) -> tuple[Endorsement, ...]:
        """How each key endorsed the next, in order."""
        with telling_of_the_key():
            return self._keys.endorsements()

    def rotate(self) -> Signer:
        """Draw another key, endorsed by the present one."""
        with telling_of_the_key():
            return self._keys.rotate()


def keys_of(settings: Settings) -> KeyFile | SetKey:
    """Where the key that signs heads is: in a setting, or else in a file."""
    if settings.signing_key:
        return SetKey(settings.signing_key, variable=f"{PREFIX}SIGNING_KEY")
    return KeyFile(settings.signing_key_file)


def erasures_of(settings: Settings) -> ErasureFile:
    """The list of what was erased: beside the token, not in the database that backups copy."""
    return ErasureFile(settings.data_dir / "erasures.jsonl")


@contextlib.contextmanager
def telling_of_the_key() -> Iterator[None]:
    """Say in one sentence why the key cannot be used."""
    try:
        yield
    except KeyUnusable as error:
        raise Stop(f"keys.unusable.{error.why}", where=error.where) from error


@contextlib.contextmanager
def listening(settings: Settings, serving: Serving) -> Iterator[socket.socket]:
    """A socket on the address asked for.

    Raises:
        Stop: another program listens there, or the address is none of ours.
    """
    host = serving.host or settings.host
    port = settings.port if serving.port is None else serving.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bounded(listener)
        try:
            listener.bind((host, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            key = "error.port-in-use" if taken else "error.cannot-listen"
            raise Stop(key, host=host, port=str(port)) from error
        yield listener


def bounded(listener: socket.socket, *, unsent: int = UNSENT_MAX, stuck_s: int = STUCK_S) -> None:
    """Bound what waits for the clients of `listener`, and for how long: they inherit it.

    Closing a connection waits until the client has read what was written. One that never reads
    would be kept for ever, whatever the protocol, did the kernel not give it up (Linux alone does).
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unsent)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * stuck_s)


def reachable(settings: Settings, listener: socket.socket) -> Settings:
    """The settings with the address that is listened on, unless people reach us by another one."""
    if settings.public_url != f"http://{settings.host}:{settings.port}":
        return settings
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return msgspec.structs.replace(settings, public_url=f"http://{shown}:{port}")
