"""Bad input of closed systems: a stable code with its sentence, and nothing is written.

Each case is sent to the API and by `planilla act`. The sentence has the rule or what is possible.
"""

import asyncio
import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adapters.cli.conftest import Planilla
from dsl.web_club import Club

Act = tuple[str, dict[str, Any]]


class Case(NamedTuple):
    """Acts that are done, the one that is refused, its code, and a part of its sentence."""

    done: tuple[Act, ...]
    act: Act
    code: str
    said: str


PAIR: Act = ("pair-round", {"round": 1})


def created(system: str, players: int, **settings: Any) -> tuple[Act, ...]:
    """A tournament with so many entrants `e1`, `e2` …"""
    entrants = [{"id": f"e{n}", "person": {"name": f"P{n}"}} for n in range(1, players + 1)]
    found: tuple[Act, ...] = (("create-tournament", {"name": "T", "system": system, **settings}),)
    return (*found, ("enter-entrants", {"entrants": entrants})) if entrants else found


def published(number: int) -> tuple[Act, ...]:
    return (("pair-round", {"round": number}), ("publish-pairings", {"round": number}))


def roster(team: str) -> Act:
    players = [{"id": f"{team}p{board}", "person": {"name": f"{team} {board}"}} for board in (1, 2)]
    return ("register-players", {"team": team, "players": players})


LEAGUE = (
    *created("team-round-robin", 2, shape={"boards": 2}),
    roster("e1"),
    roster("e2"),
    *published(1),
)
CUP = (*created("knockout-single", 4), *published(1))
WON = tuple(("record-result", {"game": game, "result": "1-0"}) for game in ("1.1", "1.2"))
STAGES = (
    *created("round-robin", 3),
    (
        "plan-stage",
        {"title": "F", "system": "round-robin", "sources": [{"stage": 1, "last": 2}]},
    ),
)


def opened(system: str, players: int, **rules: Any) -> tuple[Act, ...]:
    return (*created(system, players), ("open-allocation", rules))


def line_up(*players: str) -> Act:
    return ("hand-in-line-up", {"round": 1, "team": "e1", "players": players})


def ballot(entrant: str, *values: int, **more: Any) -> Act:
    return ("hand-in-ballot", {"entrant": entrant, "values": values, **more})


ELEVEN = [{"players": [f"e{n}" for n in range(at, at + 11)]} for at in (1, 12)]
OPTIONS = [{"name": "A"}, {"name": "B"}]
VETOED = (ballot("e1", 50, 50, vetoes=[1]), ballot("e2", 50, 50, vetoes=[1]))
CASES = {
    "nobody": Case(created("round-robin", 0), PAIR, "nobody-to-pair", "Two players are needed"),
    "no team": Case(created("hutton", 0), PAIR, "nobody-to-pair", "Two players are needed"),
    "one player": Case(created("knockout-single", 1), PAIR, "nobody-to-pair", "there is 1"),
    "two players": Case(created("nagarajan", 2), PAIR, "no-table-of-size", "for 3 to 20 players"),
    "size": Case(
        created("round-robin-varma", 8),
        ("draw-table", {"by": "envelopes"}),
        "no-table-of-size",
        "“Varma round robin” has tables for 9 to 24 players",
    ),
    "size of teams": Case(
        created("djaja", 22),
        ("form-teams", {"teams": ELEVEN}),
        "no-table-for-boards",
        "possible numbers of players in a team: 2, 3, 4, 5, 6, 7, 8, 9 and 10",
    ),
    "seed twice": Case(
        created("knockout-single", 4),
        ("assign-numbers", {"order": ["e1", "e1", "e2", "e3"]}),
        "entrant-twice",
        "appears twice: name everybody once",
    ),
    "player of another team": Case(LEAGUE, line_up("e2p1"), "not-in-the-team", "whose players are"),
    "late line-up": Case(
        (*LEAGUE, ("publish-line-ups", {"round": 1})),
        line_up("e1p1"),
        "line-ups-published",
        "hand in that of the next round",
    ),
    "out of board order": Case(
        LEAGUE, line_up("e1p2", "e1p1"), "out-of-board-order", "keep the order of"
    ),
    "sides unknown": Case(
        CUP,
        ("record-result", {"game": "2.1", "result": "1-0"}),
        "sides-unknown",
        "round 2 is not paired",
    ),
    "advance taken back": Case(
        (*CUP, *WON, *published(2)),
        ("withdraw-result", {"game": "1.1"}),
        "round-is-closed",
        "only by a correction",
    ),
    "source not finished": Case(
        STAGES, ("start-stage", {"in_stage": 2}), "source-not-finished", "finish it first"
    ),
    "votes do not add up": Case(
        opened("round-robin", 2, method="votes", options=OPTIONS),
        ballot("e1", 60, 41),
        "votes-do-not-add-up",
        "add up to 101; they must add up to 100",
    ),
    "veto without a team": Case(
        opened("djaja", 4, method="teams-a", team=4),
        ballot("e1", 0, 0, 12, 12),
        "vetoes-leave-no-team",
        "B2 (seed 000, 2.8)",
    ),
    "vetoes without an assignment": Case(
        (*opened("round-robin", 2, method="votes", options=OPTIONS, vetoes=1), *VETOED),
        ("decide-allocation", {}),
        "vetoes-leave-no-assignment",
        "have only 1 place in common",
    ),
    "no teams by votes": Case(
        created("djaja", 4),
        ("form-teams", {"from_allocation": 1}),
        "no-teams-allocated",
        "decide an allocation of teams there first, or name the teams",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_refused_act_is_a_problem_of_the_api_and_writes_nothing(case: Case) -> None:
    club = Club()
    asyncio.run(club.let_in("token", "*"))
    for command, body in case.done:
        club.command("club", command, **body)
    before = club.version
    command, body = case.act
    answer = club.client.post(
        f"/api/t/club/commands/{command}", json=body, headers={"idempotency-key": "k"}
    )
    problem = answer.json()
    assert answer.status_code in {409, 422}
    assert problem["code"] == case.code
    assert case.said in problem["title"]
    assert club.version == before


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_refused_act_is_a_sentence_of_the_command_line_and_writes_nothing(
    case: Case, planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{tmp_path / 'club.db'}")
    for command, body in case.done:
        said = planilla("act", "club", command, json.dumps(body))
        assert said.code == 0, said.err
    before = planilla("log", "show", "club", "--json").out
    command, body = case.act
    said = planilla("act", "club", command, json.dumps(body), "--json")
    answer = json.loads(said.out)
    assert (said.code, answer["code"]) == (1, case.code)
    assert case.said in answer["message"]
    assert planilla("log", "show", "club", "--json").out == before
