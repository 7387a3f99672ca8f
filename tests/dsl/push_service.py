"""A push service on a loopback port: it answers as it was told, and keeps what it receives."""

import http.client
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from patience import PATIENCE_S


class PushRequest(NamedTuple):
    """A message as it arrived."""

    host: str
    path: str
    headers: Mapping[str, str]
    body: bytes


class PushService:
    """What a service received, and the answers that it gives next; then 201."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.requests: list[PushRequest] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        self._arrived = threading.Condition()

    def connect(self, _: str) -> http.client.HTTPConnection:
        """A connection to this service, whatever the host is called."""
        return http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)

    def take(self, request: PushRequest) -> tuple[int, dict[str, str]]:
        """Keep a request, and return the answer to it."""
        with self._arrived:
            self.requests.append(request)
            self._arrived.notify_all()
            return self.answers.pop(0) if self.answers else (201, {})

    def wait_for(self, count: int) -> list[PushRequest]:
        """The first requests, as soon as so many have arrived; it blocks."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.requests) >= count, PATIENCE_S)
            return self.requests[:count]


@contextmanager
def push_service() -> Iterator[PushService]:
    """A service that listens as long as the block runs."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = PushRequest(headers["host"], self.path, headers, body)
            status, more = service.take(request)
            self.close_connection = more.pop("closed", "") == "silently"
            self.send_response(status)
            for name, value in {"content-length": "0", **more}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    service = PushService(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
