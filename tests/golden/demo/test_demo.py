"""The book's open through the real write path, beside the book; every deviation is found."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dsl.sample import sample_facts
from planilla.demo.book_open import GOLDEN, OPEN, GoldenBook, compare
from planilla.domain.tournament.drafting import RoundPaired
from planilla.domain.tournament.evolve import fold
from planilla.main import main

Change = Callable[[Any], None]


@pytest.fixture
def check(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[int, str]]:
    """Run the check, with a changed input or a changed golden file."""
    monkeypatch.chdir(tmp_path)

    def run(change_input: Change | None = None, golden: Change | None = None) -> tuple[int, str]:
        options = [
            f"{option}={_changed(path, change, tmp_path)}"
            for option, path, change in (
                ("--input", OPEN, change_input),
                ("--golden", GOLDEN, golden),
            )
            if change is not None
        ]
        code = main(["demo", "--check", "--lang", "en", *options])
        return code, capsys.readouterr().out

    return run


def _changed(path: Path, change: Change, folder: Path) -> Path:
    content = json.loads(path.read_text(encoding="utf-8"))
    change(content)
    target = folder / path.name
    target.write_text(json.dumps(content), encoding="utf-8")
    return target


def test_seven_rounds_of_seven_are_as_in_the_book(check: Callable[..., tuple[int, str]]) -> None:
    code, out = check()
    assert code == 0
    assert [line.partition(" pairs,")[0] for line in out.splitlines()[:-1]] == [
        *(f"round {number}: 20/20" for number in range(1, 5)),
        *(f"round {number}: 19/19" for number in range(5, 8)),
    ]
    assert out.splitlines()[-1].startswith("7/7 rounds as in the book (183 facts, ")


def _swap(content: Any, round_: int, one: int, other: int) -> None:
    """The result of the game between the two in `round_`, the other way round."""
    players = content["players"]
    signs = [list(players[player - 1]["results"]) for player in (one, other)]
    signs[0][round_ - 1], signs[1][round_ - 1] = signs[1][round_ - 1], signs[0][round_ - 1]
    for player, changed in zip((one, other), signs, strict=True):
        players[player - 1]["results"] = "".join(changed)


def test_one_swapped_result_is_found(check: Callable[..., tuple[int, str]]) -> None:
    code, out = check(lambda content: _swap(content, 1, 1, 21))
    assert code == 1
    assert "round 1: 20/20 pairs, colours, floats, bye ok" in out
    assert "round 2: 20/20" not in out


def test_a_result_that_is_no_game_is_found(check: Callable[..., tuple[int, str]]) -> None:
    def both_win(content: Any) -> None:
        content["players"][20]["results"] = "1" + content["players"][20]["results"][1:]

    code, out = check(both_win)
    assert code == 1
    assert "round 1 pairs 1 with 21, but the book does not" in out
    assert "the round was not published" in out


def _swap_opponents(content: Any) -> None:
    pairs = content["rounds"][2]["pairs"]
    pairs[0][1], pairs[1][1] = pairs[1][1], pairs[0][1]


def _swap_colours(content: Any) -> None:
    content["rounds"][3]["pairs"][4].reverse()


def _swap_boards(content: Any) -> None:
    content["rounds"][1]["pairs"][:2] = content["rounds"][1]["pairs"][1::-1]


def _drop_board(content: Any) -> None:
    content["rounds"][1]["pairs"].pop()


def _change_float(content: Any) -> None:
    content["rounds"][4]["floats"]["1"] = "A"


def _change_mark(content: Any) -> None:
    content["rounds"][6]["marks"]["1"] = "D"


def _change_bye(content: Any) -> None:
    content["rounds"][5]["bye"] = 38


def _change_absent(content: Any) -> None:
    content["rounds"][5]["absent"] = []


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        pytest.param(
            _swap_opponents,
            [
                "round 3: 2 differences",
                "  board 1: the book has 1-8, Planilla 1-6",
                "  board 2: the book has 5-6, Planilla 5-8",
            ],
            id="a pair",
        ),
        pytest.param(
            _swap_colours,
            [
                "round 4: 1 difference",
                "  board 5: the colours are swapped; the book has 17-8",
            ],
            id="a colour",
        ),
        pytest.param(
            _change_float,
            [
                "round 5: 1 difference",
                "  player 1: the book marks “A”, Planilla “D”",
            ],
            id="a float",
        ),
    ],
)
def test_one_changed_figure_of_the_book_is_found(
    check: Callable[..., tuple[int, str]], change: Change, lines: list[str]
) -> None:
    code, out = check(golden=change)
    assert code == 1
    said = out.splitlines()
    wrong = said.index(lines[0])
    assert said[wrong : wrong + len(lines)] == lines
    assert said[-1].startswith("6/7 rounds")


OTHERS: list[tuple[Change, int, list[dict[str, Any]]]] = [
    (
        _swap_boards,
        2,
        [
            {"expected": "2-13", "actual": "10-1", "board": 1},
            {"expected": "10-1", "actual": "2-13", "board": 2},
        ],
    ),
    (_drop_board, 2, [{"expected": 19, "actual": 20}]),
    (_change_mark, 7, [{"expected": "D", "actual": "dD", "player": 1}]),
    (_change_bye, 6, [{"expected": 38, "actual": [30]}]),
    (_change_absent, 6, [{"expected": (), "actual": (32,)}]),
]


@pytest.mark.parametrize(
    ("change", "number", "fields"),
    [pytest.param(*each, id=each[0].__name__.strip("_").replace("_", " ")) for each in OTHERS],
)
def test_every_other_figure_is_compared_too(
    change: Change, number: int, fields: list[dict[str, Any]]
) -> None:
    content = json.loads(GOLDEN.read_text(encoding="utf-8"))
    change(content)
    golden = msgspec.convert(content, GoldenBook, strict=False)
    wrong = [check for check in compare(golden, fold(sample_facts())) if check.differences]
    assert [check.round for check in wrong] == [number]
    assert [difference.fields for difference in wrong[0].differences] == fields


def test_a_round_that_was_not_published_is_missing() -> None:
    golden = msgspec.json.decode(GOLDEN.read_bytes(), type=GoldenBook)
    draft = next(fact.version for fact in sample_facts() if isinstance(fact.event, RoundPaired))
    checks = compare(golden, fold(sample_facts()[:draft]))
    assert [[difference.code for difference in check.differences] for check in checks] == [
        ["missing"]
    ] * 7


def test_the_answer_can_be_read_by_programs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--check", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["right"], answer["rounds"], answer["stopped"]) == (7, 7, None)
    assert [each["pairs"] for each in answer["checks"]] == [20, 20, 20, 20, 19, 19, 19]


def test_without_the_check_it_is_only_played(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Played: 183 facts, 7 rounds published, in ")
    assert "Names and ratings are invented" in out


def test_playing_stops_where_an_act_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)

    def too_strong(content: Any) -> None:
        content["players"][0]["rating"] = 5000

    path = _changed(OPEN, too_strong, tmp_path)
    assert main(["demo", "--lang", "en", "--input", str(path)]) == 1
    assert "an act was refused: m01: a rating of 5000 is not possible" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        pytest.param(None, "No such file or directory", id="no file"),
        pytest.param("{", "truncated", id="no JSON"),
        pytest.param('{"rounds": "7"}', "`$.rounds`", id="something else"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    content: str | None,
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "open.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert main(["demo", "--check", "--lang", "en", "--input", str(path)]) == 2
    said = capsys.readouterr().err
    assert f"{path} cannot be read" in said
    assert reason in said
