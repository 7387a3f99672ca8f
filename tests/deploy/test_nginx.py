"""The shipped proxy, really run before a real node: what passes, and whose limits are whose."""

import re
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import httpx2
import pytest

from nodes.serving import Node, node_of
from planilla.adapters.http.endpoints import Cost
from planilla.adapters.http.limits import RATES
from services import free_port, nginx_server
from stores import sqlite_in

CONF = Path(__file__).parents[2] / "deploy" / "nginx" / "planilla.conf"
PROXY = "127.0.0.5"
"""The address of the proxy, as a node sees it."""
ANN, BOB = "127.0.0.21", "127.0.0.22"
WHAT_IF = "/api/t/club/whatif?game=9.9&result=1-0"

pytestmark = [pytest.mark.timeout(300), pytest.mark.usefixtures("nginx")]


@pytest.fixture
def serving(tmp_path: Path, trusted: str) -> Iterator[Node]:
    """A node with a tournament `club`."""
    with (
        node_of(sqlite_in(tmp_path), tmp_path, TRUSTED_PROXIES=trusted) as node,
        node.arbiter() as arbiter,
    ):
        arbiter.open_round("club", 4)
        yield node


@pytest.fixture
def proxy(serving: Node) -> Iterator[str]:
    """The address of the shipped proxy before it: only the addresses are others."""
    port = free_port()
    text = CONF.read_text(encoding="utf-8")
    for shipped, here in (
        ("server node-a:8000", f"server 127.0.0.1:{serving.port}"),
        ("listen 8080;", f"listen 127.0.0.1:{port};"),
        ("access_log /dev/stdout planilla;", "access_log off;"),
    ):
        assert shipped in text
        text = text.replace(shipped, here)
    text = re.sub(r"server node-b:8000.*", "", text)
    with nginx_server(text, port, PROXY):
        yield f"http://127.0.0.1:{port}"


def browser(address: str, proxy: str, **headers: str) -> httpx2.Client:
    """A client at an address of its own."""
    transport = httpx2.HTTPTransport(local_address=address)
    return httpx2.Client(transport=transport, base_url=proxy, headers=headers, timeout=60)


def spent(client: httpx2.Client) -> list[int]:
    """Return the statuses of five requests more than one address may send at once."""
    return [client.get(WHAT_IF).status_code for _ in range(RATES[Cost.WORK].at_once + 5)]


@pytest.mark.parametrize("trusted", [PROXY])
def test_two_clients_have_limits_of_their_own(proxy: str) -> None:
    with browser(ANN, proxy) as ann, browser(BOB, proxy) as bob:
        assert 429 in spent(ann)
        assert bob.get(WHAT_IF).status_code == 422
        bob.headers["X-Forwarded-For"] = ANN  # whatever a client says of itself
        assert bob.get(WHAT_IF).status_code == 422


@pytest.mark.parametrize("trusted", ["127.0.0.99"])
def test_of_a_proxy_that_is_not_named_all_clients_are_one(proxy: str) -> None:
    with browser(ANN, proxy) as ann, browser(BOB, proxy) as bob:
        assert 429 in spent(ann)
        # far fewer than Bob has of his own; on a busy machine one more is allowed meanwhile
        assert 429 in [bob.get(WHAT_IF).status_code for _ in range(5)]
        assert bob.get("/t/club").status_code == 200


@pytest.mark.parametrize("trusted", [PROXY])
def test_a_node_that_refuses_is_not_taken_for_dead(proxy: str) -> None:
    with browser(ANN, proxy) as ann, browser(BOB, proxy) as bob:
        assert {429} < set(spent(ann))
        assert [bob.get("/t/club").status_code for _ in range(20)] == [200] * 20
    conf = CONF.read_text(encoding="utf-8")
    assert re.findall(r"proxy_next_upstream ([^;]*);", conf) == ["error timeout"]


@pytest.mark.parametrize("trusted", [PROXY])
def test_evidence_of_9_mb_passes_and_other_bodies_are_as_long_as_a_node_takes(
    proxy: str, serving: Node
) -> None:
    pdf = b"%PDF-1.7\n" + b"x" * 9_000_000
    bearer = f"Bearer {serving.token}"
    with browser(ANN, proxy, Authorization=bearer) as arbiter:
        kept = arbiter.post("/api/t/club/evidence", content=pdf)
        assert (kept.status_code, kept.json()["size"]) == (201, len(pdf))
        form = {"game": "1.1", "result": "1-0", "command_id": str(uuid4())}
        sent = arbiter.post(
            "/t/club/acts/add-evidence",
            data=form,
            files={"evidence": ("a.pdf", pdf, "application/pdf")},
        )
        assert sent.status_code != 413
        assert arbiter.post("/api/t/club/evidence", content=b"x" * 31_457_281).status_code == 413
        names = {"names": "x" * 1_100_000}
        assert arbiter.post("/t/club/hall/setup", data=names).status_code == 413
        assert arbiter.post("/t/club/hall/setup", data={"names": "x" * 900_000}).status_code != 413
