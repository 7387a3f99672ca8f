"""Forms of structs: their fields, their texts, and parsing of typed values.

A field is named by its path in the struct: `rounds`, `play.system`, `groups-2.prizes`. Its kind,
choices and default follow from the type of the struct's field; a `Hint` adds the rest.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import inspect

from planilla.adapters.http.problems import Failure
from planilla.domain.instants import EARLIEST, LATEST, is_instant, time_zone_of
from planilla.domain.prizes.currencies import decimals_of
from planilla.domain.vocabulary import number_written

ROWS_MAX = 60
"""Most rows of one list of a form."""
TEXT_MAX = 40
"""Most characters of a wrong input repeated in the message."""
UNSET = msgspec.UNSET
"""Value of a field that the form leaves out."""
YES, NO = "yes", "no"
LIST_SEPARATORS = re.compile(r"[,|\n]")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_AMOUNT = re.compile(r"(-?)(\d{1,9})(?:[.,](\d{1,3}))?", re.ASCII)
_MOMENT = re.compile(r"(\d{4}-\d{2}-\d{2})[T ]+(\d{1,2}:\d{2})(?::00)?", re.ASCII)

Form = Mapping[str, str]


class Input(dict[str, str]):
    """Texts of the fields of a form; a missing field is empty."""

    def __missing__(self, name: str) -> str:
        return ""


@dataclass(frozen=True, kw_only=True)
class FieldProblem:
    """A fault of a field: a code with the fields of its message; field "" is the whole form."""

    field: str
    code: str
    fields: Mapping[str, Any]


class WrongForm(Failure):
    """A form with fields that cannot be parsed; `problems` are in the order of the struct."""

    def __init__(self, *problems: FieldProblem) -> None:
        self.problems = problems
        first = problems[0]
        super().__init__(first.code, first.fields, status=422)


@dataclass(frozen=True, kw_only=True)
class FormField:
    """One field: its name, `kind` of input, `choices`, and the smallest and greatest number.

    `usual` is the default choice.
    """

    name: str
    kind: str
    choices: tuple[str, ...] = ()
    usual: str = ""
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, kw_only=True)
class Hint:
    """Additional information about a field beyond its type.

    `read` returns the value as JSON data, or `UNSET`; `show` the texts of a value by field name.
    `parts` are the further fields of the same value, by name suffix, with their kinds.
    """

    read: "Callable[[FormReader, str], Any] | None" = None
    show: Callable[[Any, str], dict[str, str]] | None = None
    kind: str = ""
    choices: tuple[str, ...] = ()
    limits: tuple[int, int] | None = None
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Hints:
    """Hints by the field of a struct, and by the type of a value."""

    fields: Mapping[tuple[type, str], Hint] = field(default_factory=dict)
    types: Mapping[type, Hint] = field(default_factory=dict)

    def of(self, owner: type, name: str, kind: inspect.Type) -> Hint | None:
        """Return the hint of a field, of the class that declares it, or of its type."""
        for each in owner.__mro__:
            if (each, name) in self.fields:
                return self.fields[each, name]
        inner = _item(_optional(kind)[0]) or _optional(kind)[0]
        return self.types.get(inner.cls) if isinstance(inner, inspect.StructType) else None


class FormReader:
    """Parser of structs from one form; `problems` collects the faults.

    An empty text means the default of its field, or with `blank_is_empty` an empty value: no text,
    the number 0, an empty list.
    """

    def __init__(self, form: Form, hints: Hints, *, blank_is_empty: bool = False) -> None:
        self.form = form
        self.problems: list[FieldProblem] = []
        self._hints = hints
        self.blank_is_empty = blank_is_empty

    def struct(self, kind: type[msgspec.Struct], prefix: str = "") -> dict[str, Any]:
        """Return a struct as JSON data, without the fields that the form leaves out."""
        found = {}
        for each in struct_fields(kind):
            name = prefix + each.name
            hint = self._hints.of(kind, each.name, each.type)
            value = hint.read(self, name) if hint and hint.read else self._value(each, name)
            if value is not UNSET:
                found[each.encode_name] = value
        return found

    def text(self, name: str) -> str:
        """Return the stripped text of a field."""
        return self.form.get(name, "").strip()

    def fail(self, name: str, code: str, text: str) -> Any:
        """Report a fault of a field."""
        self.problems.append(FieldProblem(field=name, code=code, fields={"text": text[:TEXT_MAX]}))
        return UNSET

    def number(self, name: str, text: str | None = None) -> int:
        """Return a whole number; an empty text is 0."""
        text = self.text(name) if text is None else text
        number = number_written(text) if text else 0
        if number is None:
            self.fail(name, "not-a-number", text)
            return 0
        return number

    def amount(self, name: str, text: str, currency: str) -> int:
        """Return an amount in the smallest unit; it is typed in whole units with decimals."""
        decimals = decimals_of(currency)
        found = _AMOUNT.fullmatch(text)
        if found is None or len((found[3] or "").rstrip("0")) > decimals:
            self.fail(name, "not-an-amount", text)
            return 0
        rest = (found[3] or "").rstrip("0").ljust(decimals, "0")
        return int(f"{found[1]}{found[2]}{rest}")

    def instant(self, name: str, text: str, zone_name: str) -> Any:
        """Return microseconds since 1970 (UTC) of a local moment.

        A repeated hour is the first; a skipped one is moved forward.
        """
        zone = time_zone_of(zone_name)
        try:
            local = datetime.fromisoformat(text)
        except ValueError:
            return self.fail(name, "not-a-moment", text)
        if zone is None or local.tzinfo is not None:
            return self.fail(name, "not-a-moment", text)
        at = (local.replace(tzinfo=zone) - EPOCH) // timedelta(microseconds=1)
        return at if is_instant(at) else self.fail(name, "not-a-moment", text)

    def rows(self, kind: type[msgspec.Struct], name: str) -> list[dict[str, Any]]:
        """Return the rows `name-1`, `name-2`, … whose first field is filled in."""
        (mark, *_) = struct_fields(kind)
        rows = (f"{name}-{number}." for number in range(1, ROWS_MAX))
        return [self.struct(kind, row) for row in rows if self.text(row + mark.name)]

    def _value(self, each: inspect.Field, name: str) -> Any:
        kind, is_optional = _optional(each.type)
        if isinstance(kind, inspect.StructType):
            return self._nested(each, kind, name)
        if isinstance(kind, inspect.BoolType):
            return UNSET if not self.text(name) else self.text(name) != NO
        item = _item(kind)
        if isinstance(item, inspect.StructType):
            return self.rows(item.cls, name)
        if item is not None:
            return self._list(each, item, name, is_optional=is_optional)
        if not self.text(name) and not each.required and not self.blank_is_empty:
            return UNSET
        return self._single(kind, name, is_optional=is_optional)

    def _nested(self, each: inspect.Field, kind: inspect.StructType, name: str) -> Any:
        needed = [f"{name}.{inner.name}" for inner in kind.fields if inner.required]
        is_said = any(part.startswith(f"{name}.") for part in self.form)
        if not (each.required or self.blank_is_empty) and (
            not is_said or not all(map(self.text, needed))
        ):
            return UNSET
        return self.struct(kind.cls, f"{name}.")

    def _list(
        self, each: inspect.Field, item: inspect.Type, name: str, *, is_optional: bool
    ) -> Any:
        if name not in self.form and not each.required and not self.blank_is_empty:
            return UNSET
        if isinstance(item, inspect.DateTimeType):
            lines = (line.strip() for line in self.text(name).splitlines())
            read = [self._day(name, line, is_moment=True) for line in lines if line]
            return [moment for moment in read if moment is not UNSET]
        words = [word.strip() for word in LIST_SEPARATORS.split(self.text(name)) if word.strip()]
        if not words and self.blank_is_empty and is_optional:
            return None
        if isinstance(item, inspect.IntType):
            return [self.number(name, word) for word in words]
        if isinstance(item, inspect.EnumType):
            known = set(map(str, item.cls))
            return [
                word if word in known else self.fail(name, "not-a-choice", word) for word in words
            ]
        return words

    def _single(self, kind: inspect.Type, name: str, *, is_optional: bool) -> Any:
        text = self.text(name)
        if is_optional and not text:
            return None
        if isinstance(kind, inspect.IntType):
            is_moment = (kind.ge, kind.le) == (EARLIEST, LATEST)
            if is_moment:
                return self.instant(name, text, self.text("zone"))
            return self.number(name)
        if isinstance(kind, inspect.EnumType) and text not in map(str, kind.cls):
            return self.fail(name, "not-a-choice", text)
        if isinstance(kind, inspect.DateType | inspect.DateTimeType):
            return self._day(name, text, is_moment=isinstance(kind, inspect.DateTimeType))
        return text

    def _day(self, name: str, text: str, *, is_moment: bool) -> Any:
        """Return a day, or a local moment with a blank or a T between its parts, in ISO form."""
        try:
            if not is_moment:
                return date.fromisoformat(text).isoformat()
            found = _MOMENT.fullmatch(text)
            return datetime.fromisoformat(f"{found[1]}T{found[2]:0>5}").isoformat()  # type: ignore[index]
        except (ValueError, TypeError):
            return self.fail(name, "not-a-moment" if is_moment else "not-a-day", text)


def words_in(reader: FormReader, name: str) -> list[str]:
    """Return words separated by blanks or commas."""
    return reader.text(name).replace(",", " ").split()


def distinct(words: str) -> list[str]:
    """Return the words of a list without duplicates."""
    parts = (part.strip() for part in LIST_SEPARATORS.split(words))
    return list(dict.fromkeys(part for part in parts if part))


def amount_text(amount: int, currency: str) -> str:
    """Return an amount as it is typed: `30`, `27.50`."""
    decimals = decimals_of(currency)
    sign, amount = ("-" if amount < 0 else ""), abs(amount)
    whole, rest = divmod(amount, 10**decimals)
    return f"{sign}{whole}.{rest:0{decimals}}" if rest else f"{sign}{whole}"


@lru_cache(maxsize=256)
def struct_fields(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    """Return the fields of a struct with their types."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found.fields


def fields_of(kind: type[msgspec.Struct], hints: Hints, prefix: str = "") -> Iterator[FormField]:
    """Yield the fields of a form for a struct; those of nested structs as `name.field`.

    A list of structs is described by its first row.
    """
    for each in struct_fields(kind):
        name = prefix + each.name
        hint = hints.of(kind, each.name, each.type) or Hint()
        inner, _ = _optional(each.type)
        item = _item(inner)
        if isinstance(inner, inspect.StructType) and not hint.kind:
            yield FormField(name=name, kind="group")
            yield from fields_of(inner.cls, hints, f"{name}.")
        elif isinstance(item, inspect.StructType) and not hint.kind:
            yield FormField(name=name, kind="rows")
            yield from fields_of(item.cls, hints, f"{name}-1.")
        else:
            least, most = hint.limits or (0, None)
            chosen = item if isinstance(item, inspect.EnumType) else inner
            choices = tuple(chosen.cls) if isinstance(chosen, inspect.EnumType) else ()
            yield FormField(
                name=name,
                kind=hint.kind or ("choice" if hint.choices else _kind_of(inner)),
                choices=hint.choices or tuple(str(choice.value) for choice in choices),
                usual=str(each.default.value) if isinstance(each.default, Enum) else "",
                least=least,
                most=most,
            )
            for part, part_kind in hint.parts.items():
                yield FormField(name=f"{name}.{part}", kind=part_kind)


def texts_of(value: msgspec.Struct, hints: Hints, prefix: str = "") -> dict[str, str]:
    """Return the texts that stand in the form of a value."""
    texts: dict[str, str] = {}
    for each in struct_fields(type(value)):
        hint = hints.of(type(value), each.name, each.type)
        texts |= _shown(getattr(value, each.name), hint, hints, prefix + each.name)
    return texts


def _shown(value: Any, hint: Hint | None, hints: Hints, name: str) -> dict[str, str]:
    if hint is not None and hint.show is not None:
        return hint.show(value, name)
    if isinstance(value, msgspec.Struct):
        return texts_of(value, hints, f"{name}.")
    if isinstance(value, tuple) and value and isinstance(value[0], msgspec.Struct):
        rows = (
            texts_of(each, hints, f"{name}-{number}.") for number, each in enumerate(value, start=1)
        )
        return {key: text for row in rows for key, text in row.items()}
    return {name: _text_of(value)}


def _text_of(value: Any) -> str:
    if isinstance(value, tuple):
        separator = "\n" if value and isinstance(value[0], datetime) else ", "
        return separator.join(map(_text_of, value))
    match value:
        case None:
            return ""
        case bool():
            return YES if value else NO
        case datetime():
            return value.isoformat(sep=" ", timespec="minutes")
        case _:  # a day is written in ISO 8601
            return str(value)


def _kind_of(kind: inspect.Type) -> str:
    if _item(kind) is not None:
        return "list"
    match kind:
        case inspect.EnumType():
            return "choice"
        case inspect.BoolType():
            return "flag"
        case inspect.IntType():
            return "moment" if (kind.ge, kind.le) == (EARLIEST, LATEST) else "number"
        case inspect.DateType():
            return "date"
        case _:
            return "text"


def _optional(kind: inspect.Type) -> tuple[inspect.Type, bool]:
    """Return a type without its None, and whether it had one."""
    if isinstance(kind, inspect.UnionType):
        inner = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
        return inner[0], len(inner) < len(kind.types)
    return kind, False


def _item(kind: inspect.Type) -> inspect.Type | None:
    return kind.item_type if isinstance(kind, inspect.VarTupleType) else None
