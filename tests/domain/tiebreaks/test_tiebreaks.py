"""What holds for every tie-break: its code, its working, its independence of the numbering."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.crosstables import PLAYED_RESULTS, crosstable, crosstables, relabelled
from dsl.tiebreaking import (
    BEFORE,
    BOOK,
    IN_FORCE,
    codes_of_individuals,
    column,
    contests,
    working,
)
from planilla.domain.crosstable import Crosstable
from planilla.domain.tiebreaks import EDITIONS, tiebreak_of
from planilla.domain.tiebreaks.contest import contest_of

EVERY = [(edition, code) for edition in EDITIONS for code in codes_of_individuals(edition)]
CUTS = [
    *[
        (edition, (name, f"{name}/C1", f"{name}/M1"))
        for edition in (IN_FORCE, BEFORE)
        for name in ("BH", "FB", "SB")
    ],
    *[(edition, ("PS", "PS/C1", "PS/C2")) for edition in (IN_FORCE, BOOK)],
    (BOOK, ("BH", "BH/C1", "BH/C2", "BH/M2")),
    (BOOK, ("SB/own", "SB/C1/own")),
]
"""Each code sums up no more than the one before it."""

BY_NUMBER = ("TPN", "TPN/R")


@pytest.mark.parametrize(("edition", "code"), EVERY)
def test_a_tiebreak_bears_its_code(edition: str, code: str) -> None:
    assert tiebreak_of(code, edition).code == code


@given(contests(), st.data())
def test_the_working_comes_to_the_value(table: Crosstable, data: st.DataObject) -> None:
    some = [seat for seat in range(table.size) if data.draw(st.booleans())]
    tied = tuple(data.draw(st.permutations(some)))
    contest = contest_of(table)
    for edition, code in EVERY:
        tiebreak = tiebreak_of(code, edition)
        if tiebreak.applies(contest):
            for seat, value in zip(tied, tiebreak.values(contest, tied), strict=True):
                worked = tiebreak.working(contest, tied, seat).value
                assert worked == tiebreak.shown(contest, value), (edition, code)


@given(contests())
def test_the_factors_of_a_term_multiply_to_its_value(table: Crosstable) -> None:
    for code in ("SB", "SB/own", "SB/off", "SB2", "SB2/off"):
        for seat in range(table.size):
            worked = working(code, table, seat)
            scored, worth = worked.factor_units
            for term in worked.terms:
                assert term.factors is not None
                mine, theirs = term.factors
                assert term.value == mine * theirs
                assert worked.unit == scored * worth


@given(contests(), st.data())
def test_values_do_not_depend_on_the_pairing_numbers(
    table: Crosstable, data: st.DataObject
) -> None:
    new_seats = data.draw(st.permutations(range(table.size)))
    renumbered = relabelled(table, new_seats)
    for edition, code in EVERY:
        if code not in BY_NUMBER and tiebreak_of(code, edition).applies(contest_of(table)):
            before = column(code, table, edition=edition)
            assert column(code, renumbered, new_seats, edition) == before, (edition, code)


@given(contests(), st.data())
def test_who_else_is_tied_changes_nothing_but_what_says_so(
    table: Crosstable, data: st.DataObject
) -> None:
    tied = tuple(seat for seat in range(table.size) if data.draw(st.booleans()))
    for edition, code in EVERY:
        tiebreak = tiebreak_of(code, edition)
        if not tiebreak.depends_on_tied and tiebreak.applies(contest_of(table)):
            everybody = column(code, table, edition=edition)
            some = column(code, table, tied, edition)
            assert some == tuple(everybody[seat] for seat in tied), (edition, code)


@pytest.mark.parametrize(
    ("code", "in_halves", "in_thirds"),
    [("PS", 2, 1), ("BH", 2, 1), ("SB", 4, 1), ("DE", 2, 1), ("WIN", 1, 1), ("WON", 1, 1)],
)
def test_the_unit_follows_from_the_point_system(code: str, in_halves: int, in_thirds: int) -> None:
    assert tiebreak_of(code, BOOK).unit(contest_of(crosstable(2))) == in_halves
    assert (
        tiebreak_of(code, BOOK).unit(contest_of(crosstable(2, point_system="3-1-0"))) == in_thirds
    )


@given(contests())
def test_a_cut_takes_away_and_a_median_takes_more(table: Crosstable) -> None:
    for edition, codes in CUTS:
        columns = [column(code, table, edition=edition) for code in codes]
        for more, less in pairwise(columns):
            assert all(one >= other for one, other in zip(more, less, strict=True)), codes


@given(crosstables(PLAYED_RESULTS, all_play=True))
def test_where_all_games_were_played_no_edition_adjusts_anything(table: Crosstable) -> None:
    for code in ("BH", "BH/C1", "BH/C2", "BH/M1", "SB", "SB/C1"):
        values = {column(code, table, edition=edition) for edition in EDITIONS}
        assert len(values) == 1, code
    for code in ("GPD", "BW/K7", "K421", "K100", "SOB", "SB2", "BH2", "BH/M2"):
        adjusted = column(code, table)
        assert column(f"{code}/own", table) == adjusted == column(f"{code}/off", table), code


@given(contests())
def test_what_is_shown_is_the_value_over_its_unit_or_rounded(table: Crosstable) -> None:
    contest = contest_of(table)
    for edition, code in EVERY:
        tiebreak = tiebreak_of(code, edition)
        if tiebreak.applies(contest):
            for value in set(tiebreak.values(contest, range(table.size))):
                exact, seen = (
                    Fraction(value, tiebreak.unit(contest)),
                    tiebreak.shown(contest, value),
                )
                assert seen == exact or (tiebreak.shown_rounded and -1 <= 2 * (exact - seen) < 1)


def test_a_tournament_of_nobody_has_no_values() -> None:
    assert {column(code, crosstable(0), edition=edition) for edition, code in EVERY} == {()}
    assert column("BH", crosstable(0), edition=IN_FORCE) == ()
