"""The place of a server: the socket it listens on, its public address, the file of its secret."""

import contextlib
import errno
import ipaddress
import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from planilla.adapters.cli.console import CommandError
from planilla.adapters.cli.services import Serving
from planilla.adapters.erasures import ErasureFile
from planilla.adapters.ids import RandomIds
from planilla.adapters.signing import KeyFile, SetKey
from planilla.application.inspecting import KnownOutside
from planilla.application.ports import KeyUnusable, Signer
from planilla.audit.proofs import Endorsement
from planilla.config import PREFIX, Settings

logger = logging.getLogger(__name__)

EVERY_ADDRESS = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, not listened on
LOOPBACK: dict[int, str] = {socket.AF_INET: "127.0.0.1", socket.AF_INET6: "::1"}
PROBE_ADDRESSES: dict[int, str] = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses for documentation (RFC 5737, RFC 3849): towards them the kernel names our own."""
DISCARD_PORT = 9
UNSENT_MAX = 128 * 1024
"""Bytes that the kernel keeps for a client who does not read; by itself it would keep megabytes."""
STUCK_S = 30
"""Seconds without a read until a client is disconnected."""

OWNER_UMASK = 0o077
"""The umask under which new files and folders are for their owner alone."""


@contextlib.contextmanager
def private_files() -> Iterator[None]:
    """Make what is created meanwhile readable for its owner alone: it holds names or secrets.

    SQLite gives the journal and the shared memory beside a database the mode of the database.
    """
    before = os.umask(OWNER_UMASK)
    try:
        yield
    finally:
        os.umask(before)


def warn_of_readers(path: Path) -> None:
    """Log a warning where others on this machine may read `path`."""
    if path.exists() and path.stat().st_mode & OWNER_UMASK:
        logger.warning(
            "%s can be read by other users of this machine, and it holds names: chmod 600", path
        )


def organiser_token(path: Path) -> str:
    """Return the secret of the organiser's link; it is drawn where there is none."""
    token = kept_token(path)
    if not token:
        token = RandomIds().token()
        keep_token(path, token)
    return token


def kept_token(path: Path) -> str:
    """Return the secret that is kept in a file; empty where there is none."""
    return path.read_text(encoding="ascii").strip() if path.exists() else ""


def keep_token(path: Path, token: str) -> None:
    """Keep a secret in a file that only its owner may read; it takes the place of another one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(token + "\n")
    beside.replace(path)


def link_of(settings: Settings, token: str) -> str:
    """Return the address of the secret link with this token."""
    return f"{settings.public_url}/enter#{token}"


class OwnersKeys:
    """The key of the settings for the command line: what is wrong with it is a sentence."""

    def __init__(self, keys: KeyFile | SetKey) -> None:
        self._keys = keys

    def current(self) -> Signer:
        """Return the key that signs now; one is drawn where there is none."""
        with key_errors():
            return self._keys.current()

    def endorsements(self) -> tuple[Endorsement, ...]:
        """Return the endorsement of each key by the one before it, in order."""
        with key_errors():
            return self._keys.endorsements()

    def rotate(self) -> Signer:
        """Draw another key, endorsed by the present one."""
        with key_errors():
            return self._keys.rotate()


def keys_of(settings: Settings) -> KeyFile | SetKey:
    """Return the key that signs heads: in a setting, or else in a file."""
    if settings.signing_key:
        return SetKey(settings.signing_key, variable=f"{PREFIX}SIGNING_KEY")
    return KeyFile(settings.signing_key_file)


def erasures_of(settings: Settings) -> ErasureFile:
    """The list of what was erased: beside the token, not in the database that backups copy."""
    return ErasureFile(settings.data_dir / "erasures.jsonl")


def known_outside(settings: Settings) -> KnownOutside:
    """The facts outside the database: the list of erasures, and the keys as far as they were drawn.

    Raises:
        KeyUnusable: the key is there and cannot be used.
    """
    return KnownOutside(erasures=erasures_of(settings).all(), keys=keys_of(settings).known())


@contextlib.contextmanager
def key_errors() -> Iterator[None]:
    """Turn the error of a key that cannot be used into a sentence."""
    try:
        yield
    except KeyUnusable as error:
        raise CommandError(f"keys.unusable.{error.why}", where=error.where) from error


class BoundPlace(NamedTuple):
    """The family of a listening socket, and its address and port."""

    family: int
    host: str
    port: int


def place_of(listener: socket.socket) -> BoundPlace:
    """Return the place of a socket that is bound."""
    host, port = listener.getsockname()[:2]
    return BoundPlace(listener.family, host, port)


def processes_of(settings: Settings, serving: Serving) -> int:
    """Return the number of processes that serve; a show that is simulated has one."""
    if serving.show is not None:
        return 1
    return settings.workers if serving.workers is None else serving.workers


@contextlib.contextmanager
def listening(settings: Settings, serving: Serving) -> Iterator[socket.socket]:
    """A socket on the address asked for; for several processes it only keeps the port for them.

    Raises:
        CommandError: another program listens there, or the address is none of ours.
    """
    host = serving.host or settings.host
    port = settings.port if serving.port is None else serving.port
    place = BoundPlace(socket.AF_INET6 if ":" in host else socket.AF_INET, host, port)
    is_shared = processes_of(settings, serving) > 1
    try:
        if is_shared and port:
            socket_at(place).close()  # what is shared would also let in another server of ours
        listener = socket_at(place, is_shared=is_shared)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        key = "error.port-in-use" if taken else "error.cannot-listen"
        raise CommandError(key, host=host, port=str(port)) from error
    with listener:
        yield listener


def socket_at(place: BoundPlace, *, is_shared: bool = False) -> socket.socket:
    """Return a socket bound to a place; others that are shared may be bound to the same.

    Raises:
        OSError: it is taken, or none of ours.
    """
    listener = socket.socket(place.family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if is_shared:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bounded(listener)
        listener.bind((place.host, place.port))
    except OSError:
        listener.close()
        raise
    return listener


def bounded(listener: socket.socket, *, unsent: int = UNSENT_MAX, stuck_s: int = STUCK_S) -> None:
    """Bound what waits for the clients of `listener`, and for how long: they inherit it.

    Closing a connection waits until the client has read what was written. One that never reads
    would be kept for ever, whatever the protocol, did the kernel not give it up (Linux alone does).
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, unsent)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * stuck_s)


def reachable(settings: Settings, listener: socket.socket) -> Settings:
    """The settings with the address that is listened on, unless people reach us by another one.

    A server that listens on every address is reached by the one in the network.
    """
    if settings.public_url != f"http://{settings.host}:{settings.port}":
        return settings
    host, port = listener.getsockname()[:2]
    if host in EVERY_ADDRESS:
        host = next(iter(_own_addresses(listener.family)), LOOPBACK[listener.family])
    return msgspec.structs.replace(settings, public_url=_address(host, port))


def addresses_in_network(listener: socket.socket) -> tuple[str, ...] | None:
    """The addresses by which other devices reach a server; None where it listens to none of them.

    Empty where it listens to all of them and this computer has no network.
    """
    host, port = listener.getsockname()[:2]
    if host in EVERY_ADDRESS:
        return tuple(_address(each, port) for each in _own_addresses(listener.family))
    return None if ipaddress.ip_address(host).is_loopback else (_address(host, port),)


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_addresses(family: int) -> tuple[str, ...]:
    """The address of this computer towards others: nothing is sent, the kernel only looks it up."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((PROBE_ADDRESSES[family], DISCARD_PORT))
        except OSError:
            return ()
        host = str(probe.getsockname()[0])
    return () if ipaddress.ip_address(host).is_loopback else (host,)
