"""Heads and proofs over HTTP, the page that explains them, and the line at the foot of pages."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from dsl.web_club import KEYS, Club, site_on
from planilla.adapters.http.app import build
from planilla.adapters.memory import MemoryStore
from planilla.application.ports import KeyUnusable, Signer
from planilla.audit.merkle import EMPTY
from planilla.audit.proofs import (
    BYTES_MAX,
    Consistency,
    Endorsement,
    Proof,
    ProofFault,
    SignedHead,
    check_consistency,
    check_head,
    check_proof,
    read,
    typed_head,
)

pytestmark = pytest.mark.anyio
PUBLIC = KEYS.current().public_key.hex()


def head_of(club: Club, query: str = "") -> SignedHead:
    document = read(club.client.get(f"/api/t/club/head{query}").content)
    assert isinstance(document, SignedHead)
    return document


def proof_of(client: TestClient, version: int, query: str = "") -> Proof:
    answer = client.get(f"/api/t/club/proof/{version}{query}")
    document = read(answer.content)
    assert isinstance(document, Proof), answer.text
    return document


def grown(club: Club, old: int, new: int | None = None) -> Consistency:
    query = f"?from={old}" + ("" if new is None else f"&to={new}")
    document = read(club.client.get(f"/api/log/consistency{query}").content)
    assert isinstance(document, Consistency)
    return document


async def test_whoever_asks_gets_a_signed_head_and_appends_nothing(club: Club) -> None:
    version = await club.store.head("club")
    answer = club.browser().get("/api/t/club/head")
    assert answer.json()["announced"] is None
    signed = head_of(club)
    check_head(signed, key=PUBLIC)
    assert (signed.head.stream_id, signed.head.version) == ("tournament/club", version)
    assert signed.head.hash == (await club.store.events("club"))[-1].hash.hex()
    assert await club.store.head("club") == version


async def test_the_staff_announces_the_key_and_nobody_else_does(club: Club) -> None:
    page = club.client.get("/t/club/proof").text
    assert "/t/club/proof/announce" in page
    assert "/t/club/proof/announce" not in club.browser().get("/t/club/proof").text
    assert club.browser().post("/t/club/proof/announce").status_code == 403
    for _ in range(2):  # twice changes nothing
        assert club.client.post("/t/club/proof/announce").status_code == 200
    assert [event.type for event in await club.store.events("club")].count("LogKeyAnnounced") == 1
    assert club.client.get("/api/t/club/head").json()["announced"] == PUBLIC
    page = club.browser().get("/t/club/proof").text
    assert PUBLIC in page
    assert "first key" in page
    assert "signed by the key d75a 9801 82b1 0ab7" in club.browser().get("/t/club/facts").text


async def test_a_log_without_tournament_or_moment_has_no_head(club: Club) -> None:
    for path, status, code in (
        ("/api/t/nowhere/head", 404, "no-such-tournament"),
        ("/api/t/club/head?position=99", 404, "no-such-position"),
        ("/api/t/club/head?position=0", 404, "no-such-position"),
        ("/api/t/club/head?position=x", 422, "not-a-number"),
        ("/api/t/club/proof/99", 404, "no-such-moment"),
        ("/api/t/club/proof/0", 404, "no-such-moment"),
        ("/api/log/consistency", 404, "no-such-position"),
        ("/api/log/consistency?from=2&to=1", 404, "no-such-position"),
        ("/t/club/proof/v99.svg", 404, "no-such-moment"),
    ):
        answer = club.client.get(path, headers={"accept": "application/json"})
        assert answer.status_code == status, path
        if path.startswith("/api"):
            assert answer.json()["code"] == code


async def test_every_event_is_proved_and_the_public_learns_nothing_of_the_staffs(
    club: Club,
) -> None:
    club.command("club", "assign-numbers", order=[f"e{n}" for n in range(1, 7)])
    club.command("club", "request-bye", entrant="e6", round=1, kind="Z")
    events = await club.store.events("club")
    spectator = club.browser()
    for event in events:
        for client in (club.client, spectator):
            proof = proof_of(client, event.version)
            check_proof(proof, key=PUBLIC, known=head_of(club).head)
            assert proof.hash == event.hash.hex()
    secret = events[-1]
    assert secret.type == "ByeRequested"
    assert proof_of(spectator, secret.version).withheld == "staff"
    assert secret.command_id not in spectator.get(f"/api/t/club/proof/{secret.version}").text
    told = proof_of(club.client, secret.version)
    assert told.event is not None
    assert bytes(told.event.data) == secret.data


async def test_a_proof_is_short_also_where_the_log_is_long_and_the_round_is_big(
    club: Club,
) -> None:
    for number in range(300):
        club.command(f"other-{number}", "create-tournament", name="O", system="swiss-dutch-libro")
    proof = proof_of(club.browser(), 2)
    assert proof.event is not None
    assert len(proof.path) == 9  # 2**8 < 300 + 8 events ≤ 2**9
    # A log of 100,000 events has 17 nodes above a leaf: 2**16 < 100,000 ≤ 2**17.
    bytes_of_a_node = 44 + 3
    assert len(msgspec.json.encode(proof)) + (17 - 9) * bytes_of_a_node <= BYTES_MAX
    many = [{"id": f"p{n}", "person": {"name": f"P {n}"}, "rating": 1500} for n in range(250)]
    club.command("club", "enter-entrants", entrants=many)
    club.command(
        "club",
        "assign-numbers",
        order=[*(f"e{n}" for n in range(1, 7)), *(f"p{n}" for n in range(250))],
    )
    last = await club.store.head("club")
    answer = club.browser().get(f"/api/t/club/proof/{last}")
    assert len(answer.content) <= BYTES_MAX
    withheld = proof_of(club.browser(), last)
    assert (withheld.event, withheld.withheld) == (None, "size")
    check_proof(withheld)


async def test_two_heads_are_of_one_log_and_a_forged_one_is_not(club: Club) -> None:
    before = head_of(club).head
    club.command("club", "assign-numbers", order=[f"e{n}" for n in range(1, 7)])
    after = head_of(club).head
    shown = grown(club, before.position)
    check_consistency(shown, known=(before, after))
    check_consistency(grown(club, 1, before.position), known=(before,))
    assert head_of(club, f"?position={before.position}").head.root == before.root

    forged = msgspec.structs.replace(before, root=after.root)
    elsewhere = msgspec.structs.replace(before, log_id="ff" * 16)
    other = msgspec.structs.replace(before, position=1)
    for known, code in (
        (forged, "another-history"),
        (elsewhere, "another-log"),
        (other, "another-position"),
    ):
        with pytest.raises(ProofFault, match=code):
            check_consistency(shown, known=(known,))
        proof = proof_of(club.client, 2, f"?position={before.position}")
        with pytest.raises(ProofFault, match=code):
            check_proof(proof, known=known)
    with pytest.raises(ProofFault, match="not-grown"):
        check_consistency(msgspec.structs.replace(shown, path=shown.path[1:]))
    with pytest.raises(ProofFault, match="other-form"):
        read(msgspec.json.encode(shown).replace(b'consistency":2', b'consistency":1'))
    assert len(EMPTY) == 32


async def test_the_head_stands_at_the_foot_of_pages_and_on_sheets(club: Club) -> None:
    events = await club.store.events("club")
    digits = events[-1].hash.hex()
    line = f"v{len(events)} · {digits[:4]} {digits[4:8]} {digits[8:12]}"
    for path in ("", "/rounds", "/facts", "/rules", "/arbiter", "/now", "/proof"):
        assert line in club.client.get(f"/t/club{path}").text, path
    first = events[0].hash.hex()
    assert f"v1 · {first[:4]} {first[4:8]} {first[8:12]}" in club.client.get("/t/club?at=v1").text


async def test_a_head_that_was_kept_is_compared(club: Club) -> None:
    spectator = club.browser()
    events = await club.store.events("club")
    third = events[2].hash.hex()

    def compared(text: str) -> str:
        return spectator.get("/t/club/proof", params={"head": text}).text

    for text in (f"v3 · {third[:4]} {third[4:8]}", f"V3-{third}", f"3 {third[:12].upper()} …"):
        assert "Yes: the record contains v3 · " in compared(text), text
    wrong = "f" if third[0] != "f" else "0"
    assert "you entered another one" in compared(f"v3 {wrong}{third[1:12]}")
    assert "Its end is missing" in compared(f"v{len(events) + 1} · {third[:12]}")
    for text in ("hello", "v3", f"v3 {third[:7]}", f"v3 {third}0", "<script>", "v0 00000000"):
        assert "cannot be read as a head" in compared(text), text
    assert "<script>v" not in compared("<script>v")
    assert typed_head("v12 · 3fa9 c1d2") is not None


async def test_the_code_of_a_head_leads_to_its_comparison(club: Club) -> None:
    answer = club.browser().get("/t/club/proof/v3.svg")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml")
    assert "max-age" in answer.headers["cache-control"]
    assert "proof/v3.svg" in club.browser().get("/t/club/proof?at=v3").text


class Broken:
    """Keys that cannot be used any more."""

    def current(self) -> Signer:
        raise KeyUnusable("open", where="key")

    def endorsements(self) -> tuple[Endorsement, ...]:
        return ()


@pytest.mark.parametrize("keys", [None, Broken()], ids=["none", "broken"])
async def test_without_a_key_pages_stand_and_nothing_is_signed(club: Club, keys: Any) -> None:
    site = replace(site_on(club.store, club.ids, clock=club.clock), keys=keys)
    parts = build(site)
    app = Starlette(routes=list(parts.routes), exception_handlers=dict(parts.exception_handlers))
    client = TestClient(app, base_url="http://club.test", cookies=club.client.cookies)
    assert client.get("/t/club/proof").status_code == 200
    for path in ("/api/t/club/head", "/api/t/club/proof/1", "/api/log/consistency?from=1"):
        answer = client.get(path)
        assert answer.status_code == (200 if "consistency" in path and keys else 503), path
    announced = client.post("/t/club/proof/announce", headers={"origin": "http://club.test"})
    assert announced.status_code == 503


async def test_a_log_with_a_hole_is_not_signed(club: Club) -> None:
    store: MemoryStore = club.store
    entries = store.entries

    async def with_a_hole(after: int, upto: int) -> tuple[bytes, ...]:
        return (await entries(after, upto))[:2]

    store.entries = with_a_hole  # type: ignore[method-assign]
    answer = club.client.get("/api/t/club/head")
    assert (answer.status_code, answer.json()["code"]) == (500, "log-damaged")
