"""A hostile client, as a process: `python -m bench.attacking ATTACK PORT SECONDS TOKEN`.

It sends one request over and over, on several connections, as fast as answers come. On standard
output it counts the answers by status. `ATTACKS` holds every attack by name.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import quote

SOURCE = "127.0.0.9"
"""The address that attacks come from: the others ask from another one, and from this one."""
ANSWER_TIMEOUT_S = 60
HEAD_END = b"\r\n\r\n"
FORM = "application/x-www-form-urlencoded"


class Attack(NamedTuple):
    """Requests of one kind, and the number of connections that send them."""

    requests: Callable[[str], list[bytes]]
    connections: int
    is_unfinished: bool = False


def _request(method: str, target: str, *headers: str, body: bytes = b"") -> bytes:
    lines = [f"{method} {target} HTTP/1.1", "Host: bench", "Sec-Fetch-Site: same-origin", *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join(lines).encode() + HEAD_END + body


def _post(target: str, kind: str, body: bytes, *headers: str) -> bytes:
    return _request("POST", target, f"Content-Type: {kind}", *headers, body=body)


def empty_parts(_: str) -> list[bytes]:
    """840 kB of empty parts."""
    body = b"--x\r\n\r\n\r\n" * 93_000 + b"--x--\r\n"
    return [_post("/enter", "multipart/form-data; boundary=x", body)]


def nested_parts(_: str) -> list[bytes]:
    """172 kB of parts within parts."""
    deep = "".join(
        f"--{number}\r\nContent-Type: multipart/mixed; boundary={number + 1}\r\n\r\n"
        for number in range(3_000)
    )
    return [_post("/enter", "multipart/form-data; boundary=0", deep.encode())]


def followed(_: str) -> list[bytes]:
    """36 kB of ids in `?follow=`."""
    ids = ",".join(f"e{number % 200 + 1}" for number in range(8_000))
    return [_request("GET", f"/t/bench?follow={ids[:36_000]}")]


def parameters(_: str) -> list[bytes]:
    """36 kB of parameters that no page has."""
    return [_request("GET", "/t/bench?" + "&".join(f"x{n}=1" for n in range(5_500)))]


def cookies(_: str) -> list[bytes]:
    """7.8 kB of links that open nothing."""
    tokens = ".".join(str(number) for number in range(1_600))
    return [_request("GET", "/t/bench", f"Cookie: planilla_links={tokens[:7_800]}")]


def commas(token: str) -> list[bytes]:
    """A paste of 16,000 commas."""
    body = ("lines=Ana" + quote("," * 16_000) + "x").encode()
    return [_post("/t/bench/entries/review", FORM, body, f"Authorization: Bearer {token}")]


def dossiers(_: str) -> list[bytes]:
    """Dossiers of games that ended otherwise."""
    return [
        _request("GET", f"/t/bench/dossier?game={1 + n % 3}.{1 + n % 90}&result=0-1")
        for n in range(200)
    ]


def refused_what_ifs(_: str) -> list[bytes]:
    """Requests for what-ifs that the rules refuse only after they have read the whole log."""
    edit = quote("remove v3")
    return [_request("GET", f"/t/bench/whatif?edit={edit}&n={number}") for number in range(200)]


def moments(_: str) -> list[bytes]:
    """Pages at past moments, each another one."""
    return [_request("GET", f"/t/bench/cross?at=v{10 + number * 7 % 500}") for number in range(400)]


def halves(_: str) -> list[bytes]:
    """Requests whose head never ends."""
    return [b"GET / HTTP/1.1\r\nHost: bench\r\nX-Slow: "]


def slow_bodies(_: str) -> list[bytes]:
    """Requests whose body never comes."""
    return [
        _request("POST", "/enter", f"Content-Type: {FORM}", "Content-Length: 4000") + b"token=x"
    ]


ATTACKS = {
    "nobody": Attack(halves, 0),
    "empty-parts": Attack(empty_parts, 1),
    "nested-parts": Attack(nested_parts, 1),
    "followed": Attack(followed, 2),
    "parameters": Attack(parameters, 2),
    "cookies": Attack(cookies, 2),
    "commas": Attack(commas, 1),
    "dossiers": Attack(dossiers, 8),
    "what-ifs": Attack(refused_what_ifs, 8),
    "moments": Attack(moments, 8),
    "half-open": Attack(halves, 800, is_unfinished=True),
    "slow-bodies": Attack(slow_bodies, 100, is_unfinished=True),
}


async def _send(attack: Attack, number: int, port: int, until: float, token: str) -> Counter[str]:
    """One connection's part; when it is closed, the next one is opened."""
    requests, seen = attack.requests(token), Counter[str]()
    turn = number * (len(requests) // attack.connections)
    while time.monotonic() < until:
        try:
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(SOURCE, 0)
            )
        except OSError:
            seen["no connection"] += 1
            await asyncio.sleep(0.1)
            continue
        try:
            async with asyncio.timeout(
                until - time.monotonic() if attack.is_unfinished else ANSWER_TIMEOUT_S
            ):
                while time.monotonic() < until:
                    writer.write(requests[turn % len(requests)])
                    turn += 1
                    seen[await _answer(reader)] += 1
        except (OSError, asyncio.IncompleteReadError):
            seen["closed"] += 1
            await asyncio.sleep(0.05)
        except TimeoutError:
            seen["no answer"] += 1
        finally:
            writer.close()
    return seen


async def _answer(reader: asyncio.StreamReader) -> str:
    """The status of an answer, read to its end."""
    head = await reader.readuntil(HEAD_END)
    lines = head.decode("latin-1").lower().split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
    if fields.get("transfer-encoding") == "chunked":
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    else:
        await reader.readexactly(int(fields.get("content-length", "0")))
    return lines[0].split()[1]


async def _attack(name: str, port: int, seconds: float, token: str) -> Counter[str]:
    attack, until = ATTACKS[name], time.monotonic() + seconds
    parts = (_send(attack, each, port, until, token) for each in range(attack.connections))
    return sum(await asyncio.gather(*parts), Counter[str]())


if __name__ == "__main__":
    found = asyncio.run(_attack(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]))
    sys.stdout.write(json.dumps(found))
