"""Texts of every language: a language is the folder `<language>/` with one PO file per subject.

A text's key is its `msgid` (`refusal.already-finished`), the header names the CLDR locale of the
language (`Language: en_GB`). To add a language, add its folder; to add a text, add its key to the
file of its subject in every folder (a test compares them).

The PO files of a language are compiled into one JSON file beside them, which is read at start;
it is made again when a PO file changes, and an installed package holds it alone (ADR 0034).
"""

from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent
COMPILED = "compiled.json"
SOURCES = "*.po"


class Language(msgspec.Struct, frozen=True, kw_only=True):
    """Texts of one language by key, and the name of its CLDR locale, as `en_GB`.

    `sources` holds name, size and time of change (in nanoseconds) of each compiled PO file.
    """

    locale: str
    sources: tuple[tuple[str, int, int], ...]
    texts: dict[str, str]


def languages_in(folder: Path) -> tuple[str, ...]:
    """Return the names of the languages that have texts in `folder`, in alphabetical order."""
    found = (*folder.glob(f"*/{SOURCES}"), *folder.glob(f"*/{COMPILED}"))
    return tuple(sorted({path.parent.name for path in found}))


def load(folder: Path) -> Language:
    """Return the language of a folder: as compiled, or from its PO files where they changed.

    The compiled file is written if the folder can be written; several processes may do so at once.
    """
    sources = _sources_of(folder)
    with suppress(OSError, msgspec.DecodeError):
        kept = msgspec.json.decode((folder / COMPILED).read_bytes(), type=Language)
        if not sources or kept.sources == sources:
            return kept
    # Babel's reader takes longer to import than a help text may take.
    from planilla.locales.compiling import compile_texts, replace_file

    locale, texts = compile_texts(folder)
    language = Language(locale=locale, sources=sources, texts=texts)
    with suppress(OSError):
        replace_file(folder / COMPILED, msgspec.json.encode(language))
    return language


def _sources_of(folder: Path) -> tuple[tuple[str, int, int], ...]:
    found = ((path.name, path.stat()) for path in sorted(folder.glob(SOURCES)))
    return tuple((name, stat.st_size, stat.st_mtime_ns) for name, stat in found)


LANGUAGES = languages_in(FOLDER)


@cache
def language(name: str) -> Language:
    """Return a language of this installation, loaded when it is first needed.

    Raises:
        KeyError: there is no such language.
    """
    if name not in LANGUAGES:
        raise KeyError(name)
    return load(FOLDER / name)
