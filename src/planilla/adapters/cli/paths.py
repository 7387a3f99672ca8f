"""What is on disk, as far as it can be looked at: what cannot be is not there.

A folder that may not be entered and a name that is too long are then told as a file that cannot be
read, with the reason, by whoever reads it.
"""

from pathlib import Path


def is_file(path: str | Path) -> bool:
    """Whether there is a file of this name."""
    try:
        return Path(path).is_file()
    except OSError:
        return False


def is_folder(path: str | Path) -> bool:
    """Whether there is a folder of this name."""
    try:
        return Path(path).is_dir()
    except OSError:
        return False
