"""Tablets without a connection, timers and one another: what is recorded is what was seen.

The tablet's own outbox runs in a browser against a real server. What the log says is compared with
what each person saw when they tapped.
"""

import json
import re
import urllib.request
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route

from browser.conftest import Planilla
from patience import PATIENCE_S

HERE = Path(__file__).parent
SCRIPTS = HERE.parent.parent / "web" / "scripts"
RUNS = 8
"""Evenings of a normal run; the deep run plays `DEEP_RUNS`."""
DEEP_RUNS = 200
STEPS = 40
RUN = """async ([name, ...given]) => {
  const runs = await import("/outbox-test/outbox_runs.js");
  const hall = await import("/outbox-test/masnou.js");
  const state = await import("/outbox-test/masnou-state.js");
  const { Outbox } = await import("/outbox-test/tablet-outbox.js");
  return runs[name]({ ...hall, ...state, Outbox }, ...given);
}"""
numbers = count()


class Told(NamedTuple):
    """The outcome of some evenings."""

    games: int
    """Acts about a game that were recorded."""
    others: int
    """Acts about a call, a player or the queue that were recorded."""
    late: int
    """Games that were reported after the end."""
    found: int
    """Acts of which the log has the facts."""
    misattributed: list[str]
    diverged: list[str]
    lost: list[str]


@pytest.fixture(scope="module")
def page(planilla: Planilla, browser: Browser) -> Iterator[Page]:
    """A page of the organiser's, with the tablet's scripts from disk."""
    with browser.new_context() as context:
        opened = context.new_page()
        opened.goto(planilla.link)
        opened.wait_for_url(re.compile(r"/$"))
        opened.route("**/outbox-test/*", _from_disk)
        yield opened


def _from_disk(route: Route) -> None:
    name = route.request.url.rpartition("/")[2]
    folder = HERE if name == "outbox_runs.js" else SCRIPTS
    route.fulfill(path=folder / name, content_type="text/javascript")


def opened(planilla: Planilla, seed: int) -> str:
    """A hall of 6 to 10 players at two or three tables; in every second one calls last a second."""
    hall = f"evening-{next(numbers)}"
    people = [{"id": f"p{n}", "person": {"name": f"P{n}"}} for n in range(1, 7 + seed % 5)]
    planilla.post(hall, "create-tournament", f"{hall}-1", name="Masnou", system="masnou")
    planilla.post(hall, "enter-entrants", f"{hall}-2", entrants=people)
    rules = {"tables": 2 + seed % 2, "order": "arrival", "call_seconds": seed % 2}
    planilla.post(hall, "open-hall", f"{hall}-3", rules=rules)
    return hall


def log_of(planilla: Planilla, hall: str) -> list[dict[str, Any]]:
    """All events of a hall."""
    request = urllib.request.Request(
        f"{planilla.url}/t/{hall}/archive.jsonl?form=full",
        headers={"authorization": f"Bearer {planilla.link.partition('#')[2]}"},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        lines = [json.loads(line) for line in answer.read().decode().splitlines()]
    return [line for line in lines if "type" in line]


def judged(planilla: Planilla, page: Page, seeds: range, tabs: list[int]) -> Told:
    """Evenings of these seeds, each act held against what its maker saw."""
    told = Told(games=0, others=0, late=0, found=0, misattributed=[], diverged=[], lost=[])
    games = others = late = found = 0
    for seed in seeds:
        hall = opened(planilla, seed)
        run = {"tournament": hall, "seed": seed, "tabs": tabs, "steps": STEPS}
        evening = page.evaluate(RUN, ["evening", run])
        log = log_of(planilla, hall)
        ids = {event["command_id"] for event in log}
        late += sum("ended_at" in event["data"] for event in log if event["type"] == "GameSeated")
        for tap in evening["taps"]:
            where = f"seed {seed}: {tap}"
            if tap["fate"] == "waits":
                told.lost.append(where)
            if tap["fate"] == "accepted":
                found += tap["id"] in ids
                games += "game" in tap["body"]
                others += "game" not in tap["body"]
                if not _is_about_what_was_seen(tap, log):
                    told.misattributed.append(where)
        shown = evening["shown"]
        if len({each["says"] for each in shown}) > 1 or any(each["waits"] for each in shown):
            told.diverged.append(f"seed {seed}: {shown}")
    return told._replace(games=games, others=others, late=late, found=found)


def _is_about_what_was_seen(tap: dict[str, Any], log: list[dict[str, Any]]) -> bool:
    """Return whether the log records the act for the players whom its maker saw."""
    seen, body = tap["seen"], tap["body"]
    facts = [event for event in log if event["command_id"] == tap["id"]]
    if "game" in body:
        return bool(pairs(log)[body["game"]] == seen["players"])
    if not facts and "game" not in body:
        return True  # so already, or settled by the end: nothing was recorded
    if "call" in body:
        calls = [each["data"] for each in log if each["type"] == "PlayerCalled"]
        (call,) = [each for each in calls if each["call"] == body["call"]]
        return bool([call["entrant"], call["table"]] == [seen["called"], seen["table"]])
    if "place" in body:
        moved = [each["data"]["passed"] for each in facts if each["type"] == "QueueMoved"]
        return all(passed[0] == seen["at_place"] for passed in moved)
    lost = [each["data"]["game"] for each in facts if each["type"] == "ResultRecorded"]
    return [pairs(log)[game] for game in lost] == [seen["loses"]] * bool(seen["loses"])


def pairs(log: list[dict[str, Any]]) -> dict[str, list[str]]:
    """White and Black of each game."""
    seated = [each["data"] for each in log if each["type"] == "GameSeated"]
    return {each["game"]: [each["white"], each["black"]] for each in seated}


def check(told: Told) -> None:
    assert (told.misattributed, told.diverged, told.lost) == ([], [], [])
    assert told.games > 0
    assert told.others > 0
    assert told.found > (told.games + told.others) // 2


@pytest.mark.parametrize("tabs", [[1, 1], [2, 1]], ids=["two tablets", "one with two tabs"])
def test_whatever_is_recorded_is_about_whom_the_tapper_saw(
    planilla: Planilla, page: Page, tabs: list[int]
) -> None:
    check(judged(planilla, page, range(RUNS // 2), tabs))


def test_a_tab_that_is_told_late_does_not_go_back(planilla: Planilla, page: Page) -> None:
    """It called the player again who had left the table, and then the next one a second time."""
    one, other = page.evaluate(RUN, ["toldLate", {"tournament": opened(planilla, seed=0)}])
    assert other == one


@pytest.mark.deep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("tabs", [[1, 1], [2, 1]], ids=["two tablets", "one with two tabs"])
def test_two_hundred_evenings(planilla: Planilla, page: Page, tabs: list[int]) -> None:
    told = judged(planilla, page, range(1000, 1000 + DEEP_RUNS), tabs)
    check(told)


def test_an_act_about_another_pair_would_be_seen() -> None:
    seated = {"game": "T1.1", "white": "a", "black": "b"}
    log = [{"type": "GameSeated", "command_id": "1", "data": seated}]
    tap = {"body": {"game": "T1.1"}, "id": "2", "seen": {"players": ["a", "c"]}}
    assert not _is_about_what_was_seen(tap, log)
