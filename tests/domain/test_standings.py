"""Standings: points, then tie-breaks, successively or subsidiarily."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.crosstables import crosstable, crosstables, relabelled
from dsl.golden_tournaments import closed_example, golden, swiss_in_print
from dsl.tiebreaking import BOOK, IN_FORCE, by_the_book, codes_of_individuals, column
from planilla.domain.crosstable import Crosstable, Seat, before_round
from planilla.domain.scoring import scores
from planilla.domain.standings import MODES, Announced, Column, rank, ranks, standings
from planilla.domain.tiebreaks import CodeError, tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of

LISTS = st.lists(st.sampled_from(codes_of_individuals(BOOK)), max_size=4, unique=True).map(tuple)
IN_MODE = st.sampled_from(list(MODES))
ANNOUNCED = st.builds(
    Announced,
    codes=st.lists(st.sampled_from(codes_of_individuals(IN_FORCE)), max_size=4, unique=True).map(
        tuple
    ),
    mode=IN_MODE,
    edition=st.just(IN_FORCE),
) | st.builds(Announced, codes=LISTS, mode=IN_MODE, edition=st.just(BOOK))


def fixed(values: Mapping[str, int]) -> Column:
    """A column of injected values for A, B, C …"""
    by_seat = tuple(values[name] for name in sorted(values))
    return Column(values=lambda group: tuple(by_seat[seat] for seat in group))


def games_among(beaten: Mapping[Seat, Seat]) -> Column:
    """The direct encounter of games in which each seat beat the one it is mapped to."""
    return Column(
        values=lambda group: tuple(int(beaten[seat] in group) for seat in group),
        depends_on_tied=True,
    )


@pytest.mark.parametrize("mode", ["subsidiary", "successive"])
def test_the_example_of_the_book_in_both_modes(mode: str) -> None:
    # A beat B, B beat C, C beat A; the values of the two other tie-breaks are injected.
    example = golden("successive_vs_subsidiary.json")
    columns = (
        games_among({0: 1, 1: 2, 2: 0}),
        fixed(example["sonneborn_berger"]),
        fixed(example["kashdan_100"]),
    )
    ranking = rank(columns, 3, mode)
    assert [["ABC"[seat] for seat in group] for group in ranking.groups] == [
        [name] for name in example[mode]["result"]
    ]


def test_a_restart_appends_again_to_what_was_used_and_stands_as_the_answer() -> None:
    columns = (games_among({0: 1, 1: 2, 2: 0}), fixed({"A": 2, "B": 2, "C": 1}))
    ranking = rank(columns, 3, "subsidiary")
    # Direct encounter 1-1-1, then 2-2-1 leaves C behind; again among A and B: A beat B.
    assert ranking.keys == [(1, 2, 1, -1), (1, 2, 0, -2), (1, 1, -3)]
    assert ranking.shown == [[1, 0, 1], [2, 2, 1]]
    assert ranking.among[0] == [(0, 1), (0, 1), (0, 1, 2)]


def test_after_a_restart_a_column_that_cannot_change_is_not_used_again() -> None:
    columns = (
        fixed({"A": 1, "B": 1, "C": 1}),
        fixed({"A": 5, "B": 5, "C": 4}),
        fixed({"A": 0, "B": 1, "C": 9}),
    )
    ranking = rank(columns, 3, "subsidiary")
    assert ranking.groups == ((1,), (0,), (2,))
    assert ranking.keys == [(1, 5, 0, -1), (1, 5, 1, -2), (1, 4, -3)]


@pytest.mark.parametrize("depends_on_tied", [False, True])
def test_less_may_be_better_of_what_is_asked_once_or_of_each_group(
    *, depends_on_tied: bool
) -> None:
    column = Column(
        values=lambda group: [(3, 1, 2, 1)[seat] for seat in group],
        depends_on_tied=depends_on_tied,
        lower_is_better=True,
    )
    ranking = rank((column,), 4, "successive")
    assert ranking.groups == ((1, 3), (2,), (0,))
    assert ranking.keys == [(-3, -1), (-1, -2), (-2, -3), (-1, -4)]
    assert ranking.shown == [[3, 1, 2, 1]]


def test_who_is_tied_after_everything_shares_a_rank() -> None:
    # 1 and 4 win, 2 and 3 lose.
    table = crosstable(4, "1 2 1-0, 3 4 0-1")
    rows = standings(table, by_the_book("WIN"))
    assert [(row.seat, row.rank, row.points, row.values) for row in rows] == [
        (0, 1, 2, (1,)),
        (3, 1, 2, (1,)),
        (1, 3, 0, (0,)),
        (2, 3, 0, (0,)),
    ]
    assert [row.key for row in rows] == [(2, 1, -1), (2, 1, -4), (0, 0, -2), (0, 0, -3)]


def test_direct_encounter_has_no_value_for_who_was_never_tied() -> None:
    # Points 2, 1, 1, 0; 2 beat 3.
    table = crosstable(4, "1 2 1-0, 3 4 1-0", "1 4 1-0, 3 2 0-1")
    rows = standings(table, by_the_book("DE", "PS"))
    assert [(row.seat + 1, row.points, row.values) for row in rows] == [
        (1, 4, (None, 6)),
        (2, 2, (2, 2)),
        (3, 2, (0, 4)),
        (4, 0, (None, 0)),
    ]


def test_the_standings_of_nobody_are_empty() -> None:
    assert standings(crosstable(0), by_the_book("BH", "DE")) == ()
    assert ranks(crosstable(0), by_the_book("BH", "DE")) == ()


def test_an_unknown_mode_edition_or_code_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        standings(crosstable(2), by_the_book(mode="somehow"))
    with pytest.raises(KeyError):
        standings(crosstable(2), Announced(edition="fide-1924", codes=("BH",)))
    with pytest.raises(CodeError):
        standings(crosstable(2), by_the_book("XX"))


@pytest.mark.parametrize("mode", MODES)
def test_appendix_b_ends_as_in_print(mode: str) -> None:
    table = swiss_in_print("lim_b_tournament.json", size=15, white="first", black="second")
    rows = standings(table, by_the_book("PS", mode=mode))
    assert [
        {
            "pos": row.rank,
            "player": row.seat + 1,
            "points": row.points / 2,
            "progressive": (row.values[0] or 0) / 2,
        }
        for row in rows
    ] == golden("lim_b_final_table.json")["final"]


def test_appendix_a_stands_as_in_print_after_six_rounds() -> None:
    table = swiss_in_print("dutch_a_tournament.json", size=40, white="white", black="black")
    rows = standings(before_round(table, 7), Announced())
    assert [[row.seat + 1, row.points / 2] for row in rows] == golden(
        "dutch_a_standings_after_6.json"
    )["by_points"]


@pytest.mark.parametrize(
    ("tiebreaks", "order"),
    [
        # Points 4 for player 5, 2½ for 1, 4 and 6, then 2 for 3 and 1½ for 2 (seed 000, 3.5.1).
        pytest.param(("DE",), [5, 6, 4, 1, 3, 2], id="direct encounter: 1½, 1, ½"),
        pytest.param(("SB",), [5, 4, 6, 1, 3, 2], id="adjusted: 7.75, 6.5, 4.5"),
        pytest.param(
            ("SB/off", "DE"), [5, 4, 6, 1, 3, 2], id="unadjusted: 4 and 6 equal, they drew"
        ),
    ],
)
def test_the_closed_example_with_one_tiebreak_after_another(
    tiebreaks: tuple[str, ...], order: list[int]
) -> None:
    assert [row.seat + 1 for row in standings(closed_example(), by_the_book(*tiebreaks))] == order


@given(crosstables(), ANNOUNCED)
def test_the_key_alone_gives_the_order_and_the_ranks(
    table: Crosstable, announced: Announced
) -> None:
    rows = standings(table, announced)
    assert tuple(sorted(rows, key=lambda row: row.key, reverse=True)) == rows
    for place, row in enumerate(rows, start=1):
        ahead = sum(other.key[:-1] > row.key[:-1] for other in rows)
        assert row.rank == ahead + 1 <= place


@given(crosstables(), ANNOUNCED)
def test_everybody_has_one_row_with_points_and_a_value_for_each_tiebreak(
    table: Crosstable, announced: Announced
) -> None:
    rows = standings(table, announced)
    assert sorted(row.seat for row in rows) == list(range(table.size))
    contest = contest_of(table)
    for position, (code, tiebreak) in enumerate(
        zip(announced.codes, announced.tiebreaks, strict=True)
    ):
        if not tiebreak.applies(contest):
            assert all(row.values[position] is None for row in rows)
        elif not tiebreak.depends_on_tied:
            expected = column(code, table, edition=announced.edition)
            assert all(row.values[position] == expected[row.seat] for row in rows)
    assert all(row.points == scores(table)[row.seat] for row in rows)


@given(crosstables(), ANNOUNCED)
def test_the_working_among_those_who_were_tied_comes_to_the_value(
    table: Crosstable, announced: Announced
) -> None:
    contest = contest_of(table)
    for row in standings(table, announced):
        for tiebreak, value, tied in zip(announced.tiebreaks, row.values, row.among, strict=True):
            if value is not None:
                worked = tiebreak.working(contest, tied, row.seat).value
                assert worked == tiebreak.shown(contest, value)


@given(crosstables(), LISTS, IN_MODE, st.data())
def test_ranks_do_not_depend_on_the_pairing_numbers(
    table: Crosstable, tiebreaks: tuple[str, ...], mode: str, data: st.DataObject
) -> None:
    new_seats = data.draw(st.permutations(range(table.size)))
    announced = by_the_book(*tiebreaks, mode=mode)
    renumbered = ranks(relabelled(table, new_seats), announced)
    assert tuple(renumbered[seat] for seat in new_seats) == ranks(table, announced)


@given(crosstables(), ANNOUNCED)
def test_ranks_are_those_of_the_standings(table: Crosstable, announced: Announced) -> None:
    rows = standings(table, announced)
    assert ranks(table, announced) == tuple(
        row.rank for row in sorted(rows, key=lambda row: row.seat)
    )


@given(crosstables(), LISTS)
def test_without_a_tiebreak_among_the_tied_both_modes_agree(
    table: Crosstable, tiebreaks: tuple[str, ...]
) -> None:
    fixed_ones = tuple(code for code in tiebreaks if not tiebreak_of(code, BOOK).depends_on_tied)
    assert standings(table, by_the_book(*fixed_ones)) == standings(
        table, by_the_book(*fixed_ones, mode="successive")
    )
