"""Key for signing heads (Ed25519): a file that only its owner may read, or a setting.

The file holds the key on its first line (64 hex digits), then one line for each endorsement of a
key by the one before it, by which tournaments that announced an old key accept the new one. The key
is never in the database (ADR 0023). The library is loaded at the first signature.
"""

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from planilla.application.ports import KeyUnusable
from planilla.audit.proofs import Endorsement, endorsement_message

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY_BYTES = 32
"""Bytes of an Ed25519 key, secret and public alike (RFC 8032, 5.1)."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""Access rights of all but the owner."""


class Ed25519Signer:
    """`Signer` port: one key of 32 bytes."""

    def __init__(self, seed: bytes) -> None:
        self._key = _private(seed)
        self._public = self._key.public_key().public_bytes_raw()

    @property
    def public_key(self) -> bytes:
        """Return the public key, 32 bytes."""
        return self._public

    def sign(self, message: bytes) -> bytes:
        """Return the signature of a message, 64 bytes.

        Source: RFC 8032, 5.1.6.
        """
        return self._key.sign(message)


def _private(seed: bytes) -> "Ed25519PrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415 - loads slowly

    return ed25519.Ed25519PrivateKey.from_private_bytes(seed)


class SetKey:
    """`Keys` port on a key in a setting; `variable` is the name of the setting."""

    def __init__(self, text: str, *, variable: str) -> None:
        self._seed = _seed_in(text, variable)
        self._variable = variable
        self._signer: Ed25519Signer | None = None

    def current(self) -> Ed25519Signer:
        """Return the signer."""
        self._signer = self._signer or Ed25519Signer(self._seed)
        return self._signer

    def endorsements(self) -> tuple[Endorsement, ...]:
        """Return no endorsements: a setting holds one key."""
        return ()

    def known(self) -> frozenset[str]:
        """Return the public keys of this log, in hex."""
        return frozenset({self.current().public_key.hex()})

    def check(self) -> None:
        """Do nothing: the key has been read."""

    def rotate(self) -> Ed25519Signer:
        """Refuse: a key in a setting is replaced there.

        Raises:
            KeyUnusable: always.
        """
        raise KeyUnusable("set", where=self._variable)


class KeyFile:
    """`Keys` port on a file, created at the first signature and reread after changes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read_at: tuple[int, int] | None = None
        self._signer: Ed25519Signer | None = None
        self._endorsements: tuple[Endorsement, ...] = ()

    def current(self) -> Ed25519Signer:
        """Return the signer; create a key if there is none.

        Raises:
            KeyUnusable: the file cannot be read or created, or others may read it.
        """
        with self._faults_reported():
            if not self._path.exists():
                _write_new(self._path, os.urandom(KEY_BYTES))
        self._follow()
        assert self._signer is not None
        return self._signer

    def endorsements(self) -> tuple[Endorsement, ...]:
        """Return the endorsement of each key by the one before it, in order; none without a file.

        Raises:
            KeyUnusable: it cannot be read, or others may read it.
        """
        with self._faults_reported():
            is_there = self._path.exists()
        if is_there:
            self._follow()
        return self._endorsements

    def known(self) -> frozenset[str]:
        """Return the public keys of this log, in hex, replaced ones too; none without a file.

        Raises:
            KeyUnusable: it cannot be read, or others may read it.
        """
        endorsed = self.endorsements()
        present = () if self._signer is None else (self._signer.public_key.hex(),)
        return frozenset(present) | {each.old for each in endorsed}

    def check(self) -> None:
        """Check the file if it exists, without creating it.

        Raises:
            KeyUnusable: it cannot be read, or others may read it.
        """
        self.endorsements()

    def rotate(self) -> Ed25519Signer:
        """Replace the key by a new one, endorsed by the old one, which is deleted.

        Raises:
            KeyUnusable: the file cannot be read or written, or others may read it.
        """
        before = self.current()
        seed = os.urandom(KEY_BYTES)
        after = Ed25519Signer(seed)
        endorsed = Endorsement(
            old=before.public_key.hex(),
            new=after.public_key.hex(),
            signature=before.sign(endorsement_message(before.public_key, after.public_key)).hex(),
        )
        with self._faults_reported():
            _replace(self._path, seed, (*self._endorsements, endorsed))
        return self.current()

    def _follow(self) -> None:
        with self._faults_reported():
            found = self._path.stat()
            if os.name == "posix" and found.st_mode & OTHERS:
                raise KeyUnusable("open", where=str(self._path))
            if (found.st_ino, found.st_mtime_ns) == self._read_at:
                return
            first, *others = self._path.read_text(encoding="ascii").splitlines() or [""]
        where = str(self._path)
        self._signer = Ed25519Signer(_seed_in(first, where))
        self._endorsements = tuple(_endorsement_in(line, where) for line in others)
        self._read_at = (found.st_ino, found.st_mtime_ns)

    @contextlib.contextmanager
    def _faults_reported(self) -> Iterator[None]:
        try:
            yield
        except (OSError, UnicodeDecodeError) as error:
            raise KeyUnusable("unreadable", where=str(self._path)) from error


def _seed_in(text: str, where: str) -> bytes:
    return _bytes_in(text.strip(), KEY_BYTES, where)


def _endorsement_in(line: str, where: str) -> Endorsement:
    words = line.split()
    if len(words) != 3:
        raise KeyUnusable("malformed", where=where)
    old, new = (_bytes_in(word, KEY_BYTES, where).hex() for word in words[:2])
    return Endorsement(old=old, new=new, signature=_bytes_in(words[2], 64, where).hex())


def _bytes_in(text: str, length: int, where: str) -> bytes:
    try:
        read = bytes.fromhex(text)
    except ValueError as error:
        raise KeyUnusable("malformed", where=where) from error
    if len(read) != length:
        raise KeyUnusable("malformed", where=where)
    return read


def _write_new(path: Path, seed: bytes) -> None:
    """Create the complete file, or keep one that another process has just created."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = _written_beside(path, seed, ())
    try:
        with contextlib.suppress(FileExistsError):
            os.link(beside, path)
    finally:
        beside.unlink()


def _replace(path: Path, seed: bytes, endorsements: tuple[Endorsement, ...]) -> None:
    _written_beside(path, seed, endorsements).replace(path)


def _written_beside(path: Path, seed: bytes, endorsements: tuple[Endorsement, ...]) -> Path:
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(seed.hex() + "\n")
        file.writelines(f"{each.old} {each.new} {each.signature}\n" for each in endorsements)
        file.flush()
        os.fsync(file.fileno())
    return beside
