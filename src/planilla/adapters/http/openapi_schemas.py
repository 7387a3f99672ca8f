"""The schemas of the OpenAPI document, made from the structs that are really sent and read."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Annotated, Any

import msgspec

from planilla.adapters.http.api import AnswerWithImpact
from planilla.adapters.http.changes import ProposedRound
from planilla.adapters.http.erasure import ErasureChoice
from planilla.adapters.http.movement import CardOfAPlayer
from planilla.adapters.http.openapi_parameters import DAY, ZONE
from planilla.adapters.http.problem_pages import ProblemCode, ProblemCodes
from planilla.adapters.http.qualifying import WhoQualifies
from planilla.adapters.http.rating_search import PlayersFound
from planilla.adapters.http.timeline import FactsFound
from planilla.adapters.http.tournaments import TournamentList, TournamentOverview
from planilla.adapters.http.whatif_asked import WantedWhatIf
from planilla.adapters.http.whatif_waiting import RunStatus
from planilla.application.erasing import Report
from planilla.application.erasure import Prospect
from planilla.application.evidence import Checked
from planilla.application.redaction import ANNOUNCED, DETAIL_MAX, IDENTIFIER, NAME_MAX, TEXT_MAX
from planilla.application.unready import Unready
from planilla.audit.branch import Branch
from planilla.audit.dossier import Dossier
from planilla.audit.masnou_replay import MasnouEdited, MasnouWhatIf
from planilla.audit.pairing_audit import PairingAudit
from planilla.audit.preview import Preview
from planilla.audit.proofs import Consistency, Proof, SignedHead
from planilla.audit.redraw import ManualReview
from planilla.audit.round_by_round import RoundByRound
from planilla.domain.tournament.announcement import ProseTopic
from planilla.domain.tournament.command import Sealed
from planilla.domain.tournament.committee import Choice
from planilla.domain.tournament.entrants import NewEntrant
from planilla.domain.tournament.importing import ImportedEntrant
from planilla.domain.tournament.numbering import LatePlace
from planilla.domain.tournament.subjects import COMMANDS
from planilla.domain.tournament.values import EvidenceFile

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
ANSWERED = (
    AnswerWithImpact,
    PairingAudit,
    Branch,
    CardOfAPlayer,
    Checked,
    Choice,
    ErasureChoice,
    Consistency,
    Dossier,
    EvidenceFile,
    FactsFound,
    MasnouEdited,
    MasnouWhatIf,
    LatePlace,
    PlayersFound,
    Preview,
    ProblemCode,
    ProblemCodes,
    Proof,
    Prospect,
    Report,
    ManualReview,
    RoundByRound,
    RunStatus,
    SignedHead,
    TournamentList,
    TournamentOverview,
    ProposedRound,
    WantedWhatIf,
    WhoQualifies,
)
"""The structs that addresses answer with, or read, besides the commands."""


def ref(name: str) -> Schema:
    """A reference to a schema of the document."""
    return {"$ref": REF.format(name=name)}


def _object(properties: Schema, *optional: str, **more: Any) -> Schema:
    return {
        "type": "object",
        "required": [name for name in properties if name not in optional],
        "properties": properties,
        **more,
    }


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


IDENTIFIER_SENT: Schema = {"type": "string", "pattern": f"^{IDENTIFIER.pattern}$"}
INSTANT: Schema = {
    "type": "string",
    "pattern": f"^{DAY}T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]{ZONE}$",
}
"""A date and a time as RFC 3339 has it, with or without its zone."""
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
FREE: Schema = {"type": "object", "additionalProperties": True}

HANDWRITTEN_SCHEMAS: Mapping[str, Schema] = {
    "Command": {**FREE, "description": "The body of any command."},
    "Problem": _object(
        {
            "type": {"type": "string", "description": "The address that explains the code."},
            "title": {"type": "string", "description": "Why not, in the language of the request."},
            "status": WHOLE,
            "code": {"type": "string", "description": "Stable for ever."},
            "fields": FREE,
            "version": {"type": "integer", "description": "Of the tournament; 0 where of none."},
            "article": {"type": "string", "description": "The article of the regulations."},
        },
        "article",
        description="A problem as RFC 9457 describes it.",
    ),
    "ViewSnapshot": _object(
        {
            "view": TEXT,
            "at": {
                "type": "array",
                "description": "The epoch of the numbering, and the version.",
                "items": {"anyOf": [TEXT, WHOLE]},
                "minItems": 2,
                "maxItems": 2,
            },
            "columns": _array(TEXT),
            "rows": {"type": "object", "additionalProperties": _array({})},
        },
        description="All rows of a view by their key; a cell is what its column says.",
    ),
    "PublicPeople": _object(
        {
            "people": {
                "type": "object",
                "additionalProperties": _object({"name": TEXT, "club": TEXT, "fide_id": TEXT}),
            }
        },
        description="The public part of the personal data, by entrant.",
    ),
    "Health": _object({"status": {"const": "ok"}}),
    "Readiness": _object({"status": {"const": "ready"}}),
    "NotReady": _object(
        {
            "status": {"const": "not-ready"},
            "why": {**_array({"type": "string", "enum": list(Unready)}), "minItems": 1},
        },
        description="Why nothing can be recorded now, in stable codes.",
    ),
    "OpenapiDocument": FREE,
    "AsyncapiDocument": FREE,
    "HeadAnswer": {
        "allOf": [
            ref("SignedHead"),
            _object({"announced": _or_null(TEXT)}),
        ],
        "description": "A signed head; `announced` is the key that the log names.",
    },
    "AuditAnswer": {
        "allOf": [ref("PairingAudit"), _object({"holds": {"type": "boolean"}})],
        "description": "`holds`: no round differs.",
    },
    "ReviewAnswer": _or_null(ref("ManualReview")),
    "WhatIfFact": _object(
        {"version": WHOLE, "recorded_at": WHOLE, "event": FREE},
        description="A fact that is left out or added.",
    ),
    "WhatIfReadings": _object(
        {
            "left_out": _array(ref("WhatIfFact")),
            "added": _array(ref("WhatIfFact")),
            "void": _array(ref("VoidFact")),
            "rounds": ref("RoundByRound"),
            "branch": ref("Branch"),
        },
        "rounds",
        "branch",
        description="The readings that were asked for.",
    ),
    "WhatIfAnswer": {
        "anyOf": [ref("WhatIfReadings"), ref("MasnouWhatIf"), ref("MasnouEdited")],
        "description": "The readings that were asked for; of a Masnou who would sit where.",
    },
    "DossierAnswer": _object(
        {
            "dossier": ref("Dossier"),
            "rounds": _or_null(ref("RoundByRound")),
            "branch": _or_null(ref("Branch")),
            "hall": _or_null(ref("MasnouWhatIf")),
        }
    ),
    "MasnouGame": _object(
        {
            "game": TEXT,
            "table": _or_null(WHOLE),
            "playoff_round": _or_null(WHOLE),
            "started": _or_null(TEXT),
            "ended": _or_null(TEXT),
            "white": TEXT,
            "white_name": TEXT,
            "black": TEXT,
            "black_name": TEXT,
            "result": TEXT,
            "offline": {"type": "boolean"},
        }
    ),
    "HallRank": _object(
        {
            "place": WHOLE,
            "player": TEXT,
            "name": TEXT,
            "points": TEXT,
            **dict.fromkeys(("games", "wins", "draws", "losses", "longest_wait_s"), WHOLE),
            "categories": {
                "type": "string",
                "description": "The player's categories, each with the place in it: `U12: 1`.",
            },
        }
    ),
}
"""The answers that no struct stands for."""

SCHEMA_NAMES = {
    "AnswerWithImpact": "CommandAnswer",
    "Consistency": "ConsistencyProof",
    "PersonSent": "Person",
    "Report": "ErasureReport",
}
"""The names in the document, where the struct's own says too little."""


BODY_SCHEMAS = (
    "ErasureChoice",
    "ProposedRound",
    "WantedWhatIf",
    *(kind.__name__ for kind in COMMANDS.values()),
)
"""The schemas of bodies; whatever they are made of is read too."""
SPARSE_SCHEMAS = frozenset({"FactRow"})
"""The schemas of what is answered without the fields that have their defaults."""


def schemas() -> dict[str, Schema]:
    """All schemas of the document by their name."""
    kinds = (*(_on_the_wire(kind) for kind in COMMANDS.values()), *ANSWERED)
    _, made = msgspec.json.schema_components(kinds, ref_template=REF)
    names = {name: _short(name, made) for name in made}
    found = {names[name]: _plain(schema, names) for name, schema in made.items()}
    read = _reached(found, BODY_SCHEMAS)
    for name, schema in found.items():
        _settle(name, schema, is_sparse=name in read or name in SPARSE_SCHEMAS)
        if name not in read:
            found[name] = _with_plain_tuples(schema)
    _tell_what_is_checked(found)
    found["CommandAnswer"]["required"].remove("impact")  # which a dry run's answer has alone
    return {**found, **HANDWRITTEN_SCHEMAS}


def _tell_what_is_checked(found: Mapping[str, Schema]) -> None:
    """Add the limits that `application.redaction` checks and the types do not express."""
    for name in ("NewEntrant", "ImportedEntrant"):
        found[name]["properties"]["id"] = IDENTIFIER_SENT
    found["CorrectPersonalData"]["properties"]["entrant"] = IDENTIFIER_SENT
    found["AnnounceRegulations"]["properties"]["prose"]["propertyNames"] = ref("ProseTopic")
    found["Schedule"]["properties"]["starts"]["items"] = INSTANT
    found["Entries"]["properties"]["closes"] = _or_null(INSTANT)
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
