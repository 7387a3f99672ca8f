"""Words by outcome: looked up in blocks."""

from planilla.domain.prizes.standpoints import Column, Words
from planilla.domain.prizes.stars import Table


def test_nine_games_are_three_blocks_in_which_all_outcomes_come_once() -> None:
    # One scores in the first game, the other in the last; in the word the place is the last bit.
    tables = [Table((0,), [2, 1, 0]), Table((8,), [0, 1, 2])]
    words = Words(2, [Column(tables)])
    blocks = list(words.blocks(((1, 2, 3), *([(1, 1, 1)] * 7), (1, 1, 4))))
    assert len(blocks) == 3
    found = [
        (outcome, row, weight)
        for block in blocks
        for outcome, row, weight in zip(block.outcomes, block.rows, block.weights, strict=True)
    ]
    assert len({outcome for outcome, _, _ in found}) == 3**9
    for outcome, row, weight in found:
        assert row == ((2 - outcome[0]) * 2 + 1, outcome[8] * 2)
        assert weight == (1, 2, 3)[outcome[0]] * (1, 1, 4)[outcome[8]]


def test_where_less_is_better_the_least_has_the_greatest_rank() -> None:
    words = Words(1, [Column([Table((0,), [7, 5, 9])], lower_is_better=True)])
    (block,) = words.blocks(((1, 1, 1),))
    assert list(block.rows) == [(1,), (2,), (0,)]
