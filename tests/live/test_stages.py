"""Live views of a stage: its rows alone, and snapshot + messages = fresh snapshot."""

import asyncio
import json
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from starlette.applications import Starlette

from dsl.live_client import LiveClient
from dsl.live_world import EAGER
from dsl.staged_club import SECOND, pair, play_first_stage, staged
from dsl.web_club import Club
from planilla.adapters.live.routes import routes
from planilla.application.frames import ChannelName, channel_name
from planilla.application.project import Projection
from planilla.application.queries import Queries
from planilla.application.watch import CannotWatch, Hub
from planilla.domain.tournament.event import Audience
from planilla.domain.tournament.state import focused
from planilla.projections import VIEWS
from planilla.projections.view import StateView, rows_in

STATE_VIEWS = [view for view in VIEWS.values() if isinstance(view, StateView)]


def two_stages() -> Club:
    """A final whose first round has a result, after a round robin of six."""
    club = staged(Club())
    play_first_stage(club)
    club.command("club", "start-stage", in_stage=SECOND)
    ((game, _, _),) = pair(club, 1, SECOND)
    club.command("club", "record-result", game=game, result="1-0")
    return club


@pytest.mark.parametrize(
    "text", ["standings.1", "standings.0", "standings.02", "standings.x", "standings."]
)
def test_a_channel_names_a_later_stage_in_one_way(text: str) -> None:
    assert channel_name(f"t/club/{text}") is None


def test_the_name_of_a_channel_of_a_stage_is_read_and_written() -> None:
    name = ChannelName(tournament="club", view="standings", stage=2)
    assert str(name) == "t/club/standings.2"
    assert channel_name("t/club/standings.2") == name


@pytest.mark.parametrize("view", STATE_VIEWS, ids=lambda view: view.name)
def test_the_rows_that_a_stage_was_told_are_those_of_the_stage(view: StateView) -> None:
    facts = [each.fact for each in two_stages().store.ledger.events("club", 0)]
    projection = Projection(view, SECOND)
    for fact in facts:
        projection.follow(fact)
        rows = {key: row for key, (_, row) in projection.rows.items()}
        assert rows == rows_in(view, projection.state, SECOND)


def test_a_result_of_another_stage_moves_no_rows() -> None:
    facts = [each.fact for each in two_stages().store.ledger.events("club", 0)]
    views = [view for view in STATE_VIEWS if view.audience is Audience.PUBLIC]
    moved: dict[str, Any] = {}
    for view in views:
        first = Projection(view)
        for fact in facts:
            moved[view.name] = first.follow(fact)
    assert moved["standings"] == moved["pairings"] == moved["crosstable"] == {}
    assert moved["event"] != {}


async def test_a_watcher_of_a_stage_has_what_a_fresh_snapshot_has() -> None:
    club = staged(Club())
    play_first_stage(club)
    clients = {f"t/club/{view}.2": LiveClient() for view in ("standings", "pairings", "event")}
    async with Hub(club.store, pace=EAGER).running() as hub:
        watcher = hub.join()
        for name in clients:
            await hub.subscribe(watcher, name, None)
        club.command("club", "start-stage", in_stage=SECOND)
        ((game, _, _),) = pair(club, 1, SECOND)
        club.command("club", "record-result", game=game, result="1-0")
        for _ in range(200):
            await asyncio.sleep(0)
        frames = [json.loads(frame.data) for frame in watcher._queue]
        for frame in frames:
            clients[frame["c"]].receive(frame)
        for name, client in clients.items():
            fresh = json.loads((await hub.snapshot(name)).body)
            assert client.rows == fresh["rows"], name
            assert len(client.rows) > 0, name


async def test_a_stage_without_a_plan_has_no_channel() -> None:
    club = staged(Club())
    async with Hub(club.store, pace=EAGER).running() as hub:
        for name in ("standings.4", "timeline.2"):
            with pytest.raises(CannotWatch, match="no-such-channel"):
                await hub.channel(f"t/club/{name}")


async def test_a_stage_has_no_rows_before_it_was_planned() -> None:
    club = two_stages()
    queries = Queries(club.store)
    _, now = await queries.rows_at("club", "standings", stage=SECOND)
    assert set(now) == {"e1", "e2", "e3"}
    _, before = await queries.rows_at("club", "standings", 2, SECOND)
    assert before == {}


async def test_a_snapshot_of_a_stage_has_its_rows() -> None:
    club = two_stages()
    async with Hub(club.store, pace=EAGER).running() as hub:
        app = Starlette(routes=routes(hub, club.store))
        transport = ASGITransport(app=app)
        async with AsyncClient(transport=transport, base_url="http://club.test") as http:
            answer = await http.get("/api/t/club/views/standings.2")
            assert set(answer.json()["rows"]) == {"e1", "e2", "e3"}
            past = await http.get("/api/t/club/views/standings.2?at=v2")
            assert past.json()["rows"] == {}
            for wrong in ("api/t/club/views/standings.x", "t/club/standings.x/stream"):
                assert (await http.get(f"/{wrong}")).status_code == 404


def test_the_head_names_all_stages() -> None:
    state = focused(_state(two_stages()), SECOND)
    (row,) = VIEWS["event"].rows(state).values()  # type: ignore[arg-type]
    named = dict(zip(VIEWS["event"].columns, row, strict=True))
    assert named["stages"] == (
        (1, "", "round-robin", "finished"),
        (2, "Final", "round-robin", "running"),
        (3, "Fifth place", "round-robin", "planned"),
    )


def _state(club: Club) -> Any:
    projection = Projection(VIEWS["event"])
    for each in club.store.ledger.events("club", 0):
        projection.follow(each.fact)
    return projection.state
