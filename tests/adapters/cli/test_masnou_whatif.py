"""`planilla whatif` of a Masnou says who would sit where."""

import asyncio
import json
from pathlib import Path
from typing import Any

from adapters.cli.conftest import Planilla
from planilla.adapters.clock import SystemClock
from planilla.adapters.ids import RandomIds
from planilla.adapters.store.database import Database
from planilla.application.envelope import Actor, Submission
from planilla.application.roles import full_grant

ORGANISER = Actor(id="organiser", grants=(full_grant("*"),))
NAMES = ("Ana", "Bea", "Carl", "Dora")


def marathon(path: Path) -> None:
    """Four at one table: Ana beat Bea, and then Carl."""
    entrants = [
        {"id": f"e{place}", "person": {"name": name}, "rating": 2000 - place}
        for place, name in enumerate(NAMES, start=1)
    ]
    acts: list[tuple[str, dict[str, Any]]] = [
        ("create-tournament", {"name": "Fair", "system": "masnou"}),
        ("enter-entrants", {"entrants": entrants}),
        ("open-hall", {"rules": {"tables": 1}}),
        ("record-result", {"game": "T1.1", "result": "1-0"}),
        ("record-result", {"game": "T1.2", "result": "1-0"}),
    ]

    async def played() -> None:
        url = f"sqlite:///{path}"
        async with Database(url, clock=SystemClock(), ids=RandomIds()) as database:
            for number, (name, body) in enumerate(acts):
                submission = Submission(
                    tournament="fair",
                    name=name,
                    body=json.dumps(body).encode(),
                    command_id=f"act-{number}",
                    actor=ORGANISER,
                )
                answer = await database.bus.submit(submission)
                assert answer.status == "done"

    asyncio.run(played())


def test_it_is_told_who_would_sit_where(planilla: Planilla, database: Path) -> None:
    marathon(database)
    said = planilla("whatif", "fair", "--game", "T1.1", "--result", "0-1")
    assert said.out.splitlines() == [
        "Table 1, game T1.1: 1 Ana 0–1 2 Bea, not 1–0.",
        "",
        "Right after it:",
        "  Table 1: 2 Bea and 3 Carl; it was 1 Ana and 3 Carl.",
        "  The queue was: 4 Dora and 2 Bea.",
        "  The queue would be: 4 Dora and 1 Ana.",
        "",
        "Today:",
        "  Table 1: 2 Bea and 3 Carl; it was 1 Ana and 4 Dora.",
        "  The queue was: 2 Bea and 3 Carl.",
        "  The queue would be: 4 Dora and 1 Ana.",
        "",
        "0 later results would stand: the same players at the same table.",
        "1 later result would be of other pairs and is unknown: T1.2.",
    ]
    same = planilla("whatif", "fair", "--game", "T1.1", "--result", "1-0")
    assert same.out.splitlines()[3] == "  All seats would be the same."
    answer = json.loads(
        planilla("whatif", "fair", "--game", "T1.2", "--result", "0-1", "--json").out
    )
    assert answer["unknown"] == []
    refused = planilla("whatif", "fair", "--game", "T1.9", "--result", "1-0")
    assert (refused.code, refused.err) == (2, "planilla: There is no game T1.9.\n")


def test_results_may_be_left_out_or_put_in_one_by_one(planilla: Planilla, database: Path) -> None:
    marathon(database)
    rows = json.loads(planilla("log", "show", "fair", "--json").out)
    report = next(row["version"] for row in rows if row["kind"] == "ResultRecorded")
    said = planilla("whatif", "fair", "--remove", f"v{report}", "--top", "1")
    assert said.out.splitlines()[:4] == [
        "Today:",
        "  Table 1: 1 Ana and 2 Bea; it was 1 Ana and 4 Dora.",
        "  The queue was: 2 Bea and 3 Carl.",
        "  The queue would be: 3 Carl and 4 Dora.",
    ]
    assert "For the players, at the end of the branch:" in said.out
    refused = planilla("whatif", "fair", "--remove", "v1")
    assert refused.code == 2
    assert "v1 (TournamentCreated) cannot be changed" in refused.err


def test_without_a_game_the_last_correction_of_a_hall_is_meant(
    planilla: Planilla, database: Path
) -> None:
    marathon(database)
    half = planilla("whatif", "fair", "--game", "T1.1")
    assert half.err == "planilla: --game and --result must be used together.\n"
    none = planilla("whatif", "fair")
    assert none.err == "planilla: This tournament has no correction.\n"
