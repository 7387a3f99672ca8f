"""Chances against every outcome worked out from nothing."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from dsl.crosstables import crosstable
from dsl.outcomes import contest, tried_out, unfinished
from dsl.prize_plans import group, plan
from planilla.domain.prizes.chances import Basis, OpenTournament, chances, final_rankings
from planilla.domain.prizes.plan import Taking
from planilla.domain.scoring import POINT_SYSTEMS
from planilla.domain.standings import MODES
from planilla.domain.tiebreaks import EDITIONS

PLAN = plan(group(1000, 500, 333))
EVERY_CODE = {
    edition: sorted(
        code
        for name, family in made.families.items()
        if not family.teams
        for code in (name, *(f"{name}/{cut}1" for cut in "CM" if cut in family.takes))
    )
    for edition, made in EDITIONS.items()
}
EVERY_PAIR = [
    (edition, two) for edition, codes in EVERY_CODE.items() for two in pairwise([*codes, codes[0]])
]


def is_right(asked: OpenTournament) -> bool:
    found = chances(asked, PLAN, Basis())
    prizes = {seat: chance.prize for seat, chance in found.by_seat.items() if chance.prize}
    return found.is_exact and prizes == tried_out(asked.crosstable, asked, PLAN)


@pytest.mark.parametrize(("edition", "codes"), EVERY_PAIR[::3])
def test_each_tiebreak_gives_what_trying_every_outcome_gives(
    edition: str, codes: tuple[str, ...]
) -> None:
    table = unfinished(len(codes[0]), 7, 4, 3)
    assert is_right(contest(table, *codes, edition=edition))


@pytest.mark.deep
@pytest.mark.parametrize("mode", sorted(MODES))
@pytest.mark.parametrize(("edition", "codes"), EVERY_PAIR)
def test_any_tiebreak_gives_what_trying_every_outcome_gives(
    edition: str, codes: tuple[str, ...], mode: str
) -> None:
    for seed, games in enumerate((3, 4), start=20):
        table = unfinished(seed, 6 + seed % 3, 4, games)
        assert is_right(contest(table, "DE", *codes, edition=edition, mode=mode))
        assert is_right(contest(table, *codes, "DE", edition=edition, mode=mode))


# 1 beat 2, 2 beat 3; 4 beat 3 and 1. The open games are among those who may be tied.
AMONG_FOUR = crosstable(4, "1 2 1-0, 3 4 0-1", "2 3 1-0, 1 4 0-1", "3 1 *, 2 4 *")


@pytest.mark.parametrize("edition", sorted(EDITIONS))
@pytest.mark.parametrize("mode", sorted(MODES))
@pytest.mark.parametrize("codes", [("DE",), ("DE", "WIN", "PS"), ("WIN", "DE", "PS")])
def test_open_games_among_the_tied_decide_their_direct_encounter(
    codes: tuple[str, ...], mode: str, edition: str
) -> None:
    assert is_right(contest(AMONG_FOUR, *codes, mode=mode, edition=edition))


def test_games_of_two_rounds_are_multiplied_in_sonneborn_berger() -> None:
    table = crosstable(4, "1 2 *, 3 4 *", "1 3 *, 2 4 *")
    assert is_right(contest(table, "SB", "BH/C1"))


def test_a_schedule_counts_the_rounds_that_anybody_played() -> None:
    table = crosstable(3, "1 2 1-0", "1 3 *", "2 3 *")
    assert is_right(contest(replace(table, predetermined=True), "KS", "SB", edition="fide-2024-08"))


def test_opponents_who_come_to_the_same_score_are_the_same() -> None:
    # 1 has beaten 2, 3 and 4, who have as many points and are to play 5, 6 and 7.
    table = crosstable(
        8,
        "1 2 1-0, 3 4 ½-½, 5 6 1-0, 7 8 1-0",
        "1 3 1-0, 2 4 ½-½, 5 7 1-0, 6 8 1-0",
        "1 4 1-0, 2 3 ½-½, 5 8 1-0, 6 7 1-0",
        "1 8 *, 2 5 *, 3 6 *, 4 7 *",
    )
    assert is_right(contest(table, "BH/C1", "SB/C1"))


def test_what_ranks_before_the_points_is_followed_too() -> None:
    assert is_right(contest(replace(AMONG_FOUR, ahead=(4, 3, 2, 1)), "SB"))


@pytest.mark.parametrize("taking", Taking)
def test_one_prize_may_decide_another(taking: Taking) -> None:
    table = unfinished(3, 8, 3, 4)
    asked = contest(table, "DE", "BH/C1")
    announced = replace(plan(group(1000, 500), group(400, 200, rating_to=1500)), taking=taking)
    found = chances(asked, announced, Basis())
    prizes = {seat: chance.prize for seat, chance in found.by_seat.items() if chance.prize}
    assert prizes == tried_out(table, asked, announced)


def test_values_that_do_not_fit_into_64_bits_are_compared_exactly() -> None:
    """With wins of 2**40 units the products of Sonneborn-Berger are beyond 2**80."""
    win = 2**40
    points = replace(
        POINT_SYSTEMS["1-½-0"], unit=win, win=win, draw=win // 2, forfeit_win=win, pairing_bye=win
    )
    assert is_right(contest(replace(unfinished(5, 8, 3, 3), points=points), "SB", "BH"))


def test_groups_of_an_ended_tournament_are_those_of_its_standings() -> None:
    table = crosstable(4, "1 2 1-0, 3 4 1-0")
    found = [*final_rankings(contest(table), 1, [()])]
    assert found == [((0, -1, 1), (2, -1, 1))]
