"""Files that commands read and write: what cannot be read or written is a sentence."""

from pathlib import Path

from planilla.adapters.cli.console import CommandError

STANDARD_STREAM = "-"
"""The name of standard input, and of standard output."""


def is_file(path: str | Path) -> bool:
    """Return whether there is a file of this name, as far as it can be looked at.

    A folder that may not be entered and a name that is too long hold none; the command that reads
    it then says why it cannot.
    """
    try:
        return Path(path).is_file()
    except OSError:
        return False


def is_folder(path: str | Path) -> bool:
    """Return whether there is a folder of this name, as far as it can be looked at."""
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
    """The sentence for a file that cannot be written."""
    return CommandError("error.cannot-write", path=str(path), reason=reason_of(error))


def cannot_read(path: str | Path, error: OSError) -> CommandError:
    """The sentence for a file that cannot be read."""
    return CommandError("error.cannot-read", path=str(path), reason=reason_of(error))


def reason_of(error: OSError) -> str:
    """The system's own words for what went wrong."""
    return error.strerror or "?"
