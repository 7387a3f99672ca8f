"""Messages of the live protocol: meaning, sender and schema of each.

`asyncapi` generates the document from them; a test compares them with the frames sent.
"""

from typing import Any

from planilla.projections import VIEWS

Schema = dict[str, Any]

ERRORS = (
    "bad-message",
    "message-too-long",
    "too-many-messages",
    "no-such-channel",
    "no-such-tournament",
    "tournament-hidden",
    "not-permitted",
    "too-many-subscriptions",
    "too-many-channels",
    "too-many-watchers",
    "projection-stopped",
    "unavailable",
)
RESETS = ("epoch", "stopped", "publication")


def ref(name: str) -> Schema:
    """Return a reference to one of `SCHEMAS`."""
    return {"$ref": f"#/components/schemas/{name}"}


def _object(required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    return {
        "type": "object",
        "required": list(required),
        "properties": {**required, **(optional or {})},
        "additionalProperties": False,
    }


def _tuple(*items: Schema) -> Schema:
    return {
        "type": "array",
        "prefixItems": list(items),
        "minItems": len(items),
        "maxItems": len(items),
    }


VERSION: Schema = {"type": "integer", "minimum": 0}
TEXT: Schema = {"type": "string"}
CELL: Schema = {"description": "A cell as the view defines it; whole rows are arrays of cells."}
MOVED = {"rows": ref("upserts"), "del": ref("keys")}

SCHEMAS: dict[str, Schema] = {
    "channel": {
        "type": "string",
        "pattern": r"^t/[^/]+/[^/]+$",
        "description": "`t/<tournament>/<view>`; the views: " + ", ".join(VIEWS) + ".",
    },
    "offset": {
        **_tuple(TEXT, VERSION),
        "description": "The epoch of the numbering, and the version of the tournament's stream.",
    },
    "span": {
        **_tuple(VERSION, VERSION),
        "description": "From, to: apply it where from ≤ own < to.",
    },
    "upserts": {
        "type": "array",
        "items": _tuple(TEXT, {"type": "integer", "minimum": -1}, CELL),
        "minItems": 1,
        "description": "Key, column, value; column -1 carries a whole row.",
    },
    "keys": {"type": "array", "items": TEXT, "minItems": 1, "description": "Rows that went."},
    "snapshot": _object(
        {
            "view": {"enum": list(VIEWS)},
            "at": ref("offset"),
            "columns": {"type": "array", "items": TEXT},
            "rows": {"type": "object", "additionalProperties": {"type": "array", "items": CELL}},
        }
    ),
}

FROM_CLIENTS: dict[str, tuple[str, Schema]] = {
    "subscribe": (
        "Watch a channel, from an offset or anew.",
        _object(
            {
                "sub": _object(
                    {"channel": ref("channel")},
                    {"at": {"anyOf": [ref("offset"), {"type": "null"}]}},
                )
            }
        ),
    ),
    "unsubscribe": (
        "Watch it no longer.",
        _object({"unsub": _object({"channel": ref("channel")})}),
    ),
}

FROM_SERVERS: dict[str, tuple[str, Schema]] = {
    "resumed": (
        "The subscription stands; what was missed follows as whole rows.",
        _object(
            {
                "c": ref("channel"),
                "ok": _object({"mode": {"const": "resumed"}, "at": ref("offset")}),
                "o": ref("span"),
            },
            MOVED,
        ),
    ),
    "snapshot": (
        "The subscription stands, and these are all rows.",
        _object(
            {
                "c": ref("channel"),
                "ok": _object(
                    {
                        "mode": {"const": "snapshot"},
                        "at": ref("offset"),
                        "snapshot": ref("snapshot"),
                    }
                ),
            }
        ),
    ),
    "refetch": (
        "More than 64 kB: fetch the snapshot, then subscribe from its offset.",
        _object({"c": ref("channel"), "ok": _object({"mode": {"const": "refetch"}})}),
    ),
    "update": (
        "What moved between two versions; with nothing moved, a heartbeat.",
        _object({"c": ref("channel"), "o": ref("span")}, MOVED),
    ),
    "names": (
        "How many entrants were forgotten (where it changed, fetch the names again) and watch.",
        _object({"c": ref("channel"), "names": VERSION, "watchers": VERSION}),
    ),
    "reset": (
        "Forget the rows and subscribe anew; the subscription is over.",
        _object({"c": ref("channel"), "reset": _object({"why": {"enum": list(RESETS)}})}),
    ),
    "bye": (
        "The server goes away: come back after a time drawn between the two, in seconds.",
        _object({"bye": _object({"retry": _tuple({"type": "number"}, {"type": "number"})})}),
    ),
    "error": (
        "A message that could not be obeyed.",
        _object({"error": {"enum": list(ERRORS)}}, {"c": TEXT}),
    ),
}
