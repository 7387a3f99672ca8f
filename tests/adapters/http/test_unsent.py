"""Answers that clients have not read yet: who is cut off, and what is sent when."""

import asyncio
from typing import Any

import pytest
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send

from planilla.adapters.http.connections import PORTION, Portioned, UnsentAnswers

PAGE = bytes(range(256)) * 1024
"""Eight portions."""


class Client:
    """A connection that remembers that it was cut off."""

    def __init__(self) -> None:
        self.is_cut_off = False

    def cut_off(self) -> None:
        self.is_cut_off = True


class Messages:
    """An application that sends these messages."""

    def __init__(self, *messages: Message) -> None:
        self._messages = messages
        self.is_done = False

    async def __call__(self, _: Scope, __: Receive, send: Send) -> None:
        for message in self._messages:
            await send(message)
        self.is_done = True


def start() -> Message:
    return {"type": "http.response.start", "status": 200, "headers": []}


def part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.response.body", "body": body, "more_body": more}


async def receive() -> Any:
    raise AssertionError("nothing is read")


def cut_off(*clients: Client) -> list[bool]:
    return [each.is_cut_off for each in clients]


def test_where_too_much_is_unread_the_one_goes_that_took_nothing_for_longest() -> None:
    unsent, first, second, third = UnsentAnswers(250), Client(), Client(), Client()
    unsent.add(first, b"1" * 100)
    unsent.add(second, b"2" * 100)
    unsent.touch(first)
    unsent.add(third, b"3" * 100)
    assert cut_off(first, second, third) == [False, True, False]
    assert unsent.size == 200


def test_one_answer_counts_once_however_many_are_sent_it() -> None:
    unsent, page, clients = UnsentAnswers(300), b"1" * 100, [Client() for _ in range(5)]
    for each in clients:
        unsent.add(each, page)
    assert unsent.size == 100
    for each in clients[1:]:
        unsent.discard(each)
    assert unsent.size == 100
    unsent.discard(clients[0])
    assert unsent.size == 0
    assert cut_off(*clients) == [False] * 5


def test_an_answer_that_is_longer_than_all_may_be_cuts_nobody_off_by_itself() -> None:
    unsent, first, longer, third = UnsentAnswers(150), Client(), Client(), Client()
    unsent.add(first, b"1" * 70)
    unsent.add(longer, b"2" * 200)
    assert cut_off(first, longer) == [False, False]
    unsent.touch(longer)
    unsent.add(third, b"3" * 200)
    assert cut_off(first, longer, third) == [True, False, False]
    unsent.discard(longer)
    unsent.discard(third)
    assert unsent.size == 0


def test_who_was_cut_off_counts_no_more() -> None:
    unsent, first, second = UnsentAnswers(200), Client(), Client()
    unsent.add(first, b"1" * 120)
    unsent.add(second, b"2" * 120)
    unsent.touch(first)
    unsent.discard(first)
    assert unsent.size == 100


async def test_an_answer_is_sent_in_portions_once_the_application_is_done() -> None:
    app, sent = Messages(start(), part(PAGE)), list[Message]()

    async def send(message: Message) -> None:
        assert app.is_done
        sent.append(message)

    unsent = UnsentAnswers(10 * len(PAGE))
    await Portioned(app, Client(), unsent)({}, receive, send)
    assert sent[0] == start()
    assert [len(each["body"]) for each in sent[1:]] == [PORTION] * 8
    assert [each["more_body"] for each in sent[1:]] == [True] * 7 + [False]
    assert b"".join(each["body"] for each in sent[1:]) == PAGE
    assert unsent.size == 0


async def test_what_goes_on_without_end_is_sent_as_it_comes() -> None:
    sent = list[Message]()
    app = Messages(start(), part(b"1", more=True), part(PAGE, more=True), part(b""))

    async def send(message: Message) -> None:
        sent.append(message)
        assert app.is_done == (message == part(b""))

    await Portioned(app, Client(), UnsentAnswers(len(PAGE)))({}, receive, send)
    assert sent[:2] == [start(), part(b"1", more=True)]
    assert [each["more_body"] for each in sent[2:]] == [True] * 8 + [False]
    assert b"".join(each["body"] for each in sent[1:]) == b"1" + PAGE


async def internal(_: Request, __: Exception) -> Response:
    """The answer of an internal error."""
    return PlainTextResponse("The number of this error is 7.", 500)


@pytest.mark.parametrize(
    ("begun", "sent"),
    [
        # Starlette sends the answer and raises the error again, for the log.
        ((), [500, b"The number of this error is 7."]),
        # An answer without its body is not sent: uvicorn answers in its place.
        ((start(),), []),
    ],
)
async def test_the_answer_of_an_internal_error_is_sent(
    begun: tuple[Message, ...], sent: list[Any]
) -> None:
    found = list[Any]()

    async def send(message: Message) -> None:
        found.append(message.get("status") or message["body"])

    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        await Messages(*begun)(scope, receive, send)
        raise ZeroDivisionError

    app = Portioned(ServerErrorMiddleware(broken, handler=internal), Client(), UnsentAnswers(100))
    with pytest.raises(ZeroDivisionError):
        await app({"type": "http", "method": "GET", "path": "/"}, receive, send)
    assert found == sent


async def test_an_answer_counts_until_its_client_has_gone() -> None:
    unsent, waiting = UnsentAnswers(10 * len(PAGE)), asyncio.Event()

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            waiting.set()
            await asyncio.Event().wait()

    app = Portioned(Messages(start(), part(PAGE)), Client(), unsent)
    task = asyncio.create_task(app({}, receive, send))
    await waiting.wait()
    assert unsent.size == len(PAGE)
    task.cancel()
    await asyncio.wait([task])
    assert unsent.size == 0
