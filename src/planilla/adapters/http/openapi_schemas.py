"""The schemas of the OpenAPI document, made from the structs that are really sent and read."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, NamedTuple

import msgspec

from planilla.adapters.http.openapi_parameters import DAY, ZONE
from planilla.application.redaction import ANNOUNCED, DETAIL_MAX, IDENTIFIER, NAME_MAX, TEXT_MAX
from planilla.domain.tournament.announcement import ProseTopic
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.entrants import NewEntrant
from planilla.domain.tournament.importing import ImportedEntrant
from planilla.domain.tournament.subjects import COMMANDS

Schema = dict[str, Any]

REF = "#/components/schemas/{name}"
SealedText = Annotated[str, msgspec.Meta(max_length=TEXT_MAX)]
Detail = Annotated[str, msgspec.Meta(max_length=DETAIL_MAX)]


class PersonSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Personal data as they are sent, kept apart from the log and erasable.

    `birth` is a date or a year, `sex` `m` or `w`; `arbiter` is an arbiter title: `IA`, `FA`, `NA`.
    """

    name: Annotated[str, msgspec.Meta(max_length=NAME_MAX, pattern=r"[^\s]")]
    birth: Detail = ""
    fide_id: Detail = ""
    club: Detail = ""
    contact: Detail = ""
    sex: Detail = ""
    arbiter: Detail = ""


ENTRANTS = (NewEntrant, ImportedEntrant)
"""The parts of commands that hold personal data."""


def ref(name: str) -> Schema:
    """A reference to a schema of the document."""
    return {"$ref": REF.format(name=name)}


IDENTIFIER_SENT: Schema = {"type": "string", "pattern": f"^{IDENTIFIER.pattern}$"}
INSTANT: Schema = {
    "type": "string",
    "pattern": f"^{DAY}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]{ZONE}$",
}
"""A date and a time as RFC 3339 has it, with or without its zone."""


class ProblemSent(msgspec.Struct, frozen=True, kw_only=True):
    """A problem as RFC 9457 describes it."""

    type: Annotated[str, msgspec.Meta(description="The address that explains the code.")]
    title: Annotated[str, msgspec.Meta(description="Why not, in the language of the request.")]
    status: int
    code: Annotated[str, msgspec.Meta(description="Stable for ever.")]
    fields: dict[str, Any]
    version: Annotated[int, msgspec.Meta(description="Of the tournament; 0 where of none.")]
    article: Annotated[str, msgspec.Meta(description="The article of the regulations.")] = ""


SCHEMA_NAMES = {
    "AnswerWithImpact": "CommandAnswer",
    "Consistency": "ConsistencyProof",
    "MasnouFileGame": "MasnouGame",
    "PersonSent": "Person",
    "ProblemSent": "Problem",
    "Report": "ErasureReport",
}
"""The names in the document, where the struct's own says too little."""


ANY_COMMAND: Schema = {
    "type": "object",
    "additionalProperties": True,
    "description": "The body of any command.",
}
"""The schema of the common class of all commands, which has no fields of its own."""
SPARSE_SCHEMAS = frozenset({"FactRow", "Problem", "WhatIfReadings"})
"""The schemas of what is answered without the fields that have their defaults."""


class Schemas(NamedTuple):
    """The schemas of the document by name, and the schema of each type that is sent or read."""

    named: dict[str, Schema]
    by_type: dict[Any, Schema]


def schemas(sent: Iterable[Any], read: Iterable[Any]) -> Schemas:
    """Return the schemas of all commands, and of the types that addresses send and read."""
    commands = {kind: _on_the_wire(kind) for kind in COMMANDS.values()}
    wire = {**commands, **{kind: kind for kind in (*read, *sent, ProblemSent)}}
    made, components = msgspec.json.schema_components(wire.values(), ref_template=REF)
    names = {name: _short(name, components) for name in components}
    found = {names[name]: _plain(schema, names) for name, schema in components.items()}
    by_type = {kind: _plain(schema, names) for kind, schema in zip(wire, made, strict=True)}
    bodies = {name for kind in (*commands, *read) for name in _referred(by_type[kind])}
    reached = _reached(found, bodies)
    for name, schema in found.items():
        _settle(name, schema, is_sparse=name in reached or name in SPARSE_SCHEMAS)
        if name not in reached:
            found[name] = _with_plain_tuples(schema)
    _tell_what_is_checked(found)
    found["CommandAnswer"]["required"].remove("impact")  # which a dry run's answer has alone
    found["Command"] = ANY_COMMAND
    return Schemas(found, by_type)


def _tell_what_is_checked(found: Mapping[str, Schema]) -> None:
    """Add the limits that `application.redaction` checks and the types do not express."""
    for name in ("NewEntrant", "ImportedEntrant"):
        found[name]["properties"]["id"] = IDENTIFIER_SENT
    found["CorrectPersonalData"]["properties"]["entrant"] = IDENTIFIER_SENT
    found["AnnounceRegulations"]["properties"]["prose"]["propertyNames"] = ref("ProseTopic")
    found["Schedule"]["properties"]["starts"]["items"] = INSTANT
    found["Entries"]["properties"]["closes"] = {"anyOf": [INSTANT, {"type": "null"}]}
    for kind in COMMANDS.values():
        fields = found[kind.__name__]["properties"]
        announced = (_referred(fields[name]) for name in ANNOUNCED if name in fields)
        for name in _reached(found, chain.from_iterable(announced)):
            if "properties" in found[name]:
                found[name]["additionalProperties"] = False


def _reached(made: Mapping[str, Schema], names: Iterable[str]) -> set[str]:
    """Some schemas and those that they refer to."""
    found: set[str] = set()
    coming = list(names)
    while coming:
        name = coming.pop()
        if name not in found and name in made:
            found.add(name)
            coming += _referred(made[name])
    return found


def _referred(schema: Any) -> Iterator[str]:
    """The names that a schema refers to."""
    if isinstance(schema, list):
        for each in schema:
            yield from _referred(each)
    elif isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix(REF.format(name=""))
        yield from _referred(list(schema.values()))


def _settle(name: str, schema: Schema, *, is_sparse: bool) -> None:
    """Name a schema as the document does, and say which of its fields are always there.

    Generators take a field with a default for one that is always there: so it is in what is
    answered. In what is read, and what is sparse, it may be left out: its default is told in words.
    """
    schema["title"] = name
    fields: dict[str, Schema] = schema.get("properties", {})
    if fields and not is_sparse:
        schema["required"] = list(fields)
    for field in fields.values():
        usual = field.pop("default", None)
        if is_sparse and usual not in (None, "", [], (), {}):
            field["description"] = f"By default {msgspec.json.encode(usual).decode()}."


def _short(name: str, made: Mapping[str, Schema]) -> str:
    """A name without its module; of two that are alike the later one has its module's name."""
    module, _, last = name.rpartition(".")
    if not module:
        return SCHEMA_NAMES.get(name, name)
    alike = [each for each in made if each.rpartition(".")[2] == last]
    if alike[0] == name:
        return last
    return module.rpartition(".")[2].title().replace("_", "") + last


def _plain(schema: Any, names: Mapping[str, str]) -> Any:
    """A schema with short names, and with tuples that generators of programs understand.

    `"items": false` says nothing more beside as many `prefixItems` as `maxItems`.
    """
    if isinstance(schema, list):
        return [_plain(each, names) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {
        key: _plain(value, names)
        for key, value in schema.items()
        if not (key == "items" and value is False)
    }
    if found.get("type") == "object" and found.keys() <= {"type", "description"}:
        found["additionalProperties"] = True  # otherwise generators make an empty type of it
    if found.get("type") == "array" and not found.keys() & {"items", "prefixItems"}:
        found["items"] = {}
    if isinstance(found.get("pattern"), str):
        found["pattern"] = found["pattern"].replace("\\Z", "$")  # ECMA 262 has no `\\Z`
    if isinstance(found.get("$ref"), str):
        found["$ref"] = REF.format(name=names[found["$ref"].removeprefix(REF.format(name=""))])
    return found


def _with_plain_tuples(schema: Any) -> Any:
    """A schema of an answer, its tuples as arrays of their kinds of items, of their length.

    Programs that read `prefixItems` in answers do it in as many ways as there are programs.
    """
    if isinstance(schema, list):
        return [_with_plain_tuples(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _with_plain_tuples(value) for key, value in schema.items()}
    if "prefixItems" in found:
        kinds = found.pop("prefixItems")
        different = [each for place, each in enumerate(kinds) if each not in kinds[:place]]
        found["items"] = different[0] if len(different) == 1 else {"anyOf": different}
    return found


def _on_the_wire(kind: type) -> type:
    """A struct as it is sent: a sealed text is a string, a sealed person an object.

    One without sealed parts is itself: two structs of one name would be two schemas.
    """
    known = msgspec.structs.fields(kind)
    if all(_sent_type(field) is field.type for field in known):
        return kind
    fields: list[Any] = []
    for field in known:
        sent = _sent_type(field)
        if field.required:
            fields.append((field.encode_name, sent))
            continue
        if field.default_factory is not msgspec.NODEFAULT:
            default = msgspec.field(default_factory=field.default_factory)
        else:
            default = "" if isinstance(field.default, Sealed) else field.default
        fields.append((field.encode_name, sent, default))
    return msgspec.defstruct(
        kind.__name__,
        fields,
        forbid_unknown_fields=True,
        kw_only=True,
        module=kind.__module__,
        namespace={"__doc__": kind.__doc__},
    )


def _sent_type(field: msgspec.structs.FieldInfo) -> Any:
    if field.type is Sealed:
        return PersonSent if field.name == "person" else SealedText
    if field.type == dict[ProseTopic, Sealed]:
        return dict[ProseTopic, SealedText]
    for entrant in ENTRANTS:
        if field.type == tuple[entrant, ...]:  # type: ignore[valid-type]  # chosen at run time
            return tuple[_on_the_wire(entrant), ...]  # type: ignore[misc]  # made at run time
    return field.type
