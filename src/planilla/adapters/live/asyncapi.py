"""AsyncAPI 3.1 document of the live protocol, generated from `messages`."""

from collections.abc import Iterable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from planilla.adapters.live.messages import FROM_CLIENTS, FROM_SERVERS, SCHEMAS

VERSION = "1.0.0"
"""Version of the protocol; messages are added, never changed."""


def asyncapi_document() -> bytes:
    """Return the document as JSON."""
    known = {**FROM_CLIENTS, **FROM_SERVERS}
    return msgspec.json.encode(
        {
            "asyncapi": "3.1.0",
            "info": {
                "title": "Planilla, live",
                "version": VERSION,
                "description": "Snapshot + messages = fresh snapshot.",
            },
            "defaultContentType": "application/json",
            "channels": {"socket": _socket(known), "stream": _stream()},
            "operations": {
                "watch": _operation("receive", "socket", FROM_CLIENTS),
                "tell": _operation("send", "socket", FROM_SERVERS),
                "stream": _operation("send", "stream", FROM_SERVERS),
            },
            "components": {
                "schemas": SCHEMAS,
                "messages": {
                    name: {"name": name, "summary": summary, "payload": schema}
                    for name, (summary, schema) in known.items()
                },
            },
        }
    )


def _socket(names: Iterable[str]) -> dict[str, Any]:
    return {
        "address": "/live",
        "title": "One WebSocket for a page, any number of its channels",
        "messages": _messages(names),
        "bindings": {"ws": {"method": "GET"}},
    }


def _stream() -> dict[str, Any]:
    return {
        "address": "/t/{tournament}/{view}/stream",
        "title": "One channel as server-sent events, the id of each its offset",
        "parameters": {
            "tournament": {"description": "The key of the tournament."},
            "view": {"description": "The name of the view."},
        },
        "messages": _messages(FROM_SERVERS),
    }


def _messages(names: Iterable[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/messages/{name}"} for name in names}


def _operation(action: str, channel: str, names: Iterable[str]) -> dict[str, Any]:
    """Return an operation of this server: it receives or sends messages of a channel."""
    of = f"#/channels/{channel}"
    return {
        "action": action,
        "channel": {"$ref": of},
        "messages": [{"$ref": f"{of}/messages/{name}"} for name in names],
    }


_DOCUMENT = asyncapi_document()


async def serve(_: Request) -> Response:
    """Answer `GET /api/asyncapi.json`."""
    return Response(_DOCUMENT, headers={"Cache-Control": "no-cache"}, media_type="application/json")
