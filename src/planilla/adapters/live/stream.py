"""Server-sent events with the same frames: `GET /t/<tournament>/<view>/stream`, one channel each.

The id of an event is `<epoch>:<offset>`; browsers send the last one back when they reconnect. Each
heartbeat sends an empty update, so proxies do not close an idle stream.
"""

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from planilla.adapters.live.problems import problem
from planilla.adapters.live.reader import ActorOf, channel_in, views_over
from planilla.application.frames import Frame, error_frame, offset_from
from planilla.application.roles import View
from planilla.application.watch import CannotWatch, Hub
from planilla.application.watchers import ViewsOf

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Headers against buffering and caching by proxies; nginx has a header of its own."""


class Streams:
    """All event streams of this process."""

    def __init__(self, hub: Hub, actor_of: ActorOf) -> None:
        self._hub = hub
        self._actor_of = actor_of

    async def serve(self, request: Request) -> Response:
        """Serve one stream, resumed from `Last-Event-ID` or `?at=<epoch>:<offset>`."""
        name = channel_in(request)
        if name is None:
            return problem(request, "no-such-channel")
        views_of = views_over(request, self._actor_of)
        views = await views_of(name.tournament)
        try:
            await self._hub.channel(str(name), views)
        except CannotWatch as refused:
            return problem(request, refused.code)
        return StreamingResponse(
            self._events(
                str(name),
                request.headers.get("last-event-id") or request.query_params.get("at", ""),
                views_of,
                views,
            ),
            headers=HEADERS,
            media_type="text/event-stream",
        )

    async def _events(
        self, name: str, last_seen: str, views_of: ViewsOf, views: frozenset[View]
    ) -> AsyncIterator[bytes]:
        # Subscribed only here: a stream that never starts would never unsubscribe.
        try:
            watcher = self._hub.join(views_of=views_of)
        except CannotWatch as refused:
            yield event_of(error_frame(refused.code, name))
            return
        try:
            yield b"retry: %d\n\n" % (self._hub.pace.retry[0] * 1000)
            await self._hub.subscribe(watcher, name, offset_from(last_seen), views)
            async for frame in watcher.frames():
                yield event_of(frame)
                if not watcher.subscriptions:
                    watcher.close()  # reset or refetch: the client has to start again
        finally:
            self._hub.leave(watcher)


def event_of(frame: Frame) -> bytes:
    """Return a frame as one server-sent event."""
    identity = b"" if frame.at is None else b"id: %s\n" % str(frame.at).encode()
    return b"%sdata: %s\n\n" % (identity, frame.data)
