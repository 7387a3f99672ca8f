"""Request bodies: limit of their length, forms of browsers, JSON of programs and its command id.

Forms with files are parsed by Starlette as they arrive. Forms without files are parsed by the
standard library, which refuses anything but UTF-8; long ones in a thread, so as not to block the
event loop.
"""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar
from urllib.parse import parse_qsl

import anyio.to_thread
import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as AsgiMessage

from planilla.adapters.http.problems import Failure, TooLarge
from planilla.application.malformed import malformed

BODY_MAX = 1_000_000
"""Most bytes of a body; two thousand entrants as pasted lines need a tenth of it."""
UPLOAD_MAX = 30_000_000
"""Most bytes of an act with files of evidence."""
DOOR_MAX = 4_000
"""Most bytes of a form of the public."""
QUESTION_MAX = 128_000
"""Most bytes of a what-if of the public."""
FIELDS_MAX = 2_000
"""Most fields of a form without files."""
PARTS_MAX, FILES_MAX = 2_100, 100
"""Most fields and files of a form with files; a review of 2,000 entries has a choice for each."""
UNTHREADED_BYTES_MAX = 32_000
"""Longest body in bytes that is parsed in the event loop; longer ones are parsed in a thread."""
DIGITS_MAX = 15
"""Most digits of an announced length."""
URLENCODED, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"

Wanted = TypeVar("Wanted")


class BodyLimit:
    """Middleware that refuses bodies longer than `largest_of(scope)`."""

    def __init__(self, app: ASGIApp, largest_of: Callable[[Scope], int]) -> None:
        self._app = app
        self._largest_of = largest_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the announced length, and count the bytes received.

        Raises:
            TooLarge: there are too many.
        """
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        largest, received = self._largest_of(scope), 0
        is_too_long = _announced(scope) > largest

        async def receive_counted() -> AsgiMessage:
            nonlocal received
            message = {} if is_too_long else await receive()
            received += len(message.get("body", b""))
            if is_too_long or received > largest:
                raise TooLarge(largest)
            return message

        await self._app(scope, receive_counted, send)


def command_id_of(request: Request) -> str:
    """Return the command id in the header of a program.

    Raises:
        Failure: there is none.
    """
    given = request.headers.get("idempotency-key", "").strip('"')
    if not given:
        raise Failure("command-id-missing")
    return given


def _announced(scope: Scope) -> int:
    """Return the announced length of a request; 0 without one."""
    text = dict(scope["headers"]).get(b"content-length", b"")[:DIGITS_MAX]
    return int(text) if text.isdigit() else 0


async def read_form(request: Request, *, with_files: bool = False) -> Mapping[str, str]:
    """Return the fields of a form by name; repeated ones are joined by commas.

    A form `with_files` may be `multipart/form-data` too; its files are read as text.

    Raises:
        Failure: it is not a form that a browser sends, or a file is no text.
        TooLarge: it is longer than its route allows.
    """
    kind = request.headers.get("content-type", "")
    if with_files and kind.startswith(MULTIPART):
        fields, files = await _parts_of(request)
        return _joined((*fields, *((name, text_of(content)) for name, content in files)))
    if not kind.startswith(URLENCODED):
        raise Failure("not-a-form")
    body = await request.body()
    if len(body) <= UNTHREADED_BYTES_MAX:
        return _urlencoded(body)
    return await anyio.to_thread.run_sync(_urlencoded, body)


async def read_files(request: Request) -> tuple[dict[str, str], list[bytes]]:
    """Return the fields of a form with files, and the files that are not empty, in their order.

    Raises:
        Failure: it is not a form that a browser sends.
        TooLarge: it is longer than its route allows.
    """
    fields, files = await _parts_of(request)
    return dict(fields), [content for _, content in files if content]


async def _parts_of(request: Request) -> tuple[list[tuple[str, str]], list[tuple[str, bytes]]]:
    """Return the fields and the files of a form with their names.

    Raises:
        Failure: it is not a form that a browser sends, or has too many parts.
    """
    # Browsers send no charset, and some of Python's codecs are slow on crafted text.
    if "charset=" in request.headers["content-type"].lower():
        raise Failure("not-a-form")
    try:
        async with request.form(
            max_files=FILES_MAX, max_fields=PARTS_MAX, max_part_size=UPLOAD_MAX
        ) as form:
            parts = form.multi_items()
            fields = [(name, value) for name, value in parts if isinstance(value, str)]
            files = [
                (name, await value.read()) for name, value in parts if not isinstance(value, str)
            ]
    except HTTPException as error:
        raise Failure("not-a-form") from error
    if not parts or not all(name.isascii() for name, _ in parts):
        raise Failure("not-a-form")
    return fields, files


async def read_json(request: Request, kind: type[Wanted]) -> Wanted:
    """Decode a JSON body.

    Raises:
        Failure: it is not JSON, or not of this kind.
        TooLarge: it is longer than `BODY_MAX`.
    """
    body = await request.body()
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise unreadable(error, kind) from error


def unreadable(error: Exception, kind: Any) -> Failure:
    """Return the failure of a body that could not be decoded as this kind."""
    found = malformed(error, kind)
    return Failure(found.code, found.fields)


def _urlencoded(body: bytes) -> dict[str, str]:
    try:
        pairs = parse_qsl(
            body.decode("utf-8"), keep_blank_values=True, max_num_fields=FIELDS_MAX, errors="strict"
        )
    except ValueError as error:
        raise Failure("not-a-form") from error
    return _joined(pairs)


def _joined(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    values: dict[str, list[str]] = {}
    for name, value in pairs:
        values.setdefault(name, []).append(value)
    return {name: ",".join(filter(None, each)) for name, each in values.items()}


def text_of(content: bytes) -> str:
    """Decode a text as spreadsheets write it: Unicode with or without a mark, else Windows-1252.

    Raises:
        Failure: it is a spreadsheet, a picture or another file that is no text.
    """
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    if b"\0" in content or content.startswith(b"%PDF-"):
        raise Failure("not-a-text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
