"""Sending of push messages to a real push service on a loopback port."""

import asyncio
from collections.abc import Callable, Iterator

import msgspec
import pytest

from dsl.push_receiver import PushReceiver
from dsl.push_service import PushService, push_service
from patience import PATIENCE_S
from planilla.adapters.memory import SetClock
from planilla.adapters.push import sender as sending
from planilla.adapters.push.encryption import Voucher
from planilla.adapters.push.sender import PushSender, QueuedPush
from planilla.application.ports import StoreUnavailable
from planilla.application.push import PushSubscription
from planilla.presentation.followed import FollowedMessage

pytestmark = pytest.mark.anyio
MESSAGE = FollowedMessage(
    title="Club", body="Ana – Round 1: bye", page="/t/club", tag="club 1", lang="en"
)
VOUCHER = Voucher(bytes(range(32)))
SOON_US = 600_000_000


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def gone() -> list[str]:
    return []


@pytest.fixture
def sender(
    service: PushService, clock: SetClock, gone: list[str], monkeypatch: pytest.MonkeyPatch
) -> PushSender:
    monkeypatch.setattr(sending, "RETRY_S", 0.01)

    async def forget(endpoint: str) -> None:
        gone.append(endpoint)

    return PushSender(
        VOUCHER,
        ("*.push.example", "slow.example"),
        forget,
        clock,
        contact="https://chess.example",
        connect=service.connect,
    )


RECEIVER = PushReceiver()


def queued(clock: SetClock, path: str = "one", host: str = "a.push.example") -> QueuedPush:
    subscription = PushSubscription(
        endpoint=f"https://{host}/{path}?q=1",
        p256dh=RECEIVER.p256dh,
        auth=RECEIVER.auth,
        tournament="club",
        entrants=("e1",),
        language="en",
    )
    return QueuedPush(subscription, MESSAGE, clock.time + SOON_US)


async def arrived(service: PushService, count: int) -> list[str]:
    """The paths of the first requests."""
    requests = await asyncio.to_thread(service.wait_for, count)
    return [each.path for each in requests]


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110 - a thread sets no event of the loop
            await asyncio.sleep(0.01)


async def test_a_message_arrives_encrypted_with_the_voucher(
    sender: PushSender, service: PushService, clock: SetClock
) -> None:
    async with sender.running():
        assert sender.put(queued(clock))
        assert await arrived(service, 1) == ["/one?q=1"]
    (request,) = service.requests
    assert msgspec.json.decode(RECEIVER.decrypted(request.body), type=FollowedMessage) == MESSAGE
    headers = request.headers
    assert headers["ttl"] == "600"
    assert headers["content-encoding"] == "aes128gcm"
    expected = VOUCHER.authorization("https://a.push.example", "https://chess.example", 0)
    assert headers["authorization"].split(".")[0] == expected.split(".")[0]
    assert headers["authorization"].endswith(f", k={VOUCHER.public_key}")


async def test_only_allowed_services_get_messages(sender: PushSender, clock: SetClock) -> None:
    assert not sender.put(queued(clock))  # before it runs
    async with sender.running():
        assert not sender.put(queued(clock, host="127.0.0.1"))
        assert not sender.put(queued(clock, host="push.example"))


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_has_ended_is_forgotten(
    sender: PushSender, service: PushService, clock: SetClock, gone: list[str], status: int
) -> None:
    service.answers = [(status, {})]
    async with sender.running():
        sender.put(queued(clock))
        await until(lambda: bool(gone))
    assert gone == ["https://a.push.example/one?q=1"]


async def test_keys_that_are_none_are_forgotten_unsent(
    sender: PushSender, service: PushService, clock: SetClock, gone: list[str]
) -> None:
    push = queued(clock)
    unfit = msgspec.structs.replace(push.subscription, p256dh=b"\x04" + bytes(64))
    async with sender.running():
        sender.put(push._replace(subscription=unfit))
        await until(lambda: bool(gone))
    assert service.requests == []


async def test_a_redirect_is_not_followed_and_a_refusal_not_repeated(
    sender: PushSender, service: PushService, clock: SetClock
) -> None:
    service.answers = [(307, {"location": "http://127.0.0.1/elsewhere"}), (403, {})]
    async with sender.running():
        sender.put(queued(clock, "one"))
        await arrived(service, 1)
        sender.put(queued(clock, "two"))
        await arrived(service, 2)
        sender.put(queued(clock, "three"))
        assert await arrived(service, 3) == ["/one?q=1", "/two?q=1", "/three?q=1"]


async def test_an_overloaded_service_is_asked_again_three_times_in_all(
    sender: PushSender, service: PushService, clock: SetClock, caplog: pytest.LogCaptureFixture
) -> None:
    service.answers = [(503, {})] * 3
    async with sender.running():
        sender.put(queued(clock))
        await arrived(service, 3)
        await until(lambda: "did not take a push message (503)" in caplog.text)
    assert len(service.requests) == 3
    assert "/one" not in caplog.text


async def test_the_pause_that_a_service_asks_for_is_kept_by_all_its_lines(
    sender: PushSender, service: PushService, clock: SetClock
) -> None:
    service.answers = [(429, {"retry-after": "1"})]
    loop = asyncio.get_running_loop()
    async with sender.running():
        sender.put(queued(clock))
        await arrived(service, 1)
        begun = loop.time()
        await asyncio.sleep(0.1)
        sender.put(queued(clock, "two"))
        paths = await arrived(service, 3)
    assert loop.time() - begun > 0.8
    assert sorted(paths) == ["/one?q=1", "/one?q=1", "/two?q=1"]


@pytest.mark.parametrize("pause", ["86400", "Sat, 28 Nov 2026 05:00:00 GMT", "9" * 9])
async def test_a_message_that_would_be_old_is_dropped(
    sender: PushSender, service: PushService, clock: SetClock, pause: str
) -> None:
    """The pause of a service is kept for at most two minutes; the message is good for one."""
    service.answers = [(429, {"retry-after": pause})]
    async with sender.running():
        sender.put(queued(clock)._replace(until=clock.time + 60_000_000))
        await arrived(service, 1)
        await asyncio.sleep(0.1)
        sender.put(queued(clock, "two")._replace(until=clock.time + 60_000_000))
        await asyncio.sleep(0.1)
    assert len(service.requests) == 1


async def test_a_service_that_does_not_answer_is_given_up(
    clock: SetClock,
    service: PushService,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sending, "RETRY_S", 0.01)
    dead = PushService(1)  # nobody listens there

    async def forget(_: str) -> None:
        raise AssertionError

    sender = PushSender(VOUCHER, ("slow.example",), forget, clock, connect=dead.connect)
    async with sender.running():
        sender.put(queued(clock, host="slow.example"))
        await until(lambda: "slow.example did not take a push message (0)" in caplog.text)


async def test_a_connection_that_the_service_closed_is_opened_again(
    sender: PushSender, service: PushService, clock: SetClock
) -> None:
    service.answers = [(201, {"closed": "silently"}) for _ in range(8)]
    async with sender.running():
        for number in range(9):
            sender.put(queued(clock, str(number)))
            await arrived(service, number + 1)
    assert len(service.requests) == 9


@pytest.mark.parametrize("error", [StoreUnavailable("away"), ValueError("unexpected")])
async def test_an_error_ends_no_line(
    service: PushService, clock: SetClock, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    async def forget(_: str) -> None:
        raise error

    sender = PushSender(VOUCHER, ("*.push.example",), forget, clock, connect=service.connect)
    service.answers = [(410, {}) for _ in range(8)]
    async with sender.running():
        for number in range(9):
            sender.put(queued(clock, str(number)))
        await arrived(service, 9)
        await until(lambda: caplog.text.count("push") >= 8)


async def test_a_full_queue_takes_no_more(
    sender: PushSender, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "QUEUE_MAX", 2)
    async with sender.running():
        assert [sender.put(queued(clock)) for _ in range(3)] == [True, True, False]


async def test_the_real_connection_is_encrypted_and_has_a_limit() -> None:
    connection = sending.tls_connection("fcm.googleapis.com")
    assert (connection.port, connection.timeout) == (443, sending.TIMEOUT_S)
