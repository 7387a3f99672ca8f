"""Fields that a structure does not have: what is announced is kept for ever, a typing error too.

Events ignore fields that they do not know, so that older programs read newer logs, and what is part
of an event does so in a command as well. There it would only hide a mistake.
"""

from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec


def unknown_field(kind: Any, value: Any, path: str) -> str | None:
    """The place of the first field in `value`, as JSON has it, that `kind` does not have."""
    if isinstance(value, list):
        parts = ((f"{path}[{place}]", each) for place, each in enumerate(value))
        return _first((_kind_in(kind), part, where) for where, part in parts)
    struct = _struct_in(kind)
    if struct is None or not isinstance(value, dict):
        return None
    hints = get_type_hints(struct)
    strange = next((name for name in value if name not in hints), None)
    if strange is not None:
        return f"{path}.{strange}"
    return _first((hints[name], part, f"{path}.{name}") for name, part in value.items())


def _first(parts: Any) -> str | None:
    found = (unknown_field(kind, value, path) for kind, value, path in parts)
    return next((place for place in found if place is not None), None)


def _kind_in(kind: Any) -> Any:
    """What a list of `kind` holds: of `tuple[Category, ...]` the category."""
    return next(iter(get_args(kind)), None)


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    """The structure that `kind` is, or that it is where it is not None."""
    choices = get_args(kind) if get_origin(kind) in {Union, UnionType} else (kind,)
    structs = (each for each in choices if isinstance(each, type))
    return next((each for each in structs if issubclass(each, msgspec.Struct)), None)
