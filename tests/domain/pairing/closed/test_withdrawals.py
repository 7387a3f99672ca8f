"""Withdrawals from a round robin: the games scheduled for a player, and half of them."""

import pytest

from planilla.domain.pairing.closed.berger import cycle, games_scheduled, has_half, repeated


@pytest.mark.parametrize("players", range(1, 25))
@pytest.mark.parametrize("cycles", [1, 2, 3, 4])
def test_the_games_of_a_player_are_those_of_the_table(players: int, cycles: int) -> None:
    table = repeated(cycle(players), cycles)
    games = [game for row in table for game in row if all(place.number for place in game)]
    for player in range(1, players + 1):
        of_player = [game for game in games if player in (game[0].number, game[1].number)]
        assert games_scheduled(players, len(table)) == len(of_player)


def test_exactly_half_is_enough() -> None:
    assert [has_half(4, completed) for completed in range(5)] == [False, False, True, True, True]
    assert [has_half(5, completed) for completed in (2, 3)] == [False, True]
