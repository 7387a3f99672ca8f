"""`websockets.broadcast`: `python broadcast.py PORT COUNT BYTES`; each line sends one frame."""

import asyncio
import sys

from websockets.asyncio.server import ServerConnection, broadcast, serve


async def main(port: int, size: int) -> None:
    clients: set[ServerConnection] = set()

    async def keep(client: ServerConnection) -> None:
        clients.add(client)
        await client.send(b"hello")
        await client.wait_closed()

    async with serve(keep, "127.0.0.1", port, compression=None, ping_interval=None, backlog=4096):
        print("listening", flush=True)
        frame = b"x" * size
        while await asyncio.to_thread(sys.stdin.readline):
            broadcast(clients, frame)
            print("sent", flush=True)


asyncio.run(main(int(sys.argv[1]), int(sys.argv[3])))
