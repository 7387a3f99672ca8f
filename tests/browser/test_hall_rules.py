"""The tablet's rules are the server's: the same marathons, step by step, through both."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from dsl.hall_scenarios import scenarios
from dsl.tablet_marathons import marathon, of_scenario

pytestmark = pytest.mark.timeout(120)

HERE = Path(__file__).parent
SCRIPTS = HERE.parent.parent / "web" / "scripts"
SITE = "http://tablet.test"
SCENARIOS_OF_THE_BOOK = 6
MARATHONS = 40
"""In every run; the deep run plays thousands."""
AT_ONCE = 50
"""Marathons handed to the page in one piece."""
DIFFERENCE = """async (marathons) => {
  const hall = await import("/hall.js");
  const { firstDifference } = await import("/hall_replay.js");
  return JSON.parse(marathons).map((each) => firstDifference(hall, each));
}"""


@pytest.fixture
def rules_page(new_window: Callable[..., Any]) -> Page:
    """An empty page that may import the tablet's modules, from disk."""
    page: Page = new_window().page
    page.route(f"{SITE}/**", _from_disk)
    page.goto(f"{SITE}/")
    return page


def _from_disk(route: Route) -> None:
    name = route.request.url.rpartition("/")[2]
    if not name:
        route.fulfill(body="<!doctype html><title>Rules</title>", content_type="text/html")
        return
    path = HERE / name if name == "hall_replay.js" else SCRIPTS / name
    route.fulfill(path=path, content_type="text/javascript")


def differences(page: Page, marathons: list[Any]) -> list[Any]:
    parts = [marathons[first : first + AT_ONCE] for first in range(0, len(marathons), AT_ONCE)]
    return [each for part in parts for each in page.evaluate(DIFFERENCE, json.dumps(part))]


def test_random_marathons_come_out_the_same_on_server_and_tablet(rules_page: Page) -> None:
    found = differences(rules_page, [marathon(seed) for seed in range(MARATHONS)])
    assert found == [None] * MARATHONS


def test_every_scenario_comes_out_the_same_on_server_and_tablet(rules_page: Page) -> None:
    played = {path.stem: of_scenario(path) for path in scenarios()}
    found = differences(rules_page, list(played.values()))
    parted = {name: each for name, each in zip(played, found, strict=True) if each is not None}
    assert len(played) > SCENARIOS_OF_THE_BOOK
    assert parted == {}


def test_a_difference_would_be_seen(rules_page: Page) -> None:
    played = marathon(1)
    step = next(each for each in played["steps"] if each["command"] == "record-result")
    step["facts"] = step.get("facts", [])[1:]
    step.pop("code", None)
    assert differences(rules_page, [played])[0]["command"] == "record-result"


@pytest.mark.deep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("batch", range(10))
def test_thousands_of_random_marathons_come_out_the_same(rules_page: Page, batch: int) -> None:
    seeds = range(1000 + 500 * batch, 1500 + 500 * batch)
    found = differences(rules_page, [marathon(seed, acts=100) for seed in seeds])
    parted = {seed: each for seed, each in zip(seeds, found, strict=True) if each is not None}
    assert parted == {}
