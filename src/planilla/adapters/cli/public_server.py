"""The server that a log is pushed to, as a client of its HTTP interface.

Each request has a connection of its own: between two results minutes pass, and neither the network
of a hall nor a server keeps a connection open that long.
"""

import contextlib
import http.client
import ipaddress
import socket
import ssl
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec

from planilla.adapters.cli.console import CommandError
from planilla.application.following import PORTION_MEDIA, FollowerEnd, Portion

TIMEOUT_S = 20.0
"""Seconds without a byte after which a request is given up."""
ANSWER_BYTES_MAX = 1_000_000
LATER = frozenset({429, 500, 502, 503, 504})
"""Statuses after which the same request may be sent again."""

_ENDS = msgspec.json.Decoder(FollowerEnd)


class Unreachable(Exception):
    """The server does not answer now; the same request may be sent again."""


class RequestRefused(Exception):
    """The server refuses a request: the code of its problem, and the fields of its sentence."""

    def __init__(self, code: str, fields: dict[str, Any]) -> None:
        self.code = code
        self.fields = fields
        super().__init__(f"{code} {fields}")


class _Problem(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    fields: dict[str, Any] = {}


class PublicServer:
    """A server at an address, for the holder of its organiser's token; its calls block."""

    def __init__(self, url: str, token: str) -> None:
        parts = urlsplit(url)
        self.address = url.rstrip("/")
        self._is_secure = parts.scheme == "https"
        self._host, self._port = parts.hostname or "", parts.port
        self._prefix = parts.path.rstrip("/")
        self._token = token
        self._connection: http.client.HTTPConnection | None = None

    def end(self, tournament: str, version: int = 0) -> FollowerEnd:
        """Return the end of a tournament there, and with a version its hash at that one.

        Raises:
            Unreachable, RequestRefused: it was not answered.
            CommandError: there is no Planilla.
        """
        asked = f"?version={version}" if version else ""
        return self._asked("GET", f"/api/t/{quote(tournament, safe='')}/log{asked}", None)

    def send(self, tournament: str, portion: Portion) -> FollowerEnd:
        """Send a portion; return the end of the tournament after it.

        Raises:
            Unreachable, RequestRefused, CommandError: as `end`.
        """
        body = msgspec.json.encode(portion)
        return self._asked("POST", f"/api/t/{quote(tournament, safe='')}/log", body)

    def abort(self) -> None:
        """End the request that another thread waits for."""
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _asked(self, method: str, path: str, body: bytes | None) -> FollowerEnd:
        kind = http.client.HTTPSConnection if self._is_secure else http.client.HTTPConnection
        connection = self._connection = kind(self._host, self._port, timeout=TIMEOUT_S)
        headers = {"Authorization": f"Bearer {self._token}", "Connection": "close"}
        if body is not None:
            headers["Content-Type"] = PORTION_MEDIA
        try:
            connection.request(method, self._prefix + path, body, headers)
            answer = connection.getresponse()
            content = answer.read(ANSWER_BYTES_MAX)
        except ssl.SSLCertVerificationError as error:
            why = error.verify_message
            raise CommandError("follow.certificate", address=self.address, why=why) from error
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(getattr(error, "strerror", None) or str(error)) from error
        finally:
            self._connection = None
            connection.close()
        return self._answered(answer.status, content)

    def _answered(self, status: int, content: bytes) -> FollowerEnd:
        if status in LATER:
            raise Unreachable(f"HTTP {status}")
        try:
            if status == 200:
                return _ENDS.decode(content)
            problem = msgspec.json.decode(content, type=_Problem)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            fields: dict[str, Any] = {"address": self.address, "status": str(status)}
            raise CommandError("follow.not-planilla", **fields) from error
        raise RequestRefused(problem.code, problem.fields)


def checked_address(url: str) -> str:
    """Return the address of a server; one in the internet must be `https`.

    Raises:
        CommandError: it is none, or a secret would be sent where others can read it.
    """
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - it is parsed when it is read
    except ValueError as error:
        raise CommandError("follow.no-address", address=url) from error
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise CommandError("follow.no-address", address=url)
    if parts.scheme == "http" and not _is_near(parts.hostname):
        raise CommandError("follow.insecure", address=url)
    return url.rstrip("/")


def _is_near(host: str) -> bool:
    """Return whether a host is this computer, or has an address of a private network."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
