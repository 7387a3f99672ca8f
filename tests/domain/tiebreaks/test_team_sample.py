"""FIDE's sample of 50 teams and 14 rounds: the scores that its informative records print."""

from pathlib import Path
from typing import NamedTuple

from dsl.team_tiebreaking import team_values
from dsl.teams import team_table

FILE = Path(__file__).parents[2] / "golden" / "team_tiebreaks" / "sample.txt"
ROUNDS = 14
FIRST_CELL, CELL = 22, 16


class Row(NamedTuple):
    """A record 801: the scores, and of each round opponent (0: none), colour and results."""

    number: int
    match_points: int
    game_points: float
    cells: list[tuple[int, str, str]]


def row_of(line: str) -> Row:
    cells = [
        line[start : start + CELL].ljust(CELL)
        for start in range(FIRST_CELL, FIRST_CELL + CELL * ROUNDS, CELL)
    ]
    return Row(
        int(line[3:6]),
        int(line[12:15]),
        float(line[15:22]),
        [(int(cell[:4].strip() or 0), cell[5], cell[7:11]) for cell in cells],
    )


ROWS = [row_of(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def round_of(at: int) -> str:
    """One round as the tables of tests are written: each match from the team with White."""
    said = []
    for row in ROWS:
        opponent, colour, results = row.cells[at]
        if not opponent:
            said.append(f"{row.number} {results[0]}")
        elif colour == "w":
            theirs = ROWS[opponent - 1].cells[at][2]
            said.append(f"{row.number} {opponent} {_match(results, theirs)}")
    return ", ".join(said)


def _match(results: str, theirs: str) -> str:
    if set(results + theirs) <= set("+-"):
        return f"{results[0]}/{theirs[0]}"
    return results.replace("-", "~")


def test_fifty_teams_have_the_scores_in_print() -> None:
    table = team_table(len(ROWS), *map(round_of, range(ROUNDS)), rounds_planned=ROUNDS)
    assert team_values("MPTS", table) == [row.match_points for row in ROWS]
    assert list(map(float, team_values("GPTS", table))) == [row.game_points for row in ROWS]
