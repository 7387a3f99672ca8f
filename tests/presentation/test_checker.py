"""The two columns are those of the article about Gibraltar, line by line."""

import json
from pathlib import Path

from planilla.presentation.pairings import two_columns

GOLDEN = Path(__file__).parent.parent / "golden" / "blog_003"
ROUNDS = 10


def test_gibraltar_is_printed_as_in_the_article() -> None:
    printed = (GOLDEN / "gibraltar_checker.txt").read_text(encoding="utf-8").splitlines()
    differences = json.loads((GOLDEN / "gibraltar_checker.json").read_bytes())["differences"]
    ours = []
    for number in range(1, ROUNDS + 1):
        ours.append(f"torneo: Round #{number}")
        rows = differences.get(str(number), [])
        if rows:
            checker = [tuple(row["checker"]) for row in rows]
            tournament = [tuple(row["tournament"]) for row in rows]
            ours += two_columns(checker, tournament)
    assert ours == printed


def test_boards_in_both_columns_are_left_out() -> None:
    assert list(two_columns([(1, 3), (2, 4)], [(4, 2), (1, 3)]))[1:] == [
        "      2 -   4                  4 -   2",
        "",
    ]


def test_a_shorter_column_leaves_its_place_empty() -> None:
    lines = list(two_columns([(1, 2), (3, 0)], [(1, 2)]))
    assert lines[1:-1] == ["      3 -   0"]
    lines = list(two_columns([(1, 2)], [(1, 2), (3, 0)]))
    assert lines[1:-1] == ["                               3 -   0"]
