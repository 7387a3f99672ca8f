"""Direct encounter: all met, or ahead whatever the missing results are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.crosstables import crosstable, crosstables
from dsl.golden_tournaments import closed_example, golden
from dsl.tiebreaking import BOOK, IN_FORCE, by_schedule, column, exactly, shown, working
from planilla.domain.crosstable import Crosstable
from planilla.domain.standings import Announced, standings
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


# --- the rule of FIDE, article 6 -----------------------------------------------------------------


def test_several_games_of_a_pair_count_their_average() -> None:
    # 1 and 2 met twice: 1½ of 2 is ¾, ½ of 2 is ¼; each met 3 once: 1 lost, 2 won.
    table = crosstable(3, "1 2 1-0", "2 1 ½-½", "3 1 1-0", "2 3 1-0")
    assert shown("DE", table) == exactly("0.75 1.25 1")
    # The book adds: 1½ of three games, but 2 and 3 may meet again, and 3 and 1.
    assert column("DE", table) == (0, 0, 0)
    terms = working("DE", table, 0, None, IN_FORCE)
    assert [(term.round, term.value) for term in terms.terms] == [(1, 2), (2, 1), (3, 0)]
    assert terms.unit == 4


@pytest.mark.parametrize(
    ("code", "edition", "values"),
    [
        pytest.param("DE", IN_FORCE, "0 0", id="6.1 a forfeit is no game: they have not met"),
        pytest.param("DE/P", IN_FORCE, "1 0", id="6.1 unless the rules say so"),
        pytest.param("DE", BOOK, "1 0", id="the book counts its point"),
    ],
)
def test_a_forfeit_between_the_tied(code: str, edition: str, values: str) -> None:
    assert shown(code, crosstable(2, "1 2 +/-"), None, edition) == exactly(values)


def test_with_predetermined_pairings_a_forfeit_is_a_game() -> None:
    assert shown("DE", by_schedule(crosstable(2, "1 2 +/-"))) == exactly("1 0")


# 1 beat 2 and 3, 2 beat 3 and 4, 3 beat 4, 4 beat 1: 2, 2, 1, 1; byes make them all equal.
ALL_MET = crosstable(4, "1 2 1-0, 3 4 1-0", "1 3 1-0, 2 4 1-0", "4 1 1-0, 2 3 1-0", "3 F, 4 F")


@pytest.mark.parametrize(
    ("announced", "ranks"),
    [
        # 6.2: among 1 and 2 again, and among 3 and 4.
        pytest.param(
            Announced(codes=("DE",), mode="successive", edition=IN_FORCE),
            [1, 2, 3, 4],
            id="FIDE applies it again to every group that is left",
        ),
        pytest.param(
            Announced(codes=("DE",), mode="successive", edition=BOOK),
            [1, 1, 3, 3],
            id="the book, successively, does not",
        ),
        pytest.param(
            Announced(codes=("DE",), mode="subsidiary", edition=BOOK),
            [1, 2, 3, 4],
            id="the book, subsidiarily, starts again",
        ),
    ],
)
def test_where_all_have_met_it_is_applied_again(announced: Announced, ranks: list[int]) -> None:
    assert {sum(points) for points in ([row.points] for row in standings(ALL_MET, announced))} == {
        4
    }
    assert [row.rank for row in standings(ALL_MET, announced)] == ranks


@pytest.mark.parametrize(
    ("rounds", "values"),
    [
        # Two rounds are 1's; 3 and 4 have met nobody of those behind.
        pytest.param(
            ("1 2 1-0", "1 3 1-0", "1 4 1-0"), "3 0 0 0", id="6.3 1 alone on top, the rest equal"
        ),
        pytest.param(
            ("1 2 1-0", "1 3 1-0", "1 4 1-0", "2 3 1-0", "2 4 1-0"),
            "3 2 0 0",
            id="6.3 then 2 too: 3 and 4 can have one",
        ),
        pytest.param(("1 2 1-0", "1 3 1-0"), "0 0 0 0", id="6.3 1 may lose to 4, who may have 3"),
        pytest.param(
            ("1 2 1-0", "1 3 1-0", "4 2 0-1", "4 3 0-1"),
            "0 0 0 0",
            id="6.3 1 has two; 2 and 3, who may meet, can have two as well",
        ),
    ],
)
def test_where_not_all_have_met(rounds: tuple[str, ...], values: str) -> None:
    assert shown("DE", crosstable(4, *rounds)) == exactly(values)
    assert column("DE", crosstable(4, *rounds)) == column(
        "DE", crosstable(4, *rounds), None, IN_FORCE
    )


def test_the_working_tells_by_which_article_a_game_is_missing() -> None:
    terms = working("DE", crosstable(3, "1 2 1-0", "1 3 1-0"), 1, None, IN_FORCE).terms
    assert [(term.note, term.article) for term in terms] == [
        (Note.UNDECIDED, ""),
        (Note.MISSING, "6.3"),
    ]
