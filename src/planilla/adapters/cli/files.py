"""Reading and writing of files, with messages for failures."""

from pathlib import Path

from planilla.adapters.cli.console import CommandError

STANDARD_STREAM = "-"
"""Name of standard input and of standard output."""


def is_file(path: str | Path) -> bool:
    """Return whether there is a file of this name that can be accessed.

    It is false for a file in a locked folder and for a name that is too long; reading them gives
    the reason.
    """
    try:
        return Path(path).is_file()
    except OSError:
        return False


def is_folder(path: str | Path) -> bool:
    """Return whether there is a folder of this name that can be accessed."""
    try:
        return Path(path).is_dir()
    except OSError:
        return False


def write(path: str | Path, content: bytes) -> None:
    """Write a file.

    Raises:
        CommandError: it cannot be written.
    """
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise cannot_write(path, error) from error


def cannot_write(path: str | Path, error: OSError) -> CommandError:
    """Return the error for a file that cannot be written."""
    return CommandError("error.cannot-write", path=str(path), reason=reason_of(error))


def cannot_read(path: str | Path, error: OSError) -> CommandError:
    """Return the error for a file that cannot be read."""
    return CommandError("error.cannot-read", path=str(path), reason=reason_of(error))


def reason_of(error: OSError) -> str:
    """Return the operating system's message of an error."""
    return error.strerror or "?"
