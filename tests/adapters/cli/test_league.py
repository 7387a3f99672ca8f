"""A league by `planilla act`: rounds change places, get dates, and a match is postponed."""

import json
from pathlib import Path
from typing import Any

import pytest

from adapters.cli.conftest import Planilla

TEAMS = ("alfil", "burgos", "casino", "duero", "enroque", "flanco")
CREATE = {"name": "Liga", "system": "team-round-robin", "shape": {"boards": 2}, "tiebreaks": []}


@pytest.fixture
def league(planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Planilla:
    """Six teams of two players each, numbered by name."""
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{tmp_path / 'league.db'}")
    act(planilla, "create-tournament", **CREATE)
    teams = [{"id": each, "person": {"name": each.title()}} for each in TEAMS]
    act(planilla, "enter-entrants", entrants=teams)
    for team in TEAMS:
        players = [
            {"id": f"{team}-{board}", "person": {"name": f"{team.title()} {board}"}, "rating": 2000}
            for board in (1, 2)
        ]
        act(planilla, "register-players", team=team, players=players)
    return planilla


def act(planilla: Planilla, command: str, **body: Any) -> str:
    said = planilla("act", "league", command, json.dumps(body))
    assert said.code == 0, said
    return said.out


def on_the_boards(planilla: Planilla, number: int) -> None:
    act(planilla, "pair-round", round=number)
    act(planilla, "publish-pairings", round=number)
    act(planilla, "publish-line-ups", round=number)


def points(planilla: Planilla) -> dict[str, int]:
    """Return the match points by the first letter of the team; rows have them in halves."""
    rows = json.loads(planilla("show", "league", "standings", "--json").out)["rows"]
    return {team[0]: row[1] // 2 for team, row in rows.items()}


def match(planilla: Planilla, number: int, place: int, *results: str) -> None:
    """Enter the results of both boards of a match."""
    for board, result in zip(("", ".2"), results, strict=True):
        act(planilla, "record-result", game=f"{number}.{place}{board}", result=result)


def home_wins(planilla: Planilla, number: int, *places: int) -> None:
    """The first team of each match wins with White on board 1 and draws on board 2."""
    for place in places:
        match(planilla, number, place, "1-0", "½-½")


def test_a_league_goes_on_while_a_match_is_postponed(league: Planilla) -> None:
    """The table of six (C.05, Annex 1), of which rounds 3 and 4 change places.

    Round 1: 1-6 2-5 3-4; round 2: 6-4 5-3 1-2; round 4: 6-5 1-4 2-3. The first team wins each
    match, for 2 match points, but 1-2, which is played late and drawn, for 1 each:
    alfil 2+1+2, burgos 2+1+2, casino 2, duero 0, enroque 2, flanco 2+2.
    """
    on_the_boards(league, 1)
    home_wins(league, 1, 1, 2, 3)
    assert "RoundsOrdered" in act(league, "order-rounds", rounds=[2, 4, 3, 5])
    assert "RoundDated" in act(league, "date-round", round=2, starts="2026-05-09T16:30:00")
    on_the_boards(league, 2)
    home_wins(league, 2, 1, 2)
    postponed = act(league, "postpone-games", games=["2.3", "2.3.2"], until="2026-05-12T18:00:00")
    assert "GamesPostponed" in postponed
    adjourned = act(league, "postpone-games", games=["2.3"], adjourned=True)
    assert "GamesPostponed" in adjourned
    on_the_boards(league, 3)
    home_wins(league, 3, 1, 2, 3)
    assert points(league) == {"a": 4, "b": 4, "c": 2, "d": 0, "e": 2, "f": 4}
    match(league, 2, 3, "½-½", "½-½")
    assert points(league) == {"a": 5, "b": 5, "c": 2, "d": 0, "e": 2, "f": 4}
    said = league("log", "show", "league").out
    for sentence in (
        "From round 2 the rounds of the table are played in the order 2, 4, 3 and 5.",
        "Round 2 starts on 9 May 2026, 16:30.",
        "2 games of round 2 are postponed to 12 May 2026, 18:00.",
        "the game Alfil 1 – Burgos 1 is adjourned; the date is open.",
    ):
        assert sentence in said
    audit = league("audit", "league")
    assert audit.code == 0, audit
