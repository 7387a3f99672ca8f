"""The tablet's rules are the server's: the same marathons, step by step, through both."""

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from dsl.expected_waits import states
from dsl.masnou_scenarios import scenarios
from dsl.tablet_marathons import marathon, of_scenario
from planilla.demo.marathon import Marathon
from planilla.domain.tournament.masnou.hall import Hall
from planilla.projections import masnou as hall_view
from planilla.projections.masnou_waiting import waiting

SCENARIOS_OF_THE_BOOK = 6
MARATHONS = 40
"""In every run; the deep run plays thousands."""
AT_ONCE = 50
"""Marathons handed to the page in one piece."""
DIFFERENCE = """async (marathons) => {
  const hall = await import("/masnou.js");
  const { firstDifference } = await import("/masnou_replay.js");
  return JSON.parse(marathons).map((each) => firstDifference(hall, each));
}"""


def differences(page: Page, marathons: list[Any]) -> list[Any]:
    parts = [marathons[first : first + AT_ONCE] for first in range(0, len(marathons), AT_ONCE)]
    return [each for part in parts for each in page.evaluate(DIFFERENCE, json.dumps(part))]


def test_random_marathons_come_out_the_same_on_server_and_tablet(scripts_page: Page) -> None:
    found = differences(scripts_page, [marathon(seed) for seed in range(MARATHONS)])
    assert found == [None] * MARATHONS


def test_of_two_faults_of_a_list_server_and_tablet_tell_the_same(scripts_page: Page) -> None:
    """One of those to be kept apart is named twice, another one is unknown."""
    played = marathon(1, acts=0)
    end = played["steps"][-1]
    for entrants in (["p1", "p1", "p99"], ["p1", "p99", "p1"]):
        asked = {"command": "forbid-pairs", "body": {"entrants": entrants}, "at": end["at"]}
        played["steps"].append(asked | {"code": "no-such-entrant"})
    assert differences(scripts_page, [played]) == [None]


def test_every_scenario_comes_out_the_same_on_server_and_tablet(scripts_page: Page) -> None:
    played = {path.stem: of_scenario(path) for path in scenarios()}
    found = differences(scripts_page, list(played.values()))
    parted = {name: each for name, each in zip(played, found, strict=True) if each is not None}
    assert len(played) > SCENARIOS_OF_THE_BOOK
    assert parted == {}


WAITS = """async (asked) => {
  const { hallOf } = await import("/masnou-rows.js");
  const { waits } = await import("/masnou-wait.js");
  const { named } = await import("/live-state.js");
  const columns = ["kind", "facts"];
  return JSON.parse(asked).map(({ rows, now }) =>
    waits(hallOf(named({ columns, rows: new Map(Object.entries(rows)) })), now)
      .filter(({ place }) => place)
      .map(({ entrant, place, about, late }) => [entrant, place, about, late]));
}"""


def test_a_phone_reckons_the_same_waits_as_the_server(scripts_page: Page) -> None:
    asked, wanted = [], []
    plans = [
        Marathon(clock=clock, seed=seed, names=tuple(f"N{n}" for n in range(24)))
        for seed, clock in enumerate((0, 5, 15))
    ]
    for number, (now, state) in enumerate(each for plan in plans for each in states(plan)):
        hall = Hall.of(state.memory)
        if hall is None or hall.over or number % 9:
            continue
        rows = msgspec.to_builtins(hall_view.rows(state))
        asked.append({"rows": rows, "now": now})
        told = waiting(hall, now)
        wanted.append([[each.entrant, each.place, each.about_s, each.late] for each in told])
    assert len(wanted) > AT_ONCE
    assert scripts_page.evaluate(WAITS, json.dumps(asked)) == wanted


def test_a_difference_would_be_seen(scripts_page: Page) -> None:
    played = marathon(1)
    step = next(each for each in played["steps"] if each["command"] == "record-result")
    step["facts"] = step.get("facts", [])[1:]
    step.pop("code", None)
    assert differences(scripts_page, [played])[0]["command"] == "record-result"


@pytest.mark.deep
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("batch", range(10))
def test_thousands_of_random_marathons_come_out_the_same(scripts_page: Page, batch: int) -> None:
    seeds = range(1000 + 500 * batch, 1500 + 500 * batch)
    found = differences(scripts_page, [marathon(seed, acts=100) for seed in seeds])
    parted = {seed: each for seed, each in zip(seeds, found, strict=True) if each is not None}
    assert parted == {}
