"""A view too large for a message is fetched, and then followed like any other."""

import httpx2
import msgspec
from websockets.asyncio.client import connect

from dsl.live_client import LiveClient, empty_store, grow
from dsl.live_server import hear, hear_until, rows_of, say, serving
from dsl.tournaments import CREATED, entered, facts, numbered, published, recorded
from planilla.application.channels import IN_BAND_MAX
from planilla.domain.vocabulary import EntrantId

PLAYERS = 800
WHO = tuple(EntrantId(f"a-player-with-a-rather-long-key-{number:04}") for number in range(PLAYERS))
BOARDS = tuple(zip(WHO[: PLAYERS // 2], WHO[PLAYERS // 2 :], strict=True))
FACTS = facts(
    CREATED,
    *entered(*WHO, rating=100_000),
    numbered(*WHO),
    published(1, *BOARDS),
    *(recorded(f"1.{board}", "1-0") for board in range(1, 4)),
)
BEGUN = len(FACTS) - 3
STANDINGS = "t/club/standings"


async def test_a_large_view_is_fetched_once_and_then_followed_by_small_updates() -> None:
    store = empty_store()
    grow(store, FACTS[:BEGUN])
    client = LiveClient()
    async with serving(store) as server, connect(server.socket) as socket:
        await server.hub.channel(STANDINGS)  # folded once, however long a busy machine takes
        client.subscribing()
        await say(socket, sub={"channel": STANDINGS})
        client.receive(await hear(socket))
        assert client.needs == "fetch"

        async with httpx2.AsyncClient(base_url=server.http) as http:
            answer = await http.get("/api/t/club/views/standings")
        assert len(answer.content) > IN_BAND_MAX
        client.fetched(answer.json())
        await say(socket, sub={"channel": STANDINGS, "at": client.subscribing()})
        client.receive(await hear(socket))

        server.grow(len(FACTS), FACTS)
        told = len(client.history)
        await hear_until(socket, client, len(FACTS))
        moved = [step["frame"] for step in client.history[told:]]
        assert client.rows == await rows_of(server, "standings")
    # Three results: three winners' rows, and at most as many frames and some heartbeats.
    assert sum(len(msgspec.json.encode(frame)) for frame in moved if "rows" in frame) < 1000
