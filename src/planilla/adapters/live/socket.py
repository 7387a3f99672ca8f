"""WebSocket `/live`: one socket per page, with any number of channels.

An unreadable message is answered with an `error` frame; after `ERRORS_MAX` of them the socket is
closed with 1008. Frames are JSON in binary messages, encoded once for all subscribers.
"""

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from planilla.adapters.live.reader import ActorOf, is_from_our_page, views_over
from planilla.adapters.live.wire import outlet_over
from planilla.application.frames import Offset, channel_name, error_frame
from planilla.application.ports import StoreUnavailable
from planilla.application.watch import CannotWatch, Hub
from planilla.application.watchers import PUBLIC_ONLY, Watcher

MESSAGE_MAX = 4096
"""Largest message from a client in bytes."""
ERRORS_MAX = 10
MESSAGES_PER_S = 20
MESSAGES_AT_ONCE = 40
"""Most messages in a burst; a page subscribes to a few channels and sends little more."""

POLICY_VIOLATION = 1008
SERVICE_RESTART = 1012
TRY_AGAIN_LATER = 1013


class Subscribe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Subscribe to a channel, from an offset or from the start."""

    channel: str
    at: Offset | None = None


class Unsubscribe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Unsubscribe from a channel."""

    channel: str


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message of a client; exactly one of the two fields is set."""

    sub: Subscribe | None = None
    unsub: Unsubscribe | None = None


class BadMessage(Exception):
    """A message that cannot be processed, with the code of the reason."""


class Allowance:
    """Token bucket for the messages of one client, of `MESSAGES_AT_ONCE` tokens."""

    def __init__(self, now: float) -> None:
        self._left = float(MESSAGES_AT_ONCE)
        self._counted_at = now

    def spend(self, now: float) -> None:
        """Count one message; `now` is in seconds.

        Raises:
            BadMessage: too many messages.
        """
        refilled = self._left + (now - self._counted_at) * MESSAGES_PER_S
        self._left = min(refilled, MESSAGES_AT_ONCE)
        self._counted_at = now
        if self._left < 1:
            raise BadMessage("too-many-messages")
        self._left -= 1


_MESSAGES = msgspec.json.Decoder(Message)


class Speaker:
    """Sends a watcher what could not be sent at once, and ends the listening to it.

    A task runs only while something waits: thousands of sockets have none. `code`: the socket is
    closed with it; None for one that is gone or stuck.
    """

    __slots__ = ("_listening", "_socket", "_speaking", "_stuck_s", "_watcher", "code", "has_ended")

    def __init__(self, socket: WebSocket, watcher: Watcher, stuck_s: float) -> None:
        self.code: int | None = None
        self.has_ended = False
        self._socket = socket
        self._watcher = watcher
        self._stuck_s = stuck_s
        self._listening = asyncio.current_task()
        self._speaking: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Send what waits."""
        if self._speaking is None:
            self._speaking = asyncio.create_task(self._speak())

    async def stop(self) -> None:
        """Send nothing more."""
        self._watcher.wake = None
        if self._speaking is not None:
            self._speaking.cancel()
            await asyncio.gather(self._speaking, return_exceptions=True)

    async def _speak(self) -> None:
        try:
            async for frame in self._watcher.waiting():
                async with asyncio.timeout(self._stuck_s):
                    await self._socket.send_bytes(frame.data)
        except (TimeoutError, WebSocketDisconnect):
            self._end(None)
            return
        self._speaking = None
        if self._watcher.is_closed:
            self._end(SERVICE_RESTART)

    def _end(self, code: int | None) -> None:
        assert self._listening is not None  # it is made within a task
        self.code = code
        self.has_ended = True
        self._listening.cancel()


class Sockets:
    """All sockets of this process."""

    def __init__(self, hub: Hub, actor_of: ActorOf, origins: frozenset[str]) -> None:
        self._hub = hub
        self._actor_of = actor_of
        self._origins = origins

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection, from its handshake to its end."""
        if not is_from_our_page(socket, self._origins):
            await socket.close(POLICY_VIOLATION)
            return
        await socket.accept()
        try:
            watcher = self._hub.join(outlet_over(socket), views_over(socket, self._actor_of))
        except CannotWatch as refused:
            await socket.send_bytes(error_frame(refused.code).data)
            await socket.close(TRY_AGAIN_LATER)
            return
        try:
            await self._converse(socket, watcher)
        finally:
            self._hub.leave(watcher)

    async def _converse(self, socket: WebSocket, watcher: Watcher) -> None:
        """Receive, and send what waits, until either ends; then close with its code."""
        speaker = Speaker(socket, watcher, self._hub.pace.stuck)
        watcher.wake = speaker.wake
        try:
            code = await self._listen(socket, watcher)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not speaker.has_ended or task is None or task.uncancel() > 0:
                raise
            code = speaker.code
        finally:
            await speaker.stop()
        if code is not None:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):  # it is gone
                async with asyncio.timeout(self._hub.pace.stuck):
                    await socket.close(code)

    async def _listen(self, socket: WebSocket, watcher: Watcher) -> int | None:
        errors = 0
        allowance = Allowance(asyncio.get_running_loop().time())
        while errors < ERRORS_MAX:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            try:
                allowance.spend(asyncio.get_running_loop().time())
                await self._obey(watcher, _read(message.get("bytes"), message.get("text")))
            except BadMessage as error:
                errors += 1
                watcher.push(error_frame(str(error)))
        return POLICY_VIOLATION

    async def _obey(self, watcher: Watcher, message: Message) -> None:
        if message.sub is not None:
            name = channel_name(message.sub.channel)
            try:
                views = PUBLIC_ONLY if name is None else await watcher.views_of(name.tournament)
            except StoreUnavailable:
                watcher.push(error_frame("unavailable", message.sub.channel))
                return
            await self._hub.subscribe(watcher, message.sub.channel, message.sub.at, views)
        else:
            assert message.unsub is not None  # `_read` has checked it
            self._hub.unsubscribe(watcher, message.unsub.channel)


def _read(data: bytes | None, text: str | None) -> Message:
    body = data if data is not None else (text or "").encode()
    if len(body) > MESSAGE_MAX:
        raise BadMessage("message-too-long")
    try:
        message = _MESSAGES.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage("bad-message") from error
    if (message.sub is None) == (message.unsub is None):
        raise BadMessage("bad-message")
    return message
