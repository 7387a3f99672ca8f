"""A bare loop of `send` in Python: `python loop.py PORT COUNT BYTES`; each line sends one frame."""

import socket
import sys


def main(port: int, count: int, size: int) -> None:
    clients: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", port), backlog=4096) as listening:
        print("listening", flush=True)
        while len(clients) < count:
            client, _ = listening.accept()
            client.settimeout(0)
            clients.append(client)
        frame = b"\x82\x7e" + size.to_bytes(2) + b"x" * size
        sends = [client.send for client in clients]
        while sys.stdin.readline():
            for send in sends:
                assert send(frame) == len(frame), "a socket is full"
            print("sent", flush=True)


main(*map(int, sys.argv[1:4]))
