"""Request bodies: a limit on their length, forms as people send them, JSON as programs do.

Forms are read with the standard library: urlencoded ones, and `multipart/form-data` for the file
of entries.
"""

import re
from collections.abc import Mapping
from email.message import Message
from email.parser import BytesParser
from email.policy import HTTP
from typing import TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from planilla.adapters.http.problems import Failure, TooLarge

BODY_MAX = 1_000_000
"""Bytes: two thousand entrants as pasted lines need a tenth of it."""
UPLOAD_MAX = 30_000_000
"""Bytes where an act may bring files of evidence."""
UPLOADS = re.compile(r"/t/[^/]+/acts/[a-z-]+|/api/t/[^/]+/evidence")
"""Where: only whoever may act is listened to there."""
FIELDS_MAX = 2_000
MESSAGE_MAX = 200
"""Letters of what is said of a body that cannot be read."""

Wanted = TypeVar("Wanted")


class BodyLimit:
    """Stops reading a request body that is longer than `BODY_MAX`, or `UPLOAD_MAX` where it is."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the bytes as they come in.

        Raises:
            TooLarge: there are too many.
        """
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        received = 0
        largest = _limit_of(scope)

        async def receive_counted() -> AsgiMessage:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > largest:
                raise TooLarge(largest)
            return message

        await self._app(scope, receive_counted, send)


def _limit_of(scope: Scope) -> int:
    """Files are long: forms without one are not, wherever they go."""
    kind = dict(scope["headers"]).get(b"content-type", b"")
    is_plain = kind.startswith((b"application/x-www-form-urlencoded", b"application/json"))
    return BODY_MAX if is_plain or not UPLOADS.fullmatch(scope["path"]) else UPLOAD_MAX


async def read_form(request: Request) -> Mapping[str, str]:
    """The fields of a form by name; repeated ones are joined by commas.

    A file is read as text.

    Raises:
        Failure: it is not a form that a browser sends.
        TooLarge: it is longer than `BODY_MAX`.
    """
    kind = request.headers.get("content-type", "")
    body = await request.body()
    if kind.startswith("multipart/form-data"):
        return _joined(_multipart(kind, body))
    if not kind.startswith("application/x-www-form-urlencoded"):
        raise Failure(status=400, code="not-a-form")
    try:
        pairs = parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, max_num_fields=FIELDS_MAX, errors="strict"
        )
    except ValueError as error:
        raise Failure(status=400, code="not-a-form") from error
    return _joined(pairs)


async def read_json(request: Request, kind: type[Wanted]) -> Wanted:
    """The body of a program.

    Raises:
        Failure: it is not JSON, or not of this kind.
        TooLarge: it is longer than `BODY_MAX`.
    """
    body = await request.body()
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        fields = {"path": "$", "message": str(error)[:MESSAGE_MAX]}
        raise Failure(status=400, code="malformed", fields=fields) from error


def _joined(pairs: list[tuple[str, str]]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for name, value in pairs:
        before = fields.get(name, "")
        fields[name] = f"{before},{value}" if before and value else before or value
    return fields


def _multipart(kind: str, body: bytes) -> list[tuple[str, str]]:
    head = f"Content-Type: {kind}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    parts = message.get_payload()
    if not isinstance(parts, list):
        raise Failure(status=400, code="not-a-form")
    return [_field(part) for part in parts if isinstance(part, Message)]


def _field(part: Message) -> tuple[str, str]:
    name = part.get_param("name", header="content-disposition")
    content = part.get_payload(decode=True)
    if not isinstance(name, str) or not isinstance(content, bytes):
        raise Failure(status=400, code="not-a-form")
    return name, text_of(content)


def text_of(content: bytes) -> str:
    """Text as spreadsheets write it: UTF-8 with or without a mark, else Windows-1252."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
