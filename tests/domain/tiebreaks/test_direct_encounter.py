"""Direct encounter: all met, or ahead whatever the missing results are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.crosstables import crosstable, crosstables
from dsl.golden_tournaments import closed_example, golden
from dsl.tiebreaking import column, working
from planilla.domain.crosstable import Crosstable
from planilla.domain.tiebreaks.tiebreak import Note, Term


def test_the_closed_example_has_the_points_of_the_book() -> None:
    printed = golden("example_closed_3_5_1.json")["printed"]
    tied = (0, 3, 5)
    assert column("DE", closed_example(), tied) == tuple(
        printed[str(seat + 1)]["particular"] * 2 for seat in tied
    )


@pytest.mark.parametrize(
    ("rounds", "values"),
    [
        pytest.param(("1 2 1-0",), (0, 0, 0), id="3 has met nobody and may pass 1"),
        pytest.param(("1 2 1-0", "3 1 0-1"), (4, 0, 0), id="1 beat both, 2 and 3 have not met"),
        pytest.param(("1 2 1-0", "3 1 0-1", "2 3 *"), (4, 0, 0), id="2 and 3 are still playing"),
        pytest.param(("1 2 1-0", "3 1 0-1", "2 3 -/-"), (4, 0, 0), id="neither of 2 and 3 came"),
        pytest.param(("1 2 1-0", "3 1 1-0", "2 3 1-0"), (2, 2, 2), id="a circle"),
        pytest.param(("1 2 -/+", "3 1 ½-½", "2 3 ½-½"), (1, 3, 2), id="a forfeit is its point"),
        pytest.param(("1 2 ½-½", "3 1 0-1"), (0, 0, 0), id="2 may still catch up with 1"),
        pytest.param(("",), (0, 0, 0), id="nobody has met"),
    ],
)
def test_three_tied(rounds: tuple[str, ...], values: tuple[int, ...]) -> None:
    assert column("DE", crosstable(3, *rounds), (0, 1, 2)) == values


def test_the_second_is_ahead_too_when_nobody_behind_can_reach_him() -> None:
    # 1 beat all, 2 beat 3 and 4, who have not met: 3 and 4 can have one point at most.
    table = crosstable(4, "1 2 1-0", "1 3 1-0, 2 4 1-0", "1 4 1-0, 2 3 1-0")
    assert column("DE", table, (0, 1, 2, 3)) == (6, 4, 0, 0)


def test_only_games_among_the_tied_count() -> None:
    table = crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 0-1, 2 4 1-0")
    assert column("DE", table, (0, 1)) == (2, 0)
    assert column("DE", table, (0, 2)) == (0, 2)
    assert column("DE", table, (0,)) == (0,)


def test_in_a_double_round_the_second_game_of_a_pair_may_be_missing() -> None:
    # 1 and 2 met twice. 1 has 2½ points; 3 has 1½ and two meetings to come: 3½ at best.
    table = crosstable(3, "1 2 1-0", "2 3 0-1", "3 1 ½-½", "2 1 0-1")
    assert column("DE", table, (0, 1, 2)) == (0, 0, 0)


def test_in_a_double_round_where_all_met_twice_the_points_rank() -> None:
    table = crosstable(2, "1 2 1-0", "2 1 ½-½")
    assert column("DE", table, (0, 1)) == (3, 1)


def test_the_working_names_the_games_and_the_missing_meetings() -> None:
    table = crosstable(3, "1 2 1-0", "3 1 0-1", "2 3 *")
    assert working("DE", table, 0, (0, 1, 2)).terms == (
        Term(round=1, opponent=1, value=2, note=Note.PLAYED),
        Term(round=2, opponent=2, value=2, note=Note.PLAYED),
    )
    assert working("DE", table, 1, (0, 1, 2)).terms == (
        Term(round=1, opponent=0, value=0, note=Note.UNDECIDED),
        Term(round=None, opponent=2, value=0, note=Note.MISSING),
    )


def test_a_leader_may_have_a_missing_meeting_of_his_own() -> None:
    # 1 beat 2 twice and 3 once (3 points); 3 lost to 2 as well and can have 2 of 4 at most.
    table = crosstable(3, "1 2 1-0", "2 3 1-0", "3 1 0-1", "2 1 0-1")
    assert column("DE", table, (0, 1, 2)) == (6, 0, 0)
    assert working("DE", table, 0, (0, 1, 2)).terms[-1] == Term(
        round=None, opponent=2, value=0, note=Note.MISSING
    )


@given(crosstables(), st.data())
def test_whoever_is_ahead_stays_ahead_whatever_the_missing_results_are(
    table: Crosstable, data: st.DataObject
) -> None:
    # A missing meeting of two, played later with any result, does not overtake who was ahead.
    everybody = tuple(range(min(table.size, 4)))
    before = column("DE", table, everybody)
    meetings = [
        (one, other)
        for one in everybody
        for other in everybody[one + 1 :]
        if not any(game.opponent == other for game in table.games[one])
    ]
    notation = [data.draw(st.sampled_from(["1-0", "½-½", "0-1"])) for _ in meetings]
    later = (
        crosstable(table.size, f"{one + 1} {other + 1} {result}").rounds[0]
        for (one, other), result in zip(meetings, notation, strict=True)
    )
    after = column(
        "DE",
        Crosstable(
            entrants=table.entrants,
            rounds=(*table.rounds, *later),
            point_system=table.point_system,
        ),
        everybody,
    )
    for one in everybody:
        for other in everybody:
            if before[one] > before[other]:
                assert after[one] >= after[other]
