"""Texts by language and key, their placeholders filled: one text and its fields become words.

To add a text: write its key into the PO file of its subject in every folder of `planilla.locales`,
with the same placeholders (a test compares them). Placeholders are those of `phrasing`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from planilla.locales import LANGUAGES, language
from planilla.words.phrasing import as_it_is, fill

__all__ = ["CATALOGUES", "DEFAULT_LANGUAGE", "LANGUAGES", "language_of", "sentence", "tr"]

SUBTAGS = re.compile("[-_.@]")
"""What may follow the language in the name of a locale."""
DEFAULT_LANGUAGE = "en"
"""The language of a reader who asks for none of ours."""


class _Catalogues(Mapping[str, Mapping[str, str]]):
    """Texts by language and key; a language is loaded when it is first asked for."""

    def __getitem__(self, name: str) -> Mapping[str, str]:
        return language(name).texts

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


CATALOGUES: Mapping[str, Mapping[str, str]] = _Catalogues()
"""All texts, by language and then by key."""


def tr(
    language: str,
    key: str,
    /,
    *,
    name_of: Callable[[str], str] = as_it_is,
    **fields: Any,
) -> str:
    """The text of `key`, its placeholders filled; `name_of` says how an entrant is called.

    Raises:
        KeyError: there is no such language, key or field.
    """
    return fill(language, CATALOGUES[language], key, {**fields, "name_of": name_of})


def sentence(
    language: str,
    code: str,
    fields: dict[str, Any],
    name_of: Callable[[str], str] = as_it_is,
) -> str:
    """Why not: the sentence of a refusal code with its fields, as `Answer` carries them.

    A code that this Planilla does not know (a newer node may have refused) is named as it is.
    """
    catalogue = CATALOGUES[language]
    if f"refusal.{code}" not in catalogue:
        return fill(language, catalogue, "refusal.unknown-code", {"code": code})
    return fill(language, catalogue, f"refusal.{code}", {**fields, "name_of": name_of})


def language_of(wanted: str) -> str:
    """The language of a `LANG` or `Accept-Language` value: its first one that has a catalogue.

    `es_ES.UTF-8`, `en-GB,en;q=0.8` and the like; quality values are read in the order given.
    English where there is none: `C`, `de_DE.UTF-8`, nothing at all.
    """
    for part in wanted.replace(";", ",").split(","):
        code = SUBTAGS.split(part.strip(), maxsplit=1)[0].lower()
        if code in LANGUAGES:
            return code
    return DEFAULT_LANGUAGE
