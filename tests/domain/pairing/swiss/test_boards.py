"""Order of the boards of a round."""

from planilla.domain.pairing.swiss.boards import board_order


def test_boards_are_listed_by_the_better_player_then_the_sum_then_the_number() -> None:
    scores = {0: 4, 1: 4, 2: 4, 3: 2, 4: 4, 5: 5, 6: 0, 7: 4}
    boards = ((3, 2), (7, 4), (1, 0), (6, 5))
    # 5 has most points, though 6 has none; 0-1 and 4-7 make eight points, 2-3 six.
    assert board_order(boards, scores) == ((6, 5), (1, 0), (7, 4), (3, 2))
