"""The place of what cannot be read, the reason, and the words that would be right there."""

import re
from collections.abc import Callable, Sequence
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

WORDS_MAX = 60
"""Words that are named where one of a list belongs."""
MESSAGE_MAX = 200
"""Most characters of what is told of the text itself."""

_SAID = re.compile(r"^(?P<message>.*?)(?: - at `(?P<path>[^`]*)`)?$", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[([^\]]+)\]")


class Malformed(Exception):
    """A submission cannot be read: at `path`, for the reason `message` in technical English."""

    code = "malformed"

    def __init__(self, message: str, path: str = "$") -> None:
        self.message = message
        self.path = path
        super().__init__(f"{path}: {message}")

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of the sentence."""
        return {"path": self.path, "message": self.message}


def malformed(error: Exception, kind: Any) -> Malformed:
    """Return what msgspec says of a text that is not of this kind, with the words that are known.

    The error is a `DecodeError`, a `UnicodeDecodeError` or a `RecursionError`.
    """
    if isinstance(error, RecursionError):
        return Malformed("JSON is nested too deeply")
    if isinstance(error, UnicodeDecodeError):
        return Malformed("JSON is not UTF-8")
    said = _SAID.match(str(error))
    assert said is not None, error
    path = said["path"] or "$"
    message = said["message"]
    return Malformed(message[:MESSAGE_MAX] + _expected(message, path, kind), path)


def unknown_field(kind: Any, value: Any, path: str) -> Malformed | None:
    """Return the first field in `value`, as JSON has it, that `kind` does not have; with its place.

    A structure of an event reads fields that it does not know, so that a later program's log can be
    read; what is typed anew is asked for them here.
    """
    if isinstance(value, list):
        parts = ((f"{path}[{place}]", each) for place, each in enumerate(value))
        return _first((_kind_in(kind), part, where) for where, part in parts)
    struct = _struct_in(kind)
    if struct is None or not isinstance(value, dict):
        return None
    hints = get_type_hints(struct)
    strange = next((name for name in value if name not in hints), None)
    if strange is not None:
        return Malformed(
            f"Object contains an unknown field{_one_of(list(hints))}", f"{path}.{strange}"
        )
    return _first((hints[name], part, f"{path}.{name}") for name, part in value.items())


def _first(parts: Any) -> Malformed | None:
    found = (unknown_field(kind, value, path) for kind, value, path in parts)
    return next((each for each in found if each is not None), None)


def _kind_in(kind: Any) -> Any:
    """Return the type of the elements of `kind`: of `tuple[Category, ...]` the category."""
    return next(iter(get_args(kind)), None)


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """Return the structure that `kind` is, or that it is where it is not None."""
    choices = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
    structs = (each for each in choices if isinstance(each, type))
    return next((each for each in structs if issubclass(each, msgspec.Struct)), None)


def _expected(message: str, path: str, kind: Any) -> str:
    """Return the words that may stand at a place: values of a list, or names of fields."""
    words_of = next((words for start, words in _LISTS.items() if message.startswith(start)), None)
    if words_of is None:
        return ""
    steps = [name or place for name, place in _STEP.findall(path)]
    return _one_of([word for each in _at(kind, steps) for word in words_of(each)])


def _one_of(words: Sequence[Any]) -> str:
    if not words:
        return ""
    more = ", …" if len(words) > WORDS_MAX else ""
    return f"; expected one of {', '.join(f'`{word}`' for word in words[:WORDS_MAX])}{more}"


def _at(kind: Any, steps: Sequence[str]) -> list[inspect.Type]:
    """Return the types that may stand where these steps lead: names of fields, and places."""
    kinds = _choices(inspect.type_info(kind))
    for step in steps:
        parts = [part for each in kinds for part in _parts(each, step)]
        kinds = [choice for part in parts for choice in _choices(part)]
    return kinds


def _choices(kind: inspect.Type) -> list[inspect.Type]:
    return list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]


def _parts(kind: inspect.Type, step: str) -> list[inspect.Type]:
    match kind:
        case inspect.StructType():
            return [each.type for each in kind.fields if each.encode_name == step]
        case inspect.TupleType():
            return list(kind.item_types)
        case inspect.DictType():
            return [kind.value_type]
        case inspect.VarTupleType() | inspect.ListType() | inspect.FrozenSetType():
            return [kind.item_type]
        case _:
            return []


def _values(kind: inspect.Type) -> list[Any]:
    match kind:
        case inspect.EnumType():
            return [member.value for member in kind.cls]
        case inspect.LiteralType():
            return list(kind.values)
        case _:
            return []


def _fields(kind: inspect.Type) -> list[str]:
    return (
        [each.encode_name for each in kind.fields] if isinstance(kind, inspect.StructType) else []
    )


_LISTS: dict[str, Callable[[inspect.Type], list[Any]]] = {
    "Invalid enum value": _values,
    "Object contains unknown field": _fields,
}
"""How a message of msgspec begins, and what could stand in place of what it complains of."""
