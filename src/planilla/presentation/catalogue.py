"""Texts by language and key, their placeholders filled: one text and its fields become words.

To add a text: write its key into the PO file of its subject in every folder of `planilla.locales`,
with the same placeholders (a test compares them). A placeholder is `{field}` or `{field:form}`.
Without a form a number is grouped, a list is joined ("a, b y c") and everything else stands as it
is. The forms:

    {n:ronda|rondas}    the word for the number's plural category in the language, see below
    {n:#st|nd|rd|th}    the ending of an ordinal number, by its ordinal category
    {half:points}       half points with the half sign: 7 is `3½`; `{n:points/1}` in other units
    {who:name}          how the entrant is called; a list is joined
    {at:moment}         a moment in microseconds since 1970, as date and time (UTC);
                        one that is written already is left as it is
    {sum:money/{unit}}  an amount in the smallest unit of the currency that `unit` holds
    {kind:@bye}         the text of the key `bye.<kind>`; a list is joined

Plural forms stand in the order of CLDR's categories: zero, one, two, few, many, other, of which a
language has some. English has two, Polish four: `{n:runda|rundy|rund|rundy}`. Last forms that are
all alike are written once: Spanish has one, many and other, and `{n:ronda|rondas}` is enough.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from string import Formatter
from typing import Any
from unicodedata import bidirectional

from planilla.locales import LANGUAGES, language
from planilla.presentation.dates import moment
from planilla.presentation.figures import (
    figure,
    grouped,
    joined,
    money,
    ordinal_index,
    plural_index,
    result,
)

__all__ = ["CATALOGUES", "DEFAULT_LANGUAGE", "LANGUAGES", "fill", "language_of", "sentence", "tr"]

DEFAULT_LANGUAGE = "en"
"""The language of a reader who asks for none of ours."""
RIGHT_TO_LEFT = frozenset({"R", "AL"})
TEXTS_MAX = 8192
"""Texts whose parts are kept; the catalogues have fewer."""
FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"

Form = Callable[["_Words", Any, str], str]


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


ENDS = (".", f".{POP_DIRECTIONAL_ISOLATE}")
"""Ends of a value after which a sentence needs no full stop of its own."""


def as_it_is(entrant: str) -> str:
    """Return an entrant's id, in place of a name that is not known."""
    return entrant


def tr(
    language: str,
    key: str,
    /,
    *,
    name_of: Callable[[str], str] = as_it_is,
    **fields: Any,
) -> str:
    """Return the text of `key`, its placeholders filled; `name_of` gives the name of an entrant.

    Raises:
        KeyError: there is no such language, key or field.
    """
    return fill(language, CATALOGUES[language], key, {**fields, "name_of": name_of})


@dataclass(frozen=True)
class Words:
    """A language, and the names of entrants in it: the base of what says something of its own."""

    language: str
    name_of: Callable[[str], str] = as_it_is

    def say(self, key: str, **fields: Any) -> str:
        """Return the text of `key`."""
        return tr(self.language, key, name_of=self.name_of, **fields)


def sentence(
    language: str,
    code: str,
    fields: dict[str, Any],
    name_of: Callable[[str], str] = as_it_is,
) -> str:
    """Return the sentence of a refusal code with its fields, as `Answer` carries them.

    A code that this Planilla does not have (a newer node may have refused) is named as it is.
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
    ours = {name.lower(): name for name in LANGUAGES}
    for part in wanted.replace(";", ",").split(","):
        tag = part.partition(".")[0].partition("@")[0].strip().lower().replace("_", "-")
        while tag:
            if tag in ours:
                return ours[tag]
            tag = tag.rpartition("-")[0]
    return DEFAULT_LANGUAGE


def fill(language: str, catalogue: Mapping[str, str], key: str, fields: Mapping[str, Any]) -> str:
    """Return the text of `key` with its placeholders filled from `fields`.

    `fields["name_of"]`, where it is given, gives the name of an entrant.

    Raises:
        KeyError: there is no such key or field.
    """
    words = _Words(language, catalogue, fields.get("name_of", as_it_is))
    said: list[str] = []
    for literal, name, form in _parts(catalogue[key]):
        has_stop = literal.startswith(".") and said and said[-1].endswith(ENDS)  # "Díaz, D."
        said.append(literal[1:] if has_stop else literal)
        if name is not None:
            known = words.vformat(form, (), fields) if "{" in form else form
            said.append(words.format_field(fields[name], known))
    return "".join(said)


@lru_cache(maxsize=TEXTS_MAX)
def _parts(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """The literal before each placeholder, its field and its form; a page has thousands of them."""
    return tuple((literal, name, form or "") for literal, name, form, _ in Formatter().parse(text))


def placeholders(text: str) -> frozenset[str]:
    """Return the fields that a text needs, without their forms."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


class _Words(Formatter):
    """A formatter of one language."""

    def __init__(
        self, language: str, catalogue: Mapping[str, str], name_of: Callable[[str], str]
    ) -> None:
        self.language = language
        self.catalogue = catalogue
        self.name_of = name_of

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return plural(self.language, value, format_spec)
        if format_spec.startswith("@"):
            return self.each(value, lambda code: self.catalogue[f"{format_spec[1:]}.{code}"])
        form, _, argument = format_spec.partition("/")
        return _FORMS[form](self, value, argument)

    def each(self, value: Any, say: Callable[[Any], str]) -> str:
        """`say` of one value, or of each of a list, joined."""
        if isinstance(value, (tuple, list)):
            return joined(self.language, [say(each) for each in value])
        return say(value)


def plural(language: str, number: int, forms: str) -> str:
    """Return the form of a word beside a number: `forms` are parted by bars, in the order of CLDR.

    Forms that begin with `#` are those of an ordinal number.
    """
    words = forms.removeprefix("#").split("|")
    index = ordinal_index if forms.startswith("#") else plural_index
    return words[min(index(language, number), len(words) - 1)]


def _plain(words: _Words, value: Any, _: str) -> str:
    return words.each(value, lambda each: _said(words.language, each))


def _said(language: str, value: Any) -> str:
    return grouped(language, value) if isinstance(value, int) else result(str(value))


def _points(_: _Words, value: int, unit: str) -> str:
    return figure(value, int(unit or "2"))


def _name(words: _Words, value: str | Iterable[str], _: str) -> str:
    return words.each(value, lambda each: isolated(words.name_of(each)))


def isolated(name: str) -> str:
    """A name that runs from right to left, set apart so that it does not turn a result round."""
    if not any(bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return name
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_DIRECTIONAL_ISOLATE}"


def _moment(words: _Words, value: int | str, _: str) -> str:
    return value if isinstance(value, str) else moment(words.language, value)


def _money(words: _Words, value: int, currency: str) -> str:
    return money(words.language, value, currency)


_FORMS: dict[str, Form] = {
    "": _plain,
    "points": _points,
    "name": _name,
    "moment": _moment,
    "money": _money,
}
