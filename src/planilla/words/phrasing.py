"""One text and its fields become words: lists, plurals, points, moments, names, other texts.

A placeholder is `{field}` or `{field:form}`. Without a form a number is grouped, a list is joined
("a, b y c") and everything else stands as it is. The forms:

    {n:ronda|rondas}    the first word for one, the second for any other number
    {half:points}       half points with the half sign: 7 is `3½`; `{n:points/1}` in other units
    {who:name}          how the entrant is called; a list is joined
    {at:moment}         a moment in microseconds since 1970, as date and time (UTC)
    {sum:money/{unit}}  an amount in the smallest unit of the currency that `unit` holds
    {kind:@bye}         the text of the key `bye.<kind>`; a list is joined
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from string import Formatter
from typing import Any
from unicodedata import bidirectional

from planilla.words.figures import grouped, joined, moment, points, result
from planilla.words.money import money

RIGHT_TO_LEFT = frozenset({"R", "AL"})
TEXTS_MAX = 8192
"""Texts whose parts are kept; the catalogues have fewer."""
FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE = "\u2068", "\u2069"

Form = Callable[["_Words", Any, str], str]


def as_it_is(entrant: str) -> str:
    """An entrant's id in place of the name, where nobody knows the names."""
    return entrant


def fill(language: str, catalogue: Mapping[str, str], key: str, fields: Mapping[str, Any]) -> str:
    """The text of `key` with its placeholders filled from `fields`.

    `fields["name_of"]`, where it is given, says how an entrant is called.

    Raises:
        KeyError: there is no such key or field.
    """
    words = _Words(language, catalogue, fields.get("name_of", as_it_is))
    said = []
    for literal, name, form in _parts(catalogue[key]):
        said.append(literal)
        if name is not None:
            known = words.vformat(form, (), fields) if "{" in form else form
            said.append(words.format_field(fields[name], known))
    return "".join(said)


@lru_cache(maxsize=TEXTS_MAX)
def _parts(text: str) -> tuple[tuple[str, str | None, str], ...]:
    """What stands before each placeholder, its field and its form; a page has thousands of them."""
    return tuple((literal, name, form or "") for literal, name, form, _ in Formatter().parse(text))


def placeholders(text: str) -> frozenset[str]:
    """The fields that a text asks for, without their forms."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


class _Words(Formatter):
    """A formatter that speaks one language."""

    def __init__(
        self, language: str, catalogue: Mapping[str, str], name_of: Callable[[str], str]
    ) -> None:
        self.language = language
        self.catalogue = catalogue
        self.name_of = name_of

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return _counted(value, format_spec)
        if format_spec.startswith("@"):
            return self.each(value, lambda code: self.catalogue[f"{format_spec[1:]}.{code}"])
        form, _, argument = format_spec.partition("/")
        return _FORMS[form](self, value, argument)

    def each(self, value: Any, say: Callable[[Any], str]) -> str:
        """`say` of one value, or of each of a list, joined."""
        if isinstance(value, (tuple, list)):
            return joined(self.language, [say(each) for each in value])
        return say(value)


def _counted(number: int, form: str) -> str:
    one, other = form.split("|")
    return one if number == 1 else other


def _plain(words: _Words, value: Any, _: str) -> str:
    return words.each(value, lambda each: _said(words.language, each))


def _said(language: str, value: Any) -> str:
    return grouped(language, value) if isinstance(value, int) else result(str(value))


def _points(_: _Words, value: int, unit: str) -> str:
    return points(value, int(unit or "2"))


def _name(words: _Words, value: str | Iterable[str], _: str) -> str:
    return words.each(value, lambda each: isolated(words.name_of(each)))


def isolated(name: str) -> str:
    """A name that runs from right to left, set apart so that it does not turn a result round."""
    if not any(bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return name
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_DIRECTIONAL_ISOLATE}"


def _moment(words: _Words, value: int, _: str) -> str:
    return moment(words.language, value)


def _money(words: _Words, value: int, currency: str) -> str:
    return money(words.language, value, currency)


_FORMS: dict[str, Form] = {
    "": _plain,
    "points": _points,
    "name": _name,
    "moment": _moment,
    "money": _money,
}
