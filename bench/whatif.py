"""What-ifs of a 500-player open of 11 rounds: a correction in round 1, in both readings."""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from bench.figures import Figure, Section
from bench.tournaments import Played, swiss
from planilla.audit.branch import Branch, branch
from planilla.audit.edits import Edit, edited
from planilla.audit.known_from_start import other_result
from planilla.audit.round_by_round import RoundByRound, round_by_round
from planilla.domain.tournament.facts import Fact

PLAYERS, ROUNDS = 500, 11
GOAL_S = 5

Found = TypeVar("Found")


def measure(*, quick: bool) -> Section:
    """The section on what-ifs."""
    players, rounds = (30, 4) if quick else (PLAYERS, ROUNDS)
    runs = 1 if quick else 3
    facts, edits = corrected_open(players, rounds)
    rounds_s, by_rounds = timed(lambda: by_round(facts, edits), runs)
    branch_s, followed = timed(lambda: as_branch(facts, edits), runs)
    edited_s, _ = timed(lambda: edited(facts, edits), runs)
    changed = sum(not each.identical for each in by_rounds.rounds)
    return Section(
        "What-ifs",
        f"An open of {players} players and {rounds} rounds with likely results; a game of round 1 "
        "had ended otherwise. Round by round pairs each later round twice, as it was and as it "
        "would be; the branch pairs them in every world that it draws. Median of runs.",
        [
            Figure("the log with the edit", edited_s * 1000, "CPU ms", f"{len(facts):,} facts"),
            Figure("round by round", rounds_s, "CPU s", f"{changed} of {rounds - 1} rounds change"),
            Figure("branch", branch_s, "CPU s", f"{followed.worlds} worlds"),
            Figure("both: the full what-if", rounds_s + branch_s, "CPU s", f"goal: {GOAL_S} s"),
        ],
    )


def corrected_open(players: int, rounds: int) -> tuple[Sequence[Fact], tuple[Edit, ...]]:
    """The log of an open, and a game of its first round with another result."""
    played: Played = swiss(players, rounds)
    first = played.state.rounds[0]
    other = "0-1" if first.results[0] == 1 else "1-0"
    return played.facts, other_result(played.facts, first.games[0], other).edits


def by_round(facts: Sequence[Fact], edits: Sequence[Edit]) -> RoundByRound:
    """The reading round by round."""
    return round_by_round(facts, edits, top=10)


def as_branch(facts: Sequence[Fact], edits: Sequence[Edit]) -> Branch:
    """The reading as a branch, with as many draws as usual."""
    return branch(facts, edits)


def timed(work: Callable[[], Found], runs: int) -> tuple[float, Found]:
    """The median of the CPU seconds that it takes, and what it finds."""
    found, taken = work(), list[float]()
    for _ in range(runs):
        start = time.process_time()
        found = work()
        taken.append(time.process_time() - start)
    return statistics.median(taken), found
