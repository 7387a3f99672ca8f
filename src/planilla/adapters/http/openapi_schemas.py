"""Parameters and schemas of the OpenAPI document, from the structs that are sent and read."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import chain
from typing import Annotated, Any, NamedTuple

import msgspec

from planilla.application.redaction import ANNOUNCED, DETAIL_MAX, IDENTIFIER, NAME_MAX
from planilla.audit.archive import ArchiveForm
from planilla.domain.prizes.outcomes import Likelihood
from planilla.domain.tournament.announcement import ProseTopic
from planilla.domain.tournament.command import TEXT_MAX, Sealed
from planilla.domain.tournament.entrants import NewEntrant
from planilla.domain.tournament.event import Topic
from planilla.domain.tournament.importing import ImportedEntrant, ImportedRoster
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.tournament.teams import NewTeam
from planilla.formats.trf.dialects import DIALECTS
from planilla.projections import VIEWS
from planilla.projections.tables import TABLES

Schema = dict[str, Any]

NUMBER: Schema = {"type": "integer", "minimum": 1}
COUNT: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string"}
SHA256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
KEY: Schema = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"}

FIDE: Schema = {"type": "string", "pattern": "^[1-9][0-9]{2,9}$"}
SLUG: Schema = {"type": "string", "pattern": "^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$"}

ZONE = "(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])?"
DAY = (
    "20[0-9]{2}-((0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])"
    "|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)"
)
_CLOCK = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?" + ZONE
MOMENT: Schema = {
    "type": "string",
    "pattern": (
        "^(v?[1-9][0-9]{0,8}|p[1-9][0-9]{0,11}|(before|after)-round-[1-9][0-9]{0,3}"
        f"|{DAY}T{_CLOCK})$"
    ),
}


def _parameter(
    place: str, name: str, schema: Schema, description: str, example: Any
) -> dict[str, Any]:
    required = {"required": True} if place == "path" else {}
    described = {"description": description, "schema": schema, "example": example}
    return {"name": name, "in": place, **required, **described}


_query = partial(_parameter, "query")
_header = partial(_parameter, "header")
_path = partial(_parameter, "path")

PATH_PARAMETERS: Mapping[str, Schema] = {
    "tournament": _path("tournament", KEY, "The key of the tournament.", "club"),
    "festival": _path("festival", SLUG, "The id of the festival.", "summer-2026"),
    "fide_id": _path("fide_id", FIDE, "The FIDE id of the player.", "2200001"),
    "entrant": _path("entrant", KEY, "The id of the entrant.", "e1"),
    "number": _path("number", NUMBER, "The number of the round.", 1),
    "version": _path("version", NUMBER, "The version of the fact.", 12),
    "run": _path("run", {**TEXT, "minLength": 1}, "The id of the run.", "k3Jq8sPw"),
    "sha256": _path("sha256", SHA256, "The SHA-256 of the file in hexadecimal.", "0" * 64),
    "table": _path("table", {"enum": list(TABLES)}, "The name of the table.", "standings"),
    "view": _path("view", {"enum": list(VIEWS)}, "The name of the view.", "standings"),
    "code": _path(
        "code", {"type": "string", "pattern": "^[a-z-]{1,60}$"}, "The code.", "malformed"
    ),
}

PARAMETERS: Mapping[str, Schema] = {
    "at": _query(
        "at",
        MOMENT,
        "A moment of the past: a version (`v61`), a position of the log (`p1234`), a time "
        "(`2026-05-03T14:32`), `before-round-5` or `after-round-5`, of stage 2 "
        "`before-round-2-5`. What is not written as a version is answered with 302 to the version.",
        "v9",
    ),
    "stage": _query(
        "stage", NUMBER, "The number of the stage, in a tournament of several; without it 1.", 1
    ),
    "since": _query(
        "at",
        TEXT,
        "The id of the last event that was received, where no `Last-Event-ID` can be sent.",
        "0190f3:61",
    ),
    "likelihood": _query(
        "likelihood",
        {"enum": [each.value for each in Likelihood]},
        "Asks for the chances also before the last round, weighed so.",
        "elo",
    ),
    "player": _query("player", TEXT, "Facts of this entrant.", "e1"),
    "of_round": _query("round", COUNT, "Facts of this round.", 1),
    "board": _query("board", COUNT, "Facts of this board.", 1),
    "kind": _query("kind", {"enum": list(Topic)}, "Facts of this kind.", "result"),
    "actor": _query("actor", TEXT, "Facts of this actor; for the staff.", "organiser"),
    "dialect": _query("dialect", {"enum": list(DIALECTS)}, "The dialect of the file.", "trf26"),
    "form": _query(
        "form",
        {"enum": [each.value for each in ArchiveForm]},
        "The form of the archive; `full` for the arbiters alone.",
        "public",
    ),
    "position": _query("position", NUMBER, "A position of the whole log.", 9),
    "version": _query("version", NUMBER, "A version whose hash is wanted as well.", 1),
    "from": _query("from", NUMBER, "The earlier position of the log.", 1),
    "to": _query("to", NUMBER, "The later position of the log; the last one without it.", 9),
    "q": _query("q", TEXT, "An id, or words of a name.", "alba"),
    "category": _query("category", TEXT, "Players of this category alone.", "U18"),
    "club": _query("club", TEXT, "Players of this club alone.", "Foment"),
    "federation": _query("federation", TEXT, "Players of this federation alone.", "ESP"),
    "list": _query("list", TEXT, "The kind of the rating list; the first one without it.", "fide"),
    "game": _query("game", TEXT, "The game: round and board.", "1.1"),
    "result": _query("result", TEXT, "Its other result.", "0-1"),
    "of_game": {**_query("game", TEXT, "The game: round and board.", "1.1"), "required": True},
    "as_result": {
        **_query("result", TEXT, "The result that it would have.", "0-1"),
        "required": True,
    },
    "known_from": _query(
        "known_from",
        COUNT,
        "The version from which the result would have been known.",
        12,
    ),
    "correction": _query("correction", NUMBER, "The version of a recorded correction.", 12),
    "edit": {
        **_query(
            "edit",
            {"type": "array", "items": TEXT},
            "An edit of the log, as the command line takes it.",
            ["remove v12"],
        ),
        "explode": True,
    },
    "reading": _query("reading", {"enum": ["rounds", "branch"]}, "One of the readings.", "branch"),
    "draws": _query("draws", NUMBER, "How many endings are drawn.", 400),
    "seed": _query(
        "seed",
        COUNT,
        "The seed they are drawn from.",
        1,
    ),
    "top": _query(
        "top",
        COUNT,
        "How many first places are told of.",
        3,
    ),
    "Idempotency-Key": {
        **_header(
            "Idempotency-Key",
            {"type": "string", "pattern": '^"*[!#-~]([!-~]{0,126}[!#-~])?"*$'},
            "The id of the command; the same one again gets the same answer.",
            "2f1c9f0e-record-1.1",
        ),
        "required": True,
    },
    "If-Match": _header(
        "If-Match",
        {"type": "string", "format": "version-tag", "pattern": '^("[0-9]{1,12}"|[*])$'},
        'The version you looked at, `"61"`: 412 if anything changed since; `*`: any version.',
        "*",
    ),
    "If-None-Match": _header(
        "If-None-Match", TEXT, "The tag that you have; 304 if it is still so.", '"club:61"'
    ),
    "Last-Event-ID": _header(
        "Last-Event-ID", TEXT, "The id of the last event that was received.", "0190f3:61"
    ),
    "Prefer": _header(
        "Prefer",
        TEXT,
        "`dry-run`: what it would bring, without writing; `top=8`: eight qualify.",
        "dry-run",
    ),
    "Prefer-wait": _header(
        "Prefer",
        TEXT,
        "`respond-async`: do not wait; `wait=5`: so many seconds (RFC 7240).",
        "wait=5",
    ),
}
"""Parameters by their keys in the table of endpoints; two of one name have different keys."""


REF = "#/components/schemas/{name}"
SealedText = Annotated[str, msgspec.Meta(max_length=TEXT_MAX)]
Detail = Annotated[str, msgspec.Meta(max_length=DETAIL_MAX)]


class PersonSent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Personal data as sent, stored outside the log and erasable.

    `birth` is a date or a year, `sex` `m` or `w`; `arbiter` is an arbiter title: `IA`, `FA`, `NA`.
    """

    name: Annotated[str, msgspec.Meta(max_length=NAME_MAX, pattern=r"[^\s]")]
    birth: Detail = ""
    fide_id: Detail = ""
    club: Detail = ""
    contact: Detail = ""
    sex: Detail = ""
    arbiter: Detail = ""


SEALED_PARTS = (NewEntrant, ImportedEntrant, ImportedRoster, NewTeam)
"""The parts of commands that hold personal data or free texts."""


def ref(name: str) -> Schema:
    """Return a reference to a schema of the document."""
    return {"$ref": REF.format(name=name)}


IDENTIFIER_SENT: Schema = {"type": "string", "pattern": f"^{IDENTIFIER.pattern}$"}
INSTANT: Schema = {
    "type": "string",
    "pattern": f"^{DAY}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]{ZONE}$",
}
"""A date and a time by RFC 3339, with or without zone."""


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
"""Names in the document for structs whose own name is unclear."""


ANY_COMMAND: Schema = {
    "type": "object",
    "additionalProperties": True,
    "description": "The body of any command.",
}
"""The schema of the common class of all commands, which has no fields of its own."""
SPARSE_SCHEMAS = frozenset({"Ballot", "FactRow", "Problem", "Step", "WhatIfReadings"})
"""Schemas of answers that omit fields with default values."""


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
    _add_checked_limits(found)
    found["CommandAnswer"]["required"].remove("impact")  # which a dry run's answer has alone
    found["Command"] = ANY_COMMAND
    return Schemas(found, by_type)


def _add_checked_limits(found: Mapping[str, Schema]) -> None:
    """Add the limits checked by `application.redaction`, which the types do not express."""
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
    """Yield the names that a schema refers to."""
    if isinstance(schema, list):
        for each in schema:
            yield from _referred(each)
    elif isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].removeprefix(REF.format(name=""))
        yield from _referred(list(schema.values()))


def _settle(name: str, schema: Schema, *, is_sparse: bool) -> None:
    """Set the name of a schema, and its required fields.

    In answers fields with a default are required, since they are always sent. In bodies and in
    sparse schemas they are optional, with the default in the description, since client generators
    treat fields with a default as required.
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
    """Return a name without its module; the second of equal names is prefixed by its module."""
    module, _, last = name.rpartition(".")
    if not module:
        return SCHEMA_NAMES.get(name, name)
    alike = [each for each in made if each.rpartition(".")[2] == last]
    if alike[0] == name:
        return last
    return module.rpartition(".")[2].title().replace("_", "") + last


def _plain(schema: Any, names: Mapping[str, str]) -> Any:
    """Return a schema with short names, and with tuples that client generators understand.

    `"items": false` is redundant if there are as many `prefixItems` as `maxItems`.
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
        found["additionalProperties"] = True  # otherwise generators produce an empty type
    if found.get("type") == "array" and not found.keys() & {"items", "prefixItems"}:
        found["items"] = {}
    if isinstance(found.get("pattern"), str):
        found["pattern"] = found["pattern"].replace("\\Z", "$")  # ECMA 262 has no `\\Z`
    if isinstance(found.get("$ref"), str):
        found["$ref"] = REF.format(name=names[found["$ref"].removeprefix(REF.format(name=""))])
    return found


def _with_plain_tuples(schema: Any) -> Any:
    """Return the schema of an answer with tuples as arrays of fixed length.

    Client generators differ in their support of `prefixItems`.
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


@cache
def _on_the_wire(kind: type) -> type:
    """Return the type of a struct as sent: a sealed text is a string, a sealed person an object.

    A struct without sealed parts is returned unchanged; a copy would be a second schema.
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
    for part in SEALED_PARTS:
        if field.type == tuple[part, ...]:  # type: ignore[valid-type]  # chosen at run time
            return tuple[_on_the_wire(part), ...]  # type: ignore[misc]  # made at run time
    return field.type
