"""The answer of `/readyz` is kept for a second: asking loads nothing, however often it is done."""

import asyncio
import threading

import pytest
from starlette.requests import Request

from dsl.web_club import Club
from patience import PATIENCE_S
from planilla.adapters.http.pages import service as readiness_module
from planilla.adapters.http.pages.service import KEPT_S, ReadinessCheck
from planilla.application.ports import StoreUnavailable
from planilla.application.unready import Unready

ASKED = Request({"type": "http", "method": "GET", "path": "/readyz", "headers": []})


async def status(check: ReadinessCheck) -> int:
    return (await check.serve(ASKED)).status_code


def test_a_site_without_a_database_is_ready() -> None:
    answer = Club().client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


@pytest.mark.parametrize(("path", "status"), [("/healthz", 503), ("/api/openapi.json", 200)])
def test_one_address_answers_while_the_database_is_away(
    monkeypatch: pytest.MonkeyPatch, path: str, status: int
) -> None:
    club = Club()

    async def away() -> str:
        raise StoreUnavailable("away")

    for method in ("epoch", "position", "holder"):
        monkeypatch.setattr(club.store, method, lambda *_: away())
    assert club.client.get(path).status_code == status


@pytest.mark.parametrize("path", ["/", "/t/club", "/api/t/club/people"])
@pytest.mark.parametrize("method", ["mark", "holder"])
async def test_a_page_says_that_the_database_is_away(
    club: Club, monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    async def away(*_: str) -> str:
        raise StoreUnavailable("away")

    monkeypatch.setattr(club.store, method, away)
    visitor = club.browser() if method == "mark" else club.client
    answer = visitor.get(path)
    assert (answer.status_code, answer.headers["cache-control"]) == (503, "no-store")
    assert "The database is not available" in answer.text


async def test_one_check_serves_all_who_ask_within_a_second() -> None:
    now, checks = [0.0], []

    def check() -> tuple[Unready, ...]:
        checks.append(now[0])
        return () if len(checks) == 1 else (Unready.LOCKED,)

    asked = ReadinessCheck(check, lambda: now[0])
    assert await asyncio.gather(*(status(asked) for _ in range(50))) == [200] * 50
    now[0] = 0.99 * KEPT_S
    assert await status(asked) == 200
    assert checks == [0.0]
    now[0] = KEPT_S
    assert await status(asked) == 503
    assert checks == [0.0, KEPT_S]


async def test_a_check_that_hangs_is_an_answer_and_is_not_begun_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(readiness_module, "ANSWERED_S", 0.01)
    begun, go_on = [], threading.Event()

    def check() -> tuple[Unready, ...]:
        begun.append(1)
        assert go_on.wait(PATIENCE_S)
        return ()

    asked = ReadinessCheck(check)
    for _ in range(3):
        answer = await asked.serve(ASKED)
        assert (answer.status_code, bytes(answer.body)) == (
            503,
            b'{"status":"not-ready","why":["no-answer"]}',
        )
    assert begun == [1]
    monkeypatch.setattr(readiness_module, "ANSWERED_S", PATIENCE_S)
    go_on.set()
    assert await status(asked) == 200


async def test_a_fault_of_ours_is_raised_and_tried_again_later() -> None:
    now, faults = [0.0], [ZeroDivisionError("ours")]

    def check() -> tuple[Unready, ...]:
        if faults:
            raise faults.pop()
        return ()

    asked = ReadinessCheck(check, lambda: now[0])
    with pytest.raises(ZeroDivisionError):
        await status(asked)
    now[0] = KEPT_S
    assert await status(asked) == 200
