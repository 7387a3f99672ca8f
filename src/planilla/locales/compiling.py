"""PO files of a language → its locale and its texts by key, by Babel.

Used when a PO file changed and by the build of the wheel (`hatch_build.py`), which loads this file
alone: it imports nothing of Planilla.
"""

import os
import tempfile
from pathlib import Path

from babel.messages.pofile import read_po


class InvalidCatalogue(ValueError):
    """PO files of a language contradict one another, or one cannot be read."""


def compile_texts(folder: Path) -> tuple[str, dict[str, str]]:
    """Return the locale that the PO files of a folder name, and their texts by key.

    A text that is not translated yet is left out.

    Raises:
        InvalidCatalogue: two files have the same key, or they name different locales.
        babel.messages.pofile.PoFileError: a file is not in PO format.
    """
    locales, texts = set(), dict[str, str]()
    for path in sorted(folder.glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, abort_invalid=True)
        locales.add(str(catalogue.locale_identifier))
        for message in catalogue:
            key, text = str(message.id), str(message.string)
            if key in texts:
                raise InvalidCatalogue(f"{path}: {key} is in another file too")
            if key and text:
                texts[key] = text
    if len(locales) != 1:
        raise InvalidCatalogue(f"{folder}: headers name the locales {sorted(locales)}, not one")
    return locales.pop(), texts


def replace_file(path: Path, content: bytes) -> None:
    """Write a whole file at once, so that no reader meets half of it.

    Raises:
        OSError: the file cannot be written; nothing is left of the attempt.
    """
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink()
        raise
