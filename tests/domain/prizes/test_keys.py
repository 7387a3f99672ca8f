"""Outcomes as integers: what fits into a word, and what is told apart by the standings."""

from collections.abc import Sequence
from functools import partial
from itertools import product

from dsl.crosstables import crosstable
from planilla.domain.prizes.additions import Additions, additions, leading_sums
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


def test_games_of_two_rounds_add_what_they_add_together() -> None:
    """In Sonneborn-Berger the result of one round is multiplied by the points of another."""
    table = crosstable(4, "1 2 *, 3 4 1-0", "1 3 *, 2 4 *")
    announced = Announced(codes=("SB", "BH"))
    games = open_games(table)
    rules = partial(standings, announced=announced)
    keys = keys_of(additions(table, games, rules, 2), 3, everybody)
    read = keys.reader()
    assert keys.pairs
    by_outcome = dict(keys.all_keys())
    assert set(by_outcome) == set(product(range(3), repeat=3))
    for outcome, key in by_outcome.items():
        assert key == keys.key_of(outcome)
        words = read(key)
        order = sorted(range(4), key=lambda seat: (-words[seat], seat))
        assert order == [each.seat for each in rules(ended(table, games, outcome))]


def test_a_capped_edition_sums_nothing_over_two_rounds_with_an_unplayed_one() -> None:
    announced = Announced(codes=("PS", "BH", "WIN"), edition="fide-2026-03")
    played = crosstable(4, "1 2 *, 3 4 1-0", "1 3 *, 2 4 *")
    forfeit = crosstable(4, "1 2 *, 3 4 +/-", "1 3 *, 2 4 *")
    assert leading_sums(announced, played, open_games(played)) == 3
    assert leading_sums(announced, forfeit, open_games(forfeit)) == 1


def test_a_cut_is_no_sum() -> None:
    table = crosstable(2, "1 2 *")
    cut = Announced(codes=("WIN", "BH/C1"))
    assert leading_sums(cut, table, open_games(table)) == 1
    assert leading_sums(Announced(codes=("BH/M1",)), table, open_games(table)) == 0
