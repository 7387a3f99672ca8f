"""The files that rating lists come in: text as it is, or the one text in a zip, piece by piece."""

import contextlib
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from planilla.adapters.cli.outcome import Stop

SUFFIXES = (".txt", ".xml", ".csv")
"""What a zip is looked through for."""

CHUNK = 256 * 1024
BYTES_MAX = 4 * 1024**3
"""Of a list out of a zip; FIDE's in XML, the longest, has a quarter of it."""

RATIO_MAX = 200
"""Bytes out of each byte of a zip: lists have some 10, their XML some 30, a bomb has 1,000."""


class ListFile(NamedTuple):
    """An open list: what it is called, how many bytes it has, and the bytes."""

    name: str
    size: int
    chunks: Iterator[bytes]


@contextlib.contextmanager
def list_file(path: str) -> Iterator[ListFile]:
    """The list in a file or zip.

    Raises:
        Stop: it cannot be read, or the zip holds no list, several, or one that is far too big.
    """
    try:
        with contextlib.ExitStack() as stack:
            if zipfile.is_zipfile(path):
                packed = stack.enter_context(zipfile.ZipFile(path))
                member = _member(packed, path)
                source: IO[bytes] = stack.enter_context(packed.open(member))
                name, size = member.filename, member.file_size
            else:
                source = stack.enter_context(Path(path).open("rb"))
                name, size = Path(path).name, Path(path).stat().st_size
            yield ListFile(name, size, _chunks(source, path))
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise _unreadable(path, str(error)) from error


def _member(packed: zipfile.ZipFile, path: str) -> zipfile.ZipInfo:
    found = [each for each in packed.infolist() if each.filename.lower().endswith(SUFFIXES)]
    if len(found) != 1:
        raise Stop("error.list-zip", path=path, found=len(found))
    member = found[0]
    too_dense = member.file_size > RATIO_MAX * max(member.compress_size, CHUNK)
    if member.file_size > BYTES_MAX or too_dense:
        raise Stop("error.list-bomb", path=path, size=member.file_size)
    return member


def _chunks(source: IO[bytes], path: str) -> Iterator[bytes]:
    read = 0
    while chunk := source.read(CHUNK):
        read += len(chunk)
        if read > BYTES_MAX:
            raise Stop("error.list-bomb", path=path, size=read)
        yield chunk


def _unreadable(path: str, reason: str) -> Stop:
    return Stop("error.cannot-read", path=path, reason=reason)
