"""Outcomes as integers: what fits into a word, and what is told apart by the standings."""

from collections.abc import Sequence
from functools import partial
from itertools import product

from dsl.crosstables import crosstable
from planilla.domain.prizes.additions import Additions, additions, leading, sums_among
from planilla.domain.prizes.keys import keys_of
from planilla.domain.prizes.outcomes import ended, open_games
from planilla.domain.standings import Announced, standings


def everybody(least: Sequence[int], _: Sequence[int]) -> range:
    return range(len(least))


def test_columns_beyond_a_word_are_left_out() -> None:
    wide = tuple(value << 40 for value in (0, 1))
    found = Additions(
        base=((1, 0), wide, wide),
        singles={(0, end): ((-end, end), (1 << 39, 0), (0, 1 << 39)) for end in (1, 2)},
        pairs={},
    )
    keys = keys_of(found, 1, everybody)
    assert keys.columns == 2
    assert keys.step == 1 << 41


def test_a_column_that_no_game_changes_is_packed_as_ranks() -> None:
    found = Additions(
        base=((2, 0), (2400, 1900)),
        singles={(0, end): ((-end, end), (0, 0)) for end in (1, 2)},
        pairs={},
    )
    keys = keys_of(found, 1, everybody)
    # Points above one bit, which tells 2400 from 1900: 2 1 and 0 0, after a loss 0 1 and 2 0.
    assert keys.reader()(keys.key_of((0,))) == (0b101, 0b000)
    assert keys.reader()(keys.key_of((2,))) == (0b001, 0b100)


def test_games_of_two_rounds_add_what_they_add_together() -> None:
    """In Sonneborn-Berger the result of one round is multiplied by the points of another."""
    table = crosstable(4, "1 2 *, 3 4 1-0", "1 3 *, 2 4 *")
    announced = Announced(codes=("SB", "BH"))
    games = open_games(table)
    rules = partial(standings, announced=announced)
    keys = keys_of(additions(table, games, rules, (0, 1)), 3, everybody)
    read = keys.reader()
    assert keys.pairs
    for outcome in product(range(3), repeat=3):
        words = read(keys.key_of(outcome))
        order = sorted(range(4), key=lambda seat: (-words[seat], seat))
        assert order == [each.seat for each in rules(ended(table, games, outcome))]


def test_a_capped_edition_sums_nothing_over_two_rounds_with_an_unplayed_one() -> None:
    announced = Announced(codes=("PS", "BH", "WIN"), edition="fide-2026-03")
    played = crosstable(4, "1 2 *, 3 4 1-0", "1 3 *, 2 4 *")
    forfeit = crosstable(4, "1 2 *, 3 4 +/-", "1 3 *, 2 4 *")
    assert sums_among(announced, played, open_games(played)) == (0, 1, 2)
    assert sums_among(announced, forfeit, open_games(forfeit)) == (0, 2)


def test_a_cut_is_no_sum() -> None:
    table = crosstable(2, "1 2 *")
    codes = Announced(codes=("WIN", "BH/C1", "BH/M1", "BH"))
    found = sums_among(codes, table, open_games(table))
    assert found == (0, 3)
    assert leading(found) == (0,)
