"""The parameters of addresses in the OpenAPI document, each written once."""

from collections.abc import Mapping
from typing import Any

from planilla.audit.archive import ArchiveForm
from planilla.domain.prizes.outcomes import Likelihood
from planilla.domain.tournament.event import Topic
from planilla.formats.trf.dialects import DIALECTS
from planilla.projections import VIEWS

Schema = dict[str, Any]

NUMBER: Schema = {"type": "integer", "minimum": 1}
COUNT: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string"}
SHA256: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
KEY: Schema = {"type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$"}

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


def _query(name: str, schema: Schema, description: str, example: Any) -> Schema:
    return {
        "name": name,
        "in": "query",
        "description": description,
        "schema": schema,
        "example": example,
    }


def _header(name: str, schema: Schema, description: str, example: str) -> Schema:
    return {
        "name": name,
        "in": "header",
        "description": description,
        "schema": schema,
        "example": example,
    }


def _path(name: str, schema: Schema, description: str, example: Any) -> Schema:
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": schema,
        "example": example,
    }


PATH_PARAMETERS: Mapping[str, Schema] = {
    "tournament": _path("tournament", KEY, "The key of the tournament.", "club"),
    "entrant": _path("entrant", KEY, "The id of the entrant.", "e1"),
    "number": _path("number", NUMBER, "The number of the round.", 1),
    "version": _path("version", NUMBER, "The version of the fact.", 12),
    "run": _path("run", {**TEXT, "minLength": 1}, "The id of the run.", "k3Jq8sPw"),
    "sha256": _path("sha256", SHA256, "The SHA-256 of the file in hexadecimal.", "0" * 64),
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
        "(`2026-05-03T14:32`), `before-round-5` or `after-round-5`. What is not written as a "
        "version is answered with 302 to the version.",
        "v9",
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
    "from": _query("from", NUMBER, "The earlier position of the log.", 1),
    "to": _query("to", NUMBER, "The later position of the log; the last one without it.", 9),
    "q": _query("q", TEXT, "An id, or words of a name.", "alba"),
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
