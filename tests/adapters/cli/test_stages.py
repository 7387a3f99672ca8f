"""A cup on the command line: four groups, a bracket of eight, and a match for third place."""

import json
from pathlib import Path
from typing import Any

import pytest

from adapters.cli.conftest import Planilla
from planilla.formats.trf.crosstable import crosstable_of
from planilla.formats.trf.document import TrfDocument
from planilla.formats.trf.reader import read_trf

pytestmark = pytest.mark.no_cover

GROUPS, BRACKET, THIRD = ("Group A", "Group B", "Group C", "Group D"), "Bracket", "Third place"
FIRST_EIGHT = {f"e0{number}" for number in range(1, 9)}
"""The winners and seconds of groups 1 8 9 16, 2 7 10 15, 3 6 11 14 and 4 5 12 13."""
TWO_GAMES = {"games": 2, "tiebreaks": [1]}


class Cup:
    """The cup, played by `planilla act` alone; the lower number wins each game."""

    def __init__(self, planilla: Planilla) -> None:
        self.planilla = planilla

    def act(self, command: str, stage: str = "", **body: object) -> None:
        named = ("--stage", stage) if stage else ()
        said = self.planilla("act", "cup", command, json.dumps(body), *named)
        assert said.code == 0, said.err

    def data(self, view: str, stage: str = "", *more: str) -> dict[str, Any]:
        named = ("--stage", stage) if stage else ()
        said = self.planilla("show", "cup", view, "--json", *named, *more)
        assert said.code == 0, said.err
        found: dict[str, Any] = json.loads(said.out)
        return found

    def play(self, stage: str, number: int) -> None:
        self.act("pair-round", stage, round=number)
        self.act("publish-pairings", stage, round=number)
        shown = self.data("pairings", stage)
        white, black = shown["columns"].index("white"), shown["columns"].index("black")
        for game, row in shown["rows"].items():
            if row[0] == number:
                result = "1-0" if row[white] < row[black] else "0-1"
                self.act("record-result", stage, game=game, result=result)
        self.act("close-round", stage, round=number)


@pytest.fixture
def cup(planilla: Planilla, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Cup:
    """Sixteen players; four groups, a bracket and a match for third place are planned."""
    monkeypatch.setenv("PLANILLA_DATABASE_URL", f"sqlite:///{tmp_path / 'cup.db'}")
    cup = Cup(planilla)
    cup.act("create-tournament", name="Copa escolar", system="stages")
    players = [
        {"id": f"e{n:02}", "person": {"name": f"Player {n:02}"}, "rating": 2400 - 10 * n}
        for n in range(1, 17)
    ]
    cup.act("enter-entrants", entrants=players)
    cup.act("plan-stage", title="Group", system="round-robin", groups=4)
    cup.act(
        "plan-stage",
        title=BRACKET,
        system="knockout-single",
        shape=TWO_GAMES,
        sources=[{"stage": stage, "last": 2} for stage in (2, 3, 4, 5)],
        seeds="places",
    )
    losers = [{"stage": 6, "first": 3, "last": 4}]
    cup.act("plan-stage", title=THIRD, system="knockout-single", shape=TWO_GAMES, sources=losers)
    cup.act("draw-groups", stages=[2, 3, 4, 5])
    return cup


def test_an_event_of_three_stages_is_played_by_commands_of_the_command_line(cup: Cup) -> None:
    for group in GROUPS:
        for number in (1, 2, 3):
            cup.play(group, number)
        cup.act("finish-tournament", group)
    groups = cup.data("groups")
    who, to = groups["columns"].index("player"), groups["columns"].index("goes_to")
    assert {row[who] for row in groups["rows"] if row[to] == BRACKET} == FIRST_EIGHT
    cup.act("start-stage", BRACKET)
    for number in (1, 2, 3):
        cup.play(BRACKET, number)
    cup.act("finish-tournament", BRACKET)
    cup.act("start-stage", THIRD)
    cup.play(THIRD, 1)
    cup.act("finish-tournament", THIRD)
    assert len(cup.data("matches", BRACKET)["rows"]) == 7
    (third,) = cup.data("matches", THIRD)["rows"].values()
    assert dict(zip(third[2:4], third[4:6], strict=True)) == {"e03": 4, "e04": 0}
    title, head, first, *_ = cup.planilla(
        "show", "cup", "standings", "--stage", "bracket"
    ).out.splitlines()
    assert title.startswith("standings, stage 6 Bracket, v")
    assert head.split()[0] == "Place"
    assert "Player 01" in first
    file = cup.planilla("export", "cup", "--stage", BRACKET).out
    document = read_trf(file.encode(), "bracket.trf")
    assert isinstance(document, TrfDocument)
    assert document.text_of("012").strip() == "Copa escolar: Bracket"
    assert "### Match games @ Round 2: columns 3-4" in file
    games = [each for each in crosstable_of(document, 6).rounds if each.boards]
    assert [len(each.boards) for each in games] == [4, 4, 2, 2, 1, 1]
    Path("bracket.trf").write_text(file, encoding="utf-8")
    refused = cup.planilla("import", "bracket.trf")
    assert (refused.code, "CUSTOM_SWISS" in refused.err) != (0, False)
    path = cup.data("stages")
    status = path["columns"].index("status")
    assert [row[status] for row in path["rows"][1:]] == ["finished"] * 6
    assert [row[path["columns"].index("sources")] for row in path["rows"]] == [
        *("", "", "", "", ""),
        "2:1-2; 3:1-2; 4:1-2; 5:1-2",
        "6:3-4",
    ]


def test_the_path_of_stages_is_a_table_and_a_file(cup: Cup) -> None:
    lines = cup.planilla("show", "cup", "stages").out.splitlines()
    assert lines[0].startswith("stages, stage 1, v")
    assert lines[1].split()[:3] == ["Stage", "Title", "System"]
    assert lines[3].split()[:5] == ["2", "Group", "A", "round-robin", "running"]
    assert lines[7].split()[1:4] == ["Bracket", "knockout-single", "planned"]
    file = cup.planilla("show", "cup", "stages", "--format", "csv").out
    assert file.startswith("\ufeffnumber,title,system,status,entrants,round,rounds,")
    before = cup.data("stages", "", "--at", "v1")
    assert (before["rows"], "stage" in before) == ([], False)


def test_a_view_of_a_stage_is_data_with_its_number(cup: Cup) -> None:
    assert cup.data("standings", "Group B")["stage"] == 3
    assert [*cup.data("standings", "3")["rows"]] == [*cup.data("standings", "group b")["rows"]]
    assert cup.data("standings")["stage"] == 1
    players = cup.planilla("show", "cup", "players", "--stage", "3", "--format", "csv").out
    assert len(players.splitlines()) == 5


@pytest.mark.parametrize("stage", ["8", "0", "Group", "Semifinal", ""])
def test_a_stage_that_does_not_exist_is_refused_with_those_that_do(cup: Cup, stage: str) -> None:
    for command in (
        ("show", "cup", "standings"),
        ("act", "cup", "pair-round", '{"round": 1}'),
        ("export", "cup"),
        ("whatif", "cup", "--game", "1.1", "--result", "1-0"),
    ):
        said = cup.planilla(*command, "--stage", stage)
        assert (said.code, said.out) == (2, "")
        assert f"There is no single stage “{stage}”." in said.err
        assert "2 Group A" in said.err


def test_what_is_of_the_whole_tournament_takes_no_stage(cup: Cup) -> None:
    said = cup.planilla("act", "cup", "plan-stage", "{}", "--stage", "2")
    assert (said.code, "leave out --stage" in said.err) == (2, True)
    said = cup.planilla("show", "cup", "timeline", "--stage", "2")
    assert (said.code, "leave out --stage" in said.err) == (2, True)
    entering = cup.planilla("act", "cup", "enter-entrants", '{"entrants": []}', "--stage", "2")
    assert "Players are entered and removed in stage 1" in entering.err


def test_a_body_that_cannot_be_read_is_refused_in_a_stage_too(cup: Cup) -> None:
    for order, body in (("pair-round", "{"), ("pair-round", "[]"), ("dance", "{}")):
        assert cup.planilla("act", "cup", order, body, "--stage", "2").code == 2
    assert cup.planilla("act", "cup", "record-result", '{"game": 3}', "--stage", "2").code == 2


def test_a_game_and_a_body_may_name_their_own_stage(cup: Cup) -> None:
    cup.act("pair-round", "Group A", round=1)
    cup.act("publish-pairings", "Group A", round=1)
    cup.act("record-result", "Group A", game="1.1", result="1-0")
    cup.act("record-result", "Group A", game="2-1.2", result="0-1")
    cup.act("pair-round", "Group A", round=1, in_stage=3)
    assert cup.data("pairings", "Group B")["rows"] == {}
    log = json.loads(cup.planilla("log", "show", "cup", "--json", "--kind", "result").out)
    assert len(log) == 2


def test_another_result_of_a_stage_is_asked_by_its_game(cup: Cup) -> None:
    for number in (1, 2, 3):
        cup.play("Group A", number)
    asked = ("whatif", "cup", "--stage", "Group A", "--reading", "rounds", "--json")
    said = cup.planilla(*asked, "--game", "1.1", "--result", "½-½")
    assert said.code == 0, said.err
    assert json.loads(said.out)["change"]["game"] == "2-1.1"
    last = json.loads(cup.planilla("log", "show", "cup", "--json", "--kind", "result").out)[-1]
    body = json.dumps({"game": "3.2", "result": "½-½"})
    edit = ("--replace", f"v{last['version']}", "record-result", body)
    said = cup.planilla(*asked, *edit)
    assert said.code == 0, said.err
    (added,) = json.loads(said.out)["added"]
    assert added["event"]["game"] == "2-3.2"
    whole = cup.planilla(*asked, "--insert", "v1", "announce-regulations", "{}")
    assert "leave out --stage" not in whole.err
