"""An id for each request: in its answer, in each line logged meanwhile, and in the proxy's log.

A proxy may bring one along in `X-Request-Id`; otherwise one is drawn. Whoever reports an error
names it, and the operator finds the lines that belong to it.
"""

import logging
import re
from collections.abc import Callable
from contextvars import ContextVar

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "x-request-id"
OWN_LENGTH = 16
_CLIENT_ID = re.compile("[0-9A-Za-z-]{8,64}")
_CURRENT: ContextVar[str] = ContextVar("request_id", default="")


def current_request_id() -> str:
    """Return the id of the request that is being answered; empty outside of one."""
    return _CURRENT.get()


class RequestIds:
    """Gives each request its id, and each answer the id of its request."""

    def __init__(self, app: ASGIApp, *, draw: Callable[[], str]) -> None:
        self._app = app
        self._draw = draw

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with its id in the context and in the head of the response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        brought = Headers(scope=scope).get(HEADER, "")
        request_id = brought if _CLIENT_ID.fullmatch(brought) else self._draw()[:OWN_LENGTH]
        _CURRENT.set(request_id)  # a request has a context of its own: nothing is to be undone

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = request_id
            await send(message)

        await self._app(scope, receive, send_with_id)


class WithRequestId(logging.Filter):
    """Puts the id of the request, where there is one, behind the message of a log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Complete the record; every record is written."""
        request_id = current_request_id()
        if request_id and not hasattr(record, "request_id"):  # another handler may have done so
            record.request_id = request_id
            record.msg, record.args = f"{record.getMessage()} [request {request_id}]", ()
        return True
