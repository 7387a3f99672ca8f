"""Match points, game points, and the other score with the strength of the opponents."""

import pytest

from dsl.team_tiebreaking import steps_of, team_order, team_values, team_working
from dsl.teams import team_table
from planilla.domain.tiebreaks import CodeError, Setting, checked
from planilla.domain.tiebreaks.grammar import Flaw

TABLE = team_table(4, "1 2 3-1, 3 4 2-2", "1 3 2½-1½, 4 2 4-0", rounds_planned=3)
# 1: 4 MP, 5½ GP. 2: 0, 1. 3: 1, 3½. 4: 3, 6.


def test_both_scores_can_be_asked() -> None:
    assert team_values("MPTS", TABLE) == [4, 0, 1, 3]
    assert team_values("GPTS", TABLE) == [5.5, 1, 3.5, 6]
    assert team_values("MPVGP", TABLE) == [5.5, 1, 3.5, 6]
    assert team_working("GPTS", TABLE, 1).value == 5.5
    by_games = team_table(2, "1 2 3-1", primary="GP")
    assert team_values("mpvgp", by_games) == [2, 0]
    assert team_working("MPvGP", by_games, 1).value == 2


def test_scores_and_strength_add_up() -> None:
    # K: 3 rounds × 2 MP / 4 GP = 1.5, so 1. Buchholz of 1: 0 + 1; 2: 4 + 3; 3: 3 + 4; 4: 1 + 0.
    assert team_values("SSSC", TABLE) == [6.5, 8, 10.5, 7]
    working = team_working("SSSC", TABLE, 1)
    assert steps_of(working) == [
        ("buchholz", 1),
        ("factor", 1),
        ("other-score", 5.5),
        ("combined", 6.5),
    ]
    assert working.total == 1


@pytest.mark.parametrize(
    ("code", "settings", "factor"),
    [
        pytest.param("SSSC", {"rounds_planned": 9}, 4, id="9 × 2 MP / 4 GP = 4.5"),
        pytest.param("SSSC", {"rounds_planned": 9, "primary": "GP"}, 18, id="9 × 4 GP / 2 MP"),
        pytest.param("SSSC", {}, 1, id="2 rounds: 4 / 4"),
        pytest.param("SSSC", {"boards": 6}, 1, id="4 / 6 is less than 1"),
        pytest.param("SSSC/K7", {"rounds_planned": 9}, 7, id="set by the rules of the event"),
        pytest.param("SSSC/F", {"rounds_planned": 9}, 4, id="with the Fore Buchholz"),
    ],
)
def test_the_factor(code: str, settings: dict[str, int], factor: int) -> None:
    table = team_table(2, "1 2 11=0", "2 1 11=0", **settings)
    assert team_working(code, table, 1).steps[1].value == factor


def test_with_a_drawn_last_round_the_strength_is_known_beforehand() -> None:
    table = team_table(4, "1 2 3-1, 3 4 3-1", "1 3 3-1, 2 4 3-1", rounds_planned=2)
    # As if round 2 were drawn: 3, 1, 3, 1. 1 met 2 and 3: 4, divided by 4 / 4 = 1, and 6 points.
    assert team_values("SSSC/F", table, 1) == [10]


def test_the_olympiad_is_decided_by_the_sonneborn_berger_without_the_lowest_opponent() -> None:
    table = team_table(
        4, "1 2 2½-1½, 3 4 4-0", "1 3 3-1, 2 4 2½-1½", "1 4 1-3, 2 3 3-1", rounds_planned=3
    )
    # MP: 4, 4, 2, 2. 1: 4×2½ + 2×3 + 2×1, without the lowest of the two 2s (2): 16.
    # 2: 4×1½ + 2×2½ + 2×3, without 5: 12.
    assert team_values("EMGSB/C1", table, 1, 2) == [16, 12]
    assert team_order(table, "MPTS", "EMGSB/C1", "GPTS", "BH:MP/C1")[:2] == [(1, 1), (2, 2)]


@pytest.mark.parametrize(
    ("code", "flaw"),
    [
        pytest.param("EMGSB:GP", Flaw.NO_SUCH_MODIFIER, id="it has its scores in its name"),
        pytest.param("EDE/C1", Flaw.NO_SUCH_MODIFIER, id="nothing to cut"),
        pytest.param("ESB", Flaw.NO_SUCH_NAME, id="one of four was expected"),
    ],
)
def test_a_code_of_teams_is_refused(code: str, flaw: Flaw) -> None:
    with pytest.raises(CodeError) as refused:
        checked([code], "fide-2026-03", Setting(rounds=5, teams=True))
    assert refused.value.flaw is flaw


def test_individuals_have_no_codes_of_teams() -> None:
    for code in ("TBR", "BH:GP"):
        with pytest.raises(CodeError) as refused:
            checked([code], "fide-2026-03", Setting(rounds=5))
        assert refused.value.flaw is Flaw.TEAMS_ONLY
