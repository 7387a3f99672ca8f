"""The document of the live protocol holds for what is really said, and for nothing else."""

import re
from pathlib import Path
from typing import Any

import httpx2
import msgspec
import pytest

from dsl.following import followed
from dsl.live_client import empty_store, grow
from dsl.live_server import FACTS, serving
from planilla.adapters.live import problems, socket
from planilla.adapters.live.asyncapi import asyncapi_document
from planilla.adapters.live.messages import ERRORS, FROM_CLIENTS, FROM_SERVERS, RESETS
from planilla.application import frames
from planilla.application.frames import Frame, Offset
from planilla.application.project import upserts
from planilla.projections import VIEWS

ROOT = Path(__file__).parents[2]
DOCUMENT: dict[str, Any] = msgspec.json.decode(asyncapi_document())
AT = Offset("3f2a.1", 63)
CHANNEL = "t/club/standings"


def faults(value: Any, schema: dict[str, Any], path: str = "$") -> list[str]:
    """Where a value is not what its JSON Schema says: the words of JSON Schema that we use."""
    if "$ref" in schema:
        return faults(value, pointed_at(schema["$ref"]), path)
    if "anyOf" in schema:
        return min((faults(value, each, path) for each in schema["anyOf"]), key=len)
    unknown = set(schema) - KEYWORDS
    assert not unknown, unknown
    found = [path] if "const" in schema and value != schema["const"] else []
    found += [path] if value not in schema.get("enum", [value]) else []
    kind = schema.get("type")
    if kind is not None and not is_a(value, kind):
        return [f"{path} is no {kind}"]
    if kind == "object":
        found += faults_of_object(value, schema, path)
    elif kind == "array":
        found += faults_of_array(value, schema, path)
    elif kind == "string":
        found += [path] if re.search(schema.get("pattern", ""), value) is None else []
    elif kind == "integer":
        found += [path] if value < schema.get("minimum", value) else []
    return found


KEYWORDS = {
    "type", "required", "properties", "additionalProperties", "items", "prefixItems", "minItems",
    "maxItems", "const", "enum", "pattern", "minimum", "description",
}  # fmt: skip
KINDS = {"object": dict, "array": list, "string": str, "integer": int, "null": type(None)}


def is_a(value: Any, kind: str) -> bool:
    wanted = (int, float) if kind == "number" else KINDS[kind]
    return isinstance(value, wanted) and not isinstance(value, bool)


def faults_of_object(value: dict[str, Any], schema: dict[str, Any], path: str) -> list[str]:
    found = [f"{path} lacks {name}" for name in schema.get("required", ()) if name not in value]
    others = schema.get("additionalProperties", {})
    for name, each in value.items():
        of = schema.get("properties", {}).get(name, others)
        found += [f"{path}.{name}"] if of is False else faults(each, of, f"{path}.{name}")
    return found


def faults_of_array(value: list[Any], schema: dict[str, Any], path: str) -> list[str]:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    found = [] if least <= len(value) <= most else [f"{path} has {len(value)} items"]
    firsts = schema.get("prefixItems", [])
    rest = [schema.get("items", {})] * len(value)
    for place, (each, of) in enumerate(zip(value, [*firsts, *rest], strict=False)):
        found += faults(each, of, f"{path}[{place}]")
    return found


def pointed_at(reference: str) -> dict[str, Any]:
    found: Any = DOCUMENT
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return dict(found)


def kinds_of(message: Any) -> list[str]:
    """Which messages of the document this could be."""
    known = DOCUMENT["components"]["messages"]
    return [name for name in known if not faults(message, known[name]["payload"])]


def said(frame: Frame) -> Any:
    return msgspec.json.decode(frame.data)


def moved(view: str) -> Frame:
    """What the last fact of the sample moved in a view."""
    projection = followed(view, FACTS[:-1])
    rows = upserts(projection.follow(FACTS[-1]), projection.rows)
    return frames.update_frame(f"t/club/{view}", 11, Offset("e", 12), rows)


def snapshot_of(view: str) -> Frame:
    rows = {key: row for key, (_, row) in followed(view, FACTS).rows.items()}
    body = frames.snapshot_body(VIEWS[view], AT, rows)
    return frames.ok_snapshot_frame(f"t/club/{view}", AT, body)


@pytest.mark.parametrize("view", VIEWS)
def test_the_frames_of_every_view_are_as_the_document_says(view: str) -> None:
    assert kinds_of(said(moved(view))) == ["update"]
    assert kinds_of(said(snapshot_of(view))) == ["snapshot"]


@pytest.mark.parametrize(
    ("frame", "kind"),
    [
        (frames.ok_resumed_frame(CHANNEL, 61, AT, {"ana": (1, "W1")}, ("bea",)), "resumed"),
        (frames.ok_resumed_frame(CHANNEL, 63, AT, {}, ()), "resumed"),
        (frames.ok_refetch_frame(CHANNEL), "refetch"),
        (frames.update_frame(CHANNEL, 61, AT, gone=("3.1",)), "update"),
        (frames.update_frame(CHANNEL, 63, AT), "update"),
        (frames.names_frame("t/club/event", 2, 1), "names"),
        *((frames.reset_frame(CHANNEL, why), "reset") for why in RESETS),
        (frames.bye_frame(0.5, 5.0), "bye"),
        *((frames.error_frame(code), "error") for code in ERRORS),
        (frames.error_frame("no-such-channel", "t/club/kitchen"), "error"),
    ],
)
def test_a_frame_is_as_the_document_says(frame: Frame, kind: str) -> None:
    assert kinds_of(said(frame)) == [kind]


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        (socket.Message(sub=socket.Subscribe(channel=CHANNEL, at=AT)), "subscribe"),
        (socket.Message(sub=socket.Subscribe(channel=CHANNEL)), "subscribe"),
        (socket.Message(unsub=socket.Unsubscribe(channel=CHANNEL)), "unsubscribe"),
    ],
)
def test_what_a_client_may_say_is_as_the_document_says(message: socket.Message, kind: str) -> None:
    sent = {key: value for key, value in msgspec.to_builtins(message).items() if value is not None}
    assert kinds_of(sent) == [kind]


@pytest.mark.parametrize(
    "message",
    [
        {"c": CHANNEL, "o": [61]},
        {"c": CHANNEL, "o": [61, 62], "rows": [["ana", -2, 1]]},
        {"c": "club", "o": [61, 62]},
        {"c": CHANNEL, "ok": {"mode": "resumed"}},
        {"c": CHANNEL, "reset": {"why": "whim"}},
        {"error": "unknown"},
        {"sub": {"channel": CHANNEL, "from": 3}},
    ],
)
def test_what_is_not_said_is_not_in_the_document(message: Any) -> None:
    assert kinds_of(message) == []


def test_every_code_that_is_sent_is_in_the_document() -> None:
    sources = [*(ROOT / "src/planilla/adapters/live").glob("s*.py")]
    sources.append(ROOT / "src/planilla/application/watch.py")
    raised = r'(?:CannotWatch|BadMessage|error_frame)\("([a-z-]+)"'
    sent = {code for path in sources for code in re.findall(raised, path.read_text("utf-8"))}
    assert sent == set(ERRORS)
    of_snapshots = {each for each in problems.STATUS if each.startswith("moment-")}
    of_snapshots |= {"no-such-version", "bad-version", "no-credentials"}
    assert set(problems.STATUS) - of_snapshots <= set(ERRORS)


def test_every_message_and_code_is_told_in_the_reference() -> None:
    told = (ROOT / "docs/reference/live.md").read_text("utf-8")
    assert [code for code in ERRORS if f"`{code}`" not in told] == []
    assert [why for why in RESETS if f"`{why}`" not in told] == []


def test_every_reference_of_the_document_leads_somewhere() -> None:
    text = asyncapi_document().decode()
    for reference in set(re.findall(r'"\$ref":"([^"]+)"', text)):
        assert pointed_at(reference)
    operations = DOCUMENT["operations"]
    assert len(operations["watch"]["messages"]) == len(FROM_CLIENTS)
    assert len(operations["tell"]["messages"]) == len(FROM_SERVERS)


async def test_the_document_is_served() -> None:
    store = empty_store()
    grow(store, FACTS)
    async with serving(store) as server, httpx2.AsyncClient(base_url=server.http) as http:
        answer = await http.get("/api/asyncapi.json")
    assert answer.json() == DOCUMENT
    assert answer.json()["asyncapi"] == "3.1.0"
